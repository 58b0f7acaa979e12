//! Whether an exact search will end before a deadline.

use std::ops::ControlFlow;
use std::time::Duration;

use super::host::Instant;
use crate::engine::query::{Budget, Stopped};

/// In the first part of the time, a search is stopped only if its next level would take too long;
/// after that, if the next [`LEVELS`] would.
const FIRST_PART: u32 = 3;
const LEVELS: i32 = 3;

/// Levels that take less time say nothing about the next ones.
const BRIEF: Duration = Duration::from_millis(5);

/// Foresees how long the next levels of a search take, by the growth of the last ones.
pub struct Forecast {
    begun: Instant,
    deadline: Instant,
    /// When the last level ended, and the number of positions found by then.
    last: (Instant, u64),
    /// The sizes of the last two levels, the newest first. Those of a bidirectional search may come
    /// from different ends, so growth is that of two levels.
    sizes: [u64; 2],
}

impl Forecast {
    /// Builds a forecast for a search that begins now.
    pub fn new(deadline: Instant) -> Self {
        let now = Instant::now();
        Self { begun: now, deadline, last: (now, 0), sizes: [0; 2] }
    }

    /// Returns the budget for the first part of the time alone.
    pub fn first_part(&self, budget: &Budget) -> Budget {
        let part = self.deadline.saturating_duration_since(self.begun) / FIRST_PART;
        Budget { deadline: Some(self.begun + part), ..budget.clone() }
    }

    /// Stops the search if it is clear, after `found` positions, that it will not end in time.
    pub fn look(&mut self, found: u64) -> ControlFlow<Stopped> {
        let now = Instant::now();
        let size = found.saturating_sub(self.last.1);
        let growth = (size as f64 / self.sizes[1].max(1) as f64).sqrt();
        let took = now.duration_since(self.last.0);
        self.last = (now, found);
        self.sizes = [size, self.sizes[0]];
        let total = self.deadline.saturating_duration_since(self.begun);
        let left = self.deadline.saturating_duration_since(now).as_secs_f64();
        let levels = if now - self.begun < total / FIRST_PART { 1 } else { LEVELS };
        let next: f64 = (1..=levels).map(|level| took.as_secs_f64() * growth.powi(level)).sum();
        if took > BRIEF && next > left {
            return ControlFlow::Break(Stopped::Time);
        }
        ControlFlow::Continue(())
    }
}
