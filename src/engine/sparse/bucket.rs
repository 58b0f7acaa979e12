//! Buckets of positions, in blocks from a common pool, and what a thread does with them.

use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::SearchTarget;
use super::level::Level;
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::drive::Run;
use crate::engine::folder::{Chunk, CodeWriter, DiskError};
use crate::engine::guard::Guard;
use crate::engine::host::{lock, unlocked};
use crate::engine::moves::{LastMove, Neighbour};
use crate::engine::query::{Progress, Stopped};
use crate::engine::store::{Hasher, KeySet, SOME, prefetch};

/// The number of positions in a block.
pub const BLOCK: usize = SOME;

/// Positions with the moves that led to them. All blocks have the same size, so that the memory of
/// one level fits those of the next.
pub type Block<const W: usize> = Vec<Neighbour<W>>;

/// The blocks of a search.
#[derive(Default)]
pub struct BlockPool<const W: usize> {
    free: Mutex<Vec<Block<W>>>,
    /// The number of all blocks, in use or free.
    made: AtomicUsize,
}

impl<const W: usize> BlockPool<W> {
    /// Bytes of a block, with those of the allocator and of the lists that it is in.
    pub const BLOCK_BYTES: u64 = (BLOCK * size_of::<Neighbour<W>>()) as u64 + 64;

    /// Returns the bytes of all blocks.
    pub fn bytes(&self) -> u64 {
        self.made.load(Relaxed) as u64 * Self::BLOCK_BYTES
    }

    /// Returns an empty block, if there is a free one.
    fn free_block(&self) -> Option<Block<W>> {
        lock(&self.free).pop()
    }

    /// Allocates a block.
    fn new_block(&self) -> Block<W> {
        self.made.fetch_add(1, Relaxed);
        Vec::with_capacity(BLOCK)
    }

    /// Takes a block back.
    fn give(&self, mut block: Block<W>) {
        block.clear();
        lock(&self.free).push(block);
    }

    /// Returns blocks of these codes, without their last moves.
    pub fn blocks(&self, codes: &[Code<W>]) -> Vec<Block<W>> {
        let mut blocks = Vec::new();
        for some in codes.chunks(BLOCK) {
            let mut block = self.free_block().unwrap_or_else(|| self.new_block());
            block.extend(without_moves(some));
            blocks.push(block);
        }
        blocks
    }

    /// Takes the blocks of a list back, and returns the codes alone.
    pub fn packed(&self, list: Blocks<W>) -> Vec<Code<W>> {
        let codes = list.codes().copied().collect();
        self.take_back(list);
        codes
    }

    /// Takes the blocks of a list back.
    pub fn take_back(&self, list: Blocks<W>) {
        for block in list.0 {
            self.give(block);
        }
    }

    /// Frees the memory of all free blocks.
    pub fn free_all(&mut self) {
        let free = mem::take(unlocked(&mut self.free));
        self.made.fetch_sub(free.len(), Relaxed);
    }
}

/// Returns codes as positions whose last moves are unknown.
pub fn without_moves<const W: usize>(codes: &[Code<W>]) -> impl Iterator<Item = Neighbour<W>> {
    codes.iter().map(|&code| (code, LastMove::UNKNOWN))
}

#[inline(always)]
fn code_of<const W: usize>((code, _): &Neighbour<W>) -> &Code<W> {
    code
}

#[inline(always)]
fn key_of<const W: usize>((code, _): &Neighbour<W>) -> &[u64; W] {
    &code.0
}

/// A list of positions. All of its blocks but the last are full.
#[derive(Default)]
pub struct Blocks<const W: usize>(pub Vec<Block<W>>);

