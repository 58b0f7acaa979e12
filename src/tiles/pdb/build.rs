//! Builds pattern databases by a breadth-first search over the placements of their tiles.
//!
//! A state is a placement of the tiles, and what matters of the blank. For each place, which is a
//! set of cells of the tiles, and perhaps a line of the blank, there are rows of bits, one bit for
//! each order of the tiles. A move has the same effect on all orders: it keeps them, or permutes
//! the tiles. So a step of the search maps whole rows to whole rows, and its working set stays in
//! the innermost caches. Rows are gathered from their predecessors, so that threads never write to
//! the same one.

use std::collections::BTreeMap;
use std::iter;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::index::{Order, PlacementIndex, moved};
use super::memory;
use crate::engine::host::{Pages, Pool, lock};
use crate::engine::query::Stopped;
use crate::engine::store::{join, ones};
use crate::tiles::Run;

/// The placements, and the moves between them.
pub(crate) struct BuildGraph<'a> {
    /// The homes of the tiles.
    pub homes: &'a [u8],
    /// The numbers of the orders.
    pub index: &'a PlacementIndex,
    /// Number of places. Each has the row of its number.
    pub places: usize,
    /// For each place, the number of its other rows, if it may have any. These are numbered after
    /// the first rows, place by place.
    pub others: Vec<usize>,
    /// Returns the rows that lead to a row by one move.
    pub sources: &'a (dyn Fn(usize) -> Vec<RowSource> + Sync),
    /// The place of the goal, and its row. All tiles are in their first order.
    pub goal: (usize, usize),
}

/// A row that leads to another by one move.
#[derive(Clone)]
pub(crate) struct RowSource {
    pub row: usize,
    /// What the move makes of the first order; `None` if all orders stay.
    pub change: Option<Order>,
}

/// Returns what some moves make of the first order, one after the other: each takes a tile from its
/// place in the order to another. `None` if nothing changes.
pub(crate) fn moved_first<'a>(
    index: &PlacementIndex,
    moves: impl IntoIterator<Item = &'a (u32, u32)>,
) -> Option<Order> {
    let first = index.first_order();
    let last = moves.into_iter().fold(first, |order, &(at, to)| moved(order, at, to));
    (last != first).then_some(last)
}

/// Placements between two checks for cancellation, roughly: less than some milliseconds.
const PATIENCE: usize = 1 << 18;

impl BuildGraph<'_> {
    /// Returns the number of places that are worked on without a check.
    fn batch(&self) -> usize {
        (PATIENCE / self.index.orders).max(1)
    }

    /// Calls `work` with the number of each item and the item on all threads, until a limit ends it.
    /// Reports the number of placements with known distance, and checks the limits after each batch
    /// of items.
    fn each<T: Send>(
        &self,
        items: &mut [T],
        batch: usize,
        work: impl Fn(usize, &mut T) + Sync,
        known: &AtomicU64,
        run: &mut Run,
    ) -> Result<(), Stopped> {
        let (count, threads) = (items.len().div_ceil(batch), run.budget.threads());
        let batches = Mutex::new(items.chunks_mut(batch).enumerate());
        let work = |_: &mut (), _| {
            let Some((number, items)) = lock(&batches).next() else { return };
            (number * batch..).zip(items).for_each(|(number, item)| work(number, item));
        };
        let total = (self.places * self.index.orders) as u64;
        let pause = &mut |_| {
            run.observer.building(self.homes, known.load(Relaxed), total);
            run.look()
        };
        Pool::new(threads).share(&mut vec![(); threads], count, work, pause)
    }
}

/// Not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// Number of orders packed together: a cache line of each place.
const PACKED: usize = 64;

/// Builds a database. Converts the distances of each place to numbers below 16, and arranges them:
/// for each order there is a row of all places, two per byte, the first in the lower bits.
pub(crate) fn build(
    graph: &BuildGraph,
    convert: impl Fn(usize, &mut [u8]) + Sync,
    run: &mut Run,
) -> Result<Pages, Stopped> {
    let mut distances = distances(graph, run)?;
    let all = AtomicU64::new((graph.places * graph.index.orders) as u64);
    graph.each(
        &mut distances,
        graph.batch(),
        |place, numbers| convert(place, numbers),
        &all,
        run,
    )?;
    let row = graph.places.div_ceil(2);
    let mut packed = memory(graph.index.orders * row);
    let transpose = |block: usize, packed: &mut &mut [u8]| {
        for (place, numbers) in distances.iter().enumerate() {
            for (packed, number) in packed.chunks_mut(row).zip(&numbers[block * PACKED..]) {
                packed[place / 2] |= number << (4 * (place % 2));
            }
        }
    };
    let mut blocks = Vec::from_iter(packed.chunks_mut(PACKED * row));
    graph.each(&mut blocks, 1, transpose, &all, run)?;
    Ok(packed)
}

/// Some orders of a row, one bit each.
#[derive(Clone)]
struct Orders {
    has_any: bool,
    bits: Vec<u64>,
}

