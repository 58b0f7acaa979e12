//! The subject of a report.

use crate::report::*;

/// A puzzle in a style, with its name.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style of its moves.
    pub style: Style,
    /// Its name for people.
    pub name: &'a str,
    /// Its source.
    pub file: &'a str,
}

impl<'a> Subject<'a> {
    /// Returns the subject for a puzzle under its own name.
    pub fn new(puzzle: &'a Puzzle, style: Style, file: &'a str) -> Self {
        Subject { puzzle, style, name: puzzle.name(), file }
    }

    /// Returns the first line of a report: `Klotski (style 2: one piece, any number of steps)`.
    pub(super) fn heading(&self) -> String {
        self.line(plain(self.name))
    }

    /// Returns the same with the result: `Klotski: solved in 81 moves (style 2: ...)`.
    pub fn result(&self, found: &str) -> String {
        self.line(format!("{}: {found}", plain(self.name)))
    }

    /// Begins the JSON object of a report.
    pub(super) fn object(&self, schema: &str) -> Object {
        about(schema, self.puzzle, self.file, Some(self.style))
    }

    fn line(&self, beginning: String) -> String {
        format!("{beginning} (style {}: {})", self.style, self.style.meaning())
    }
}
