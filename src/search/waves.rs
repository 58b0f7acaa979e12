//! Breadth-first search level by level, with nothing kept but what is needed.
//!
//! Moves lead back as well as forth, so a move from the last complete level, the *frontier*, leads
//! to that level, the one before it, or the next. Each of these three is a hash table of its own,
//! as large as it must be: what is searched through stays small, and mostly in the cache, however
//! much has been found before. (The principle is that of R. Korf's frontier search, 1999.)
//!
//! A level is cut into shards by hash. Threads first take pieces of the frontier, make their
//! neighbours, sort out those known from the frontier and before it, and deal the others out by
//! shard; then they take shards, and put in what is new. So no two ever write to the same place,
//! and what is found does not depend on how many there are.

use std::ops::ControlFlow;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use rayon::prelude::*;

use super::Limit;
use crate::moves::neighbours::{Came, Neighbours};
use crate::space::Code;
use crate::store::{Hasher, Keys};

/// Sources whose neighbours are made before any is looked up: the memory that the look-ups need is
/// called for meanwhile.
const BATCH: usize = 64;

/// Sources that a thread takes at a time.
const PORTION: usize = 2048;

/// Frontiers smaller than this are not worth waking other threads for.
const WORTH_SHARING: usize = 4096;

/// Makes a list of neighbours for a thread of its own.
pub type Maker<'a, const W: usize> = dyn Fn() -> Box<dyn Neighbours<W>> + Sync + 'a;

/// The configurations at one distance.
pub struct Level<const W: usize> {
    shards: Vec<Shard<W>>,
}

struct Shard<const W: usize> {
    keys: Keys<W>,
    codes: Vec<Code<W>>,
    came: Vec<Came>,
}

/// A configuration that a move leads to.
#[derive(Clone, Copy)]
struct Candidate<const W: usize> {
    code: Code<W>,
    came: Came,
    hash: u64,
}

/// What a thread works with.
struct Worker<const W: usize> {
    neighbours: Box<dyn Neighbours<W>>,
    found: Vec<(Code<W>, Came)>,
    hashes: Vec<u64>,
    /// For each shard, what may be new.
    dealt: Vec<Vec<Candidate<W>>>,
}

/// A search in progress.
pub struct Waves<const W: usize> {
    hasher: Hasher<W>,
    /// Whether no move leads to the level that it comes from.
    alternates: bool,
    workers: Vec<Worker<W>>,
    pool: Option<rayon::ThreadPool>,
    previous: Level<W>,
    frontier: Level<W>,
}

impl<const W: usize> Waves<W> {
    /// Begins a search at some configurations, all at distance 0. `alternates` says that no two
    /// configurations at the same distance are neighbours.
    pub fn new(
        sources: &[Code<W>],
        maker: &Maker<W>,
        alternates: bool,
        threads: usize,
    ) -> Self {
        let mut random = Pcg64::new(2026, 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        let hasher = Hasher::new(|| random.next_u64());
        let shards = if threads == 1 { 1 } else { (8 * threads).next_power_of_two() };
        let worker = || Worker {
            neighbours: maker(),
            found: Vec::new(),
            hashes: Vec::new(),
            dealt: vec![Vec::new(); shards],
        };
        let mut frontier = Level::with_room_for(sources.len(), shards, hasher);
        for &code in sources {
            let hash = hasher.hash(&code.0);
            frontier.shards[hash as usize % shards].insert(&Candidate {
                code,
                came: Came::UNKNOWN,
                hash,
            });
        }
        Self {
            hasher,
            alternates,
            workers: (0..threads).map(|_| worker()).collect(),
            pool: None,
            previous: Level::with_room_for(0, shards, hasher),
            frontier,
        }
    }

    /// The last complete level.
    pub fn frontier(&self) -> &Level<W> {
        &self.frontier
    }

    /// Somebody who lists neighbours.
    pub fn neighbours(&mut self) -> &mut dyn Neighbours<W> {
        &mut *self.workers[0].neighbours
    }

    /// Bytes that are held.
    pub fn bytes(&self) -> u64 {
        self.previous.bytes() + self.frontier.bytes()
    }

    /// Whether a configuration is in the frontier.
    pub fn reaches(&self, code: &Code<W>) -> bool {
        self.frontier.contains(code, self.hasher.hash(&code.0))
    }

    /// Finds the next level and makes it the frontier. Returns the configurations of the level
    /// that is forgotten. `pause` is called now and then with the number of bytes that are held or
    /// about to be; if it breaks, the search cannot go on.
    pub fn advance(
        &mut self,
        pause: &mut dyn FnMut(u64) -> ControlFlow<Limit>,
    ) -> ControlFlow<Limit, Vec<Vec<Code<W>>>> {
        let (had, has) = (self.previous.len(), self.frontier.len());
        // Levels mostly grow or shrink as they did before.
        let expected = if had == 0 { 2 * has } else { has + has * has / had / 8 };
        let shards = self.frontier.shards.len();
        let mut next = Level::with_room_for(expected.min(2 * has), shards, self.hasher);
        let shared = self.workers.len() > 1 && has >= WORTH_SHARING;
        let portions: Vec<(usize, usize)> = (self.frontier.shards.iter().enumerate())
            .flat_map(|(at, shard)| (0..shard.codes.len()).step_by(PORTION).map(move |i| (at, i)))
            .collect();
        if shared && self.pool.is_none() {
            let threads = self.workers.len();
            self.pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        }
        let held = self.bytes();
        let Self { workers, previous, frontier, hasher, alternates, pool, .. } = self;
        let known = Known { previous, frontier, hasher, alternates: *alternates };
        match pool.as_ref().filter(|_| shared) {
            None => {
                for portion in portions {
                    pause(held + next.bytes_to_grow())?;
                    let worker = &mut workers[0];
                    worker.take(&known, portion, BATCH, Some(&mut next));
                }
            }
            Some(pool) => {
                for round in portions.chunks(4 * workers.len()) {
                    pause(held + next.bytes_to_grow())?;
                    pool.install(|| share(workers, &known, round, &mut next));
                }
            }
        }
        std::mem::swap(&mut self.previous, &mut self.frontier);
        let forgotten = std::mem::replace(&mut self.frontier, next);
        ControlFlow::Continue(forgotten.into_codes())
    }

    /// The configurations of the level before the frontier.
    pub fn into_previous(self) -> Vec<Vec<Code<W>>> {
        self.previous.into_codes()
    }
}

/// What neighbours are compared with.
struct Known<'a, const W: usize> {
    previous: &'a Level<W>,
    frontier: &'a Level<W>,
    hasher: &'a Hasher<W>,
    alternates: bool,
}

