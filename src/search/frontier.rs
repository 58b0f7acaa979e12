//! Breadth-first search level by level, with nothing kept but what is needed.
//!
//! Moves lead back as well as forth, so a move from the last complete level, the *frontier*, leads
//! to that level, the one before it, or the next. Whatever is older may be forgotten at any time
//! (R. Korf's frontier search, 1999). Here it is forgotten once in a while, when it has become
//! most of what is known: so the hash table stays small, and often in the cache, however much has
//! been found before.
//!
//! The table is cut into shards by hash, one for each thread. Threads first list the neighbours of
//! parts of the frontier: what belongs to their own shards they look up at once, and the rest they
//! deal out; then they look up what has been dealt to them. So no two ever write to the same place,
//! and what is found does not depend on how many there are.

mod team;

use std::iter;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use team::Team;

use super::Limit;
use crate::board::Code;
use crate::moves::{Came, Neighbours};
use crate::store::{Hasher, Keys};

/// Sources whose neighbours are made before any is looked up: the memory that the look-ups need is
/// called for meanwhile.
const BATCH: usize = 64;

/// Sources that a thread takes at a time.
const PORTION: usize = 4 * BATCH;

/// Sources of a shard whose neighbours are dealt out before any of these is looked up.
const ROUND: usize = 32 * PORTION;

/// Frontiers smaller than this are not worth the other threads.
const WORTH_SHARING: usize = 1024;

/// The table is cleared of old levels when it has this many times the last two, and more than some
/// that fit the cache anyway.
const STALE: usize = 4;
const FEW: usize = 1 << 14;

/// Makes a list of neighbours for a thread of its own.
pub type Maker<'a, const W: usize> = dyn Fn() -> Box<dyn Neighbours<W>> + Sync + 'a;

/// The frontier's configurations with hashes of some kind.
struct Level<const W: usize> {
    codes: Vec<Code<W>>,
    /// What brought each of them.
    came: Vec<Came>,
}

/// What is known of the configurations with hashes of some kind.
struct Shard<const W: usize> {
    /// The last two levels, and what is older and not yet forgotten.
    keys: Keys<W>,
    /// The level before the frontier.
    previous: Vec<Code<W>>,
    /// The level that is being made.
    next: Level<W>,
    /// What other threads have dealt to this shard.
    dealt: Vec<Vec<Candidate<W>>>,
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
    /// For each shard, what may be new there.
    dealt: Vec<Vec<Candidate<W>>>,
}

/// A search in progress.
pub struct Waves<const W: usize> {
    hasher: Hasher<W>,
    /// The frontier, shard by shard.
    frontier: Vec<Level<W>>,
    shards: Vec<Shard<W>>,
    /// One for each shard, and one thread for each.
    workers: Vec<Worker<W>>,
    team: Option<Team>,
}

