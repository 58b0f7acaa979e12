//! Single pieces as movers: styles 0 to 2.

use super::{Movement, Mover, Movers};
use crate::puzzle::Direction;
use crate::space::{Bits, Source, Space, words_for};

/// One piece at a time.
pub struct Single<B> {
    empty: B,
    can_move: B,
    open: B,
    shifted: B,
    /// The origins of the pieces of each shape.
    origins: Vec<B>,
}

impl<B: Bits> Movement<B> for Single<B> {
    const DIRECTIONS: [Direction; 4] = Direction::ALL;
    const IN_ORDER: bool = true;
    const AMBIGUOUS: bool = false;

    fn new(space: &Space<B>) -> Self {
        let empty = || B::empty(words_for(space.size.cells()));
        Self {
            empty: empty(),
            can_move: empty(),
            open: empty(),
            shifted: empty(),
            origins: vec![empty(); space.shapes.len()],
        }
    }

    #[inline(always)]
    fn look(&mut self, space: &Space<B>, source: &Source<B>) {
        space.sort_by_shape(&source.position, &mut self.origins);
        let occupied = source.position.occupied.words();
        for (word, &occupied) in self.empty.words_mut().iter_mut().zip(occupied) {
            *word = !occupied;
        }
    }

    /// The pieces by descending origin.
    ///
    /// For all pieces of one shape at once, the origins that can take the step are those whose
    /// front cells, shifted back, are all empty.
    #[inline(always)]
    fn list(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        direction: Direction,
        movers: &mut Movers<B>,
    ) {
        self.can_move.clear();
        for (shape, origins) in space.shapes.iter().zip(&self.origins) {
            self.open.copy(origins);
            self.open.intersect(&shape.allowed[direction as usize]);
            for &front in &shape.fronts[direction as usize] {
                self.shifted.shift(&self.empty, -front);
                self.open.intersect(&self.shifted);
            }
            self.can_move.unite(&self.open);
        }
        for at in (0..self.can_move.words().len()).rev() {
            let mut word = self.can_move.words()[at];
            while word != 0 {
                let bit = 63 - word.leading_zeros() as usize;
                word ^= 1 << bit;
                let origin = at * 64 + bit;
                let shape = space.shape_at(&source.position, origin);
                movers.push().shift(&shape.cells, origin as isize);
            }
        }
    }

    fn sort(&mut self, _: &Space<B>, _: &Source<B>, _: Direction, _: &mut [Mover<B>]) {}
}
