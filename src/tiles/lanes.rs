//! A pass of the search with pattern databases, in several lanes.
//!
//! A look-up in a large database is a cache miss that takes some ten times as long as all other
//! work on a position. So the tree is cut some steps below its root, and several of the subtrees
//! are searched in turn, one position of each: a lane prefetches the entries that it will need, and
//! by its next turn they are in the cache. (1.5 times as fast with the databases of seven and eight
//! tiles, in large pages; `docs/log/tiles.md` has the figures.) Threads take subtrees from the same
//! trunk.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

use crate::engine::host::{lock, share, unlocked};
use crate::puzzle::Direction;

use super::deepening::{Homes, PassEnd, PassObserver};
use super::duplicates::REFUSED;
use super::ida::{BoardView, CELLS, IdaData, MOST_PATTERNS, NONE, PatternState};
use super::pdb::moved;
use super::trunk::{PassPlan, PassRecord, PassedRoots, Subtrees, Trunk};

/// Number of subtrees searched in turn.
const LANES: usize = 6;

/// Rounds between two checks for cancellation.
const PATIENCE: usize = 1 << 11;

/// The steps of the blank by their numbers.
const STEPS: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

/// Searches for solutions of exactly `moves` moves with several threads. A path is pruned if the
/// bound of any view exceeds the limit. Returns the solution in the first subtree that has any, and
/// the number of positions. If the search is not stopped, both are the same for any number of
/// threads, and for a resumed search: subtrees after the one with the solution do not count.
pub(super) fn first<'a, const V: usize>(
    ground: &'a IdaData<'a>,
    views: [&'a BoardView; V],
    start: &Homes,
    moves: u32,
    plan: PassPlan,
    record: PassRecord,
    observer: &dyn PassObserver,
) -> (PassEnd, u64) {
    let PassRecord { known, add } = record;
    let (trunk, mut recorded) = (Trunk::new(ground, views, start, moves, plan, known), 0);
    let mut first = Mutex::new(None);
    let found = |number: usize, path: Vec<Direction>| {
        *lock(&first) = Some(path);
        number
    };
    let mut workers: Vec<Worker<'a, V>> =
        (0..plan.threads.max(1)).map(|_| Worker::new(ground, views, moves)).collect();
    let working = AtomicUsize::new(workers.len());
    let work = |worker: &mut Worker<'a, V>, _| {
        if worker.is_done {
            // The others have subtrees left, and no task takes long.
            return thread::yield_now();
        }
        worker.run(&trunk, &mut &found);
        if worker.is_done {
            working.fetch_sub(1, SeqCst);
        }
    };
    let mut pause = || {
        let is_done = working.load(SeqCst) == 0;
        let new = trunk.searched_from(&mut recorded);
        if !new.is_empty() && add(&new).is_break() {
            return ControlFlow::Break(true);
        }
        if is_done {
            ControlFlow::Break(false)
        } else if observer.should_stop() {
            ControlFlow::Break(true)
        } else {
            ControlFlow::Continue(())
        }
    };
    let is_stopped = share(&mut workers, usize::MAX, work, &mut pause) == ControlFlow::Break(true);
    let solution = unlocked(&mut first).take().filter(|_| !is_stopped);
    let visited = workers.iter().map(Worker::positions).sum();
    let positions = trunk.positions(solution.is_some(), visited);
    let end = match solution {
        _ if is_stopped => PassEnd::Stopped,
        Some(path) => PassEnd::Solved(path),
        None => PassEnd::Fruitless,
    };
    (end, positions)
}

/// As [`first`], and passes each solution to `visit` until it returns `Break`. Returns the one that
/// came first.
pub(super) fn each<'a, const V: usize>(
    ground: &'a IdaData<'a>,
    views: [&'a BoardView; V],
    start: &Homes,
    moves: u32,
    observer: &dyn PassObserver,
    visit: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
) -> (PassEnd, u64) {
    // No way is left out.
    let plan = PassPlan::after(0, 1);
    let trunk = Trunk::new(ground, views, start, moves, plan, BTreeMap::new());
    let mut worker = Worker::new(ground, views, moves);
    let mut first = None;
    let mut found = |_, path: Vec<Direction>| {
        let wish = visit(&path);
        first.get_or_insert(path);
        if wish.is_break() { 0 } else { usize::MAX }
    };
    let mut is_stopped = false;
    while !worker.is_done && !is_stopped {
        worker.run(&trunk, &mut found);
        is_stopped = observer.should_stop();
    }
    let end = match first {
        _ if is_stopped => PassEnd::Stopped,
        Some(path) => PassEnd::Solved(path),
        None => PassEnd::Fruitless,
    };
    (end, trunk.positions(false, worker.positions()))
}

