//! Orders side by side, a bit for each, and the effect of moves on them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::actions::ActionStep;
use super::layout::RowLayout;
use crate::engine::store::ones;

/// Number of words of a block. Empty blocks are skipped.
pub const BLOCK: usize = 32;

/// The orders of a row.
#[derive(Clone, Copy)]
pub struct OrderSource<'a> {
    pub words: &'a [AtomicU64],
    /// For each block whether it is not empty. If it is empty, its words are undefined.
    pub blocks: &'a [AtomicBool],
}

impl OrderSource<'_> {
    /// Calls `visit` with every word that is not empty.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(usize, u64)) {
        for block in (0..self.blocks.len()).filter(|&block| self.blocks[block].load(Relaxed)) {
            let end = ((block + 1) * BLOCK).min(self.words.len());
            for at in block * BLOCK..end {
                let bits = self.words[at].load(Relaxed);
                if bits != 0 {
                    visit(at, bits);
                }
            }
        }
    }
}

/// Like [`OrderSource`], for one thread that adds orders.
pub struct OrderTarget<'a> {
    pub words: &'a [AtomicU64],
    pub blocks: &'a mut [bool],
}

impl OrderTarget<'_> {
    /// Adds the results of an action, or of some of its steps, on the orders of a source, given
    /// their parity if that matters.
    #[inline(always)]
    pub fn bring(
        &mut self,
        source: OrderSource,
        layout: &RowLayout,
        steps: &[ActionStep],
        is_odd: bool,
    ) {
        let RowLayout { ranking, fields, actions, .. } = layout;
        match steps {
            [] => source.each(|at, bits| self.put(at, bits)),
            &[ActionStep::Table { low: 1, size, table }] => {
                let table = actions.table(table, size);
                source.each(|at, bits| self.put_each(at, bits, size, |_| table));
            }
            &[ActionStep::Table { low, size, table }] => {
                let table = actions.table(table, size);
                let run = Divisor::new(low as u32);
                source.each(|at, bits| self.put_runs(at, bits, run, size, table));
            }
            [ActionStep::End(end)] => source.each(|at, bits| {
                self.put_each(at, bits, end.size, |high| actions.end_entries(end, is_odd, high));
            }),
            _ => source.each(|at, mut bits| {
                while bits != 0 {
                    let number = (at * 64) as u32 + bits.trailing_zeros();
                    bits &= bits - 1;
                    self.put_one(actions.apply(ranking, fields, steps, is_odd, number));
                }
            }),
        }
    }

    #[inline(always)]
    fn put_one(&mut self, order: u32) {
        self.put(order as usize / 64, 1 << (order % 64));
    }

    /// Adds the orders of a word.
    #[inline(always)]
    fn put(&mut self, at: usize, bits: u64) {
        let block = at / BLOCK;
        if !self.blocks[block] {
            self.blocks[block] = true;
            let end = ((block + 1) * BLOCK).min(self.words.len());
            self.words[block * BLOCK..end].iter().for_each(|word| word.store(0, Relaxed));
        }
        let word = &self.words[at];
        word.store(word.load(Relaxed) | bits, Relaxed);
    }

    /// Scatters word `at`: order `high * size + v` goes to `high * size + table(high)[v]`.
    #[inline(always)]
    fn put_each<'t>(&mut self, at: usize, bits: u64, size: u32, table: impl Fn(u32) -> &'t [u32]) {
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
            self.put_one(begin + own[(order - begin) as usize]);
        }
    }

    /// Scatters a word by a table. Orders that differ only below the table's digits stay together
    /// as a run.
    #[inline(always)]
    fn put_runs(&mut self, at: usize, mut bits: u64, run: Divisor, size: u32, table: &[u32]) {
        let (first, low) = ((at * 64) as u32, run.low);
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
                self.put(whole as usize, own << part);
            }
            if part != 0 && own >> (64 - part) != 0 {
                self.put((whole + 1) as usize, own >> (64 - part));
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
