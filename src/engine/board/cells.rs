//! Sets of cells of boards of limited size, as values.
//!
//! They stay in registers, and the move generators are built on them. Their operations are plain
//! loops: closures passed to `array::from_fn` or to iterators may land in another codegen unit of
//! the crate, and would then not be inlined.

use std::ops::{BitAnd, BitOr, Not};

use super::words;

/// A set of numbers below `64 * N`.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Cells<const N: usize>(pub [u64; N]);

impl<const N: usize> PartialEq for Cells<N> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        words::equal(&self.0, &other.0)
    }
}

impl<const N: usize> Cells<N> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; N]);

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
        self.0[cell / 64 % N] |= 1 << (cell % 64);
    }

    /// Whether a number is in the set.
    #[inline(always)]
    pub fn contains(self, cell: usize) -> bool {
        self.0[cell / 64 % N] >> (cell % 64) & 1 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        let mut any = 0;
        for word in self.0 {
            any |= word;
        }
        any == 0
    }

    /// Whether the set is a subset of `other`.
    #[inline(always)]
    pub fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// Returns the set with `by` added to every member. Members that leave the range are lost or
    /// wrong, and the caller must mask them.
    #[inline(always)]
    pub fn shifted(self, by: i32) -> Self {
        if N == 1 {
            let mut one = self;
            one.0[0] = one.0[0].rotate_left(by as u32 & 63);
            return one;
        }
        Self(words::shifted(&self.0, by))
    }

    /// Returns the smallest member.
    #[inline(always)]
    pub fn first(self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }

    /// Removes the smallest member and returns it.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<usize> {
        let first = self.first()?;
        let word = &mut self.0[first / 64 % N];
        *word &= *word - 1;
        Some(first)
    }
}

impl<const N: usize> BitAnd for Cells<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        let mut result = self;
        for at in 0..N {
            result.0[at] &= other.0[at];
        }
        result
    }
}

impl<const N: usize> BitOr for Cells<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let mut result = self;
        for at in 0..N {
            result.0[at] |= other.0[at];
        }
        result
    }
}

impl<const N: usize> Not for Cells<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        let mut result = self;
        for word in &mut result.0 {
            *word = !*word;
        }
        result
    }
}

/// The greatest number of boards side by side.
pub const MOST_LANES: usize = 16;

/// Sets of cells of several boards of `N` words, side by side.
///
/// Operations that are the same for all boards are written once, for a `CellLanes`; on small boards
/// one SIMD instruction then handles several of them.
pub trait CellLanes<const N: usize>:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The number of boards.
    const LANES: usize;

    /// Empty sets on all boards.
    const NOTHING: Self;

    /// Returns the same set on all boards.
    fn all(cells: Cells<N>) -> Self;

    /// Returns the set of one board.
    fn lane(&self, lane: usize) -> Cells<N>;

    /// Replaces the set of one board.
    fn set_lane(&mut self, lane: usize, cells: Cells<N>);

    /// Returns all sets with `by` added to every member, like [`Cells::shifted`].
    fn moved(self, by: i32) -> Self;

    /// Returns all sets with `by` added to every member; `by` is less than the bits of a word.
    fn up(self, by: u32) -> Self;

    /// Returns all sets with `by` subtracted from every member, likewise.
    fn down(self, by: u32) -> Self;

    /// Returns a bit for each board whose set is not empty.
    fn filled(&self) -> u64;

    /// Sets bit `number` of the mark of each board whose set is not empty.
    fn mark(&self, number: u32, marks: &mut [u64; MOST_LANES]);
}

impl<const N: usize> CellLanes<N> for Cells<N> {
    const LANES: usize = 1;
    const NOTHING: Self = Self::EMPTY;

    #[inline(always)]
    fn all(cells: Cells<N>) -> Self {
        cells
    }

    #[inline(always)]
    fn lane(&self, _: usize) -> Cells<N> {
        *self
    }

    #[inline(always)]
    fn set_lane(&mut self, _: usize, cells: Cells<N>) {
        *self = cells;
    }

    #[inline(always)]
    fn moved(self, by: i32) -> Self {
        self.shifted(by)
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        self.shifted(by as i32)
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        self.shifted(-(by as i32))
    }

    #[inline(always)]
    fn filled(&self) -> u64 {
        u64::from(!self.is_empty())
    }

    #[inline(always)]
    fn mark(&self, number: u32, marks: &mut [u64; MOST_LANES]) {
        marks[0] |= u64::from(!self.is_empty()) << number;
    }
}

/// Sets of `N` words for each of `L` boards, word by word.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<const N: usize, const L: usize>([[u64; L]; N]);

/// The derived comparison would call `memcmp`.
impl<const N: usize, const L: usize> PartialEq for Blocks<N, L> {
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

impl<const N: usize, const L: usize> BitAnd for Blocks<N, L> {
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

impl<const N: usize, const L: usize> BitOr for Blocks<N, L> {
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

impl<const N: usize, const L: usize> Not for Blocks<N, L> {
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

impl<const N: usize, const L: usize> CellLanes<N> for Blocks<N, L> {
    const LANES: usize = L;
    const NOTHING: Self = Self([[0; L]; N]);

    #[inline(always)]
    fn all(cells: Cells<N>) -> Self {
        let mut result = Self::NOTHING;
        for at in 0..N {
            result.0[at] = [cells.0[at]; L];
        }
        result
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> Cells<N> {
        let mut cells = Cells::EMPTY;
        for at in 0..N {
            cells.0[at] = self.0[at][lane % L];
        }
        cells
    }

    #[inline(always)]
    fn set_lane(&mut self, lane: usize, cells: Cells<N>) {
        for at in 0..N {
            self.0[at][lane % L] = cells.0[at];
        }
    }

    #[inline(always)]
    fn moved(self, by: i32) -> Self {
        if by < 0 { self.shifted_down(by.unsigned_abs()) } else { self.shifted_up(by as u32) }
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        self.shifted_up(by)
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        self.shifted_down(by)
    }

    #[inline(always)]
    fn filled(&self) -> u64 {
        let mut filled = 0;
        for lane in 0..L {
            let mut any = 0;
            for at in 0..N {
                any |= self.0[at][lane];
            }
            filled |= u64::from(any != 0) << lane;
        }
        filled
    }

    #[inline(always)]
    fn mark(&self, number: u32, marks: &mut [u64; MOST_LANES]) {
        for lane in 0..L.min(MOST_LANES) {
            let mut any = 0;
            for at in 0..N {
                any |= self.0[at][lane];
            }
            marks[lane] |= u64::from(any != 0) << number;
        }
    }
}

impl<const N: usize, const L: usize> Blocks<N, L> {
    #[inline(always)]
    fn shifted_up(self, by: u32) -> Self {
        let (whole, part) = if N == 1 { (0, by % 64) } else { ((by / 64) as usize, by % 64) };
        let mut result = Self::NOTHING;
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

    #[inline(always)]
    fn shifted_down(self, by: u32) -> Self {
        let (whole, part) = if N == 1 { (0, by % 64) } else { ((by / 64) as usize, by % 64) };
        let mut result = Self::NOTHING;
        for at in 0..N.saturating_sub(whole) {
            for lane in 0..L {
                result.0[at][lane] = self.0[at + whole][lane] >> part;
            }
            if at + whole + 1 < N {
                for lane in 0..L {
                    result.0[at][lane] |= self.0[at + whole + 1][lane] << 1 << (63 - part);
                }
            }
        }
        result
    }
}
