//! Numbering of orders: which pieces fill the places of a shape.
//!
//! The pieces of one shape, row by row, are a sequence of kinds. All sequences with the same kinds
//! are numbered in lexicographic order.

use num_bigint::BigUint;

/// The pieces of one shape.
pub struct Class {
    /// Their kinds, ascending.
    kinds: Vec<u8>,
    /// How many there are of each.
    counts: Vec<u32>,
    pieces: usize,
    orders: BigUint,
    /// The number of orders if it fits 64 bits.
    small: Option<u64>,
}

impl Class {
    /// The class of these kinds, ascending, with so many pieces each.
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
        Self { kinds, counts, pieces: pieces as usize, orders, small }
    }

    /// The kinds, ascending. A *letter* is an index here.
    pub fn kinds(&self) -> &[u8] {
        &self.kinds
    }

    /// Number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Number of orders.
    pub fn orders(&self) -> &BigUint {
        &self.orders
    }

    /// Number of orders, which must fit 64 bits.
    #[inline]
    pub fn few_orders(&self) -> u64 {
        self.small.expect("the number of orders fits 64 bits")
    }

    /// Whether no two pieces are of the same kind.
    pub fn is_distinct(&self) -> bool {
        self.pieces == self.kinds.len()
    }

    /// The number of a sequence of letters. The number of orders must fit 64 bits.
    #[inline]
    pub fn rank(&self, letters: &[u8]) -> u64 {
        if self.is_distinct() {
            return lehmer_rank(letters);
        }
        let mut counts = [0; 64];
        counts[..self.counts.len()].copy_from_slice(&self.counts);
        let mut arrangements = u128::from(self.few_orders());
        let mut rank = 0;
        for (&letter, left) in letters.iter().zip((1..=letters.len() as u128).rev()) {
            let smaller: u32 = counts[..letter as usize].iter().sum();
            rank += arrangements * u128::from(smaller) / left;
            arrangements = arrangements * u128::from(counts[letter as usize]) / left;
            counts[letter as usize] -= 1;
        }
        rank as u64
    }

    /// The sequence with a number, the inverse of [`Class::rank`].
    pub fn unrank(&self, rank: u64, letters: &mut Vec<u8>) {
        letters.clear();
        if self.is_distinct() {
            return lehmer_unrank(rank, self.pieces, letters);
        }
        let mut counts = self.counts.clone();
        let mut arrangements = u128::from(self.few_orders());
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

/// The lexicographic number of a permutation of `0..n`. Its digits in the factorial base say how
/// many smaller letters come later.
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
