//! Where the bits of placements lie, and sets of placements.

use std::ops::Range;

use super::Parity;
use super::bits::members;
use crate::engine::store::{WordBuffer, ones};

/// Placements that are moved together: a matrix of bits. Rows that are empty are skipped.
pub struct Block {
    /// The first word.
    pub at: usize,
    /// Words of a row.
    pub words: usize,
    pub rows: usize,
    /// Where sets of its rows begin: each word has a bit for each of [`SLAB`] rows.
    sets: usize,
}

impl Block {
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

/// The place of a placement's bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitPlace {
    pub half: Parity,
    pub block: usize,
    /// The number of the bit among those of the block.
    pub bit: usize,
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

/// The blocks of half of all placements. Where each move leads from one half to the other, a level
/// is in one of them.
#[derive(Default)]
pub struct HalfLayout {
    pub blocks: Vec<Block>,
}

/// Rows that share a word of a set, and are transposed together.
pub const SLAB: usize = 64;

impl HalfLayout {
    /// Adds a block.
    pub fn push(&mut self, rows: usize, words: usize) {
        let (at, sets) = self.size();
        let rows = if words == 0 { 0 } else { rows };
        self.blocks.push(Block { at, words, rows, sets });
    }

    /// Returns the number of all words, and of those of a set of rows.
    pub fn size(&self) -> (usize, usize) {
        self.blocks.last().map_or((0, 0), |last| (last.all().end, last.all_sets().end))
    }

    /// Returns the number of words, and of those of a set of rows, of some rows in each of some blocks.
    pub fn size_of(&self, blocks: &Range<usize>, rows: &Range<usize>) -> (usize, usize) {
        let sizes = self.blocks[blocks.clone()].iter().map(|block| {
            let rows = rows.end.min(block.rows) - rows.start;
            (rows * block.words, rows.div_ceil(SLAB))
        });
        sizes.fold((0, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1))
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
    pub fn put(&mut self, block: &Block, word: usize, bits: u64) {
        self.words[word] |= bits;
        put(&mut self.active[block.all_sets()], (word - block.at) / block.words);
    }

    /// Returns the words of a block that are not empty, ascending, with their bits.
    pub fn filled_in<'a>(&'a self, block: &'a Block) -> impl Iterator<Item = (usize, u64)> + 'a {
        let words = members(&self.active[block.all_sets()]).flat_map(|row| block.row(row));
        words.map(|word| (word, self.words[word])).filter(|&(_, bits)| bits != 0)
    }

    /// Returns all words that are not empty, ascending, with their bits.
    pub fn filled<'a>(&'a self, layout: &'a HalfLayout) -> impl Iterator<Item = (usize, u64)> + 'a {
        layout.blocks.iter().flat_map(|block| self.filled_in(block))
    }

    /// Returns the number of placements.
    pub fn count(&self, layout: &HalfLayout) -> u64 {
        self.filled(layout).map(|(_, bits)| u64::from(bits.count_ones())).sum()
    }

    /// Replaces a block by what `kept` returns of `found`, or else of its own, word by word. `kept`
    /// receives the number of the word in the block, and its bits.
    pub fn retain(
        &mut self,
        block: &Block,
        found: Option<&[u64]>,
        kept: impl Fn(usize, u64) -> u64,
    ) {
        let active = &mut self.active[block.all_sets()];
        for row in 0..block.rows {
            // Memory that was not written to may not exist yet, and stays so.
            if found.is_none() && !has(active, row) {
                continue;
            }
            let mut all = 0;
            for word in block.row(row) {
                let bits = found.map_or(self.words[word], |found| found[word]);
                let bits = if bits == 0 { 0 } else { kept(word - block.at, bits) };
                if self.words[word] != bits {
                    self.words[word] = bits;
                }
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

    /// Calls `visit` with the words that are not empty, by number, with their bits. Chained iterators
    /// were not compiled inline.
    #[inline(always)]
    pub fn each_word(self, mut visit: impl FnMut(usize, u64)) {
        for (slab, &rows) in self.active.iter().enumerate() {
            for row in ones(rows) {
                let begin = (slab * SLAB + row as usize) * self.width;
                for (at, &bits) in (begin..).zip(&self.words[begin..begin + self.width]) {
                    if bits != 0 {
                        visit(at, bits);
                    }
                }
            }
        }
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
