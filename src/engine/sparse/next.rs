//! Makes the next level from the last two.

use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::TableSearch;
use super::bucket::{Finder, NextBucket, Pool, Work};
use super::level::Level;
use super::lister::Lister;
use crate::engine::board::Code;
use crate::engine::drive::Run;
use crate::engine::folder::{CodeWriter, DiskError};
use crate::engine::guard::Guard;
use crate::engine::host::{Team, lock, unlocked};
use crate::engine::query::{Progress, Stopped};

/// Candidates that are found or looked up between two looks at the limits.
const CANDIDATES: usize = 1 << 17;

/// Searches that expand fewer positions end before other threads have started.
const WORTH_A_TEAM: u64 = 1 << 14;

/// In a folder, the least number of buckets, as a power of two: a bucket has to fit the memory even
/// if a position has very many neighbours. The part of the memory for blocks that are not full, and
/// in a folder the part for all blocks: the rest is for tables, and for reading and writing.
const LEAST_BITS: u32 = 4;
const OPEN_PART: u64 = 8;
const BLOCKS_PART: u64 = 2;

/// In a folder, the least memory beside what is held.
const LEAST_ROOM: u64 = 4 << 20;

/// The state of one thread.
pub struct Worker<const W: usize> {
    pub lister: Lister<W>,
    pub finder: Finder<W>,
}

/// A new level, how many goals it has if they were looked for, and the smallest of them.
pub struct NextLevel<const W: usize> {
    pub level: Level<W>,
    pub count: u64,
    pub goals: (u64, Option<Code<W>>),
}

/// Returns the number of bits of as many buckets as suit a level. The scratch table of a bucket, with
/// three times the slots needed for three levels, is about half the L2 cache then.
pub fn bits_for<const W: usize>(width: usize) -> u32 {
    let share = (1 << 14) / if W < 8 { W } else { 8 };
    (3 * width).div_ceil(share).next_power_of_two().ilog2()
}

impl<const W: usize> TableSearch<'_, W> {
    /// Returns the number of bits of the next level's buckets. It changes only if the number of
    /// positions has changed much: a bucket's table then has more of the levels before.
    fn bits(&self) -> u32 {
        let (wanted, last) = (bits_for::<W>(self.width()), self.last().buckets().ilog2());
        let wanted = if wanted + 1 == last { last } else { wanted };
        let open = Pool::<W>::BLOCK_BYTES * self.workers.len() as u64;
        let fit = (self.room / OPEN_PART / open).max(1).ilog2();
        wanted.min(fit).max(if self.checkpoints.folder().is_some() { LEAST_BITS } else { 0 })
    }

    /// Makes the level at a distance, given those before it.
    pub fn next(&mut self, distance: u64, run: &mut Run) -> Result<NextLevel<W>, DiskError> {
        let (bits, held, folder) =
            (self.bits(), self.bytes() + self.others, self.checkpoints.folder());
        let (width, expanded) = (self.width(), self.size().positions);
        let mut progress = Progress {
            distance,
            frontier: width as u64,
            states: expanded,
            bytes: None,
            part: None,
        };
        // Maps count all goals; other searches look for the first.
        let looks = self.looks_for_goals();
        let Self { compiled, target, trail, last, pool, workers, team, room, .. } = self;
        let is_worth_it = bits_for::<W>(width) > 0 && expanded >= WORTH_A_TEAM;
        let members = if is_worth_it { workers.len() } else { 1 };
        let team = (members > 1).then(|| team.get_or_insert_with(|| Team::new(members)));
        workers.iter_mut().filter_map(|worker| worker.lister.degrees.as_mut()).for_each(Vec::clear);
        let workers = &mut workers[..members];
        let trail = Mutex::new(trail);
        let reclaim = |wanted| lock(&trail).evict(wanted);
        let least = if folder.is_some() { held + LEAST_ROOM } else { 0 };
        let guard = Guard::new(run.budget, least.max(*room), held, &reclaim);
        // The last turn, or other searches, may have exceeded the limit.
        guard.reserve_or_stop(0);
        let next: Vec<_> = (0..1 << bits).map(|_| Mutex::<NextBucket<W>>::default()).collect();
        let file = || folder.map(CodeWriter::new).transpose();
        let mut work = Work {
            compiled,
            bits,
            next: &next,
            known: last,
            pool,
            guard: &guard,
            files: file()?.zip(file()?).map(|(level, spill)| [level, spill]),
            most: *room / BLOCKS_PART,
            target: if looks { *target } else { super::SearchTarget::Nothing },
            goals: Mutex::default(),
            error: Mutex::default(),
            candidates: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            found: AtomicU64::new(0),
            turn: AtomicUsize::new(0),
        };
        if let Err(stopped) = find(&work, workers, team, run, &mut progress) {
            let error = unlocked(&mut work.error).take();
            drop(work);
            // Levels in memory are not needed any more, and those in files have no blocks.
            *pool = Pool::default();
            workers.iter_mut().for_each(|worker| worker.finder = Finder::new());
            return Err(error.unwrap_or(DiskError::Stopped(stopped)));
        }
        let level = match work.files.take() {
            Some([file, _]) => {
                Level::File(file.finish(next.iter().map(|bucket| lock(bucket).chunk).collect())?)
            }
            None => {
                let found = next.iter().map(|bucket| mem::take(&mut lock(bucket).found));
                Level::Blocks(found.collect())
            }
        };
        let (count, goals) = (*work.found.get_mut(), *unlocked(&mut work.goals));
        drop(work);
        if guard.left() < pool.bytes() {
            pool.free_all();
        }
        Ok(NextLevel { level, count, goals })
    }
}

/// Finds the positions of the next level.
fn find<const W: usize>(
    work: &Work<W>,
    workers: &mut [Worker<W>],
    mut team: Option<&mut Team>,
    run: &mut Run,
    progress: &mut Progress,
) -> Result<(), Stopped> {
    let last = work.known.last().expect("there is a level");
    let (sources, buckets) = (last.buckets(), work.next.len());
    for (at_end, items) in [(false, sources), (true, buckets)] {
        let items = Mutex::new(0..items);
        let next = || lock(&items).next().filter(|_| work.guard.control_flow().is_continue());
        let job = |worker: &mut Worker<W>| {
            while work.candidates.load(Relaxed) < CANDIDATES {
                match next() {
                    Some(at) if at_end => worker.finder.finish(at, work),
                    Some(at) => worker.expand(last, at, work),
                    None => return worker.finder.pass_on_all(work),
                }
                work.done.fetch_add(1, Relaxed);
            }
        };
        loop {
            work.pause(run, progress)?;
            match &mut team {
                Some(team) => team.each(workers.iter_mut(), |_, worker| job(worker)),
                None => workers.iter_mut().for_each(job),
            }
            // Otherwise no thread has stopped before the end.
            if work.candidates.swap(0, Relaxed) < CANDIDATES {
                break;
            }
        }
    }
    work.guard.verdict()
}

impl<const W: usize> Worker<W> {
    /// Lists the neighbours of a bucket, and deals them into the buckets.
    fn expand(&mut self, level: &Level<W>, at: usize, work: &Work<W>) {
        let Self { lister, finder } = self;
        let Some(blocks) = work.check(level.blocks(at)) else { return };
        for block in blocks.iter() {
            lister.list(block, work, &mut |found| finder.take(found, work));
            if work.guard.control_flow().is_break() {
                return;
            }
        }
    }
}
