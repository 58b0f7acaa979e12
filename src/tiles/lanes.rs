//! A pass of the search with pattern databases, in several lanes.
//!
//! A look-up in a large database is a cache miss that takes some ten times as long as all other
//! work on a position. So the tree is cut some steps below its root, and several of the subtrees
//! are searched in turn, one position of each: a lane prefetches the entries that it will need, and
//! by its next turn they are in the cache. (With the databases of
//! seven and eight tiles, in large pages: six lanes make 10.7 to 11.5 million positions a second, eight
//! 10.1, twelve 9.6, one 5.8.) Threads take subtrees from the same
//! trunk.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

use super::Run;
use super::deepening::{Homes, PassEnd};
use super::ida::IdaData;
use super::lane::{Lane, LaneTurn};
use super::trunk::{PassPlan, Trunk};
use crate::engine::host::{Pool, lock, unlocked};

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
