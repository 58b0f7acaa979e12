//! What came of replaying a solution that somebody wrote down: text and JSON.

mod json;
mod text;

use crate::check::{Flaw, Replay};
use crate::puzzle::Puzzle;

pub use json::Verify;

/// A solution that was replayed, to its end or to its first flaw.
pub struct ReplayReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Where the solution was read from.
    pub source: &'a str,
    /// The replay.
    pub replay: &'a Replay<'a>,
    /// What is wrong with the next move, if it cannot be made.
    pub refused: Option<Refused>,
}

/// A move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its line, from 1, where moves have lines.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub flaw: Flaw,
}

impl ReplayReport<'_> {
    /// Whether all of it can be made, and a goal is met then.
    pub fn solves(&self) -> bool {
        self.refused.is_none() && self.replay.is_solved()
    }
}
