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
    pub fn give(&self, mut block: Block<W>) {
        block.clear();
        lock(&self.free).push(block);
    }

    /// Returns blocks of these codes, without their last moves.
    pub fn blocks(&self, codes: &[Code<W>]) -> Vec<Block<W>> {
        let filled = |some: &[Code<W>]| {
            let mut block = self.free_block().unwrap_or_else(|| self.new_block());
            block.extend(some.iter().map(|&code| (code, LastMove::UNKNOWN)));
            block
        };
        codes.chunks(BLOCK).map(filled).collect()
    }

    /// Takes the blocks of a list back, and returns the codes alone.
    pub fn packed(&self, list: Blocks<W>) -> Vec<Code<W>> {
        let codes = list.codes().copied().collect();
        self.give_all(list);
        codes
    }

    /// Takes the blocks of a list back.
    pub fn give_all(&self, list: Blocks<W>) {
        list.0.into_iter().for_each(|block| self.give(block));
    }

    /// Frees the memory of all free blocks.
    pub fn free_all(&mut self) {
        let free = mem::take(unlocked(&mut self.free));
        self.made.fetch_sub(free.len(), Relaxed);
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
    fn spill(&mut self, file: &CodeWriter, pool: &Pool<W>) -> Result<(), DiskError> {
        if !self.inbox.0.is_empty() {
            self.spilled.push(file.add_plain(&pool.packed(mem::take(&mut self.inbox)))?);
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
    pub pool: &'l Pool<W>,
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
    /// The number of candidates found.
    pub candidates: AtomicUsize,
    /// The number of buckets that are expanded, and of those that are finished.
    pub done: AtomicUsize,
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

    /// Reports progress, and looks whether to go on.
    pub fn pause(&self, run: &mut Run, progress: &mut Progress) -> Result<(), Stopped> {
        progress.bytes = Some(self.guard.held());
        if let Some([file, _]) = &self.files {
            let all = self.known.last().map_or(0, Level::buckets) + self.next.len();
            progress.bytes = Some(file.folder.used());
            progress.part = Some(self.done.load(Relaxed) as f64 / all as f64);
        }
        run.observer.progress(progress);
        let _ = self.guard.look();
        self.guard.verdict()
    }

    /// Counts new positions, and looks for goals among them.
    fn count(&self, new: &Block<W>) {
        self.found.fetch_add(self.compiled.count(new.iter().map(|(code, _)| code)), Relaxed);
        if self.target == SearchTarget::Nothing {
            return;
        }
        let is_goal = |code: &Code<W>| self.target.is_met_by(code, self.compiled);
        for (goal, _) in new.iter().filter(|(code, _)| is_goal(code)) {
            let (number, smallest) = &mut *lock(&self.goals);
            *number += 1;
            *smallest = Some(smallest.map_or(*goal, |smallest| smallest.min(*goal)));
        }
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
        work.candidates.fetch_add(found.len(), Relaxed);
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
        let Work { next, pool, guard, .. } = *work;
        for tried in 0..=2 * next.len() {
            let mut bucket = lock(&next[to]);
            let may_grow = match (&work.files, work.known) {
                // A thread may have a block of each bucket in any case.
                (Some(_), _) => pool.bytes() < work.most || tried > next.len(),
                // Finishing buckets often takes longer than finding forgotten levels again.
                (None, [.., last]) if guard.left() < Pool::<W>::BLOCK_BYTES => {
                    bucket.inbox.len() <= last.len(last.shared(to, next.len()))
                }
                _ => true,
            };
            let block = pool.free_block().or_else(|| {
                let can_grow = may_grow && guard.try_reserve(Pool::<W>::BLOCK_BYTES);
                can_grow.then(|| pool.new_block())
            });
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
            if guard.look().is_break() {
                return false;
            }
        }
        guard.stop(Stopped::Memory);
        false
    }

    /// Passes on all blocks.
    pub fn pass_on_all(&mut self, work: &Work<W>) {
        for (block, bucket) in self.open.drain(..).zip(work.next) {
            lock(bucket).inbox.append(block, work.pool);
        }
    }

    /// Looks up all candidates of a bucket. In a folder, writes the new ones.
    pub fn finish(&mut self, at: usize, work: &Work<W>) {
        let NextBucket { found, chunk, inbox, spilled } = &mut *lock(&work.next[at]);
        let more: u64 = spilled.iter().map(|run| run.count).sum();
        let more = inbox.len() + more as usize;
        work.candidates.fetch_add(more, Relaxed);
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
            for block in work.pool.blocks(&codes) {
                self.insert(block, found, work);
            }
        }
        *chunk = work.check(file.add(work.pool.packed(mem::take(found)))).unwrap_or_default();
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
        let shared = |level: &Level<W>| level.shared(at, work.next.len());
        let known: usize = work.known.iter().map(|level| level.len(shared(level))).sum();
        let known = known + found.len();
        let (loose, tight) = (3 * known + 3 * more / 2, known + more);
        work.guard.release(self.keys.bytes());
        let fits = self.keys.bytes_restarted(loose) <= work.guard.left();
        let keys = if fits { loose } else { tight };
        if !work.guard.reserve(self.keys.bytes_restarted(keys)) {
            return Err(DiskError::Stopped(Stopped::Memory));
        }
        self.keys.restart(keys);
        for level in work.known {
            for bucket in shared(level) {
                match level {
                    Level::Blocks(lists) => self.fill(&lists[bucket].0, work.bits),
                    _ => level.codes(bucket)?.chunks(SOME).for_each(|some| {
                        let keys = some.iter().map(|code| &code.0);
                        self.keys.insert_some(keys, work.bits, &mut [0; SOME]);
                    }),
                }
            }
        }
        self.fill(&found.0, work.bits);
        Ok(())
    }

    /// Adds blocks to the table.
    fn fill(&mut self, blocks: &[Block<W>], bits: u32) {
        for (at, block) in blocks.iter().enumerate() {
            prefetch_block(blocks.get(at + 1));
            self.keys.insert_some(block.iter().map(|(code, _)| &code.0), bits, &mut [0; SOME]);
        }
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
        work.count(&block);
        found.append(block, work.pool);
    }
}
