//! Builds a pattern database by a breadth-first search over the placements of its tiles.
//!
//! Only moves of the pattern's tiles count; the other tiles are indistinguishable, and the blank
//! moves freely among them. So a state is a placement of the tiles and the region of free cells
//! that contains the blank. For each set of cells of the tiles, and each region of the others, the
//! orders of the tiles are a row of bits. A move of a tile from one cell to another has the same
//! effect on all orders: it keeps them, or takes the tile from one place of the order to another.
//! So a step of the search maps whole rows to whole rows, and its working set stays in the
//! innermost caches. Rows are gathered from their predecessors, so that threads never write to the
//! same one.

use std::collections::BTreeMap;

use super::index::{Order, PlacementIndex, moved};
use super::{Pattern, memory};
use crate::engine::host::{Pages, for_each, map};
use crate::engine::store::join;

/// A set of cells of the tiles.
struct TileCells {
    cells: u32,
    /// The regions of the other cells.
    regions: Vec<Region>,
}

/// A region of free cells.
struct Region {
    cells: u32,
    /// The rows that lead here by one move.
    sources: Vec<RowSource>,
}

/// A row that leads to another.
struct RowSource {
    row: usize,
    /// The tile's old and new place in the order; `None` if all orders stay.
    change: Option<(u32, u32)>,
}

/// The progress of building a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// Placements with known distance.
    pub placements: u64,
    /// All placements.
    pub total: u64,
}

/// Not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// Returns, for each placement, half of the excess of its distance over the sum of the distances of
/// its tiles, capped at 15. For each order there is a row of all sets, two per byte, the first in
/// the lower bits. `None` if `progress` stopped it.
pub(super) fn build(
    pattern: &Pattern,
    index: &PlacementIndex,
    threads: usize,
    progress: &mut dyn FnMut(BuildProgress) -> bool,
) -> Option<Pages> {
    let mut distances = distances(pattern, index, threads, progress)?;
    let orders = index.all_orders();
    let sets = index.all_sets();
    let by_set = distances.chunks_mut(index.orders).zip(&sets);
    for_each(threads, by_set, |(distances, &cells)| excesses(pattern, cells, &orders, distances));
    Some(pack(&distances, index, threads))
}

/// Number of orders packed together: a cache line of each set.
const PACKED: usize = 64;

/// Transposes rows by set into packed rows by order.
fn pack(excesses: &[u8], index: &PlacementIndex, threads: usize) -> Pages {
    let row = index.row_bytes();
    let mut packed = memory(index.bytes());
    for_each(threads, packed.chunks_mut(PACKED * row).enumerate(), |(block, packed)| {
        for (set, excesses) in excesses.chunks(index.orders).enumerate() {
            let excesses = &excesses[block * PACKED..];
            for (packed, excess) in packed.chunks_mut(row).zip(excesses) {
                packed[set / 2] |= excess << (4 * (set % 2));
            }
        }
    });
    packed
}

/// Converts distances to the stored excesses.
fn excesses(pattern: &Pattern, set: u32, orders: &[Order], distances: &mut [u8]) {
    let cells: Vec<usize> = (0..32).filter(|cell| set >> cell & 1 == 1).collect();
    let table: Vec<[u8; 8]> = cells.iter().map(|&cell| pattern.distances_at(cell)).collect();
    for (distance, &order) in distances.iter_mut().zip(orders) {
        let tiles = table.iter().enumerate();
        let plain: u8 = tiles.map(|(place, to)| to[(order >> (3 * place) & 7) as usize]).sum();
        *distance = ((*distance - plain) / 2).min(15);
    }
}

/// Returns the distance of each placement, by set and order.
fn distances(
    pattern: &Pattern,
    index: &PlacementIndex,
    threads: usize,
    progress: &mut dyn FnMut(BuildProgress) -> bool,
) -> Option<Vec<u8>> {
    let places = places(pattern, index);
    let changes = changes(&places, index);
    let words = index.orders.div_ceil(64);
    let rows: usize = places.iter().map(|place| place.regions.len()).sum();
    let mut distances = vec![UNKNOWN; index.sets * index.orders];
    let mut seen = vec![0u64; rows * words];
    let mut now = BuildLevel::new(rows, words);
    let mut next = BuildLevel::new(rows, words);
    now.begin(pattern, index, &places, &mut seen, &mut distances);
    let total = distances.len() as u64;
    let mut placements = 1;
    for distance in 1.. {
        let rows = by_place(&places, words, index.orders, &mut next, &mut seen, &mut distances);
        let new = map(threads, rows, |mut rows| rows.fill(&now, &changes, distance));
        if !next.live.iter().any(|&live| live) {
            break;
        }
        placements += new.iter().sum::<u64>();
        if !progress(BuildProgress { placements, total }) {
            return None;
        }
        std::mem::swap(&mut now, &mut next);
    }
    Some(distances)
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
    fn begin(
        &mut self,
        pattern: &Pattern,
        index: &PlacementIndex,
        places: &[TileCells],
        seen: &mut [u64],
        distances: &mut [u8],
    ) {
        let home = pattern.homes.iter().fold(0, |set, home| set | 1 << home);
        let place = index.set(home);
        let regions = &places[place].regions;
        let region = regions.iter().position(|region| region.cells >> pattern.blank & 1 == 1);
        let before: usize = places[..place].iter().map(|place| place.regions.len()).sum();
        let row = before + region.expect("the blank's goal is no home of a tile");
        // Homes are sorted, so the goal's permutation has rank 0.
        self.live[row] = true;
        self.bits[row * self.words] = 1;
        seen[row * self.words] = 1;
        distances[place * index.orders] = 0;
    }
}

