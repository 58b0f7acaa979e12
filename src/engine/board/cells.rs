//! Sets of cells of boards of limited size, as values.
//!
//! They stay in registers, and the move generators are built on them. Their operations are plain
//! loops: closures passed to `array::from_fn` or to iterators may land in another codegen unit of
//! the crate, and would then not be inlined.

use std::ops::{BitAnd, BitOr, Not};

use super::words;

/// Sets of numbers below `64 * N`, one for each of `L` boards side by side, word by word.
///
/// Operations that are the same for all boards are written once, for any number of them; on small
/// boards one SIMD instruction then handles several.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Lanes<const N: usize, const L: usize>([[u64; L]; N]);

/// The set of one board.
pub type Cells<const N: usize> = Lanes<N, 1>;

/// The derived comparison would call `memcmp`.
impl<const N: usize, const L: usize> PartialEq for Lanes<N, L> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let mut differs = 0;
        for at in 0..N {
            for lane in 0..L {
                differs |= self.0[at][lane] ^ other.0[at][lane];
            }
        }
        differs == 0
    }
}

impl<const N: usize, const L: usize> BitAnd for Lanes<N, L> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        let mut result = self;
        for at in 0..N {
            for lane in 0..L {
                result.0[at][lane] &= other.0[at][lane];
            }
        }
        result
    }
}

impl<const N: usize, const L: usize> BitOr for Lanes<N, L> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let mut result = self;
        for at in 0..N {
            for lane in 0..L {
                result.0[at][lane] |= other.0[at][lane];
            }
        }
        result
    }
}

impl<const N: usize, const L: usize> Not for Lanes<N, L> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        let mut result = self;
        for words in &mut result.0 {
            for word in words {
                *word = !*word;
            }
        }
        result
    }
}

impl<const N: usize, const L: usize> Lanes<N, L> {
    /// Empty sets on all boards.
    pub const EMPTY: Self = Self([[0; L]; N]);

    /// Returns the same set on all boards.
    #[inline(always)]
    pub fn all(cells: Cells<N>) -> Self {
        let mut result = Self::EMPTY;
        for at in 0..N {
            result.0[at] = [cells.0[at][0]; L];
        }
        result
    }

    /// Returns the set of one board.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> Cells<N> {
        let mut cells = Cells::EMPTY;
        for at in 0..N {
            cells.0[at][0] = self.0[at][lane % L];
        }
        cells
    }

    /// Replaces the set of one board.
    #[inline(always)]
    pub fn set_lane(&mut self, lane: usize, cells: Cells<N>) {
        for at in 0..N {
            self.0[at][lane % L] = cells.0[at][0];
        }
    }

    /// Returns all sets with `by` added to every member. Members that leave the range are lost or
    /// wrong, and the caller must mask them.
    #[inline(always)]
    pub fn shifted(self, by: i32) -> Self {
        if L == 1 {
            let mut result = self;
            let words = words::shifted(&self.words(), by);
            for at in 0..N {
                result.0[at][0] = words[at];
            }
            return result;
        }
        if by < 0 { self.down(by.unsigned_abs()) } else { self.up(by as u32) }
    }

    /// Like `shifted`, but `by` is not negative, so there is no branch.
    #[inline(always)]
    pub fn up(self, by: u32) -> Self {
        if L == 1 {
            return self.shifted(by as i32);
        }
        let (whole, part) = if N == 1 { (0, by % 64) } else { ((by / 64) as usize, by % 64) };
        let mut result = Self::EMPTY;
        for at in whole..N {
            for lane in 0..L {
                result.0[at][lane] = self.0[at - whole][lane] << part;
            }
            if at > whole {
                for lane in 0..L {
                    // Two shifts, because a shift by 64 is not defined.
                    result.0[at][lane] |= self.0[at - whole - 1][lane] >> 1 >> (63 - part);
                }
            }
        }
        result
    }

    /// Returns all sets with `by` subtracted from every member, likewise.
    #[inline(always)]
    pub fn down(self, by: u32) -> Self {
        if L == 1 { self.shifted(-(by as i32)) } else { self.window(by as usize) }
    }

    /// Returns the members from `first` on that fit `M` words, less `first`.
    #[inline(always)]
    pub fn window<const M: usize>(&self, first: usize) -> Lanes<M, L> {
        let (whole, part) = if N == 1 { (0, first % 64) } else { (first / 64, first % 64) };
        let mut result = Lanes::EMPTY;
        for at in 0..M.min(N.saturating_sub(whole)) {
            for lane in 0..L {
                result.0[at][lane] = self.0[at + whole][lane] >> part;
            }
            if at + whole + 1 < N {
                for lane in 0..L {
                    // Two shifts, because a shift by 64 is not defined.
                    result.0[at][lane] |= self.0[at + whole + 1][lane] << 1 << (63 - part);
                }
            }
        }
        result
    }

    /// Returns a bit for each board whose set is not empty.
    #[inline(always)]
    pub fn filled(&self) -> u64 {
        let mut marks = [0; L];
        self.mark(0, &mut marks);
        let mut filled = 0;
        for lane in 0..L {
            filled |= marks[lane] << lane;
        }
        filled
    }

    /// Sets bit `number` of the mark of each board whose set is not empty.
    #[inline(always)]
    pub fn mark(&self, number: u32, marks: &mut [u64; L]) {
        for lane in 0..L {
            let mut any = 0;
            for at in 0..N {
                any |= self.0[at][lane];
            }
            marks[lane] |= u64::from(any != 0) << number;
        }
    }

    /// Returns the words of the first set.
    #[inline(always)]
    pub fn words(&self) -> [u64; N] {
        let mut words = [0; N];
        for at in 0..N {
            words[at] = self.0[at][0];
        }
        words
    }
}

impl<const N: usize> Cells<N> {
    /// Returns the set of the numbers of the bits that are set in some words.
    #[inline(always)]
    pub fn from_words(words: [u64; N]) -> Self {
        let mut cells = Self::EMPTY;
        for at in 0..N {
            cells.0[at][0] = words[at];
        }
        cells
    }

    /// Returns the set of one number.
    #[inline(always)]
    pub fn only(cell: usize) -> Self {
        let mut cells = Self::EMPTY;
        cells.insert(cell);
        cells
    }

    /// Adds a number to the set.
    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64 % N][0] |= 1 << (cell % 64);
    }

    /// Whether a number is in the set.
    #[inline(always)]
    pub fn contains(self, cell: usize) -> bool {
        self.0[cell / 64 % N][0] >> (cell % 64) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set is a subset of `other`.
    #[inline(always)]
    pub fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// Returns the smallest member.
    #[inline(always)]
    pub fn first(self) -> Option<usize> {
        let at = self.0.iter().position(|&[word]| word != 0)?;
        Some(at * 64 + self.0[at][0].trailing_zeros() as usize)
    }

    /// Removes the smallest member and returns it.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<usize> {
        let first = self.first()?;
        let [word] = &mut self.0[first / 64 % N];
        *word &= *word - 1;
        Some(first)
    }
}
