//! The layout of all placements, and sets of them.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::engine::store::{WordBuffer, ones};

/// The rows of one profile with the same parity, with their columns.
pub struct MatrixBlock {
    /// The first word.
    pub at: usize,
    /// Words of a row.
    pub words: usize,
    pub rows: usize,
    /// Where sets of its rows begin: each word has a bit for each of [`SLAB`] rows.
    pub sets: usize,
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

/// Whether a set contains a row.
#[inline(always)]
pub fn has(set: &[u64], row: usize) -> bool {
    set[row / SLAB] >> (row % SLAB) & 1 != 0
}

/// Adds a row to a set. Returns whether it is new.
#[inline(always)]
pub fn put(set: &mut [u64], row: usize) -> bool {
    let (word, bit) = (&mut set[row / SLAB], 1 << (row % SLAB));
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

/// The layout of half of all placements: those whose sum of coordinates is even, or those where it
/// is odd. A single step leads from one half to the other.
pub struct HalfLayout {
    /// Two for each profile, of even and of odd rows.
    pub blocks: Vec<MatrixBlock>,
    pub tiles: Vec<Tile>,
    /// The parity of the sum.
    pub parity: usize,
}

/// Some rows of a block.
pub struct Tile {
    pub block: usize,
    pub rows: Range<usize>,
}

/// Approximate number of words of a tile.
const TILE: usize = 1 << 15;

/// Rows that share a word of a set, and are transposed together.
pub const SLAB: usize = 64;

impl HalfLayout {
    /// Builds the layout for blocks with these numbers of rows and columns.
    pub fn new(parity: usize, sizes: impl Iterator<Item = (usize, usize)>) -> Self {
        let (mut blocks, mut tiles) = (Vec::new(), Vec::new());
        let (mut at, mut sets) = (0, 0);
        for (block, (rows, columns)) in sizes.enumerate() {
            let words = columns.div_ceil(64);
            let rows = if words == 0 { 0 } else { rows };
            let step = (TILE / words.max(1)).next_multiple_of(SLAB).max(SLAB);
            let begins = (0..rows).step_by(step);
            tiles.extend(begins.map(|begin| Tile { block, rows: begin..rows.min(begin + step) }));
            blocks.push(MatrixBlock { at, words, rows, sets });
            at += rows * words;
            sets += rows.div_ceil(SLAB);
        }
        Self { blocks, tiles, parity }
    }

    /// Returns the number of all words, and of those of a set of rows.
    pub fn size(&self) -> (usize, usize) {
        self.blocks.last().map_or((0, 0), |last| (last.row(last.rows).start, last.all_sets().end))
    }

    /// Returns the block that a word is in.
    pub fn block_of(&self, word: usize) -> usize {
        self.blocks.partition_point(|block| block.at <= word) - 1
    }

    /// Returns the memory for `bits` bits per placement, and for what belongs to each row, block
    /// and tile.
    pub fn bytes(&self, bits: usize) -> u64 {
        let (words, sets) = self.size();
        let lists = size_of_val(&self.blocks[..]) + size_of_val(&self.tiles[..]);
        (8 * (bits * words + 2 * sets) + 2 * lists) as u64
    }
}

/// A set of placements, all in one half.
pub struct HalfSet {
    pub words: WordBuffer,
    /// The rows that are not empty.
    pub active: Vec<u64>,
    /// For each block, the number of rows that are not empty.
    pub active_counts: Vec<AtomicU32>,
}

impl HalfSet {
    /// Builds an empty set.
    pub fn new(layout: &HalfLayout) -> std::io::Result<Self> {
        let (words, sets) = layout.size();
        let busy = layout.blocks.iter().map(|_| AtomicU32::new(0)).collect();
        Ok(Self { words: WordBuffer::new(words)?, active: vec![0; sets], active_counts: busy })
    }

    /// Adds some bits to a word.
    pub fn put(&mut self, layout: &HalfLayout, word: usize, bits: u64) {
        let number = layout.block_of(word);
        let block = &layout.blocks[number];
        self.words[word] |= bits;
        let row = (word - block.at) / block.words;
        *self.active_counts[number].get_mut() +=
            u32::from(put(&mut self.active[block.all_sets()], row));
    }

    /// Returns the number of placements.
    pub fn count(&self, layout: &HalfLayout) -> u64 {
        let blocks = layout.blocks.iter().enumerate().filter(|(block, _)| self.is_active(*block));
        let words = blocks.flat_map(|(_, block)| &self.words[block.all()]);
        words.map(|bits| u64::from(bits.count_ones())).sum()
    }

    /// Keeps what is wanted in one block; or adds what is wanted from another set.
    pub fn keep(
        &mut self,
        layout: &HalfLayout,
        block: usize,
        found: Option<&[u64]>,
        wanted: Option<&[u64]>,
    ) {
        let MatrixBlock { words, rows, .. } = layout.blocks[block];
        let active = &mut self.active[layout.blocks[block].all_sets()];
        let mut busy = 0;
        for row in 0..rows {
            let is_active = has(active, row);
            let span = layout.blocks[block].row(row);
            let bits = &mut self.words[span.clone()];
            match (wanted, found) {
                (Some(wanted), _) if found.is_some() || is_active => {
                    let wanted = &wanted[row * words..][..words];
                    let found = found.map(|found| &found[span]);
                    for (at, bits) in bits.iter_mut().enumerate() {
                        *bits = wanted[at] & found.map_or(*bits, |found| found[at]);
                    }
                }
                _ if is_active => bits.fill(0),
                _ => {}
            }
            active[row / SLAB] &= !(1 << (row % SLAB));
            busy += u32::from(bits.iter().any(|&bits| bits != 0) && put(active, row));
        }
        *self.active_counts[block].get_mut() = busy;
    }

    /// Removes all placements.
    pub fn clear(&mut self, layout: &HalfLayout) {
        for (block, busy) in layout.blocks.iter().zip(&mut self.active_counts) {
            if std::mem::take(busy.get_mut()) == 0 {
                continue;
            }
            for (at, set) in self.active[block.all_sets()].iter_mut().enumerate() {
                for row in ones(std::mem::take(set)) {
                    self.words[block.row(at * SLAB + row as usize)].fill(0);
                }
            }
        }
    }

    /// Whether a block is not empty.
    pub fn is_active(&self, block: usize) -> bool {
        self.active_counts[block].load(Relaxed) > 0
    }
}
