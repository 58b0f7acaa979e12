//! Configurations as keys: the symbol of each piece at the place of its origin.

use std::hash::Hash;

/// A configuration in so many bits that no two have the same.
pub trait Key: Hash + Eq + Clone + Send + Sync {
    /// Of a board without pieces.
    fn bare(places: usize) -> Self;

    /// Puts a symbol of so many bits to a place where none is, or takes it away.
    fn toggle(&mut self, place: usize, symbol: u8, bits: u32);

    /// The symbol at a place; 0 for none.
    fn symbol(&self, place: usize, bits: u32) -> u8;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Key for $integer {
            fn bare(_: usize) -> Self {
                0
            }

            #[inline(always)]
            fn toggle(&mut self, place: usize, symbol: u8, bits: u32) {
                *self ^= Self::from(symbol) << (place as u32 * bits);
            }

            #[inline(always)]
            fn symbol(&self, place: usize, bits: u32) -> u8 {
                (*self >> (place as u32 * bits)) as u8 & ((1 << bits) - 1)
            }
        }
    )*};
}

integers!(u64, u128);

/// For boards that no integer is wide enough for.
impl Key for Vec<u8> {
    fn bare(places: usize) -> Self {
        vec![0; places]
    }

    fn toggle(&mut self, place: usize, symbol: u8, _: u32) {
        self[place] ^= symbol;
    }

    fn symbol(&self, place: usize, _: u32) -> u8 {
        self[place]
    }
}
