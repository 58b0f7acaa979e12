//! Shapes: patterns with a lock and gates. Kinds that differ only by name share one.

use super::{Bits, words_for};
use crate::puzzle::{Direction, Kind, Lock, Size};

/// A pattern, its lock, and the cells that gates bar to it.
pub struct SpaceShape {
    /// The cells of a piece with its origin in cell 0. No offset is negative, as the origin is the
    /// first cell in row-major order.
    pub cells: Bits,
    /// The same as differences of cell numbers, ascending, the first 0.
    pub offsets: Vec<u32>,
    /// The same as rows and columns.
    pub pattern: Vec<(i32, i32)>,
    /// The axis that the piece is locked to.
    pub lock: Lock,
    /// The cells of the board that gates bar to it, ascending.
    pub closed: Vec<u32>,
    /// The same as a set, and for each direction the origins from which a step leads to them.
    /// `None` if no cell is barred.
    gates: Option<Box<(Bits, [Bits; 4])>>,
    /// For each direction, the offsets of the cells whose next cell in that direction is not the
    /// piece's own.
    pub borders: [Vec<u32>; 4],
}

impl SpaceShape {
    /// Builds the shape of a kind on a board of `size`.
    pub(super) fn new(size: Size, kind: &Kind, closed: &[u32]) -> Self {
        let pattern = kind.cells();
        let offset = |&(row, col): &(i32, i32)| row as isize * size.cols as isize + col as isize;
        let offsets: Vec<u32> = pattern.iter().map(|cell| offset(cell) as u32).collect();
        let mut cells = Bits::empty(words_for(size.cells()));
        offsets.iter().for_each(|&offset| cells.insert(offset as usize));
        let set: ahash::AHashSet<(i32, i32)> = pattern.iter().copied().collect();
        let borders = Direction::ALL.map(|direction| {
            let (rows, cols) = direction.delta();
            let exposed = pattern.iter().filter(|&&(r, c)| !set.contains(&(r + rows, c + cols)));
            exposed.map(|cell| offset(cell) as u32).collect()
        });
        let gates = (!closed.is_empty()).then(|| {
            let mut there = Bits::empty(words_for(size.cells()));
            closed.iter().for_each(|&cell| there.insert(cell as usize));
            let origins = Direction::ALL.map(|direction| {
                let mut origins = Bits::empty(words_for(size.cells()));
                for (&cell, &(row, col)) in
                    closed.iter().flat_map(|c| pattern.iter().map(move |p| (c, p)))
                {
                    let (down, right) = direction.delta();
                    let (r, c) = size.row_col(cell);
                    let row = i64::from(r) - i64::from(row) - i64::from(down);
                    let col = i64::from(c) - i64::from(col) - i64::from(right);
                    size.cell(row, col)
                        .into_iter()
                        .for_each(|origin| origins.insert(origin as usize));
                }
                origins
            });
            Box::new((there, origins))
        });
        Self {
            cells,
            offsets,
            pattern: pattern.to_vec(),
            lock: kind.lock(),
            closed: closed.to_vec(),
            gates,
            borders,
        }
    }

    /// Whether a lock or a gate keeps a piece with this origin from a step in a direction.
    #[inline(always)]
    pub fn is_kept(&self, origin: usize, direction: Direction) -> bool {
        let is_shut = |gates: &(Bits, [Bits; 4])| gates.1[direction as usize].contains(origin);
        self.is_locked(direction) || self.gates.as_deref().is_some_and(is_shut)
    }

    /// Returns the cells that gates bar to it, if there are any.
    pub fn closed_cells(&self) -> Option<&Bits> {
        self.gates.as_deref().map(|(closed, _)| closed)
    }

    /// Whether the piece is locked against steps in a direction.
    #[inline(always)]
    pub fn is_locked(&self, direction: Direction) -> bool {
        let against = if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal };
        self.lock == against
    }
}
