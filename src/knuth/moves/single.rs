//! Single pieces as movers: styles 0 to 2.

use std::ops::ControlFlow;

use super::{Movement, Mover, MoverList};
use crate::knuth::space::{Bits, MoveSource, Space, words_for};
use crate::puzzle::Direction;

/// One piece at a time.
pub struct SingleMovement {
    /// Covered cells from which a step enters an empty cell.
    ahead: Bits,
    /// The origins of the pieces that can move.
    able: Bits,
}

impl Movement for SingleMovement {
    const DIRECTIONS: [Direction; 4] = Direction::ALL;
    const SINGLE: bool = true;

    fn new(space: &Space) -> Self {
        let empty = || Bits::empty(words_for(space.size.cells()));
        Self { ahead: empty(), able: empty() }
    }

    /// Lists the pieces by descending origin. Only those next to an empty cell are examined. They
    /// are never too many: a full board of 2^20 cells lists them all.
    #[inline(always)]
    fn list(
        &mut self,
        space: &Space,
        source: &MoveSource,
        direction: Direction,
        except: Option<usize>,
        movers: &mut MoverList,
    ) -> ControlFlow<()> {
        let Self { ahead, able } = self;
        space.ahead(source, direction, ahead);
        able.clear();
        for cell in ahead.ascending() {
            let origin = space.origin_of(source, cell);
            if except == Some(origin) {
                continue;
            }
            let shape = space.shape_at(source, origin);
            let borders = &shape.borders[direction as usize];
            let is_free = borders.iter().all(|&border| ahead.contains(origin + border as usize));
            if is_free && !shape.is_kept(origin, direction) {
                able.insert(origin);
            }
        }
        for origin in able.descending() {
            let shape = space.shape_at(source, origin);
            movers.push().shift(&shape.cells, origin as isize);
        }
        ControlFlow::Continue(())
    }

    fn each<T>(
        &mut self,
        _: &Space,
        _: &MoveSource,
        _: Direction,
        _: impl FnMut(Option<&Bits>) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        unreachable!("single pieces are always listed")
    }

    fn sort(&mut self, _: &Space, _: &MoveSource, _: Direction, _: &mut [Mover]) {}
}
