//! A depth-first search of one tree, a position at a turn, that prefetches what its next turn needs.

use super::deepening::{CELLS, Homes, NONE};
use super::ida::{BoardView, IdaData, MOST_PATTERNS, REFUSED};
use super::pdb::{PatternState, moved};
use crate::puzzle::Direction;

/// The result of a turn of one lane.
pub enum LaneTurn {
    /// In a new position.
    Continue,
    /// The goal is reached.
    Solved,
    /// The lane's tree has no more positions.
    Done,
}

/// A step, possible or made.
#[derive(Clone, Copy)]
struct Step<const V: usize> {
    /// The blank's next cell.
    next: u8,
    step: u8,
    /// The machine's state.
    state: u16,
    /// The sum of all distances.
    distances: u32,
    views: [StepView; V],
}

/// A step in a view.
#[derive(Clone, Copy, Default)]
struct StepView {
    /// The number of the pattern whose tile moves.
    pattern: u8,
    /// The state of that pattern after the step; once it is made, that before it.
    known: PatternState,
    /// The place of the database's entry, in half bytes.
    at: u32,
    /// The sum of the patterns' excesses; until `judge`, without the moved pattern.
    excess: u32,
}

/// A position on the current path.
#[derive(Clone, Copy)]
struct LaneFrame<const V: usize> {
    /// The step that led here.
    made: Step<V>,
    /// Entries of `next_steps` in use.
    count: u8,
    /// The entries still to be made, one bit each.
    open: u8,
    /// Moves left.
    left: u32,
    next_steps: [Step<V>; 4],
}

/// A depth-first search of one tree after another.
pub struct Lane<'a, const V: usize> {
    data: &'a IdaData<'a, V>,
    /// The home of the tile on each cell.
    pub board: [u8; CELLS],
    /// In each view, the state of each pattern.
    seen: [[PatternState; MOST_PATTERNS]; V],
    /// The number of its subtree, if it has one that is not stopped.
    pub subtree: Option<usize>,
    /// Positions of the trunk when the subtree began.
    trunk_positions: u64,
    /// The steps from the start to the root of the tree.
    trunk: Vec<u8>,
    /// The positions from the root on.
    frames: Vec<LaneFrame<V>>,
    /// Number of frames in use.
    pub depth: usize,
    /// Positions visited in the subtree.
    pub positions: u64,
}

impl<'a, const V: usize> Lane<'a, V> {
    /// Creates a lane without a subtree.
    pub fn new(data: &'a IdaData<'a, V>, moves: u64) -> Self {
        let views = [StepView::default(); V];
        let made = Step { next: 0, step: 0, state: 0, distances: 0, views };
        let frame = LaneFrame { made, count: 0, open: 0, left: 0, next_steps: [made; 4] };
        Lane {
            data,
            board: [0; CELLS],
            seen: [[PatternState::default(); MOST_PATTERNS]; V],
            subtree: None,
            trunk_positions: 0,
            trunk: Vec::new(),
            frames: vec![frame; moves as usize + 1],
            depth: 0,
            positions: 0,
        }
    }

    /// Begins with the start, which is not the goal.
    pub fn begin(&mut self, start: &Homes, moves: u64) {
        self.board[..start.homes.len()].copy_from_slice(&start.homes);
        self.seen = self.data.views.each_ref().map(|view| self.data.pattern_states(view, start));
        let root = &mut self.frames[0];
        root.made.next = start.blank as u8;
        root.made.distances = start.distances;
        root.left = moves as u32;
        for (view, seen) in root.made.views.iter_mut().zip(&self.seen) {
            view.excess = seen.iter().map(|known| known.excess).sum();
        }
        self.depth = 1;
        self.positions = 1;
        self.list_steps();
    }

    /// Begins a subtree at the newest position of the trunk, which does not continue from it.
    pub fn begin_subtree(&mut self, number: usize, trunk: &mut Self) {
        self.board = trunk.board;
        self.seen = trunk.seen;
        self.trunk.clear();
        self.trunk.extend(trunk.steps());
        self.frames[0] = trunk.frames[trunk.depth - 1];
        self.depth = 1;
        self.subtree = Some(number);
        self.trunk_positions = trunk.positions;
        trunk.prune();
    }

    /// Ends the subtree, if there is one. Returns its number and the positions visited in it.
    pub fn end_subtree(&mut self) -> Option<(usize, u64)> {
        Some((self.subtree.take()?, std::mem::take(&mut self.positions)))
    }

    /// Leaves the rest of the subtree.
    pub fn stop(&mut self) {
        self.depth = 0;
        self.subtree = None;
    }

    /// Returns the positions of the trunk up to the subtree, and those visited in it.
    pub fn positions_so_far(&self) -> u64 {
        self.trunk_positions + self.positions
    }

    /// Returns the cell of the blank in the newest position.
    pub fn blank(&self) -> usize {
        self.frames[self.depth - 1].made.next.into()
    }

    /// Prunes all steps from the newest position.
    pub fn prune(&mut self) {
        self.frames[self.depth - 1].count = 0;
    }

    /// Returns the steps from the root.
    fn steps(&self) -> impl Iterator<Item = u8> {
        self.frames[..self.depth].iter().skip(1).map(|frame| frame.made.step)
    }

