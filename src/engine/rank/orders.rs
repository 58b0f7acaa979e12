//! The numbers of orders: which pieces fill the places of a skeleton.
//!
//! The pieces of one shape, row by row, are a sequence of kinds. All sequences of the same multiset
//! are numbered in lexicographic order. An order is a sequence for each shape, and its number is
//! made of theirs.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;

/// The pieces of one shape.
pub struct Class {
    /// Their kinds, ascending. A *letter* is an index here.
    pub kinds: Vec<u8>,
    /// The number of pieces of each kind.
    counts: Vec<u32>,
    pub pieces: usize,
    /// Its places, among those of all shapes with several kinds: one for each piece, or none if all
    /// pieces are alike.
    pub places: Range<usize>,
    /// The number of orders.
    pub orders: BigUint,
    /// The number of orders, or the greatest number if that is too small.
    small: u64,
}

impl Class {
    /// Builds the class of some kinds, ascending, given the number of pieces of every kind. Its places
    /// begin with `first`.
    pub fn new(kinds: Vec<u8>, all: &[u32], first: usize) -> Self {
        let counts = Vec::from_iter(kinds.iter().map(|&kind| all[usize::from(kind)]));
        let pieces = counts.iter().sum::<u32>() as usize;
        let mut orders = BigUint::from(1_u8);
        let mut placed = 0_u32;
        for &count in &counts {
            for i in 1..=count {
                placed += 1;
                orders = orders * placed / i;
            }
        }
        let small = u64::try_from(&orders).unwrap_or(u64::MAX);
        let places = first..first + if kinds.len() > 1 { pieces } else { 0 };
        Self { kinds, counts, pieces, places, orders, small }
    }

    /// Whether no two pieces are of the same kind.
    pub fn is_distinct(&self) -> bool {
        self.pieces == self.kinds.len()
    }

    /// Returns the number of a sequence of letters. The number of orders must fit 64 bits.
    #[inline]
    pub fn rank(&self, letters: &[u8]) -> u64 {
        if self.is_distinct() {
            return lehmer_rank(letters, self.pieces);
        }
        let (mut counts, mut orders, mut rank) = (self.counts.clone(), u128::from(self.small), 0);
        for (&letter, left) in letters.iter().zip((1..=letters.len() as u128).rev()) {
            let (smaller, rest) = counts.split_at_mut(usize::from(letter));
            rank += orders * u128::from(smaller.iter().sum::<u32>()) / left;
            orders = orders * u128::from(rest[0]) / left;
            rest[0] -= 1;
        }
        rank as u64
    }

    /// Writes the sequence with a number, the inverse of [`Class::rank`].
    pub fn unrank(&self, rank: u64, letters: &mut [u8]) {
        if self.is_distinct() {
            return lehmer_unrank(rank, self.pieces, letters);
        }
        let (mut counts, mut orders) = (self.counts.clone(), u128::from(self.small));
        let mut rank = u128::from(rank);
        for (own, left) in letters.iter_mut().zip((1..=self.pieces as u128).rev()) {
            for (letter, count) in (0..).zip(&mut counts) {
                let here = orders * u128::from(*count) / left;
                if rank < here {
                    (*own, orders) = (letter, here);
                    *count -= 1;
                    break;
                }
                rank -= here;
            }
        }
    }

    /// Returns, for each sequence by number, the number of the sequence rearranged: its place `i`
    /// gets the letter from place `places[i]`. The number of orders must fit 32 bits.
    pub fn rearranged(&self, places: &[u32]) -> Vec<u32> {
        let last = (0..places.len()).rfind(|&at| places[at] as usize != at).unwrap_or(0);
        let mut letters = vec![0; self.pieces];
        self.unrank(0, &mut letters);
        // Sequences that are the same up to the last place that changes get the same difference.
        let (mut kept, mut by) = (0, 0);
        let mut numbers = Vec::with_capacity(self.small as usize);
        for number in 0..self.small as u32 {
            if kept <= last {
                by = (self.rank(&permuted(&letters, places)) as u32).wrapping_sub(number);
            }
            numbers.push(number.wrapping_add(by));
            kept = next_permutation(&mut letters);
        }
        numbers
    }
}

/// Returns a sequence whose place `i` has the letter from place `places[i]`.
pub fn permuted(letters: &[u8], places: &[u32]) -> Vec<u8> {
    places.iter().map(|&place| letters[place as usize]).collect()
}

