//! The layout of all placements, and sets of them.

use std::ops::Range;

use super::Parity;
use super::bits::members;
use super::census::ProfileSize;
use crate::engine::store::{WordBuffer, ones};

/// The rows of one profile with the same parity, with their columns.
pub struct MatrixBlock {
    /// The first word.
    pub at: usize,
    /// Words of a row.
    pub words: usize,
    pub rows: usize,
    /// Where sets of its rows begin: each word has a bit for each of [`SLAB`] rows.
    sets: usize,
}

impl MatrixBlock {
    /// Returns the words of a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> Range<usize> {
        self.at + row * self.words..self.at + (row + 1) * self.words
    }

    /// Returns its words.
    pub fn all(&self) -> Range<usize> {
        self.at..self.at + self.rows * self.words
    }

    /// Returns its part of a set of rows.
    pub fn all_sets(&self) -> Range<usize> {
        self.sets..self.sets + self.rows.div_ceil(SLAB)
    }
}

/// Returns the number of the block of a profile and the parity of its rows.
#[inline(always)]
pub fn block_number(profile: usize, rows: Parity) -> usize {
    2 * profile + rows as usize
}

/// Whether a set contains a row.
#[inline(always)]
pub fn has(set: &[u64], row: usize) -> bool {
    set[row / SLAB] >> (row % SLAB) & 1 != 0
}

/// Adds a row to a set.
#[inline(always)]
pub fn put(set: &mut [u64], row: usize) {
    set[row / SLAB] |= 1 << (row % SLAB);
}

/// The layout of half of all placements: those whose sum of coordinates is even, or those where it
/// is odd. A single step leads from one half to the other.
pub struct HalfLayout {
    /// Two for each profile, of even and of odd rows.
    pub blocks: Vec<MatrixBlock>,
    /// The parity of the sum.
    pub parity: Parity,
}

/// Rows that share a word of a set, and are transposed together.
pub const SLAB: usize = 64;

impl HalfLayout {
    /// Builds the layout for the matrices of some profiles.
    pub fn new(parity: Parity, profiles: &[ProfileSize]) -> Self {
        let (mut blocks, mut at, mut sets) = (Vec::new(), 0, 0);
        let sizes = profiles.iter().flat_map(|size| {
            Parity::BOTH.map(|rows| (size.rows[rows], size.columns[rows ^ parity]))
        });
        for (rows, columns) in sizes {
            let words = columns.div_ceil(64) as usize;
            let rows = if words == 0 { 0 } else { rows as usize };
            blocks.push(MatrixBlock { at, words, rows, sets });
            at += rows * words;
            sets += rows.div_ceil(SLAB);
        }
        Self { blocks, parity }
    }

    /// Returns the number of all words, and of those of a set of rows.
    pub fn size(&self) -> (usize, usize) {
        self.blocks.last().map_or((0, 0), |last| (last.all().end, last.all_sets().end))
    }

    /// Returns the block that a word is in.
    pub fn block_of(&self, word: usize) -> usize {
        self.blocks.partition_point(|block| block.at <= word) - 1
    }

    /// Returns the memory for `bits` bits per placement, and for what belongs to each row and block.
    pub fn bytes(&self, bits: usize) -> u64 {
        let (words, sets) = self.size();
        (8 * (bits * words + 2 * sets) + 4 * size_of_val(&self.blocks[..])) as u64
    }
}

/// A set of placements, all in one half.
pub struct HalfSet {
    pub words: WordBuffer,
    /// The rows that are not empty.
    pub active: Vec<u64>,
}

impl HalfSet {
    /// Builds an empty set.
    pub fn new(layout: &HalfLayout) -> std::io::Result<Self> {
        let (words, sets) = layout.size();
        Ok(Self { words: WordBuffer::new(words)?, active: vec![0; sets] })
    }

    /// Adds some bits to a word of a block.
    pub fn put(&mut self, layout: &HalfLayout, block: usize, word: usize, bits: u64) {
        let MatrixBlock { at, words, .. } = layout.blocks[block];
        self.words[word] |= bits;
        put(&mut self.active[layout.blocks[block].all_sets()], (word - at) / words);
    }