impl<const W: usize> Blocks<W> {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        let Some(last) = self.0.last() else { return 0 };
        (self.0.len() - 1) * BLOCK + last.len()
    }

    pub fn codes(&self) -> impl Iterator<Item = &Code<W>> {
        self.0.iter().flatten().map(code_of)
    }

    /// Adds the positions of a block. This needs no memory.
    fn append(&mut self, mut block: Block<W>, pool: &BlockPool<W>) {
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

/// A bucket of the level in progress.
#[derive(Default)]
pub struct NextBucket<const W: usize> {
    /// New positions, and where they are in the level's file, if it has one.
    pub found: Blocks<W>,
    pub chunk: Chunk,
    /// Candidates that are not looked up yet, in memory and in a file.
    pub inbox: Blocks<W>,
    spilled: Vec<Chunk>,
}

impl<const W: usize> NextBucket<W> {
    /// Writes the candidates in memory to a file.
    fn spill(&mut self, file: &CodeWriter, pool: &BlockPool<W>) -> Result<(), DiskError> {
        if !self.inbox.0.is_empty() {
            self.spilled.push(file.add(pool.packed(mem::take(&mut self.inbox)))?);
        }
        Ok(())
    }
}

/// Returns the bucket for a hash, of `1 << bits`.
#[inline(always)]
pub fn bucket_of(hash: u64, bits: u32) -> usize {
    // Two shifts, because a shift by 64 is not defined.
    (hash >> 1 >> (63 - bits)) as usize
}

/// What all threads share while they make a level.
pub struct Work<'l, const W: usize> {
    pub compiled: &'l Compiled<'l, W>,
    /// There are `1 << bits` buckets.
    pub bits: u32,
    pub next: &'l [Mutex<NextBucket<W>>],
    /// The last complete levels, the last of all at the end.
    pub known: &'l [Level<W>],
    /// Whether no position of the last level is a neighbour of another.
    pub alternates: bool,
    pub blocks: &'l BlockPool<W>,
    pub guard: &'l Guard<'l>,
    /// In a folder: the files of the level, and of candidates that do not fit the memory.
    pub files: Option<[CodeWriter<'l>; 2]>,
    /// Bytes of blocks that fit.
    pub most: u64,
    /// What the search looks for.
    pub target: SearchTarget<W>,
    /// The number of goals found, and the smallest of them.
    pub goals: Mutex<(u64, Option<Code<W>>)>,
    pub error: Mutex<Option<DiskError>>,
    /// The number of new positions found, with their images.
    pub found: AtomicU64,
    /// The buckets to finish or to spill when memory is short, in turn.
    pub turn: AtomicUsize,
}

impl<'l, const W: usize> Work<'l, W> {
    /// Returns what was done. If it failed, stops all threads.
    pub fn check<T>(&self, done: Result<T, DiskError>) -> Option<T> {
        match done {
            Ok(done) => return Some(done),
            Err(DiskError::Stopped(stopped)) => self.guard.stop(stopped),
            Err(error) => {
                lock(&self.error).get_or_insert(error);
                self.guard.stop(Stopped::Disk);
            }
        }
        None
    }

    /// Reports progress, given the finished part of the level, and looks whether to go on.
    pub fn pause(&self, part: f64, run: &mut Run, progress: &mut Progress) -> Result<(), Stopped> {
        progress.bytes = Some(self.guard.held());
        if let Some([file, _]) = &self.files {
            progress.bytes = Some(file.folder.used());
            progress.part = Some(part);
        }
        run.observer.progress(progress);
        self.guard.look()
    }

    /// Counts new positions, and looks for goals among them.
    fn count(&self, new: &Block<W>) {
        self.found.fetch_add(self.compiled.count(new.iter().map(code_of)), Relaxed);
        for (code, _) in new {
            if self.target.is_met_by(code, self.compiled) {
                let (number, smallest) = &mut *lock(&self.goals);
                *number += 1;
                *smallest = Some(smallest.unwrap_or(*code).min(*code));
            }
        }
    }
}

/// Prefetches a block that is needed soon.
#[inline(always)]
fn prefetch_block<const W: usize>(block: Option<&Block<W>>) {
    let step = (64 / size_of::<Neighbour<W>>()).max(1);
    if let Some(block) = block {
        for at in (0..block.len()).step_by(step) {
            prefetch(block, at);
        }
    }
}

/// Finds the new ones of some candidates; one for each thread.
pub struct Finder<const W: usize> {
    /// All that is known of a bucket.
    keys: KeySet<W>,
    /// For each bucket, a block of candidates to be filled, once there is one.
    open: Vec<Block<W>>,
}

impl<const W: usize> Finder<W> {
    pub fn new() -> Self {
        Self { keys: KeySet::with_room_for(0, Hasher::fixed()), open: Vec::new() }
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.keys.bytes()
    }

    /// Deals candidates into the buckets.
    pub fn take(&mut self, found: &mut [Neighbour<W>], work: &Work<W>) {
        if let Some(fold) = &work.compiled.fold {
            fold.replace(found, LastMove::UNKNOWN);
        }
        self.open.resize_with(work.next.len(), Vec::new);
        for candidate in found {
            let to = bucket_of(self.keys.hash(&candidate.0.0), work.bits);
            if self.open[to].len().is_multiple_of(BLOCK) && !self.pass_on(to, work) {
                return;
            }
            self.open[to].push(*candidate);
        }
    }

    /// Passes on a full block for a bucket, if there is one, and opens another. If there is no memory
    /// for it, finishes buckets until there is, or writes their candidates to a file. Returns `false`
    /// if that does not help.
    #[inline(never)]
    fn pass_on(&mut self, to: usize, work: &Work<W>) -> bool {
        let Work { next, blocks: pool, guard, .. } = *work;
        for tried in 0..=2 * next.len() {
            let mut bucket = lock(&next[to]);
            let may_grow = match (&work.files, work.known) {
                // A thread may have a block of each bucket in any case.
                (Some(_), _) => pool.bytes() < work.most || tried > next.len(),
                // Finishing buckets often takes longer than finding forgotten levels again.
                (None, [.., last]) if guard.left() < BlockPool::<W>::BLOCK_BYTES => {
                    bucket.inbox.len() <= last.len(last.shared(to, next.len()))
                }
                _ => true,
            };
            let mut block = pool.free_block();
            if block.is_none() && may_grow && guard.try_reserve(BlockPool::<W>::BLOCK_BYTES) {
                block = Some(pool.new_block());
            }
            if let Some(block) = block {
                bucket.inbox.append(mem::replace(&mut self.open[to], block), pool);
                return true;
            }
            drop(bucket);
            let at = work.turn.fetch_add(1, Relaxed) % next.len();
            match &work.files {
                Some([_, spill]) => {
                    work.check(lock(&next[at]).spill(spill, pool));
                }
                None => self.finish(at, work),
            }
            if guard.look().is_err() {
                return false;
            }
        }
        guard.stop(Stopped::Memory);
        false
    }

    /// Passes on all blocks.
    pub fn pass_on_all(&mut self, work: &Work<W>) {
        for (block, bucket) in self.open.drain(..).zip(work.next) {
            lock(bucket).inbox.append(block, work.blocks);
        }
    }

    /// Looks up all candidates of a bucket. In a folder, writes the new ones.
    pub fn finish(&mut self, at: usize, work: &Work<W>) {
        let NextBucket { found, chunk, inbox, spilled } = &mut *lock(&work.next[at]);
        let mut more = inbox.len();
        for run in spilled.iter() {
            more += run.count as usize;
        }
        if more == 0 || work.check(self.rebuild(at, found, more, work)).is_none() {
            return;
        }
        while let Some(block) = inbox.0.pop() {
            prefetch_block(inbox.0.last());
            self.insert(block, found, work);
        }
        let Some([file, spill]) = &work.files else { return };
        for run in spilled.drain(..) {
            let Some(codes) = work.check(spill.read(&run)) else { return };
            for block in work.blocks.blocks(&codes) {
                self.insert(block, found, work);
            }
        }
        *chunk = work.check(file.add(work.blocks.packed(mem::take(found)))).unwrap_or_default();
    }

    /// Fills the table with all that is known of a bucket, and makes room for `more` positions.
    ///
    /// The table has three times the slots that are needed, if memory allows it. It stays in the
    /// cache nevertheless, and look-ups take 0.6 of the time.
    #[inline(never)]
    fn rebuild(
        &mut self,
        at: usize,
        found: &Blocks<W>,
        more: usize,
        work: &Work<W>,
    ) -> Result<(), DiskError> {
        let levels = &work.known[..work.known.len() - usize::from(work.alternates)];
        let (mut known, of) = (found.len(), work.next.len());
        for level in levels {
            known += level.len(level.shared(at, of));
        }
        let (loose, tight) = (3 * known + 3 * more / 2, known + more);
        work.guard.release(self.keys.bytes());
        let fits = self.keys.bytes_restarted(loose) <= work.guard.left();
        let keys = if fits { loose } else { tight };
        if !work.guard.reserve(self.keys.bytes_restarted(keys)) {
            return Err(Stopped::Memory.into());
        }
        self.keys.restart(keys);
        for level in levels {
            for bucket in level.shared(at, of) {
                self.fill(&level.blocks(bucket)?, work.bits);
            }
        }
        self.fill(&found.0, work.bits);
        Ok(())
    }

    /// Adds blocks to the table.
    fn fill(&mut self, blocks: &[Block<W>], bits: u32) {
        for (at, block) in blocks.iter().enumerate() {
            prefetch_block(blocks.get(at + 1));
            self.keys.insert_some(block.iter().map(key_of), bits, &mut [0; SOME]);
        }
    }

    /// Adds the new ones of a block to those found.
    #[inline(always)]
    fn insert(&mut self, mut block: Block<W>, found: &mut Blocks<W>, work: &Work<W>) {
        let mut new = [0; SOME];
        let new_ones = self.keys.insert_some(block.iter().map(key_of), work.bits, &mut new);
        for to in 0..new_ones {
            block[to] = block[usize::from(new[to])];
        }
        block.truncate(new_ones);
        work.count(&block);
        found.append(block, work.blocks);
    }
}
