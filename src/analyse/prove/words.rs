//! Symbols packed into words, that can be compared and written to a file.

/// Packed symbols. The first is the most significant.
pub trait Word: Ord + Clone + Send + Sync {
    /// Returns a word of `symbols` zeros.
    fn bare(symbols: usize) -> Self;

    /// Replaces a zero by a symbol of `bits` bits.
    fn put(&mut self, from_last: usize, symbol: u8, bits: usize);

    /// Unpacks all symbols, first to last.
    fn unpack(&self, bits: usize, symbols: &mut [u8]);

    /// Appends the last `width` bytes.
    fn write(&self, width: usize, bytes: &mut Vec<u8>);

    /// Reads what [`Word::write`] wrote.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Word for $integer {
            fn bare(_: usize) -> Self {
                0
            }

            fn put(&mut self, from_last: usize, symbol: u8, bits: usize) {
                *self |= Self::from(symbol) << (from_last * bits);
            }

            fn unpack(&self, bits: usize, symbols: &mut [u8]) {
                let mut word = *self;
                for symbol in symbols.iter_mut().rev() {
                    *symbol = word as u8 & ((1 << bits) - 1);
                    word >>= bits;
                }
            }

            fn write(&self, width: usize, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes()[..width]);
            }

            fn read(bytes: &[u8]) -> Self {
                let mut all = [0; size_of::<Self>()];
                all[..bytes.len()].copy_from_slice(bytes);
                Self::from_le_bytes(all)
            }
        }
    )*};
}

integers!(u64, u128);

/// For boards too large for any integer: a byte per symbol.
impl Word for Vec<u8> {
    fn bare(symbols: usize) -> Self {
        vec![0; symbols]
    }

    fn put(&mut self, from_last: usize, symbol: u8, _: usize) {
        let at = self.len() - 1 - from_last;
        self[at] = symbol;
    }

    fn unpack(&self, _: usize, symbols: &mut [u8]) {
        symbols.copy_from_slice(self);
    }

    fn write(&self, _: usize, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self);
    }

    fn read(bytes: &[u8]) -> Self {
        bytes.to_vec()
    }
}
