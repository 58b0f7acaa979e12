//! Superpieces: styles 3 to 5.
//!
//! For each direction, two sieves leave the pieces that can take part in a step at all: first, all
//! of a piece's cells must have an empty cell somewhere before them in their line, with nothing
//! but pieces between; then, whatever a piece enters must be empty or covered by pieces that are
//! left, until none falls any more. On a crowded board hardly ever more than three are left. The
//! sets of these that can move are built up, foremost piece first.
//!
//! Pruning by the last move: a step is possible if what it leads to is. So if a set of pieces came
//! one step in a direction, there is no need to let others follow, as all of them could have gone
//! together; nor to take back some of it, or all of it and more.
//!
//! Where many pieces are free, their sets are more than any memory holds, and each leads somewhere
//! else. So sets are built one after the other, depth first, and a branch of which all is pruned is
//! not entered: pieces that move apart from those that came are not multiplied out.

use super::{
    Batch, LastMove, Native, Neighbours, SLIDE, STEP, Step, StepMasks, TOLD, WALK, is_barred,
    moved, reach_of,
};
use crate::board::{Cells, Code, Field, MOST_LANES};
use crate::puzzle::{Lock, Puzzle};

/// Lists what any pieces rigidly together lead to, as far as `REACH` says, for a puzzle whose board
/// has at most 64 cells; `F` says how many boards are looked at together.
pub fn together<F, const W: usize, const REACH: u8>(
    puzzle: &Puzzle,
    _reach: u8,
) -> Box<dyn Neighbours<W>>
where
    F: Field<1> + Send + Sync + 'static,
{
    match Native::new(|| Together::<F, 1, REACH>::new(puzzle, REACH)) {
        Some(native) => Box::new(native),
        None => plain_together::<1, W>(puzzle, REACH),
    }
}

/// The same for a board of at most `64 * N` cells and any processor, board after board, with the
/// reach told at run time.
pub fn plain_together<const N: usize, const W: usize>(
    puzzle: &Puzzle,
    reach: u8,
) -> Box<dyn Neighbours<W>> {
    Box::new(Together::<Cells<N>, N, TOLD>::new(puzzle, reach))
}

pub(super) struct Together<F, const N: usize, const REACH: u8> {
    pub(super) masks: StepMasks<N>,
    /// See [`reach_of`].
    told: u8,
    /// The steps in each direction.
    pub(super) steps: [Vec<Step<N>>; 4],
    /// For each shape, the cells of a piece with its origin in cell 0.
    pub(super) patterns: Vec<Cells<N>>,
    /// For each direction, doublings of distance that lead from one end of the board to the other.
    doublings: [u32; 4],
    /// For each shape, the origins of its pieces on all boards of a group.
    pub(super) origins: Vec<F>,
    /// The same of the pieces that can take part in a step.
    able: Vec<F>,
    /// The pieces of one board one by one.
    pub(super) pieces: Vec<Piece<N>>,
    /// Branches of the listing of their sets.
    branches: Vec<Branch<N>>,
    /// Displacements of a superpiece that are still to be walked on from.
    waiting: Vec<i32>,
    /// What gates keep a superpiece from.
    barred: Vec<(Cells<N>, Cells<N>)>,
}

/// What need not be done in some direction, as the last move could have led there.
#[derive(Clone, Copy)]
struct Pruning<const N: usize> {
    /// The origins of those that were moved together last.
    last: Cells<N>,
    /// Whether they came along the axis of this direction.
    is_axis: bool,
    /// Whether they came one step, in this direction or against it.
    is_on: bool,
    is_back: bool,
}

impl<const N: usize> Pruning<N> {
    #[inline(always)]
    fn new(last_move: LastMove, direction: usize) -> Self {
        let (last, way, is_step) = last_move.set();
        Self {
            last,
            is_axis: way ^ direction < 2,
            is_on: is_step && way == direction,
            is_back: is_step && way ^ direction == 1,
        }
    }

    /// Whether a single step of these pieces is needless.
    #[inline(always)]
    fn is_step(self, set: Cells<N>) -> bool {
        self.is_on && (set & self.last).is_empty()
            || self.is_back && (set.is_within(self.last) || self.last.is_within(set))
    }

