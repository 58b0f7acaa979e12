//! Places pieces on a board in the first possible way.

use super::family::Family;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::Placement;

/// Steps between two checks of the budget.
const STEPS: u64 = 1 << 16;

/// A board that is being filled.
pub struct Filling<'a> {
    family: &'a Family,
    /// For each kind its shape, and the number of pieces left.
    kinds: Vec<(usize, u32)>,
    taken: Vec<bool>,
    placed: Vec<Placement>,
    /// Cells that may stay empty.
    spare: usize,
    has_target: bool,
    steps: u64,
}

impl<'a> Filling<'a> {
    /// Creates an empty board for pieces of these kinds: for each its shape, and their number.
    pub fn new(family: &'a Family, kinds: Vec<(usize, u32)>, has_target: bool) -> Self {
        let cells = family.size.cells();
        let own = kinds.iter().map(|&(shape, count)| count * family.cells_of(shape)).sum::<u32>();
        Self {
            family,
            kinds,
            taken: vec![false; cells],
            placed: Vec::new(),
            spare: cells.saturating_sub(own as usize),
            has_target,
            steps: 0,
        }
    }

    /// Returns the first way to place all pieces, with the origin of a target piece at a cell.
    pub fn first(
        mut self,
        main: Option<u32>,
        budget: &Budget,
    ) -> Result<Option<Vec<Placement>>, Stopped> {
        if main.is_some_and(|cell| !self.put(Placement { cell, kind: 0 })) {
            return Ok(None);
        }
        match self.fill(0, budget) {
            Err(None) => Ok(Some(self.placed)),
            Err(Some(stopped)) => Err(stopped),
            Ok(()) => Ok(None),
        }
    }

    /// Fills all cells from one on. Returns `Break` once all pieces are placed.
    fn fill(&mut self, from: usize, budget: &Budget) -> Result<(), Option<Stopped>> {
        if self.kinds.iter().all(|&(_, left)| left == 0) {
            return Err(None);
        }
        let Some(next) = self.taken[from..].iter().position(|&taken| !taken) else {
            return Ok(());
        };
        let cell = from + next;
        for kind in 0..self.kinds.len() {
            self.look(budget)?;
            let piece = Placement { cell: cell as u32, kind: kind as u8 };
            if self.put(piece) {
                self.fill(cell + 1, budget)?;
                self.take(piece);
            }
        }
        if self.spare > 0 {
            self.spare -= 1;
            self.fill(cell + 1, budget)?;
            self.spare += 1;
        }
        Ok(())
    }

    fn look(&mut self, budget: &Budget) -> Result<(), Option<Stopped>> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) { budget.look().map_err(Some) } else { Ok(()) }
    }

    /// Places a piece, if one is left and may be there.
    fn put(&mut self, piece: Placement) -> bool {
        let (shape, left) = self.kinds[usize::from(piece.kind)];
        let is_main = self.has_target && piece.kind == 0;
        let row = self.family.size.row_col(piece.cell).0;
        let fits = left > 0
            && self.family.permits(shape, is_main, row)
            && covered(self.family, shape, piece.cell)
                .is_some_and(|cells| cells.iter().all(|&cell| !self.taken[cell]));
        if fits {
            self.set(piece, shape, true);
            self.kinds[usize::from(piece.kind)].1 -= 1;
            self.placed.push(piece);
        }
        fits
    }

    fn take(&mut self, piece: Placement) {
        let (shape, left) = &mut self.kinds[usize::from(piece.kind)];
        *left += 1;
        let shape = *shape;
        self.set(piece, shape, false);
        self.placed.pop();
    }

    fn set(&mut self, piece: Placement, shape: usize, taken: bool) {
        let cells = covered(self.family, shape, piece.cell).unwrap_or_default();
        cells.into_iter().for_each(|cell| self.taken[cell] = taken);
    }
}

/// Returns the cells that a piece with its origin at a cell covers, if they are on the board.
pub fn covered(family: &Family, shape: usize, origin: u32) -> Option<Vec<usize>> {
    let size = family.size;
    let (row, col) = size.row_col(origin);
    let cells = family.shapes[shape].shape.cells();
    let first = cells[0].1;
    let cell = |&(r, c): &(i32, i32)| {
        let cell = size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c - first));
        cell.map(|cell| cell as usize)
    };
    cells.iter().map(cell).collect()
}
