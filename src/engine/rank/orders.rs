//! The numbers of orders: which pieces fill the places of a skeleton.
//!
//! The pieces of one shape, row by row, are a sequence of kinds. All sequences of the same multiset
//! are numbered in lexicographic order. An order is a sequence for each shape, and its number is
//! made of theirs.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;

/// Size limit of a table of preceding orders.
const MOST_ENTRIES: usize = 1 << 16;

/// The pieces of one shape.
pub struct Class {
    /// Their kinds, ascending.
    kinds: Vec<u8>,
    /// The number of pieces of each kind.
    counts: Vec<u32>,
    pieces: usize,
    /// The first of its places, among those of all shapes with several kinds.
    first: usize,
    orders: BigUint,
    /// The number of orders, if it fits 64 bits.
    small: Option<u64>,
    /// Present if some pieces look alike and the table is not too large.
    preceding: Option<Preceding>,
}

impl Class {
    /// Builds the class of these kinds, ascending, with `counts` pieces each. Its places begin with
    /// `first`.
    pub fn new(kinds: Vec<u8>, counts: Vec<u32>, first: usize) -> Self {
        let pieces = counts.iter().sum::<u32>() as usize;
        let mut orders = BigUint::from(1_u8);
        let mut placed = 0_u32;
        for &count in &counts {
            for i in 1..=count {
                placed += 1;
                orders = orders * placed / i;
            }
        }
        let small = u64::try_from(&orders).ok();
        let has_table = small.is_some() && pieces > kinds.len();
        let preceding = has_table.then(|| Preceding::new(&counts)).flatten();
        Self { kinds, counts, pieces, first, orders, small, preceding }
    }

    /// Returns the kinds, ascending. A *letter* is an index here.
    pub fn kinds(&self) -> &[u8] {
        &self.kinds
    }

    /// Returns its places, among those of all shapes with several kinds: one for each piece, or
    /// none if all pieces are alike.
    pub fn places(&self) -> Range<usize> {
        self.first..self.first + if self.kinds.len() > 1 { self.pieces } else { 0 }
    }

    /// Returns the number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Returns the number of orders.
    pub fn orders(&self) -> &BigUint {
        &self.orders
    }

    /// Whether no two pieces are of the same kind.
    pub fn is_distinct(&self) -> bool {
        self.pieces == self.kinds.len()
    }

    /// Returns the number of orders, which must fit 64 bits.
    fn order_count(&self) -> u64 {
        self.small.expect("the number of orders fits 64 bits")
    }

    /// Returns the number of a sequence of letters. The number of orders must fit 64 bits.
    #[inline]
    pub fn rank(&self, letters: &[u8]) -> u64 {
        if self.is_distinct() {
            return lehmer_rank(letters, self.pieces);
        }
        if let Some(preceding) = &self.preceding {
            return preceding.rank(letters);
        }
        let mut counts = self.counts.clone();
        let mut arrangements = u128::from(self.order_count());
        let mut rank = 0;
        for (&letter, left) in letters.iter().zip((1..=letters.len() as u128).rev()) {
            let smaller: u32 = counts[..usize::from(letter)].iter().sum();
            rank += arrangements * u128::from(smaller) / left;
            arrangements = arrangements * u128::from(counts[usize::from(letter)]) / left;
            counts[usize::from(letter)] -= 1;
        }
        rank as u64
    }

