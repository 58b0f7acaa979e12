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

use super::sets::{PieceSet, find_bumps, sort};
use super::{Batch, LastMove, ListedMove, Neighbours, ShapeStep, StepMasks};
use crate::engine::board::{Cells, Code, Lanes};
use crate::puzzle::{Direction, Puzzle, Reach, Style};

/// Number of branches between two checks whether to go on.
const PATIENCE: u32 = 1 << 12;

/// Up to this many pieces, all sets are tried in numerical order.
///
/// Euler 766 takes 146 instead of 171 ns a position in style 3, and 271 instead of 272 in style 5, where
/// sets are not built foremost piece first (2026-11-24).
const FEW: usize = 5;

/// Lists the moves of any pieces rigidly together on boards of at most `64 * N` cells, `L` positions
/// at a time.
pub struct JointMoves<const N: usize, const L: usize> {
    masks: StepMasks<N>,
    reach: Reach,
    /// For each direction, the steps of the pieces of each shape.
    steps: [Vec<ShapeStep<N>>; 4],
    /// For each number of a kind, the cells of a piece with its origin in cell 0.
    patterns: Vec<Cells<N>>,
    /// For each direction, the number of doublings of a distance that spans the board.
    doublings: [u32; 4],
    /// For each shape, the origins of its pieces on all boards of a group.
    origins: Vec<Lanes<N, L>>,
    /// Likewise, the origins of the pieces that can take part in a step.
    able: Vec<Lanes<N, L>>,
    scratch: Scratch<N>,
}

/// Lists that are used again for each board.
struct Scratch<const N: usize> {
    /// The pieces that can take part in a step, one by one.
    pieces: Vec<PieceSet<N>>,
    /// All sets of a few pieces.
    few: [PieceSet<N>; 1 << FEW],
    /// The stack of the depth-first listing of sets: sets of pieces before some index of the list.
    branches: Vec<(PieceSet<N>, usize)>,
    /// For each piece, the origins of this piece and all after it in the list.
    rests: Vec<Cells<N>>,
    /// Displacements of a superpiece from which the walk is still to be continued.
    waiting: Vec<i32>,
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
    /// Builds the pruning for one direction.
    #[inline(always)]
    fn new(last_move: LastMove, direction: usize) -> Self {
        let (last, path, is_step) = last_move.set();
        Self {
            last,
            is_axis: path ^ direction < 2,
            is_on: is_step && path == direction,
            is_back: is_step && path ^ direction == 1,
        }
    }

    /// Whether single steps of `set` with any part of `rest` are all redundant.
    #[inline(always)]
    fn are_redundant_steps(self, set: Cells<N>, rest: Cells<N>) -> bool {
        let all = set | rest;
        self.is_on & (all & self.last).is_empty()
            | self.is_back & (all.is_within(self.last) | self.last.is_within(set))
    }

    /// Whether this set has to be tried.
    #[inline(always)]
    fn is_needed(self, set: Cells<N>, reach: Reach) -> bool {
        let is_redundant =
            (set == self.last) & (reach == Reach::Walk || reach == Reach::Slide && self.is_axis);
        !(reach == Reach::Step && self.are_redundant_steps(set, Cells::EMPTY) || is_redundant)
    }
}

impl<const N: usize, const L: usize> JointMoves<N, L> {
    pub fn new(puzzle: &Puzzle, style: Style) -> Self {
        let mut masks = StepMasks::new(puzzle);
        let (size, figures) = (puzzle.size(), &masks.coding.figures);
        let mut patterns = vec![Cells::EMPTY; 1 << masks.coding.planes];
        let mut steps = [const { Vec::new() }; 4];
        for (shape, figure) in figures.iter().enumerate() {
            for &kind in &figure.kinds {
                for &offset in &figure.offsets {
                    patterns[masks.coding.number_of(kind)].insert(offset as usize);
                }
            }
            for direction in 0..4 {
                let (can, entered) = (Cells::EMPTY, Vec::new());
                steps[direction].push(ShapeStep { shape, direction, by: 0, can, entered });
            }
        }
        let nothing = vec![Lanes::EMPTY; figures.len()];
        for step in masks.steps.drain(..) {
            let (direction, shape) = (step.direction, step.shape);
            steps[direction][shape] = step;
        }
        Self {
            reach: style.reach(),
            masks,
            steps,
            patterns,
            doublings: Direction::ALL.map(|direction| {
                let to = if direction.is_horizontal() { size.cols } else { size.rows };
                u32::BITS - (to - 1).leading_zeros()
            }),
            origins: nothing.clone(),
            able: nothing,
            scratch: Scratch {
                pieces: Vec::new(),
                few: [PieceSet::EMPTY; 1 << FEW],
                branches: Vec::new(),
                rests: Vec::new(),
                waiting: Vec::new(),
            },
        }
    }

