//! All moves from one position, one after the other.

use std::ops::ControlFlow;

use crate::knuth::moves::walk::{Onward, Walker};
use crate::knuth::moves::{Movement, Mover, Movers};
use crate::knuth::space::{Bits, Position, Source, Space};
use crate::puzzle::{Direction, Reach};

/// Makes the moves of a style.
pub struct Stepper<B, M> {
    movement: M,
    movers: Movers<B>,
    walker: Walker<B>,
    source: Source<B>,
    reach: Reach,
    /// The movers that have walked, each with the places that its first cell was in. The list
    /// keeps its memory; so many are in use.
    walks: Vec<(B, B)>,
    walked: usize,
}

impl<B: Bits, M: Movement<B>> Stepper<B, M> {
    pub fn new(space: &Space<B>, reach: Reach) -> Self {
        Self {
            movement: M::new(space),
            movers: Movers::new(space),
            walker: Walker::new(space),
            source: space.source(),
            reach,
            walks: Vec::new(),
            walked: 0,
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
        space.unpack(packed, &mut self.source);
        self.walked = 0;
        for direction in M::DIRECTIONS {
            let Self { movement, movers, walker, source, reach, .. } = self;
            movers.clear();
            let _ = movement.list(space, source, direction, None, movers);
            if *reach == Reach::Walk {
                self.walk(space, direction, &mut arrive);
                continue;
            }
            for Mover { cells, .. } in movers.as_slice() {
                let slides = *reach == Reach::Slide;
                walker.straight(space, source, cells, direction, slides, |position, moved| {
                    arrive(position, cells, moved);
                });
            }
        }
    }

    /// Makes the walks that begin in a direction. Where a mover's walk in another direction has
    /// been, it does not go again.
    fn walk(
        &mut self,
        space: &Space<B>,
        direction: Direction,
        arrive: &mut impl FnMut(&Position<B>, &B, isize),
    ) {
        let Self { movers, walker, source, walks, walked, .. } = self;
        for Mover { cells, .. } in movers.as_slice() {
            let known =
                walks[..*walked].iter().position(|(mover, _)| mover.words() == cells.words());
            let at = known.unwrap_or_else(|| {
                if *walked == walks.len() {
                    walks.push((cells.clone(), cells.clone()));
                }
                walks[*walked].0.copy(cells);
                walks[*walked].1.clear();
                *walked += 1;
                *walked - 1
            });
            let been = &mut walks[at].1;
            let first = cells.first().expect("a mover has cells") as isize;
            if been.contains((first + space.delta(direction)) as usize) {
                continue;
            }
            let mut reach = |position: &Position<B>, moved: isize| {
                been.insert((first + moved) as usize);
                arrive(position, cells, moved);
            };
            walker.straight(space, source, cells, direction, false, &mut reach);
            let _ = walker.beyond(space, source, cells, direction, |position, moved| {
                reach(position, moved);
                ControlFlow::<(), Onward>::Continue(Onward::Yes)
            });
        }
    }
}
