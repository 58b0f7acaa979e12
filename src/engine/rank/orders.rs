//! Ranking of orders: which pieces fill the places of a shape.
//!
//! The pieces of one shape, row by row, are a sequence of kinds. All sequences of the same multiset
//! are numbered in lexicographic order.

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
    orders: BigUint,
    /// The number of orders, if it fits 64 bits.
    small: Option<u64>,
    /// Present if some pieces look alike and the table is not too large.
    preceding: Option<Preceding>,
}

impl Class {
    /// Builds the class of these kinds, ascending, with `counts` pieces each.
    pub fn new(kinds: Vec<u8>, counts: Vec<u32>) -> Self {
        let pieces: u32 = counts.iter().sum();
        let mut orders = BigUint::from(1_u8);
        let mut placed = 0_u32;
        for &count in &counts {
            for i in 1..=count {
                placed += 1;
                orders = orders * placed / i;
            }
        }
        let small = u64::try_from(&orders).ok();
        let mut class =
            Self { kinds, counts, pieces: pieces as usize, orders, small, preceding: None };
        if let Some(orders) = small.filter(|_| !class.is_distinct()) {
            class.preceding = Preceding::new(&class.counts, orders);
        }
        class
    }

    /// Returns the kinds, ascending. A *letter* is an index here.
    pub fn kinds(&self) -> &[u8] {
        &self.kinds
    }

    /// Returns the number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Returns the number of orders.
    pub fn orders(&self) -> &BigUint {
        &self.orders
    }

    /// Returns the number of orders, which must fit 64 bits.
    #[inline]
    pub fn order_count(&self) -> u64 {
        self.small.expect("the number of orders fits 64 bits")
    }

    /// Whether no two pieces are of the same kind.
    pub fn is_distinct(&self) -> bool {
        self.pieces == self.kinds.len()
    }

    /// Returns the number of a sequence of letters. The number of orders must fit 64 bits.
    #[inline]
    pub fn rank(&self, letters: &[u8]) -> u64 {
        if self.is_distinct() {
            return lehmer_rank(letters);
        }
        if let Some(preceding) = &self.preceding {
            return preceding.rank(letters);
        }
        let mut counts = [0; 64];
        counts[..self.counts.len()].copy_from_slice(&self.counts);
        let mut arrangements = u128::from(self.order_count());
        let mut rank = 0;
        for (&letter, left) in letters.iter().zip((1..=letters.len() as u128).rev()) {
            let smaller: u32 = counts[..letter as usize].iter().sum();
            rank += arrangements * u128::from(smaller) / left;
            arrangements = arrangements * u128::from(counts[letter as usize]) / left;
            counts[letter as usize] -= 1;
        }
        rank as u64
    }

    /// Returns, for each sequence by number, the number of the sequence rearranged: its place `i`
    /// gets the letter from place `places[i]`. The number of orders must fit 32 bits.
    pub fn rearranged(&self, places: &[u32]) -> Vec<u32> {
        let orders = self.order_count();
        let mut numbers = Vec::with_capacity(orders as usize);
        let moves = |&at: &usize| places[at] as usize != at;
        let block = (0..places.len()).find(moves).zip((0..places.len()).rfind(moves));
        match (&self.preceding, block) {
            (Some(preceding), Some((begin, last))) => {
                let places = places[begin..=last].iter().map(|&place| place as usize - begin);
                let (places, letters) = (places.collect(), Vec::new());
                let mut walk = Rearranging { preceding, begin, places, letters, numbers };
                walk.extend(preceding.all, preceding.all);
                return walk.numbers;
            }
            _ => {
                let (mut letters, mut moved) = (Vec::new(), Vec::new());
                for number in 0..orders {
                    self.unrank(number, &mut letters);
                    moved.clear();
                    moved.extend(places.iter().map(|&place| letters[place as usize]));
                    numbers.push(self.rank(&moved) as u32);
                }
            }
        }
        numbers
    }

