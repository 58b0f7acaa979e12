//! What processes have found together: text and JSON.

mod json;
mod text;

use crate::cluster::Explored;
use crate::puzzle::{Puzzle, Style};

pub use json::Shared;

/// All that can be reached from a puzzle's start, as processes have found it together.
pub struct ClusterReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style of its moves.
    pub style: Style,
    /// What was found.
    pub explored: &'a Explored,
}
