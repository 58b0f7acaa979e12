//! Stops a check at the limits of its budget.

use std::ops::ControlFlow;

use crate::engine::query::{Budget, Stopped};

/// Beats between two checks of the budget, as a check takes longer than finding a neighbour.
const BEATS: u32 = 64;

/// Stops a check at a limit of its budget. Each thread has one.
#[derive(Clone)]
pub struct Watchdog<'a> {
    budget: &'a Budget,
    beats: u32,
    stopped: Option<Stopped>,
}

impl<'a> Watchdog<'a> {
    pub fn new(budget: &'a Budget) -> Self {
        Self { budget, beats: 0, stopped: None }
    }

    /// Returns the bytes that the check may use.
    pub fn room(&self) -> u64 {
        self.budget.room()
    }

    /// Checks the budget.
    pub fn check(&mut self) -> Result<(), Stopped> {
        if let (None, Err(stopped)) = (self.stopped, self.budget.look()) {
            self.stopped = Some(stopped);
        }
        self.stopped()
    }

    /// Whether it has stopped the check.
    pub fn stopped(&self) -> Result<(), Stopped> {
        self.stopped.map_or(Ok(()), Err)
    }

    /// Checks the budget now and then. Call it for each small task.
    #[inline(always)]
    pub fn check_sometimes(&mut self) -> Result<(), Stopped> {
        self.beats += 1;
        if self.beats < BEATS {
            return Ok(());
        }
        self.beats = 0;
        self.check()
    }

    /// Like [`check_sometimes`](Self::check_sometimes), within a search that is to break off.
    #[inline(always)]
    pub fn pause(&mut self) -> ControlFlow<()> {
        self.check_sometimes().map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }
}