    /// Returns the moves of the blank from the start.
    pub fn path(&self) -> Vec<Direction> {
        let steps = self.trunk.iter().copied().chain(self.steps());
        steps.map(|step| Direction::ALL[usize::from(step)]).collect()
    }

    /// Goes on to the next position.
    #[inline(always)]
    pub fn turn(&mut self) -> LaneTurn {
        if self.depth == 0 {
            return LaneTurn::Done;
        }
        self.judge();
        while self.frames[self.depth - 1].open == 0 {
            self.depth -= 1;
            if self.depth == 0 {
                return LaneTurn::Done;
            }
            self.undo();
        }
        if self.make() == 0 {
            return LaneTurn::Solved;
        }
        self.list_steps();
        LaneTurn::Continue
    }

    /// Finds which of the prefetched steps are worth making.
    #[inline(always)]
    fn judge(&mut self) {
        let data = self.data;
        let frame = &mut self.frames[self.depth - 1];
        frame.open = 0;
        for number in 0..frame.count {
            let ahead = &mut frame.next_steps[usize::from(number & 3)];
            let mut most = 0;
            for view in &mut ahead.views {
                let excess = data.databases[usize::from(view.pattern)].entry(view.at);
                view.known.excess = excess;
                view.excess += excess;
                most = most.max(view.excess);
            }
            let spare = (frame.left - 1 - ahead.distances) / 2;
            if most <= spare {
                frame.open |= 1 << number;
            } else if most > spare + 1 {
                // It is two moves farther from the goal than the limit. So this position, one move
                // from it, exceeds the limit as well. (Felner and others 2011; 1 to 4 positions
                // fewer in 100.)
                frame.open = 0;
                return;
            }
        }
    }

    /// Makes the next step. Returns the sum of all distances after it.
    #[inline(always)]
    fn make(&mut self) -> u32 {
        let (made, free) = self.frames.split_at_mut(self.depth);
        let (Some(from), Some(frame)) = (made.last_mut(), free.first_mut()) else {
            unreachable!("there is a frame for every move")
        };
        frame.made = from.next_steps[from.open.trailing_zeros() as usize % 4];
        from.open &= from.open - 1;
        let home = self.board[usize::from(frame.made.next) % CELLS];
        self.board[usize::from(from.made.next) % CELLS] = home;
        for (view, seen) in frame.made.views.iter_mut().zip(&mut self.seen) {
            let pattern = usize::from(view.pattern) % MOST_PATTERNS;
            std::mem::swap(&mut seen[pattern], &mut view.known);
        }
        frame.left = from.left - 1;
        self.depth += 1;
        self.positions += 1;
        frame.made.distances
    }

    /// Undoes the step to the frame just left.
    #[inline(always)]
    fn undo(&mut self) {
        let (to, from) = (&self.frames[self.depth - 1].made, &self.frames[self.depth].made);
        let home = self.board[usize::from(to.next) % CELLS];
        self.board[usize::from(from.next) % CELLS] = home;
        for (view, seen) in from.views.iter().zip(&mut self.seen) {
            seen[usize::from(view.pattern) % MOST_PATTERNS] = view.known;
        }
    }

    /// Lists the steps from the newest position, and prefetches their entries.
    #[inline(always)]
    fn list_steps(&mut self) {
        self.prune();
        self.look::<0>();
        self.look::<1>();
        self.look::<2>();
        self.look::<3>();
    }

    /// Examines one step. The distances alone may rule it out.
    #[inline(always)]
    fn look<const STEP: usize>(&mut self) {
        let data = self.data;
        let frame = &mut self.frames[self.depth - 1];
        let blank = usize::from(frame.made.next) % CELLS;
        let next = data.grid.beside[blank][STEP];
        let state = data.machine.next[usize::from(frame.made.state)][STEP];
        if state == REFUSED || next == NONE {
            return;
        }
        let from = usize::from(next) % CELLS;
        let home = usize::from(self.board[from]) % CELLS;
        let distance = &data.grid.distance[home];
        let distances =
            frame.made.distances + u32::from(distance[blank]) - u32::from(distance[from]);
        if distances >= frame.left {
            return;
        }
        let ahead = &mut frame.next_steps[usize::from(frame.count & 3)];
        frame.count += 1;
        ahead.next = next;
        ahead.step = STEP as u8;
        ahead.state = state;
        ahead.distances = distances;
        for (number, view) in ahead.views.iter_mut().enumerate() {
            let BoardView { cell, pattern } = &data.views[number];
            view.pattern = pattern[home];
            let database = data.databases[usize::from(view.pattern)];
            let places = &database.places;
            let mut known = self.seen[number][usize::from(view.pattern) % MOST_PATTERNS];
            // The database's part of this is known only later.
            view.excess = frame.made.views[number].excess - known.excess;
            let (from, to) = (cell[from] & 31, cell[blank] & 31);
            known.cells ^= 1 << from;
            // A move along a row of the view passes no tile.
            if (STEP < 2) != (number == 0) {
                let below = |cell: u8| (known.cells & ((1 << cell) - 1)).count_ones();
                known.order = moved(known.order, below(from), below(to));
                known.row = places.row(known.order);
            }
            known.cells |= 1 << to;
            view.known = known;
            view.at = places.place(known.row, known.cells, from.into());
            database.prefetch(view.at);
        }
    }
}