/// The lanes of one thread.
struct Worker<'a, const V: usize> {
    lanes: Vec<Lane<'a, V>>,
    is_done: bool,
}

impl<'a, const V: usize> Worker<'a, V> {
    fn new(ground: &'a IdaData<'a>, views: [&'a BoardView; V], moves: u32) -> Self {
        let lanes = (0..LANES).map(|_| Lane::new(ground, views, moves)).collect();
        Worker { lanes, is_done: false }
    }

    fn positions(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.positions).sum()
    }

    /// Runs some rounds. Passes each solution and the number of its subtree to `found`, which
    /// returns the new limit for subtrees.
    fn run(&mut self, trunk: &Trunk<'a, V>, found: &mut dyn FnMut(usize, Vec<Direction>) -> usize) {
        let limit = trunk.limit.load(SeqCst);
        let is_late = |lane: &&mut Lane<V>| lane.subtree.is_some_and(|subtree| subtree >= limit);
        self.lanes.iter_mut().filter(is_late).for_each(Lane::stop);
        for _ in 0..PATIENCE {
            match turns(&mut self.lanes, trunk) {
                LanesTurn::Continue => {}
                LanesTurn::Done => {
                    self.is_done = true;
                    return;
                }
                LanesTurn::Solved(lane) => {
                    let lane = &mut self.lanes[lane];
                    // Two threads may have a solution at once, and the first subtree counts.
                    let mut subtrees = lock(&trunk.subtrees);
                    if let Some(number) = lane.subtree
                        && number < trunk.limit.load(SeqCst)
                    {
                        trunk.limit.fetch_min(found(number, lane.path()), SeqCst);
                        subtrees.up_to_solution = lane.trunk_positions + lane.in_subtree();
                    }
                    drop(subtrees);
                    lane.prune();
                    // The other lanes look at the new limit.
                    return;
                }
            }
        }
    }
}

/// Runs one turn of every lane.
fn turns<'a, const V: usize>(lanes: &mut [Lane<'a, V>], trunk: &Trunk<'a, V>) -> LanesTurn {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
    {
        // SAFETY: the processor was checked for these features.
        return unsafe { turns_with_bits(lanes, trunk) };
    }
    turns_plainly(lanes, trunk)
}

/// As [`turns`], with bit-counting instructions, which not every processor has.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn turns_with_bits<'a, const V: usize>(
    lanes: &mut [Lane<'a, V>],
    trunk: &Trunk<'a, V>,
) -> LanesTurn {
    turns_plainly(lanes, trunk)
}

#[inline(always)]
fn turns_plainly<'a, const V: usize>(lanes: &mut [Lane<'a, V>], trunk: &Trunk<'a, V>) -> LanesTurn {
    let mut all = LanesTurn::Done;
    for (number, lane) in lanes.iter_mut().enumerate() {
        let end = match lane.turn() {
            LaneTurn::Done => lane.begin_next(trunk),
            other => other,
        };
        match end {
            LaneTurn::Continue => all = LanesTurn::Continue,
            LaneTurn::Solved => return LanesTurn::Solved(number),
            LaneTurn::Done => {}
        }
    }
    all
}

/// The result of a turn of all lanes.
enum LanesTurn {
    /// There is more to do.
    Continue,
    /// There is nothing left.
    Done,
    /// The goal is reached in this lane.
    Solved(usize),
}

/// The result of a turn of one lane.
enum LaneTurn {
    /// In a new position.
    Continue,
    /// The goal is reached.
    Solved,
    /// The lane's tree has no more positions.
    Done,
}

/// A possible next step.
#[derive(Clone, Copy)]
struct NextStep<const V: usize> {
    /// The blank's next cell.
    next: u8,
    step: u8,
    /// The machine's state.
    state: u16,
    /// The sum of all distances.
    distances: u32,
    /// In each view, the number of the pattern whose tile moves.
    pattern: [u8; V],
    /// In each view, the state of that pattern after the step.
    known: [PatternState; V],
    /// In each view, the place of the database's entry, in half bytes.
    at: [u32; V],
    /// In each view, the sum of the patterns' excesses; until `judge`, without the moved pattern.
    excess: [u32; V],
}

