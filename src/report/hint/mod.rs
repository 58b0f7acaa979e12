//! The next move of a shortest solution: text and JSON.

mod json;
mod text;

use crate::puzzle::{Move, Puzzle, Style};
use crate::query::Answer;

pub use json::Hint;

/// What to do next in a puzzle that was searched with its solution.
pub struct HintReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style that was searched.
    pub style: Style,
    /// What was found.
    pub outcome: &'a Answer,
}

impl HintReport<'_> {
    /// The next move, if there is one and it is known.
    fn next(&self) -> Option<&Move> {
        self.outcome.solution.as_ref()?.moves.first()
    }

    /// How many moves are left after the next one, if that is known.
    fn left(&self) -> Option<u64> {
        self.next().and(self.outcome.moves)?.checked_sub(1)
    }
}
