//! Superpieces: styles 3 to 5.
//!
//! For each direction, two sieves leave the pieces that can take part in a step at all: first, all
//! of a piece's cells must have an empty cell somewhere before them in their line, with nothing
//! but pieces between; then, whatever a piece enters must be empty or covered by pieces that are
//! left, until none falls any more. On a crowded board hardly ever more than three are left. What
//! each of these takes along, and the sets closed under that, are found one by one.

use super::{Came, Ground, Neighbours, SLIDE, STEP, WALK, moved};
use crate::puzzle::{Lock, Puzzle};
use crate::space::{Cells, Code};

/// Any pieces rigidly together, as far as `REACH` says.
pub struct Together<const N: usize, const REACH: u8> {
    ground: Ground<N>,
    /// For each shape, the cells of a piece with its origin in cell 0.
    patterns: Vec<Cells<N>>,
    /// Doublings of distance that lead from one end of the board to the other.
    doublings: u32,
    /// For each shape, the origins of the pieces that are left.
    able: Vec<Cells<N>>,
    /// The same pieces one by one.
    pieces: Vec<Piece<N>>,
    branches: Vec<Branch<N>>,
    /// Displacements of a superpiece that are still to be walked on from.
    waiting: Vec<i32>,
}

/// A piece that can take part in a step.
struct Piece<const N: usize> {
    origin: usize,
    cells: Cells<N>,
    /// The origins of all that must move with it, its own included.
    with: Cells<N>,
}

/// A closed set in the making: some pieces are chosen, some are out, and those from some place on
/// are undecided unless they are chosen or must be out.
#[derive(Clone, Copy)]
struct Branch<const N: usize> {
    decided: usize,
    chosen: Cells<N>,
    out: Cells<N>,
}

impl<const N: usize, const REACH: u8> Together<N, REACH> {
    /// For a puzzle whose board has at most `64 * N` cells.
    pub fn new(puzzle: &Puzzle) -> Self {
        let ground = Ground::new(puzzle);
        let pattern = |offsets: &Vec<i32>| {
            let mut cells = Cells::EMPTY;
            offsets.iter().for_each(|&offset| cells.insert(offset as usize));
            cells
        };
        let longest = puzzle.size().rows.max(puzzle.size().cols);
        Self {
            patterns: ground.coding.figures.iter().map(|f| pattern(&f.offsets)).collect(),
            doublings: u32::BITS - (longest - 1).leading_zeros(),
            able: ground.origins.clone(),
            ground,
            pieces: Vec::new(),
            branches: Vec::new(),
            waiting: Vec::new(),
        }
    }
}

impl<const N: usize, const W: usize, const REACH: u8> Neighbours<W> for Together<N, REACH> {
    fn list(&mut self, sources: &[Code<W>], _: &[Came], found: &mut Vec<(Code<W>, Came)>) {
        for source in sources {
            let empty = self.ground.read(source);
            for direction in 0..4 {
                if self.sieve(direction, empty) {
                    self.list_movers(direction, empty, |ground, waiting, chosen, cells| {
                        let bits = ground.coding.spread(chosen);
                        let mut report = |by| found.push((moved(source, bits, by), Came::UNKNOWN));
                        report(ground.deltas[direction]);
                        if REACH == SLIDE {
                            ground.slide(direction, empty | cells, cells, report);
                        } else if REACH == WALK {
                            ground.walk(direction, empty, chosen, cells, waiting, report);
                        }
                    });
                }
            }
        }
    }
}

impl<const N: usize, const REACH: u8> Together<N, REACH> {
    /// Finds the pieces that can take part in a step; `false` if there are none.
    #[inline(always)]
    fn sieve(&mut self, direction: usize, empty: Cells<N>) -> bool {
        let Self { ground, able, doublings, .. } = self;
        let by = ground.deltas[direction];
        let (mut room, mut passes) = (empty, ground.coding.open & ground.inside[direction]);
        for doubling in 0..*doublings {
            room = room | passes & room.shifted(-by << doubling);
            passes = passes & passes.shifted(-by << doubling);
        }
        let mut any = Cells::EMPTY;
        able.fill(Cells::EMPTY);
        let steps = ground.steps.iter().filter(|step| usize::from(step.direction) == direction);
        for step in steps.clone() {
            let number = usize::from(step.shape);
            let mut these = ground.origins[number] & step.can & room;
            for &offset in &ground.coding.figures[number].offsets[1..] {
                these = these & room.shifted(-offset);
            }
            able[number] = these;
            any = any | these;
        }
        if any.is_empty() {
            return false;
        }
        loop {
            let room = empty | ground.coding.extended(able, any);
            let (mut left, mut fell) = (Cells::EMPTY, false);
            for step in steps.clone() {
                let able = &mut able[usize::from(step.shape)];
                let these = step.able::<3>(*able, room);
                fell |= these != *able;
                *able = these;
                left = left | these;
            }
            if !fell || left.is_empty() {
                return !left.is_empty();
            }
            any = left;
        }
    }

