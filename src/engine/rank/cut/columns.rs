//! The subset of fillings that are the columns of a matrix.

use super::bits::Gather;
use crate::engine::store::ones;

/// A set of fillings, which are columns in their order.
pub struct Columns {
    /// A bit for each filling.
    mask: Vec<u64>,
    /// For each word, the number of columns before it; then the number of all.
    before: Vec<u32>,
    /// For each 64 columns, the word that contains the first of them.
    words: Vec<u32>,
}

impl Columns {
    /// Builds the set from a bit for each filling that is a column.
    pub fn new(mask: Vec<u64>) -> Self {
        let mut before = Vec::with_capacity(mask.len() + 1);
        before.push(0);
        let (mut count, mut words) = (0, Vec::new());
        for (at, word) in mask.iter().enumerate() {
            let first = u32::next_multiple_of(count, 64);
            count += word.count_ones();
            if first < count {
                words.push(at as u32);
            }
            before.push(count);
        }
        Self { mask, before, words }
    }

    /// Returns the number of columns.
    pub fn len(&self) -> usize {
        self.before.last().map_or(0, |&all| all as usize)
    }

    /// Returns a bit for each filling, whether it is a column.
    pub fn mask(&self) -> &[u64] {
        &self.mask
    }

    /// Returns the column of a filling, if it is one.
    #[inline(always)]
    pub fn column(&self, filling: usize) -> Option<usize> {
        let (word, bit) = (self.mask[filling / 64], 1 << (filling % 64));
        let below = (word & (bit - 1)).count_ones();
        (word & bit != 0).then(|| (self.before[filling / 64] + below) as usize)
    }

    /// Returns the filling of a column.
    pub fn filling(&self, column: usize) -> usize {
        let at = self.before.partition_point(|&before| before as usize <= column) - 1;
        let mut word = self.mask[at];
        for _ in self.before[at] as usize..column {
            word &= word - 1;
        }
        at * 64 + word.trailing_zeros() as usize
    }

    /// Returns the arrays that [`Columns::column`] reads, both indexed by the number of the filling
    /// divided by 64.
    #[inline(always)]
    pub fn parts(&self) -> (&[u64], &[u32]) {
        (&self.mask, &self.before)
    }

    /// Returns the fillings that are columns, ascending.
    #[inline(always)]
    pub fn fillings(&self) -> Ascending<'_> {
        Ascending { mask: &self.mask, at: 0, left: self.mask.first().copied().unwrap_or(0) }
    }

    /// Calls `visit` with the filling of each column whose bit is set in `row`.
    #[inline(always)]
    pub fn each(&self, quick: impl Gather, row: &[u64], mut visit: impl FnMut(usize)) {
        for (word, &bits) in row.iter().enumerate() {
            if bits == 0 {
                continue;
            }
            let mut at = self.words[word] as usize;
            for bit in ones(bits) {
                let column = word as u32 * 64 + bit;
                while self.before[at + 1] <= column {
                    at += 1;
                }
                let place = quick.spread(1 << (column - self.before[at]), self.mask[at]);
                visit(at * 64 + place.trailing_zeros() as usize);
            }
        }
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let numbers = self.before.len() + self.words.len();
        (size_of_val(&self.mask[..]) + size_of::<u32>() * numbers) as u64
    }
}

/// The bits of a mask, ascending.
pub struct Ascending<'a> {
    mask: &'a [u64],
    at: usize,
    /// The remaining bits of the current word.
    left: u64,
}

impl Iterator for Ascending<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            self.at += 1;
            self.left = *self.mask.get(self.at)?;
        }
        let bit = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(self.at * 64 + bit)
    }
}
