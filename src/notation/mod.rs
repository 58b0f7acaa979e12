//! Notations: puzzles as text.
//!
//! A notation reads a text into a [`Setup`](crate::puzzle::Setup), and remembers which places of
//! the text stand for which places of the setup. What the text itself has wrong, it finds; what is
//! wrong with the setup, validation finds, and the notation gives it a line and a column.
//!
//! To add one: write a file with a [`Notation`], and put it into [`NOTATIONS`].

mod drawn;
pub mod knuth;
mod problem;

use std::str::FromStr;

use crate::puzzle::Puzzle;

pub use problem::{MAX_PROBLEMS, ParseError, Problem, Warning, Weight};

/// A way to write puzzles down.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Notation {
    /// A word for it.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// What texts in it look like at first sight. No text should look like two notations.
    recognises: fn(&str) -> bool,
    read: fn(&str) -> Parsed,
    write: fn(&Puzzle) -> Option<String>,
}

/// A puzzle with the warnings that its text deserves, or all that is wrong.
pub type Parsed = Result<(Puzzle, Vec<Warning>), ParseError>;

/// All notations. The first is the one that is meant where nothing tells.
pub const NOTATIONS: &[Notation] = &[knuth::NOTATION, drawn::NOTATION];

impl Notation {
    /// Whether a text looks like one in this notation, right or wrong.
    pub fn recognises(&self, text: &str) -> bool {
        (self.recognises)(text)
    }

    /// Reads a text in this notation, as [`parse`] does.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with everything that is wrong.
    pub fn parse(&self, text: &str) -> Parsed {
        (self.read)(text)
    }

    /// A text that reads as the same puzzle; `None` where this notation has no words for it.
    pub fn write(&self, puzzle: &Puzzle) -> Option<String> {
        (self.write)(puzzle)
    }
}

/// Reads a puzzle, with the warnings that its text deserves, in the notation that its text looks
/// like.
///
/// Takes time and memory linear in the text and the board.
///
/// # Errors
///
/// [`ParseError`] with everything that is wrong.
///
/// ```
/// use sliding::notation::parse;
///
/// let error = parse("2 x 2\n1 = 1\n1y\n1\n").unwrap_err();
/// assert_eq!((error.problems()[0].line, error.problems()[0].column), (3, 2));
/// ```
pub fn parse(text: &str) -> Parsed {
    let notation = NOTATIONS.iter().find(|notation| notation.recognises(text));
    notation.unwrap_or(&knuth::NOTATION).parse(text)
}

impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text).map(|(puzzle, _)| puzzle)
    }
}
