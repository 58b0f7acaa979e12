//! Bit scattering and transposition, and the columns of a matrix.

use super::board::OpenCells;
use super::fillings::Fillings;
use crate::engine::store::ones;

/// Returns the lowest bits of `word`, moved to the places of `mask`, the inverse of
/// [`gather`](crate::engine::store::gather).
#[inline(always)]
pub fn spread<const NATIVE: bool>(word: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if NATIVE {
        // SAFETY: only functions that are compiled for this instruction are `NATIVE`.
        return unsafe { std::arch::x86_64::_pdep_u64(word, mask) };
    }
    let mut all = 0;
    for (bit, place) in ones(mask).enumerate() {
        all |= (word >> bit & 1) << place;
    }
    all
}

/// Returns the `count` lowest bits, or all if there are fewer.
pub fn lowest(bits: u64, count: u32) -> u64 {
    let mut rest = bits;
    for _ in 0..count {
        rest &= rest.wrapping_sub(1);
    }
    bits ^ rest
}

/// Returns the members of a bit set, ascending.
#[inline(always)]
pub fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    let words = set.iter().enumerate();
    words.flat_map(|(at, &bits)| ones(bits).map(move |bit| at * 64 + bit as usize))
}

/// Transposes a bit matrix: bit `j` of word `i` becomes bit `i` of word `j`.
#[inline(always)]
pub fn transpose(words: &mut [u64; 64]) {
    let (mut mask, mut by) = (u64::MAX >> 32, 32);
    while by > 0 {
        for pair in words.chunks_exact_mut(2 * by) {
            let (upper, lower) = pair.split_at_mut(by);
            for at in 0..by {
                let turned = (upper[at] >> by ^ lower[at]) & mask;
                lower[at] ^= turned;
                upper[at] ^= turned << by;
            }
        }
        by /= 2;
        mask ^= mask << by;
    }
}

/// The fillings of one profile that are columns, in their order.
pub struct Columns {
    /// A bit for each filling.
    mask: Vec<u64>,
    /// For each word, the number of columns before it.
    before: Vec<u32>,
    /// The filling of each column.
    pub fillings: Vec<u32>,
}

impl Columns {
    /// Builds the set of the fillings that leave some cells empty.
    pub fn new(all: &Fillings, empty: OpenCells) -> Self {
        let mut columns = Self { mask: Vec::new(), before: Vec::new(), fillings: Vec::new() };
        for filling in 0..all.len() {
            if filling % 64 == 0 {
                columns.before.push(columns.fillings.len() as u32);
                columns.mask.push(0);
            }
            if all.covered(filling) & empty == 0 {
                columns.mask[filling / 64] |= 1 << (filling % 64);
                columns.fillings.push(filling as u32);
            }
        }
        columns.fillings.shrink_to_fit();
        columns
    }

    /// Returns the words of a row.
    pub fn words(&self) -> usize {
        self.fillings.len().div_ceil(64)
    }

    /// Returns the arrays that [`Columns::column`] reads, both indexed by the number of the filling
    /// divided by 64.
    pub fn parts(&self) -> (&[u64], &[u32]) {
        (&self.mask, &self.before)
    }

    /// Returns the column of a filling, if it is one.
    #[inline(always)]
    pub fn column(&self, filling: usize) -> Option<usize> {
        let (word, bit) = (self.mask[filling / 64], 1 << (filling % 64));
        let below = (word & (bit - 1)).count_ones();
        (word & bit != 0).then(|| (self.before[filling / 64] + below) as usize)
    }

    /// Returns the columns that are among some fillings, as bits.
    pub fn among(&self, set: &[u64]) -> Vec<u64> {
        let mut among = vec![0; self.words()];
        for filling in members(set) {
            if let Some(column) = self.column(filling) {
                among[column / 64] |= 1 << (column % 64);
            }
        }
        among
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let numbers = self.before.len() + self.fillings.len();
        (size_of_val(&self.mask[..]) + size_of::<u32>() * numbers) as u64
    }
}