    /// Returns the words that are not empty, ascending, with their bits.
    pub fn filled<'a>(&'a self, layout: &'a HalfLayout) -> impl Iterator<Item = (usize, u64)> + 'a {
        let rows = layout
            .blocks
            .iter()
            .flat_map(|block| members(&self.active[block.all_sets()]).map(|row| block.row(row)));
        let words = rows.flatten();
        words.map(|word| (word, self.words[word])).filter(|&(_, bits)| bits != 0)
    }

    /// Returns the number of placements.
    pub fn count(&self, layout: &HalfLayout) -> u64 {
        self.filled(layout).map(|(_, bits)| u64::from(bits.count_ones())).sum()
    }

    /// Replaces a block by those placements of `found`, or else of its own, that are in `wanted`,
    /// which is empty or has all words of the block.
    pub fn retain(
        &mut self,
        layout: &HalfLayout,
        block: usize,
        found: Option<&[u64]>,
        wanted: &[u64],
    ) {
        let MatrixBlock { words, rows, .. } = layout.blocks[block];
        let active = &mut self.active[layout.blocks[block].all_sets()];
        for row in 0..rows {
            let span = layout.blocks[block].row(row);
            // Memory that was not written to may not exist yet, and stays so.
            if !has(active, row) && (found.is_none() || wanted.is_empty()) {
                continue;
            }
            let mut all = 0;
            for (at, word) in span.enumerate() {
                let found = found.map_or(self.words[word], |found| found[word]);
                let bits = found & wanted.get(row * words + at).copied().unwrap_or(0);
                self.words[word] = bits;
                all |= bits;
            }
            active[row / SLAB] &= !(1 << (row % SLAB));
            if all != 0 {
                put(active, row);
            }
        }
    }

    /// Removes all placements.
    pub fn clear(&mut self, layout: &HalfLayout) {
        for block in &layout.blocks {
            for row in members(&self.active[block.all_sets()]) {
                self.words[block.row(row)].fill(0);
            }
        }
        self.active.fill(0);
    }

    /// Returns whether each block is not empty.
    pub fn active_blocks(&self, layout: &HalfLayout) -> Vec<bool> {
        let rows = layout.blocks.iter().map(|block| &self.active[block.all_sets()]);
        rows.map(|rows| rows.iter().any(|&set| set != 0)).collect()
    }
}

/// A half of the last level.
#[derive(Clone)]
pub struct LevelHalf<'a> {
    pub layout: &'a HalfLayout,
    pub plane: &'a HalfSet,
    /// Whether each block is not empty.
    pub active: Vec<bool>,
}

impl<'a> LevelHalf<'a> {
    /// Returns the rows of a block, if any is not empty.
    #[inline(always)]
    pub fn lines(&self, block: usize) -> Option<BlockRows<'a>> {
        let Self { layout, plane, .. } = *self;
        if !self.active[block] {
            return None;
        }
        let block = &layout.blocks[block];
        let active = &plane.active[block.all_sets()];
        Some(BlockRows { words: &plane.words[block.all()], active, width: block.words })
    }
}

/// The rows of a block.
#[derive(Clone, Copy)]
pub struct BlockRows<'a> {
    words: &'a [u64],
    active: &'a [u64],
    /// Words of a row.
    pub width: usize,
}

impl<'a> BlockRows<'a> {
    /// Returns a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &'a [u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    /// Returns a row, if it is not empty.
    #[inline(always)]
    pub fn of(&self, row: usize) -> Option<&'a [u64]> {
        has(self.active, row).then(|| self.row(row))
    }

    /// Returns the rows of the slab at `begin` that are not empty, each with its index there.
    #[inline(always)]
    pub fn slab(self, begin: usize) -> impl Iterator<Item = (usize, &'a [u64])> {
        ones(self.active[begin / SLAB]).map(move |at| (at as usize, self.row(begin + at as usize)))
    }
}
