//! Searching: what is asked, what comes back, and who watches.
//!
//! [`search`] takes a puzzle and a [`Request`] and returns an [`Outcome`]. On the way it tells an
//! [`Observer`] what happens; that is how progress and SLIDING's stream of level lines are made.

mod choice;
pub(crate) mod compiled;
pub(crate) mod frontier;
mod index;
mod meet;
pub(crate) mod table;
mod trail;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::puzzle::{Configuration, Puzzle, Solution, Style};

/// When a search ends of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Until {
    /// As soon as a goal is met.
    #[default]
    Solved,
    /// When every configuration that can be reached has been found.
    Exhausted,
}

/// Where a search gives up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Distances beyond this are not searched.
    pub max_moves: Option<u64>,
    /// The search stops soon after this moment.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// A search comes by here now and then, and hears whether to go on.
    pub(crate) fn pause(&self, observer: &dyn Observer) -> ControlFlow<Limit> {
        if observer.is_cancelled() {
            return ControlFlow::Break(Limit::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return ControlFlow::Break(Limit::Time);
        }
        ControlFlow::Continue(())
    }
}

/// How large the ring of positions is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingSize {
    /// Exactly so many 32-bit words, a power of two up to [`MAX_RING_WORDS`](crate::MAX_RING_WORDS).
    Words(u64),
    /// As large as fits into so many bytes, the heads of the hash chains included.
    Memory(u64),
}

impl RingSize {
    /// The ring of SLIDING: 2^25 words, or 128 MiB.
    pub const CLASSIC: RingSize = RingSize::Words(1 << 25);
}

/// A way of searching. All give the same numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Whatever suits the puzzle and what is asked.
    #[default]
    Auto,
    /// Knuth's search, in his order of discovery, in bounded memory.
    Ring,
    /// Level by level through hash tables, with several threads.
    Table,
    /// From the start and from the goals at once.
    Meet,
    /// Level by level through bits for all placements of the pieces.
    Index,
}

impl Engine {
    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Ring => "ring",
            Engine::Table => "table",
            Engine::Meet => "meet",
            Engine::Index => "index",
        }
    }
}

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Request {
    /// The meaning of one move.
    pub style: Style,
    /// The way of searching.
    pub engine: Engine,
    /// Number of threads, for engines that use several; all that the machine has if `None`.
    pub threads: Option<NonZeroUsize>,
    /// When to end.
    pub until: Until,
    /// When to give up.
    pub limits: Limits,
    /// The ring's size.
    pub ring: RingSize,
    /// A folder for a temporary file that backs the ring, instead of memory.
    pub ring_folder: Option<PathBuf>,
    /// Whether the way to the goal is wanted, or only its length.
    pub want_solution: bool,
}

impl Request {
    /// A solution in this style, with a ring of up to 2 GiB and no limits.
    pub fn new(style: Style) -> Self {
        Self {
            style,
            engine: Engine::Auto,
            threads: None,
            until: Until::Solved,
            limits: Limits::default(),
            ring: RingSize::Memory(2 << 30),
            ring_folder: None,
            want_solution: true,
        }
    }

    /// Bytes that the search may take.
    pub(crate) fn memory(&self) -> u64 {
        match self.ring {
            RingSize::Words(words) => 4 * words,
            RingSize::Memory(bytes) => bytes,
        }
    }

    /// Number of threads to be used.
    pub(crate) fn threads(&self) -> usize {
        let machine = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(machine, NonZeroUsize::get)
    }
}

/// What stopped a search before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::max_moves`].
    Moves(u64),
    /// The ring is too small.
    Memory,
    /// [`Limits::deadline`].
    Time,
    /// The observer wanted no more.
    Cancelled,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A goal was met.
    Solved,
    /// Every configuration that can be reached has been found, and none meets a goal.
    Unsolvable,
    /// A limit was met first.
    Limit(Limit),
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// The least number of moves to a goal, once one was met; with [`Until::Exhausted`] also when
    /// a limit was met after that.
    pub moves: Option<u64>,
    /// Whether no solution has fewer moves. Only [`tiles::construct`](crate::tiles::construct) gives
    /// any other.
    pub is_shortest: bool,
    /// The number of configurations at each distance from the start, as far as these are complete.
    pub levels: Vec<u64>,
    /// The number of configurations found, those of an incomplete level included.
    pub states: u64,
    /// A shortest way to a goal, if it was wanted and could be kept.
    pub solution: Option<Solution>,
    /// The time taken.
    pub elapsed: Duration,
    /// The name of the engine.
    pub engine: &'static str,
}