    /// Finds the pieces that can take part in a step, shape by shape, and returns the origins of
    /// all.
    #[inline(always)]
    fn sieve(&mut self, direction: usize, empty: Lanes<N, L>) -> Lanes<N, L> {
        let Self { masks, steps, origins, able, doublings, .. } = self;
        let by = masks.deltas[direction];
        let mut room = empty;
        let mut passes = Lanes::all(masks.coding.open & masks.inside[direction]);
        for doubling in 0..doublings[direction] {
            room = room | passes & room.shifted(-by << doubling);
            passes = passes & passes.shifted(-by << doubling);
        }
        let mut any = Lanes::EMPTY;
        let steps = &steps[direction];
        for (at, step) in steps.iter().enumerate() {
            let figure = &masks.coding.figures[at];
            let mut these = origins[at] & Lanes::all(step.can) & room;
            for &offset in &figure.offsets[1..] {
                these = these & room.down(offset as u32);
            }
            able[at] = these;
            any = any | these;
        }
        while any != Lanes::EMPTY {
            let room = empty | masks.coding.covered(able, any);
            let mut left = Lanes::EMPTY;
            for (at, step) in steps.iter().enumerate() {
                able[at] = step.able(able[at], room);
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

impl<const N: usize, const L: usize, const W: usize, T: ListedMove<N, W>> Neighbours<W, T>
    for JointMoves<N, L>
{
    #[inline(always)]
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove], batch: &mut Batch<T>) {
        for (sources, last_moves) in sources.chunks(L).zip(last_moves.chunks(L)) {
            let empty = self.masks.read(sources, &mut self.origins);
            for direction in 0..4 {
                let any = self.sieve(direction, empty);
                let reach = self.reach;
                let mut lanes = Cells::from_words([any.filled()]);
                while let Some(lane) = lanes.pop() {
                    let mut left = any.lane(lane);
                    let pruning = Pruning::new(last_moves[lane], direction);
                    if reach != Reach::Step || !pruning.are_redundant_steps(Cells::EMPTY, left) {
                        batch.begin(lane);
                        let source = &sources[lane];
                        let Self { masks, steps, patterns, origins, scratch, .. } = self;
                        scratch.pieces.clear();
                        while let Some(at) = left.pop() {
                            let number = masks.coding.number(source, at);
                            let pattern = patterns.get(number).copied().unwrap_or(Cells::EMPTY);
                            let cells = pattern.shifted(at as i32);
                            let origins = Cells::only(at);
                            scratch.pieces.push(PieceSet { origins, cells, ..PieceSet::EMPTY });
                        }
                        let empty = empty.lane(lane);
                        let board = BoardMoves::<N, L, W> {
                            masks,
                            steps,
                            origins,
                            lane,
                            source,
                            empty,
                            pruning,
                            direction,
                            reach,
                        };
                        board.list(scratch, batch);
                    }
                    if batch.is_stopped {
                        return;
                    }
                }
            }
            batch.group += L;
        }
    }
}

/// The moves from one board with a first step in one direction.
struct BoardMoves<'a, const N: usize, const L: usize, const W: usize> {
    masks: &'a StepMasks<N>,
    steps: &'a [Vec<ShapeStep<N>>; 4],
    origins: &'a [Lanes<N, L>],
    lane: usize,
    source: &'a Code<W>,
    empty: Cells<N>,
    pruning: Pruning<N>,
    direction: usize,
    reach: Reach,
}

impl<const N: usize, const L: usize, const W: usize> BoardMoves<'_, N, L, W> {
    /// Lists the moves of all sets of the pieces: with every piece, a set has those that it bumps
    /// into.
    #[inline(always)]
    fn list<T: ListedMove<N, W>>(&self, scratch: &mut Scratch<N>, batch: &mut Batch<T>) {
        let reach = self.reach;
        let Scratch { pieces, few, branches, rests, waiting } = scratch;
        if let [one] = &pieces[..] {
            if self.pruning.is_needed(one.origins, reach) {
                self.report(*one, waiting, batch);
            }
            return;
        }
        find_bumps(pieces, self.masks.deltas[self.direction], self.empty);
        // Plain listers are for large boards and for the browser: they do without this copy of the
        // code.
        if L > 1 && pieces.len() <= FEW {
            let (mut able, mut count) = ([0_u8; 1 << FEW], 0);
            for number in 1..1_usize << pieces.len() {
                // One piece more than in an earlier set.
                let piece = &pieces[number.trailing_zeros() as usize];
                let set = few[number & (number - 1)].with(piece);
                few[number] = set;
                // The condition is unpredictable, so this is branch-free.
                able[count] = number as u8;
                let is_needed = self.pruning.is_needed(set.origins, reach);
                count += usize::from(set.bumps.is_within(set.origins) & is_needed);
            }
            for &number in &able[..count] {
                self.report(few[usize::from(number)], waiting, batch);
            }
            return;
        }
        sort(pieces);
        rests.clear();
        rests.resize(pieces.len(), Cells::EMPTY);
        // If more than a step is allowed, hardly any branch can be pruned as a whole.
        if reach == Reach::Step {
            let mut rest = Cells::EMPTY;
            for (piece, rests) in pieces.iter().zip(rests.iter_mut()).rev() {
                rest = rest | piece.origins;
                *rests = rest;
            }
        }
        branches.clear();
        branches.push((PieceSet::EMPTY, 0));
        let mut followed = 0;
        while let Some((set, decided)) = branches.pop() {
            followed += 1;
            if followed % PATIENCE == 0 {
                batch.flush();
            }
            if batch.is_stopped {
                return;
            }
            // Every piece is decided on in order.
            let mut undecided = (decided..pieces.len()).zip(&pieces[decided..]);
            let Some((at, piece)) = undecided.find(|(_, p)| p.bumps.is_within(set.origins)) else {
                continue;
            };
            if reach == Reach::Step && self.pruning.are_redundant_steps(set.origins, rests[at]) {
                continue;
            }
            let larger = set.with(piece);
            branches.push((set, at + 1));
            branches.push((larger, at + 1));
            if self.pruning.is_needed(larger.origins, reach) {
                self.report(larger, waiting, batch);
            }
        }
    }

