//! A puzzle by itself, without a search: text, JSON, a picture, and what is wrong with its file.

mod advice;
mod json;
pub mod problems;
mod questions;
#[cfg(feature = "pictures")]
pub mod sheet;
mod text;

use crate::advice::Advice;
use crate::elsewhere::Elsewhere;
use crate::notation::Problem;
use crate::puzzle::Puzzle;

pub use advice::sentence;
pub use json::{Check, Interpretation, Outfit, Rejected, Remark, stated};
pub use questions::render_questions;
pub use text::write_rejected;

/// What there is to say about a puzzle without searching it for long.
pub struct PuzzleReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What its author would want to know.
    pub advice: &'a [Advice],
    /// What the parser wondered about.
    pub warnings: &'a [Problem],
    /// What is known of its styles where some have no solution.
    pub elsewhere: Option<&'a Elsewhere>,
}
