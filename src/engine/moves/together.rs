//! Superpieces: styles 3 to 5.
//!
//! For each direction, two sieves leave the pieces that can take part in a step at all. First, all
//! of a piece's cells must have an empty cell somewhere ahead in their line, with only pieces
//! between. Then every cell that a piece enters must be empty or covered by pieces that are left;
//! this is repeated until no piece is dropped. On a crowded board hardly ever more than three are
//! left. Which sets of these can move depends on which pieces each bumps into
//! ([`sets`](super::sets)).
//!
//! Pruning by the last move: moves can be undone. So if a set of pieces came one step in a
//! direction, there is no need to let others follow, as all of them could have gone together; nor
//! to take back some of it, or all of it and more.
//!
//! If many pieces are free, their sets are more than any memory holds, and each leads to another
//! position. So sets are built one after the other, depth first, and a branch that is pruned as a
//! whole is not entered: pieces that move independently of the last ones are not multiplied out.

use super::sets::{
    FEW, PieceSet, SetBranch, StepPiece, each_set, each_set_of_few, find_bumps, gather, sort,
};
use super::{
    Batch, DYNAMIC, LastMove, Native, Neighbours, SLIDE, STEP, ShapeStep, StepMasks, WALK,
    is_barred, moved, reach_of,
};
use crate::engine::board::{CellLanes, Cells, Code, MOST_LANES};
use crate::puzzle::{Lock, Puzzle};

/// Builds a lister for moves of any pieces rigidly together with reach `REACH`, for a puzzle whose
/// board has at most 64 cells; `F` determines how many boards are handled together.
pub fn together<F, const W: usize, const REACH: u8>(
    puzzle: &Puzzle,
    _reach: u8,
) -> Box<dyn Neighbours<W>>
where
    F: CellLanes<1> + Send + Sync + 'static,
{
    match Native::new(|| JointMoves::<F, 1, REACH>::new(puzzle, REACH)) {
        Some(native) => Box::new(native),
        None => plain_together::<1, W>(puzzle, REACH),
    }
}

/// Builds a lister for a board of at most `64 * N` cells and any processor, board after board, with
/// the reach chosen at run time.
pub fn plain_together<const N: usize, const W: usize>(
    puzzle: &Puzzle,
    reach: u8,
) -> Box<dyn Neighbours<W>> {
    Box::new(JointMoves::<Cells<N>, N, DYNAMIC>::new(puzzle, reach))
}

pub(super) struct JointMoves<F, const N: usize, const REACH: u8> {
    pub(super) masks: StepMasks<N>,
    /// See [`reach_of`].
    reach: u8,
    /// For each direction, the steps of the pieces of each shape.
    pub(super) steps: [Vec<ShapeStep<N>>; 4],
    /// For each shape, the cells of a piece with its origin in cell 0.
    pub(super) patterns: Vec<Cells<N>>,
    /// The same for the number of each kind.
    numbered: Vec<Cells<N>>,
    /// For each direction, the number of doublings of a distance that spans the board.
    doublings: [u32; 4],
    /// For each shape, the origins of its pieces on all boards of a group.
    pub(super) origins: Vec<F>,
    /// Likewise, the origins of the pieces that can take part in a step.
    able: Vec<F>,
    /// The pieces of one board, one by one.
    pub(super) pieces: Vec<StepPiece<N>>,
    /// For each set of a few pieces, the pieces that they bump into.
    few: [(PieceSet<N>, Cells<N>); 1 << FEW],
    /// The stack of the depth-first listing of sets.
    branches: Vec<SetBranch<N>>,
    /// Displacements of a superpiece from which the walk is still to be continued.
    waiting: Vec<i32>,
    /// The cells that gates bar to a superpiece.
    barred: Vec<(Cells<N>, Cells<N>)>,
}

/// What can be skipped in one direction, as the last move could have led there.
#[derive(Clone, Copy)]
struct Pruning<const N: usize> {
    /// The origins of the pieces that the last move moved.
    last: Cells<N>,
    /// Whether they moved along the axis of this direction.
    is_axis: bool,
    /// Whether they moved one step, in this direction or against it.
    is_on: bool,
    is_back: bool,
}

impl<const N: usize> Pruning<N> {
    /// Builds the pruning for one direction, from the parts of a [last move](LastMove::set).
    #[inline(always)]
    fn new((last, path, is_step): (Cells<N>, usize, bool), direction: usize) -> Self {
        Self {
            last,
            is_axis: path ^ direction < 2,
            is_on: is_step && path == direction,
            is_back: is_step && path ^ direction == 1,
        }
    }

