//! The dense engine: breadth-first bitmap search with one to four bits for each placement, many
//! placements at a time (two-bit search: Cooperman and Finkelstein 1992, Korf 2008).
//!
//! A [`Layout`](layout::Layout) arranges all placements in blocks of bits: [`matrices`] if pieces are
//! alike, [`rows`] if they are not. A move of one piece is a map of whole words, and so the next level
//! is made block by block ([`level`]). It overwrites the one before the last: `next = (neighbours of
//! the last) - last - (one before the last)`. Where each move leads from one half of the placements
//! to the other, as single steps do that change the parity of the sum of all coordinates, the last
//! level is in one half, and the one before it in the other: one bit for each placement is enough.
//! `docs/internals/engines.md` explains the whole.

mod bits;
mod board;
mod bridges;
mod census;
mod columns;
mod fillings;
mod goals;
mod layout;
mod level;
mod matrices;
mod placements;
mod planes;
mod rows;
mod search;
mod transitions;

use std::ops::{BitXor, Index, IndexMut};

use num_bigint::BigUint;

pub use self::census::Census;
use self::matrices::Matrices;
use self::rows::Rows;
pub use self::rows::{MOST_ORDERS, SkeletonMoves};
pub use self::search::{Dense, report_start};
use super::drive::{Run, answer};
use super::folder::planes as checkpointed;
use super::guard::Guard;
use crate::engine::query::{
    Answer, Budget, Counted, Disk, Engine, Layout, Observer, Query, Refusal, Status, Stopped,
};
use crate::puzzle::{Puzzle, Style};

/// Even or odd: of the sum of the coordinates of pieces, and so the half that a placement is in; or
/// odd for a move that changes the parity.
#[derive(Clone, Copy, PartialEq)]
pub enum Parity {
    Even,
    Odd,
}

impl Parity {
    pub const BOTH: [Self; 2] = [Parity::Even, Parity::Odd];

    /// Returns the parity of a number.
    pub fn of(number: u64) -> Self {
        if number.is_multiple_of(2) { Parity::Even } else { Parity::Odd }
    }
}

impl BitXor for Parity {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        if self == other { Parity::Even } else { Parity::Odd }
    }
}

impl<T> Index<Parity> for [T; 2] {
    type Output = T;

    fn index(&self, parity: Parity) -> &T {
        &self[parity as usize]
    }
}

impl<T> IndexMut<Parity> for [T; 2] {
    fn index_mut(&mut self, parity: Parity) -> &mut T {
        &mut self[parity as usize]
    }
}

/// What is kept of each placement besides the last levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing.
    Levels,
    /// Nothing, but the first level may be in both halves.
    Sweep,
    /// Marks that lead back from a goal.
    Path,
    /// Whether it was found; and then marks, and levels that may be in both halves.
    Map,
}

impl Keep {
    /// Returns what a query needs.
    pub fn of(query: &Query) -> Self {
        if query.wants_solution && !query.puzzle.goals().is_empty() {
            Keep::Path
        } else {
            Keep::Levels
        }
    }

    /// Returns the bits of a placement that hold its distance modulo 3.
    fn marks(self) -> usize {
        match self {
            Keep::Levels | Keep::Sweep => 0,
            Keep::Path | Keep::Map => 2,
        }
    }

    /// Returns the bits of a placement that hold levels. A level may be in both halves though each
    /// move leads from one to the other.
    fn levels(self, alternates: bool) -> usize {
        let has_both = matches!(self, Keep::Sweep | Keep::Map);
        if alternates && !has_both { 1 } else { 2 }
    }

    /// Returns the bits that are kept of each placement, given whether each move leads from one
    /// half of the placements to the other.
    pub fn bits(self, alternates: bool) -> usize {
        self.marks() + self.levels(alternates)
    }
}

/// Whether each move leads from one half of the placements to the other: a single step changes the
/// parity of the sum of all coordinates.
pub fn alternates(style: Style) -> bool {
    style == Style::STEP
}

