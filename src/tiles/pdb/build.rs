//! Builds pattern databases by a breadth-first search over the placements of their tiles.
//!
//! A state is a placement of the tiles, and what matters of the blank. For each place, which is a
//! set of cells of the tiles, and perhaps a line of the blank, there are rows of bits, one bit for
//! each order of the tiles. A move has the same effect on all orders: it keeps them, or permutes
//! the tiles. So a step of the search maps whole rows to whole rows, and its working set stays in
//! the innermost caches. Rows are gathered from their predecessors, so that threads never write to
//! the same one.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::index::{Order, PlacementIndex, moved};
use super::memory;
use crate::engine::host::{Pages, Pool, lock};
use crate::engine::query::Stopped;
use crate::engine::store::{join, ones};
use crate::tiles::Run;

/// The placements and the moves between them.
pub(crate) struct BuildGraph<'a> {
    /// The homes of the tiles.
    pub homes: &'a [u8],
    /// The numbers of the orders.
    pub index: &'a PlacementIndex,
    /// For each place, the sources of its rows. Rows are numbered through all places.
    pub places: Vec<Vec<Vec<RowSource>>>,
    /// The place of the goal, and the row among its rows. All tiles are in their first order.
    pub goal: (usize, usize),
}

impl BuildGraph<'_> {
    fn placements(&self) -> usize {
        self.places.len() * self.index.orders
    }

    /// Returns the number of places that are worked on without a check.
    fn batch(&self) -> usize {
        (PATIENCE / self.index.orders).max(1)
    }
}

/// A row that leads to another by one move.
pub(crate) struct RowSource {
    pub row: usize,
    /// What the move makes of the first order; `None` if all orders stay.
    pub change: Option<Order>,
}

/// Returns what some moves make of the first order, one after the other: each takes a tile from its
/// place in the order to another. `None` if nothing changes.
pub(crate) fn moved_first(index: &PlacementIndex, moves: &[(u32, u32)]) -> Option<Order> {
    let first = index.first_order();
    let last = moves.iter().fold(first, |order, &(at, to)| moved(order, at, to));
    (last != first).then_some(last)
}

/// Placements between two checks for cancellation, roughly: less than some milliseconds.
const PATIENCE: usize = 1 << 18;

impl BuildGraph<'_> {
    /// Reports the number of placements with known distance, and checks the limits.
    fn report(&self, known: u64, run: &mut Run) -> Result<(), Stopped> {
        run.observer.building(self.homes, known, self.placements() as u64);
        run.look()
    }

    /// Calls `work` with each item on all threads, until a limit ends it.
    fn each<T>(
        &self,
        items: impl ExactSizeIterator<Item = T> + Send,
        work: impl Fn(T) + Sync,
        known: &AtomicU64,
        run: &mut Run,
    ) -> Result<(), Stopped> {
        let (count, threads) = (items.len(), run.budget.threads());
        let items = Mutex::new(items);
        let work = |_: &mut (), _| {
            let item = lock(&items).next();
            item.into_iter().for_each(&work);
        };
        let pause = &mut |_| self.report(known.load(Relaxed), run);
        Pool::new(threads).share(&mut vec![(); threads], count, work, pause)
    }
}

/// Not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// Number of orders packed together: a cache line of each place.
const PACKED: usize = 64;

/// Converts the distances of each place to numbers below 16, and arranges them: for each order there
/// is a row of all places, two per byte, the first in the lower bits.
pub(crate) fn packed(
    mut distances: Vec<u8>,
    graph: &BuildGraph,
    convert: impl Fn(usize, &mut [u8]) + Sync,
    run: &mut Run,
) -> Result<Pages, Stopped> {
    let (orders, batch) = (graph.index.orders, graph.batch());
    let all = AtomicU64::new(graph.placements() as u64);
    let convert = |(number, distances): (usize, &mut [u8])| {
        for (place, distances) in distances.chunks_mut(orders).enumerate() {
            convert(number * batch + place, distances);
        }
    };
    graph.each(distances.chunks_mut(batch * orders).enumerate(), convert, &all, run)?;
    let row = graph.places.len().div_ceil(2);
    let mut packed = memory(orders * row);
    let transpose = |(block, packed): (usize, &mut [u8])| {
        for (place, numbers) in distances.chunks(orders).enumerate() {
            let numbers = &numbers[block * PACKED..];
            for (packed, number) in packed.chunks_mut(row).zip(numbers) {
                packed[place / 2] |= number << (4 * (place % 2));
            }
        }
    };
    graph.each(packed.chunks_mut(PACKED * row).enumerate(), transpose, &all, run)?;
    Ok(packed)
}

