//! The orders of a row side by side, a bit for each, and the effect of moves on them.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::actions::{Actions, Step};
use crate::engine::store::{BitPlane, ones};

/// Number of words of a block. Empty blocks are skipped.
const BLOCK: usize = 32;

/// Bits for the orders of some rows.
pub struct RowBits {
    plane: BitPlane,
    /// For each block of each row whether it is not empty. If it is empty, the plane's words there
    /// are undefined.
    blocks: Vec<AtomicBool>,
    /// Number of words of a row.
    words: usize,
}

impl RowBits {
    /// Allocates empty rows of `words` words.
    ///
    /// # Errors
    ///
    /// Where the system refuses the memory.
    pub fn new(rows: usize, words: usize) -> io::Result<Self> {
        let blocks = (0..rows * blocks(words)).map(|_| AtomicBool::new(false)).collect();
        Ok(Self { plane: BitPlane::new((rows * words) as u64)?, blocks, words })
    }

    /// Returns the orders of a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> OrderBits<'_> {
        let blocks = blocks(self.words);
        OrderBits {
            words: &self.plane.words()[row * self.words..][..self.words],
            blocks: &self.blocks[row * blocks..][..blocks],
        }
    }
}

/// Returns the number of blocks of a row of `words` words.
fn blocks(words: usize) -> usize {
    words.div_ceil(BLOCK)
}

/// The orders of a row. Only one thread at a time may change them.
#[derive(Clone, Copy)]
pub struct OrderBits<'a> {
    words: &'a [AtomicU64],
    blocks: &'a [AtomicBool],
}

