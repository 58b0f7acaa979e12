//! What a search found: text, JSON, and pictures that stand or move.

#[cfg(feature = "pictures")]
pub mod animation;
#[cfg(feature = "pixels")]
pub mod film;
mod json;
#[cfg(feature = "pictures")]
pub mod motion;
#[cfg(feature = "pictures")]
pub mod sheet;
pub mod text;

use crate::elsewhere::Elsewhere;
use crate::puzzle::{Puzzle, Style};
use crate::query::Answer;

pub use json::Solve;

/// What a search found in a puzzle.
pub struct SolutionReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style that was searched.
    pub style: Style,
    /// What was found.
    pub outcome: &'a Answer,
    /// Whether the solution stood up when it was replayed; `None` if it was not.
    pub verified: Option<bool>,
    /// Where there is no solution, what is known of the other styles.
    pub elsewhere: Option<&'a Elsewhere>,
}