impl<const W: usize> Waves<W> {
    /// Begins a search at some configurations, all at distance 0.
    pub fn new(sources: &[Code<W>], maker: &Maker<W>, threads: usize) -> Self {
        let mut random = Pcg64::new(2026, 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        let hasher = Hasher::new(|| random.next_u64());
        let worker = || Worker {
            neighbours: maker(),
            found: Vec::new(),
            hashes: Vec::new(),
            dealt: vec![Vec::new(); threads],
        };
        let mut waves = Self {
            hasher,
            frontier: (0..threads).map(|_| Level::new()).collect(),
            shards: (0..threads).map(|_| Shard::new(hasher, threads)).collect(),
            workers: (0..threads).map(|_| worker()).collect(),
            team: None,
        };
        for &code in sources {
            let hash = hasher.hash(&code.0);
            let candidate = Candidate { code, came: Came::UNKNOWN, hash };
            waves.shards[belongs_to(hash, threads)].insert(&candidate);
        }
        waves.turn();
        waves
    }

    /// The configurations of the last complete level.
    pub fn frontier(&self) -> impl Iterator<Item = &Code<W>> {
        self.frontier.iter().flat_map(|level| &level.codes)
    }

    /// The same in parts.
    pub fn parts(&self) -> impl Iterator<Item = &[Code<W>]> {
        self.frontier.iter().map(|level| &level.codes[..])
    }

    /// How many these are.
    pub fn width(&self) -> usize {
        self.frontier.iter().map(|level| level.codes.len()).sum()
    }

    /// Whether a configuration is known: surely if it is in one of the last two levels, and never
    /// if it has not been found.
    pub fn knows(&self, code: &Code<W>) -> bool {
        let hash = self.hasher.hash(&code.0);
        self.shards[belongs_to(hash, self.shards.len())].keys.contains(&code.0, hash)
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
        let shared = self.workers.len() > 1 && self.width() >= WORTH_SHARING && self.gather();
        let round = if shared { ROUND } else { ROUND / 4 };
        for begin in (0..self.widest()).step_by(round) {
            pause(self.bytes())?;
            if shared {
                self.share(begin..begin + round);
            } else {
                self.take(begin..begin + round);
            }
        }
        ControlFlow::Continue(self.turn())
    }

    /// Makes the team if there is none. Returns whether it is complete.
    fn gather(&mut self) -> bool {
        let threads = self.workers.len();
        self.team.get_or_insert_with(|| Team::new(threads)).len() == threads
    }

    /// The greatest number of configurations of the frontier in a shard.
    fn widest(&self) -> usize {
        self.frontier.iter().map(|level| level.codes.len()).max().unwrap_or(0)
    }

    /// Bytes that are held, and those that it takes for a shard to grow.
    pub fn bytes(&self) -> u64 {
        let each = || self.shards.iter().zip(&self.frontier).map(|(s, level)| s.bytes(level));
        each().sum::<u64>() + 2 * each().max().unwrap_or(0)
    }

    /// Finds what is new among the neighbours of a round of the frontier.
    fn take(&mut self, round: Range<usize>) {
        let Self { hasher, frontier, shards, workers, .. } = self;
        if round.start == 0 {
            shards.iter_mut().zip(&*frontier).for_each(|(shard, level)| shard.forget(level));
        }
        for level in frontier {
            for part in batches(round.start..round.end.min(level.codes.len())) {
                workers[0].list(hasher, level, part);
                workers[0].look_up(shards);
            }
        }
    }

    /// The same on all threads.
    fn share(&mut self, round: Range<usize>) {
        let Self { hasher, frontier, shards, workers, team } = self;
        let (hasher, frontier) = (&*hasher, &*frontier);
        let Some(team) = team else { return };
        let taken: Vec<AtomicUsize> =
            frontier.iter().map(|_| AtomicUsize::new(round.start)).collect();
        team.each(shards.iter_mut().zip(workers.iter_mut()), |own, (shard, worker)| {
            if round.start == 0 {
                shard.forget(&frontier[own]);
            }
            // Whoever is ready with what is in its own shard helps the others.
            for at in (own..frontier.len()).chain(0..own) {
                let end = round.end.min(frontier[at].codes.len());
                let next = || taken[at].fetch_add(PORTION, Ordering::Relaxed);
                for from in iter::repeat_with(next).take_while(|&from| from < end) {
                    for part in batches(from..(from + PORTION).min(end)) {
                        worker.list(hasher, &frontier[at], part);
                        worker.deal(own, shard);
                    }
                }
            }
        });
        for (to, shard) in shards.iter_mut().enumerate() {
            for (dealt, worker) in shard.dealt.iter_mut().zip(&mut *workers) {
                std::mem::swap(dealt, &mut worker.dealt[to]);
            }
        }
        team.each(shards.iter_mut(), |_, shard| shard.insert_dealt());
    }

    /// Makes the next level the frontier, and returns the level before the last frontier.
    fn turn(&mut self) -> Vec<Vec<Code<W>>> {
        let shards = self.shards.iter_mut().zip(&mut self.frontier);
        shards.map(|(shard, frontier)| shard.turn(frontier)).collect()
    }
}

/// The shard that hashes belong to. The table is ordered by other bits.
#[inline(always)]
fn belongs_to(hash: u64, shards: usize) -> usize {
    (((hash & 0xffff_ffff) * shards as u64) >> 32) as usize
}

/// Some sources in batches.
fn batches(sources: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = sources.end;
    sources.step_by(BATCH).map(move |from| from..(from + BATCH).min(end))
}

impl<const W: usize> Worker<W> {
    /// Lists the neighbours of a part of the frontier, with their hashes.
    fn list(&mut self, hasher: &Hasher<W>, level: &Level<W>, part: Range<usize>) {
        let Self { neighbours, found, hashes, .. } = self;
        found.clear();
        neighbours.list(&level.codes[part.clone()], &level.came[part], found);
        hashes.clear();
        hashes.extend(found.iter().map(|(code, _)| hasher.hash(&code.0)));
    }

