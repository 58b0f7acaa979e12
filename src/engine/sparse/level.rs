//! Complete levels, in memory or in files.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

use super::bucket::{BLOCK, Block, Blocks, bucket_of, without_moves};
use crate::engine::board::Code;
use crate::engine::folder::{CodeFile, DiskError};
use crate::engine::store::Hasher;

/// All positions at one distance, in buckets by the first bits of their hashes.
pub enum Level<const W: usize> {
    /// With the moves that led to them.
    Blocks(Vec<Blocks<W>>),
    Codes(Vec<Vec<Code<W>>>),
    File(CodeFile),
}

impl<const W: usize> Level<W> {
    /// Returns the number of buckets, a power of two.
    pub fn buckets(&self) -> usize {
        match self {
            Level::Blocks(buckets) => buckets.len(),
            Level::Codes(buckets) => buckets.len(),
            Level::File(file) => file.chunks.len(),
        }
    }

    /// Returns the number of positions in some buckets.
    pub fn len(&self, buckets: Range<usize>) -> usize {
        match self {
            Level::Blocks(lists) => lists[buckets].iter().map(Blocks::len).sum(),
            Level::Codes(lists) => lists[buckets].iter().map(Vec::len).sum(),
            Level::File(file) => {
                file.chunks[buckets].iter().map(|chunk| chunk.count as usize).sum()
            }
        }
    }

    /// Returns the number of positions.
    pub fn width(&self) -> usize {
        self.len(0..self.buckets())
    }

    /// Returns the codes of a bucket.
    pub fn codes(&self, bucket: usize) -> Result<Cow<'_, [Code<W>]>, DiskError> {
        Ok(match self {
            Level::Blocks(buckets) => Cow::Owned(buckets[bucket].codes().copied().collect()),
            Level::Codes(buckets) => Cow::Borrowed(&buckets[bucket]),
            Level::File(file) => Cow::Owned(file.read(bucket)?),
        })
    }

    /// Returns the blocks of a bucket.
    pub fn blocks(&self, bucket: usize) -> Result<Cow<'_, [Block<W>]>, DiskError> {
        if let Level::Blocks(buckets) = self {
            return Ok(Cow::Borrowed(&buckets[bucket].0));
        }
        let mut blocks = Vec::new();
        for some in self.codes(bucket)?.chunks(BLOCK) {
            blocks.push(without_moves(some).collect());
        }
        Ok(Cow::Owned(blocks))
    }

    /// Returns the buckets that share positions with bucket `at` of `of`.
    pub fn shared(&self, at: usize, of: usize) -> Range<usize> {
        let own = self.buckets();
        at * own / of..((at + 1) * own).div_ceil(of)
    }

    /// Whether the level has a position.
    pub fn contains(&self, code: &Code<W>) -> Result<bool, DiskError> {
        let bucket = bucket_of(Hasher::fixed().hash(&code.0), self.buckets().ilog2());
        Ok(self.codes(bucket)?.contains(code))
    }
}

/// The levels before the last two, as far back as they are kept.
#[derive(Default)]
pub struct Trail<const W: usize> {
    levels: VecDeque<Level<W>>,
    /// The distance of the first of them.
    begin: u64,
    /// Bytes of lists of codes.
    bytes: u64,
}

impl<const W: usize> Trail<W> {
    /// Adds the next level.
    pub fn push(&mut self, level: Level<W>) {
        self.bytes += bytes(&level);
        self.levels.push_back(level);
    }

    /// Drops the oldest levels until `wanted` bytes are free, or no lists of codes are left. Returns
    /// how many bytes were freed.
    pub fn evict(&mut self, wanted: u64) -> u64 {
        let before = self.bytes;
        while before - self.bytes < wanted.min(before) {
            let oldest = self.levels.pop_front().expect("a level with codes");
            self.begin += 1;
            self.bytes -= bytes(&oldest);
        }
        before - self.bytes
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the level at a distance, if it is kept.
    pub fn get(&self, distance: u64) -> Option<&Level<W>> {
        self.levels.get(distance.checked_sub(self.begin)? as usize)
    }

    /// Returns the levels that are kept, and then the last ones, up to `distance`, with their distances.
    pub fn levels_and<'l>(
        &'l self,
        last: &'l [Level<W>],
        distance: u64,
    ) -> impl Iterator<Item = (u64, &'l Level<W>)> {
        let first = distance + 1 - last.len() as u64;
        (self.begin..).zip(&self.levels).chain((first..).zip(last))
    }
}

/// Returns the bytes of lists of codes.
fn bytes<const W: usize>(level: &Level<W>) -> u64 {
    if let Level::Codes(_) = level { (level.width() * size_of::<Code<W>>()) as u64 } else { 0 }
}
