//! Whether a check goes on.

use std::ops::ControlFlow;

use crate::engine::query::{Budget, Stopped};

/// The budget is looked at once in so many beats: that takes longer than to find a neighbour.
const BEATS: u32 = 64;

/// Stops a check at a limit of its budget. Each thread has one.
#[derive(Clone)]
pub struct Watch<'a> {
    budget: &'a Budget,
    beats: u32,
    stopped: Option<Stopped>,
}

impl<'a> Watch<'a> {
    pub fn new(budget: &'a Budget) -> Self {
        Self { budget, beats: 0, stopped: None }
    }

    /// Bytes that the check may hold.
    pub fn room(&self) -> u64 {
        self.budget.room()
    }

    /// Looks at the budget.
    pub fn look(&mut self) -> Result<(), Stopped> {
        if let (None, ControlFlow::Break(stopped)) = (self.stopped, self.budget.look()) {
            self.stopped = Some(stopped);
        }
        self.stopped()
    }

    /// Whether it has stopped the check.
    pub fn stopped(&self) -> Result<(), Stopped> {
        self.stopped.map_or(Ok(()), Err)
    }

    /// Looks at the budget now and then. To be called for each small piece of work.
    #[inline(always)]
    pub fn beat(&mut self) -> Result<(), Stopped> {
        self.beats += 1;
        if self.beats < BEATS {
            return Ok(());
        }
        self.beats = 0;
        self.look()
    }
}
