//! Single pieces as movers: styles 0 to 2.

use super::{Movement, Mover, Movers};
use crate::puzzle::Direction;
use crate::space::{Bits, Shape, Source, Space, words_for};

/// One piece at a time.
pub struct Single<B> {
    empty: B,
    /// The cells from which a step enters an empty cell.
    ahead: B,
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
            ahead: empty(),
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
    /// border cells all have an empty cell next to them.
    #[inline(always)]
    fn list(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        direction: Direction,
        movers: &mut Movers<B>,
    ) {
        self.ahead.shift(&self.empty, -space.delta(direction));
        self.ahead.subtract(&space.edges[direction as usize]);
        for at in (0..self.ahead.words().len()).rev() {
            let mut can_move = 0;
            for (shape, origins) in space.shapes.iter().zip(&self.origins) {
                can_move |= self.can_move(at, shape, origins, direction);
            }
            while can_move != 0 {
                let bit = 63 - can_move.leading_zeros() as usize;
                can_move ^= 1 << bit;
                let origin = at * 64 + bit;
                let shape = space.shape_at(&source.position, origin);
                movers.push().shift(&shape.cells, origin as isize);
            }
        }
    }

    fn sort(&mut self, _: &Space<B>, _: &Source<B>, _: Direction, _: &mut [Mover<B>]) {}
}

impl<B: Bits> Single<B> {
    /// One word of the origins of the pieces of a shape that can take a step.
    #[inline(always)]
    fn can_move(&self, at: usize, shape: &Shape<B>, origins: &B, direction: Direction) -> u64 {
        let mut open = origins.words()[at];
        if shape.is_locked(direction) {
            open = 0;
        }
        for &border in &shape.borders[direction as usize] {
            if open == 0 {
                break;
            }
            open &= self.ahead.shifted_word(at, -(border as isize));
        }
        open
    }
}
