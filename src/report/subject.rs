//! What a report is about.

use crate::puzzle::{Puzzle, Style};
use crate::report::words::plain;

/// A puzzle in a style, and what it is called.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style of its moves.
    pub style: Style,
    /// What people call it.
    pub name: &'a str,
    /// Where it was read from.
    pub file: &'a str,
}

impl<'a> Subject<'a> {
    /// A puzzle by its own name.
    pub fn new(puzzle: &'a Puzzle, style: Style, file: &'a str) -> Self {
        Subject { puzzle, style, name: puzzle.name(), file }
    }

    /// The first line of a report: `Klotski (style 2: one piece, any number of steps)`.
    pub(super) fn heading(&self) -> String {
        self.line(plain(self.name))
    }

    /// The same with what was found: `Klotski: solved in 81 moves (style 2: ...)`.
    pub(super) fn result(&self, found: &str) -> String {
        self.line(format!("{}: {found}", plain(self.name)))
    }

    fn line(&self, beginning: String) -> String {
        format!("{beginning} (style {}: {})", self.style, self.style.meaning())
    }
}