    /// Whether all that these pieces can do is needless.
    #[inline(always)]
    fn is_way(self, set: Cells<N>, reach: u8) -> bool {
        set == self.last && (reach == WALK || reach == SLIDE && self.is_axis)
    }

    /// Whether all is needless that can be done with `set` and perhaps some of `rest`.
    #[inline(always)]
    fn is_all(self, set: Cells<N>, rest: Cells<N>, reach: u8) -> bool {
        let all = set | rest;
        all.is_empty()
            || reach == STEP && self.is_on && (all & self.last).is_empty()
            || reach == STEP
                && self.is_back
                && (all.is_within(self.last) || self.last.is_within(set))
    }
}

/// A piece that can take part in a step.
pub(super) struct Piece<const N: usize> {
    pub(super) cells: Cells<N>,
    /// How many cells of the numbering are before it.
    before: usize,
    /// Its origin, as a set.
    pub(super) origin: Cells<N>,
    /// The origins of those that it bumps into.
    pub(super) bumps: Cells<N>,
    /// The origins of itself and of all behind it in the list.
    rest: Cells<N>,
}

impl<const N: usize> Piece<N> {
    const NOBODY: Self = Self {
        cells: Cells::EMPTY,
        before: 0,
        origin: Cells::EMPTY,
        bumps: Cells::EMPTY,
        rest: Cells::EMPTY,
    };
}

/// Pieces that move together: their origins and their cells.
#[derive(Clone, Copy)]
pub(super) struct Set<const N: usize> {
    pub(super) origins: Cells<N>,
    pub(super) cells: Cells<N>,
}

/// A set of pieces from those before some place in the list.
#[derive(Clone, Copy)]
struct Branch<const N: usize> {
    set: Set<N>,
    decided: usize,
}

/// What keeps a superpiece from a step besides what is in its way: for each direction, whether it is
/// locked, and what is [barred](StepMasks::barred) to it.
type Kept<'a, const N: usize> = ([bool; 4], &'a [(Cells<N>, Cells<N>)]);

/// Between two looks at whether to go on, so many branches are followed.
const PATIENCE: u32 = 1 << 12;

impl<F: Field<N>, const N: usize, const REACH: u8> Together<F, N, REACH> {
    pub(super) fn new(puzzle: &Puzzle, told: u8) -> Self {
        let mut masks = StepMasks::new(puzzle);
        let mut steps: [Vec<Step<N>>; 4] = Default::default();
        masks.steps.drain(..).for_each(|step| steps[usize::from(step.direction)].push(step));
        let pattern = |offsets: &Vec<i32>| {
            let mut cells = Cells::EMPTY;
            offsets.iter().for_each(|&offset| cells.insert(offset as usize));
            cells
        };
        let (rows, cols) = (puzzle.size().rows, puzzle.size().cols);
        let nothing = vec![F::NOTHING; masks.coding.figures.len()];
        Self {
            told,
            patterns: masks.coding.figures.iter().map(|f| pattern(&f.offsets)).collect(),
            doublings: [cols, cols, rows, rows].map(|to| u32::BITS - (to - 1).leading_zeros()),
            able: nothing.clone(),
            origins: nothing,
            steps,
            masks,
            pieces: Vec::new(),
            branches: Vec::new(),
            waiting: Vec::new(),
            barred: Vec::new(),
        }
    }

    /// Finds the pieces that can take part in a step. Returns the origins of all of them, and bit
    /// `s` of the mark of each board says whether there are such of shape `s`.
    #[inline(always)]
    pub(super) fn sieve<const MOST: usize>(
        &mut self,
        direction: usize,
        empty: F,
    ) -> (F, [u64; MOST_LANES]) {
        let Self { masks, steps, origins, able, doublings, .. } = self;
        let by = masks.deltas[direction];
        let mut room = empty;
        let mut passes = F::all(masks.coding.open & masks.inside[direction]);
        for doubling in 0..doublings[direction] {
            room = room | passes & room.moved(-by << doubling);
            passes = passes & passes.moved(-by << doubling);
        }
        let mut any = F::NOTHING;
        able.fill(F::NOTHING);
        let steps = &steps[direction];
        for step in steps {
            let number = usize::from(step.shape);
            let mut these = origins[number] & F::all(step.can) & room;
            for &offset in &masks.coding.figures[number].offsets[1..] {
                these = these & room.moved(-offset);
            }
            able[number] = these;
            any = any | these;
        }
        while any != F::NOTHING {
            let room = empty | masks.coding.covered(able, any);
            let mut left = F::NOTHING;
            for step in steps {
                let able = &mut able[usize::from(step.shape)];
                *able = step.able::<F, MOST>(*able, room);
                left = left | *able;
            }
            if left == any {
                break;
            }
            any = left;
        }
        let mut marks = [0; MOST_LANES];
        for (shape, able) in able.iter().enumerate() {
            able.mark(shape as u32, &mut marks);
        }
        (any, marks)
    }
}

