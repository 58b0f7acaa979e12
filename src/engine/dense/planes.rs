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
pub struct BitPlace {
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

/// The blocks of all placements: first those of the even half, then as many of the odd one. Where
/// each move leads from one half to the other, a level is in one of them.
pub struct Blocks {
    pub list: Vec<Block>,
}

/// Rows that share a word of a set, and are transposed together.
pub const SLAB: usize = 64;

impl Blocks {
    /// Reserves memory for blocks.
    pub fn with_room(count: usize) -> Self {
        Self { list: Vec::with_capacity(count) }
    }

    /// Adds a block.
    pub fn push(&mut self, rows: usize, words: usize) {
        let (at, sets) = self.size();
        let rows = if words == 0 { 0 } else { rows };
        self.list.push(Block { at, words, rows, sets });
    }

    /// Returns the number of all words, and of those of a set of rows.
    pub fn size(&self) -> (usize, usize) {
        self.list.last().map_or((0, 0), |last| (last.all().end, last.all_sets().end))
    }

    /// Returns the blocks of a half.
    pub fn half(&self, half: Parity) -> Range<usize> {
        let middle = self.list.len() / 2;
        if half == Parity::Even { 0..middle } else { middle..self.list.len() }
    }

    /// Returns the half that a block is in.
    pub fn half_of(&self, block: usize) -> Parity {
        Parity::of((block / (self.list.len() / 2)) as u64)
    }

    /// Returns the block that a word is in.
    pub fn block_of(&self, word: usize) -> usize {
        self.list.partition_point(|block| block.at <= word) - 1
    }

    /// Returns the memory for `bits` bits per placement, and for what belongs to each row and block.
    pub fn bytes(&self, bits: usize) -> u64 {
        let (words, sets) = self.size();
        (8 * (bits * words + 2 * sets) + 4 * size_of_val(&self.list[..])) as u64
    }
}

/// A set of placements.
pub struct Plane {
    pub words: WordBuffer,
    /// The rows that are not empty.
    pub active: Vec<u64>,
}

impl Plane {
    /// Builds an empty set.
    pub fn new(blocks: &Blocks) -> std::io::Result<Self> {
        let (words, sets) = blocks.size();
        Ok(Self { words: WordBuffer::new(words)?, active: vec![0; sets] })
    }

    /// Adds some bits to a word of a block.
    pub fn put(&mut self, block: &Block, word: usize, bits: u64) {
        self.words[word] |= bits;
        put(&mut self.active[block.all_sets()], (word - block.at) / block.words);
    }

    /// Returns the words of some blocks that are not empty, ascending, with their bits.
    pub fn filled<'a>(&'a self, blocks: &'a [Block]) -> impl Iterator<Item = (usize, u64)> + 'a {
        let rows = blocks
            .iter()
            .flat_map(|block| members(&self.active[block.all_sets()]).map(|row| block.row(row)));
        rows.flatten().map(|word| (word, self.words[word])).filter(|&(_, bits)| bits != 0)
    }

    /// Returns the number of placements in some blocks.
    pub fn count(&self, blocks: &[Block]) -> u64 {
        let mut count = 0;
        for (_, bits) in self.filled(blocks) {
            count += u64::from(bits.count_ones());
        }
        count
    }

    /// Replaces a block by what `kept` returns of `found`, or else of the block, word by word. `kept`
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

    /// Returns all of it as a tile, with marks if these are to be set.
    pub fn tile<'a>(&'a mut self, blocks: &Blocks, marks: Option<&'a mut WordBuffer>) -> Tile<'a> {
        let (blocks, rows) = (0..blocks.list.len(), 0..usize::MAX);
        let marks = marks.map(|marks| &mut marks[..]);
        Tile { blocks, rows, words: &mut self.words, active: &mut self.active, marks }
    }
}

/// Some rows in each of some blocks. One of the level in progress holds the level before the last
/// until it is filled.
pub struct Tile<'a> {
    pub blocks: Range<usize>,
    pub rows: Range<usize>,
    pub words: &'a mut [u64],
    /// The rows that are not empty.
    pub active: &'a mut [u64],
    /// Its part of the marks, if these are to be set.
    pub marks: Option<&'a mut [u64]>,
}

impl<'a> Tile<'a> {
    /// Takes its first part: some rows in each of some blocks.
    #[inline(always)]
    pub fn split_off(&mut self, all: &[Block], blocks: Range<usize>, rows: Range<usize>) -> Self {
        let (mut words, mut sets) = (0, 0);
        let own = &all[blocks.clone()];
        if let (Some(first), Some(last)) = (own.first(), own.last()) {
            let end = rows.end.min(last.rows);
            words = last.row(end).start - first.row(rows.start).start;
            sets = last.sets + end.div_ceil(SLAB) - first.sets - rows.start / SLAB;
        }
        Self {
            blocks,
            rows,
            words: self.words.split_off_mut(..words).expect("parts follow each other"),
            active: self.active.split_off_mut(..sets).expect("as before"),
            marks: self.marks.as_mut().and_then(|marks| marks.split_off_mut(..words)),
        }
    }
}

/// The last level, or the half that it is in.
pub struct LastLevel<'a> {
    blocks: &'a [Block],
    /// The first of its words, and of its sets of rows, among those of all blocks.
    first: (usize, usize),
    words: &'a [u64],
    active: &'a [u64],
    /// Whether each block has any placement of it.
    pub filled: Vec<bool>,
}

impl<'a> LastLevel<'a> {
    /// Finds the blocks that are not empty.
    pub fn new(blocks: &'a Blocks, tile: Tile<'a>) -> Self {
        let begin = &blocks.list[tile.blocks.start];
        let first = (begin.at, begin.sets);
        let mut filled = vec![false; blocks.list.len()];
        for at in tile.blocks {
            let Range { start, end } = blocks.list[at].all_sets();
            filled[at] = tile.active[start - first.1..end - first.1].iter().any(|&set| set != 0);
        }
        Self { blocks: &blocks.list, first, words: tile.words, active: tile.active, filled }
    }

    /// Returns the rows of a block, if any is not empty.
    #[inline(always)]
    pub fn lines(&self, block: usize) -> Option<BlockRows<'_>> {
        if !self.filled[block] {
            return None;
        }
        let block = &self.blocks[block];
        let (words, active) = (&self.words[block.at - self.first.0..], block.all_sets());
        Some(BlockRows {
            words: &words[..block.rows * block.words],
            active: &self.active[active.start - self.first.1..active.end - self.first.1],
            width: block.words,
        })
    }
}

/// The rows of a block.
#[derive(Clone, Copy)]
pub struct BlockRows<'a> {
    pub words: &'a [u64],
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
