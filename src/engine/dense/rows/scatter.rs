//! The effect of moves on the orders of a row.

use super::actions::{Actions, Step};
use crate::engine::dense::planes::{BlockRows, SLAB};
use crate::engine::store::ones;

/// The orders that are gathered for a row, a bit for each, in lines of `1 << shift` words.
pub struct OrderBits<'a> {
    pub words: &'a mut [u64],
    /// The lines that something was added to.
    pub touched: &'a mut [u64],
    pub shift: u32,
}

impl OrderBits<'_> {
    /// Adds an order.
    #[inline(always)]
    fn add(&mut self, order: u32) {
        self.add_word(order as usize / 64, 1 << (order % 64));
    }

    /// Adds the orders of a word.
    #[inline(always)]
    fn add_word(&mut self, at: usize, bits: u64) {
        let line = at >> self.shift;
        let (touched, own) = (&mut self.touched[line / SLAB], 1 << (line % SLAB));
        // Neighbouring words follow each other, and a store would hold up the next load.
        if *touched & own == 0 {
            *touched |= own;
        }
        self.words[at] |= bits;
    }

    /// Adds the results of the steps of an action on the orders of a source, given their parity if
    /// that matters.
    #[inline(always)]
    pub fn add_moved(
        &mut self,
        source: BlockRows,
        actions: &Actions,
        steps: &[Step],
        is_odd: bool,
    ) {
        match steps {
            [] => source.each_word(|at, bits| self.add_word(at, bits)),
            &[Step::Table { low: 1, size, table }] => {
                let entries = actions.entries(table, size);
                source.each_word(|at, bits| self.scatter(at, bits, size, |_| entries));
            }
            &[Step::Table { low, size, table }] => {
                let (entries, run) = (actions.entries(table, size), Divisor::new(low));
                source.each_word(|at, bits| self.scatter_runs(at, bits, run, entries));
            }
            [Step::End(end)] => source.each_word(|at, bits| {
                self.scatter(at, bits, end.size, |high| actions.end_entries(end, is_odd, high));
            }),
            _ => source.each_word(|at, bits| {
                for bit in ones(bits) {
                    self.add(actions.apply(steps, is_odd, (at * 64) as u32 + bit));
                }
            }),
        }
    }

    /// Scatters word `at`: order `high * size + v` goes to `high * size + table(high)[v]`.
    #[inline(always)]
    fn scatter<'t>(&mut self, at: usize, bits: u64, size: u32, table: impl Fn(u32) -> &'t [u32]) {
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
    fn scatter_runs(&mut self, at: usize, mut bits: u64, run: Divisor, table: &[u32]) {
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
