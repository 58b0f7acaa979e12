//! Superpieces: styles 3 to 5.
//!
//! For each direction, two sieves leave the pieces that can take part in a step at all: first, all
//! of a piece's cells must have an empty cell somewhere before them in their line, with nothing
//! but pieces between; then, whatever a piece enters must be empty or covered by pieces that are
//! left, until none falls any more. On a crowded board hardly ever more than three are left. What
//! each of these takes along, and the sets closed under that, are found one by one.

use super::{Came, Ground, Lister, Neighbours, SLIDE, STEP, WALK, moved, native};
use crate::puzzle::{Lock, Puzzle};
use crate::space::{Cells, Code, Field};

/// Lists what any pieces rigidly together lead to, as far as `REACH` says, for a puzzle whose board
/// has at most `64 * N` cells; `F` says how many boards are looked at together.
pub fn together<F, const N: usize, const W: usize, const REACH: u8>(
    puzzle: &Puzzle,
) -> Box<dyn Neighbours<W>>
where
    F: Field<N> + Send + Sync + 'static,
{
    native(Together::<F, N, REACH>::new(puzzle))
}

struct Together<F, const N: usize, const REACH: u8> {
    ground: Ground<N>,
    /// For each shape, the cells of a piece with its origin in cell 0.
    patterns: Vec<Cells<N>>,
    /// For each direction, doublings of distance that lead from one end of the board to the other.
    doublings: [u32; 4],
    /// For each shape, the origins of its pieces on all boards of a group.
    origins: Vec<F>,
    /// For each direction and shape, the same of the pieces that are left.
    able: [Vec<F>; 4],
    /// The pieces of one board one by one.
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

impl<F: Field<N>, const N: usize, const REACH: u8> Together<F, N, REACH> {
    fn new(puzzle: &Puzzle) -> Self {
        let ground = Ground::new(puzzle);
        let pattern = |offsets: &Vec<i32>| {
            let mut cells = Cells::EMPTY;
            offsets.iter().for_each(|&offset| cells.insert(offset as usize));
            cells
        };
        let (rows, cols) = (puzzle.size().rows, puzzle.size().cols);
        let nothing = vec![F::NOTHING; ground.coding.figures.len()];
        Self {
            patterns: ground.coding.figures.iter().map(|f| pattern(&f.offsets)).collect(),
            doublings: [cols, cols, rows, rows].map(|to| u32::BITS - (to - 1).leading_zeros()),
            able: std::array::from_fn(|_| nothing.clone()),
            origins: nothing,
            ground,
            pieces: Vec::new(),
            branches: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Finds the pieces that can take part in a step.
    #[inline(always)]
    fn sieve(&mut self, direction: usize, empty: F) {
        let Self { ground, origins, able, doublings, .. } = self;
        let able = &mut able[direction];
        let by = ground.deltas[direction];
        let mut room = empty;
        let mut passes = F::all(ground.coding.open & ground.inside[direction]);
        for doubling in 0..doublings[direction] {
            room = room | passes & room.moved(-by << doubling);
            passes = passes & passes.moved(-by << doubling);
        }
        let mut any = F::NOTHING;
        able.fill(F::NOTHING);
        let steps = ground.steps.iter().filter(|step| usize::from(step.direction) == direction);
        for step in steps.clone() {
            let number = usize::from(step.shape);
            let mut these = origins[number] & F::all(step.can) & room;
            for &offset in &ground.coding.figures[number].offsets[1..] {
                these = these & room.moved(-offset);
            }
            able[number] = these;
            any = any | these;
        }
        while any != F::NOTHING {
            let room = empty | ground.coding.covered(able, any);
            let mut left = F::NOTHING;
            for step in steps.clone() {
                let able = &mut able[usize::from(step.shape)];
                *able = step.able::<F, 3>(*able, room);
                left = left | *able;
            }
            if left == any {
                return;
            }
            any = left;
        }
    }
}

impl<F: Field<N> + Send + Sync, const N: usize, const W: usize, const REACH: u8> Lister<W>
    for Together<F, N, REACH>
{
    #[inline(always)]
    fn list(&mut self, sources: &[Code<W>], _: &[Came], found: &mut Vec<(Code<W>, Came)>) {
        for sources in sources.chunks(F::LANES) {
            let empty = self.ground.read(sources, &mut self.origins);
            for direction in 0..4 {
                self.sieve(direction, empty);
                for (lane, source) in sources.iter().enumerate() {
                    self.list_movers(direction, lane, source, empty.lane(lane), found);
                }
            }
        }
    }
}

impl<F: Field<N>, const N: usize, const REACH: u8> Together<F, N, REACH> {
    /// Lists all that sets of pieces of one board lead to with a first step in a direction.
    #[inline(always)]
    fn list_movers<const W: usize>(
        &mut self,
        direction: usize,
        lane: usize,
        source: &Code<W>,
        empty: Cells<N>,
        found: &mut Vec<(Code<W>, Came)>,
    ) {
        let Self { ground, patterns, origins, able, pieces, branches, waiting, .. } = self;
        pieces.clear();
        for (pattern, able) in patterns.iter().zip(&able[direction]) {
            let mut able = able.lane(lane);
            while let Some(origin) = able.pop() {
                let (cells, with) = (pattern.shifted(origin as i32), Cells::only(origin));
                pieces.push(Piece { origin, cells, with });
            }
        }
        let mut report = |chosen: Cells<N>, cells: Cells<N>| {
            let bits = ground.coding.spread(chosen);
            let mut report = |by| found.push((moved(source, bits, by), Came::UNKNOWN));
            report(ground.deltas[direction]);
            if REACH == SLIDE {
                ground.slide(direction, empty | cells, cells, report);
            } else if REACH == WALK {
                let locked = ground.locked(origins, lane, chosen);
                ground.walk(direction, empty | cells, cells, locked, waiting, report);
            }
        };
        match &mut pieces[..] {
            [] => {}
            [Piece { cells, with, .. }] => report(*with, *cells),
            several => {
                close(several, ground.deltas[direction], empty);
                list_closed(several, branches, REACH != STEP, report);
            }
        }
    }
}

/// Hands every closed set of pieces to `report`, if `wanted` with its cells.
#[inline(always)]
fn list_closed<const N: usize>(
    pieces: &[Piece<N>],
    branches: &mut Vec<Branch<N>>,
    wanted: bool,
    mut report: impl FnMut(Cells<N>, Cells<N>),
) {
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
            let chosen = pieces.iter().filter(|p| wanted && branch.chosen.contains(p.origin));
            let cells = chosen.fold(Cells::EMPTY, |cells, piece| cells | piece.cells);
            report(branch.chosen, cells);
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

    /// Reports the displacements of a walk through `free` that begins with a step in a direction.
    #[inline(always)]
    fn walk(
        &self,
        direction: usize,
        free: Cells<N>,
        cells: Cells<N>,
        locked: [bool; 4],
        waiting: &mut Vec<i32>,
        mut report: impl FnMut(i32),
    ) {
        let first = cells.first().unwrap_or(0) as i32;
        let mut seen = Cells::<N>::only(first as usize);
        seen.insert((first + self.deltas[direction]) as usize);
        waiting.clear();
        waiting.push(self.deltas[direction]);
        while let Some(gone) = waiting.pop() {
            let here = cells.shifted(gone);
            for direction in 0..4 {
                let next = gone + self.deltas[direction];
                if !locked[direction]
                    && here.is_within(self.inside[direction])
                    && cells.shifted(next).is_within(free)
                    && !seen.contains((first + next) as usize)
                {
                    seen.insert((first + next) as usize);
                    waiting.push(next);
                    report(next);
                }
            }
        }
    }

    /// For each direction, whether any of these pieces of a board is locked against it.
    #[inline(always)]
    fn locked<F: Field<N>>(&self, origins: &[F], lane: usize, chosen: Cells<N>) -> [bool; 4] {
        let mut locked = [false; 4];
        for (figure, origins) in self.coding.figures.iter().zip(origins) {
            if figure.lock != Lock::Free && !(origins.lane(lane) & chosen).is_empty() {
                let first = if figure.lock == Lock::Vertical { 0 } else { 2 };
                (locked[first], locked[first + 1]) = (true, true);
            }
        }
        locked
    }
}
