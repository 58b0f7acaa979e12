//! Makes the next level from the last two.

use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use super::TableSearch;
use super::bucket::{BlockPool, Finder, NextBucket, Work};
use super::level::Level;
use super::worker::Worker;
use crate::engine::drive::{Run, tally};
use crate::engine::folder::{CodeWriter, DiskError};
use crate::engine::guard::Guard;
use crate::engine::host::{Pool, lock, unlocked};
use crate::engine::query::{Progress, Stopped};

/// Searches that expand fewer positions end before other threads have started.
const WORTH_THREADS: u64 = 1 << 14;

/// In a folder, the least number of buckets, as a power of two: a bucket has to fit the memory even
/// if a position has very many neighbours. The part of the memory for blocks that are not full, and
/// in a folder the part for all blocks: the rest is for tables, and for reading and writing.
const LEAST_BITS: u32 = 4;
const OPEN_PART: u64 = 8;
const BLOCKS_PART: u64 = 2;

/// In a folder, the least memory beside what is held.
const LEAST_ROOM: u64 = 4 << 20;

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
        let open = BlockPool::<W>::BLOCK_BYTES * self.workers.len() as u64;
        let fit = (self.room / OPEN_PART / open).max(1).ilog2();
        wanted.min(fit).max(if self.checkpoints.folder().is_some() { LEAST_BITS } else { 0 })
    }

    /// Makes the level at a distance, given those before it, and counts it.
    pub fn next(&mut self, distance: u64, run: &mut Run) -> Result<Level<W>, DiskError> {
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
        let Self {
            compiled,
            target,
            trail,
            last,
            blocks,
            workers,
            pool,
            room,
            checkpoints,
            alternates,
            ..
        } = self;
        let is_worth_it = bits_for::<W>(width) > 0 && expanded >= WORTH_THREADS;
        for worker in workers.iter_mut() {
            worker.degrees.iter_mut().for_each(Vec::clear);
        }
        let used = if is_worth_it { workers.len() } else { 1 };
        let workers = &mut workers[..used];
        let trail = Mutex::new(trail);
        let reclaim = |wanted| lock(&trail).evict(wanted);
        let least = if folder.is_some() { held + LEAST_ROOM } else { 0 };
        let guard = Guard::new(run.budget, least.max(*room), held, &reclaim);
        // The last turn, or other searches, may have exceeded the limit.
        guard.reserve(0);
        let mut next = Vec::<Mutex<NextBucket<W>>>::new();
        next.resize_with(1 << bits, Mutex::default);
        let files = match folder {
            Some(folder) => Some([CodeWriter::new(folder)?, CodeWriter::new(folder)?]),
            None => None,
        };
        let mut work = Work {
            compiled,
            bits,
            next: &next,
            known: last,
            alternates: *alternates,
            blocks,
            guard: &guard,
            files,
            most: *room / BLOCKS_PART,
            target: if looks { *target } else { super::SearchTarget::Nothing },
            goals: Mutex::default(),
            error: Mutex::default(),
            found: AtomicU64::new(0),
            turn: AtomicUsize::new(0),
        };
        if let Err(stopped) = find(&work, workers, pool, run, &mut progress) {
            let error = unlocked(&mut work.error).take();
            drop(work);
            // Levels in memory are not needed any more, and those in files have no blocks.
            *blocks = BlockPool::default();
            for worker in workers {
                worker.finder = Finder::new();
            }
            return Err(error.unwrap_or(stopped.into()));
        }
        let level = match work.files.take() {
            Some([file, _]) => {
                let mut chunks = Vec::new();
                for bucket in &next {
                    chunks.push(lock(bucket).chunk);
                }
                Level::File(file.finish(chunks)?)
            }
            None => {
                let mut lists = Vec::new();
                for bucket in &next {
                    lists.push(mem::take(&mut lock(bucket).found));
                }
                Level::Blocks(lists)
            }
        };
        let (count, (goals, goal)) = (*work.found.get_mut(), *unlocked(&mut work.goals));
        drop(work);
        let totals = &mut checkpoints.totals;
        for worker in workers {
            for (number, &more) in worker.degrees.iter().flatten().enumerate() {
                tally(&mut totals.degrees, number, more);
            }
        }
        totals.counts.push(count);
        totals.goals += goals;
        if let (None, Some(goal)) = (&totals.goal, goal) {
            totals.goal = Some((distance, goal.0.to_vec()));
        }
        if guard.left() < blocks.bytes() {
            blocks.free_all();
        }
        Ok(level)
    }
}

/// Finds the positions of the next level.
fn find<const W: usize>(
    work: &Work<W>,
    workers: &mut [Worker<W>],
    pool: &mut Pool,
    run: &mut Run,
    progress: &mut Progress,
) -> Result<(), Stopped> {
    let last = work.known.last().expect("there is a level");
    let (sources, buckets) = (last.buckets(), work.next.len());
    let all = (sources + buckets) as f64;
    let expand = |worker: &mut Worker<W>, at| worker.expand(last, at, work);
    pool.share(workers, sources, expand, &mut |done| work.pause(done as f64 / all, run, progress))?;
    for worker in &mut *workers {
        worker.finder.pass_on_all(work);
    }
    let finish = |worker: &mut Worker<W>, at| worker.finder.finish(at, work);
    let pause = &mut |done| work.pause((sources + done) as f64 / all, run, progress);
    pool.share(workers, buckets, finish, pause)?;
    work.guard.verdict()
}
