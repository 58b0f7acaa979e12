//! Frontier search: breadth first, level by level, with a minimum of stored positions.
//!
//! Moves can be undone, so a move from the last complete level, the *frontier*, leads to that
//! level, the one before it, or the next. Older levels may be forgotten at any time (R. Korf's
//! frontier search, 1999).
//!
//! A level is a set of buckets of positions with the same top bits of the hash; their number grows
//! with the level. Threads list the neighbours of blocks of the frontier and deal them into the
//! buckets as candidates. Then each bucket is finished alone: its candidates are looked up in a
//! scratch table of what is known of the bucket, which is small enough for the cache. If memory is
//! short, buckets are finished earlier and several times. The only bucket of a narrow level needs no
//! dealing: its table is kept, and candidates are looked up at once.
//!
//! The result does not depend on the number of threads. All memory is reserved with a [`Guard`]
//! before it is used.

mod bucket;
mod lister;

use std::mem;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use ahash::AHashSet;
use bucket::{Bucket, Finder, Pool, Work, bucket_of};
use lister::Lister;

use super::compiled::sort_dedup;
use super::drive::sums;
use super::guard::Guard;
use crate::engine::board::{Code, CodeSymmetries};
use crate::engine::host::{Team, lock, unlocked};
use crate::engine::moves::{Batch, LastMove, Neighbour, Neighbours};
use crate::engine::query::Stopped;
use crate::engine::store::Hasher;

/// Candidates that are found, and buckets that are finished, between two looks at the limits.
const CANDIDATES: usize = 1 << 17;
const BUCKETS: usize = 256;

/// Reserve of each thread for memory that the guard does not see (stacks, allocator caches): this
/// fraction of the memory, and at most a number of bytes.
const OWN_PART: u64 = 64;
const MOST_OWN: u64 = 1 << 19;

/// Searches that expand fewer positions end before other threads have started.
const WORTH_A_TEAM: u64 = 1 << 14;

/// Builds a neighbour lister for one thread.
pub type NeighboursFactory<'a, const W: usize> = dyn Fn() -> Box<dyn Neighbours<W>> + Sync + 'a;

/// Positions at one distance, bucket by bucket.
pub type LevelCodes<const W: usize> = Vec<Vec<Code<W>>>;

/// The state of one thread.
struct Worker<const W: usize> {
    lister: Lister<W>,
    finder: Finder<W>,
}

/// A search in progress.
pub struct Frontier<'a, const W: usize> {
    hasher: Hasher<W>,
    /// If symmetries are used, one position stands for all its images.
    fold: Option<&'a CodeSymmetries<W>>,
    pool: Pool<W>,
    /// There are `1 << bits` buckets.
    bits: u32,
    buckets: Vec<Bucket<W>>,
    /// The number of positions of the last complete level: without and with their images.
    width: usize,
    count: u64,
    /// One for each thread, unless the system refuses some.
    workers: Vec<Worker<W>>,
    /// Bytes that each thread but the first takes beside what it finds.
    overhead: u64,
    /// Started when the search is large enough to use it.
    team: Option<Team>,
    /// Number of positions expanded so far.
    expanded: u64,
}

impl<'a, const W: usize> Frontier<'a, W> {
    /// Positions that a bucket has of three levels. The scratch table, with three times the slots
    /// needed, is about half the L2 cache then.
    const SHARE: usize = (1 << 14) / if W < 8 { W } else { 8 };

    /// Begins a search at some positions, all at distance 0, with `room` bytes of memory. The
    /// initial memory is not reserved with a guard.
    pub fn new(
        sources: &[Code<W>],
        factory: &NeighboursFactory<W>,
        fold: Option<&'a CodeSymmetries<W>>,
        threads: usize,
        room: u64,
    ) -> Self {
        let hasher = Hasher::fixed();
        let worker = |_| Worker { lister: Lister::new(factory()), finder: Finder::new(hasher) };
        let lists = (Batch::<W>::MOST * size_of::<Neighbour<W>>()) as u64;
        let mut frontier = Self {
            hasher,
            fold,
            pool: Pool::default(),
            bits: 0,
            buckets: Vec::new(),
            width: 0,
            count: 0,
            workers: (0..threads).map(worker).collect(),
            overhead: lists + (room / OWN_PART).min(MOST_OWN),
            team: None,
            expanded: 0,
        };
        frontier.restart(sources);
        frontier
    }