impl<F: Field<N> + Send + Sync, const N: usize, const W: usize, const REACH: u8> Neighbours<W>
    for Together<F, N, REACH>
{
    #[inline(always)]
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove], batch: &mut Batch<W>) {
        for (sources, last_moves) in sources.chunks(F::LANES).zip(last_moves.chunks(F::LANES)) {
            let empty = self.masks.read(sources, &mut self.origins);
            for direction in 0..4 {
                let (any, marks) = match self.masks.most_entered {
                    0..=2 => self.sieve::<2>(direction, empty),
                    _ => self.sieve::<3>(direction, empty),
                };
                for (lane, (source, &last_move)) in sources.iter().zip(last_moves).enumerate() {
                    let pruning = Pruning::new(last_move, direction);
                    let reach = reach_of::<REACH>(self.told);
                    if !pruning.is_all(Cells::EMPTY, any.lane(lane), reach) {
                        batch.begin(lane);
                        self.gather(direction, lane, marks[lane]);
                        self.list_sets(direction, lane, source, empty.lane(lane), pruning, batch);
                    }
                    if batch.is_over() {
                        return;
                    }
                }
            }
            batch.group += F::LANES;
        }
    }
}

impl<F: Field<N>, const N: usize, const REACH: u8> Together<F, N, REACH> {
    /// Takes the pieces of one board one by one, the foremost first: for most shapes, each then
    /// bumps only into those before it.
    #[inline(always)]
    pub(super) fn gather(&mut self, direction: usize, lane: usize, mark: u64) {
        self.pieces.clear();
        let is_up = self.masks.deltas[direction] > 0;
        let mut mark = Cells([mark]);
        while let Some(shape) = mark.pop() {
            let mut able = self.able[shape].lane(lane);
            while let Some(origin) = able.pop() {
                let cells = self.patterns[shape].shifted(origin as i32);
                let before = if is_up { 64 * N - cells.last().unwrap_or(0) } else { origin };
                let origin = Cells::only(origin);
                self.pieces.push(Piece { cells, before, origin, ..Piece::NOBODY });
                let mut at = self.pieces.len() - 1;
                while at > 0 && self.pieces[at - 1].before > before {
                    self.pieces.swap(at - 1, at);
                    at -= 1;
                }
            }
        }
    }

    /// Lists all that the gathered pieces lead to with a first step in a direction.
    #[inline(always)]
    fn list_sets<const W: usize>(
        &mut self,
        direction: usize,
        lane: usize,
        source: &Code<W>,
        empty: Cells<N>,
        pruning: Pruning<N>,
        batch: &mut Batch<W>,
    ) {
        let reach = reach_of::<REACH>(self.told);
        let Self { masks, origins, pieces, branches, waiting, barred, .. } = self;
        let mut way =
            Way { masks, origins, lane, source, empty, pruning, direction, waiting, barred };
        if let [one] = &pieces[..] {
            way.report(Set { origins: one.origin, cells: one.cells }, reach, batch);
            return;
        }
        if !find_bumps(pieces, masks.deltas[direction], empty) {
            join_cycles(pieces);
        }
        if reach == STEP {
            let mut rest = Cells::EMPTY;
            for piece in pieces.iter_mut().rev() {
                rest = rest | piece.origin;
                piece.rest = rest;
            }
        }
        each_set(
            pieces,
            branches,
            // Where more than a step is allowed, hardly anything is pruned as a whole.
            |set, rest| reach == STEP && pruning.is_all(set, rest, reach),
            |set, batch| way.report(set, reach, batch),
            batch,
        );
    }
}

