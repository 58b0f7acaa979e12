//! The number of shortest solutions: text and JSON.

mod json;
mod text;

use crate::analyse::Count;
use crate::puzzle::{Puzzle, Style};

pub use json::Counted;

/// The shortest solutions of a puzzle, counted.
pub struct CountReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style that they are solutions in.
    pub style: Style,
    /// The numbers.
    pub count: &'a Count,
}
