//! Additive pattern databases, after Korf and Felner.
//!
//! A pattern is some of the tiles. Its database holds, for every placement of these, the least
//! number of moves that they must make themselves to come home, wherever the blank is. Where the
//! tiles are parted into patterns, the sum of the databases' values is a lower bound for the whole.

mod build;
mod cache;
mod index;

pub use build::Built;
pub use cache::{Cache, Refusal};
pub(super) use index::{Index, Order, moved};

use std::ops::Deref;

/// Some tiles of a board, known by their homes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// The goal of the blank.
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

/// The bytes of a database.
enum Bytes {
    Own(Vec<u8>),
    Mapped(cache::Mapped),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Own(bytes) => bytes,
            Bytes::Mapped(mapped) => mapped.bytes(),
        }
    }
}

/// A pattern database.
pub struct Database {
    pattern: Pattern,
    pub(super) index: Index,
    bytes: Bytes,
}

/// Bytes that the database of a pattern takes.
fn size(index: &Index) -> usize {
    index.orders * index.row_bytes()
}

impl Database {
    /// Builds the database of a pattern with the threads of the current pool; `None` if `progress`
    /// wanted no more.
    pub fn build(pattern: Pattern, progress: &mut dyn FnMut(Built) -> bool) -> Option<Database> {
        let index = Index::new(pattern.cells(), pattern.homes.len());
        let bytes = build::build(&pattern, &index, progress)?;
        Some(Database { pattern, index, bytes: Bytes::Own(bytes) })
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Half of what the distance of a placement is above the sum of its tiles' distances.
    #[inline]
    pub(super) fn excess(&self, set: u32, order: Order) -> u8 {
        let set = self.index.set(set);
        let byte = self.index.order(order) * self.index.row_bytes() + set / 2;
        self.bytes[byte] >> (4 * (set % 2)) & 15
    }
}