/// A configuration that was just found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What lies where.
    pub configuration: Configuration,
    /// How many were found before it.
    pub ordinal: u64,
    /// Its address in the ring.
    pub address: u64,
    /// The address of the configuration that it was reached from; 0 for the start.
    pub parent: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The distance that is being generated.
    pub distance: u64,
    /// Number of configurations at the distance before.
    pub frontier: u64,
    /// Number of configurations that have been found, perhaps without the newest.
    pub states: u64,
    /// Bytes that the search holds, nearly; `None` where that does not change.
    pub bytes: Option<u64>,
}

/// Somebody who watches a search. All methods do nothing unless overridden.
pub trait Observer {
    /// Whether [`Observer::found`] is to be told of every configuration, not only of the first at
    /// each distance.
    fn wants_every(&self) -> bool {
        false
    }

    /// Whether the search should stop. Asked often.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// This engine searches, for this reason.
    fn engine_chosen(&mut self, _engine: &str, _why: &str) {}

    /// The search has come so far. Told now and then, often within a level if that is large.
    fn progress(&mut self, _progress: &Progress) {}

    /// The configurations at this distance come next.
    fn level_begins(&mut self, _distance: u64) {}

    /// A configuration was found at the distance that was begun last.
    fn found(&mut self, _found: &Found) {}

    /// All configurations at this distance have been found, so many.
    fn level_ends(&mut self, _distance: u64, _configurations: u64) {}

    /// A goal was met at this distance.
    fn goal_met(&mut self, _distance: u64) {}

    /// Looking back from the goal, this is the configuration at this distance.
    fn retraced(&mut self, _distance: u64, _configuration: &Configuration) {}

    /// What lay before this distance is forgotten, and is now searched for once more from the
    /// start.
    fn forgotten(&mut self, _distance: u64) {}
}

/// An observer that watches nothing.
impl Observer for () {}

/// Why a search could not begin.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The ring's size is no power of two, or too large.
    #[error("a ring of {0} words: expected a power of two from 2 to 2147483648")]
    RingWords(u64),
    /// The memory allowed holds no ring at all.
    #[error("{allowed} bytes are too few for this puzzle: expected at least {needed}")]
    TooLittleMemory {
        /// What was allowed.
        allowed: u64,
        /// What the smallest ring takes.
        needed: u64,
    },
    /// The engine that was asked for cannot do what was asked for.
    #[error("{0}")]
    Unsuited(&'static str),
    /// The engines other than the ring do not take the puzzle.
    #[error("only the ring engine takes {0}")]
    OnlyRing(&'static str),
    /// The index engine has no mark for every placement within the memory allowed.
    #[error(
        "the {placements} placements of these pieces are too many for an index: it takes {needed} \
         bytes, and {allowed} are allowed"
    )]
    TooManyPlacements {
        /// The number of placements, reachable or not.
        placements: Box<num_bigint::BigUint>,
        /// Bytes that the index takes.
        needed: Box<num_bigint::BigUint>,
        /// What was allowed.
        allowed: u64,
    },
    /// The placements cannot be numbered within the memory allowed.
    #[error(
        "the placements of these pieces cannot be numbered in {allowed} bytes: the board is too \
         large, or its pieces are too odd"
    )]
    Uncountable {
        /// What was allowed.
        allowed: u64,
    },
    /// The system did not give the memory that was asked for.
    #[error("no room for {bytes} bytes")]
    NoRoom {
        /// The size in bytes.
        bytes: u64,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Searches a puzzle breadth first.
///
/// # Errors
///
/// Where the search cannot begin; a limit that is met later is a [`Status`].
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::search::{Request, Status, search};
///
/// let puzzle: Puzzle = "2 x 2\n1 = 1\n2 = 1\n12\n0012\n".parse().unwrap();
/// let outcome = search(&puzzle, &Request::new(Style::STEP), &mut ()).unwrap();
/// assert_eq!(outcome.status, Status::Solved);
/// assert_eq!(outcome.moves, Some(2));
/// ```
pub fn search(
    puzzle: &Puzzle,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Outcome, SearchError> {
    choice::search(puzzle, request, observer)
}