    /// Hands every set of pieces that can take a step to `report`, with its cells.
    #[inline(always)]
    fn list_movers(
        &mut self,
        direction: usize,
        empty: Cells<N>,
        mut report: impl FnMut(&Ground<N>, &mut Vec<i32>, Cells<N>, Cells<N>),
    ) {
        let Self { ground, patterns, able, pieces, branches, waiting, .. } = self;
        pieces.clear();
        for (pattern, &origins) in patterns.iter().zip(&*able) {
            let mut origins = origins;
            while let Some(origin) = origins.pop() {
                let (cells, with) = (pattern.shifted(origin as i32), Cells::only(origin));
                pieces.push(Piece { origin, cells, with });
            }
        }
        if let [Piece { cells, with, .. }] = pieces[..] {
            return report(ground, waiting, with, cells);
        }
        close(pieces, ground.deltas[direction], empty);
        branches.clear();
        branches.push(Branch { decided: 0, chosen: Cells::EMPTY, out: Cells::EMPTY });
        while let Some(mut branch) = branches.pop() {
            let undecided = pieces[branch.decided..].iter();
            let next = undecided.enumerate().find(|(_, piece)| {
                !branch.chosen.contains(piece.origin) && (piece.with & branch.out).is_empty()
            });
            if let Some((skipped, piece)) = next {
                branch.decided += skipped + 1;
                branches.push(Branch { out: branch.out | Cells::only(piece.origin), ..branch });
                branches.push(Branch { chosen: branch.chosen | piece.with, ..branch });
            } else if !branch.chosen.is_empty() {
                let mut cells = Cells::EMPTY;
                if REACH != STEP {
                    let chosen = pieces.iter().filter(|p| branch.chosen.contains(p.origin));
                    chosen.for_each(|piece| cells = cells | piece.cells);
                }
                report(ground, waiting, branch.chosen, cells);
            }
        }
    }
}

/// Finds what must move with each piece.
#[inline(always)]
fn close<const N: usize>(pieces: &mut [Piece<N>], by: i32, empty: Cells<N>) {
    for at in 0..pieces.len() {
        let cells = pieces[at].cells;
        let entered = cells.shifted(by) & !cells & !empty;
        if !entered.is_empty() {
            for other in 0..pieces.len() {
                if !(entered & pieces[other].cells).is_empty() {
                    pieces[at].with.insert(pieces[other].origin);
                }
            }
        }
    }
    let mut grew = true;
    while std::mem::take(&mut grew) {
        for at in 0..pieces.len() {
            let before = pieces[at].with;
            if before.is_single() {
                continue;
            }
            let mut with = before;
            for piece in pieces.iter().filter(|piece| before.contains(piece.origin)) {
                with = with | piece.with;
            }
            grew |= with != before;
            pieces[at].with = with;
        }
    }
}

impl<const N: usize> Ground<N> {
    /// Reports the displacements beyond the first step of a slide through `free`.
    #[inline(always)]
    fn slide(&self, direction: usize, free: Cells<N>, cells: Cells<N>, mut report: impl FnMut(i32)) {
        let by = self.deltas[direction];
        let (mut here, mut gone) = (cells.shifted(by), by);
        while here.is_within(self.inside[direction]) && here.shifted(by).is_within(free) {
            (here, gone) = (here.shifted(by), gone + by);
            report(gone);
        }
    }

    /// Reports the displacements of a walk that begins with a step in a direction.
    #[inline(always)]
    fn walk(
        &self,
        direction: usize,
        empty: Cells<N>,
        chosen: Cells<N>,
        cells: Cells<N>,
        waiting: &mut Vec<i32>,
        mut report: impl FnMut(i32),
    ) {
        let free = empty | cells;
        let first = cells.first().unwrap_or(0) as i32;
        let mut seen = Cells::<N>::only(first as usize);
        seen.insert((first + self.deltas[direction]) as usize);
        waiting.clear();
        waiting.push(self.deltas[direction]);
        while let Some(gone) = waiting.pop() {
            let here = cells.shifted(gone);
            for direction in 0..4 {
                let next = gone + self.deltas[direction];
                if here.is_within(self.inside[direction])
                    && cells.shifted(next).is_within(free)
                    && !seen.contains((first + next) as usize)
                    && !self.is_locked(direction, chosen)
                {
                    seen.insert((first + next) as usize);
                    waiting.push(next);
                    report(next);
                }
            }
        }
    }

    /// Whether any of these pieces is locked against steps in a direction.
    #[inline(always)]
    fn is_locked(&self, direction: usize, chosen: Cells<N>) -> bool {
        let against = if direction < 2 { Lock::Vertical } else { Lock::Horizontal };
        self.coding.figures.iter().zip(&self.origins).any(|(figure, &origins)| {
            figure.lock == against && !(origins & chosen).is_empty()
        })
    }
}
