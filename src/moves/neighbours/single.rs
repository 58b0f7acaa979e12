//! Single pieces: styles 0 to 2.

use super::{Came, Ground, Neighbours, SLIDE, STEP, Step, WALK, moved};
use crate::puzzle::Puzzle;
use crate::space::{Cells, Code};

/// One piece at a time, as far as `REACH` says.
pub struct Single<const N: usize, const REACH: u8> {
    ground: Ground<N>,
}

impl<const N: usize, const REACH: u8> Single<N, REACH> {
    /// For a puzzle whose board has at most `64 * N` cells.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { ground: Ground::new(puzzle) }
    }
}

impl<const N: usize, const W: usize, const REACH: u8> Neighbours<W> for Single<N, REACH> {
    fn list(&mut self, sources: &[Code<W>], came: &[Came], found: &mut Vec<(Code<W>, Came)>) {
        for (source, &came) in sources.iter().zip(came) {
            let empty = self.ground.read(source);
            let vain = vain::<N, REACH>(came);
            match (REACH, self.ground.most_entered) {
                (STEP, 0..=1) => self.ground.steps::<W, 1>(source, empty, vain, found),
                (STEP, 2) => self.ground.steps::<W, 2>(source, empty, vain, found),
                (STEP, _) => self.ground.steps::<W, 3>(source, empty, vain, found),
                (_, 0..=1) => self.ground.runs::<W, REACH, 1>(source, empty, vain, found),
                (_, 2) => self.ground.runs::<W, REACH, 2>(source, empty, vain, found),
                _ => self.ground.runs::<W, REACH, 3>(source, empty, vain, found),
            }
        }
    }
}

/// For each direction, the origin of the piece whose steps that way lead to nothing that its last
/// move could not have led to. All of that is known, or will be found from the same parent.
#[inline(always)]
fn vain<const N: usize, const REACH: u8>(came: Came) -> [Cells<N>; 4] {
    let mut vain = [Cells::EMPTY; 4];
    if let Some((origin, direction)) = came.parts() {
        let piece = Cells::only(origin);
        match REACH {
            STEP => vain[direction ^ 1] = piece,
            SLIDE => (vain[direction], vain[direction ^ 1]) = (piece, piece),
            _ => vain = [piece; 4],
        }
    }
    vain
}

impl<const N: usize> Ground<N> {
    #[inline(always)]
    fn steps<const W: usize, const MOST: usize>(
        &self,
        source: &Code<W>,
        empty: Cells<N>,
        vain: [Cells<N>; 4],
        found: &mut Vec<(Code<W>, Came)>,
    ) {
        for step in &self.steps {
            let direction = usize::from(step.direction) % 4;
            let origins = self.origins[usize::from(step.shape)] & !vain[direction];
            let mut able = step.able::<MOST>(origins, empty);
            while let Some(origin) = able.pop() {
                let by = self.deltas[direction];
                let code = moved(source, self.coding.column(origin), by);
                found.push((code, Came::new((origin as i32 + by) as usize, direction)));
            }
        }
    }

    /// Slides and walks: first who can step at all, and then for each of these where it can be.
    #[inline(always)]
    fn runs<const W: usize, const REACH: u8, const MOST: usize>(
        &self,
        source: &Code<W>,
        empty: Cells<N>,
        vain: [Cells<N>; 4],
        found: &mut Vec<(Code<W>, Came)>,
    ) {
        for steps in self.steps.chunk_by(|one, other| one.shape == other.shape) {
            let origins = self.origins[usize::from(steps[0].shape)];
            let mut walkers = Cells::EMPTY;
            for step in steps {
                let direction = usize::from(step.direction) % 4;
                let mut able = step.able::<MOST>(origins & !vain[direction], empty);
                if REACH == WALK {
                    walkers = walkers | able;
                    continue;
                }
                while let Some(origin) = able.pop() {
                    let fits = self.fits(step.shape, origin, empty);
                    let there = flood(Cells::only(origin), |at| self.taken(step, at) & fits);
                    self.report(source, origin, there, direction, found);
                }
            }
            while let Some(origin) = walkers.pop() {
                let fits = self.fits(steps[0].shape, origin, empty);
                let spread = |at: Cells<N>| {
                    let all = steps.iter().map(|step| self.taken(step, at));
                    all.fold(Cells::EMPTY, |all, there| all | there) & fits
                };
                // Where a walk ends, its last direction does not matter.
                self.report(source, origin, flood(Cells::only(origin), spread), 0, found);
            }
        }
    }

    /// Reports a piece in all of some places but the one where it is.
    #[inline(always)]
    fn report<const W: usize>(
        &self,
        source: &Code<W>,
        origin: usize,
        there: Cells<N>,
        direction: usize,
        found: &mut Vec<(Code<W>, Came)>,
    ) {
        let mut there = there & !Cells::only(origin);
        while let Some(cell) = there.pop() {
            let code = moved(source, self.coding.column(origin), cell as i32 - origin as i32);
            found.push((code, Came::new(cell, direction)));
        }
    }

    /// Where a piece would fit if it were alone with the others in their places.
    #[inline(always)]
    fn fits(&self, shape: u8, origin: usize, empty: Cells<N>) -> Cells<N> {
        let offsets = &self.coding.figures[usize::from(shape)].offsets;
        let mut free = empty;
        offsets.iter().for_each(|&offset| free.insert((origin as i32 + offset) as usize));
        offsets.iter().fold(self.coding.open, |fits, &offset| fits & free.shifted(-offset))
    }

    /// Where a step leads to from some origins, whatever lies there.
    #[inline(always)]
    fn taken(&self, step: &Step<N>, from: Cells<N>) -> Cells<N> {
        (from & step.can).shifted(self.deltas[usize::from(step.direction) % 4])
    }
}

/// All that can be reached.
#[inline(always)]
fn flood<const N: usize>(from: Cells<N>, spread: impl Fn(Cells<N>) -> Cells<N>) -> Cells<N> {
    let mut all = from;
    loop {
        let more = all | spread(all);
        if more == all {
            return all;
        }
        all = more;
    }
}