    /// Puts in what is new of what has been listed.
    fn look_up(&self, shards: &mut [Shard<W>]) {
        let count = shards.len();
        for &hash in &self.hashes {
            shards[belongs_to(hash, count)].keys.prefetch(hash);
        }
        for (&(code, came), &hash) in self.found.iter().zip(&self.hashes) {
            shards[belongs_to(hash, count)].insert(&Candidate { code, came, hash });
        }
    }

    /// Puts in what is new of what has been listed and belongs to one's own shard, and deals out
    /// the rest.
    fn deal(&mut self, own: usize, shard: &mut Shard<W>) {
        let count = self.dealt.len();
        for &hash in &self.hashes {
            shard.keys.prefetch(hash);
        }
        for (&(code, came), &hash) in self.found.iter().zip(&self.hashes) {
            let candidate = Candidate { code, came, hash };
            match belongs_to(hash, count) {
                to if to == own => shard.insert(&candidate),
                to => self.dealt[to].push(candidate),
            }
        }
    }
}

impl<const W: usize> Level<W> {
    fn new() -> Self {
        Self { codes: Vec::new(), came: Vec::new() }
    }

    fn bytes(&self) -> usize {
        self.codes.len() * (size_of::<Code<W>>() + size_of::<Came>())
    }
}

impl<const W: usize> Shard<W> {
    fn new(hasher: Hasher<W>, shards: usize) -> Self {
        Self {
            keys: Keys::with_room_for(0, hasher),
            previous: Vec::new(),
            next: Level::new(),
            dealt: vec![Vec::new(); shards],
        }
    }

    fn bytes(&self, frontier: &Level<W>) -> u64 {
        let dealt: usize = self.dealt.iter().map(Vec::capacity).sum();
        let lists = size_of_val(&self.previous[..]) + frontier.bytes() + self.next.bytes();
        self.keys.bytes() + (lists + 2 * dealt * size_of::<Candidate<W>>()) as u64
    }

    /// Puts in what is new of what has been dealt.
    fn insert_dealt(&mut self) {
        const AHEAD: usize = 8;
        let mut lists = std::mem::take(&mut self.dealt);
        for candidates in &mut lists {
            candidates.iter().take(AHEAD).for_each(|candidate| self.keys.prefetch(candidate.hash));
            for (at, candidate) in candidates.iter().enumerate() {
                if let Some(later) = candidates.get(at + AHEAD) {
                    self.keys.prefetch(later.hash);
                }
                self.insert(candidate);
            }
            candidates.clear();
        }
        self.dealt = lists;
    }

    #[inline(always)]
    fn insert(&mut self, candidate: &Candidate<W>) {
        if self.keys.insert(&candidate.code.0, candidate.hash) {
            self.next.codes.push(candidate.code);
            self.next.came.push(candidate.came);
        }
    }

    /// Makes the next level the frontier, and returns the level before the last frontier.
    fn turn(&mut self, frontier: &mut Level<W>) -> Vec<Code<W>> {
        std::mem::swap(frontier, &mut self.next);
        self.next.came.clear();
        let last =
            std::mem::replace(&mut self.next.codes, Vec::with_capacity(frontier.codes.len()));
        std::mem::replace(&mut self.previous, last)
    }

    /// Clears the table of old levels if these have become too many.
    fn forget(&mut self, frontier: &Level<W>) {
        let live = self.previous.len() + frontier.codes.len();
        let few = FEW / self.dealt.len();
        if self.keys.len() <= few.max(STALE * live) {
            return;
        }
        self.keys.restart(few.max(STALE * live) + frontier.codes.len());
        for code in self.previous.iter().chain(&frontier.codes) {
            self.keys.insert(&code.0, self.keys.hash(&code.0));
        }
    }
}
