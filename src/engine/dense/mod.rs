//! The dense engine: breadth-first bitmap search with one bit per placement, many placements at a
//! time.
//!
//! [`Placements`](placements::Placements) arranges all placements in matrices. A move of one piece
//! is a map of rows times a map of columns ([`transitions`]), so that it moves whole words
//! ([`level`]). The next level overwrites the one before the last: `next = (neighbours of the last)
//! - last - (one before the last)`. In style 0 a move changes the parity of the sum of all
//! coordinates, so the last level is in one half of the placements, and the one before it in the
//! other half: one bit for each placement is enough. `docs/internals/engines.md` explains the
//! whole.

mod bits;
mod board;
mod bridges;
mod census;
mod columns;
mod fillings;
mod goals;
mod level;
mod placements;
mod planes;
mod search;
mod transitions;

use std::ops::{BitXor, Index, IndexMut};

pub use self::census::Census;
pub use self::search::Dense;
use super::bitmap::{BuildError, search_table, stopped_at_start};
use super::disk::planes as checkpointed;
use super::drive::Run;
use crate::engine::query::{Answer, Budget, Disk, Engine, Observer, Query, Refusal};
use crate::puzzle::Style;

/// Even or odd: of the sum of the coordinates of pieces, and so the half that a placement is in; or
/// odd for a move that changes the parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parity {
    Even,
    Odd,
}

impl Parity {
    pub const BOTH: [Self; 2] = [Parity::Even, Parity::Odd];

    /// Returns the parity of a number.
    #[inline(always)]
    pub fn of(number: u64) -> Self {
        if number % 2 == 0 { Parity::Even } else { Parity::Odd }
    }
}

impl BitXor for Parity {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        if self == other { Parity::Even } else { Parity::Odd }
    }
}

impl<T> Index<Parity> for [T; 2] {
    type Output = T;

    #[inline(always)]
    fn index(&self, parity: Parity) -> &T {
        &self[parity as usize]
    }
}

impl<T> IndexMut<Parity> for [T; 2] {
    #[inline(always)]
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
        if query.wants_solution { Keep::Path } else { Keep::Levels }
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
    fn levels(self, style: Style) -> usize {
        let has_both = matches!(self, Keep::Sweep | Keep::Map);
        if alternates(style) && !has_both { 1 } else { 2 }
    }

    /// Returns the bits that are kept of each placement.
    pub fn bits(self, style: Style) -> usize {
        self.marks() + self.levels(style)
    }
}

/// Whether each move leads from one half of the placements to the other: a single step changes the
/// parity of the sum of all coordinates.
fn alternates(style: Style) -> bool {
    style == Style::STEP
}

/// Searches, if there is memory for a bit on every placement. With a folder, counts the positions at
/// each distance, and writes checkpoints of the last two levels to it.
///
/// # Errors
///
/// Where there is no such memory, where pieces move together, where they have too many paths, and
/// where the folder cannot be used.
pub fn search(
    query: &Query,
    disk: Option<&Disk>,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    search_counted(Census::of(query, budget), query, disk, budget, observer)
}

/// Like [`search`], once placements are counted or that has failed.
///
/// # Errors
///
/// Those of [`search`].
pub fn search_counted(
    census: Result<Census, BuildError>,
    query: &Query,
    disk: Option<&Disk>,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let built =
        census.and_then(|census| Dense::build(census, query.style, Keep::of(query), budget));
    match (built, disk) {
        (Ok(mut dense), None) => {
            Ok(search_table(&mut dense, query, Engine::Cut, &mut Run { budget, observer }))
        }
        (Ok(mut dense), Some(disk)) => {
            let run = &mut Run { budget, observer };
            Ok(checkpointed::search(&mut dense, Engine::Cut, query, disk, run)?)
        }
        (Err(BuildError::Stopped(stopped)), _) => {
            Ok(stopped_at_start(query.puzzle, Engine::Cut, stopped, observer))
        }
        (Err(BuildError::Refused(refusal)), _) => Err(refusal),
    }
}
