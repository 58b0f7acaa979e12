//! Frontier search: breadth first, level by level, with a minimum of stored positions.
//!
//! Moves can be undone, so a move from the last complete level, the *frontier*, leads to that
//! level, the one before it, or the next. Older levels may be forgotten at any time (R. Korf's
//! frontier search, 1999). Here they are forgotten when they make up most of the hash table. So the
//! table stays small, and often in the cache, however much was found before.
//!
//! The table is split into shards by hash, one for each thread. Threads first list the neighbours
//! of parts of the frontier: they look up those of their own shard at once, and deal out the rest
//! to the other shards; then they look up what was dealt to them. The result does not depend on the
//! number of threads.
//!
//! All memory is reserved with a [`Guard`] before it is used.

mod shard;

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{iter, mem};

use shard::{Candidate, Shard, ShardLevel};

use super::drive::{sums, tally};
use super::guard::Guard;
use crate::engine::board::{Code, CodeSymmetries};
use crate::engine::host::{Team, lock, unlocked};
use crate::engine::moves::{Batch, LastMove, Neighbour, Neighbours, SourceStart};
use crate::engine::query::Stopped;
use crate::engine::store::Hasher;

/// Sources whose neighbours are generated before any is looked up, so that the memory for the
/// look-ups can be prefetched meanwhile.
const BATCH: usize = 64;

/// Sources that a thread claims at a time.
const PORTION: usize = BATCH;

/// Sources of a shard whose neighbours are dealt out before any of these is looked up.
const ROUND: usize = 128 * PORTION;

/// Limits for the candidates that are dealt out and not looked up yet: this fraction of the memory,
/// and a number of bytes, over all threads.
const DEALT_PART: u64 = 32;
const MOST_DEALT: u64 = 8 << 20;

/// Reserve of each thread for memory that the guard does not see (stacks, spare `Vec` capacity,
/// allocator caches): this fraction of the memory, and at most a number of bytes.
const OWN_PART: u64 = 64;
const MOST_OWN: u64 = 1 << 19;

/// Smaller frontiers are not worth waking the other threads.
const WORTH_SHARING: usize = 1024;

/// Searches that expand fewer positions end before other threads have started.
const WORTH_A_TEAM: u64 = 1 << 14;

/// Builds a neighbour lister for one thread.
pub type NeighboursFactory<'a, const W: usize> = dyn Fn() -> Box<dyn Neighbours<W>> + Sync + 'a;

/// Positions at one distance, in parts as they were found.
pub type LevelCodes<const W: usize> = Vec<Vec<Code<W>>>;

/// The state of one thread.
struct FrontierWorker<const W: usize> {
    neighbours: Box<dyn Neighbours<W>>,
    found: Vec<Neighbour<W>>,
    hashes: Vec<u64>,
    /// For each shard, candidates for it: up to `most` each.
    dealt: Vec<Vec<Candidate<W>>>,
    most: usize,
    /// Reserve in bytes for memory that the guard does not see.
    overhead: u64,
    /// Set if neighbours are counted.
    degrees: Option<DegreeCounter<W>>,
}

/// The histogram of numbers of neighbours, and its scratch space.
#[derive(Default)]
struct DegreeCounter<const W: usize> {
    /// The number of sources with each number of neighbours.
    counts: Vec<u64>,
    /// All neighbours of one source.
    all: Vec<Neighbour<W>>,
    /// Where the neighbours of each source begin in a list.
    begins: Vec<SourceStart>,
    /// Whether the neighbours of a batch once did not fit the list: then later ones hardly will.
    are_many: bool,
}

/// A search in progress.
pub struct Frontier<'a, const W: usize> {
    hasher: Hasher<W>,
    /// If symmetries are used, one position stands for all its images.
    fold: Option<&'a CodeSymmetries<W>>,
    /// The last complete level, shard by shard.
    last: Vec<ShardLevel<W>>,
    shards: Vec<Mutex<Shard<W>>>,
    /// One for each shard, with a thread for each unless the system refuses some.
    workers: Vec<FrontierWorker<W>>,
    /// Started when the search is large enough to use it.
    team: Option<Team>,
    /// Number of positions expanded so far.
    expanded: u64,
}

