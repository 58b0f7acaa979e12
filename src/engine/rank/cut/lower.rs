//! Lower fillings, as lists and as sets.

use std::ops::Range;

use super::bits::transpose;
use super::fillings::Fillings;
use super::ground::OpenCells;

/// All fillings with the same lower pieces and the same parity that are compatible with the
/// protruding cells of at least one profile.
pub struct LowerFillings {
    /// The fillings.
    pub fillings: Fillings,
    /// The minimal sets of protruding cells.
    beside: Vec<OpenCells>,
    /// The first cell after the cut.
    first: usize,
    /// For each cell from there on, a bit for each filling that leaves it empty.
    empty: Vec<Vec<u64>>,
}

impl LowerFillings {
    /// Builds the sets for fillings of some cells, given the minimal sets of protruding cells.
    pub fn new(fillings: Fillings, beside: Vec<OpenCells>, cells: Range<usize>) -> Self {
        let words = fillings.len().div_ceil(64);
        let mut empty = vec![vec![0; words]; cells.len()];
        for at in 0..words {
            let covered = (64 * at..fillings.len().min(64 * at + 64))
                .map(|filling| fillings.covered(filling));
            for first in (0..cells.len()).step_by(64) {
                let mut tile = [0; 64];
                for (bits, covered) in tile.iter_mut().zip(covered.clone()) {
                    *bits = !(covered >> (cells.start + first)) as u64;
                }
                transpose(&mut tile);
                empty[first..].iter_mut().zip(tile).for_each(|(empty, bits)| empty[at] = bits);
            }
        }
        Self { fillings, beside, first: cells.start, empty }
    }

    /// Whether some profile leaves these cells to the lower part.
    pub fn may_have(&self, cells: OpenCells) -> bool {
        self.beside.iter().any(|beside| beside & cells == 0)
    }

    /// Returns a bit for each filling that leaves these cells empty.
    pub fn avoiding(&self, cells: OpenCells) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.fillings.len().div_ceil(64)];
        if let (Some(last), part @ 1..) = (all.last_mut(), self.fillings.len() % 64) {
            *last = (1 << part) - 1;
        }
        self.keep_avoiding(cells, &mut all);
        all
    }

    /// Removes from a set the fillings that do not leave these cells empty.
    pub fn keep_avoiding(&self, cells: OpenCells, set: &mut [u64]) {
        let cells = cells.checked_shr(self.first as u32).unwrap_or(0);
        for (_, empty) in self.empty.iter().enumerate().filter(|(cell, _)| cells >> cell & 1 != 0) {
            set.iter_mut().zip(empty).for_each(|(set, empty)| *set &= empty);
        }
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let empty = self.empty.iter().map(|set| size_of_val(&set[..]) as u64).sum::<u64>();
        self.fillings.bytes() + size_of_val(&self.beside[..]) as u64 + empty
    }
}
