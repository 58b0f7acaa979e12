//! A set of keys of a few words: a hash table with open addressing.
//!
//! A key occupies the first free slot at or after the one that its hash points to, wrapping around
//! at the end. No key is all 0, as that marks a free slot. Hashes are not stored; a table that
//! grows computes them again. Slots are in the order of hashes, so growing moves the keys in one
//! sweep through both tables. A table grows only on request, because the caller must reserve the
//! memory first.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::WordBuffer;
use crate::engine::host::IS_WASM;

/// A hash function for keys of `W` words.
#[derive(Clone, Copy)]
pub struct Hasher<const W: usize> {
    factors: [u64; W],
    last: u64,
}

impl<const W: usize> Hasher<W> {
    /// Returns the same function in every search, so that searches are reproducible.
    pub fn fixed() -> Self {
        let mut random = Pcg64::new(2026, 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        let factors = std::array::from_fn(|_| random.next_u64());
        Self { factors, last: random.next_u64() | 1 }
    }

    /// Returns the hash of a key; its high bits are the best.
    #[inline(always)]
    pub fn hash(&self, key: &[u64; W]) -> u64 {
        let fold = |a: u64, b: u64| {
            if IS_WASM {
                // In the browser, the high half of a product takes a dozen instructions.
                let product = a.wrapping_mul(b | 1);
                return product ^ product >> 32;
            }
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let mut hash = self.last;
        for at in 0..W {
            hash = fold(hash ^ key[at], self.factors[at]);
        }
        hash.wrapping_mul(self.last)
    }
}

/// A set of keys.
pub struct KeySet<const W: usize> {
    /// The keys, one after the other.
    places: WordBuffer,
    used: usize,
    hasher: Hasher<W>,
}

/// The most keys that are inserted together.
pub const SOME: usize = 64;

/// Inserts a key at or after a slot, unless it is present. Returns whether it is new. There must be
/// a free slot.
///
/// What is stored is the same whether the slot was free or the key's own, so there is one branch
/// for both: Euler 766 takes 0.85 of the time that it takes with two.
#[inline(always)]
fn insert<const W: usize>(slots: &mut [[u64; W]], mut at: usize, key: &[u64; W]) -> bool {
    loop {
        let slot = &mut slots[at];
        let (mut bits, mut differing) = (0, 0);
        for word in 0..W {
            bits |= slot[word];
            differing |= slot[word] ^ key[word];
        }
        if (bits == 0) | (differing == 0) {
            *slot = *key;
            return bits == 0;
        }
        at += 1;
        if at == slots.len() {
            at = 0;
        }
    }
}

/// Returns the slot that a hash points to.
#[inline(always)]
fn place(hash: u64, places: usize) -> usize {
    if IS_WASM {
        // No table on such a target has more than 2^32 slots.
        return (((hash >> 32) * places as u64) >> 32) as usize;
    }
    ((u128::from(hash) * places as u128) >> 64) as usize
}

/// Returns the number of slots of a table with room for `keys` keys.
const fn places_for(keys: usize) -> usize {
    (keys / 5 + 1) * 8
}

impl<const W: usize> KeySet<W> {
    /// Builds an empty set with room for `keys` keys.
    pub fn with_room_for(keys: usize, hasher: Hasher<W>) -> Self {
        let places = places_for(keys);
        // If the system has no huge pages or no more maps, ordinary memory is enough.
        let words =
            WordBuffer::new(places * W).unwrap_or_else(|_| WordBuffer::Heap(vec![0; places * W]));
        Self { places: words, used: 0, hasher }
    }

    /// Whether [`KeySet::restart`] would keep the table for this number of keys.
    fn suits(&self, keys: usize) -> bool {
        let places = places_for(keys);
        (places..2 * places).contains(&self.places().len())
    }

    #[inline(always)]
    fn places(&self) -> &[[u64; W]] {
        self.places.as_chunks().0
    }

    /// Returns the bytes that the table would have after [`KeySet::restart`].
    pub fn bytes_restarted(&self, keys: usize) -> u64 {
        let bytes = places_for(keys) * size_of::<[u64; W]>();
        if self.suits(keys) { self.bytes() } else { bytes as u64 }
    }

    /// Removes all keys, and makes room for `keys` keys and not many more.
    pub fn restart(&mut self, keys: usize) {
        if self.suits(keys) {
            self.places.fill(0);
            self.used = 0;
        } else {
            // Free the old table before allocating the new one.
            self.places = WordBuffer::Heap(Vec::new());
            *self = Self::with_room_for(keys, self.hasher);
        }
    }

    /// Returns the hash of a key.
    #[inline(always)]
    pub fn hash(&self, key: &[u64; W]) -> u64 {
        self.hasher.hash(key)
    }

    /// Returns the number of keys.
    #[cfg(feature = "cluster")]
    pub fn count(&self) -> usize {
        self.used
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.places[..]) as u64
    }

    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        place(hash, self.places().len())
    }

