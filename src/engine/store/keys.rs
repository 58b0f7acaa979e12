//! A set of keys of a few words: a hash table with open addressing.
//!
//! A key stands in the first free place at or after the one that its hash points to; what is past
//! the end goes on at the beginning. No key is all 0, as that marks a free place. Hashes are not
//! kept; a table that grows computes them again, with places in the order of hashes, so that the
//! keys move in one sweep through both tables. A table grows only when it is told to, as that takes
//! memory.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::Words;
use crate::engine::host::IS_SENT;

/// A hash function for keys of `W` words.
#[derive(Clone, Copy)]
pub struct Hasher<const W: usize> {
    factors: [u64; W],
    last: u64,
}

impl<const W: usize> Hasher<W> {
    /// The same function in every search, so that searches can be repeated to the last step.
    pub fn fixed() -> Self {
        let mut random = Pcg64::new(2026, 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        Self::new(|| random.next_u64())
    }

    /// A function of its own for every sequence of random numbers.
    pub fn new(mut random: impl FnMut() -> u64) -> Self {
        Self { factors: std::array::from_fn(|_| random()), last: random() | 1 }
    }

    /// The hash of a key; its high bits are the best.
    #[inline(always)]
    pub fn hash(&self, key: &[u64; W]) -> u64 {
        let fold = |a: u64, b: u64| {
            if IS_SENT {
                // There the high half of a product takes a dozen instructions.
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
pub struct Keys<const W: usize> {
    /// A key after the other.
    places: Words,
    used: usize,
    /// The most keys that these places may have.
    most: usize,
    hasher: Hasher<W>,
}

/// What came of a key that was to be put in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Insertion {
    New,
    Known,
    /// It is not known, and there is no room for one more.
    Full,
}

/// A table holds at most 5 keys on 8 places.
const fn most(places: usize) -> usize {
    places / 8 * 5
}

/// The size of a table with room for so many keys.
const fn places_for(keys: usize) -> usize {
    (keys / 5 + 1) * 8
}

impl<const W: usize> Keys<W> {
    /// An empty set with room for so many keys.
    pub fn with_room_for(keys: usize, hasher: Hasher<W>) -> Self {
        let places = places_for(keys);
        // Where the system has no large pages, or no more maps, ordinary memory does.
        let words = Words::new(places * W).unwrap_or_else(|_| Words::Heap(vec![0; places * W]));
        Self { places: words, used: 0, most: most(places), hasher }
    }

    /// Whether the table would be kept if it were [made anew](Self::restart) for so many keys.
    fn suits(&self, keys: usize) -> bool {
        let places = places_for(keys);
        (places..2 * places).contains(&self.places().len())
    }

    #[inline(always)]
    fn places(&self) -> &[[u64; W]] {
        self.places.as_chunks().0
    }

    /// Bytes that it would have then.
    pub fn bytes_restarted(&self, keys: usize) -> u64 {
        if self.suits(keys) { self.bytes() } else { Self::bytes_for(keys) }
    }

    /// Takes all keys out, and makes room for so many and not many more.
    pub fn restart(&mut self, keys: usize) {
        if self.suits(keys) {
            self.places.fill(0);
            self.used = 0;
        } else {
            // The old table goes before the new one comes.
            self.places = Words::Heap(Vec::new());
            *self = Self::with_room_for(keys, self.hasher);
        }
    }

    /// The hash of a key.
    #[inline(always)]
    pub fn hash(&self, key: &[u64; W]) -> u64 {
        self.hasher.hash(key)
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.places[..]) as u64
    }

    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        if IS_SENT {
            // No table there has more than 2^32 places.
            return (((hash >> 32) * self.places().len() as u64) >> 32) as usize;
        }
        ((u128::from(hash) * self.places().len() as u128) >> 64) as usize
    }

    /// Calls for the memory that a look-up with this hash begins at.
    ///
    /// Speed: see `docs/log/performance.md`.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        super::prefetch(self.places(), self.place(hash));
    }

    /// Whether a key is in the set.
    #[inline(always)]
    pub fn contains(&self, key: &[u64; W], hash: u64) -> bool {
        let places = self.places();
        let mut at = self.place(hash);
        loop {
            let there = &places[at];
            if there == key {
                return true;
            }
            if *there == [0; W] {
                return false;
            }
            at += 1;
            if at == places.len() {
                at = 0;
            }
        }
    }

    /// Puts a key in, if it is not there already and there is room.
    #[inline(always)]
    pub fn insert(&mut self, key: &[u64; W], hash: u64) -> Insertion {
        let mut at = self.place(hash);
        let places = self.places.as_chunks_mut().0;
        loop {
            let there = &mut places[at];
            if there == key {
                return Insertion::Known;
            }
            if *there == [0; W] {
                if self.used >= self.most {
                    return Insertion::Full;
                }
                *there = *key;
                self.used += 1;
                return Insertion::New;
            }
            at += 1;
            if at == places.len() {
                at = 0;
            }
        }
    }

    /// Bytes of a table with room for so many keys.
    pub fn bytes_for(keys: usize) -> u64 {
        (places_for(keys) * size_of::<[u64; W]>()) as u64
    }

    /// Makes room for so many keys, at least those that are there. Meanwhile there are two tables.
    #[cold]
    pub fn grow_to(&mut self, keys: usize) {
        let mut larger = Self::with_room_for(keys.max(self.used), self.hasher);
        for key in self.places().iter().filter(|key| **key != [0; W]) {
            larger.insert(key, self.hasher.hash(key));
        }
        *self = larger;
    }
}
