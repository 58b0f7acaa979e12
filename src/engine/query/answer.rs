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

impl Answer {
    /// Where a search was stopped before it met a goal: that there is no solution of fewer moves, by
    /// the levels or passes that are complete. `None` where a goal was met, and where there is none.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Style};
    /// use sliding::solve::{Budget, Query, solve};
    ///
    /// let puzzle: Puzzle = "1 x 9\n1 = 1\n1\n000000001\n".parse()?;
    /// let mut budget = Budget::default();
    /// budget.max_moves = Some(3);
    /// let answer = solve(&Query::new(&puzzle, Style::STEP), &budget, &mut ())?;
    /// assert_eq!(answer.at_least(), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_least(&self) -> Option<u64> {
        let (Status::Stopped(_), None) = (self.status, self.moves) else { return None };
        let levels = match &self.counted {
            Counted::Reached { levels, .. } => levels.len(),
            // The last levels of both sides have not met either.
            Counted::BothEnds { from_start, from_goals } => {
                (from_start.len() + from_goals.len()).saturating_sub(1)
            }
            Counted::Visited { at_least, .. } => return Some(*at_least),
        };
        Some(levels as u64)
    }

    /// This answer of a search that went on for an earlier one; if a limit stopped it, with what only
    /// the earlier one had found.
    pub(crate) fn or_earlier(mut self, earlier: Answer) -> Answer {
        if !matches!(self.status, Status::Stopped(_)) {
            return self;
        }
        let progress = |counted: &Counted| (counted.levels().len(), counted.total());
        if progress(&earlier.counted) > progress(&self.counted) {
            self.counted = earlier.counted;
        }
        self.moves = self.moves.or(earlier.moves);
        self.solution = self.solution.or(earlier.solution);
        self
    }
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
    Visited {
        /// The number of positions.
        positions: u64,
        /// No solution has fewer moves than this.
        at_least: u64,
    },
}

impl Counted {
    /// The number of configurations at each distance from the start; empty if these were not
    /// counted.
    pub fn levels(&self) -> &[u64] {
        match self {
            Counted::Reached { levels, .. } | Counted::BothEnds { from_start: levels, .. } => {
                levels
            }
            Counted::Visited { .. } => &[],
        }
    }

    /// The sum of all that was counted.
    pub fn total(&self) -> u64 {
        match self {
            Counted::Reached { configurations, .. } => *configurations,
            Counted::BothEnds { from_start, from_goals } => {
                from_start.iter().chain(from_goals).sum()
            }
            Counted::Visited { positions, .. } => *positions,
        }
    }
}
