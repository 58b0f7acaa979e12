//! The limits of a search, and how it is stopped.

use crate::engine::host::{self, Instant};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Bytes of memory that the program uses in any case: its code, the stacks of its threads, and what
/// the system's allocator keeps back.
pub const FLOOR: u64 = 16 << 20;

/// The limits of a search.
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
    /// Memory limit in bytes. The process stays within 5 % of it plus [`FLOOR`].
    pub memory: u64,
    /// Number of threads; if `None`, as many as the machine runs at once. Threads beyond four per
    /// processor, or beyond [`MOST_THREADS`](host::MOST_THREADS), are not used.
    pub threads: Option<NonZeroUsize>,
    /// The search stops soon after this moment.
    pub deadline: Option<Instant>,
    /// Distances beyond this one are not searched.
    pub max_moves: Option<u64>,
    /// Cancels the search from outside.
    pub interrupt: Interrupt,
}

impl Default for Budget {
    /// Returns 2 GiB, all threads, and no other limits.
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
    /// Returns the default with half of the machine's free memory as the limit; where free memory
    /// is unknown, the default limit.
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

    /// Returns the bytes of free memory of the machine, if known.
    pub fn free_memory() -> Option<u64> {
        host::free()
    }

    /// Returns the number of threads to use.
    pub(crate) fn threads(&self) -> usize {
        host::threads(self.threads)
    }

    /// Returns the bytes available for what the search finds.
    pub(crate) fn room(&self) -> u64 {
        self.memory.saturating_sub(FLOOR / 2)
    }

    /// Checks the clock and the interrupt. Searches call this often.
    pub(crate) fn look(&self) -> Result<(), Stopped> {
        if self.interrupt.is_set() {
            return Err(Stopped::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(Stopped::Time);
        }
        Ok(())
    }

    /// Checks whether a distance is within the limit.
    pub(crate) fn allows(&self, distance: u64) -> Result<(), Stopped> {
        match self.max_moves {
            Some(most) if distance > most => Err(Stopped::Moves(most)),
            _ => Ok(()),
        }
    }
}

/// A request to stop, which any thread can make. All clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    own: Arc<AtomicBool>,
    /// Flags of other interrupts that count as well.
    others: Vec<Arc<AtomicBool>>,
}

impl Interrupt {
    /// Requests the stop.
    pub fn set(&self) {
        self.own.store(true, Relaxed);
    }

    /// Whether a stop was requested.
    pub fn is_set(&self) -> bool {
        self.own.load(Relaxed) || self.others.iter().any(|other| other.load(Relaxed))
    }

    /// Returns an interrupt that can be set by itself and is also set when this one is.
    pub(crate) fn child(&self) -> Interrupt {
        let others = self.others.iter().chain([&self.own]).map(Arc::clone).collect();
        Interrupt { own: Arc::default(), others }
    }
}

impl From<Arc<AtomicBool>> for Interrupt {
    /// Wraps a flag, such as one that a signal handler sets.
    fn from(flag: Arc<AtomicBool>) -> Self {
        Interrupt { own: flag, others: Vec::new() }
    }
}

/// What stopped a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cluster", derive(PartialOrd, Ord, serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stopped {
    /// [`Budget::max_moves`], with its value.
    Moves(u64),
    /// [`Budget::memory`], or a ring that is too small.
    Memory,
    /// [`BeamOptions::rounds`](super::BeamOptions::rounds).
    Rounds,
    /// [`Budget::deadline`].
    Time,
    /// [`Budget::interrupt`].
    Cancelled,
    /// The folder of a search on disk: it is full or no longer usable. The observer gets the reason
    /// as [advice](super::Advice::Disk).
    Disk,
}
