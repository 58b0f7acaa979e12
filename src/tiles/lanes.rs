//! A pass of the search with pattern databases, in several lanes.
//!
//! A look-up in a large database is a cache miss that takes some ten times as long as all other
//! work on a position. So the tree is cut some steps below its root, and several of the subtrees
//! are searched in turn, one position of each: a lane prefetches the entries that it will need, and
//! by its next turn they are in the cache. (With the databases of seven and eight tiles, in large
//! pages: six lanes make 10.7 to 11.5 million positions a second, eight 10.1, twelve 9.6, one 5.8.)
//! Threads take subtrees from the same trunk.
//!
//! The longer a pass, the farther from the start are the roots of its subtrees. Of all ways to the same
//! root only the first is followed: the machine for duplicate ways knows short ones only, and at 24
//! steps there are 1.4 times as many ways as roots. All these ways are equally
//! long, so a shortest solution by any of them has one by the first as well, which is earlier.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

use super::Run;
use super::deepening::{CELLS, Homes, MOST_CELLS, PassEnd};
use super::ida::IdaData;
use super::lane::{Lane, LaneTurn};
use crate::engine::host::{Pool, lock, mixed, unlocked};
use crate::puzzle::Direction;

/// Number of subtrees searched in turn.
const LANES: usize = 6;

/// Rounds between two checks for cancellation.
const PATIENCE: usize = 1 << 11;

impl<const V: usize> IdaData<'_, V> {
    /// Searches for a solution of exactly `moves` moves, at least [`bound`](Self::bound), with several
    /// threads. A path is pruned if the bound of any view exceeds the limit. Returns the solution in
    /// the first subtree that has any, and the number of positions. If the search is not stopped,
    /// both are the same for any number of threads: subtrees after the one with the solution do not
    /// count.
    pub fn pass<'a>(&'a self, start: &Homes, moves: u64, plan: PassPlan, run: &mut Run) -> PassEnd {
        let mut trunk = Mutex::new(Trunk::new(self, start, moves, plan));
        let mut workers: Vec<Worker<'a, V>> =
            (0..plan.threads).map(|_| Worker::new(self, moves)).collect();
        let working = AtomicUsize::new(workers.len());
        let work = |worker: &mut Worker<'a, V>, _| {
            if worker.is_done {
                // The others have subtrees left, and no task takes long.
                return thread::yield_now();
            }
            worker.run(&trunk);
            if worker.is_done {
                working.fetch_sub(1, SeqCst);
            }
        };
        let mut pause = |_| {
            let is_done = working.load(SeqCst) == 0;
            if is_done { Err(None) } else { run.look().map_err(Some) }
        };
        let ended = Pool::new(workers.len()).share(&mut workers, usize::MAX, work, &mut pause);
        let trunk = unlocked(&mut trunk);
        let positions = trunk.positions(workers.iter().map(Worker::positions).sum());
        let end = match ended {
            Err(Some(stopped)) => Err(stopped),
            _ => Ok(trunk.solution.take()),
        };
        (end, positions)
    }
}

/// The lanes of one thread.
struct Worker<'a, const V: usize> {
    lanes: Vec<Lane<'a, V>>,
    is_done: bool,
}

impl<'a, const V: usize> Worker<'a, V> {
    fn new(data: &'a IdaData<'a, V>, moves: u64) -> Self {
        let lanes = (0..LANES).map(|_| Lane::new(data, moves)).collect();
        Worker { lanes, is_done: false }
    }

    fn positions(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.positions).sum()
    }

    /// Runs some rounds.
    fn run(&mut self, trunk: &Mutex<Trunk<'a, V>>) {
        let limit = lock(trunk).limit;
        let is_late = |lane: &&mut Lane<V>| lane.subtree.is_some_and(|subtree| subtree >= limit);
        self.lanes.iter_mut().filter(is_late).for_each(Lane::stop);
        for _ in 0..PATIENCE {
            match turns(&mut self.lanes, trunk) {
                (LaneTurn::Continue, _) => continue,
                (LaneTurn::Done, _) => self.is_done = true,
                (LaneTurn::Solved, lane) => lock(trunk).take_solution(&mut self.lanes[lane]),
            }
            // The other lanes look at the new limit.
            return;
        }
    }
}

/// Runs one turn of every lane, until one has a solution. Also returns the number of that.
fn turns<'a, const V: usize>(
    lanes: &mut [Lane<'a, V>],
    trunk: &Mutex<Trunk<'a, V>>,
) -> (LaneTurn, usize) {
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
    trunk: &Mutex<Trunk<'a, V>>,
) -> (LaneTurn, usize) {
    turns_plainly(lanes, trunk)
}