    /// Whether a single step of these pieces is redundant.
    #[inline(always)]
    fn is_redundant_step(self, set: Cells<N>) -> bool {
        self.is_on & (set & self.last).is_empty()
            | self.is_back & (set.is_within(self.last) | self.last.is_within(set))
    }

    /// Whether all moves of these pieces are redundant.
    #[inline(always)]
    fn is_redundant(self, set: Cells<N>, reach: u8) -> bool {
        (set == self.last) & (reach == WALK || reach == SLIDE && self.is_axis)
    }

    /// Whether this set has to be tried.
    #[inline(always)]
    fn is_needed(self, set: Cells<N>, reach: u8) -> bool {
        !(reach == STEP && self.is_redundant_step(set) || self.is_redundant(set, reach))
    }

    /// Whether all moves of `set` with any part of `rest` are redundant.
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

/// The restrictions of a superpiece other than pieces in its way: for each direction whether it is
/// locked, and what is [barred](StepMasks::barred) to it.
type Restrictions<'a, const N: usize> = ([bool; 4], &'a [(Cells<N>, Cells<N>)]);

impl<F: CellLanes<N>, const N: usize, const REACH: u8> JointMoves<F, N, REACH> {
    pub(super) fn new(puzzle: &Puzzle, reach: u8) -> Self {
        let mut masks = StepMasks::new(puzzle);
        let shapes = masks.coding.figures.len() as u8;
        let mut steps: [Vec<ShapeStep<N>>; 4] =
            std::array::from_fn(|_| (0..shapes).map(ShapeStep::none).collect());
        for step in masks.steps.drain(..) {
            let (direction, shape) = (usize::from(step.direction), usize::from(step.shape));
            steps[direction][shape] = step;
        }
        let pattern = |offsets: &Vec<i32>| {
            let mut cells = Cells::EMPTY;
            offsets.iter().for_each(|&offset| cells.insert(offset as usize));
            cells
        };
        let (rows, cols) = (puzzle.size().rows, puzzle.size().cols);
        let nothing = vec![F::NOTHING; masks.coding.figures.len()];
        let figures = &masks.coding.figures;
        let patterns: Vec<Cells<N>> = figures.iter().map(|f| pattern(&f.offsets)).collect();
        let of = |number| {
            let kind = masks.coding.kind(number)?;
            figures.iter().position(|figure| figure.kinds.contains(&kind))
        };
        let numbered = (0..1 << masks.coding.planes)
            .map(|number| of(number).map_or(Cells::EMPTY, |shape| patterns[shape]))
            .collect();
        Self {
            reach,
            patterns,
            numbered,
            doublings: [cols, cols, rows, rows].map(|to| u32::BITS - (to - 1).leading_zeros()),
            able: nothing.clone(),
            origins: nothing,
            steps,
            masks,
            pieces: Vec::new(),
            few: [(PieceSet::EMPTY, Cells::EMPTY); 1 << FEW],
            branches: Vec::new(),
            waiting: Vec::new(),
            barred: Vec::new(),
        }
    }

    /// Finds the pieces that can take part in a step, shape by shape, and returns the origins of
    /// all.
    #[inline(always)]
    pub(super) fn sieve<const MOST: usize>(&mut self, direction: usize, empty: F) -> F {
        let Self { masks, steps, origins, able, doublings, .. } = self;
        let by = masks.deltas[direction];
        let mut room = empty;
        let mut passes = F::all(masks.coding.open & masks.inside[direction]);
        for doubling in 0..doublings[direction] {
            room = room | passes & room.moved(-by << doubling);
            passes = passes & passes.moved(-by << doubling);
        }
        let mut any = F::NOTHING;
        let steps = &steps[direction];
        for (at, step) in steps.iter().enumerate() {
            let figure = &masks.coding.figures[at];
            let mut these = origins[at] & F::all(step.can) & room;
            for &offset in &figure.offsets[1..] {
                these = these & room.down(offset as u32);
            }
            able[at] = these;
            any = any | these;
        }
        while any != F::NOTHING {
            let room = empty | masks.coding.covered(able, any);
            let mut left = F::NOTHING;
            for (at, step) in steps.iter().enumerate() {
                able[at] = step.able::<F, MOST>(able[at], room);
                left = left | able[at];
            }
            if left == any {
                break;
            }
            any = left;
        }
        any
    }
}

