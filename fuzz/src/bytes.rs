//! Choices that hang on the bytes of an input alone.

/// The bytes that no choice has used up yet. When there are none left, every choice is the first.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    pub fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    /// Four bytes as a number.
    pub fn number(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// A number below `bound`; the bias does not matter.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound <= 256 { usize::from(self.byte()) % bound } else { self.number() as usize % bound }
    }

    /// True about once in `times`; false when the bytes are used up.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Up to this number of bytes.
    pub fn some(&mut self, most: usize) -> &'a [u8] {
        let length = self.below(most + 1).min(self.0.len());
        self.0.split_off(..length).unwrap_or_default()
    }

    /// All that are left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }
}