    /// Prefetches the memory where a look-up with this hash begins.
    ///
    /// With prefetches a thread makes 65 million random reads of 2 GiB a second, 38 million without.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        super::prefetch(self.places(), self.place(hash));
    }

    /// Whether a key is in the set.
    #[inline(always)]
    pub fn contains(&self, key: &[u64; W], hash: u64) -> bool {
        self.find(hash, |there| there == key).is_some()
    }

    /// Returns the first key with this hash that passes a test.
    #[inline(always)]
    pub fn find(&self, hash: u64, is_it: impl Fn(&[u64; W]) -> bool) -> Option<&[u64; W]> {
        let places = self.places();
        let mut at = self.place(hash);
        loop {
            let there = &places[at];
            if is_it(there) {
                return Some(there);
            }
            if *there == [0; W] {
                return None;
            }
            at += 1;
            if at == places.len() {
                at = 0;
            }
        }
    }

    /// Inserts a key, and makes room where there is none. Returns whether it is new.
    #[inline(always)]
    pub fn add(&mut self, key: &[u64; W]) -> bool {
        if self.is_full() {
            self.grow();
        }
        self.insert(key, self.hash(key))
    }

    /// Inserts a key, unless it is present or there is no room. Returns whether it was inserted.
    #[inline(always)]
    pub fn insert(&mut self, key: &[u64; W], hash: u64) -> bool {
        if self.is_full() {
            return false;
        }
        let at = self.place(hash);
        let is_new = insert(self.places.as_chunks_mut().0, at, key);
        self.used += usize::from(is_new);
        is_new
    }

    /// Whether there is no room for another key: a table has at most 5 keys for 8 slots.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.used >= self.places().len() / 8 * 5
    }

    /// Inserts some keys, for which there must be room. Returns how many were not present, and
    /// writes their indices to `new`. The table is one of many that share the keys by the first
    /// `bits` bits of their hashes.
    #[inline(always)]
    pub fn insert_some<'k>(
        &mut self,
        keys: impl Iterator<Item = &'k [u64; W]> + Clone,
        bits: u32,
        new: &mut [u8; SOME],
    ) -> usize {
        let (hasher, slots) = (self.hasher, self.places.as_chunks_mut().0);
        let mut places = [0; SOME];
        for (to, key) in places.iter_mut().zip(keys.clone()) {
            *to = place(hasher.hash(key) << bits, slots.len());
            super::prefetch(slots, *to);
        }
        let mut count = 0;
        for (at, (key, &place)) in keys.zip(&places).enumerate() {
            new[count] = at as u8;
            count += usize::from(insert(slots, place, key));
        }
        self.used += count;
        count
    }

    /// Makes room for more keys. Two tables exist meanwhile.
    #[cold]
    fn grow(&mut self) {
        let mut larger = Self::with_room_for(2 * self.used, self.hasher);
        for key in self.places().iter().filter(|key| **key != [0; W]) {
            larger.insert(key, self.hasher.hash(key));
        }
        *self = larger;
    }
}