    /// Writes the sequence with a number, the inverse of [`Class::rank`].
    pub fn unrank(&self, rank: u64, letters: &mut Vec<u8>) {
        letters.clear();
        if self.is_distinct() {
            return lehmer_unrank(rank, self.pieces, letters);
        }
        if let Some(preceding) = &self.preceding {
            return preceding.unrank(rank, self.pieces, letters);
        }
        let mut counts = self.counts.clone();
        let mut arrangements = u128::from(self.order_count());
        let mut rank = u128::from(rank);
        for left in (1..=self.pieces as u128).rev() {
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
            letters.push(letter as u8);
        }
    }
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
    fn new(counts: &[u32], orders: u64) -> Option<Self> {
        let mut strides = Vec::with_capacity(counts.len());
        let mut numbers = 1_usize;
        for &count in counts {
            strides.push(numbers as u32);
            numbers = numbers.checked_mul(count as usize + 1)?;
            if numbers.checked_mul(counts.len() + 1)? > MOST_ENTRIES {
                return None;
            }
        }
        let width = counts.len() + 1;
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
        debug_assert_eq!(entries.last(), Some(&orders));
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

    /// Returns how many orders of a multiset precede those that begin with these letters.
    #[inline]
    fn before(&self, mut number: u32, letters: impl Iterator<Item = u8>) -> u64 {
        letters.fold(0, |before, letter| {
            let here = self.of(number)[usize::from(letter)];
            number -= self.strides[usize::from(letter)];
            before + here
        })
    }

    fn unrank(&self, mut rank: u64, pieces: usize, letters: &mut Vec<u8>) {
        let mut number = self.all;
        for _ in 0..pieces {
            let of = self.of(number);
            // A used-up letter has the same number of preceding orders as the next one.
            let letter = of.partition_point(|&before| before <= rank) - 1;
            rank -= of[letter];
            number -= self.strides[letter];
            letters.push(letter as u8);
        }
    }
}

/// Enumerates the prefixes of sequences up to the end of a block of places that is rearranged. The
/// rest stays as it is, so the numbers of all sequences with one prefix change by the same amount.
struct Rearranging<'a> {
    preceding: &'a Preceding,
    /// The first place of the block.
    begin: usize,
    /// For each place of the block, the place in the block that its letter comes from.
    places: Vec<usize>,
    /// The current prefix.
    letters: Vec<u8>,
    /// The results so far.
    numbers: Vec<u32>,
}

impl Rearranging<'_> {
    /// Extends a prefix. `left` is the multiset left now, and `left_before` the one left where the
    /// block begins.
    fn extend(&mut self, left: u32, mut left_before: u32) {
        let Self { preceding, begin, .. } = *self;
        let of = preceding.of(left);
        if self.letters.len() == begin + self.places.len() {
            let block = &self.letters[begin..];
            let before = preceding.before(left_before, block.iter().copied());
            let after = self.places.iter().map(|&place| block[place]);
            let change = preceding.before(left_before, after).wrapping_sub(before);
            let first = self.numbers.len() as u64;
            let all = first..first + of[of.len() - 1];
            self.numbers.extend(all.map(|number| number.wrapping_add(change) as u32));
            return;
        }
        if self.letters.len() == begin {
            left_before = left;
        }
        for letter in (0..of.len() - 1).filter(|&letter| of[letter] < of[letter + 1]) {
            self.letters.push(letter as u8);
            self.extend(left - preceding.strides[letter], left_before);
            self.letters.pop();
        }
    }
}

/// Returns the lexicographic number of a permutation of `0..n`. Its factorial digits say how many
/// smaller letters come later.
#[inline]
fn lehmer_rank(letters: &[u8]) -> u64 {
    let mut used = 0_u64;
    let mut rank = 0;
    for (i, &letter) in letters.iter().enumerate() {
        let smaller = u32::from(letter) - (used & ((1 << letter) - 1)).count_ones();
        rank = rank * (letters.len() - i) as u64 + u64::from(smaller);
        used |= 1 << letter;
    }
    rank
}

fn lehmer_unrank(mut rank: u64, pieces: usize, letters: &mut Vec<u8>) {
    // First the digits, from the last to the first.
    for base in 1..=pieces as u64 {
        letters.push((rank % base) as u8);
        rank /= base;
    }
    letters.reverse();
    let mut unused: u64 = if pieces == 64 { u64::MAX } else { (1 << pieces) - 1 };
    for letter in letters {
        let mut rest = unused;
        (0..*letter).for_each(|_| rest &= rest - 1);
        *letter = rest.trailing_zeros() as u8;
        unused ^= 1 << *letter;
    }
}
