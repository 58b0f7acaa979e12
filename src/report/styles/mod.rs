//! The six styles side by side: text and JSON.

mod json;
mod text;

use crate::puzzle::{Puzzle, Style};
use crate::search::Outcome;

pub use json::Styles;

/// What exhaustive searches of a puzzle found, each in a style.
pub struct StylesReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The styles, and what was found in each.
    pub found: &'a [(Style, Outcome)],
}

/// The greatest distance that was searched.
fn depth(outcome: &Outcome) -> u64 {
    (outcome.levels.len() as u64).saturating_sub(1)
}
