//! Shapes: patterns with a lock. Kinds that differ only by name share one.

use super::{Bits, words_for};
use crate::puzzle::{Direction, Kind, Lock, Size};

/// A pattern and its lock.
pub struct Shape<B> {
    /// The cells of a piece with its origin in cell 0. No offset is negative, as the origin is the
    /// first cell in row-major order.
    pub cells: B,
    /// The same as differences of cell numbers, ascending, the first 0.
    pub offsets: Vec<u32>,
    /// Row and column of the same.
    pub pattern: Vec<(i32, i32)>,
    /// The axis that the piece is locked to.
    pub lock: Lock,
    /// For each direction, the offsets of the cells whose next cell in that direction is not the
    /// piece's own.
    pub borders: [Vec<u32>; 4],
}

impl<B: Bits> Shape<B> {
    /// The shape of a kind on a board of `size`.
    pub(super) fn new(size: Size, kind: &Kind) -> Self {
        let pattern = kind.cells();
        let offset = |&(row, col): &(i32, i32)| row as isize * size.cols as isize + col as isize;
        let offsets: Vec<u32> = pattern.iter().map(|cell| offset(cell) as u32).collect();
        let mut cells = B::empty(words_for(size.cells()));
        offsets.iter().for_each(|&offset| cells.insert(offset as usize));
        let set: ahash::AHashSet<(i32, i32)> = pattern.iter().copied().collect();
        let borders = Direction::ALL.map(|direction| {
            let (rows, cols) = direction.delta();
            let exposed = pattern.iter().filter(|&&(r, c)| !set.contains(&(r + rows, c + cols)));
            exposed.map(|cell| offset(cell) as u32).collect()
        });
        Self { cells, offsets, pattern: pattern.to_vec(), lock: kind.lock(), borders }
    }

    /// Whether the piece is locked against steps in a direction.
    #[inline(always)]
    pub fn is_locked(&self, direction: Direction) -> bool {
        let against = if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal };
        self.lock == against
    }
}
