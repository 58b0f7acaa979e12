//! Whether an exact search will end before a deadline.
//!
//! That depends on the depth of the nearest goal, which is unknown. So after some time a beam search
//! runs for a while: it easily solves boards that an exact search can finish, and the number of
//! moves of its solution limits the depth of the exact search.

use std::time::Duration;

use super::host::Instant;
use crate::engine::query::{Budget, Stopped};

/// The trial of the beam begins after one part in `FIRST_PART` of the time, and takes at most one
/// in `TRIAL_PART`. With 60 seconds, the beam solves boards which the table finishes in 16 and 8
/// seconds within one; and it needs 45 seconds for one which the table cannot finish.
const FIRST_PART: u32 = 6;
const TRIAL_PART: u32 = 20;

/// Levels that take less time say nothing about the next ones.
const BRIEF: Duration = Duration::from_millis(5);

/// Foresees how long the next levels of a search take, by the growth of the last ones.
pub struct Forecast {
    begun: Instant,
    deadline: Instant,
    /// When the last level ended, and the number of positions found by then.
    last: (Instant, u64),
    /// How long the last level took.
    took: Duration,
    /// The sizes of the last levels, the newest first. Those of a bidirectional search may come from
    /// different ends, so growth is that of two levels.
    sizes: [u64; 3],
    /// The number of complete levels.
    levels: u64,
    /// The moves of the solution that the beam has found, once it was tried.
    most: Option<u64>,
}

impl Forecast {
    /// Builds a forecast for a search that begins now.
    pub fn new(deadline: Instant) -> Self {
        let now = Instant::now();
        Self {
            begun: now,
            deadline,
            last: (now, 0),
            took: Duration::ZERO,
            sizes: [0; 3],
            levels: 0,
            most: None,
        }
    }

    fn total(&self) -> Duration {
        self.deadline.saturating_duration_since(self.begun)
    }

    /// Returns the budget for the first part of the time alone.
    pub fn first_part(&self, budget: &Budget) -> Budget {
        Budget { deadline: Some(self.begun + self.total() / FIRST_PART), ..budget.clone() }
    }

    /// Returns the deadline of the beam's trial, if it is time for it.
    pub fn trial(&self) -> Option<Instant> {
        let now = Instant::now();
        let begins = self.begun + self.total() / FIRST_PART;
        let is_due = self.most.is_none() && now > begins;
        is_due.then_some(now + self.total() / TRIAL_PART)
    }

    /// Receives the number of positions after a level. Stops the search if it is clear that it will
    /// not end in time.
    pub fn look(&mut self, found: u64) -> Result<(), Stopped> {
        let now = Instant::now();
        self.took = now.duration_since(self.last.0);
        self.sizes = [found.saturating_sub(self.last.1), self.sizes[0], self.sizes[1]];
        self.last = (now, found);
        self.levels += 1;
        self.verdict()
    }

    /// Receives the moves of the solution that the trial has found. Its time is not the search's. If it
    /// has found none, stops the search.
    pub fn tried(&mut self, moves: Option<u64>) -> Result<(), Stopped> {
        self.most = Some(moves.ok_or(Stopped::Time)?);
        self.last.0 = Instant::now();
        self.verdict()
    }

    fn verdict(&self) -> Result<(), Stopped> {
        let levels = self.most.map_or(1, |moves| moves.saturating_sub(self.levels));
        let growth = (self.sizes[0] as f64 / self.sizes[2].max(1) as f64).sqrt();
        let left = self.deadline.saturating_duration_since(self.last.0).as_secs_f64();
        let (mut next, mut all) = (self.took.as_secs_f64(), 0.0);
        for _ in 0..levels {
            next *= growth;
            all += next;
        }
        if self.took > BRIEF && all > left { Err(Stopped::Time) } else { Ok(()) }
    }
}
