//! Single pieces: styles 0 to 2.

use super::{Came, Ground, Neighbours, SLIDE, STEP, moved};
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
            if REACH == STEP {
                self.ground.steps(source, empty, vain, found);
            } else {
                self.ground.runs::<W, REACH>(source, empty, vain, found);
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
    fn steps<const W: usize>(
        &self,
        source: &Code<W>,
        empty: Cells<N>,
        vain: [Cells<N>; 4],
        found: &mut Vec<(Code<W>, Came)>,
    ) {
        for (shape, &origins) in self.shapes.iter().zip(&self.origins) {
            for direction in 0..4 {
                let by = self.deltas[direction];
                let mut able = origins & shape.can[direction] & !vain[direction];
                for &entered in &shape.entered[direction] {
                    able = able & empty.shifted(-entered);
                }
                while let Some(origin) = able.pop() {
                    let there = (origin as i32 + by) as usize;
                    let code = moved(source, self.coding.column(origin), by);
                    found.push((code, Came::new(there, direction)));
                }
            }
        }
    }

    /// Slides and walks: first who can step at all, and then for each of these where it can be.
    #[inline(always)]
    fn runs<const W: usize, const REACH: u8>(
        &self,
        source: &Code<W>,
        empty: Cells<N>,
        vain: [Cells<N>; 4],
        found: &mut Vec<(Code<W>, Came)>,
    ) {
        for (number, (shape, &origins)) in self.shapes.iter().zip(&self.origins).enumerate() {
            let mut able = [Cells::EMPTY; 4];
            for direction in 0..4 {
                let mut these = origins & shape.can[direction] & !vain[direction];
                for &entered in &shape.entered[direction] {
                    these = these & empty.shifted(-entered);
                }
                able[direction] = these;
            }
            let mut any = able[0] | able[1] | able[2] | able[3];
            while let Some(origin) = any.pop() {
                let fits = self.fits(number, origin, empty);
                let here = Cells::only(origin);
                let mut report = |mut there: Cells<N>, direction| {
                    while let Some(cell) = there.pop() {
                        let by = cell as i32 - origin as i32;
                        let code = moved(source, self.coding.column(origin), by);
                        found.push((code, Came::new(cell, direction)));
                    }
                };
                if REACH == SLIDE {
                    for direction in 0..4 {
                        if able[direction].contains(origin) {
                            let spread = |at: Cells<N>| self.step(number, direction, at) & fits;
                            report(flood(here, spread) & !here, direction);
                        }
                    }
                } else {
                    let spread = |at: Cells<N>| {
                        let [right, left, down, up] = [0, 1, 2, 3].map(|d| self.step(number, d, at));
                        (right | left | down | up) & fits
                    };
                    report(flood(here, spread) & !here, 0);
                }
            }
        }
    }

    /// Where a piece would fit if it were alone with the others in their places.
    #[inline(always)]
    fn fits(&self, shape: usize, origin: usize, empty: Cells<N>) -> Cells<N> {
        let offsets = &self.coding.figures[shape].offsets;
        let mut free = empty;
        offsets.iter().for_each(|&offset| free.insert((origin as i32 + offset) as usize));
        offsets.iter().fold(self.coding.open, |fits, &offset| fits & free.shifted(-offset))
    }

    /// Where a step in a direction leads to from some origins, whatever lies there.
    #[inline(always)]
    fn step(&self, shape: usize, direction: usize, from: Cells<N>) -> Cells<N> {
        (from & self.shapes[shape].can[direction]).shifted(self.deltas[direction])
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
