//! All shortest solutions, one after the other: text and JSON.

mod json;
mod text;

use crate::puzzle::{Puzzle, Style};

pub use json::Listed;

/// A list of the shortest solutions of a puzzle, which is written as they come.
pub struct SolutionsReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The puzzle's name, or its file's.
    pub name: &'a str,
    /// The style that they are solutions in.
    pub style: Style,
}
