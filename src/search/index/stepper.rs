//! All moves from one position, one after the other.

use std::ops::ControlFlow;

use crate::moves::walk::{Onward, Walker};
use crate::moves::{Movement, Mover, Movers};
use crate::puzzle::Reach;
use crate::space::{Bits, Position, Source, Space};

/// Makes the moves of a style.
pub struct Stepper<B, M> {
    pub movement: M,
    movers: Movers<B>,
    walker: Walker<B>,
    source: Source<B>,
    reach: Reach,
}

impl<B: Bits, M: Movement<B>> Stepper<B, M> {
    pub fn new(space: &Space<B>, reach: Reach) -> Self {
        Self {
            movement: M::new(space),
            movers: Movers::new(space),
            walker: Walker::new(space),
            source: space.source(),
            reach,
        }
    }

    /// Tells `arrive` of each move from a packed position: where it leads, the mover's cells and
    /// the change of their numbers. Several moves may lead to the same position.
    #[inline(always)]
    pub fn each(
        &mut self,
        space: &Space<B>,
        packed: &[u32],
        mut arrive: impl FnMut(&Position<B>, &B, isize),
    ) {
        let Self { movement, movers, walker, source, reach } = self;
        space.unpack(packed, source);
        for direction in M::DIRECTIONS {
            movers.clear();
            movement.list(space, source, direction, None, movers);
            for Mover { cells, .. } in movers.as_slice() {
                let slides = *reach == Reach::Slide;
                walker.straight(space, source, cells, direction, slides, |position, moved| {
                    arrive(position, cells, moved);
                });
                if *reach == Reach::Walk {
                    let _ = walker.beyond(space, source, cells, direction, |position, moved| {
                        arrive(position, cells, moved);
                        ControlFlow::<(), Onward>::Continue(Onward::Yes)
                    });
                }
            }
        }
    }
}