/// A position on the current path.
#[derive(Clone, Copy)]
struct LaneFrame<const V: usize> {
    /// The cell of the blank.
    blank: u8,
    /// The step that led here.
    step: u8,
    /// Entries of `next_steps` in use.
    count: u8,
    /// The entries still to be made, one bit each.
    open: u8,
    /// The machine's state.
    state: u16,
    /// The sum of all distances.
    distances: u32,
    /// Moves left.
    left: u32,
    /// In each view, the sum of the patterns' excesses.
    excess: [u32; V],
    /// In each view, the number of the pattern whose tile moved last.
    pattern: [u8; V],
    /// In each view, the former state of that pattern.
    before: [PatternState; V],
    next_steps: [NextStep<V>; 4],
}

impl<const V: usize> LaneFrame<V> {
    fn new() -> LaneFrame<V> {
        let known = [PatternState::default(); V];
        let none = [0; V];
        let ahead = NextStep {
            next: 0,
            step: 0,
            state: 0,
            distances: 0,
            pattern: [0; V],
            known,
            at: none,
            excess: none,
        };
        LaneFrame {
            blank: 0,
            step: 0,
            count: 0,
            open: 0,
            state: 0,
            distances: 0,
            left: 0,
            excess: none,
            pattern: [0; V],
            before: known,
            next_steps: [ahead; 4],
        }
    }
}

/// A depth-first search of one tree after another.
pub(super) struct Lane<'a, const V: usize> {
    ground: &'a IdaData<'a>,
    views: [&'a BoardView; V],
    /// The home of the tile on each cell.
    board: [u8; CELLS],
    /// In each view, the state of each pattern.
    seen: [[PatternState; MOST_PATTERNS]; V],
    /// The number of its subtree, if it has one that is not stopped.
    subtree: Option<usize>,
    /// Positions of the trunk, and of this lane, when the subtree began.
    trunk_positions: u64,
    positions_before: u64,
    /// The steps from the start to the root of the tree.
    trunk: Vec<u8>,
    /// The positions from the root on.
    frames: Vec<LaneFrame<V>>,
    /// Number of frames in use.
    depth: usize,
    pub positions: u64,
}

