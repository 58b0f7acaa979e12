//! What makes a puzzle hard: text, JSON and a picture.

mod json;
#[cfg(feature = "pictures")]
mod picture;
mod text;

use crate::puzzle::{Puzzle, Style};
use crate::why::Why;

pub use json::Told;

/// What makes a puzzle hard.
pub struct WhyReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style of moves.
    pub style: Style,
    /// What was found.
    pub why: &'a Why,
}
