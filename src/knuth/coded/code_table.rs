//! The known positions, by their codes: a hash table with open addressing.

use crate::engine::store::{Hasher, prefetch};

/// Codes, and if they are wanted the ordinals of their discovery.
///
/// A code occupies the first free slot at or after the one that its hash points to, wrapping around
/// at the end. No code is all 0, as that marks a free slot.
pub struct CodeTable<const W: usize> {
    hasher: Hasher<W>,
    places: Vec<[u64; W]>,
    /// The ordinals, slot by slot; empty if they are not wanted.
    ordinals: Vec<u32>,
    has_ordinals: bool,
    used: usize,
}

impl<const W: usize> CodeTable<W> {
    /// Builds an empty table.
    pub fn new(hasher: Hasher<W>, has_ordinals: bool) -> Self {
        let mut known =
            Self { hasher, places: Vec::new(), ordinals: Vec::new(), has_ordinals, used: 0 };
        known.clear(0);
        known
    }

    /// Removes all codes, and makes room for `codes` codes.
    pub fn clear(&mut self, codes: usize) {
        let places = Self::places_for(codes);
        self.used = 0;
        self.places.clear();
        self.places.resize(places, [0; W]);
        if self.has_ordinals {
            self.ordinals.resize(places, 0);
        }
    }

    /// Returns the number of slots: 8 for up to 5 codes.
    fn places_for(codes: usize) -> usize {
        (codes / 5 + 1) * 8
    }

    /// Returns the number of codes.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Returns the most codes that there is room for.
    pub fn most(&self) -> usize {
        self.places.len() / 8 * 5
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.places[..]) + size_of_val(&self.ordinals[..])) as u64
    }

    /// Returns the bytes of a table with room for `codes` codes.
    pub fn bytes_for(&self, codes: usize) -> u64 {
        let ordinal = if self.has_ordinals { size_of::<u32>() } else { 0 };
        (Self::places_for(codes) * (size_of::<[u64; W]>() + ordinal)) as u64
    }

    /// Returns the hash of a code.
    #[inline(always)]
    pub fn hash(&self, code: &[u64; W]) -> u64 {
        self.hasher.hash(code)
    }

    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.places.len() as u128) >> 64) as usize
    }

    /// Prefetches the memory where a look-up with this hash begins.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.places, self.place(hash));
    }

    /// Returns the slot of a code, or if it is not known the one where it belongs.
    #[inline(always)]
    pub fn find(&self, code: &[u64; W], hash: u64) -> Result<usize, usize> {
        let mut at = self.place(hash);
        loop {
            let there = &self.places[at];
            if there == code {
                return Ok(at);
            }
            if *there == [0; W] {
                return Err(at);
            }
            at += 1;
            if at == self.places.len() {
                at = 0;
            }
        }
    }

    /// Returns the ordinal of the code in a slot.
    #[inline(always)]
    pub fn ordinal(&self, place: usize) -> u32 {
        self.ordinals[place]
    }

    /// Puts a code into the free slot where it belongs.
    #[inline(always)]
    pub fn put(&mut self, place: usize, code: &[u64; W], ordinal: u32) {
        self.places[place] = *code;
        if self.has_ordinals {
            self.ordinals[place] = ordinal;
        }
        self.used += 1;
        if self.used >= self.most() {
            self.grow(2 * self.used);
        }
    }

    /// Inserts a code that is not known.
    pub fn insert(&mut self, code: &[u64; W], ordinal: u32) {
        if let Err(place) = self.find(code, self.hash(code)) {
            self.put(place, code, ordinal);
        }
    }

    /// Makes room for `codes` codes, more than there are. Two tables exist meanwhile.
    #[cold]
    pub fn grow(&mut self, codes: usize) {
        let mut larger = Self::new(self.hasher, self.has_ordinals);
        larger.clear(codes);
        for (place, code) in self.places.iter().enumerate().filter(|(_, code)| **code != [0; W]) {
            let ordinal = self.ordinals.get(place).copied().unwrap_or(0);
            larger.insert(code, ordinal);
        }
        *self = larger;
    }
}
