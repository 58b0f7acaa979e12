//! What is asked of a search, what it may take, what comes back, and who watches.
//!
//! Every engine speaks of these, and [`solve`](crate::solve) shows them to the world.

mod answer;
mod budget;
mod engine;
mod observer;
mod refusal;

use std::path::PathBuf;

pub use answer::{Answer, Counted, Status};
pub use budget::{Budget, FLOOR, Interrupt, Stopped};
pub use engine::Engine;
pub use observer::{Advice, Found, Observer, Progress};
pub use refusal::Refusal;

pub use crate::engine::host::MOST_THREADS;
use crate::puzzle::{Puzzle, Style};

/// When a search ends of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Until {
    /// As soon as a goal is met.
    #[default]
    Solved,
    /// When every configuration that can be reached has been found.
    Exhausted,
}

/// The ring of [`Engine::Ring`]; other engines refuse one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ring {
    /// Exactly so many 32-bit words, a power of two up to [`MAX_RING_WORDS`](crate::MAX_RING_WORDS);
    /// else as many as fit the memory allowed.
    pub words: Option<u64>,
    /// A folder for a temporary file that holds the ring, instead of memory.
    pub folder: Option<PathBuf>,
}

impl Ring {
    /// The words of SLIDING's own ring: 2^25, or 128 MiB.
    pub const CLASSIC: u64 = 1 << 25;
}

/// The folder of [`Engine::Disk`], or of what [`Engine::Index`] and [`Engine::Cut`] go on from; other engines take none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disk {
    /// The folder. It is made if it is not there. One search at a time can use it. If `None`, there is one of
    /// its own as long as the search goes on: where temporary files are if that is no memory, else in `/var/tmp`, else in
    /// the working folder; and [`Engine::Auto`] turns to it only
    /// where the memory does not suffice.
    pub folder: Option<PathBuf>,
    /// Bytes that the search may have in it; any number if `None`.
    pub limit: Option<u64>,
    /// Whether to go on with the search that is in it, from the last state that was written down. Without, a
    /// folder with a search is refused.
    pub resumes: bool,
}

/// What is asked: of which puzzle, in which style, and how much of it.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query, Until, solve};
///
/// let puzzle: Puzzle = "1 x 3\n1 = 1\n1\n01\n".parse().unwrap();
/// let mut query = Query::new(&puzzle, Style::STEP);
/// query.until = Until::Exhausted;
/// let answer = solve(&query, &Budget::default(), &mut ()).unwrap();
/// assert_eq!((answer.moves, answer.counted.total()), (Some(1), 3));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Query<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The meaning of one move.
    pub style: Style,
    /// The way of searching.
    pub engine: Engine,
    /// When to end.
    pub until: Until,
    /// Whether the way to the goal is wanted, or only its length.
    pub wants_solution: bool,
    /// Whether [`Engine::Table`] and [`Engine::Meet`] keep one for all configurations that are mirror images of
    /// each other, or come of each other when the board is turned, where start and goals allow. What is
    /// found is the same.
    pub uses_symmetry: bool,
    /// The ring, for [`Engine::Ring`].
    pub ring: Ring,
    /// The folder of pattern databases, for tile puzzles.
    pub databases: Option<PathBuf>,
    /// Where to search on disk: where a folder is told, [`Engine::Auto`] is [`Engine::Disk`], or [`Engine::Index`] if all is to
    /// be found and pieces of one shape can stand in many orders.
    pub disk: Option<Disk>,
}

impl<'a> Query<'a> {
    /// A shortest solution in this style, by whatever engine suits.
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        Self {
            puzzle,
            style,
            engine: Engine::Auto,
            until: Until::Solved,
            wants_solution: true,
            uses_symmetry: true,
            ring: Ring::default(),
            databases: None,
            disk: None,
        }
    }

    /// Whether a folder is told in which the search is to be.
    pub(crate) fn has_folder(&self) -> bool {
        self.disk.as_ref().is_some_and(|disk| disk.folder.is_some())
    }

    /// The disk to which [`Engine::Auto`] turns where the memory does not suffice.
    pub(crate) fn spare_disk(&self) -> Option<&Disk> {
        let disk = self.disk.as_ref().filter(|disk| disk.folder.is_none());
        disk.filter(|_| self.engine == Engine::Auto)
    }
}
