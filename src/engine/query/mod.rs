//! Queries, budgets, answers and observers of searches.
//!
//! All engines use these types, and [`solve`](crate::solve) makes them public.

mod answer;
mod budget;
mod engine;
mod observer;
mod refusal;

use std::num::NonZeroU32;
use std::path::PathBuf;

pub use answer::{Answer, Counted, Status};
pub use budget::{Budget, FLOOR, Interrupt, Stopped};
pub use engine::{Engine, Layout};
pub use observer::{Advice, Found, Observer, Progress};
pub use refusal::Refusal;

pub use crate::engine::host::MOST_THREADS;
use crate::puzzle::{Puzzle, Style};

/// When a search ends by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Until {
    /// As soon as a goal is reached.
    #[default]
    Solved,
    /// When every reachable position has been found.
    Exhausted,
}

/// How [`Engine::Beam`] searches; other engines ignore it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeamOptions {
    /// The seed of its random choices. Equal seeds and numbers of rounds give equal answers, on any
    /// number of threads.
    pub seed: u64,
    /// The number of rounds; unlimited if `None`. Each round searches once, and shortens what it
    /// found; a round may take twice as long as the one three before.
    pub rounds: Option<NonZeroU32>,
    /// The width of the first beam: the most positions that it keeps of a level, at least 1. Later
    /// ones are wider.
    pub width: u32,
}

impl Default for BeamOptions {
    /// Returns seed 0, any number of rounds, and a width of 2,000.
    fn default() -> Self {
        Self { seed: 0, rounds: None, width: 2_000 }
    }
}

/// The folder in which [`Engine::Sparse`] keeps levels, or [`Engine::Dense`] checkpoints; other engines
/// use none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disk {
    /// The folder. It is created if missing. Only one search at a time can use it.
    pub folder: PathBuf,
    /// Bytes that the search may use in the folder; unlimited if `None`.
    pub limit: Option<u64>,
    /// Whether to resume the search in the folder from its last checkpoint. If not, a folder with a
    /// search is refused.
    pub resumes: bool,
}

impl Disk {
    /// Returns a folder for a new search, without a limit.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), limit: None, resumes: false }
    }
}

/// A query: the puzzle, the style, and how much to find out.
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
    /// The definition of one move.
    pub style: Style,
    /// The engine.
    pub engine: Engine,
    /// The layout of [`Engine::Dense`]; the one that suits if `None`.
    pub layout: Option<Layout>,
    /// When to end.
    pub until: Until,
    /// Whether to return a solution, or only its length.
    pub wants_solution: bool,
    /// Whether [`Engine::Sparse`] and [`Engine::Meet`] store only one of all positions that are
    /// mirror images or rotations of each other, where start and goals allow. The results are the
    /// same.
    pub uses_symmetry: bool,
    /// Number of 32-bit words of the ring of [`Engine::Ring`], a power of two up to
    /// [`MAX_RING_WORDS`](crate::MAX_RING_WORDS); as many as fit the memory limit if `None`. Other
    /// engines ignore it.
    pub ring_words: Option<u64>,
    /// How [`Engine::Beam`] searches. If given, [`Engine::Auto`] uses it when an exact search would
    /// not end before [`Budget::deadline`] or in the memory; the solution may then not be a
    /// shortest one.
    pub beam: Option<BeamOptions>,
    /// The folder of pattern databases, for tile puzzles.
    pub databases: Option<PathBuf>,
    /// Where to search on disk. If given, [`Engine::Auto`] chooses [`Engine::Sparse`], or
    /// [`Engine::Dense`] if only numbers of positions are wanted, and pieces of one shape have many
    /// orders.
    pub disk: Option<Disk>,
}

impl<'a> Query<'a> {
    /// Returns a query for a shortest solution in this style, by the engine that suits.
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        Self {
            puzzle,
            style,
            engine: Engine::Auto,
            layout: None,
            until: Until::Solved,
            wants_solution: true,
            uses_symmetry: true,
            ring_words: None,
            beam: None,
            databases: None,
            disk: None,
        }
    }
}