impl OrderBits<'_> {
    /// Whether there are no orders.
    pub fn is_empty(self) -> bool {
        !self.blocks.iter().any(|block| block.load(Relaxed))
    }

    /// Removes all orders.
    pub fn clear(self) {
        for block in self.blocks {
            block.store(false, Relaxed);
        }
    }

    /// Returns the number of orders.
    pub fn count(self) -> u64 {
        self.words().map(|(_, bits)| u64::from(bits.count_ones())).sum()
    }

    /// Returns a word of orders.
    #[inline(always)]
    pub fn word(self, at: usize) -> u64 {
        if self.blocks[at / BLOCK].load(Relaxed) { self.words[at].load(Relaxed) } else { 0 }
    }

    /// Returns the words that are not empty, by number.
    #[inline(always)]
    pub fn words(self) -> impl Iterator<Item = (usize, u64)> {
        let blocks = self.blocks.iter().enumerate().filter(|(_, block)| block.load(Relaxed));
        let words = blocks.flat_map(move |(block, _)| {
            let begin = block * BLOCK;
            let words = &self.words[begin..(begin + BLOCK).min(self.words.len())];
            (begin..).zip(words.iter().map(|word| word.load(Relaxed)))
        });
        words.filter(|&(_, bits)| bits != 0)
    }

    /// Returns the orders, ascending.
    pub fn orders(self) -> impl Iterator<Item = u32> {
        self.words().flat_map(|(at, bits)| ones(bits).map(move |bit| (at * 64) as u32 + bit))
    }

    /// Adds an order.
    #[inline(always)]
    pub fn add(self, order: u32) {
        self.add_word(order as usize / 64, 1 << (order % 64));
    }

    /// Adds the orders of a word.
    #[inline(always)]
    fn add_word(self, at: usize, bits: u64) {
        let block = at / BLOCK;
        if !self.blocks[block].load(Relaxed) {
            self.blocks[block].store(true, Relaxed);
            let end = ((block + 1) * BLOCK).min(self.words.len());
            self.words[block * BLOCK..end].iter().for_each(|word| word.store(0, Relaxed));
        }
        let word = &self.words[at];
        word.store(word.load(Relaxed) | bits, Relaxed);
    }

    /// Replaces all orders by those that `new` selects among others, word by word: it is given a
    /// word's number, and its bits before and now. Removes the others. Returns how many there are.
    #[inline(always)]
    pub fn replace(self, others: OrderBits, mut new: impl FnMut(usize, u64, u64) -> u64) -> u64 {
        let mut found = 0;
        for (block, is_full) in others.blocks.iter().enumerate() {
            let mut any = 0;
            if is_full.load(Relaxed) {
                is_full.store(false, Relaxed);
                let was_full = self.blocks[block].load(Relaxed);
                let begin = block * BLOCK;
                for at in begin..(begin + BLOCK).min(self.words.len()) {
                    let before = if was_full { self.words[at].load(Relaxed) } else { 0 };
                    let bits = new(at, before, others.words[at].load(Relaxed));
                    self.words[at].store(bits, Relaxed);
                    any |= bits;
                    found += u64::from(bits.count_ones());
                }
            }
            self.blocks[block].store(any != 0, Relaxed);
        }
        found
    }

    /// Adds the results of the steps of an action on the orders of a source, given their parity if
    /// that matters.
    #[inline(always)]
    pub fn add_moved(self, source: OrderBits, actions: &Actions, steps: &[Step], is_odd: bool) {
        match steps {
            [] => source.words().for_each(|(at, bits)| self.add_word(at, bits)),
            &[Step::Table { low: 1, size, table }] => {
                let entries = actions.entries(table, size);
                source.words().for_each(|(at, bits)| self.scatter(at, bits, size, |_| entries));
            }
            &[Step::Table { low, size, table }] => {
                let (entries, run) = (actions.entries(table, size), Divisor::new(low));
                source.words().for_each(|(at, bits)| self.scatter_runs(at, bits, run, entries));
            }
            [Step::End(end)] => source.words().for_each(|(at, bits)| {
                self.scatter(at, bits, end.size, |high| actions.end_entries(end, is_odd, high));
            }),
            _ => source.orders().for_each(|order| self.add(actions.apply(steps, is_odd, order))),
        }
    }

    /// Scatters word `at`: order `high * size + v` goes to `high * size + table(high)[v]`.
    #[inline(always)]
    fn scatter<'t>(self, at: usize, bits: u64, size: u32, table: impl Fn(u32) -> &'t [u32]) {
        let first = (at * 64) as u32;
        // Divides once per word: a division takes longer than anything else here.
        let mut high = first / size;
        let mut begin = high * size;
        let mut own = table(high);
        for bit in ones(bits) {
            let order = first + bit;
            while order - begin >= size {
                (high, begin) = (high + 1, begin + size);
                own = table(high);
            }
            self.add(begin + own[(order - begin) as usize]);
        }
    }

    /// Scatters a word by a table. Orders that differ only below the table's digits stay together
    /// as a run.
    #[inline(always)]
    fn scatter_runs(self, at: usize, mut bits: u64, run: Divisor, table: &[u32]) {
        let (first, low, size) = ((at * 64) as u32, run.low, table.len() as u32);
        let (value, within) = (first / low % size, first % low);
        while bits != 0 {
            let bit = bits.trailing_zeros();
            let passed = run.runs_in(within + bit);
            let rest = (passed + 1) * low - (within + bit);
            let taken = if bit + rest.min(64) >= 64 { u64::MAX } else { (1 << (bit + rest)) - 1 };
            let own = bits & taken;
            bits &= !taken;
            let mut value = value + passed;
            if value >= size {
                value %= size;
            }
            let by = (i64::from(table[value as usize]) - i64::from(value)) * i64::from(low);
            let begin = (at * 64) as i64 + by;
            let (whole, part) = (begin >> 6, begin & 63);
            if own << part != 0 {
                self.add_word(whole as usize, own << part);
            }
            if part != 0 && own >> (64 - part) != 0 {
                self.add_word((whole + 1) as usize, own >> (64 - part));
            }
        }
    }
}

/// The length of a run, with a factor that replaces division by multiplication.
#[derive(Clone, Copy)]
struct Divisor {
    low: u32,
    factor: u32,
}

impl Divisor {
    fn new(low: u32) -> Self {
        Self { low, factor: (1_u32 << 16).div_ceil(low) }
    }

    /// Returns how many runs end within `bits` bits, which are fewer than a run and a word
    /// together.
    #[inline(always)]
    fn runs_in(self, bits: u32) -> u32 {
        // Runs shorter than a word: below 128, the factor's error is less than what the shift
        // drops.
        if self.low >= 64 { u32::from(bits >= self.low) } else { (bits * self.factor) >> 16 }
    }
}
