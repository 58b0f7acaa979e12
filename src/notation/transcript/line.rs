//! The lines of a position that is given as text, and their characters.

use super::TranscriptError;

/// The first characters of drawings: a corner, as a line or in ASCII.
const CORNERS: [char; 2] = ['┌', '+'];

/// The fill of blocked cells in drawings, as blocks or in ASCII.
pub const SHADES: [char; 2] = ['▒', '#'];

/// A character and its place; none at the end of a line.
#[derive(Clone, Copy)]
pub struct Symbol {
    pub line: usize,
    pub column: usize,
    pub what: Option<char>,
}

impl Symbol {
    pub fn is_one_of(self, several: &[char]) -> bool {
        self.what.is_some_and(|what| several.contains(&what))
    }

    pub fn unexpected(self, expected: impl Into<String>) -> TranscriptError {
        let found = self.what.map_or("nothing more".to_owned(), |what| format!("`{what}`"));
        self.error_at(expected, found)
    }

    pub fn error_at(
        self,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> TranscriptError {
        TranscriptError::new(self.line, self.column, expected, found)
    }
}

/// A line without the blanks around it.
pub struct Line {
    pub number: usize,
    pub symbols: Vec<Symbol>,
}

impl Line {
    pub fn new(number: usize, text: &str) -> Line {
        let indent = text.chars().take_while(|c| c.is_whitespace()).count();
        let symbols = (indent + 1..).zip(text.trim().chars());
        let symbol = |(column, what)| Symbol { line: number, column, what: Some(what) };
        Line { number, symbols: symbols.map(symbol).collect() }
    }

    /// Whether it is the upper edge of a drawing.
    pub fn begins_drawing(&self) -> bool {
        let is = |at: usize, several| self.symbols.get(at).is_some_and(|s| s.is_one_of(several));
        is(0, &CORNERS) && is(1, &['─', '-'])
    }

    pub fn end(&self) -> Symbol {
        let last = self.symbols.last().map_or(0, |symbol| symbol.column);
        Symbol { line: self.number, column: last + 1, what: None }
    }
}