/// Returns the distance of each placement, by place and order.
pub(crate) fn distances(graph: &BuildGraph, run: &mut Run) -> Result<Vec<u8>, Stopped> {
    let changes = changes(graph);
    let words = graph.index.orders.div_ceil(64);
    let rows: usize = graph.places.iter().map(Vec::len).sum();
    let mut distances = vec![UNKNOWN; graph.placements()];
    let mut seen = vec![0u64; rows * words];
    let mut now = BuildLevel::new(rows, words);
    let mut next = BuildLevel::new(rows, words);
    now.begin(graph, &mut seen, &mut distances);
    let known = AtomicU64::new(1);
    for distance in 1.. {
        let mut rows = by_place(graph, words, &mut next, &mut seen, &mut distances);
        let fill = |rows: &mut [CellRows]| {
            let new = rows.iter_mut().map(|rows| rows.fill(&now, &changes, distance)).sum();
            known.fetch_add(new, Relaxed);
        };
        graph.each(rows.chunks_mut(graph.batch()), fill, &known, run)?;
        if !next.live.iter().any(|&live| live) {
            break;
        }
        std::mem::swap(&mut now, &mut next);
    }
    Ok(distances)
}

/// The orders reached at one distance, for each row.
struct BuildLevel {
    words: usize,
    bits: Vec<u64>,
    /// Whether a row has any.
    live: Vec<bool>,
}

impl BuildLevel {
    fn new(rows: usize, words: usize) -> BuildLevel {
        BuildLevel { words, bits: vec![0; rows * words], live: vec![false; rows] }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    /// Creates the level at distance 0: all tiles at home, and the blank too.
    fn begin(&mut self, graph: &BuildGraph, seen: &mut [u64], distances: &mut [u8]) {
        let (place, row) = graph.goal;
        let row = graph.places[..place].iter().map(Vec::len).sum::<usize>() + row;
        // The first order has number 0.
        self.live[row] = true;
        self.bits[row * self.words] = 1;
        seen[row * self.words] = 1;
        distances[place * graph.index.orders] = 0;
    }
}

/// The rows of one place, for the thread that fills them.
struct CellRows<'a> {
    place: &'a [Vec<RowSource>],
    words: usize,
    next: &'a mut [u64],
    live: &'a mut [bool],
    seen: &'a mut [u64],
    distances: &'a mut [u8],
}

fn by_place<'a>(
    graph: &'a BuildGraph,
    words: usize,
    next: &'a mut BuildLevel,
    seen: &'a mut [u64],
    distances: &'a mut [u8],
) -> Vec<CellRows<'a>> {
    let (mut bits, mut live, mut seen) = (&mut next.bits[..], &mut next.live[..], seen);
    let places = graph.places.iter().zip(distances.chunks_mut(graph.index.orders));
    let rows = places.map(|(place, distances)| {
        let rows = place.len();
        let next = bits.split_off_mut(..rows * words).expect("each row has its words");
        let live = live.split_off_mut(..rows).expect("each row is live or not");
        let seen = seen.split_off_mut(..rows * words).expect("each row has its words");
        CellRows { place, words, next, live, seen, distances }
    });
    rows.collect()
}

/// The effect of each change on the number of an order.
type Changes = BTreeMap<Order, Vec<u16>>;

fn changes(graph: &BuildGraph) -> Changes {
    let orders = graph.index.all_orders();
    let mut changes = Changes::new();
    let sources = graph.places.iter().flatten().flatten();
    for change in sources.filter_map(|source| source.change) {
        changes.entry(change).or_insert_with(|| {
            let number =
                |&order: &Order| graph.index.order(graph.index.permuted(order, change)) as u16;
            orders.iter().map(number).collect()
        });
    }
    changes
}

impl CellRows<'_> {
    /// Finds what is reached at a distance. Returns the number of new placements.
    fn fill(&mut self, now: &BuildLevel, changes: &Changes, distance: u8) -> u64 {
        let mut new = 0;
        for (i, sources) in self.place.iter().enumerate() {
            let span = i * self.words..(i + 1) * self.words;
            let (next, seen) = (&mut self.next[span.clone()], &mut self.seen[span]);
            // The row holds data from two levels before.
            if std::mem::take(&mut self.live[i]) {
                next.fill(0);
            }
            let mut is_reached = false;
            for source in sources.iter().filter(|source| now.live[source.row]) {
                is_reached = true;
                let from = now.row(source.row);
                match source.change {
                    None => join(next, from),
                    Some(change) => scatter(from, &changes[&change], next),
                }
            }
            if !is_reached {
                continue;
            }
            let mut any = 0;
            for (next, seen) in next.iter_mut().zip(seen) {
                *next &= !*seen;
                *seen |= *next;
                any |= *next;
            }
            self.live[i] = any != 0;
            new += note(next, self.distances, distance);
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

/// Records the distance of those reached for the first time, in any region.
fn note(reached: &[u64], distances: &mut [u8], distance: u8) -> u64 {
    let mut new = 0;
    for (&word, distances) in reached.iter().zip(distances.chunks_mut(64)) {
        for bit in ones(word) {
            let known = &mut distances[bit as usize];
            if *known == UNKNOWN {
                *known = distance;
                new += 1;
            }
        }
    }
    new
}
