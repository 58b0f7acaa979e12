//! Every move of a position, with the pieces that make it, for all styles, one after the other.
//!
//! [`Neighbours`](super::Neighbours) lists the results of moves, for many positions at a time.
//! Where it matters which pieces moved, this is used: it makes the same moves with the same sieves,
//! on one board.

use std::ops::ControlFlow;

use super::sets::{PieceSet, find_bumps, gather, sort};
use super::together::JointMoves;
use super::{STEP, StepMasks, is_barred};
use crate::engine::board::Cells;
use crate::puzzle::{Movers, Placement, Puzzle, Reach, Style};

/// Receives moves, and breaks to stop.
type OnMove<'a> = &'a mut dyn FnMut(Moved) -> ControlFlow<()>;

/// Lists the moves of a puzzle's positions.
pub trait MoveLister: Send + Sync {
    /// Calls `visit` for every move of the position with these pieces, until it breaks. Each move
    /// is reported once, but several moves may lead to the same position.
    fn each(&mut self, pieces: &[Placement], visit: OnMove) -> ControlFlow<()>;
}

/// A move: the pieces and their displacement.
#[derive(Clone, Copy)]
pub struct Moved<'a> {
    /// The origins of the moving pieces before the move, as a bit set.
    origins: &'a [u64],
    /// The displacement, as a difference of cell numbers.
    pub by: i32,
}

impl Moved<'_> {
    /// Whether the piece with its origin in this cell moves.
    #[inline(always)]
    pub fn has(&self, cell: u32) -> bool {
        self.origins[cell as usize / 64] >> (cell % 64) & 1 != 0
    }

    /// Calls `visit` with the origin of each moving piece before the move, ascending.
    #[inline(always)]
    pub fn each_origin(&self, mut visit: impl FnMut(u32)) {
        for (at, &word) in self.origins.iter().enumerate() {
            let mut bits = Cells([word]);
            while let Some(bit) = bits.pop() {
                visit((at * 64 + bit) as u32);
            }
        }
    }
}

/// Builds the move lister for a style, for a puzzle with at most 1024 cells.
pub fn moves(puzzle: &Puzzle, style: Style) -> Box<dyn MoveLister> {
    match puzzle.size().cells() {
        ..=64 => Box::new(StyleMoves::<1>::new(puzzle, style)),
        65..=256 => Box::new(StyleMoves::<4>::new(puzzle, style)),
        _ => Box::new(StyleMoves::<16>::new(puzzle, style)),
    }
}

/// The moves of a style on boards of at most `64 * N` cells.
pub(super) struct StyleMoves<const N: usize> {
    style: Style,
    /// Finds the pieces that can step.
    steps: JointMoves<Cells<N>, N, STEP>,
    /// For each kind on the board, its shape.
    shapes: Vec<Option<usize>>,
    /// Stack of partial sets: each has one piece more than the one below it, and the number of the
    /// piece to try next.
    branch: Vec<(PieceSet<N>, usize)>,
    /// Displacements from which the walk is still to be continued.
    waiting: Vec<i32>,
}

impl<const N: usize> StyleMoves<N> {
    pub(super) fn new(puzzle: &Puzzle, style: Style) -> Self {
        let steps = JointMoves::new(puzzle, STEP);
        let figures = &steps.masks.coding.figures;
        let shape = |kind: u8| figures.iter().position(|figure| figure.kinds.contains(&kind));
        let shapes = (0..puzzle.kinds().len() as u8).map(shape).collect();
        Self { style, steps, shapes, branch: Vec::new(), waiting: Vec::new() }
    }

    /// Records the origins of each shape. Returns the empty cells.
    fn read(&mut self, pieces: &[Placement]) -> Cells<N> {
        let Self { steps, shapes, .. } = self;
        let mut all = Cells::EMPTY;
        steps.origins.fill(Cells::EMPTY);
        for piece in pieces {
            all.insert(piece.cell as usize);
            if let Some(shape) = shapes[usize::from(piece.kind)] {
                steps.origins[shape].insert(piece.cell as usize);
            }
        }
        let coding = &steps.masks.coding;
        coding.open & !coding.covered(&steps.origins, all)
    }