/// Goes on to the next sequence in lexicographic order. Returns the first place that changes; 0 if
/// there is no next sequence.
fn next_permutation(letters: &mut [u8]) -> usize {
    let Some(at) = letters.windows(2).rposition(|pair| pair[0] < pair[1]) else { return 0 };
    let larger = letters.iter().rposition(|&letter| letter > letters[at]).unwrap_or(at);
    letters.swap(at, larger);
    letters[at + 1..].reverse();
    at
}

/// Returns the lexicographic number of the first letters of a permutation of `0..pieces`. Its
/// factorial digits say how many smaller letters come later.
#[inline]
pub fn lehmer_rank(letters: &[u8], pieces: usize) -> u64 {
    let mut used = 0_u64;
    let mut rank = 0;
    for (i, &letter) in letters.iter().enumerate() {
        let smaller = u32::from(letter) - (used & ((1 << letter) - 1)).count_ones();
        rank = rank * (pieces - i) as u64 + u64::from(smaller);
        used |= 1 << letter;
    }
    rank
}

/// Writes the first letters of a permutation with a number, the inverse of [`lehmer_rank`].
pub fn lehmer_unrank(mut rank: u64, pieces: usize, letters: &mut [u8]) {
    // First the digits, from the last to the first.
    for (place, digit) in letters.iter_mut().enumerate().rev() {
        let base = (pieces - place) as u64;
        *digit = (rank % base) as u8;
        rank /= base;
    }
    let mut unused: u64 = if pieces == 64 { u64::MAX } else { (1 << pieces) - 1 };
    for letter in letters {
        let mut rest = unused;
        for _ in 0..*letter {
            rest &= rest - 1;
        }
        *letter = rest.trailing_zeros() as u8;
        unused ^= 1 << *letter;
    }
}

/// Whether a sequence without repetition has an odd number of inversions.
pub fn is_odd<T: PartialOrd>(letters: &[T]) -> bool {
    let mut is_odd = false;
    for (at, letter) in letters.iter().enumerate() {
        for before in &letters[..at] {
            is_odd ^= before > letter;
        }
    }
    is_odd
}

/// One shape's part of an order's number.
#[derive(Clone)]
pub struct OrderField {
    /// The pieces of the shape.
    pub class: Arc<Class>,
    /// The place value: the number of orders of the fields after this one.
    pub low: u64,
    /// The number of orders of this shape, after halving.
    pub orders: u64,
    /// Whether the skeleton determines the parity of its permutation, so that half of the orders
    /// are impossible. The last digit but one is omitted then; only the last field may be halved.
    pub is_halved: bool,
}

/// The numbering of the orders of a skeleton.
pub struct Orders {
    /// A field for each shape with several kinds.
    pub fields: Vec<OrderField>,
    places: usize,
    /// The number of orders of a skeleton.
    pub total: u64,
}

impl Orders {
    /// Builds the numbering; `None` if there are more than 64 bits can number. One of the shapes
    /// may be halved.
    pub fn new(classes: &[Arc<Class>], halved: Option<usize>) -> Option<Self> {
        let mut fields = Vec::new();
        for (shape, class) in classes.iter().enumerate() {
            if class.kinds.len() > 1 {
                let is_halved = halved == Some(shape);
                let orders = u64::try_from(&class.orders).ok()? >> u32::from(is_halved);
                fields.push(OrderField { class: class.clone(), low: 1, orders, is_halved });
            }
        }
        fields.sort_by_key(|field| field.is_halved);
        let (mut total, mut places) = (1_u64, 0);
        for field in fields.iter_mut().rev() {
            field.low = total;
            total = total.checked_mul(field.orders)?;
            places += field.class.pieces;
        }
        Some(Self { fields, places, total })
    }

    /// Returns the number of an order, given as the letters of all places. `None` if its parity is
    /// not the skeleton's.
    pub fn rank(&self, letters: &[u8], is_odd_here: bool) -> Option<u64> {
        let mut number = 0;
        for field in &self.fields {
            let letters = &letters[field.class.places.clone()];
            if field.is_halved && is_odd(letters) != is_odd_here {
                return None;
            }
            number += (field.class.rank(letters) >> u32::from(field.is_halved)) * field.low;
        }
        Some(number)
    }

    /// Returns the letters of an order, the inverse of [`Orders::rank`].
    pub fn unrank(&self, number: u64, is_odd_here: bool) -> Vec<u8> {
        let mut all = vec![0; self.places];
        for field in &self.fields {
            let (own, letters) =
                (number / field.low % field.orders, &mut all[field.class.places.clone()]);
            field.class.unrank(own << u32::from(field.is_halved), letters);
            if field.is_halved && is_odd(letters) != is_odd_here {
                // The next order differs in the last two places.
                let pieces = letters.len();
                letters.swap(pieces - 2, pieces - 1);
            }
        }
        all
    }
}