/// Why there is no search.
#[derive(Debug)]
pub enum BuildError {
    /// It is impossible.
    Refused(Refusal),
    /// A limit stopped it.
    Stopped(Stopped),
}

impl From<Refusal> for BuildError {
    fn from(refusal: Refusal) -> Self {
        BuildError::Refused(refusal)
    }
}

impl BuildError {
    /// Returns why placements were not numbered, given the guard of the budget.
    fn of(guard: &Guard, budget: &Budget) -> Self {
        match guard.verdict() {
            Err(stopped) if stopped != Stopped::Memory => Self::Stopped(stopped),
            _ => Refusal::Uncountable { allowed: budget.memory }.into(),
        }
    }
}

/// Returns the refusal of a search whose placements need some bytes, of which `left` are left.
fn too_many(all: &BigUint, bytes: impl Into<BigUint>, left: u64, budget: &Budget) -> Refusal {
    Refusal::TooManyPlacements {
        placements: Box::new(all.clone()),
        needed: Box::new(bytes.into() + (budget.memory - left)),
        allowed: budget.memory,
    }
}

/// The fraction of the memory for counting placements is 1 / `COUNTING_PART`.
const COUNTING_PART: u64 = 4;

impl<'a> Dense<'a> {
    /// Builds a search.
    ///
    /// # Errors
    ///
    /// Where there is no memory for a bit on every placement, and where a limit stops it. Matrices
    /// also where pieces move together, and where they have too many paths.
    pub fn build(
        query: &Query<'a>,
        layout: Layout,
        keep: Keep,
        budget: &Budget,
    ) -> Result<Self, BuildError> {
        match layout {
            Layout::Matrices => {
                let bytes = budget.room() / COUNTING_PART;
                let census = Census::new(query.puzzle, query.style, budget, bytes)?;
                Self::counted(census, query, keep, budget)
            }
            Layout::Rows => {
                Ok(Self::new(Rows::arrange(query, keep, budget)?, query, keep, budget)?)
            }
        }
    }

    /// Builds a search with matrices, once placements are counted.
    ///
    /// # Errors
    ///
    /// Those of [`Dense::build`].
    pub fn counted(
        census: Census,
        query: &Query<'a>,
        keep: Keep,
        budget: &Budget,
    ) -> Result<Self, BuildError> {
        let matrices = Matrices::arrange(census, query.style, keep, budget)?;
        Ok(Self::new(matrices, query, keep, budget)?)
    }
}

/// Searches. With a folder, counts the positions at each distance, and writes checkpoints of the last
/// two levels to it.
///
/// # Errors
///
/// Where there is no search, and where the folder cannot be used.
pub fn search(
    built: Result<Dense, BuildError>,
    query: &Query,
    disk: Option<&Disk>,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    match (built, disk) {
        (Ok(mut dense), None) => {
            Ok(answer(&mut dense, query, Engine::Dense, &mut Run { budget, observer }))
        }
        (Ok(mut dense), Some(disk)) => {
            Ok(checkpointed::search(&mut dense, query, disk, &mut Run { budget, observer })?)
        }
        (Err(BuildError::Stopped(stopped)), _) => {
            Ok(stopped_at_start(query.puzzle, stopped, observer))
        }
        (Err(BuildError::Refused(refusal)), _) => Err(refusal),
    }
}

/// Returns the answer of a search that was stopped before it began.
fn stopped_at_start(puzzle: &Puzzle, stopped: Stopped, observer: &mut dyn Observer) -> Answer {
    report_start(puzzle, observer);
    observer.level_ends(0, 1);
    let counted = Counted::Reached { levels: vec![1], configurations: 1 };
    let moves = puzzle.is_solved_by(puzzle.start()).then_some(0);
    Answer { moves, ..Answer::new(Status::Stopped(stopped), Engine::Dense, counted) }
}
