//! Breadth-first search level by level, with nothing kept but what is needed.
//!
//! Moves lead back as well as forth, so a move from the last complete level, the *frontier*, leads
//! to that level, the one before it, or the next. Whatever is older may be forgotten at any time
//! (R. Korf's frontier search, 1999). Here it is forgotten once in a while, when it has become
//! most of what is known: so the hash table stays small, and often in the cache, however much has
//! been found before.
//!
//! The table is cut into shards by hash. Threads first take parts of the frontier, make their
//! neighbours, and deal them out by shard; then they take shards, and put in what is new. So no two
//! ever write to the same place, and what is found does not depend on how many there are.

use std::ops::{ControlFlow, Range};

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

/// A table is cleared of old levels when it has this many times the last two, and more than some
/// that fit the cache anyway.
const STALE: usize = 6;
const FEW: usize = 1 << 15;

/// Makes a list of neighbours for a thread of its own.
pub type Maker<'a, const W: usize> = dyn Fn() -> Box<dyn Neighbours<W>> + Sync + 'a;

/// What has been found with hashes of some kind.
struct Shard<const W: usize> {
    /// The last two levels, and what is older and not yet forgotten.
    keys: Keys<W>,
    /// The level before the frontier.
    previous: Vec<Code<W>>,
    frontier: Vec<Code<W>>,
    /// What brought the configurations of the frontier.
    came: Vec<Came>,
    /// The level that is being made.
    next: Vec<Code<W>>,
    next_came: Vec<Came>,
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
    shards: Vec<Shard<W>>,
    workers: Vec<Worker<W>>,
    pool: Option<rayon::ThreadPool>,
}

impl<const W: usize> Waves<W> {
    /// Begins a search at some configurations, all at distance 0.
    pub fn new(sources: &[Code<W>], maker: &Maker<W>, threads: usize) -> Self {
        let mut random = Pcg64::new(2026, 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        let hasher = Hasher::new(|| random.next_u64());
        let shards = if threads == 1 { 1 } else { (8 * threads).next_power_of_two() };
        let worker = || Worker {
            neighbours: maker(),
            found: Vec::new(),
            hashes: Vec::new(),
            dealt: vec![Vec::new(); shards],
        };
        let mut waves = Self {
            hasher,
            shards: (0..shards).map(|_| Shard::new(hasher)).collect(),
            workers: (0..threads).map(|_| worker()).collect(),
            pool: None,
        };
        for &code in sources {
            let hash = hasher.hash(&code.0);
            waves.shards[hash as usize % shards].insert(&Candidate {
                code,
                came: Came::UNKNOWN,
                hash,
            });
        }
        waves.shards.iter_mut().for_each(|shard| drop(shard.turn()));
        waves
    }

    /// The configurations of the last complete level.
    pub fn frontier(&self) -> impl Iterator<Item = &Code<W>> {
        self.shards.iter().flat_map(|shard| &shard.frontier)
    }

    /// How many these are.
    pub fn width(&self) -> usize {
        self.shards.iter().map(|shard| shard.frontier.len()).sum()
    }

    /// Whether a configuration is known: surely if it is in one of the last two levels, and never
    /// if it has not been found.
    pub fn knows(&self, code: &Code<W>) -> bool {
        let hash = self.hasher.hash(&code.0);
        self.shards[hash as usize % self.shards.len()].keys.contains(&code.0, hash)
    }

    /// Bytes that are held, and those that it may take to go on.
    pub fn bytes(&self) -> u64 {
        bytes(&self.shards)
    }

    /// The configurations of the level before the frontier.
    pub fn into_previous(self) -> Vec<Vec<Code<W>>> {
        self.shards.into_iter().map(|shard| shard.previous).collect()
    }

    /// Finds the next level and makes it the frontier. Returns the configurations of the level
    /// that is forgotten. `pause` is called now and then with the number of bytes that are held or
    /// about to be; if it breaks, the search cannot go on.
    pub fn advance(
        &mut self,
        pause: &mut dyn FnMut(u64) -> ControlFlow<Limit>,
    ) -> ControlFlow<Limit, Vec<Vec<Code<W>>>> {
        let shared = self.workers.len() > 1 && self.width() >= WORTH_SHARING;
        if shared && self.pool.is_none() {
            let threads = self.workers.len();
            self.pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        }
        let portions: Vec<(usize, usize)> = (self.shards.iter().enumerate())
            .flat_map(|(at, shard)| {
                (0..shard.frontier.len()).step_by(PORTION).map(move |i| (at, i))
            })
            .collect();
        let Self { workers, shards, hasher, pool } = self;
        match pool.as_ref().filter(|_| shared) {
            None => {
                for portion in portions {
                    pause(bytes(shards))?;
                    workers[0].take(hasher, portion, shards);
                }
            }
            Some(pool) => {
                for round in portions.chunks(4 * workers.len()) {
                    pause(bytes(shards))?;
                    pool.install(|| share(workers, hasher, round, shards));
                }
            }
        }
        ControlFlow::Continue(self.shards.iter_mut().map(Shard::turn).collect())
    }
}

/// Bytes that shards hold, and those that it takes for one of them to grow.
fn bytes<const W: usize>(shards: &[Shard<W>]) -> u64 {
    let all: u64 = shards.iter().map(Shard::bytes).sum();
    all + 2 * shards.iter().map(Shard::bytes).max().unwrap_or(0)
}

/// Takes some portions of the frontier, on all threads.
fn share<const W: usize>(
    workers: &mut [Worker<W>],
    hasher: &Hasher<W>,
    round: &[(usize, usize)],
    shards: &mut [Shard<W>],
) {
    let each = round.len().div_ceil(workers.len());
    let sources = &*shards;
    workers.par_iter_mut().zip(round.par_chunks(each)).for_each(|(worker, portions)| {
        portions.iter().for_each(|&portion| worker.deal(hasher, portion, sources));
    });
    let dealers = &*workers;
    shards.par_iter_mut().enumerate().for_each(|(at, shard)| {
        dealers.iter().for_each(|worker| shard.insert_all(&worker.dealt[at]));
    });
    workers.par_iter_mut().for_each(|worker| worker.dealt.iter_mut().for_each(Vec::clear));
}

impl<const W: usize> Worker<W> {
    /// Finds what is new among the neighbours of a portion of the frontier.
    fn take(&mut self, hasher: &Hasher<W>, (at, begin): (usize, usize), shards: &mut [Shard<W>]) {
        let mask = shards.len() - 1;
        let end = (begin + PORTION).min(shards[at].frontier.len());
        for from in (begin..end).step_by(BATCH) {
            let batch = from..(from + BATCH).min(end);
            self.list(hasher, &shards[at], batch);
            for &hash in &self.hashes {
                shards[hash as usize & mask].keys.prefetch(hash);
            }
            for (&(code, came), &hash) in self.found.iter().zip(&self.hashes) {
                shards[hash as usize & mask].insert(&Candidate { code, came, hash });
            }
        }
    }