    /// Lists the moves of single pieces that begin with a step in a direction.
    fn alone(&mut self, direction: usize, empty: Cells<N>, visit: OnMove) -> ControlFlow<()> {
        let JointMoves { masks, origins, patterns, .. } = &self.steps;
        let reach = self.style.reach();
        let room = Surroundings { reach, masks, origins, empty };
        for step in &self.steps.steps[direction] {
            let shape = usize::from(step.shape);
            let mut able = step.able::<_, 3>(origins[shape], empty);
            while let Some(origin) = able.pop() {
                let cells = patterns[shape].shifted(origin as i32);
                room.go(
                    PieceSet { origins: Cells::only(origin), cells },
                    direction,
                    &mut self.waiting,
                    visit,
                )?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lists the moves of all sets of pieces that begin with a step in a direction. The sets are
    /// built one by one, as there may be very many.
    fn together(&mut self, direction: usize, empty: Cells<N>, visit: OnMove) -> ControlFlow<()> {
        let any = self.steps.sieve::<3>(direction, empty);
        let JointMoves { masks, origins, patterns, pieces, .. } = &mut self.steps;
        let pattern = |at| {
            let shape = origins.iter().position(|origins| origins.contains(at));
            shape.map_or(Cells::EMPTY, |shape| patterns[shape])
        };
        gather(pieces, any, pattern);
        find_bumps(pieces, masks.deltas[direction], empty);
        sort(pieces);
        let reach = self.style.reach();
        let room = Surroundings { reach, masks, origins, empty };
        let branch = &mut self.branch;
        branch.clear();
        branch.push((PieceSet::EMPTY, 0));
        while let Some((set, next)) = branch.last_mut() {
            // A piece can join if all pieces that it bumps into, which come before it, are in the
            // set.
            let can_follow = |at: &usize| pieces[*at].bumps.is_within(set.origins);
            let Some(at) = (*next..pieces.len()).find(can_follow) else {
                branch.pop();
                continue;
            };
            *next = at + 1;
            let (origins, cells) = (set.origins | pieces[at].origin, set.cells | pieces[at].cells);
            branch.push((PieceSet { origins, cells }, at + 1));
            room.go(PieceSet { origins, cells }, direction, &mut self.waiting, visit)?;
        }
        ControlFlow::Continue(())
    }
}

impl<const N: usize> MoveLister for StyleMoves<N> {
    fn each(&mut self, pieces: &[Placement], visit: OnMove) -> ControlFlow<()> {
        let empty = self.read(pieces);
        for direction in 0..4 {
            match self.style.movers() {
                Movers::Single => self.alone(direction, empty, visit)?,
                Movers::Super => self.together(direction, empty, visit)?,
            }
        }
        ControlFlow::Continue(())
    }
}

/// The surroundings of pieces that can take a step, and how far a style lets them go.
struct Surroundings<'a, const N: usize> {
    reach: Reach,
    masks: &'a StepMasks<N>,
    /// The origins of the pieces of each shape.
    origins: &'a [Cells<N>],
    empty: Cells<N>,
}

impl<const N: usize> Surroundings<'_, N> {
    /// Lists the moves of a set that can take a step in a direction.
    #[inline(always)]
    fn go(
        &self,
        set: PieceSet<N>,
        direction: usize,
        waiting: &mut Vec<i32>,
        visit: OnMove,
    ) -> ControlFlow<()> {
        let step = self.masks.deltas[direction];
        let mut barred = Vec::new();
        self.masks.barred(self.origins, 0, set.origins, &mut barred);
        let mut visit = |by| visit(Moved { origins: &set.origins.0, by });
        match self.reach {
            Reach::Step => visit(step),
            Reach::Slide => {
                visit(step)?;
                let mut by = step;
                while self.can_step(set.cells, &barred, by, direction) {
                    by += step;
                    visit(by)?;
                }
                ControlFlow::Continue(())
            }
            Reach::Walk => self.walk(set, &barred, direction, waiting, visit),
        }
    }

    /// Lists each target of a walk once, though several first steps may lead to it.
    fn walk(
        &self,
        set: PieceSet<N>,
        barred: &[(Cells<N>, Cells<N>)],
        direction: usize,
        waiting: &mut Vec<i32>,
        mut visit: impl FnMut(i32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let locked = self.masks.locked(self.origins, 0, set.origins);
        let can_step = |by, direction: usize| {
            !locked[direction] && self.can_step(set.cells, barred, by, direction)
        };
        if (0..direction).any(|earlier| can_step(0, earlier)) {
            // The walk was already reported with the first direction in which it can begin.
            return ControlFlow::Continue(());
        }
        let first = set.cells.first().unwrap_or(0) as i32;
        let mut seen = Cells::<N>::only(first as usize);
        waiting.clear();
        waiting.push(0);
        while let Some(by) = waiting.pop() {
            for direction in 0..4 {
                let next = by + self.masks.deltas[direction];
                if can_step(by, direction) && !seen.contains((first + next) as usize) {
                    seen.insert((first + next) as usize);
                    waiting.push(next);
                    visit(next)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether pieces with these cells, displaced already, can take another step, ignoring locks.
    #[inline(always)]
    fn can_step(
        &self,
        cells: Cells<N>,
        barred: &[(Cells<N>, Cells<N>)],
        by: i32,
        direction: usize,
    ) -> bool {
        let here = cells.shifted(by);
        let next = by + self.masks.deltas[direction];
        here.is_within(self.masks.inside[direction])
            && cells.shifted(next).is_within(self.empty | cells)
            && !is_barred(barred, next)
    }
}
