//! Buckets of positions, in blocks from a common pool, and what a thread does with them.

use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::engine::board::{Code, CodeSymmetries};
use crate::engine::guard::Guard;
use crate::engine::host::{lock, unlocked};
use crate::engine::moves::{LastMove, Neighbour};
use crate::engine::query::Stopped;
use crate::engine::store::{Hasher, KeySet, SOME, prefetch};

/// The number of positions in a block.
pub const BLOCK: usize = SOME;

/// Positions with the moves that led to them. All blocks have the same size, so that the memory of
/// one level fits those of the next.
pub type Block<const W: usize> = Vec<Neighbour<W>>;

/// The blocks of a search.
#[derive(Default)]
pub struct Pool<const W: usize> {
    free: Mutex<Vec<Block<W>>>,
    /// The number of all blocks, in use or free.
    made: AtomicUsize,
}

impl<const W: usize> Pool<W> {
    /// Bytes of a block, with those of the allocator and of the lists that it is in.
    pub const BLOCK_BYTES: u64 = (BLOCK * size_of::<Neighbour<W>>()) as u64 + 64;

    /// Returns the bytes of all blocks.
    pub fn bytes(&self) -> u64 {
        self.made.load(Relaxed) as u64 * Self::BLOCK_BYTES
    }

    /// Takes a free block, or allocates one if `reserve` allows it.
    fn take(&self, reserve: impl FnOnce(u64) -> bool) -> Option<Block<W>> {
        let free = lock(&self.free).pop();
        free.or_else(|| {
            reserve(Self::BLOCK_BYTES).then(|| {
                self.made.fetch_add(1, Relaxed);
                Vec::with_capacity(BLOCK)
            })
        })
    }

    /// Takes a block back.
    pub fn give(&self, mut block: Block<W>) {
        block.clear();
        lock(&self.free).push(block);
    }

    /// Frees the memory of a block.
    fn free(&self, block: Block<W>) {
        drop(block);
        self.made.fetch_sub(1, Relaxed);
    }

    /// Returns the codes of a list alone, and frees its memory.
    pub fn packed(&self, list: Blocks<W>) -> Vec<Code<W>> {
        let mut codes = Vec::with_capacity(list.len());
        for block in list.0 {
            codes.extend(block.iter().map(|(code, _)| code));
            self.free(block);
        }
        codes
    }

    /// Frees the memory of all free blocks.
    pub fn free_all(&mut self) {
        mem::take(unlocked(&mut self.free)).into_iter().for_each(|block| self.free(block));
    }
}

/// A list of positions. All of its blocks but the last are full.
#[derive(Default)]
pub struct Blocks<const W: usize>(pub Vec<Block<W>>);

impl<const W: usize> Blocks<W> {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * BLOCK + last.len())
    }

    pub fn codes(&self) -> impl Iterator<Item = &Code<W>> {
        self.0.iter().flatten().map(|(code, _)| code)
    }

    /// Adds a position.
    pub fn push(&mut self, position: Neighbour<W>, pool: &Pool<W>) {
        if self.0.last().is_none_or(|last| last.len() == BLOCK) {
            self.0.extend(pool.take(|_| true));
        }
        self.0.last_mut().expect("a block with room").push(position);
    }

    /// Adds the positions of a block. This needs no memory.
    fn append(&mut self, mut block: Block<W>, pool: &Pool<W>) {
        if let Some(last) = self.0.last_mut() {
            let rest = block.len().saturating_sub(BLOCK - last.len());
            last.extend_from_slice(&block[rest..]);
            block.truncate(rest);
        }
        if !block.is_empty() {
            self.0.push(block);
        } else if block.capacity() > 0 {
            pool.give(block);
        }
    }
}

/// The positions whose hashes begin with the same bits.
#[derive(Default)]
pub struct Bucket<const W: usize> {
    /// The last complete level, and the one before it.
    pub known: [Blocks<W>; 2],
    pub next: Mutex<NextLevel<W>>,
}

