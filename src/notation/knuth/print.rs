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
        let text = self.symbols(&self.board(configuration), configuration);
        text.trim_end_matches('0').to_owned()
    }

    /// Returns a goal in shorthand, as in a puzzle file.
    pub fn goal_shorthand(&self, goal: &Goal) -> String {
        let text = self.symbols(&goal.board(self), &goal.demanded());
        // The rest of a line with a `?` is open: one of those at the end is enough.
        let (last, open) = match goal.is_complete() {
            true => ('0', ""),
            false => ('?', if text.ends_with('?') { "?" } else { "" }),
        };
        text.trim_end_matches(last).to_owned() + open
    }

    /// Returns cells, given ascending, as the mask of a gate.
    pub(crate) fn mask(&self, cells: &[u32]) -> String {
        let cols = self.size().cols as usize;
        rows(cells.iter().map(|&cell| (cell as usize / cols, cell as usize % cols)), [".", "-"])
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
pub(crate) fn rows(
    cells: impl Iterator<Item = (usize, usize)>,
    [other, sign]: [&str; 2],
) -> String {
    let mut rows: Vec<String> = Vec::new();
    for (row, col) in cells {
        rows.resize(row + 1, String::new());
        let before = col - rows[row].len();
        rows[row] += &(other.repeat(before) + sign);
    }
    rows.join("/")
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
        let goals: Vec<String> =
            self.goals().iter().map(|goal| self.goal_shorthand(goal)).collect();
        writeln!(f, "{}", goals.join("\nor "))?;
        for gate in self.gates() {
            let names: String =
                gate.kinds.iter().map(|&kind| self.kinds()[usize::from(kind)].name()).collect();
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
