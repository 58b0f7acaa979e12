//! The six styles side by side: text and JSON.

mod json;
mod text;

use crate::puzzle::{Puzzle, Style};
use crate::query::Answer;

pub use json::Styles;

/// What exhaustive searches of a puzzle found, each in a style.
pub struct StylesReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The styles, and what was found in each.
    pub found: &'a [(Style, Answer)],
}

/// The greatest distance that was searched.
fn depth(outcome: &Answer) -> u64 {
    (outcome.counted.levels().len() as u64).saturating_sub(1)
}
