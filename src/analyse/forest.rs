//! A union-find forest that several threads grow together.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Trees of connected numbers. Each number stores a number not above its own: its own number at
/// the root, and one nearer to the root elsewhere.
pub struct Forest(Vec<AtomicU32>);

impl Forest {
    pub fn new(members: u32) -> Self {
        Self((0..members).map(AtomicU32::new).collect())
    }

    /// Returns the root of a tree, halving the path to it.
    #[inline(always)]
    pub fn root(&self, mut at: u32) -> u32 {
        loop {
            let next = self.0[at as usize].load(Relaxed);
            if next == at {
                return at;
            }
            let over = self.0[next as usize].load(Relaxed);
            if over != next {
                // If another thread has changed it meanwhile, it leads to the root as well.
                let _ = self.0[at as usize].compare_exchange(next, over, Relaxed, Relaxed);
            }
            at = over;
        }
    }

    /// Joins two trees. The smaller root is the root of both.
    #[inline(always)]
    pub fn join(&self, mut low: u32, mut high: u32) {
        loop {
            (low, high) = (self.root(low), self.root(high));
            if low == high {
                return;
            }
            if low > high {
                (low, high) = (high, low);
            }
            // The compare-exchange fails if another thread has joined this root meanwhile.
            if self.0[high as usize].compare_exchange(high, low, Relaxed, Relaxed).is_ok() {
                return;
            }
        }
    }

    /// Returns what each number stores.
    pub fn into_parents(self) -> Vec<u32> {
        self.0.into_iter().map(AtomicU32::into_inner).collect()
    }
}