    /// Deals out the neighbours of a portion of the frontier.
    fn deal(&mut self, hasher: &Hasher<W>, (at, begin): (usize, usize), shards: &[Shard<W>]) {
        let mask = shards.len() - 1;
        let end = (begin + PORTION).min(shards[at].frontier.len());
        for from in (begin..end).step_by(BATCH) {
            self.list(hasher, &shards[at], from..(from + BATCH).min(end));
            for (&(code, came), &hash) in self.found.iter().zip(&self.hashes) {
                self.dealt[hash as usize & mask].push(Candidate { code, came, hash });
            }
        }
    }

    /// Lists the neighbours of a part of the frontier, with their hashes.
    fn list(&mut self, hasher: &Hasher<W>, shard: &Shard<W>, part: Range<usize>) {
        let Self { neighbours, found, hashes, .. } = self;
        found.clear();
        neighbours.list(&shard.frontier[part.clone()], &shard.came[part], found);
        hashes.clear();
        hashes.extend(found.iter().map(|(code, _)| hasher.hash(&code.0)));
    }
}

impl<const W: usize> Shard<W> {
    fn new(hasher: Hasher<W>) -> Self {
        Self {
            keys: Keys::with_room_for(0, hasher),
            previous: Vec::new(),
            frontier: Vec::new(),
            came: Vec::new(),
            next: Vec::new(),
            next_came: Vec::new(),
        }
    }

    fn bytes(&self) -> u64 {
        let codes = self.previous.len() + self.frontier.len() + self.next.len();
        self.keys.bytes() + (codes * size_of::<Code<W>>() + 2 * self.frontier.len() * 2) as u64
    }

    /// Puts in what is new of some candidates.
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
            self.next.push(candidate.code);
            self.next_came.push(candidate.came);
        }
    }

    /// Makes the next level the frontier, and returns the level before the last frontier.
    fn turn(&mut self) -> Vec<Code<W>> {
        let next = std::mem::take(&mut self.next);
        std::mem::swap(&mut self.came, &mut self.next_came);
        self.next_came.clear();
        let last = std::mem::replace(&mut self.frontier, next);
        let forgotten = std::mem::replace(&mut self.previous, last);
        let live = self.previous.len() + self.frontier.len();
        if self.keys.len() > FEW.max(STALE * live) {
            self.keys.restart(live + self.frontier.len());
            for code in self.previous.iter().chain(&self.frontier) {
                self.keys.insert(&code.0, self.keys.hash(&code.0));
            }
        }
        forgotten
    }
}