impl<F: CellLanes<N> + Send + Sync, const N: usize, const W: usize, const REACH: u8> Neighbours<W>
    for JointMoves<F, N, REACH>
{
    #[inline(always)]
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove], batch: &mut Batch<W>) {
        for (sources, last_moves) in sources.chunks(F::LANES).zip(last_moves.chunks(F::LANES)) {
            let empty = self.masks.read(sources, &mut self.origins);
            let mut last = [LastMove::UNKNOWN.set(); MOST_LANES];
            for (lane, came) in last_moves.iter().enumerate() {
                last[lane] = came.set();
            }
            for direction in 0..4 {
                let any = match self.masks.most_entered {
                    0..=2 => self.sieve::<2>(direction, empty),
                    _ => self.sieve::<3>(direction, empty),
                };
                let reach = reach_of::<REACH>(self.reach);
                let mut lanes = Cells([any.filled()]);
                while let Some(lane) = lanes.pop() {
                    let pruning = Pruning::new(last[lane % MOST_LANES], direction);
                    if !pruning.is_all(Cells::EMPTY, any.lane(lane), reach) {
                        batch.begin(lane);
                        let source = &sources[lane];
                        let Self { masks, numbered, pieces, .. } = self;
                        let pattern = |at| {
                            let number = masks.coding.number(source, at);
                            numbered.get(number).copied().unwrap_or(Cells::EMPTY)
                        };
                        gather(pieces, any.lane(lane), pattern);
                        self.list_sets(direction, lane, source, empty.lane(lane), pruning, batch);
                    }
                    if batch.is_stopped() {
                        return;
                    }
                }
            }
            batch.group += F::LANES;
        }
    }
}

impl<F: CellLanes<N>, const N: usize, const REACH: u8> JointMoves<F, N, REACH> {
    /// Lists the neighbours by moves of the gathered pieces with a first step in a direction.
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
        let reach = reach_of::<REACH>(self.reach);
        let Self { masks, origins, pieces, few, branches, waiting, barred, .. } = self;
        let mut path =
            BoardMoves { masks, origins, lane, source, empty, pruning, direction, waiting, barred };
        if let [one] = &pieces[..] {
            if pruning.is_needed(one.origin, reach) {
                path.report(PieceSet { origins: one.origin, cells: one.cells }, reach, batch);
            }
            return;
        }
        find_bumps(pieces, masks.deltas[direction], empty);
        // Plain listers are for large boards and for the browser: they do without this copy of the
        // code.
        if REACH != DYNAMIC && pieces.len() <= FEW {
            let is_needed = |set| pruning.is_needed(set, reach);
            each_set_of_few(pieces, few, is_needed, |set| path.report(set, reach, batch));
            return;
        }
        sort(pieces);
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
            // If more than a step is allowed, hardly any branch can be pruned as a whole.
            |set, rest| reach == STEP && pruning.is_all(set, rest, reach),
            |set, batch| {
                if pruning.is_needed(set.origins, reach) {
                    path.report(set, reach, batch);
                }
            },
            batch,
        );
    }
}

/// The moves from one board in one direction.
struct BoardMoves<'a, F, const N: usize, const W: usize> {
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

impl<F: CellLanes<N>, const N: usize, const W: usize> BoardMoves<'_, F, N, W> {
    /// Reports all moves of a set.
    #[inline(always)]
    fn report(&mut self, set: PieceSet<N>, reach: u8, batch: &mut Batch<W>) {
        let Self { masks, origins, lane, source, empty, pruning, direction, waiting, barred } =
            self;
        let (direction, step) = (*direction, masks.deltas[*direction]);
        let bits = masks.coding.spread(set.origins);
        let mut report = |by| {
            let last_move = LastMove::together(set.origins.shifted(by), direction, by == step);
            batch.push(moved(source, bits, by), last_move);
        };
        if reach == STEP || !pruning.is_redundant_step(set.origins) {
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
        kept: Restrictions<N>,
        waiting: &mut Vec<i32>,
        report: impl FnMut(i32),
    ) {
        let step = self.deltas[direction];
        // Nearly always the only next step is back, and that is quick to see.
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
        kept: Restrictions<N>,
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

    /// Returns, for each direction, whether any of these pieces of a board is locked against it.
    #[inline(always)]
    pub(super) fn locked<F: CellLanes<N>>(
        &self,
        origins: &[F],
        lane: usize,
        chosen: Cells<N>,
    ) -> [bool; 4] {
        let mut locked = [false; 4];
        if !self.has_locks {
            return locked;
        }
        for (at, figure) in self.coding.figures.iter().enumerate() {
            let origins = origins[at];
            if figure.lock != Lock::Free && !(origins.lane(lane) & chosen).is_empty() {
                let first = if figure.lock == Lock::Vertical { 0 } else { 2 };
                (locked[first], locked[first + 1]) = (true, true);
            }
        }
        locked
    }
}
