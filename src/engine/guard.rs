//! What the threads of a search share while they make a level: the remaining memory, and whether to
//! go on.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::engine::query::{Budget, Stopped};

/// Frees memory under pressure: gets the number of bytes needed, and returns how many it freed.
pub type Reclaim<'a> = dyn Fn(u64) -> u64 + Sync + 'a;

/// Enforces the budget of a search across threads.
pub struct Guard<'a> {
    budget: &'a Budget,
    allowed: u64,
    held: AtomicU64,
    reclaim: &'a Reclaim<'a>,
    stopped: OnceLock<Stopped>,
}

impl<'a> Guard<'a> {
    /// Builds a guard for a search that may hold `allowed` bytes and already holds `held` of them.
    pub fn new(budget: &'a Budget, allowed: u64, held: u64, reclaim: &'a Reclaim<'a>) -> Self {
        Self { budget, allowed, held: AtomicU64::new(held), reclaim, stopped: OnceLock::new() }
    }

    /// Returns the bytes held.
    pub fn held(&self) -> u64 {
        self.held.load(Relaxed)
    }

    /// Returns the bytes that can be reserved without freeing others.
    pub fn left(&self) -> u64 {
        self.allowed.saturating_sub(self.held())
    }

    /// Reserves `bytes` more bytes. Returns whether the limit allows them.
    pub fn try_reserve(&self, bytes: u64) -> bool {
        let held = self.held.fetch_add(bytes, Relaxed) + bytes;
        if held <= self.allowed {
            return true;
        }
        let given = (self.reclaim)(held - self.allowed);
        self.release(given);
        if self.held() <= self.allowed {
            return true;
        }
        self.release(bytes);
        false
    }

    /// Reserves `bytes` more bytes, or stops the search if the limit does not allow them. Returns
    /// whether the search goes on.
    pub fn reserve(&self, bytes: u64) -> bool {
        if !self.try_reserve(bytes) {
            self.stop(Stopped::Memory);
        }
        self.verdict().is_ok()
    }

    /// Releases `bytes` bytes.
    pub fn release(&self, bytes: u64) {
        // Estimates may be slightly off, so the count saturates at 0.
        let _ = self.held.fetch_update(Relaxed, Relaxed, |held| Some(held.saturating_sub(bytes)));
    }

    /// Stops the search, unless it is stopped already.
    pub fn stop(&self, stopped: Stopped) {
        let _ = self.stopped.set(stopped);
    }

    /// Checks the clock and the interrupt as well, and returns what stopped the search, if anything
    /// has.
    pub fn look(&self) -> Result<(), Stopped> {
        if let Err(stopped) = self.budget.look() {
            self.stop(stopped);
        }
        self.verdict()
    }

    /// Returns what stopped the search, if anything has.
    #[inline(always)]
    pub fn verdict(&self) -> Result<(), Stopped> {
        match self.stopped.get() {
            Some(&stopped) => Err(stopped),
            None => Ok(()),
        }
    }
}
