//! A pass of the search with pattern databases, in several lanes.
//!
//! A look-up in a large database is a cache miss that takes some ten times as long as all other
//! work on a position. So the tree is cut some steps below its root, and several of the subtrees
//! are searched in turn, one position of each: a lane prefetches the entries that it will need, and
//! by its next turn they are in the cache. (With the databases of
//! seven and eight tiles, in large pages: six lanes make 10.7 to 11.5 million positions a second, eight
//! 10.1, twelve 9.6, one 5.8.) Threads take subtrees from the same
//! trunk.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

use crate::engine::host::{Pool, lock, unlocked};
use crate::puzzle::Direction;

use super::deepening::{Homes, PassEnd, PassObserver};
use super::ida::{BoardView, IdaData};
use super::lane::{Lane, LaneTurn};
use super::trunk::{PassPlan, PassRecord, Trunk};

/// Number of subtrees searched in turn.
const LANES: usize = 6;

/// Rounds between two checks for cancellation.
const PATIENCE: usize = 1 << 11;

impl IdaData<'_> {
    /// Searches for a solution of exactly `moves` moves, which is at least [`bound`](Self::bound).
    /// Also returns the number of positions.
    pub fn first(
        &self,
        start: &Homes,
        moves: u32,
        plan: PassPlan,
        record: PassRecord,
        observer: &dyn PassObserver,
    ) -> (PassEnd, u64) {
        match &self.views[..] {
            [plain] => first(self, [plain], start, moves, plan, record, observer),
            [plain, reflected] => {
                first(self, [plain, reflected], start, moves, plan, record, observer)
            }
            _ => unreachable!("there are one or two views"),
        }
    }

    /// As [`first`](Self::first), and passes each solution to `visit`, until it returns `Break`.
    pub fn each(
        &self,
        start: &Homes,
        moves: u32,
        observer: &dyn PassObserver,
        visit: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    ) -> (PassEnd, u64) {
        match &self.views[..] {
            [plain] => each(self, [plain], start, moves, observer, visit),
            [plain, reflected] => each(self, [plain, reflected], start, moves, observer, visit),
            _ => unreachable!("there are one or two views"),
        }
    }
}

/// Searches for solutions of exactly `moves` moves with several threads. A path is pruned if the
/// bound of any view exceeds the limit. Returns the solution in the first subtree that has any, and
/// the number of positions. If the search is not stopped, both are the same for any number of
/// threads, and for a resumed search: subtrees after the one with the solution do not count.
fn first<'a, const V: usize>(
    data: &'a IdaData<'a>,
    views: [&'a BoardView; V],
    start: &Homes,
    moves: u32,
    plan: PassPlan,
    record: PassRecord,
    observer: &dyn PassObserver,
) -> (PassEnd, u64) {
    let PassRecord { known, add } = record;
    let (trunk, mut recorded) = (Trunk::new(data, views, start, moves, plan, known), 0);
    let mut first = Mutex::new(None);
    let found = |number: usize, path: Vec<Direction>| {
        *lock(&first) = Some(path);
        number
    };
    let mut workers: Vec<Worker<'a, V>> =
        (0..plan.threads.max(1)).map(|_| Worker::new(data, views, moves)).collect();
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
    let mut pause = |_| {
        let is_done = working.load(SeqCst) == 0;
        let new = trunk.searched_from(&mut recorded);
        if !new.is_empty() && add(&new).is_break() {
            return Err(true);
        }
        if is_done {
            Err(false)
        } else if observer.should_stop() {
            Err(true)
        } else {
            Ok(())
        }
    };
    let mut pool = Pool::new(workers.len());
    let is_stopped = pool.share(&mut workers, usize::MAX, work, &mut pause) == Err(true);
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
fn each<'a, const V: usize>(
    data: &'a IdaData<'a>,
    views: [&'a BoardView; V],
    start: &Homes,
    moves: u32,
    observer: &dyn PassObserver,
    visit: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
) -> (PassEnd, u64) {
    // No way is left out.
    let plan = PassPlan::after(0, 1);
    let trunk = Trunk::new(data, views, start, moves, plan, BTreeMap::new());
    let mut worker = Worker::new(data, views, moves);
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
    fn new(data: &'a IdaData<'a>, views: [&'a BoardView; V], moves: u32) -> Self {
        let lanes = (0..LANES).map(|_| Lane::new(data, views, moves)).collect();
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
                        subtrees.up_to_solution = lane.positions_so_far();
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
            LaneTurn::Done => trunk.begin_next(lane),
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