impl<'a, const V: usize> Lane<'a, V> {
    /// Creates a lane without a subtree.
    pub fn new(ground: &'a IdaData<'a>, views: [&'a BoardView; V], moves: u32) -> Self {
        Lane {
            ground,
            views,
            board: [0; CELLS],
            seen: [[PatternState::default(); MOST_PATTERNS]; V],
            subtree: None,
            trunk_positions: 0,
            positions_before: 0,
            trunk: Vec::new(),
            frames: vec![LaneFrame::new(); moves as usize + 1],
            depth: 0,
            positions: 0,
        }
    }

    /// Begins with the start, which is not the goal.
    pub fn begin(&mut self, start: &Homes, moves: u32) {
        self.board[..start.homes.len()].copy_from_slice(&start.homes);
        self.seen = self.views.map(|view| self.ground.pattern_states(view, start));
        let root = &mut self.frames[0];
        root.blank = start.blank as u8;
        root.distances = start.distances;
        root.left = moves;
        root.excess = self.seen.map(|seen| seen.iter().map(|known| known.excess).sum());
        self.depth = 1;
        self.positions = 1;
        self.list_steps();
    }

    /// Begins the next subtree that the trunk reaches, after the whole of the one before.
    fn begin_next(&mut self, trunk: &Trunk<'a, V>) -> LaneTurn {
        let Subtrees { lane, next, passed, known, searched, .. } = &mut *lock(&trunk.subtrees);
        if let Some(number) = self.subtree.take() {
            searched.push((number, self.in_subtree()));
        }
        loop {
            let end = lane.turn();
            if matches!(end, LaneTurn::Done) || *next >= trunk.limit.load(SeqCst) {
                return LaneTurn::Done;
            }
            if lane.depth > trunk.plan.trunk || matches!(end, LaneTurn::Solved) {
                let is_new = |passed: &mut PassedRoots| passed.insert(&lane.board, lane.blank());
                if !passed.as_mut().is_none_or(is_new) {
                    lane.prune();
                    continue;
                }
                let number = *next;
                *next += 1;
                if known.contains_key(&number) {
                    lane.prune();
                    continue;
                }
                self.copy_from_trunk(lane);
                self.subtree = Some(number);
                self.trunk_positions = lane.positions;
                self.positions_before = self.positions;
                return end;
            }
        }
    }

    /// Returns the positions visited in the subtree.
    fn in_subtree(&self) -> u64 {
        self.positions - self.positions_before
    }

    /// Leaves the rest of the subtree.
    fn stop(&mut self) {
        self.depth = 0;
        self.subtree = None;
    }

    /// Copies the newest position of the trunk, which does not continue from it.
    fn copy_from_trunk(&mut self, trunk: &mut Self) {
        self.board = trunk.board;
        self.seen = trunk.seen;
        self.trunk.clear();
        self.trunk.extend(trunk.steps());
        self.frames[0] = trunk.frames[trunk.depth - 1];
        self.depth = 1;
        trunk.prune();
    }

    /// Returns the cell of the blank in the newest position.
    fn blank(&self) -> usize {
        self.frames[self.depth - 1].blank.into()
    }

    /// Prunes all steps from the newest position.
    fn prune(&mut self) {
        self.frames[self.depth - 1].count = 0;
    }

    /// Returns the steps from the root.
    fn steps(&self) -> impl Iterator<Item = u8> {
        self.frames[..self.depth].iter().skip(1).map(|frame| frame.step)
    }

    /// Returns the moves of the blank from the start.
    fn path(&self) -> Vec<Direction> {
        let steps = self.trunk.iter().copied().chain(self.steps());
        steps.map(|step| STEPS[usize::from(step)]).collect()
    }

    /// Goes on to the next position.
    #[inline(always)]
    fn turn(&mut self) -> LaneTurn {
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
        let ground = self.ground;
        let frame = &mut self.frames[self.depth - 1];
        frame.open = 0;
        for number in 0..frame.count {
            let ahead = &mut frame.next_steps[usize::from(number & 3)];
            let mut most = 0;
            for view in 0..V {
                let database = &ground.databases[usize::from(ahead.pattern[view])];
                let excess = database.excess(ahead.at[view]);
                ahead.known[view].excess = excess;
                ahead.excess[view] += excess;
                most = most.max(ahead.excess[view]);
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
        let ahead = &from.next_steps[from.open.trailing_zeros() as usize % 4];
        from.open &= from.open - 1;
        let home = self.board[usize::from(ahead.next) % CELLS];
        self.board[usize::from(from.blank) % CELLS] = home;
        for view in 0..V {
            let pattern = usize::from(ahead.pattern[view]);
            let place = &mut self.seen[view][pattern % MOST_PATTERNS];
            frame.before[view] = std::mem::replace(place, ahead.known[view]);
        }
        frame.pattern = ahead.pattern;
        frame.blank = ahead.next;
        frame.step = ahead.step;
        frame.state = ahead.state;
        frame.distances = ahead.distances;
        frame.left = from.left - 1;
        frame.excess = ahead.excess;
        self.depth += 1;
        self.positions += 1;
        ahead.distances
    }

    /// Undoes the step to the frame just left.
    #[inline(always)]
    fn undo(&mut self) {
        let (to, from) = (&self.frames[self.depth - 1], &self.frames[self.depth]);
        let home = self.board[usize::from(to.blank) % CELLS];
        self.board[usize::from(from.blank) % CELLS] = home;
        for view in 0..V {
            let pattern = usize::from(from.pattern[view]);
            self.seen[view][pattern % MOST_PATTERNS] = from.before[view];
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
        let ground = self.ground;
        let frame = &mut self.frames[self.depth - 1];
        let blank = usize::from(frame.blank) % CELLS;
        let next = ground.beside[blank][STEP];
        let state = ground.machine.next[usize::from(frame.state)][STEP];
        if state == REFUSED || next == NONE {
            return;
        }
        let from = usize::from(next) % CELLS;
        let home = usize::from(self.board[from]) % CELLS;
        let distance = &ground.distance[home];
        let distances = frame.distances + u32::from(distance[blank]) - u32::from(distance[from]);
        if distances >= frame.left {
            return;
        }
        let ahead = &mut frame.next_steps[usize::from(frame.count & 3)];
        frame.count += 1;
        ahead.next = next;
        ahead.step = STEP as u8;
        ahead.state = state;
        ahead.distances = distances;
        for view in 0..V {
            let BoardView { cell, pattern, .. } = self.views[view];
            let pattern = pattern[home];
            let database = &ground.databases[usize::from(pattern)];
            let mut known = self.seen[view][usize::from(pattern) % MOST_PATTERNS];
            ahead.pattern[view] = pattern;
            // The database's part of this is known only later.
            ahead.excess[view] = frame.excess[view] - known.excess;
            let (from, to) = (cell[from] & 31, cell[blank] & 31);
            known.cells ^= 1 << from;
            // A move along a row of the view passes no tile.
            if (STEP < 2) != (view == 0) {
                let below = |cell: u8| (known.cells & ((1 << cell) - 1)).count_ones();
                known.order = moved(known.order, below(from), below(to));
                known.row = database.row(known.order);
            }
            known.cells |= 1 << to;
            ahead.known[view] = known;
            ahead.at[view] = database.place(known.row, known.cells, from);
            database.prefetch(ahead.at[view]);
        }
    }
}