impl<'a, const W: usize> Frontier<'a, W> {
    /// Begins a search at some positions, all at distance 0, with `room` bytes of memory. The
    /// initial memory is not reserved with a guard.
    pub fn new(
        sources: &[Code<W>],
        factory: &NeighboursFactory<W>,
        fold: Option<&'a CodeSymmetries<W>>,
        threads: usize,
        room: u64,
    ) -> Self {
        let mut frontier = Self {
            hasher: Hasher::fixed(),
            fold,
            last: Vec::new(),
            shards: Vec::new(),
            workers: (0..threads).map(|_| FrontierWorker::new(factory(), threads, room)).collect(),
            team: None,
            expanded: 0,
        };
        frontier.restart(sources);
        frontier
    }

    /// Forgets everything and begins at other positions. Cheap: the move generators are kept.
    pub fn restart(&mut self, sources: &[Code<W>]) {
        let (hasher, threads) = (self.hasher, self.workers.len());
        self.last = (0..threads).map(|_| ShardLevel::default()).collect();
        self.shards = (0..threads).map(|_| Mutex::new(Shard::new(hasher, threads))).collect();
        let mut shards = all(&mut self.shards);
        for source in sources {
            let code = self.fold.map_or(*source, |fold| fold.representative(source));
            let hash = hasher.hash(&code.0);
            let candidate = Candidate { code, last_move: LastMove::UNKNOWN, hash };
            shards[shard_of(hash, threads)].begin(&candidate);
        }
        self.finish_level();
    }

