//! Single pieces as movers: styles 0 to 2.

use std::ops::ControlFlow;

use super::Movement;
use crate::puzzle::Direction;
use crate::space::{Bits, Source, Space};

/// One piece at a time.
pub struct Single<B> {
    empty: B,
    can_move: B,
    open: B,
    shifted: B,
    cells: B,
    /// The shape of the piece with its origin in each cell.
    shape_at: Vec<u8>,
}

impl<B: Bits> Movement<B> for Single<B> {
    const AMBIGUOUS: bool = false;

    fn new(space: &Space<B>) -> Self {
        let empty = || B::empty(crate::space::words_for(space.size.cells()));
        Self {
            empty: empty(),
            can_move: empty(),
            open: empty(),
            shifted: empty(),
            cells: empty(),
            shape_at: vec![0; space.size.cells()],
        }
    }

    /// Directions right, left, down, up; in each, the pieces by descending origin.
    ///
    /// For all pieces of one shape at once, the origins that can take the step are those whose
    /// front cells, shifted back, are all empty.
    #[inline(always)]
    fn movers<T>(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        mut visit: impl FnMut(&B, Direction) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        for (word, &occupied) in
            self.empty.words_mut().iter_mut().zip(source.position.occupied.words())
        {
            *word = !occupied;
        }
        for &(origin, shape) in &source.pieces {
            self.shape_at[origin as usize] = shape;
        }
        for direction in Direction::ALL {
            self.can_move.clear();
            for (shape, origins) in space.shapes.iter().zip(&source.origins) {
                self.open.copy(origins);
                let open = &mut self.open;
                open.intersect(&shape.allowed[direction as usize]);
                for &front in &shape.fronts[direction as usize] {
                    self.shifted.shift(&self.empty, -front);
                    open.intersect(&self.shifted);
                }
                self.can_move.unite(open);
            }
            for at in (0..self.can_move.words().len()).rev() {
                let mut word = self.can_move.words()[at];
                while word != 0 {
                    let bit = 63 - word.leading_zeros() as usize;
                    word ^= 1 << bit;
                    let origin = at * 64 + bit;
                    let shape = &space.shapes[usize::from(self.shape_at[origin])];
                    self.cells.shift(&shape.cells, origin as isize);
                    visit(&self.cells, direction)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
