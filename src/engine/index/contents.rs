//! The contents of a board's cells before and after a move.

use crate::engine::moves::Moved;
use crate::puzzle::Placement;

/// For each cell 1 plus the number of the kind whose piece has its origin there, or 0 if there is
/// none, as [`Ranking::rank_cells`](crate::engine::rank::Ranking::rank_cells) expects.
pub struct Contents {
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Contents {
    /// Builds an empty board of `cells` cells.
    pub fn new(cells: usize) -> Self {
        Self { before: vec![0; cells], after: vec![0; cells] }
    }

    /// Replaces the pieces on the board.
    #[inline(always)]
    pub fn put(&mut self, pieces: &[Placement]) {
        self.before.fill(0);
        for piece in pieces {
            self.before[piece.cell as usize] = piece.kind + 1;
        }
    }

    /// Returns the contents of the cells after a move.
    #[inline(always)]
    pub fn after(&mut self, moved: &Moved) -> &[u8] {
        self.after.copy_from_slice(&self.before);
        // All leave before any arrives, as one may enter the place of another.
        moved.each_origin(|cell| self.after[cell as usize] = 0);
        moved.each_origin(|cell| {
            let to = cell.wrapping_add_signed(moved.by);
            self.after[to as usize] = self.before[cell as usize];
        });
        &self.after
    }
}
