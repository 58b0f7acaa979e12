//! What a search may take, and the one way in which it is stopped.

use crate::engine::host::{self, Instant};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Memory that the program takes whatever it is told, in bytes: its own text, the stacks of its
/// threads, and what the system's allocator keeps back.
pub const FLOOR: u64 = 16 << 20;

/// What a search may take.
///
/// ```
/// use std::time::{Duration, Instant};
/// use sliding::solve::Budget;
///
/// let mut budget = Budget::default();
/// budget.memory = 512 << 20;
/// budget.deadline = Some(Instant::now() + Duration::from_secs(60));
/// // Another thread may end the search with what is known by then.
/// let interrupt = budget.interrupt.clone();
/// std::thread::spawn(move || interrupt.set());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Budget {
    /// Bytes of memory. What the process holds is kept within 5 % of it and [`FLOOR`].
    pub memory: u64,
    /// Number of threads; as many as the machine runs at once if `None`. Those beyond four for each
    /// processor, or beyond [`MOST_THREADS`](host::MOST_THREADS), are not used.
    pub threads: Option<NonZeroUsize>,
    /// The search stops soon after this moment.
    pub deadline: Option<Instant>,
    /// Distances beyond this are not searched.
    pub max_moves: Option<u64>,
    /// Ends the search from outside.
    pub interrupt: Interrupt,
}

impl Default for Budget {
    /// 2 GiB, all threads, and no other limits.
    fn default() -> Self {
        Self {
            memory: 2 << 30,
            threads: None,
            deadline: None,
            max_moves: None,
            interrupt: Interrupt::default(),
        }
    }
}

impl Budget {
    /// The default, but for half of the memory that the machine has free now; where that is not known,
    /// as by default.
    ///
    /// ```
    /// use sliding::solve::Budget;
    /// assert!(Budget::of_machine().memory > 1 << 20);
    /// ```
    pub fn of_machine() -> Self {
        let budget = Budget::default();
        let memory = Self::free_memory().map_or(budget.memory, |free| free / 2);
        Budget { memory: memory.max(2 * FLOOR), ..budget }
    }

    /// Bytes of memory that the machine has free now, where that is known.
    pub fn free_memory() -> Option<u64> {
        host::free()
    }

    /// Number of threads to be used.
    pub(crate) fn threads(&self) -> usize {
        host::threads(self.threads)
    }

    /// Bytes that a search may take for what it finds.
    pub(crate) fn room(&self) -> u64 {
        self.memory.saturating_sub(FLOOR / 2)
    }

    /// Searches come by here often, and hear whether to go on.
    pub(crate) fn look(&self) -> ControlFlow<Stopped> {
        if self.interrupt.is_set() {
            return ControlFlow::Break(Stopped::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return ControlFlow::Break(Stopped::Time);
        }
        ControlFlow::Continue(())
    }

    /// Whether a distance lies beyond the one that was allowed.
    pub(crate) fn allows(&self, distance: u64) -> ControlFlow<Stopped> {
        match self.max_moves {
            Some(most) if distance > most => ControlFlow::Break(Stopped::Moves(most)),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// A request to stop, which can be made from any thread. Clones are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    own: Arc<AtomicBool>,
    /// Those whose requests count as well.
    others: Vec<Arc<AtomicBool>>,
}

impl Interrupt {
    /// Asks the search to stop.
    pub fn set(&self) {
        self.own.store(true, Relaxed);
    }

    /// Whether it was asked.
    pub fn is_set(&self) -> bool {
        self.own.load(Relaxed) || self.others.iter().any(|other| other.load(Relaxed))
    }

    /// One that can be set by itself, and is set when this one is.
    pub(crate) fn child(&self) -> Interrupt {
        let others = self.others.iter().chain([&self.own]).map(Arc::clone).collect();
        Interrupt { own: Arc::default(), others }
    }
}

impl From<Arc<AtomicBool>> for Interrupt {
    /// One that is set when the flag is, as by a handler of signals.
    fn from(flag: Arc<AtomicBool>) -> Self {
        Interrupt { own: flag, others: Vec::new() }
    }
}

/// What stopped a search before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// [`Budget::max_moves`], which were so many.
    Moves(u64),
    /// [`Budget::memory`], or the ring is too small.
    Memory,
    /// [`Budget::deadline`].
    Time,
    /// [`Budget::interrupt`].
    Cancelled,
    /// The folder of a search on disk: there is no more room, or it cannot be used any more. An
    /// [`Observer`](super::Observer) is [advised](super::Advice::Disk) why.
    Disk,
}
