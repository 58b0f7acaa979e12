//! Configurations as words: the symbols of shorthand, packed so that words ascend as the texts do.

use std::hash::Hash;

/// A packed configuration.
pub trait Word: Hash + Ord + Clone + Send + Sync {
    /// With no symbol yet.
    fn empty(symbols: usize) -> Self;

    /// Appends a symbol of so many bits.
    fn push(&mut self, symbol: u8, bits: u32);

    /// The symbol at a place, counted from the last.
    fn at(&self, from_last: usize, bits: u32) -> u8;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Word for $integer {
            #[inline(always)]
            fn empty(_: usize) -> Self {
                0
            }

            #[inline(always)]
            fn push(&mut self, symbol: u8, bits: u32) {
                *self = *self << bits | Self::from(symbol);
            }

            #[inline(always)]
            fn at(&self, from_last: usize, bits: u32) -> u8 {
                (*self >> (from_last as u32 * bits)) as u8 & ((1 << bits) - 1)
            }
        }
    )*};
}

integers!(u64, u128);

/// For puzzles that no integer is wide enough for.
impl Word for Vec<u8> {
    fn empty(symbols: usize) -> Self {
        Vec::with_capacity(symbols)
    }

    fn push(&mut self, symbol: u8, _: u32) {
        Vec::push(self, symbol);
    }

    fn at(&self, from_last: usize, _: u32) -> u8 {
        self[self.len() - 1 - from_last]
    }
}
