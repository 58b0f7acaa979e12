//! Additive pattern databases, after Korf and Felner.
//!
//! A pattern is a subset of the tiles. Its database holds, for every placement of these, the least
//! number of moves that they must make themselves to reach their homes, with the blank in a region of
//! free cells, or, for seven tiles and more, wherever it is. If the tiles are partitioned into patterns,
//! the sum of the databases' values is a lower bound for the whole.
//!
//! The tables of slides (`tiles/slides/table.rs`) have patterns too, and are kept in the same
//! cache.

mod build;
mod cache;
mod index;
mod places;
mod steps;

pub(super) use build::{BuildGraph, RowSource, distances, moved_first, packed};
pub use cache::Cache;
pub(super) use index::{Order, PlacementIndex, moved};
pub(super) use places::Places;

use std::alloc::{Layout, handle_alloc_error};
use std::fmt::Display;
use std::sync::Arc;

use super::deepening::{MOST_CELLS, is_searched};
use super::{Metric, Run, Tiles};
use crate::engine::host::{Pages, pages};
use crate::engine::query::{Advice, Stopped};
use crate::engine::store::prefetch;
use crate::puzzle::Size;

/// Some tiles of a board, given by their homes. For slides, these are indices in the order in which
/// the board is read, by rows or by columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(super) metric: Metric,
    /// Rows of the board; for slides, lines that are read.
    pub(super) rows: u8,
    /// Columns of the board; for slides, cells of a line.
    pub(super) cols: u8,
    /// The goal of the blank; for slides, the line of that.
    pub(super) blank: u8,
    /// Ascending: the builder relies on it.
    pub(super) homes: Vec<u8>,
}

/// Maximum number of tiles of a pattern.
const MOST_TILES: usize = 8;

/// Why some tiles are not a pattern that has a database, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// A board of an unsupported size.
    #[error(
        "a board of {} x {} has no databases: expected two rows and columns or more, and at most \
        {MOST_CELLS} cells",
        .0.rows, .0.cols
    )]
    Board(Size),
    /// No tile, or too many.
    #[error("a pattern has 1 to {MOST_TILES} tiles, not {0}")]
    Count(usize),
    /// The blank's goal is not on the board.
    #[error("the goal of the blank, {0}, is not on the board")]
    Blank(usize),
    /// A home that is not on the board, is the blank's goal, or occurs twice.
    #[error("{0} is no home of a tile, or is there twice")]
    Home(usize),
    /// More placements than a database can have.
    #[error("{0} placements are too many for a database: expected at most {max}", max = u32::MAX)]
    Placements(u64),
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
    /// Creates a pattern of some tiles of a board. `blank` is the cell where the blank belongs, and
    /// `homes` are the cells of the tiles, in any order. For slides, the rows are lines that are
    /// read, `blank` is a line, and `homes` are indices among the tiles in the order of reading.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such database.
    ///
    /// ```
    /// use sliding::puzzle::Size;
    /// use sliding::tiles::{Metric, pdb::{PatternError, Pattern}};
    ///
    /// let size = Size { rows: 4, cols: 4 };
    /// let pattern = Pattern::new(Metric::Steps, size, 0, &[2, 1, 3]).unwrap();
    /// assert_eq!(pattern.homes(), [1, 2, 3]);
    /// let wrong = Pattern::new(Metric::Steps, size, 0, &[2, 1, 0]);
    /// assert_eq!(wrong, Err(PatternError::Home(0)));
    /// ```
    pub fn new(
        metric: Metric,
        size: Size,
        blank: usize,
        homes: &[usize],
    ) -> Result<Pattern, PatternError> {
        if !is_searched(size) || size.rows < 2 || size.cols < 2 {
            return Err(PatternError::Board(size));
        }
        if homes.is_empty() || homes.len() > MOST_TILES {
            return Err(PatternError::Count(homes.len()));
        }
        let (blanks, places) = match metric {
            Metric::Steps => (size.cells(), size.cells()),
            Metric::Slides => (size.rows as usize, size.cells() - 1),
        };
        if blank >= blanks {
            return Err(PatternError::Blank(blank));
        }
        let mut sorted = homes.to_vec();
        sorted.sort_unstable();
        let is_taken = |home: usize| metric == Metric::Steps && home == blank;
        let wrong = sorted.iter().find(|&&home| home >= places || is_taken(home));
        let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| &pair[0]);
        if let Some(&home) = wrong.or(twice) {
            return Err(PatternError::Home(home));
        }
        let placements = (0..homes.len()).map(|before| (places - before) as u64).product();
        if placements > u64::from(u32::MAX) {
            return Err(PatternError::Placements(placements));
        }
        let (rows, cols) = (size.rows as u8, size.cols as u8);
        let homes = sorted.into_iter().map(|home| home as u8).collect();
        Ok(Pattern { metric, rows, cols, blank: blank as u8, homes })
    }

    /// Returns the metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the board's size; for slides, the lines that are read, and their cells.
    pub fn size(&self) -> Size {
        Size { rows: self.rows.into(), cols: self.cols.into() }
    }

    /// Returns the goal of the blank; for slides, its line.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// Returns the homes of the tiles, in ascending order.
    pub fn homes(&self) -> &[u8] {
        &self.homes
    }

    fn cells(&self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// Returns the distance of each tile from its home, if it lies on a cell.
    fn distances_at(&self, cell: usize) -> [u8; 8] {
        let mut distances = [0; 8];
        for (distance, &home) in distances.iter_mut().zip(&self.homes) {
            *distance = Tiles::distance(self.size(), home.into(), cell) as u8;
        }
        distances
    }

    /// Returns, for each cell, its neighbours.
    fn beside(&self) -> Vec<u32> {
        let beside = |cell| {
            let near = |&other: &usize| Tiles::distance(self.size(), cell, other) == 1;
            (0..self.cells()).filter(near).fold(0, |set, other| set | 1 << other)
        };
        (0..self.cells()).map(beside).collect()
    }
}

