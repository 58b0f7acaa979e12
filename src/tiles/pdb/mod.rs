//! Additive pattern databases, after Korf and Felner.
//!
//! A pattern is some of the tiles. Its database holds, for every placement of these, the least
//! number of moves that they must make themselves to come home, wherever the blank is. Where the
//! tiles are parted into patterns, the sum of the databases' values is a lower bound for the whole.
//!
//! The tables of slides (`tiles/slides/table.rs`) have patterns too, and are kept in the same cache.

mod build;
mod cache;
mod index;

pub use build::Built;
pub use cache::{Cache, Refusal};
pub(super) use index::{Index, Order, moved};

use std::alloc::{Layout, handle_alloc_error};

use super::Metric;
use crate::host::{Pages, pages};
use crate::store::prefetch;

/// Some tiles of a board, known by their homes. For slides, these are places in the order in which
/// the board is read, by rows or by columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What one move is.
    pub metric: Metric,
    /// Rows of the board; for slides, lines that are read.
    pub rows: u8,
    /// Columns of the board; for slides, cells of a line.
    pub cols: u8,
    /// The goal of the blank; for slides, the line of that.
    pub blank: u8,
    /// The homes of the tiles, in order.
    pub homes: Vec<u8>,
}

impl Pattern {
    fn cells(&self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    fn distance(&self, a: u8, b: u8) -> u8 {
        let cols = self.cols;
        (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols)
    }

    /// The distance of each tile from its home, if it lies on a cell.
    fn distances_at(&self, cell: usize) -> [u8; 8] {
        let mut distances = [0; 8];
        for (distance, &home) in distances.iter_mut().zip(&self.homes) {
            *distance = self.distance(home, cell as u8);
        }
        distances
    }

    /// For each cell, those beside it.
    fn beside(&self) -> Vec<u32> {
        let cells = 0..self.cells() as u8;
        let beside = |cell| {
            let near = cells.clone().filter(|&other| self.distance(cell, other) == 1);
            near.fold(0, |set, other| set | 1 << other)
        };
        cells.clone().map(beside).collect()
    }
}

/// A pattern database.
pub struct Database {
    pattern: Pattern,
    pub(super) index: Index,
    bytes: Pages,
}

impl Database {
    /// Builds the database of a pattern with so many threads; `None` if `progress` wanted no more.
    pub fn build(
        pattern: Pattern,
        threads: usize,
        progress: &mut dyn FnMut(Built) -> bool,
    ) -> Option<Database> {
        let bytes = Self::bytes(&pattern, threads, progress)?;
        Some(Self::of(pattern, bytes))
    }

    /// What is in the database of a pattern, built anew.
    pub(super) fn bytes(
        pattern: &Pattern,
        threads: usize,
        progress: &mut dyn FnMut(Built) -> bool,
    ) -> Option<Pages> {
        build::build(pattern, &Self::index(pattern), threads, progress)
    }

    /// The database of a pattern of which this is the content.
    pub(super) fn of(pattern: Pattern, bytes: Pages) -> Database {
        Database { index: Self::index(&pattern), pattern, bytes }
    }

    /// How long the content is.
    pub(super) fn length(pattern: &Pattern) -> usize {
        Self::index(pattern).bytes()
    }

    fn index(pattern: &Pattern) -> Index {
        Index::new(pattern.cells(), pattern.homes.len())
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Where the row of an order begins, in half bytes.
    #[inline(always)]
    pub(super) fn row(&self, order: Order) -> u32 {
        (self.index.order(order) * self.index.row_bytes() * 2) as u32
    }

    /// Where a set of cells stands in a row, in half bytes from the beginning of the database.
    #[inline(always)]
    pub(super) fn place(&self, row: u32, set: u32) -> u32 {
        row + self.index.set(set) as u32
    }

    /// Tells the processor that an entry will be read soon.
    #[inline(always)]
    pub(super) fn call_for(&self, place: u32) {
        prefetch(&self.bytes, place as usize / 2);
    }

    /// An entry: half of what the distance of a placement is above the sum of its tiles' distances.
    #[inline(always)]
    pub(super) fn excess(&self, place: u32) -> u32 {
        u32::from(self.bytes[place as usize / 2] >> (4 * (place % 2)) & 15)
    }
}

/// Memory for a database of so many bytes. Large pages make the search with those of seven and eight
/// tiles 1.5 times as fast.
pub(super) fn memory(bytes: usize) -> Pages {
    pages(bytes).unwrap_or_else(|_| {
        // As for any other memory that is refused.
        handle_alloc_error(Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u8>()))
    })
}