    /// Counts the neighbours of every position that is expanded from now on.
    pub fn count_degrees(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.degrees = Some(Default::default()));
    }

    /// Returns the number of positions with each number of neighbours, from 0, of all that were
    /// expanded since counting began.
    pub fn degrees(&self) -> Vec<u64> {
        let counts = self.workers.iter().filter_map(|worker| worker.degrees.as_ref());
        sums(counts.map(|degrees| &degrees.counts[..]))
    }

    /// Returns the positions of the last complete level.
    pub fn codes(&self) -> impl Iterator<Item = &Code<W>> {
        self.last.iter().flat_map(|level| &level.codes)
    }

    /// Returns the number of positions of the last complete level.
    pub fn width(&self) -> usize {
        self.last.iter().map(|level| level.codes.len()).sum()
    }

    /// Whether a position is known: always true for the last two levels, and never for positions
    /// not found. Where symmetries are used, the position must be the one that stands for its
    /// images.
    pub fn knows(&self, code: &Code<W>) -> bool {
        let hash = self.hasher.hash(&code.0);
        lock(&self.shards[shard_of(hash, self.shards.len())]).knows(code, hash)
    }

    /// Removes and returns the positions of the level before the last; the search cannot go on
    /// afterwards.
    pub fn take_previous(&mut self) -> LevelCodes<W> {
        let shards = all(&mut self.shards).into_iter();
        shards.map(|shard| mem::take(&mut shard.previous)).collect()
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        let shards = self.shards.iter().zip(&self.last);
        let lists: u64 = self.workers.iter().skip(1).map(FrontierWorker::bytes).sum();
        lists + shards.map(|(shard, last)| lock(shard).bytes() + last.bytes()).sum::<u64>()
    }

    /// Finds the next level and makes it the last. Returns the positions of the level that is
    /// forgotten. Calls `progress` now and then with the number of bytes held.
    ///
    /// If it is stopped, the search cannot go on.
    pub fn advance(
        &mut self,
        guard: &Guard,
        progress: &mut dyn FnMut(u64),
    ) -> ControlFlow<Stopped, LevelCodes<W>> {
        let is_worth_it = self.width() >= WORTH_SHARING && self.expanded >= WORTH_A_TEAM;
        let shared = self.workers.len() > 1 && is_worth_it && self.start_team();
        self.expanded += self.width() as u64;
        let round = if shared { ROUND } else { ROUND / 4 };
        for begin in (0..self.widest()).step_by(round) {
            progress(guard.held());
            let _ = guard.look();
            guard.verdict()?;
            if shared {
                self.insert_round_in_parallel(begin..begin + round, guard);
            } else {
                self.insert_round(begin..begin + round, guard);
            }
        }
        guard.verdict()?;
        ControlFlow::Continue(self.finish_level())
    }

    /// Starts the team if there is none. Returns whether it has more than one member: if the system
    /// refuses some threads, the others do their work.
    fn start_team(&mut self) -> bool {
        let threads = self.workers.len();
        self.team.get_or_insert_with(|| Team::new(threads)).members() > 1
    }

    /// Returns the greatest number of positions of the last level in a shard.
    fn widest(&self) -> usize {
        self.last.iter().map(|level| level.codes.len()).max().unwrap_or(0)
    }

    /// Finds the new positions among the neighbours of a round of the last level.
    fn insert_round(&mut self, round: Range<usize>, guard: &Guard) {
        let Self { hasher, fold, last, shards, workers, .. } = self;
        let (fold, mut shards) = (*fold, all(shards));
        if round.start == 0 {
            shards.iter_mut().zip(&*last).for_each(|(shard, level)| shard.forget(level, guard));
        }
        for level in last {
            for part in batches(round.start..round.end.min(level.codes.len())) {
                workers[0].expand(level, part, fold, guard, |found, hashes, _| {
                    hash_all(hasher, found, hashes);
                    look_up(&mut shards, found, hashes, guard);
                });
            }
            if guard.control_flow().is_break() {
                return;
            }
        }
    }

    /// Like `insert_round`, on all threads.
    fn insert_round_in_parallel(&mut self, round: Range<usize>, guard: &Guard) {
        let Self { hasher, fold, last, shards, workers, team, .. } = self;
        let (hasher, fold, last, shards) = (&*hasher, *fold, &*last, &*shards);
        let Some(team) = team else { return };
        let is_stale = || shards.iter().zip(last).any(|(shard, last)| lock(shard).is_stale(last));
        if round.start == 0 && is_stale() {
            // Before any thread inserts positions.
            team.each(shards.iter().zip(last), |_, (shard, last)| lock(shard).forget(last, guard));
        }
        let taken: Vec<AtomicUsize> = last.iter().map(|_| AtomicUsize::new(round.start)).collect();
        team.each(workers.iter_mut(), |own, worker| {
            // A thread that has finished its own shard helps the others.
            for at in (own..last.len()).chain(0..own) {
                let end = round.end.min(last[at].codes.len());
                let next = || taken[at].fetch_add(PORTION, Ordering::Relaxed);
                for from in iter::repeat_with(next).take_while(|&from| from < end) {
                    for part in batches(from..(from + PORTION).min(end)) {
                        worker.deal(hasher, (&last[at], part), fold, own, shards, guard);
                    }
                    if guard.control_flow().is_break() {
                        return;
                    }
                }
            }
        });
        for (to, shard) in shards.iter().enumerate() {
            for (inbox, worker) in lock(shard).inbox.iter_mut().zip(&mut *workers) {
                mem::swap(inbox, &mut worker.dealt[to]);
            }
        }
        team.each(shards.iter(), |_, shard| lock(shard).insert_inbox(guard));
    }

    /// Makes the next level the last, and returns the level before the last.
    fn finish_level(&mut self) -> LevelCodes<W> {
        let shards = all(&mut self.shards).into_iter().zip(&mut self.last);
        shards.map(|(shard, last)| shard.finish_level(last)).collect()
    }
}

/// Returns all shards, for a search with one thread.
fn all<const W: usize>(shards: &mut [Mutex<Shard<W>>]) -> Vec<&mut Shard<W>> {
    shards.iter_mut().map(unlocked).collect()
}

/// Returns the shard for a hash. The table uses other bits of the hash.
#[inline(always)]
fn shard_of(hash: u64, shards: usize) -> usize {
    (((hash & 0xffff_ffff) * shards as u64) >> 32) as usize
}

/// Splits sources into batches.
fn batches(sources: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = sources.end;
    sources.step_by(BATCH).map(move |from| from..(from + BATCH).min(end))
}