impl<const W: usize> Bucket<W> {
    /// Returns the last complete level.
    pub fn last(&self) -> &Blocks<W> {
        &self.known[0]
    }
}

/// The level in progress.
#[derive(Default)]
pub struct NextLevel<const W: usize> {
    /// New positions.
    pub found: Blocks<W>,
    /// Candidates that are not looked up yet.
    inbox: Blocks<W>,
}

/// Returns the bucket for a hash, of `1 << bits`.
#[inline(always)]
pub fn bucket_of(hash: u64, bits: u32) -> usize {
    // Two shifts, because a shift by 64 is not defined.
    (hash >> 1 >> (63 - bits)) as usize
}

/// What all threads share while they make a level.
pub struct Work<'l, const W: usize> {
    pub hasher: Hasher<W>,
    pub fold: Option<&'l CodeSymmetries<W>>,
    /// There are `1 << bits` buckets.
    pub bits: u32,
    pub buckets: &'l [Bucket<W>],
    pub pool: &'l Pool<W>,
    pub guard: &'l Guard<'l>,
    /// The number of candidates found.
    pub candidates: AtomicUsize,
    /// The number of new positions found, with their images.
    pub found: AtomicU64,
    /// The buckets to finish when memory is short, in turn.
    pub turn: AtomicUsize,
}

/// Returns how many positions some codes stand for.
pub fn count<'c, const W: usize>(
    fold: Option<&CodeSymmetries<W>>,
    codes: impl ExactSizeIterator<Item = &'c Code<W>>,
) -> u64 {
    match fold {
        Some(fold) => fold.count(codes),
        None => codes.len() as u64,
    }
}

/// Prefetches a block that is needed soon.
#[inline(always)]
fn prefetch_block<const W: usize>(block: Option<&Block<W>>) {
    let step = (64 / size_of::<Neighbour<W>>()).max(1);
    if let Some(block) = block {
        (0..block.len()).step_by(step).for_each(|at| prefetch(block, at));
    }
}

/// Finds the new ones of some candidates; one for each thread.
pub struct Finder<const W: usize> {
    /// All that is known of a bucket: scratch space, but for a single bucket kept from level to
    /// level, with older positions, until it is full.
    keys: KeySet<W>,
    is_kept: bool,
    /// For each bucket, a block of candidates to be filled, once there is one.
    open: Vec<Block<W>>,
}

impl<const W: usize> Finder<W> {
    pub fn new(hasher: Hasher<W>) -> Self {
        Self { keys: KeySet::with_room_for(0, hasher), is_kept: false, open: Vec::new() }
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.keys.bytes()
    }

    /// Looks candidates up if there is one bucket, or deals them into the buckets.
    pub fn take(&mut self, found: &mut [Neighbour<W>], work: &Work<W>) {
        if let Some(fold) = work.fold {
            fold.replace(found, LastMove::UNKNOWN);
        }
        work.candidates.fetch_add(found.len(), Relaxed);
        if let [bucket] = work.buckets {
            return self.look_up(found, bucket, work);
        }
        self.open.resize_with(work.buckets.len(), Vec::new);
        for candidate in found {
            let to = bucket_of(work.hasher.hash(&candidate.0.0), work.bits);
            if self.open[to].len().is_multiple_of(BLOCK) && !self.pass_on(to, work) {
                return;
            }
            self.open[to].push(*candidate);
        }
    }

    fn look_up(&mut self, found: &[Neighbour<W>], bucket: &Bucket<W>, work: &Work<W>) {
        let next = &mut *lock(&bucket.next);
        for some in found.chunks(BLOCK) {
            if !(self.is_kept && self.keys.has_room_for(BLOCK)) {
                let known: usize = bucket.known.iter().map(Blocks::len).sum();
                self.is_kept = self.rebuild(bucket, &next.found, known + BLOCK, work);
                if !self.is_kept {
                    return;
                }
            }
            let Some(mut block) = work.pool.take(|bytes| work.guard.reserve(bytes)) else { return };
            block.extend_from_slice(some);
            self.insert(block, &mut next.found, work);
        }
    }