    /// Forgets everything and begins at other positions. Cheap: the move generators are kept.
    pub fn restart(&mut self, sources: &[Code<W>]) {
        let representative =
            |code: &Code<W>| self.fold.map_or(*code, |fold| fold.representative(code));
        let mut codes: Vec<Code<W>> = sources.iter().map(representative).collect();
        sort_dedup(&mut codes);
        self.pool = Pool::default();
        self.workers.iter_mut().for_each(|worker| worker.finder = Finder::new(self.hasher));
        let mut bucket = Bucket::default();
        for &code in &codes {
            bucket.known[0].push((code, LastMove::UNKNOWN), &self.pool);
        }
        (self.bits, self.width) = (0, codes.len());
        self.count = bucket::count(self.fold, codes.iter());
        self.buckets = vec![bucket];
    }

    /// Counts the neighbours of every position that is expanded from now on.
    pub fn count_degrees(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.lister.degrees = Some(Default::default()));
    }

    /// Returns the number of positions with each number of neighbours, from 0, of all that were
    /// expanded since counting began.
    pub fn degrees(&self) -> Vec<u64> {
        let counts = self.workers.iter().filter_map(|worker| worker.lister.degrees.as_ref());
        sums(counts.map(|degrees| &degrees.counts[..]))
    }

    /// Returns the positions of the last complete level.
    pub fn codes(&self) -> impl Iterator<Item = &Code<W>> {
        self.buckets.iter().flat_map(|bucket| bucket.last().codes())
    }

    /// Returns the number of positions of the last complete level.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the same with all images.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the smallest position of the last complete level that is in the other's, too. Both
    /// must use the same symmetries.
    pub fn common(&self, other: &Self) -> Option<Code<W>> {
        let (coarse, fine) = if self.bits <= other.bits { (self, other) } else { (other, self) };
        let parts = fine.buckets.chunks(fine.buckets.len() / coarse.buckets.len());
        let common = coarse.buckets.iter().zip(parts).filter_map(|(bucket, part)| {
            let known: AHashSet<&Code<W>> = bucket.last().codes().collect();
            let codes = part.iter().flat_map(|bucket| bucket.last().codes());
            codes.filter(|code| known.contains(code)).min()
        });
        common.min().copied()
    }

    /// Removes and returns the positions of the level before the last; the search cannot go on
    /// afterwards.
    pub fn take_previous(&mut self) -> LevelCodes<W> {
        let Self { buckets, pool, .. } = self;
        buckets.iter_mut().map(|bucket| pool.packed(mem::take(&mut bucket.known[1]))).collect()
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        let finders: u64 = self.workers.iter().map(|worker| worker.finder.bytes()).sum();
        self.pool.bytes() + finders + (self.workers.len() as u64 - 1) * self.overhead
    }

    /// Finds the next level and makes it the last. Returns the positions of the level that is
    /// forgotten, if it is wanted. Calls `progress` now and then with the number of bytes held.
    ///
    /// If it is stopped, the search cannot go on.
    pub fn advance(
        &mut self,
        keeps: bool,
        guard: &Guard,
        progress: &mut dyn FnMut(u64),
    ) -> ControlFlow<Stopped, LevelCodes<W>> {
        self.regroup(guard);
        let is_worth_it = self.bits > 0 && self.expanded >= WORTH_A_TEAM;
        let shared = self.workers.len() > 1 && is_worth_it && self.start_team();
        self.expanded += self.width as u64;
        let Self { hasher, fold, pool, bits, buckets, workers, team, .. } = self;
        let buckets = &**buckets;
        let work = Work {
            hasher: *hasher,
            fold: *fold,
            bits: *bits,
            buckets,
            pool,
            guard,
            candidates: AtomicUsize::new(0),
            found: AtomicU64::new(0),
            turn: AtomicUsize::new(0),
        };
        let count = if shared { workers.len() } else { 1 };
        let (workers, mut alone) = (&mut workers[..count], None);
        let team = if shared { team } else { &mut alone };
        let mut pause = || {
            progress(guard.held());
            let _ = guard.look();
            guard.verdict()
        };
        let sources = Mutex::new(buckets.iter().flat_map(|bucket| &bucket.last().0));
        let next = || lock(&sources).next();
        loop {
            pause()?;
            each(team, workers.iter_mut(), |Worker { lister, finder }| {
                while work.candidates.load(Relaxed) < CANDIDATES {
                    let Some(block) = next() else { return finder.pass_on_all(&work) };
                    lister.list(block, &work, &mut |found| finder.take(found, &work));
                    if guard.control_flow().is_break() {
                        return;
                    }
                }
            });
            // Otherwise no thread has stopped before the end.
            if work.candidates.swap(0, Relaxed) < CANDIDATES {
                break;
            }
        }
        for some in buckets.chunks(BUCKETS).filter(|_| *bits > 0) {
            pause()?;
            let some = Mutex::new(some.iter());
            let next = || lock(&some).next();
            each(team, workers.iter_mut(), |worker| {
                while let Some(bucket) = next().filter(|_| guard.control_flow().is_continue()) {
                    worker.finder.finish(bucket, &work);
                }
            });
        }
        guard.verdict()?;
        self.count = work.found.into_inner();
        ControlFlow::Continue(self.finish_level(keeps, guard))
    }

    /// Starts the team if there is none. Returns whether it has more than one member: if the system
    /// refuses some threads, the others do their work.
    fn start_team(&mut self) -> bool {
        let threads = self.workers.len();
        self.team.get_or_insert_with(|| Team::new(threads)).members() > 1
    }

    /// Changes the number of buckets if that of positions has changed much.
    fn regroup(&mut self, guard: &Guard) {
        let bits = (3 * self.width).div_ceil(Self::SHARE).next_power_of_two().ilog2();
        if bits <= self.bits && bits + 2 > self.bits {
            return;
        }
        // Each bucket has two blocks that are not full.
        let slack = (2 * Pool::<W>::BLOCK_BYTES) << bits;
        if !guard.try_reserve(slack) {
            return;
        }
        guard.release(slack + self.bytes());
        let new = (0..1_usize << bits).map(|_| Bucket::default()).collect();
        let mut old = mem::replace(&mut self.buckets, new);
        let Self { hasher, pool, buckets, .. } = self;
        let groups = old.len().min(buckets.len());
        let (from, to) = (old.len() / groups, buckets.len() / groups);
        let pairs = old.chunks_mut(from).zip(buckets.chunks_mut(to));
        each(&mut self.team, pairs, |(old, new)| {
            for (level, list) in
                old.iter_mut().flat_map(|bucket| bucket.known.iter_mut().enumerate())
            {
                for block in mem::take(list).0 {
                    for &position in &block {
                        let at = bucket_of(hasher.hash(&position.0.0), bits) % to;
                        new[at].known[level].push(position, pool);
                    }
                    pool.give(block);
                }
            }
        });
        self.bits = bits;
        self.workers.iter_mut().for_each(|worker| worker.finder = Finder::new(self.hasher));
        guard.reserve_or_stop(self.bytes());
    }

    /// Makes the next level the last, and returns the level before the last if it is wanted.
    fn finish_level(&mut self, keeps: bool, guard: &Guard) -> LevelCodes<W> {
        if guard.left() < self.pool.bytes() {
            self.pool.free_all();
        }
        let mut kept = Vec::new();
        self.width = 0;
        for bucket in &mut self.buckets {
            let found = mem::take(&mut unlocked(&mut bucket.next).found);
            self.width += found.len();
            let [last, previous] = &mut bucket.known;
            let forgotten = mem::replace(previous, mem::replace(last, found));
            if keeps {
                kept.push(self.pool.packed(forgotten));
            } else {
                forgotten.0.into_iter().for_each(|block| self.pool.give(block));
            }
        }
        kept
    }
}

/// Does a job for each item, on the threads of the team if there is one.
fn each<T: Send>(
    team: &mut Option<Team>,
    items: impl Iterator<Item = T> + Send,
    job: impl Fn(T) + Sync,
) {
    match team {
        Some(team) => team.each(items, |_, item| job(item)),
        None => items.for_each(job),
    }
}
