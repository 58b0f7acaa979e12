//! Numbers for the placements of some tiles: their cells, and their order.

use std::iter;

/// Bits of a tile in an order.
const BITS: usize = 3;

/// Numbers the placements of up to eight tiles on up to 25 cells.
///
/// The cells of the tiles are a set, and sets are numbered by the sum of binomial coefficients. The
/// tiles in the order of their cells are a permutation, and permutations are numbered in
/// lexicographic order. Both numbers are a sum of two table entries.
pub(crate) struct PlacementIndex {
    /// Number of cells.
    pub cells: usize,
    /// Half of them: one table numbers their part of a set, a second one that of the others, and
    /// both fit the innermost cache.
    low_cells: usize,
    /// Number of tiles.
    pub tiles: usize,
    /// Number of sets of cells.
    pub sets: usize,
    /// Number of orders of the tiles.
    pub orders: usize,
    low: Vec<u32>,
    high: Vec<u32>,
    head: Vec<u16>,
    tail: Vec<u16>,
    /// Bits of an order that index `head`.
    head_bits: usize,
}

/// The tiles in the order of their cells, three bits each, the first in the lowest bits.
pub(crate) type Order = u32;

/// Removes tile `at` of the order, and inserts it again as tile `to`.
pub(crate) fn moved(order: Order, at: u32, to: u32) -> Order {
    let (at, to) = (at * BITS as u32, to * BITS as u32);
    let below = |bits: u32| (1 << bits) - 1;
    let tile = order >> at & 7;
    let rest = order & below(at) | order >> BITS & !below(at);
    rest & below(to) | tile << to | (rest & !below(to)) << BITS
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

impl PlacementIndex {
    /// # Panics
    ///
    /// With more than eight tiles or 25 cells.
    pub fn new(cells: usize, tiles: usize) -> PlacementIndex {
        assert!(tiles <= 8 && cells <= 25, "{tiles} tiles on {cells} cells");
        let low = cells.div_ceil(2);
        // The n-th smallest cell of a set counts as binomial(cell, n); n is known from the set
        // itself in the low part, and from the number missing above in the high part.
        let low_part = |set: usize| {
            let cells = (0..low).filter(|cell| set >> cell & 1 == 1);
            cells.enumerate().map(|(n, cell)| binomial(cell, n + 1)).sum::<usize>() as u32
        };
        let high_part = |set: usize| {
            let first = tiles.saturating_sub(set.count_ones() as usize);
            let cells = (low..cells).filter(|cell| set >> (cell - low) & 1 == 1);
            cells.enumerate().map(|(n, cell)| binomial(cell, first + n + 1)).sum::<usize>() as u32
        };
        let head_tiles = tiles.saturating_sub(4);
        let mut index = PlacementIndex {
            cells,
            low_cells: low,
            tiles,
            sets: binomial(cells, tiles),
            orders: (1..=tiles).product(),
            low: (0..1 << low).map(low_part).collect(),
            high: (0..1 << (cells - low)).map(high_part).collect(),
            head: vec![0; 1 << (BITS * head_tiles)],
            tail: vec![0; 1 << (BITS * (tiles - head_tiles))],
            head_bits: BITS * head_tiles,
        };
        for (number, order) in index.all_orders().into_iter().enumerate() {
            let tail = number % (1..=tiles - head_tiles).product::<usize>();
            let (head_at, tail_at) = index.split(order);
            index.head[head_at] = (number - tail) as u16;
            index.tail[tail_at] = tail as u16;
        }
        index
    }

    /// Returns the indices of an order in the two tables.
    fn split(&self, order: Order) -> (usize, usize) {
        (order as usize & (self.head.len() - 1), order as usize >> self.head_bits)
    }

    /// Returns the number of a set of cells, one bit each.
    pub fn set(&self, set: u32) -> usize {
        let (low, high) = (set as usize & (self.low.len() - 1), set as usize >> self.low_cells);
        (self.low[low] + self.high[high]) as usize
    }

    /// Returns the order with number 0.
    pub fn first_order(&self) -> Order {
        (0..self.tiles as Order).fold(0, |order, tile| order | tile << (BITS as Order * tile))
    }

    /// Returns what becomes of an order by moves that make `change` of the first order.
    pub fn permuted(&self, order: Order, change: Order) -> Order {
        let tile = |place: Order| order >> (BITS as Order * place) & 7;
        let places = (0..BITS * self.tiles).step_by(BITS);
        places.fold(0, |all, at| all | tile(change >> at & 7) << at)
    }

    /// Returns the number of an order.
    pub fn order(&self, order: Order) -> usize {
        let (head, tail) = self.split(order);
        usize::from(self.head[head]) + usize::from(self.tail[tail])
    }

    /// Returns all orders, in the order of their numbers.
    pub fn all_orders(&self) -> Vec<Order> {
        let mut orders = vec![(0, 0)];
        for place in 0..self.tiles {
            let longer = orders.iter().flat_map(|&(order, used): &(Order, u32)| {
                let free = (0..self.tiles as u32).filter(move |tile| used >> tile & 1 == 0);
                free.map(move |tile| (order | tile << (BITS * place), used | 1 << tile))
            });
            orders = longer.collect();
        }
        orders.into_iter().map(|(order, _)| order).collect()
    }

    /// Returns all sets of cells, in the order of their numbers.
    pub fn all_sets(&self) -> Vec<u32> {
        // Numbers grow with the sets as words. The next word with as many bits: the lowest run of
        // ones loses its last one to the place above it, and the rest of the run goes down.
        let next = |&set: &u32| {
            let low = set & set.wrapping_neg();
            let carried = set + low;
            Some(carried | (((set ^ carried) >> 2) / low))
        };
        iter::successors(Some((1 << self.tiles) - 1), next).take(self.sets).collect()
    }
}