    /// Passes on a full block for a bucket, if there is one, and opens another. If there is no memory
    /// for it, finishes buckets until there is. Returns `false` if that does not help.
    #[inline(never)]
    fn pass_on(&mut self, to: usize, work: &Work<W>) -> bool {
        let Work { buckets, pool, guard, .. } = *work;
        for _ in 0..=2 * buckets.len() {
            let mut next = lock(&buckets[to].next);
            // Finishing buckets often takes longer than finding forgotten levels again.
            let is_early = next.inbox.0.len() <= buckets[to].last().0.len();
            let reserve = |bytes| (is_early || guard.left() >= bytes) && guard.try_reserve(bytes);
            if let Some(block) = pool.take(reserve) {
                next.inbox.append(mem::replace(&mut self.open[to], block), pool);
                return true;
            }
            drop(next);
            let turn = work.turn.fetch_add(1, Relaxed) % buckets.len();
            self.finish(&buckets[turn], work);
            if guard.look().is_break() {
                return false;
            }
        }
        guard.stop(Stopped::Memory);
        false
    }

    /// Passes on all blocks.
    pub fn pass_on_all(&mut self, work: &Work<W>) {
        for (block, bucket) in self.open.drain(..).zip(work.buckets) {
            lock(&bucket.next).inbox.append(block, work.pool);
        }
    }

    /// Looks up all candidates of a bucket.
    pub fn finish(&mut self, bucket: &Bucket<W>, work: &Work<W>) {
        let NextLevel { found, inbox } = &mut *lock(&bucket.next);
        self.is_kept = false;
        if inbox.0.is_empty() || !self.rebuild(bucket, found, inbox.len(), work) {
            return;
        }
        while let Some(block) = inbox.0.pop() {
            prefetch_block(inbox.0.last());
            self.insert(block, found, work);
        }
    }

    /// Fills the table with all that is known of a bucket, and makes room for `more` positions.
    /// Returns `false` if there is no memory for it.
    ///
    /// The table has three times the slots that are needed, if memory allows it. It stays in the
    /// cache nevertheless, and look-ups take 0.6 of the time.
    #[inline(never)]
    fn rebuild(
        &mut self,
        bucket: &Bucket<W>,
        found: &Blocks<W>,
        more: usize,
        work: &Work<W>,
    ) -> bool {
        let lists = bucket.known.iter().chain([found]);
        let known: usize = lists.clone().map(Blocks::len).sum();
        let (loose, tight) = (3 * known + 3 * more / 2, known + more);
        work.guard.release(self.keys.bytes());
        let fits = self.keys.bytes_restarted(loose) <= work.guard.left();
        let keys = if fits { loose } else { tight };
        if !work.guard.reserve(self.keys.bytes_restarted(keys)) {
            return false;
        }
        self.keys.restart(keys);
        let mut blocks = lists.flat_map(|list| &list.0).peekable();
        while let Some(block) = blocks.next() {
            prefetch_block(blocks.peek().copied());
            self.keys.insert_some(block.iter().map(|(code, _)| &code.0), work.bits, &mut [0; SOME]);
        }
        true
    }

    /// Adds the new ones of a block to those found.
    #[inline(always)]
    fn insert(&mut self, mut block: Block<W>, found: &mut Blocks<W>, work: &Work<W>) {
        let mut new = [0; SOME];
        let codes = block.iter().map(|(code, _)| &code.0);
        let new_ones = self.keys.insert_some(codes, work.bits, &mut new);
        for to in 0..new_ones {
            block[to] = block[usize::from(new[to])];
        }
        block.truncate(new_ones);
        work.found.fetch_add(count(work.fold, block.iter().map(|(code, _)| code)), Relaxed);
        found.append(block, work.pool);
    }
}
