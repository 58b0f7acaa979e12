//! What is on a cell, and sets of cells as bits.
//!
//! On a small board a set is `ONE` word, and the loops over words are gone.

use std::ops::Range;

/// What is on a cell: its symbol, and above these eight bits the number of the piece that covers it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Square(pub u32);

/// An empty cell; its symbol is 0. A piece's origin has the code of its kind, which is 1 plus the
/// index in [`Puzzle::kinds`].
pub const EMPTY: Square = Square(0);

/// Bit of all cells that the shorthand skips: blocked, on the border, or covered by a piece but not
/// its origin. The other bits of their symbols are 0.
pub const SKIPPED: u32 = 1 << 7;

/// A blocked cell, or one of the border. The walls have the number 0.
pub const WALL: Square = Square(SKIPPED);

impl Square {
    /// Whether nothing is there.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == EMPTY
    }

    /// Returns the number of the piece that is there, and 0 for a wall and an empty cell.
    #[inline(always)]
    pub fn number(self) -> u32 {
        self.0 >> 8
    }

    #[inline(always)]
    pub fn symbol(self) -> u8 {
        self.0 as u8
    }

    /// Returns the code of a piece whose origin this is.
    pub fn origin(self) -> Option<u8> {
        let code = self.symbol();
        (code != 0 && u32::from(code) != SKIPPED).then_some(code)
    }
}

/// Returns the words with some cells and with these displaced.
#[inline(always)]
pub fn span<const ONE: bool>((first, last): (usize, usize), by: isize) -> Range<usize> {
    if ONE {
        return 0..1;
    }
    let first = first.wrapping_add_signed(by.min(0)) / 64;
    first..last.wrapping_add_signed(by.max(0)) / 64 + 1
}

/// Adds a mask to a set of cells, displaced to a cell.
#[inline(always)]
pub fn insert<const ONE: bool>(set: &mut [u64], cell: usize, mask: &[u64]) {
    let bit = cell % 64;
    if ONE {
        set[0] |= mask[0] << bit;
        return;
    }
    for (at, &word) in mask.iter().enumerate() {
        set[cell / 64 + at] |= word << bit;
        // In two shifts, as one by 64 is not defined.
        set[cell / 64 + at + 1] |= word >> 1 >> (63 - bit);
    }
}

/// Returns a word of a set of cells that is displaced.
#[inline(always)]
pub fn displaced<const ONE: bool>(set: &[u64], by: isize, at: usize) -> u64 {
    if ONE {
        return set[0].rotate_left(by as u32 & 63);
    }
    let (from, bit) = (at.wrapping_add_signed(-(by >> 6)), by & 63);
    let mut moved = 0;
    if let Some(word) = set.get(from) {
        moved |= word << bit;
    }
    if let Some(word) = set.get(from.wrapping_sub(1)) {
        moved |= word >> 1 >> (63 - bit);
    }
    moved
}

/// Whether a cell, perhaps outside of the board, is in a set.
#[inline(always)]
pub fn contains(set: &[u64], cell: usize) -> bool {
    match set.get(cell / 64) {
        Some(word) => word >> (cell % 64) & 1 != 0,
        None => false,
    }
}
