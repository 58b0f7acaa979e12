//! The memory of one thread: the sheets of a band, and the sheet in progress.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::cut::Division;
use super::part::BUFFER;
use crate::engine::index::sheet::{BLOCK, Sheet};
use crate::engine::store::{PER_WORD, ones};

/// The state of one thread.
pub struct BandWorker {
    /// The sheets of a band that are not empty in the last level, by row.
    pub sources: Vec<Option<Sheet>>,
    /// Which these are.
    pub has: Vec<bool>,
    /// The sheet in progress.
    pub target: Sheet,
    /// Read buffer.
    pub bytes: Vec<u8>,
}

impl BandWorker {
    pub fn new(rows: usize, cut: &Division) -> Self {
        let sources = (0..rows).map(|_| None).collect();
        Self { sources, has: vec![false; rows], target: Sheet::new(cut.sheet), bytes: Vec::new() }
    }

    /// Returns the memory of one worker.
    pub fn bytes(rows: usize, cut: &Division) -> u64 {
        let sheet = cut.sheet.div_ceil(8) + cut.sheet / (PER_WORD * BLOCK as u64) + 64;
        // The sheet in progress; the read buffer; and data to be written after what is waiting:
        // each is shorter than two sheets.
        (rows as u64 + 1 + 2 + 2) * sheet + BUFFER as u64
    }
}

impl Sheet {
    /// Returns the word of an order, if its block is not empty.
    #[inline(always)]
    fn word(&self, order: usize) -> Option<&AtomicU64> {
        let at = order / 64;
        self.blocks[at / BLOCK].then(|| &self.words[at])
    }

    /// Removes an order.
    #[inline(always)]
    pub fn remove(&self, order: usize) {
        if let Some(word) = self.word(order) {
            word.store(word.load(Relaxed) & !(1 << (order % 64)), Relaxed);
        }
    }

    /// Removes all orders of another sheet.
    pub fn remove_all(&self, other: &Sheet) {
        other.source().each(|at, bits| {
            if self.blocks[at / BLOCK] {
                let word = &self.words[at];
                word.store(word.load(Relaxed) & !bits, Relaxed);
            }
        });
    }

    pub fn has(&self, order: usize) -> bool {
        self.word(order).is_some_and(|word| word.load(Relaxed) >> (order % 64) & 1 != 0)
    }

    /// Returns the words that have orders in a range: the first order of the word, and the bits.
    pub fn words_of(&self, range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
        let words = range.start / 64..range.end.div_ceil(64);
        let blocks = words.start / BLOCK..words.end.div_ceil(BLOCK);
        let blocks = blocks.filter(|&block| self.blocks[block]);
        let words = blocks.flat_map(move |block| {
            (block * BLOCK).max(words.start)..((block + 1) * BLOCK).min(words.end)
        });
        words.filter_map(move |at| {
            let first = at * 64;
            let mut bits = self.words[at].load(Relaxed);
            if first < range.start {
                bits &= u64::MAX << (range.start - first);
            }
            if range.end - first < 64 {
                bits &= (1 << (range.end - first)) - 1;
            }
            (bits != 0).then_some((first, bits))
        })
    }
}

/// Returns the orders in words.
pub fn orders(words: impl Iterator<Item = (usize, u64)>) -> impl Iterator<Item = usize> {
    words.flat_map(|(first, bits)| ones(bits).map(move |bit| first + bit as usize))
}