/// The rows of one place, for the thread that fills them.
struct CellRows<'a> {
    place: &'a TileCells,
    words: usize,
    next: &'a mut [u64],
    live: &'a mut [bool],
    seen: &'a mut [u64],
    distances: &'a mut [u8],
}

fn by_place<'a>(
    places: &'a [TileCells],
    words: usize,
    orders: usize,
    next: &'a mut BuildLevel,
    seen: &'a mut [u64],
    distances: &'a mut [u8],
) -> Vec<CellRows<'a>> {
    let (mut bits, mut live, mut seen) = (&mut next.bits[..], &mut next.live[..], seen);
    let rows = places.iter().zip(distances.chunks_mut(orders)).map(|(place, distances)| {
        let regions = place.regions.len();
        let next = bits.split_off_mut(..regions * words).expect("each row has its words");
        let live = live.split_off_mut(..regions).expect("each row is live or not");
        let seen = seen.split_off_mut(..regions * words).expect("each row has its words");
        CellRows { place, words, next, live, seen, distances }
    });
    rows.collect()
}

/// The effect of each change of place on the number of an order.
type Changes = BTreeMap<(u32, u32), Vec<u16>>;

fn changes(places: &[TileCells], index: &PlacementIndex) -> Changes {
    let orders = index.all_orders();
    let mut changes = Changes::new();
    let sources = places.iter().flat_map(|place| &place.regions).flat_map(|region| &region.sources);
    for (at, to) in sources.filter_map(|source| source.change) {
        changes.entry((at, to)).or_insert_with(|| {
            orders.iter().map(|&order| index.order(moved(order, at, to)) as u16).collect()
        });
    }
    changes
}

impl CellRows<'_> {
    /// Finds what is reached at a distance. Returns the number of new placements.
    fn fill(&mut self, now: &BuildLevel, changes: &Changes, distance: u8) -> u64 {
        let mut new = 0;
        for (i, region) in self.place.regions.iter().enumerate() {
            let span = i * self.words..(i + 1) * self.words;
            let (next, seen) = (&mut self.next[span.clone()], &mut self.seen[span]);
            // The row holds data from two levels before.
            if std::mem::take(&mut self.live[i]) {
                next.fill(0);
            }
            let mut is_reached = false;
            for source in region.sources.iter().filter(|source| now.live[source.row]) {
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
        let mut word = word;
        while word != 0 {
            let to = usize::from(change[word.trailing_zeros() as usize]);
            next[to / 64] |= 1 << (to % 64);
            word &= word - 1;
        }
    }
}

/// Records the distance of those reached for the first time, in any region.
fn note(reached: &[u64], distances: &mut [u8], distance: u8) -> u64 {
    let mut new = 0;
    for (&word, distances) in reached.iter().zip(distances.chunks_mut(64)) {
        let mut word = word;
        while word != 0 {
            let known = &mut distances[word.trailing_zeros() as usize];
            if *known == UNKNOWN {
                *known = distance;
                new += 1;
            }
            word &= word - 1;
        }
    }
    new
}

/// Returns all sets of cells with their regions, and the moves between them.
fn places(pattern: &Pattern, index: &PlacementIndex) -> Vec<TileCells> {
    let sets = index.all_sets();
    let beside = pattern.beside();
    let mut first_row = Vec::with_capacity(sets.len());
    let mut places = Vec::with_capacity(sets.len());
    let mut rows = 0;
    for &cells in &sets {
        let regions = regions(!cells & ((1 << index.cells) - 1), &beside);
        first_row.push(rows);
        rows += regions.len();
        places.push(TileCells { cells, regions });
    }
    let sources: Vec<Vec<Vec<RowSource>>> = places
        .iter()
        .map(|place| {
            let sources = |region| sources(place, region, index, &places, &first_row, &beside);
            place.regions.iter().map(sources).collect()
        })
        .collect();
    for (place, sources) in places.iter_mut().zip(sources) {
        for (region, sources) in place.regions.iter_mut().zip(sources) {
            region.sources = sources;
        }
    }
    places
}

/// Returns the rows that lead to a region: a tile beside it has just left a cell of it.
fn sources(
    place: &TileCells,
    region: &Region,
    index: &PlacementIndex,
    places: &[TileCells],
    first_row: &[usize],
    beside: &[u32],
) -> Vec<RowSource> {
    let mut sources = Vec::new();
    for left in (0..index.cells).filter(|cell| region.cells >> cell & 1 == 1) {
        for now in (0..index.cells).filter(|cell| (beside[left] & place.cells) >> cell & 1 == 1) {
            let before = place.cells ^ 1 << left ^ 1 << now;
            let number = index.set(before);
            let regions = &places[number].regions;
            let region = regions.iter().position(|region| region.cells >> now & 1 == 1);
            let below = |cell: usize| (before & place.cells & ((1 << cell) - 1)).count_ones();
            let (at, to) = (below(left), below(now));
            sources.push(RowSource {
                row: first_row[number] + region.expect("the tile comes where it was free"),
                change: (at != to).then_some((at, to)),
            });
        }
    }
    sources
}

/// Returns the connected parts of some free cells.
fn regions(mut free: u32, beside: &[u32]) -> Vec<Region> {
    let mut regions = Vec::new();
    while free != 0 {
        let mut cells = 1 << free.trailing_zeros();
        loop {
            let around = (0..beside.len()).filter(|cell| cells >> cell & 1 == 1);
            let grown = around.fold(cells, |all, cell| all | beside[cell] & free);
            if grown == cells {
                break;
            }
            cells = grown;
        }
        free &= !cells;
        regions.push(Region { cells, sources: Vec::new() });
    }
    regions
}
