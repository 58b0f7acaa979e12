//! The effect of a move on the sequences of pieces of each shape.

use ahash::AHashMap;

use crate::engine::rank::Orders;

/// Tables that map orders to orders after a move.
pub struct Shifts<'a> {
    orders: &'a Orders,
    /// By the place where the piece of each place is after the move.
    tables: AHashMap<Vec<u32>, Vec<u32>>,
}

/// Maximum number of entries of all tables together, unless there is only one table.
const MOST_ENTRIES: u64 = 1 << 22;

impl<'a> Shifts<'a> {
    /// Creates no tables yet.
    pub fn new(orders: &'a Orders) -> Self {
        Self { orders, tables: AHashMap::new() }
    }

    /// Returns the bytes for this number of orders.
    pub fn bytes(orders: u64) -> u64 {
        if orders == 1 { 0 } else { 4 * orders.max(MOST_ENTRIES) }
    }

    /// Returns the order that each order becomes by a move, given the place where the piece of each
    /// place is then.
    pub fn table(&mut self, map: &[u32]) -> &[u32] {
        let Self { orders, tables } = self;
        if !tables.contains_key(map) {
            if (tables.len() as u64 + 1) * orders.total > MOST_ENTRIES {
                tables.clear();
            }
            let table = (0..orders.total).map(|order| moved(orders, order, map) as u32);
            tables.insert(map.to_vec(), table.collect());
        }
        &tables[map]
    }
}

/// Returns an order after a move.
fn moved(orders: &Orders, order: u64, map: &[u32]) -> u64 {
    let letters = orders.unrank(order, false);
    let mut after = letters.clone();
    for (&letter, &place) in letters.iter().zip(map) {
        after[place as usize] = letter;
    }
    orders.rank(&after, false).expect("no shape is halved")
}
