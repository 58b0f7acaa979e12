//! Additive pattern databases, after Korf and Felner.
//!
//! A pattern is a subset of the tiles. Its database holds, for every placement of these, the least
//! number of moves that they must make themselves to reach their homes, with the blank in a region of
//! free cells, or, for seven tiles and more, wherever it is. If the tiles are partitioned into patterns,
//! the sum of the databases' values is a lower bound for the whole.
//!
//! The databases for slides (`tiles/slides.rs`) count slides from line to line.

mod build;
mod cache;
mod index;
mod places;

pub(super) use build::{BuildGraph, RowSource, build, moved_first};
pub use cache::Cache;
pub(super) use index::{Order, moved};
pub(super) use places::Places;

use std::alloc::{Layout, handle_alloc_error};
use std::fmt::Display;
use std::sync::Arc;

use super::deepening::MOST_CELLS;
use super::{Metric, Run, slides};
use crate::engine::host::{Pages, pages};
use crate::engine::query::{Advice, Stopped};
use crate::engine::store::prefetch;
use crate::puzzle::Size;

/// Up to eight tiles of a board, given by their homes. For slides, these are indices in the order in
/// which the board is read, by rows or by columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(super) metric: Metric,
    /// The size of the board; for slides, the lines that are read, and their cells.
    pub(super) size: Size,
    /// The goal of the blank; for slides, the line of that.
    pub(super) blank: usize,
    /// Ascending: the builder relies on it.
    pub(super) homes: Vec<u8>,
}

/// Why a board has no pattern databases.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// A board of an unsupported size.
    #[error(
        "a board of {} x {} has no databases: expected two rows and columns or more, and at most \
        {MOST_CELLS} cells",
        .0.rows, .0.cols
    )]
    Board(Size),
    /// The blank's goal is not on the board.
    #[error("the goal of the blank, {0}, is not on the board")]
    Blank(usize),
    /// A limit ended the building of databases.
    #[error("stopped before the databases were built")]
    Stopped(Stopped),
}

impl From<Stopped> for PatternError {
    fn from(stopped: Stopped) -> PatternError {
        PatternError::Stopped(stopped)
    }
}

impl Pattern {
    /// Creates a pattern of one to eight tiles of a board of up to 25 cells. `blank` is the cell where
    /// the blank belongs, and `homes` are the cells of the tiles, in any order. For slides, the rows
    /// are lines that are read, `blank` is a line, and `homes` are indices among the tiles in the order
    /// of reading.
    ///
    /// ```
    /// use sliding::puzzle::Size;
    /// use sliding::tiles::{Metric, pdb::Pattern};
    ///
    /// let pattern = Pattern::new(Metric::Steps, Size { rows: 4, cols: 4 }, 0, &[2, 1, 3]);
    /// assert_eq!(pattern.homes(), [1, 2, 3]);
    /// ```
    pub fn new(metric: Metric, size: Size, blank: usize, homes: &[usize]) -> Pattern {
        let mut homes = Vec::from_iter(homes.iter().map(|&home| home as u8));
        homes.sort_unstable();
        Pattern { metric, size, blank, homes }
    }

    /// Returns the homes of the tiles, in ascending order.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }
}

/// A pattern database.
pub(super) struct Database {
    pub pattern: Pattern,
    pub places: Arc<Places>,
    bytes: Pages,
}

/// The state of the tiles of a pattern.
#[derive(Clone, Copy, Default)]
pub(super) struct PatternState {
    /// Their cells; for slides, their places in the order of reading.
    pub cells: u32,
    /// Their order.
    pub order: Order,
    /// The offset of the order's row in the database, in half bytes.
    pub row: u32,
    /// The database's entry.
    pub excess: u32,
}

impl Database {
    /// Loads the database of a pattern, or else builds and stores it.
    pub fn open(
        pattern: Pattern,
        cache: Option<&Cache>,
        run: &mut Run,
    ) -> Result<Database, Stopped> {
        let places = Places::of(&pattern);
        let because = |cache: &Cache, error: &dyn Display| {
            format!("{}: {error}", cache.file(&pattern).display())
        };
        if let Some(cache) = cache.filter(|cache| cache.has(&pattern)) {
            let mut bytes = memory(places.bytes());
            match cache.read(&pattern, &mut bytes) {
                Ok(()) => return Ok(Database { pattern, places, bytes }),
                Err(error) => run.observer.advised(&Advice::BuiltAnew(because(cache, &error))),
            }
        }
        let bytes = match pattern.metric {
            Metric::Steps => places::database(&pattern, &places, run)?,
            Metric::Slides => slides::database(&pattern, &places, run)?,
        };
        if let Some(cache) = cache
            && let Err(error) = cache.write(&pattern, &bytes)
        {
            run.observer.advised(&Advice::NotKept(because(cache, &error)));
        }
        Ok(Database { pattern, places, bytes })
    }

    /// Returns the state of the pattern's tiles, given the home of the tile on each cell, and the cell
    /// or the line of the blank.
    pub fn state(&self, homes: &[u8], blank: u8) -> PatternState {
        let mut state = PatternState::default();
        for (cell, home) in homes.iter().enumerate() {
            if let Ok(tile) = self.pattern.homes.binary_search(home) {
                state.order |= (tile as Order) << (3 * state.cells.count_ones());
                state.cells |= 1 << cell;
            }
        }
        state.row = self.places.row(state.order);
        state.excess = self.entry(self.places.place(state.row, state.cells, blank.into()));
        state
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, place: u32) {
        prefetch(&self.bytes, place as usize / 2);
    }

    /// Returns an entry: for steps, half of the excess of a placement's distance over the sum of its
    /// tiles' distances; for slides, those from line to line.
    #[inline(always)]
    pub fn entry(&self, place: u32) -> u32 {
        u32::from(self.bytes[place as usize / 2] >> (4 * (place % 2)) & 15)
    }
}

/// Reserves memory for a database. Large pages make the search with those of seven and eight tiles
/// 1.5 times as fast.
fn memory(bytes: usize) -> Pages {
    pages(bytes).unwrap_or_else(|_| {
        // As for any other failed allocation.
        handle_alloc_error(Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u8>()))
    })
}
