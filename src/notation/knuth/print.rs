//! Prints a [`Puzzle`] as text, and positions in shorthand.

use std::fmt;

use crate::puzzle::{Board, Cell, Configuration, Expectation, Goal, Kind, Lock, Puzzle};

impl fmt::Display for Kind {
    /// Writes the kind's definition, `K = PATTERN`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.cells().iter().map(|&(_, col)| col).min().unwrap_or(0);
        let cells = self.cells().iter().map(|&(row, col)| (row as usize, (col - left) as usize));
        write!(f, "{} = {}", self.name(), rows(cells, ["0", "1"]))?;
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
        let places = cells.iter().map(|&cell| self.size().row_col(cell));
        rows(places.map(|(row, col)| (row as usize, col as usize)), [".", "-"])
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

/// Returns rows joined by `/`, with one sign for these cells, given ascending, and one for those
/// before them.
fn rows(cells: impl Iterator<Item = (usize, usize)>, [other, sign]: [&str; 2]) -> String {
    let mut rows: Vec<String> = Vec::new();
    for (row, col) in cells {
        rows.resize(row + 1, String::new());
        let before = col - rows[row].len();
        rows[row] += &(other.repeat(before) + sign);
    }
    rows.join("/")
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
        let Expectation { style, moves, states } = expectation;
        let moves = moves.map_or("none".to_owned(), |moves| moves.to_string());
        let states = states.map_or(String::new(), |states| format!(" {states}"));
        writeln!(out, "# expect: {style} {moves}{states}")?;
    }
    Ok(())
}