/// A pattern database.
pub(super) struct Database {
    pattern: Pattern,
    /// Shared by all databases with as many tiles: a search looks them up for several.
    places: Arc<Places>,
    bytes: Pages,
}

impl Database {
    /// Loads the database of a pattern of steps, or else builds and stores it. It may share its
    /// places with one of `others`.
    pub(super) fn open(
        pattern: Pattern,
        others: &[Database],
        cache: Option<&Cache>,
        run: &mut Run,
    ) -> Result<Database, Stopped> {
        let shape = |pattern: &Pattern| (pattern.rows, pattern.cols, pattern.homes.len());
        let same = others.iter().find(|other| shape(&other.pattern) == shape(&pattern));
        let places =
            same.map_or_else(|| Arc::new(Places::of(&pattern)), |other| other.places.clone());
        let build = |run: &mut Run| steps::build(&pattern, &places, run);
        let bytes = content(&pattern, places.bytes(), cache, run, build)?;
        Ok(Database { pattern, places, bytes })
    }

    /// Returns the pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the offset of an order's row, in half bytes.
    #[inline(always)]
    pub(super) fn row(&self, order: Order) -> u32 {
        self.places.row(order)
    }

    /// Returns the place of an entry, in half bytes from the beginning of the database: that of a set
    /// of cells in a row, with the blank on a free cell.
    #[inline(always)]
    pub(super) fn place(&self, row: u32, set: u32, blank: u8) -> u32 {
        self.places.place(row, set, blank.into())
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: u32) {
        prefetch(&self.bytes, place as usize / 2);
    }

    /// Returns an entry: half of the excess of a placement's distance over the sum of its tiles'
    /// distances.
    #[inline(always)]
    pub(super) fn excess(&self, place: u32) -> u32 {
        u32::from(self.bytes[place as usize / 2] >> (4 * (place % 2)) & 15)
    }
}

/// Returns the content of a pattern's database, from the cache, or else built and stored there.
pub(super) fn content(
    pattern: &Pattern,
    length: usize,
    cache: Option<&Cache>,
    run: &mut Run,
    build: impl FnOnce(&mut Run) -> Result<Pages, Stopped>,
) -> Result<Pages, Stopped> {
    let Some(cache) = cache else { return build(run) };
    let (file, threads) = (cache.file(pattern), run.budget.threads());
    let because = |error: &dyn Display| format!("{}: {error}", file.display());
    if cache.has(pattern) {
        let mut bytes = memory(length);
        match cache.read(pattern, &mut bytes, threads) {
            Ok(()) => return Ok(bytes),
            Err(refusal) => run.observer.advised(&Advice::BuiltAnew(because(&refusal))),
        }
    }
    let bytes = build(run)?;
    if let Err(error) = cache.write(pattern, &bytes, threads) {
        run.observer.advised(&Advice::NotKept(because(&error)));
    }
    Ok(bytes)
}

/// Reserves memory for a database. Large pages make the search with those of seven and eight tiles
/// 1.5 times as fast.
pub(super) fn memory(bytes: usize) -> Pages {
    pages(bytes).unwrap_or_else(|_| {
        // As for any other failed allocation.
        handle_alloc_error(Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u8>()))
    })
}