/// Takes some portions of the frontier, on all threads.
fn share<const W: usize>(
    workers: &mut [Worker<W>],
    known: &Known<W>,
    round: &[(usize, usize)],
    next: &mut Level<W>,
) {
    let each = round.len().div_ceil(workers.len());
    workers.par_iter_mut().zip(round.par_chunks(each)).for_each(|(worker, portions)| {
        for &portion in portions {
            worker.take(known, portion, BATCH, None);
        }
    });
    let dealers = &*workers;
    next.shards.par_iter_mut().enumerate().for_each(|(at, shard)| {
        dealers.iter().for_each(|worker| shard.insert_all(&worker.dealt[at]));
    });
    workers.par_iter_mut().for_each(|worker| worker.dealt.iter_mut().for_each(Vec::clear));
}

impl<const W: usize> Worker<W> {
    /// Deals out what neighbours of a portion of the frontier may be new; if `next` is given, puts
    /// them in at once.
    fn take(
        &mut self,
        known: &Known<W>,
        (at, begin): (usize, usize),
        batch: usize,
        mut next: Option<&mut Level<W>>,
    ) {
        let shard = &known.frontier.shards[at];
        let end = (begin + PORTION).min(shard.codes.len());
        for from in (begin..end).step_by(batch) {
            let to = (from + batch).min(end);
            self.deal(known, &shard.codes[from..to], &shard.came[from..to]);
            if let Some(next) = &mut next {
                for (shard, dealt) in next.shards.iter_mut().zip(&mut self.dealt) {
                    shard.insert_all(dealt);
                    dealt.clear();
                }
            }
        }
    }

    fn deal(&mut self, known: &Known<W>, sources: &[Code<W>], came: &[Came]) {
        let Self { neighbours, found, hashes, dealt } = self;
        let mask = dealt.len() - 1;
        found.clear();
        neighbours.list(sources, came, found);
        hashes.clear();
        for (code, _) in &*found {
            let hash = known.hasher.hash(&code.0);
            hashes.push(hash);
            let shard = hash as usize & mask;
            known.previous.shards[shard].keys.prefetch(hash);
            if !known.alternates {
                known.frontier.shards[shard].keys.prefetch(hash);
            }
        }
        for (&(code, came), &hash) in found.iter().zip(&*hashes) {
            let shard = hash as usize & mask;
            let is_old = known.previous.shards[shard].keys.contains(&code.0, hash)
                || !known.alternates && known.frontier.shards[shard].keys.contains(&code.0, hash);
            if !is_old {
                dealt[shard].push(Candidate { code, came, hash });
            }
        }
    }
}

impl<const W: usize> Level<W> {
    fn with_room_for(keys: usize, shards: usize, hasher: Hasher<W>) -> Self {
        let shard = || Shard {
            keys: Keys::with_room_for(keys / shards, hasher),
            codes: Vec::with_capacity(keys / shards),
            came: Vec::with_capacity(keys / shards),
        };
        Self { shards: (0..shards).map(|_| shard()).collect() }
    }

    /// Number of configurations.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.codes.len()).sum()
    }

    /// All configurations.
    pub fn codes(&self) -> impl Iterator<Item = &Code<W>> {
        self.shards.iter().flat_map(|shard| &shard.codes)
    }

    fn into_codes(self) -> Vec<Vec<Code<W>>> {
        self.shards.into_iter().map(|shard| shard.codes).collect()
    }

    fn contains(&self, code: &Code<W>, hash: u64) -> bool {
        self.shards[hash as usize % self.shards.len()].keys.contains(&code.0, hash)
    }

    fn bytes(&self) -> u64 {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// Bytes held, and those that it takes for a shard to grow.
    fn bytes_to_grow(&self) -> u64 {
        let growing = self.shards.iter().map(|shard| shard.bytes()).max().unwrap_or(0);
        self.bytes() + 2 * growing
    }
}

impl<const W: usize> Shard<W> {
    fn bytes(&self) -> u64 {
        self.keys.bytes() + (self.codes.len() * (8 * W + 2)) as u64
    }

    fn insert_all(&mut self, candidates: &[Candidate<W>]) {
        const AHEAD: usize = 8;
        candidates.iter().take(AHEAD).for_each(|candidate| self.keys.prefetch(candidate.hash));
        for (at, candidate) in candidates.iter().enumerate() {
            if let Some(later) = candidates.get(at + AHEAD) {
                self.keys.prefetch(later.hash);
            }
            self.insert(candidate);
        }
    }

    #[inline(always)]
    fn insert(&mut self, candidate: &Candidate<W>) {
        if self.keys.insert(&candidate.code.0, candidate.hash) {
            self.codes.push(candidate.code);
            self.came.push(candidate.came);
        }
    }
}