/// Computes the hashes of neighbours.
#[inline(always)]
fn hash_all<const W: usize>(hasher: &Hasher<W>, found: &[Neighbour<W>], hashes: &mut Vec<u64>) {
    hashes.clear();
    hashes.reserve(found.len());
    for (code, _) in found {
        hashes.push(hasher.hash(&code.0));
    }
}

/// Inserts new neighbours into their shards.
#[inline(never)]
fn look_up<const W: usize>(
    shards: &mut [&mut Shard<W>],
    found: &[Neighbour<W>],
    hashes: &[u64],
    guard: &Guard,
) {
    let count = shards.len();
    for &hash in hashes {
        shards[shard_of(hash, count)].prefetch(hash);
    }
    for (at, &(code, last_move)) in found.iter().enumerate() {
        let hash = hashes[at];
        shards[shard_of(hash, count)].insert(&Candidate { code, last_move, hash }, guard);
    }
    // One position may have thousands of neighbours.
    shards.iter_mut().for_each(|shard| shard.report_growth(guard));
}

impl<const W: usize> FrontierWorker<W> {
    fn new(neighbours: Box<dyn Neighbours<W>>, threads: usize, room: u64) -> Self {
        let bytes = (room / DEALT_PART).min(MOST_DEALT) as usize;
        // Each thread has a list for each shard, and each shard one for each thread.
        let most = bytes / (2 * threads * threads * size_of::<Candidate<W>>());
        Self {
            most: most.max(1),
            overhead: (room / OWN_PART).min(MOST_OWN),
            neighbours,
            found: Vec::with_capacity(Batch::<W>::MOST),
            hashes: Vec::new(),
            dealt: vec![Vec::new(); threads],
            degrees: None,
        }
    }

    /// Returns the bytes of the thread. The first thread's are not counted: they belong to the
    /// memory that the program uses in any case.
    fn bytes(&self) -> u64 {
        let dealt = 2 * self.most * self.dealt.len() * size_of::<Candidate<W>>();
        (Batch::<W>::MOST * (size_of::<Neighbour<W>>() + 8) + dealt) as u64 + self.overhead
    }

    /// Lists the neighbours of a part of a level, and passes them to `look_up` together with space
    /// for their hashes and the dealt lists: at the end, and earlier if they are many.
    #[inline(always)]
    fn expand(
        &mut self,
        level: &ShardLevel<W>,
        part: Range<usize>,
        fold: Option<&CodeSymmetries<W>>,
        guard: &Guard,
        mut look_up: impl FnMut(&[Neighbour<W>], &mut Vec<u64>, &mut [Vec<Candidate<W>>]),
    ) {
        let Self { neighbours, found, hashes, dealt, degrees, .. } = self;
        let mut look_up = |found: &mut [Neighbour<W>]| {
            fold.into_iter().for_each(|fold| fold.replace(found, LastMove::UNKNOWN));
            look_up(found, hashes, dealt);
        };
        found.clear();
        if let Some(DegreeCounter { counts, all, begins, are_many }) = degrees {
            let sources = &level.codes[part];
            let mut count = |source: &Code<W>, degree: usize| {
                tally(counts, degree, fold.map_or(1, |fold| fold.count([source].into_iter())));
            };
            if neighbours.lists_each_once() && !*are_many {
                if let Some(numbers) = list_counted(&mut **neighbours, sources, found, begins) {
                    sources.iter().zip(numbers).for_each(|(source, number)| count(source, number));
                    look_up(found);
                    found.clear();
                    return;
                }
                *are_many = true;
                found.clear();
            }
            for source in sources {
                list_once(&mut **neighbours, source, found, all, guard);
                count(source, all.len());
                all.chunks_mut(Batch::<W>::MOST).for_each(&mut look_up);
                // One source with many neighbours is no reason to keep the memory.
                guard.release(size_of_val(&all[..]) as u64);
                all.clear();
                all.shrink_to(Batch::<W>::MOST);
            }
            return;
        }
        let mut flush = |found: &mut Vec<Neighbour<W>>| {
            look_up(found);
            found.clear();
            guard.look()
        };
        let mut batch = Batch::new(mem::take(found), &mut flush);
        neighbours.list(&level.codes[part.clone()], &level.last_moves[part], &mut batch);
        *found = batch.into_list();
        look_up(found);
        found.clear();
    }