/// From one board in one direction.
struct Way<'a, F, const N: usize, const W: usize> {
    masks: &'a StepMasks<N>,
    origins: &'a [F],
    lane: usize,
    source: &'a Code<W>,
    empty: Cells<N>,
    pruning: Pruning<N>,
    direction: usize,
    waiting: &'a mut Vec<i32>,
    barred: &'a mut Vec<(Cells<N>, Cells<N>)>,
}

impl<F: Field<N>, const N: usize, const W: usize> Way<'_, F, N, W> {
    /// Reports all that a set leads to.
    #[inline(always)]
    fn report(&mut self, set: Set<N>, reach: u8, batch: &mut Batch<W>) {
        let Self { masks, origins, lane, source, empty, pruning, direction, waiting, barred } =
            self;
        let (direction, step) = (*direction, masks.deltas[*direction]);
        let is_needless = pruning.is_step(set.origins);
        if reach == STEP && is_needless || pruning.is_way(set.origins, reach) {
            return;
        }
        let bits = masks.coding.spread(set.origins);
        let mut report = |by| {
            let last_move = LastMove::together(set.origins.shifted(by), direction, by == step);
            batch.push(moved(source, bits, by), last_move);
        };
        if !is_needless {
            report(step);
        }
        let free = *empty | set.cells;
        if reach != STEP && !masks.closed.is_empty() {
            masks.barred(origins, *lane, set.origins, barred);
        }
        if reach == SLIDE {
            masks.slide(direction, free, set.cells, barred, report);
        } else if reach == WALK {
            let locked = masks.locked(origins, *lane, set.origins);
            masks.walk(direction, free, set.cells, (locked, barred), waiting, report);
        }
    }
}

/// Notes which pieces each bumps into. Returns whether these are all before it.
#[inline(always)]
pub(super) fn find_bumps<const N: usize>(
    pieces: &mut [Piece<N>],
    by: i32,
    empty: Cells<N>,
) -> bool {
    let mut is_sorted = true;
    for at in 0..pieces.len() {
        let cells = pieces[at].cells;
        let entered = cells.shifted(by) & !cells & !empty;
        let mut bumps = Cells::EMPTY;
        if !entered.is_empty() {
            for (other, piece) in pieces.iter().enumerate() {
                if !(piece.cells & entered).is_empty() {
                    bumps = bumps | piece.origin;
                    is_sorted &= other < at;
                }
            }
        }
        pieces[at].bumps = bumps;
    }
    is_sorted
}

/// Sorts pieces so that each bumps only into those before it, and makes one of those that bump into
/// each other in a circle.
#[cold]
pub(super) fn join_cycles<const N: usize>(pieces: &mut Vec<Piece<N>>) {
    loop {
        // Whoever has only pieces before it to bump into comes next.
        let (mut sorted, mut before) = (0, Cells::EMPTY);
        while let Some(next) = (sorted..pieces.len()).find(|&at| pieces[at].bumps.is_within(before))
        {
            before = before | pieces[next].origin;
            pieces.swap(sorted, next);
            sorted += 1;
        }
        if sorted == pieces.len() {
            return;
        }
        // All that are left lead into circles: follow the bumps until one closes.
        let mut path = vec![sorted];
        let (from, to) = loop {
            let last = &pieces[path[path.len() - 1]];
            let bumped = last.bumps & !before;
            let next = (sorted..pieces.len()).find(|&at| !(pieces[at].origin & bumped).is_empty());
            let next = next.expect("who is left bumps into somebody who is left");
            if let Some(first) = path.iter().position(|&at| at == next) {
                break (first, path.len());
            }
            path.push(next);
        };
        let mut circle: Vec<usize> = path[from..to].to_vec();
        circle.sort_unstable();
        let mut joined = circle.iter().rev().fold(Piece::NOBODY, |joined, &at| {
            let piece = pieces.swap_remove(at);
            Piece {
                cells: joined.cells | piece.cells,
                before: 0,
                origin: joined.origin | piece.origin,
                bumps: joined.bumps | piece.bumps,
                rest: Cells::EMPTY,
            }
        });
        joined.bumps = joined.bumps & !joined.origin;
        pieces.push(joined);
    }
}

