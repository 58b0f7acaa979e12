//! What the threads of a search share while a level is made: the memory that is left, and whether to
//! go on.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::engine::query::{Budget, Stopped};

/// Gives memory back when there is too little: told how many bytes are wanted, says how many it
/// has given.
pub type Reclaim<'a> = dyn Fn(u64) -> u64 + Sync + 'a;

/// Watches over the budget of a search, from several threads.
pub struct Guard<'a> {
    budget: &'a Budget,
    allowed: u64,
    held: AtomicU64,
    reclaim: &'a Reclaim<'a>,
    stopped: OnceLock<Stopped>,
}

impl<'a> Guard<'a> {
    /// For a search that may hold `allowed` bytes and holds `held` of them already.
    pub fn new(budget: &'a Budget, allowed: u64, held: u64, reclaim: &'a Reclaim<'a>) -> Self {
        Self { budget, allowed, held: AtomicU64::new(held), reclaim, stopped: OnceLock::new() }
    }

    /// Bytes that are held.
    pub fn held(&self) -> u64 {
        self.held.load(Relaxed)
    }

    /// Whether so many bytes more are allowed. They are held from now on.
    pub fn takes(&self, bytes: u64) -> bool {
        let held = self.held.fetch_add(bytes, Relaxed) + bytes;
        if held <= self.allowed {
            return true;
        }
        let given = (self.reclaim)(held - self.allowed);
        self.give(given);
        if self.held() <= self.allowed {
            return true;
        }
        self.give(bytes);
        false
    }

    /// Takes so many bytes more; if they are not allowed, the search is stopped.
    pub fn take(&self, bytes: u64) {
        if !self.takes(bytes) {
            self.stop(Stopped::Memory);
        }
    }

    /// The same; whether the search goes on.
    pub fn take_or_break(&self, bytes: u64) -> bool {
        self.take(bytes);
        self.go_on().is_continue()
    }

    /// So many bytes are free again.
    pub fn give(&self, bytes: u64) {
        // Estimates may differ by a little, but never come out below nothing.
        let _ = self.held.fetch_update(Relaxed, Relaxed, |held| Some(held.saturating_sub(bytes)));
    }

    /// Stops the search, unless it has been stopped.
    pub fn stop(&self, stopped: Stopped) {
        let _ = self.stopped.set(stopped);
    }

    /// Looks at the clock and at whoever may interrupt, and says whether to go on.
    pub fn look(&self) -> ControlFlow<()> {
        if let ControlFlow::Break(stopped) = self.budget.look() {
            self.stop(stopped);
        }
        self.go_on()
    }

    /// Whether to go on.
    #[inline(always)]
    pub fn go_on(&self) -> ControlFlow<()> {
        if self.stopped.get().is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// What has stopped the search, if anything has.
    pub fn verdict(&self) -> ControlFlow<Stopped> {
        self.stopped.get().map_or(ControlFlow::Continue(()), |&stopped| ControlFlow::Break(stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_reclaimed_before_the_search_is_stopped() {
        let budget = Budget::default();
        let spare = AtomicU64::new(30);
        let reclaim = |wanted: u64| {
            let given = wanted.min(spare.load(Relaxed));
            spare.fetch_sub(given, Relaxed);
            given
        };
        let guard = Guard::new(&budget, 100, 90, &reclaim);
        assert!(guard.takes(10));
        assert!(guard.takes(25));
        assert_eq!(guard.held(), 100);
        assert!(!guard.takes(6));
        assert_eq!(guard.verdict(), ControlFlow::Continue(()));
        guard.give(50);
        guard.take(56);
        assert_eq!(guard.verdict(), ControlFlow::Break(Stopped::Memory));
    }
}