    /// Inserts the new neighbours of a part of a level that belong to the thread's own shard, and
    /// deals out the rest. Dealt lists that get full are inserted as well.
    fn deal(
        &mut self,
        hasher: &Hasher<W>,
        (level, part): (&ShardLevel<W>, Range<usize>),
        fold: Option<&CodeSymmetries<W>>,
        own: usize,
        shards: &[Mutex<Shard<W>>],
        guard: &Guard,
    ) {
        let count = shards.len();
        let most = self.most;
        self.expand(level, part, fold, guard, |found, hashes, dealt| {
            hash_all(hasher, found, hashes);
            let mut shard = lock(&shards[own]);
            hashes.iter().for_each(|&hash| shard.prefetch(hash));
            for (&(code, last_move), &hash) in found.iter().zip(&*hashes) {
                let candidate = Candidate { code, last_move, hash };
                match shard_of(hash, count) {
                    to if to == own => shard.insert(&candidate, guard),
                    to => dealt[to].push(candidate),
                }
            }
            shard.report_growth(guard);
            drop(shard);
            for (to, dealt) in dealt.iter_mut().enumerate().filter(|(_, dealt)| dealt.len() >= most)
            {
                lock(&shards[to]).insert_all(dealt, guard);
            }
        });
    }
}

/// Lists the neighbours of up to [`BATCH`] sources, and returns how many each source has. Returns
/// `None` if they do not fit the list; its contents are useless then.
fn list_counted<const W: usize>(
    neighbours: &mut dyn Neighbours<W>,
    sources: &[Code<W>],
    found: &mut Vec<Neighbour<W>>,
    begins: &mut Vec<SourceStart>,
) -> Option<[usize; BATCH]> {
    let mut fits = true;
    let mut flush = |_: &mut Vec<Neighbour<W>>| {
        fits = false;
        ControlFlow::Break(())
    };
    let mut batch = Batch::new(mem::take(found), &mut flush).with_sources(mem::take(begins));
    neighbours.list(sources, &[LastMove::UNKNOWN; BATCH][..sources.len()], &mut batch);
    (*found, *begins) = batch.into_lists();
    if !fits {
        return None;
    }
    let ends = begins.iter().skip(1).map(|&(end, _)| end).chain([found.len()]);
    let mut numbers = [0; BATCH];
    for (&(begin, source), end) in begins.iter().zip(ends) {
        numbers[source] += end - begin;
    }
    Some(numbers)
}

/// Lists all neighbours of a position, each once. Reserves the memory of the list with the guard.
fn list_once<const W: usize>(
    neighbours: &mut dyn Neighbours<W>,
    source: &Code<W>,
    found: &mut Vec<Neighbour<W>>,
    all: &mut Vec<Neighbour<W>>,
    guard: &Guard,
) {
    let sort = |all: &mut Vec<Neighbour<W>>| {
        all.sort_unstable_by_key(|&(code, _)| code);
        all.dedup_by_key(|&mut (code, _)| code);
    };
    let bytes = |list: &[Neighbour<W>]| size_of_val(list) as u64;
    let mut flush = |found: &mut Vec<Neighbour<W>>| {
        // While the list grows, there may be two copies of it.
        if !guard.try_reserve(bytes(found) + 2 * bytes(all)) {
            guard.stop(Stopped::Memory);
            return ControlFlow::Break(());
        }
        guard.release(2 * bytes(all));
        all.append(found);
        guard.look()
    };
    let mut batch = Batch::new(mem::take(found), &mut flush);
    neighbours.list(&[*source], &[LastMove::UNKNOWN], &mut batch);
    *found = batch.into_list();
    guard.reserve_or_stop(bytes(found));
    all.append(found);
    let listed = bytes(all);
    sort(all);
    guard.release(listed - bytes(all));
}