/// Reports every set that has, with each piece, those that it bumps into: each once, as every piece
/// is decided on in order. Branches that are pruned as a whole are left out.
#[inline(always)]
fn each_set<const N: usize, const W: usize>(
    pieces: &[Piece<N>],
    branches: &mut Vec<Branch<N>>,
    is_pruned: impl Fn(Cells<N>, Cells<N>) -> bool,
    mut report: impl FnMut(Set<N>, &mut Batch<W>),
    batch: &mut Batch<W>,
) {
    let nothing = Set { origins: Cells::EMPTY, cells: Cells::EMPTY };
    branches.clear();
    branches.push(Branch { set: nothing, decided: 0 });
    let mut followed = 0;
    while let Some(Branch { set, decided }) = branches.pop() {
        followed += 1;
        if followed % PATIENCE == 0 {
            batch.breathe();
        }
        if batch.is_over() {
            return;
        }
        let mut undecided = (decided..pieces.len()).zip(&pieces[decided..]);
        let Some((at, piece)) = undecided.find(|(_, p)| p.bumps.is_within(set.origins)) else {
            continue;
        };
        if is_pruned(set.origins, piece.rest) {
            continue;
        }
        let origins = set.origins | piece.origin;
        let larger = Set { origins, cells: set.cells | piece.cells };
        branches.push(Branch { set, decided: at + 1 });
        branches.push(Branch { set: larger, decided: at + 1 });
        report(larger, batch);
    }
}

impl<const N: usize> StepMasks<N> {
    /// Reports the displacements beyond the first step of a slide through `free`.
    #[inline(always)]
    fn slide(
        &self,
        direction: usize,
        free: Cells<N>,
        cells: Cells<N>,
        barred: &[(Cells<N>, Cells<N>)],
        mut report: impl FnMut(i32),
    ) {
        let by = self.deltas[direction];
        let (mut here, mut gone) = (cells.shifted(by), by);
        while here.is_within(self.inside[direction]) && here.shifted(by).is_within(free) {
            (here, gone) = (here.shifted(by), gone + by);
            if is_barred(barred, gone) {
                return;
            }
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
        kept: Kept<N>,
        waiting: &mut Vec<i32>,
        report: impl FnMut(i32),
    ) {
        let step = self.deltas[direction];
        // Nearly always there is only the way back, and that is soon seen.
        let stepped = cells.shifted(step);
        let leads_on = |next: usize| {
            let there = stepped.shifted(self.deltas[next]);
            !kept.0[next] && stepped.is_within(self.inside[next]) && there.is_within(free)
        };
        if (0..4).any(|next| next != direction ^ 1 && leads_on(next)) {
            self.walk_on(step, free, cells, kept, waiting, report);
        }
    }

    #[inline(never)]
    fn walk_on(
        &self,
        step: i32,
        free: Cells<N>,
        cells: Cells<N>,
        kept: Kept<N>,
        waiting: &mut Vec<i32>,
        mut report: impl FnMut(i32),
    ) {
        let (locked, barred) = kept;
        let leads_on = |here: Cells<N>, gone: i32, direction: usize| {
            let next = gone + self.deltas[direction];
            let is_free =
                here.is_within(self.inside[direction]) && cells.shifted(next).is_within(free);
            !locked[direction] && is_free && !is_barred(barred, next)
        };
        let first = cells.first().unwrap_or(0) as i32;
        let mut seen = Cells::<N>::only(first as usize);
        seen.insert((first + step) as usize);
        waiting.clear();
        waiting.push(step);
        while let Some(gone) = waiting.pop() {
            let here = cells.shifted(gone);
            for direction in 0..4 {
                let next = gone + self.deltas[direction];
                if leads_on(here, gone, direction) && !seen.contains((first + next) as usize) {
                    seen.insert((first + next) as usize);
                    waiting.push(next);
                    report(next);
                }
            }
        }
    }

    /// For each direction, whether any of these pieces of a board is locked against it.
    #[inline(always)]
    pub(super) fn locked<F: Field<N>>(
        &self,
        origins: &[F],
        lane: usize,
        chosen: Cells<N>,
    ) -> [bool; 4] {
        let mut locked = [false; 4];
        if !self.has_locks {
            return locked;
        }
        for (figure, origins) in self.coding.figures.iter().zip(origins) {
            if figure.lock != Lock::Free && !(origins.lane(lane) & chosen).is_empty() {
                let first = if figure.lock == Lock::Vertical { 0 } else { 2 };
                (locked[first], locked[first + 1]) = (true, true);
            }
        }
        locked
    }
}