    /// Writes the sequence with a number, the inverse of [`Class::rank`].
    pub fn unrank(&self, rank: u64, letters: &mut [u8]) {
        if self.is_distinct() {
            return lehmer_unrank(rank, self.pieces, letters);
        }
        if let Some(preceding) = &self.preceding {
            return preceding.unrank(rank, letters);
        }
        let mut counts = self.counts.clone();
        let mut arrangements = u128::from(self.order_count());
        let mut rank = u128::from(rank);
        for (own, left) in letters.iter_mut().zip((1..=self.pieces as u128).rev()) {
            let mut letter = 0;
            loop {
                let here = arrangements * u128::from(counts[letter]) / left;
                if rank < here {
                    arrangements = here;
                    break;
                }
                rank -= here;
                letter += 1;
            }
            counts[letter] -= 1;
            *own = letter as u8;
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
        let mut numbers = Vec::with_capacity(self.order_count() as usize);
        for number in 0..self.order_count() as u32 {
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

/// For every multiset of remaining letters, the number of its orders that precede those beginning
/// with each letter, so that ranking takes no division.
struct Preceding {
    /// The multiset has a number, which decreases by the stride of each letter that is taken.
    strides: Vec<u32>,
    /// For each multiset, the number of preceding orders, letter by letter, and then the number of
    /// all.
    entries: Vec<u64>,
    /// The number of the full multiset.
    all: u32,
}

impl Preceding {
    /// Builds the table; `None` if it would be too large.
    fn new(counts: &[u32]) -> Option<Self> {
        let width = counts.len() + 1;
        let mut strides = Vec::with_capacity(counts.len());
        let mut numbers = 1_usize;
        for &count in counts {
            strides.push(numbers as u32);
            numbers = numbers.checked_mul(count as usize + 1)?;
            if numbers.checked_mul(width)? > MOST_ENTRIES {
                return None;
            }
        }
        let mut entries = vec![0; numbers * width];
        entries[width - 1] = 1;
        for number in 1..numbers {
            let mut sum = 0;
            for (letter, (&stride, &count)) in strides.iter().zip(counts).enumerate() {
                entries[number * width + letter] = sum;
                let is_left = !(number as u32 / stride).is_multiple_of(count + 1);
                if is_left {
                    let rest = number - stride as usize;
                    sum += entries[rest * width + width - 1];
                }
            }
            entries[number * width + width - 1] = sum;
        }
        Some(Self { strides, entries, all: numbers as u32 - 1 })
    }

    /// Returns the entries of a multiset.
    fn of(&self, number: u32) -> &[u64] {
        let width = self.strides.len() + 1;
        &self.entries[number as usize * width..][..width]
    }

    #[inline]
    fn rank(&self, letters: &[u8]) -> u64 {
        let (mut number, mut rank) = (self.all, 0);
        for &letter in letters {
            rank += self.of(number)[usize::from(letter)];
            number -= self.strides[usize::from(letter)];
        }
        rank
    }

    fn unrank(&self, mut rank: u64, letters: &mut [u8]) {
        let mut number = self.all;
        for own in letters {
            let of = self.of(number);
            // A used-up letter has the same number of preceding orders as the next one.
            let letter = of.partition_point(|&before| before <= rank) - 1;
            rank -= of[letter];
            number -= self.strides[letter];
            *own = letter as u8;
        }
    }
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
        (0..*letter).for_each(|_| rest &= rest - 1);
        *letter = rest.trailing_zeros() as u8;
        unused ^= 1 << *letter;
    }
}

/// Whether a sequence without repetition has an odd number of inversions.
pub fn is_odd<T: PartialOrd>(letters: &[T]) -> bool {
    let before = |(i, letter): (usize, &T)| letters[..i].iter().filter(|&l| l > letter).count();
    letters.iter().enumerate().map(before).sum::<usize>() % 2 == 1
}

/// One shape's part of an order's number.
#[derive(Clone)]
pub struct OrderField {
    /// The number of the shape, and its pieces.
    pub shape: usize,
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
    total: u64,
}

impl Orders {
    /// Builds the numbering; `None` if there are more than 64 bits can number. One of the shapes
    /// may be halved.
    pub fn new(classes: &[Arc<Class>], halved: Option<usize>) -> Option<Self> {
        let mut fields = Vec::new();
        for (shape, class) in classes.iter().enumerate().filter(|(_, c)| c.kinds.len() > 1) {
            let is_halved = halved == Some(shape);
            let orders = class.small? >> u32::from(is_halved);
            fields.push(OrderField { shape, class: class.clone(), low: 1, orders, is_halved });
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

    /// Returns the number of orders of a skeleton.
    #[inline]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the number of an order, given as the letters of all places. `None` if its parity is
    /// not the skeleton's.
    pub fn rank(&self, letters: &[u8], is_odd_here: bool) -> Option<u64> {
        self.fields.iter().try_fold(0, |number, field| {
            let letters = &letters[field.class.places()];
            let is_possible = !field.is_halved || is_odd(letters) == is_odd_here;
            let own = field.class.rank(letters) >> u32::from(field.is_halved);
            is_possible.then_some(number + own * field.low)
        })
    }

    /// Writes the letters of an order, the inverse of [`Orders::rank`].
    pub fn unrank(&self, number: u64, is_odd_here: bool, letters: &mut Vec<u8>) {
        letters.resize(self.places, 0);
        for field in &self.fields {
            let (own, letters) =
                (number / field.low % field.orders, &mut letters[field.class.places()]);
            field.class.unrank(own << u32::from(field.is_halved), letters);
            if field.is_halved && is_odd(letters) != is_odd_here {
                // The next order differs in the last two places.
                let pieces = letters.len();
                letters.swap(pieces - 2, pieces - 1);
            }
        }
    }
}
