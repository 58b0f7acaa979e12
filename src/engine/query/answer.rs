//! The result of a search.

use std::time::Duration;

use super::{Engine, Stopped};
use crate::puzzle::Solution;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A goal was reached.
    Solved,
    /// No sequence of moves reaches a goal.
    Unsolvable,
    /// The search was stopped before either was known.
    Stopped(Stopped),
}

/// The result of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use]
pub struct Answer {
    /// How it ended.
    pub status: Status,
    /// The number of moves to a goal, once one was reached: the least if `is_shortest`. With
    /// [`Until::Exhausted`](super::Until::Exhausted) also when the search was stopped after that.
    pub moves: Option<u64>,
    /// Whether the solution is a shortest one. Only [`Engine::Beam`] and [`Engine::Construct`]
    /// return others.
    pub is_shortest: bool,
    /// What the search counted.
    pub counted: Counted,
    /// The solution with these moves, if it was wanted and could be kept.
    pub solution: Option<Solution>,
    /// The time taken.
    pub elapsed: Duration,
    /// The engine that searched.
    pub engine: Engine,
}

impl Status {
    /// Returns the limit that stopped the search.
    pub fn stopped(self) -> Option<Stopped> {
        match self {
            Status::Stopped(limit) => Some(limit),
            Status::Solved | Status::Unsolvable => None,
        }
    }
}

impl Answer {
    /// Creates an answer without moves and without a time. Its fields can be set: so programs
    /// rebuild answers that they stored.
    ///
    /// ```
    /// use sliding::solve::{Answer, Counted, Engine, Status};
    ///
    /// let counted = Counted::Reached { levels: vec![1, 1], configurations: 2 };
    /// let mut answer = Answer::new(Status::Solved, Engine::Sparse, counted);
    /// answer.moves = Some(1);
    /// assert_eq!(answer.counted.total(), 2);
    /// ```
    pub fn new(status: Status, engine: Engine, counted: Counted) -> Self {
        Answer {
            status,
            moves: None,
            is_shortest: true,
            counted,
            solution: None,
            elapsed: Duration::ZERO,
            engine,
        }
    }

    /// A lower bound on the number of moves, for a search that was stopped before it reached a goal
    /// and for a solution that may not be a shortest one: from the levels or passes that are
    /// complete. `None` otherwise.
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
        let is_open = matches!(self.status, Status::Stopped(_)) && self.moves.is_none();
        if !is_open && (self.is_shortest || self.moves.is_none()) {
            return None;
        }
        let levels = match &self.counted {
            Counted::Reached { levels, .. } => levels.len(),
            // The last levels of the two sides have not met either.
            Counted::BothEnds { from_start, from_goals } => {
                (from_start.len() + from_goals.len()).saturating_sub(1)
            }
            Counted::Visited { at_least, .. } | Counted::Kept { at_least, .. } => {
                return Some(*at_least);
            }
        };
        Some(levels as u64)
    }

    /// Whether a longer search would add nothing.
    pub(crate) fn is_final(&self) -> bool {
        !matches!(self.status, Status::Stopped(_)) && self.is_shortest
    }

    /// Raises the lower bound of a beam search.
    pub(crate) fn with_bound(mut self, bound: u64) -> Answer {
        if let Counted::Kept { at_least, .. } = &mut self.counted {
            *at_least = bound.max(*at_least);
            self.is_shortest = self.moves.is_some_and(|moves| moves <= *at_least);
        }
        self
    }

    /// Takes the solution of another beam search, if it is shorter.
    pub(crate) fn or_shorter(self, other: Answer) -> Answer {
        let bound = self.at_least().unwrap_or(0);
        let is_shorter = |moves| self.moves.is_none_or(|own| moves < own);
        if self.is_final() || !other.moves.is_some_and(is_shorter) {
            return self;
        }
        Answer { counted: self.counted, ..other }.with_bound(bound)
    }

    /// Combines this answer with that of an earlier search which this one continued: if a limit
    /// stopped this one, keeps what only the earlier one had found.
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

/// The counts of a search. Their meaning depends on the kind of search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counted {
    /// Positions reachable from the start, each once.
    Reached {
        /// The number of positions at each distance, as far as complete.
        levels: Vec<u64>,
        /// The number of all positions, including those of an incomplete level.
        configurations: u64,
    },
    /// Positions found from the start and from the goals.
    BothEnds {
        /// The number of positions at each distance from the start.
        from_start: Vec<u64>,
        /// The number of positions at each distance from the goals.
        from_goals: Vec<u64>,
    },
    /// Positions visited by a search that stores none, so that some are visited often.
    Visited {
        /// The number of visits.
        positions: u64,
        /// A lower bound on the number of moves of a solution.
        at_least: u64,
    },
    /// Positions kept by rounds of beam search, each once a round.
    Kept {
        /// The number of positions.
        positions: u64,
        /// A lower bound on the number of moves of a solution.
        at_least: u64,
        /// The seed.
        seed: u64,
        /// The greatest width: positions kept of one level.
        width: u64,
        /// The number of rounds, the last perhaps not complete.
        rounds: u32,
    },
}

impl Counted {
    /// Returns the number of positions at each distance from the start; empty if these were not
    /// counted.
    pub fn levels(&self) -> &[u64] {
        match self {
            Counted::Reached { levels, .. } | Counted::BothEnds { from_start: levels, .. } => {
                levels
            }
            Counted::Visited { .. } | Counted::Kept { .. } => &[],
        }
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u64 {
        match self {
            Counted::Reached { configurations, .. } => *configurations,
            Counted::BothEnds { from_start, from_goals } => {
                from_start.iter().chain(from_goals).sum()
            }
            Counted::Visited { positions, .. } | Counted::Kept { positions, .. } => *positions,
        }
    }
}
