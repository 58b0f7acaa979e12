//! What a search found.

use std::time::Duration;

use super::{Engine, Stopped};
use crate::puzzle::Solution;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A goal was met.
    Solved,
    /// No sequence of moves leads to a goal.
    Unsolvable,
    /// It was stopped before.
    Stopped(Stopped),
}

/// What a search found.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use]
pub struct Answer {
    /// How it ended.
    pub status: Status,
    /// The least number of moves to a goal, once one was met; with
    /// [`Until::Exhausted`](super::Until::Exhausted) also when the search was stopped after that.
    pub moves: Option<u64>,
    /// Whether no solution has fewer moves. Only [`Engine::Construct`] gives any other.
    pub is_shortest: bool,
    /// What was counted on the way.
    pub counted: Counted,
    /// A shortest way to a goal, if it was wanted and could be kept.
    pub solution: Option<Solution>,
    /// The time taken.
    pub elapsed: Duration,
    /// The way of searching.
    pub engine: Engine,
}

/// What a search counted. The numbers of different searches mean different things.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counted {
    /// Configurations that can be reached from the start, each once.
    Reached {
        /// The number at each distance, as far as these are complete.
        levels: Vec<u64>,
        /// The number of all, those of an incomplete level included.
        configurations: u64,
    },
    /// Configurations found from the start, and from the goals.
    BothEnds {
        /// The number at each distance from the start.
        from_start: Vec<u64>,
        /// The number at each distance from the goals.
        from_goals: Vec<u64>,
    },
    /// Positions looked at by a search that keeps none, so that it meets some of them often.
    Visited(u64),
}

impl Counted {
    /// The number of configurations at each distance from the start; empty if these were not
    /// counted.
    pub fn levels(&self) -> &[u64] {
        match self {
            Counted::Reached { levels, .. } | Counted::BothEnds { from_start: levels, .. } => {
                levels
            }
            Counted::Visited(_) => &[],
        }
    }

    /// The sum of all that was counted.
    pub fn total(&self) -> u64 {
        match self {
            Counted::Reached { configurations, .. } => *configurations,
            Counted::BothEnds { from_start, from_goals } => {
                from_start.iter().chain(from_goals).sum()
            }
            Counted::Visited(positions) => *positions,
        }
    }
}
