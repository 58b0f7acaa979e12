//! The effect of a move on the sequences of pieces of each shape.

use ahash::AHashMap;

use crate::engine::rank::{Ranking, SkeletonPath};
use crate::puzzle::Placement;

/// Where the piece of every *place* is after a move. The places of a shape with several kinds are
/// its pieces by ascending cell; the places of all such shapes are numbered consecutively.
type Shift = Vec<u8>;

/// Returns the shapes with several kinds.
fn mixed(ranking: &Ranking) -> impl Iterator<Item = usize> {
    (0..ranking.classes.len()).filter(|&class| ranking.classes[class].kinds().len() > 1)
}

/// Replaces a list by the pieces of the skeleton at a path: each is of the first kind of its shape.
#[inline(always)]
pub fn lay(ranking: &Ranking, path: &SkeletonPath, pieces: &mut Vec<Placement>) {
    pieces.clear();
    pieces.extend(path.pieces().map(|(cell, symbol)| Placement {
        cell,
        kind: ranking.classes[usize::from(symbol) - 1].kinds()[0],
    }));
}

/// Finds the shift of a move that shifts the pieces with some origins, given ascending, by a
/// difference of cells. Each piece is given as one of the first kind of its shape. Returns whether
/// anything changes.
fn find(
    ranking: &Ranking,
    pieces: &[Placement],
    origins: &[u32],
    by: i32,
    shift: &mut Shift,
) -> bool {
    let (mut changes, mut cells) = (false, Vec::new());
    shift.clear();
    for class in mixed(ranking) {
        let begin = shift.len();
        let kind = ranking.classes[class].kinds()[0];
        cells.clear();
        cells.extend(pieces.iter().filter(|piece| piece.kind == kind).map(|piece| {
            let is_moved = origins.binary_search(&piece.cell).is_ok();
            piece.cell.wrapping_add_signed(if is_moved { by } else { 0 })
        }));
        shift.extend((begin..begin + cells.len()).map(|place| place as u8));
        if !cells.is_sorted() {
            changes = true;
            for (own, cell) in shift[begin..].iter_mut().zip(&cells) {
                *own = (begin + cells.iter().filter(|&other| other < cell).count()) as u8;
            }
        }
    }
    changes
}

/// Tables that map orders to orders after a shift.
pub struct Shifts<'a> {
    ranking: &'a Ranking,
    orders: u64,
    shift: Shift,
    tables: AHashMap<Shift, Vec<u32>>,
}

/// Maximum number of entries of all tables together, unless there is only one table.
const MOST_ENTRIES: u64 = 1 << 22;

impl<'a> Shifts<'a> {
    /// Creates no tables yet, for `orders` orders.
    pub fn new(ranking: &'a Ranking, orders: u64) -> Self {
        Self { ranking, orders, shift: Shift::new(), tables: AHashMap::new() }
    }

    /// Returns the bytes for this number of orders.
    pub fn bytes(orders: u64) -> u64 {
        if orders == 1 { 0 } else { 4 * orders.max(MOST_ENTRIES) }
    }

    /// Returns the order that each order becomes by a move, which is given as to [`find`]. `None`
    /// if all stay the same.
    pub fn of(&mut self, pieces: &[Placement], origins: &[u32], by: i32) -> Option<&[u32]> {
        let Self { ranking, orders, shift, tables } = self;
        if !find(ranking, pieces, origins, by, shift) {
            return None;
        }
        if !tables.contains_key(shift) && (tables.len() as u64 + 1) * *orders > MOST_ENTRIES {
            tables.clear();
        }
        let table = || (0..*orders).map(|order| shifted(ranking, order, shift) as u32).collect();
        Some(tables.entry(shift.clone()).or_insert_with(table))
    }
}

/// Returns an order after a shift.
fn shifted(ranking: &Ranking, order: u64, shift: &Shift) -> u64 {
    let mut letters = vec![Vec::new(); ranking.classes.len()];
    ranking.unrank_order(order, &mut letters);
    let before: Vec<u8> = joined(ranking, &letters);
    let mut after = before.clone();
    for (&letter, &place) in before.iter().zip(shift) {
        after[usize::from(place)] = letter;
    }
    order_of(ranking, &after)
}

/// Returns the letters of all places.
fn joined(ranking: &Ranking, letters: &[Vec<u8>]) -> Vec<u8> {
    mixed(ranking).flat_map(|class| letters[class].iter().copied()).collect()
}

/// Returns the order with these letters.
fn order_of(ranking: &Ranking, mut all: &[u8]) -> u64 {
    let mut letters = vec![Vec::new(); ranking.classes.len()];
    for class in mixed(ranking) {
        let (own, rest) = all.split_at(ranking.classes[class].pieces());
        letters[class].extend_from_slice(own);
        all = rest;
    }
    ranking.rank_order(&letters)
}