    /// Lists all moves of a set.
    #[inline(always)]
    fn report<T: ListedMove<N, W>>(
        &self,
        set: PieceSet<N>,
        waiting: &mut Vec<i32>,
        batch: &mut Batch<T>,
    ) {
        let (reach, direction) = (self.reach, self.direction);
        let step = self.masks.deltas[direction];
        if reach == Reach::Step || !self.pruning.are_redundant_steps(set.origins, Cells::EMPTY) {
            self.push(set, step, batch);
        }
        if reach == Reach::Slide {
            let mut by = step;
            while self.can_step(set, by, direction) {
                by += step;
                self.push(set, by, batch);
            }
        }
        if reach == Reach::Walk {
            // Nearly always the only next step is back, and that is quick to see.
            let mut leads_on = false;
            for next in 0..4 {
                leads_on |= (next ^ 1 != direction) & self.has_room(set, step, next);
            }
            if leads_on {
                self.walk(set, waiting, batch);
            }
        }
    }

    /// Lists the moves of a walk beyond its first step.
    #[inline(never)]
    fn walk<T: ListedMove<N, W>>(
        &self,
        set: PieceSet<N>,
        waiting: &mut Vec<i32>,
        batch: &mut Batch<T>,
    ) {
        let step = self.masks.deltas[self.direction];
        let first = set.cells.first().unwrap_or(0) as i32;
        let mut seen = Cells::<N>::only(first as usize);
        seen.insert((first + step) as usize);
        waiting.clear();
        waiting.push(step);
        while let Some(gone) = waiting.pop() {
            for direction in 0..4 {
                let next = gone + self.masks.deltas[direction];
                if self.can_step(set, gone, direction) && !seen.contains((first + next) as usize) {
                    seen.insert((first + next) as usize);
                    waiting.push(next);
                    self.push(set, next, batch);
                }
            }
        }
    }

    #[inline(always)]
    fn push<T: ListedMove<N, W>>(&self, set: PieceSet<N>, by: i32, batch: &mut Batch<T>) {
        let (masks, direction) = (self.masks, self.direction);
        let is_step = by == masks.deltas[direction];
        let last_move = LastMove::together(set.origins.shifted(by), direction, is_step);
        let bits = masks.coding.spread(set.origins);
        batch.push(T::new(self.source, set.origins, bits, by, last_move));
    }

    /// Whether pieces that have gone some cells can take another step.
    #[inline(always)]
    fn can_step(&self, set: PieceSet<N>, gone: i32, direction: usize) -> bool {
        self.has_room(set, gone, direction)
            && (!self.masks.is_restricted || self.is_allowed(set, gone, direction))
    }

    /// Whether no other piece and no edge of the board prevents that. The conditions are
    /// unpredictable, so this is branch-free: Euler 766 takes 0.88 of the time in style 5.
    #[inline(always)]
    fn has_room(&self, set: PieceSet<N>, gone: i32, direction: usize) -> bool {
        let there = set.cells.shifted(gone + self.masks.deltas[direction]);
        set.cells.shifted(gone).is_within(self.masks.inside[direction])
            & there.is_within(self.empty | set.cells)
    }

    /// Whether locks and gates let pieces that have gone some cells take another step.
    fn is_allowed(&self, set: PieceSet<N>, gone: i32, direction: usize) -> bool {
        self.steps[direction].iter().all(|step| {
            let these = self.origins[step.shape].lane(self.lane) & set.origins;
            these.shifted(gone).is_within(step.can)
        })
    }
}
