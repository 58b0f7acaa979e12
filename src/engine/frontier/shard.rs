//! A shard of the known positions: those whose hashes belong to it.

use crate::engine::board::Code;
use crate::engine::guard::Guard;
use crate::engine::moves::LastMove;
use crate::engine::query::Stopped;
use crate::engine::store::{Hasher, Insertion, KeySet};

/// Old levels are removed from the table when it has this many times the keys of the last two, and
/// more keys than fit the cache anyway.
const STALE: usize = 4;
const FEW: usize = 1 << 14;

/// Distance of prefetching when many keys are inserted.
const AHEAD: usize = 8;

/// Growth of lists below this size is not reported to the guard.
const CRUMB: u64 = 1 << 16;

/// A position that a move leads to.
#[derive(Clone, Copy)]
pub struct Candidate<const W: usize> {
    pub code: Code<W>,
    pub last_move: LastMove,
    pub hash: u64,
}

/// Positions at one distance.
#[derive(Default)]
pub struct ShardLevel<const W: usize> {
    pub codes: Vec<Code<W>>,
    /// The move that led to each of them.
    pub last_moves: Vec<LastMove>,
}

impl<const W: usize> ShardLevel<W> {
    pub fn bytes(&self) -> u64 {
        (self.codes.len() * (size_of::<Code<W>>() + size_of::<LastMove>())) as u64
    }
}

/// The positions known to one shard.
pub struct Shard<const W: usize> {
    /// The last two levels, and older positions that are not removed yet.
    keys: KeySet<W>,
    /// The level before the last complete one.
    pub previous: Vec<Code<W>>,
    /// The level in progress.
    next: ShardLevel<W>,
    /// Candidates that other threads dealt to this shard.
    pub inbox: Vec<Vec<Candidate<W>>>,
    /// Bytes of `next` that the guard knows of.
    settled: u64,
}

impl<const W: usize> Shard<W> {
    /// Builds one of `shards` shards.
    pub fn new(hasher: Hasher<W>, shards: usize) -> Self {
        Self {
            keys: KeySet::with_room_for(0, hasher),
            previous: Vec::new(),
            next: ShardLevel::default(),
            inbox: vec![Vec::new(); shards],
            settled: 0,
        }
    }

    /// Returns the bytes held, without the last complete level.
    pub fn bytes(&self) -> u64 {
        self.keys.bytes() + self.next.bytes() + size_of_val(&self.previous[..]) as u64
    }

    /// Whether a position is known.
    pub fn knows(&self, code: &Code<W>, hash: u64) -> bool {
        self.keys.contains(&code.0, hash)
    }

    /// Prefetches the memory of a look-up.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        self.keys.prefetch(hash);
    }

    /// Inserts one of the positions that a search begins with.
    pub fn begin(&mut self, candidate: &Candidate<W>) {
        if !self.put(candidate) {
            self.keys.grow_to(2 * self.keys.len());
            self.put(candidate);
        }
    }

    /// Inserts a position, if it is new.
    #[inline(always)]
    pub fn insert(&mut self, candidate: &Candidate<W>, guard: &Guard) {
        if !self.put(candidate) && self.grow(guard) {
            self.put(candidate);
        }
    }

    /// Like `insert`, but returns `false` if the table is full.
    #[inline(always)]
    fn put(&mut self, candidate: &Candidate<W>) -> bool {
        let put = self.keys.insert(&candidate.code.0, candidate.hash);
        if put == Insertion::New {
            self.next.codes.push(candidate.code);
            self.next.last_moves.push(candidate.last_move);
        }
        put != Insertion::Full
    }

    /// Enlarges the table: to twice its size, or by a quarter if there is too little memory.
    #[cold]
    fn grow(&mut self, guard: &Guard) -> bool {
        let before = self.keys.bytes();
        for more in [self.keys.len(), self.keys.len() / 4] {
            let keys = self.keys.len() + more;
            if guard.try_reserve(KeySet::<W>::bytes_for(keys)) {
                self.keys.grow_to(keys);
                guard.release(before);
                return true;
            }
        }
        guard.stop(Stopped::Memory);
        false
    }

    /// Inserts the new ones of some candidates, and empties their list.
    pub fn insert_all(&mut self, candidates: &mut Vec<Candidate<W>>, guard: &Guard) {
        candidates.iter().take(AHEAD).for_each(|candidate| self.keys.prefetch(candidate.hash));
        for (at, candidate) in candidates.iter().enumerate() {
            if let Some(later) = candidates.get(at + AHEAD) {
                self.keys.prefetch(later.hash);
            }
            self.insert(candidate, guard);
        }
        candidates.clear();
        self.report_growth(guard);
    }

    /// Inserts the candidates that were dealt to this shard.
    pub fn insert_inbox(&mut self, guard: &Guard) {
        let mut inbox = std::mem::take(&mut self.inbox);
        inbox.iter_mut().for_each(|candidates| self.insert_all(candidates, guard));
        self.inbox = inbox;
    }

    /// Reports the growth of the lists to the guard.
    #[inline(always)]
    pub fn report_growth(&mut self, guard: &Guard) {
        let bytes = self.next.bytes();
        if bytes > self.settled + CRUMB {
            guard.reserve_or_stop(bytes - self.settled);
            self.settled = bytes;
        }
    }

    /// Makes the next level the last, and returns the level before the last.
    pub fn finish_level(&mut self, last: &mut ShardLevel<W>) -> Vec<Code<W>> {
        std::mem::swap(last, &mut self.next);
        self.settled = 0;
        self.next.last_moves.clear();
        let codes = std::mem::replace(&mut self.next.codes, Vec::with_capacity(last.codes.len()));
        std::mem::replace(&mut self.previous, codes)
    }

    /// Returns the number of keys that are needed, and the table's minimum room for keys.
    fn key_counts(&self, last: &ShardLevel<W>) -> (usize, usize) {
        (self.previous.len() + last.codes.len(), FEW / self.inbox.len())
    }

    /// Whether the table has too many keys of old levels.
    pub fn is_stale(&self, last: &ShardLevel<W>) -> bool {
        let (live, few) = self.key_counts(last);
        self.keys.len() > few.max(STALE * live)
    }

    /// Removes old levels from the table if they have become too many.
    pub fn forget(&mut self, last: &ShardLevel<W>, guard: &Guard) {
        if !self.is_stale(last) {
            return;
        }
        let (live, few) = self.key_counts(last);
        // Room for as many old keys as are kept, or if that is too much, for little more than the
        // live ones.
        let sizes = [few.max(STALE * live) + last.codes.len(), live + live / 4 + few];
        guard.release(self.keys.bytes());
        let keys =
            sizes.into_iter().find(|&keys| guard.try_reserve(self.keys.bytes_restarted(keys)));
        let Some(keys) = keys else {
            guard.stop(Stopped::Memory);
            return;
        };
        self.keys.restart(keys);
        for codes in [&self.previous, &last.codes] {
            // The hashes of the keys that are being prefetched.
            let mut hashes = [0; AHEAD];
            for at in 0..codes.len() + AHEAD {
                let hash = &mut hashes[at % AHEAD];
                if let Some(before) = at.checked_sub(AHEAD) {
                    self.keys.insert(&codes[before].0, *hash);
                }
                if let Some(code) = codes.get(at) {
                    *hash = self.keys.hash(&code.0);
                    self.keys.prefetch(*hash);
                }
            }
        }
    }
}
