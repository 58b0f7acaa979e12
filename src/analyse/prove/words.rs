//! Symbols packed into words, that ascend as the symbols do and can be written to a file.

/// Some symbols, packed.
pub trait Word: Ord + Clone + Send + Sync {
    fn pack(symbols: &[u8], bits: usize) -> Self;

    fn unpack(&self, bits: usize, symbols: &mut [u8]);

    /// The bytes that it takes in a file.
    fn width(symbols: usize, bits: usize) -> usize;

    /// Appends as many bytes.
    fn write(&self, width: usize, bytes: &mut Vec<u8>);

    fn read(bytes: &[u8]) -> Self;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Word for $integer {
            fn pack(symbols: &[u8], bits: usize) -> Self {
                symbols.iter().fold(0, |word, &symbol| word << bits | Self::from(symbol))
            }

            fn unpack(&self, bits: usize, symbols: &mut [u8]) {
                let mut word = *self;
                for symbol in symbols.iter_mut().rev() {
                    *symbol = word as u8 & ((1 << bits) - 1);
                    word >>= bits;
                }
            }

            fn width(symbols: usize, bits: usize) -> usize {
                (symbols * bits).div_ceil(8)
            }

            fn write(&self, width: usize, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes()[..width]);
            }

            fn read(bytes: &[u8]) -> Self {
                bytes.iter().rev().fold(0, |word, &byte| word << 8 | Self::from(byte))
            }
        }
    )*};
}

integers!(u64, u128);

/// For puzzles that no integer is wide enough for.
impl Word for Vec<u8> {
    fn pack(symbols: &[u8], _: usize) -> Self {
        symbols.to_vec()
    }

    fn unpack(&self, _: usize, symbols: &mut [u8]) {
        symbols.copy_from_slice(self);
    }

    fn width(symbols: usize, _: usize) -> usize {
        symbols
    }

    fn write(&self, _: usize, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self);
    }

    fn read(bytes: &[u8]) -> Self {
        bytes.to_vec()
    }
}