#[inline(always)]
fn turns_plainly<'a, const V: usize>(
    lanes: &mut [Lane<'a, V>],
    trunk: &Mutex<Trunk<'a, V>>,
) -> (LaneTurn, usize) {
    let mut all = LaneTurn::Done;
    for (number, lane) in lanes.iter_mut().enumerate() {
        let end = match lane.turn() {
            LaneTurn::Done => lock(trunk).begin_next(lane),
            other => other,
        };
        match end {
            LaneTurn::Continue => all = LaneTurn::Continue,
            LaneTurn::Solved => return (LaneTurn::Solved, number),
            LaneTurn::Done => {}
        }
    }
    (all, 0)
}

/// Passes after one with fewer positions than this are done by one thread: they take some
/// milliseconds.
const SHORT_PASS: u64 = 20_000;

/// How a pass is searched.
#[derive(Clone, Copy)]
pub struct PassPlan {
    pub threads: usize,
    /// Steps from the start to the roots of the subtrees.
    trunk: usize,
    /// Binary logarithm of the number of roots that are remembered; `None` if all ways count.
    roots: Option<u32>,
}

impl PassPlan {
    /// A plan for a pass after one with some positions.
    pub fn after(positions: u64, threads: usize) -> PassPlan {
        let (trunk, roots) = match positions {
            0..10_000_000 => (14, None),
            10_000_000..50_000_000 => (20, Some(20)),
            _ => (24, Some(22)),
        };
        PassPlan { threads: if positions < SHORT_PASS { 1 } else { threads }, trunk, roots }
    }
}

/// Adds a position to the roots that were passed, given by the home of the tile on each cell. Returns
/// whether it is new, as far as there is room to know: a later one with the same remainder takes the
/// place of an earlier one.
fn insert(roots: &mut [u128], board: &[u8; CELLS], blank: usize) -> bool {
    let home = |cell: usize| if cell == blank { NO_HOME } else { board[cell].into() };
    let board = (0..MOST_CELLS).fold(0, |all, cell| all << 5 | home(cell));
    let place = mixed(board as u64 ^ mixed((board >> 64) as u64)) as usize % roots.len();
    std::mem::replace(&mut roots[place], board) != board
}

/// Stands for the blank among homes of five bits.
const NO_HOME: u128 = 31;

/// The source of the subtrees, in their order.
struct Trunk<'a, const V: usize> {
    plan: PassPlan,
    /// Subtrees from this number on are not searched.
    pub limit: usize,
    /// The steps to the root of the next one.
    steps: Lane<'a, V>,
    /// Its number.
    next: usize,
    /// The roots of those that were reached, if a second way to a root does not count: the homes on
    /// all cells, with five bits each.
    passed: Option<Vec<u128>>,
    /// The searched subtrees, with their positions.
    searched: Vec<(usize, u64)>,
    /// The solution in the first subtree that has one.
    pub solution: Option<Vec<Direction>>,
    /// Positions of the trunk and of the subtree with the first solution, up to it.
    up_to_solution: u64,
}

impl<'a, const V: usize> Trunk<'a, V> {
    pub fn new(data: &'a IdaData<'a, V>, start: &Homes, moves: u64, plan: PassPlan) -> Self {
        let mut steps = Lane::new(data, moves);
        steps.begin(start, moves);
        Trunk {
            plan,
            limit: usize::MAX,
            steps,
            next: 0,
            passed: plan.roots.map(|bits| vec![0; 1 << bits]),
            searched: Vec::new(),
            solution: None,
            up_to_solution: 0,
        }
    }

    /// Begins the next subtree in a lane, after the whole of the one before. Returns whether its root
    /// is the goal, or whether no subtree is left.
    fn begin_next(&mut self, lane: &mut Lane<'a, V>) -> LaneTurn {
        self.searched.extend(lane.end_subtree());
        let steps = &mut self.steps;
        loop {
            let end = steps.turn();
            if matches!(end, LaneTurn::Done) || self.next >= self.limit {
                return LaneTurn::Done;
            }
            if steps.depth <= self.plan.trunk && !matches!(end, LaneTurn::Solved) {
                continue;
            }
            let is_new = |roots: &mut Vec<u128>| insert(roots, &steps.board, steps.blank());
            if !self.passed.as_mut().is_none_or(is_new) {
                steps.prune();
                continue;
            }
            lane.begin_subtree(self.next, steps);
            self.next += 1;
            return end;
        }
    }

    /// Takes the solution that a lane has reached, unless an earlier subtree has one: two threads may
    /// have a solution at once.
    fn take_solution(&mut self, lane: &mut Lane<'a, V>) {
        if let Some(number) = lane.subtree
            && number < self.limit
        {
            self.limit = number;
            self.solution = Some(lane.path());
            self.up_to_solution = lane.positions_so_far();
        }
        lane.prune();
    }

    /// Returns the positions of the pass, of which `visited` are in subtrees that have not ended.
    /// Subtrees after that with the solution do not count.
    pub fn positions(&self, visited: u64) -> u64 {
        let before = self.searched.iter().filter(|subtree| subtree.0 < self.limit);
        let before: u64 = before.map(|subtree| subtree.1).sum();
        before
            + match self.solution {
                Some(_) => self.up_to_solution,
                None => self.steps.positions + visited,
            }
    }
}