/// A row of the search.
struct BuildRow {
    number: usize,
    sources: Vec<RowSource>,
    /// The orders reached at the next distance.
    next: Orders,
    /// All that were reached.
    seen: Vec<u64>,
}

/// The rows of a place, and the distances of its orders.
struct BuildPlace {
    rows: Vec<BuildRow>,
    distances: Vec<u8>,
}

/// Returns the distance of each placement, by place and order.
fn distances(graph: &BuildGraph, run: &mut Run) -> Result<Vec<Vec<u8>>, Stopped> {
    // Rows get their bits when they are reached: of two that are swapped, one never is.
    let none = Orders { has_any: false, bits: Vec::new() };
    let (mut count, orders) = (graph.places, graph.index.orders);
    let mut places = Vec::with_capacity(graph.places);
    let counts = graph.others.iter().copied().chain(iter::repeat(0));
    for (place, others) in (0..graph.places).zip(counts) {
        let row =
            |number| BuildRow { number, sources: Vec::new(), next: none.clone(), seen: Vec::new() };
        let rows = iter::once(place).chain(count..count + others).map(row).collect();
        places.push(BuildPlace { rows, distances: vec![UNKNOWN; orders] });
        count += others;
    }
    // The first order has number 0.
    let (place, row) = graph.goal;
    let mut bits = vec![0; orders.div_ceil(64)];
    bits[0] = 1;
    let (goal, mut now) = (&mut places[place], vec![none.clone(); count]);
    goal.distances[0] = 0;
    let mut rows = goal.rows.iter_mut();
    rows.find(|other| other.number == row).expect("a row of the place").seen = bits.clone();
    now[row] = Orders { has_any: true, bits };
    let known = AtomicU64::new(1);
    let list = |_, place: &mut BuildPlace| {
        place.rows.iter_mut().for_each(|row| row.sources = (graph.sources)(row.number));
    };
    graph.each(&mut places, graph.batch(), list, &known, run)?;
    let rows = places.iter().flat_map(|place| &place.rows);
    let changes = changes(graph.index, rows.flat_map(|row| &row.sources));
    for distance in 1.. {
        let fill = |_, BuildPlace { rows, distances }: &mut BuildPlace| {
            for row in rows {
                known.fetch_add(row.fill(&now, &changes, distance, distances), Relaxed);
            }
        };
        graph.each(&mut places, graph.batch(), fill, &known, run)?;
        let mut is_done = true;
        for row in places.iter_mut().flat_map(|place| &mut place.rows) {
            is_done &= !row.next.has_any;
            std::mem::swap(&mut row.next, &mut now[row.number]);
        }
        if is_done {
            break;
        }
    }
    Ok(places.into_iter().map(|place| place.distances).collect())
}

/// The effect of each change on the number of an order.
type Changes = BTreeMap<Order, Vec<u16>>;

fn changes<'a>(index: &PlacementIndex, sources: impl Iterator<Item = &'a RowSource>) -> Changes {
    let orders = index.all_orders();
    let mut changes = Changes::new();
    for change in sources.filter_map(|source| source.change) {
        changes.entry(change).or_insert_with(|| {
            let number = |&order: &Order| index.order(index.permuted(order, change)) as u16;
            orders.iter().map(number).collect()
        });
    }
    changes
}

impl BuildRow {
    /// Finds what is reached at a distance. Returns the number of placements that are new.
    fn fill(
        &mut self,
        now: &[Orders],
        changes: &Changes,
        distance: u8,
        distances: &mut [u8],
    ) -> u64 {
        let Orders { has_any, bits: next } = &mut self.next;
        // The row holds data from two levels before.
        if std::mem::take(has_any) {
            next.fill(0);
        }
        for source in self.sources.iter().filter(|source| now[source.row].has_any) {
            *has_any = true;
            let from = &now[source.row].bits;
            next.resize(from.len(), 0);
            match source.change {
                None => join(next, from),
                Some(change) => scatter(from, &changes[&change], next),
            }
        }
        if !std::mem::take(has_any) {
            return 0;
        }
        self.seen.resize(next.len(), 0);
        let mut new = 0;
        for ((next, seen), distances) in
            next.iter_mut().zip(&mut self.seen).zip(distances.chunks_mut(64))
        {
            *next &= !*seen;
            *seen |= *next;
            *has_any |= *next != 0;
            // Other rows of the place may have been reached before.
            for bit in ones(*next) {
                let known = &mut distances[bit as usize];
                if *known == UNKNOWN {
                    *known = distance;
                    new += 1;
                }
            }
        }
        new
    }
}

/// Sets the bits of the changed orders.
fn scatter(from: &[u64], change: &[u16], next: &mut [u64]) {
    for (&word, change) in from.iter().zip(change.chunks(64)) {
        for bit in ones(word) {
            let to = usize::from(change[bit as usize]);
            next[to / 64] |= 1 << (to % 64);
        }
    }
}
