//! Prints a [`Puzzle`] as text, and positions in shorthand.

use std::fmt;

use crate::puzzle::{Board, Cell, Configuration, Goal, Kind, Lock, Puzzle};

impl fmt::Display for Kind {
    /// Writes the kind's definition, `K = PATTERN`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = ", self.name())?;
        let left = self.cells().iter().map(|&(_, col)| col).min().unwrap_or(0);
        let (mut row, mut col) = (0, left);
        for &(r, c) in self.cells() {
            while row < r {
                f.write_str("/")?;
                (row, col) = (row + 1, left);
            }
            while col < c {
                f.write_str("0")?;
                col += 1;
            }
            f.write_str("1")?;
            col += 1;
        }
        match self.lock() {
            Lock::Free => Ok(()),
            Lock::Horizontal => f.write_str(" h"),
            Lock::Vertical => f.write_str(" v"),
        }
    }
}

impl Puzzle {
    /// Returns a position of this puzzle in shorthand as in a puzzle file, with `x` for blocked
    /// cells and without trailing zeros. Pieces of another puzzle that do not fit this board are
    /// left out.
    pub fn shorthand(&self, configuration: &Configuration) -> String {
        without_last(self.symbols(&self.board(configuration), configuration), '0')
    }

    /// Returns a goal in shorthand, as in a puzzle file.
    pub fn goal_shorthand(&self, goal: &Goal) -> String {
        let text = self.symbols(&goal.board(self), &goal.demanded());
        if goal.is_complete() {
            return without_last(text, '0');
        }
        // The rest of a line with a `?` is open: one of those at the end is enough.
        let is_open = text.ends_with('?');
        let mut short = without_last(text, '?');
        short.extend(is_open.then_some('?'));
        short
    }

    /// Returns cells, given ascending, as the mask of a gate.
    pub(crate) fn mask(&self, cells: &[u32]) -> String {
        let cols = self.size().cols;
        let mut text = String::new();
        let mut row_of_last = 0;
        let mut next = 0;
        for &cell in cells {
            let (row, col) = self.size().row_col(cell);
            for _ in row_of_last..row {
                text.push('/');
                next = 0;
            }
            row_of_last = row;
            text.extend((next..col).map(|_| '.'));
            text.push('-');
            next = (col + 1).min(cols);
        }
        text
    }

    fn symbols(&self, board: &Board, pieces: &Configuration) -> String {
        let mut text = String::with_capacity(board.cells().len());
        for (cell, &content) in board.cells().iter().enumerate() {
            match content {
                Cell::Empty => text.push('0'),
                Cell::Any => text.push('?'),
                Cell::Blocked => text.push('x'),
                Cell::Piece(index) => {
                    let piece = pieces.placements()[index as usize];
                    if piece.cell as usize == cell {
                        text.push(self.kind(piece).name());
                    }
                }
            }
        }
        text
    }
}

/// Returns a text without its trailing repetitions of a character.
fn without_last(mut text: String, character: char) -> String {
    text.truncate(text.trim_end_matches(character).len());
    text
}

impl fmt::Display for Puzzle {
    /// Writes a text that parses to the same puzzle.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let gap = if self.comment().is_empty() { "" } else { " " };
        writeln!(f, "{} x {}{gap}{}", size.rows, size.cols, self.comment())?;
        for kind in self.kinds() {
            writeln!(f, "{kind}")?;
        }
        writeln!(f, "{}", self.shorthand(self.start()))?;
        for (i, goal) in self.goals().iter().enumerate() {
            let or = if i == 0 { "" } else { "or " };
            writeln!(f, "{or}{}", self.goal_shorthand(goal))?;
        }
        for gate in self.gates() {
            let name = |&kind: &u8| self.kinds()[usize::from(kind)].name();
            let names: String = gate.kinds.iter().map(name).collect();
            writeln!(f, "only {names}: {}", self.mask(&gate.cells))?;
        }
        write_facts(self, f)
    }
}

/// Writes the facts of a puzzle, each on its line.
pub fn write_facts(puzzle: &Puzzle, out: &mut impl fmt::Write) -> fmt::Result {
    for note in puzzle.notes() {
        writeln!(out, "# {}: {}", note.key, note.value)?;
    }
    for expectation in puzzle.expectations() {
        write!(out, "# expect: {} ", expectation.style)?;
        match expectation.moves {
            Some(moves) => write!(out, "{moves}")?,
            None => out.write_str("none")?,
        }
        match expectation.states {
            Some(states) => writeln!(out, " {states}")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}
