//! Sets of cells as bits of machine words.
//!
//! Everything that runs once for every move works on these. The operations write into their
//! receiver, so that none of them allocates.

use crate::engine::store::{join, remove};

/// A set of small numbers, as many as fit the words that it was made with.
#[derive(Clone)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Returns the empty set over `words` 64-bit words.
    pub fn empty(words: usize) -> Self {
        Self(vec![0; words])
    }

    /// Returns the words, number 0 in the least significant bit of the first.
    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Returns the words, mutable.
    #[inline(always)]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    /// Adds `bit` to the set.
    #[inline(always)]
    pub fn insert(&mut self, bit: usize) {
        self.words_mut()[bit / 64] |= 1 << (bit % 64);
    }

    /// Whether `bit` is in the set.
    #[inline(always)]
    pub fn contains(&self, bit: usize) -> bool {
        self.words()[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// Removes everything.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// Becomes a copy of `other`.
    #[inline(always)]
    pub fn copy(&mut self, other: &Self) {
        self.words_mut().copy_from_slice(other.words());
    }

    /// Adds all members of `other`.
    #[inline(always)]
    pub fn unite(&mut self, other: &Self) {
        join(self.words_mut(), other.words());
    }

    /// Removes all members of `other`.
    #[inline(always)]
    pub fn subtract(&mut self, other: &Self) {
        remove(self.words_mut(), other.words());
    }

    /// Whether the two sets intersect.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        let other = other.words();
        for (at, &word) in self.words().iter().enumerate() {
            if word & other[at] != 0 {
                return true;
            }
        }
        false
    }

    /// Removes `bit` from the set.
    #[inline(always)]
    pub fn remove(&mut self, bit: usize) {
        self.words_mut()[bit / 64] &= !(1 << (bit % 64));
    }

    /// Whether the set is a subset of `other`.
    #[inline(always)]
    pub fn is_within(&self, other: &Self) -> bool {
        let other = other.words();
        for (at, &word) in self.words().iter().enumerate() {
            if word & !other[at] != 0 {
                return false;
            }
        }
        true
    }

    /// Returns the number of members.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two sets are equal within `part`.
    #[inline(always)]
    pub fn agrees(&self, other: &Self, part: &Self) -> bool {
        let (other, part) = (other.words(), part.words());
        for (at, &word) in self.words().iter().enumerate() {
            if (word ^ other[at]) & part[at] != 0 {
                return false;
            }
        }
        true
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Returns the smallest member.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        let at = self.words().iter().position(|&word| word != 0)?;
        Some(at * 64 + self.words()[at].trailing_zeros() as usize)
    }

    /// Returns word number `at` of this set with `by` added to every member; see [`Bits::shift`].
    #[inline(always)]
    pub fn shifted_word(&self, at: usize, by: isize) -> u64 {
        shifted_word(self.words().len(), |i| self.words()[i], at, by)
    }

    /// Becomes `other` with `by` added to every member, if all of these fit the words. Others are
    /// lost or wrong, and the caller must mask them.
    #[inline(always)]
    pub fn shift(&mut self, other: &Self, by: isize) {
        for (at, word) in self.words_mut().iter_mut().enumerate() {
            *word = other.shifted_word(at, by);
        }
    }

    /// Becomes `other` with `by` added to those of its members that are in `part`.
    #[inline(always)]
    pub fn displace(&mut self, other: &Self, part: &Self, by: isize) {
        let (from, part) = (other.words(), part.words());
        for (at, word) in self.words_mut().iter_mut().enumerate() {
            let moved = shifted_word(from.len(), |i| from[i] & part[i], at, by);
            *word = from[at] & !part[at] | moved;
        }
    }

    /// Returns the members, ascending.
    #[inline(always)]
    pub fn ascending(&self) -> impl Iterator<Item = usize> {
        self.words().iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    at * 64 + bit
                })
            })
        })
    }

    /// Returns the members, descending.
    #[inline(always)]
    pub fn descending(&self) -> impl Iterator<Item = usize> {
        self.words().iter().enumerate().rev().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = 63 - rest.leading_zeros() as usize;
                    rest ^= 1 << bit;
                    at * 64 + bit
                })
            })
        })
    }
}

/// Returns a word of a set of `count` words, shifted.
#[inline(always)]
fn shifted_word(count: usize, word: impl Fn(usize) -> u64, at: usize, by: isize) -> u64 {
    if count == 1 {
        // One instruction for both directions.
        return word(0).rotate_left(by as u32 & 63);
    }
    // The word begins at this bit of the set that is shifted.
    let begin = at as isize * 64 - by;
    let (whole, part) = (begin.div_euclid(64), begin.rem_euclid(64));
    let within = |i: isize| if (0..count as isize).contains(&i) { word(i as usize) } else { 0 };
    let low = within(whole) >> part;
    if part == 0 { low } else { low | within(whole + 1) << (64 - part) }
}
