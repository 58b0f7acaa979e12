//! The numbering of the orders of a row.
//!
//! Each shape with several kinds has a *field*, the number of its pieces' sequence of kinds. If all
//! pieces of the shape differ, the field is written in the factorial base: its digits say for each
//! place how many smaller kinds come later.

use crate::engine::rank::Ranking;

/// One shape's part of an order's number.
pub struct OrderField {
    /// The shape.
    pub class: usize,
    pub pieces: usize,
    pub is_distinct: bool,
    /// The place value: the number of orders of the fields after this one.
    pub low: u64,
    /// The number of its own orders, after halving.
    pub orders: u64,
    /// Whether the row determines the parity of its permutation, so that half of the orders are
    /// impossible. The last digit but one is omitted then; only the last field may be halved.
    pub is_halved: bool,
}

impl OrderField {
    /// Returns the base of the last of the digits that come before some with `values` values in
    /// all.
    pub fn first_base(&self, values: u64) -> u64 {
        let halved = u64::from(self.is_halved);
        (1..)
            .find(|&base| (1..base).product::<u64>() >> halved == values)
            .expect("there are digits")
    }
}

/// Whether the sum of a value's digits is odd. The last digit has this base, and each one before it
/// the next larger base.
pub fn is_odd_sum(mut value: u64, mut base: u64) -> bool {
    let mut sum = 0;
    while value > 0 {
        sum += value % base;
        value /= base;
        base += 1;
    }
    sum % 2 == 1
}

/// The numbering of the orders of a row.
pub struct Fields {
    pub fields: Vec<OrderField>,
    total: u64,
}

impl Fields {
    /// Builds the fields of these shapes, the last of them halved or not. `None` if there are too
    /// many orders.
    pub fn new(ranking: &Ranking, shapes: &[usize], halves_last: bool) -> Option<Self> {
        let mut total: u64 = 1;
        let mut fields = Vec::new();
        for (i, &shape) in shapes.iter().enumerate().rev() {
            let class = &ranking.classes[shape];
            let is_halved = halves_last && i + 1 == shapes.len();
            let orders = u64::try_from(class.orders()).ok()? >> u32::from(is_halved);
            fields.push(OrderField {
                class: shape,
                pieces: class.pieces(),
                is_distinct: class.is_distinct(),
                low: total,
                orders,
                is_halved,
            });
            total = total.checked_mul(orders)?;
        }
        fields.reverse();
        Some(Self { fields, total })
    }

    /// Returns the number of orders of a row.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the number of an order, given as letters for each shape. `None` if its parity is not
    /// the row's.
    pub fn rank(&self, ranking: &Ranking, letters: &[Vec<u8>], is_odd: bool) -> Option<u64> {
        self.fields.iter().try_fold(0, |number, field| {
            let mut own = ranking.classes[field.class].rank(&letters[field.class]);
            if field.is_halved {
                if is_odd_sequence(&letters[field.class]) != is_odd {
                    return None;
                }
                own /= 2;
            }
            Some(number + own * field.low)
        })
    }

    /// Writes the letters of an order, the inverse of [`Fields::rank`].
    pub fn unrank(&self, ranking: &Ranking, number: u64, is_odd: bool, letters: &mut [Vec<u8>]) {
        for field in &self.fields {
            let (class, letters) = (&ranking.classes[field.class], &mut letters[field.class]);
            let own = number / field.low % field.orders;
            class.unrank(own << u32::from(field.is_halved), letters);
            if field.is_halved && is_odd_sequence(letters) != is_odd {
                // The next order differs in the last two places.
                letters.swap(field.pieces - 2, field.pieces - 1);
            }
        }
    }
}

/// Whether a sequence without repetition has an odd number of inversions.
pub fn is_odd_sequence<T: PartialOrd>(letters: &[T]) -> bool {
    let before = |(i, letter): (usize, &T)| letters[..i].iter().filter(|&l| l > letter).count();
    letters.iter().enumerate().map(before).sum::<usize>() % 2 == 1
}
