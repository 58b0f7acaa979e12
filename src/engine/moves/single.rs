//! Moves of single pieces: styles 0 to 2.

use std::slice;

use super::{Batch, LastMove, ListedMove, Neighbours, ShapeStep, StepMasks};
use crate::engine::board::{Cells, Code, Coding, Lanes};
use crate::puzzle::{Puzzle, Reach, Style};

/// Lists the moves of single pieces on boards of at most `64 * N` cells, `L` positions at a time.
pub struct SingleMoves<const N: usize, const L: usize> {
    masks: StepMasks<N>,
    reach: Reach,
    /// For each shape, the origins of its pieces on all boards of a group.
    origins: Vec<Lanes<N, L>>,
    /// For each step of the masks, the origins of the pieces that can take it.
    able: Vec<Lanes<N, L>>,
}

impl<const N: usize, const L: usize> SingleMoves<N, L> {
    pub fn new(puzzle: &Puzzle, style: Style) -> Self {
        let masks = StepMasks::new(puzzle);
        Self {
            reach: style.reach(),
            origins: vec![Lanes::EMPTY; masks.coding.figures.len()],
            able: vec![Lanes::EMPTY; masks.steps.len()],
            masks,
        }
    }

    /// Finds the pieces that can take each step.
    #[inline(always)]
    fn sieve<const W: usize>(
        &mut self,
        sources: &[Code<W>],
        last_moves: &[LastMove],
        reach: Reach,
    ) -> Lanes<N, L> {
        let Self { masks, origins, able, .. } = self;
        let empty = masks.read(sources, origins);
        // The pieces that moved, by the directions of their last steps.
        let (mut came, mut free) = ([Lanes::EMPTY; 4], [Lanes::EMPTY; 4]);
        for (lane, &last_move) in last_moves.iter().enumerate() {
            if let Some((origin, direction)) = last_move.parts() {
                came[direction].set_lane(lane, Cells::only(origin));
            }
        }
        // A piece need not step where that leads only to positions that its last move could have
        // reached. All of these are known, or will be found from the same parent.
        for direction in 0..4 {
            let back = came[direction ^ 1];
            free[direction] = !match reach {
                Reach::Step => back,
                Reach::Slide => back | came[direction],
                Reach::Walk => came[0] | came[1] | came[2] | came[3],
            };
        }
        for (at, step) in masks.steps.iter().enumerate() {
            let origins = origins[step.shape] & free[step.direction % 4];
            able[at] = step.able(origins, empty);
        }
        empty
    }
}

impl<const N: usize, const L: usize, const W: usize, T: ListedMove<N, W>> Neighbours<W, T>
    for SingleMoves<N, L>
{
    #[inline(always)]
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove], batch: &mut Batch<T>) {
        for (sources, last_moves) in sources.chunks(L).zip(last_moves.chunks(L)) {
            let reach = self.reach;
            let empty = self.sieve(sources, last_moves, reach);
            match reach {
                Reach::Step => self.steps(sources, batch),
                _ => self.runs(sources, empty, reach, batch),
            }
            if batch.is_stopped {
                return;
            }
            batch.group += L;
        }
    }
}

impl<const N: usize, const L: usize> SingleMoves<N, L> {
    #[inline(always)]
    fn steps<const W: usize, T: ListedMove<N, W>>(
        &self,
        sources: &[Code<W>],
        batch: &mut Batch<T>,
    ) {
        let StepMasks { coding, steps, .. } = &self.masks;
        for (steps, all) in steps.chunks(64).zip(self.able.chunks(64)) {
            let mut marks = [0; L];
            for (number, able) in all.iter().enumerate() {
                able.mark(number as u32, &mut marks);
            }
            for (lane, source) in sources.iter().enumerate() {
                batch.begin(lane);
                let mut mark = Cells::from_words([marks[lane]]);
                while let Some(number) = mark.pop() {
                    let &ShapeStep { direction, by, .. } = &steps[number];
                    let mut able = all[number].lane(lane);
                    while let Some(origin) = able.pop() {
                        let to = (origin as i32 + by) as usize;
                        batch.push(single(coding, source, origin, to, direction));
                    }
                }
            }
        }
    }

    /// Lists slides and walks: for each piece that can step at all, all cells that it can reach.
    #[inline(always)]
    fn runs<const W: usize, T: ListedMove<N, W>>(
        &self,
        sources: &[Code<W>],
        empty: Lanes<N, L>,
        reach: Reach,
        batch: &mut Batch<T>,
    ) {
        let masks = &self.masks;
        let mut first = 0;
        for steps in masks.steps.chunk_by(|one, other| one.shape == other.shape) {
            let all = &self.able[first..first + steps.len()];
            first += steps.len();
            let mut any = Lanes::EMPTY;
            for &able in all {
                any = any | able;
            }
            for (lane, source) in sources.iter().enumerate() {
                batch.begin(lane);
                let mut movers = any.lane(lane);
                while let Some(origin) = movers.pop() {
                    let fits = masks.fits(steps[0].shape, origin, empty.lane(lane));
                    if reach == Reach::Walk {
                        masks.run(steps, source, origin, fits, batch);
                        continue;
                    }
                    for (step, able) in steps.iter().zip(all) {
                        if able.lane(lane).contains(origin) {
                            masks.run(slice::from_ref(step), source, origin, fits, batch);
                        }
                    }
                }
            }
        }
    }
}

/// Returns the move of a single piece to another cell, whose last step is in `direction`.
#[inline(always)]
fn single<const N: usize, const W: usize, T: ListedMove<N, W>>(
    coding: &Coding<N>,
    source: &Code<W>,
    origin: usize,
    to: usize,
    direction: usize,
) -> T {
    let (by, last_move) = (to as i32 - origin as i32, LastMove::new(to, direction));
    T::new(source, Cells::only(origin), coding.column(origin), by, last_move)
}

impl<const N: usize> StepMasks<N> {
    /// Returns where a piece would fit if all others stay.
    #[inline(always)]
    fn fits(&self, shape: usize, origin: usize, empty: Cells<N>) -> Cells<N> {
        let offsets = &self.coding.figures[shape].offsets;
        let (mut free, mut fits) = (empty, self.coding.open);
        for &offset in offsets {
            free.insert((origin as i32 + offset) as usize);
        }
        for &offset in offsets {
            fits = fits & free.shifted(-offset);
        }
        fits
    }

    /// Lists the moves of a piece by some steps of its shape to cells where it fits. Which step of a
    /// walk is the last does not matter.
    #[inline(always)]
    fn run<const W: usize, T: ListedMove<N, W>>(
        &self,
        steps: &[ShapeStep<N>],
        source: &Code<W>,
        origin: usize,
        fits: Cells<N>,
        batch: &mut Batch<T>,
    ) {
        let here = Cells::only(origin);
        let (mut last, mut all) = (Cells::EMPTY, here);
        while all != last {
            last = all;
            let mut next = Cells::EMPTY;
            for step in steps {
                next = next | (last & step.can).shifted(step.by);
            }
            all = all | next & fits;
        }
        let mut there = all & !here;
        while let Some(to) = there.pop() {
            batch.push(single(&self.coding, source, origin, to, steps[0].direction));
        }
    }
}
