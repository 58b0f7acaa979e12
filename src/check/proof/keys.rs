//! Positions as keys: the symbol of each piece at the place of its origin.

use std::hash::Hash;

/// A position in fixed-width bits, unique among positions.
pub trait Key: Hash + Eq + Clone + Send + Sync {
    /// Returns the bytes that a key allocates, on a board with this number of places.
    fn others(_places: usize) -> usize {
        0
    }

    /// Returns the key of a board without pieces.
    fn bare(places: usize) -> Self;

    /// Puts a symbol of `bits` bits on an empty place, or removes it.
    fn toggle(&mut self, place: usize, symbol: u8, bits: u32);

    /// Returns the symbol at a place; 0 for none.
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

/// For boards of some fifty cells and more: a symbol may lie in two of the words.
impl Key for [u64; 4] {
    fn bare(_: usize) -> Self {
        [0; 4]
    }

    #[inline(always)]
    fn toggle(&mut self, place: usize, symbol: u8, bits: u32) {
        let first = place as u32 * bits;
        let symbol = u128::from(symbol) << (first % 64);
        let (word, behind) = (first as usize / 64, first as usize / 64 + 1);
        self[word] ^= symbol as u64;
        self.get_mut(behind).into_iter().for_each(|word| *word ^= (symbol >> 64) as u64);
    }

    #[inline(always)]
    fn symbol(&self, place: usize, bits: u32) -> u8 {
        let first = place as u32 * bits;
        let word = |at: usize| u128::from(self.get(at).copied().unwrap_or(0));
        let both = word(first as usize / 64) | word(first as usize / 64 + 1) << 64;
        (both >> (first % 64)) as u8 & ((1 << bits) - 1)
    }
}

/// For boards that are larger still.
impl Key for Vec<u8> {
    /// Allocators give multiples of 16 bytes, and have overhead of their own.
    fn others(places: usize) -> usize {
        places.next_multiple_of(16) + 16
    }

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
