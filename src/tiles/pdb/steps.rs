//! The moves of single tiles, for building their databases.
//!
//! Only moves of the pattern's tiles count; the other tiles are indistinguishable, and the blank
//! moves freely among them. So the rows of a set of cells are the regions of the other cells: the
//! blank is in one of them.

use super::Pattern;
use super::build::{BuildGraph, BuildProgress, RowSource, distances, moved_first, packed};
use super::index::{Order, PlacementIndex};
use crate::engine::host::{Pages, map};

/// A set of cells of the tiles.
struct TileCells {
    cells: u32,
    /// The regions of the other cells.
    regions: Vec<u32>,
    /// The row of the first of them.
    first_row: usize,
}

/// Sets whose rows are listed between two checks for cancellation.
const BATCH: usize = 1 << 13;

/// Returns, for each placement, half of the excess of its distance over the sum of the distances of
/// its tiles, capped at 15, as [`packed`] arranges them. `None` if `progress` stopped it.
pub(super) fn build(
    pattern: &Pattern,
    index: &PlacementIndex,
    threads: usize,
    progress: &mut dyn FnMut(BuildProgress) -> bool,
) -> Option<Pages> {
    let graph = graph(pattern, index, threads, progress)?;
    let distances = distances(&graph, threads, progress)?;
    let (orders, sets) = (index.all_orders(), index.all_sets());
    let convert = |set: usize, distances: &mut [u8]| {
        excesses(pattern, sets[set], &orders, distances);
    };
    packed(distances, &graph, convert, threads, progress)
}

/// Lists all sets of cells with their regions, and the moves between them.
fn graph<'a>(
    pattern: &Pattern,
    index: &'a PlacementIndex,
    threads: usize,
    progress: &mut dyn FnMut(BuildProgress) -> bool,
) -> Option<BuildGraph<'a>> {
    let beside = pattern.beside();
    let mut rows = 0;
    let with_regions = |cells: u32| {
        let regions = regions(!cells & ((1 << index.cells) - 1), &beside);
        let first_row = rows;
        rows += regions.len();
        TileCells { cells, regions, first_row }
    };
    let sets: Vec<TileCells> = index.all_sets().into_iter().map(with_regions).collect();
    let sources_of = |set: &TileCells| {
        let sources = |&region: &u32| sources(set, region, index, &sets, &beside);
        set.regions.iter().map(sources).collect::<Vec<_>>()
    };
    let total = (index.sets * index.orders) as u64;
    let mut places = Vec::with_capacity(sets.len());
    for batch in sets.chunks(BATCH) {
        if !progress(BuildProgress { placements: 0, total }) {
            return None;
        }
        places.extend(map(threads, batch, sources_of));
    }
    let home = index.set(pattern.homes.iter().fold(0, |set, home| set | 1 << home));
    let region = sets[home].regions.iter().position(|region| region >> pattern.blank & 1 == 1);
    let goal = (home, region.expect("the blank's goal is no home of a tile"));
    Some(BuildGraph { index, places, goal })
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

/// Returns the rows that lead to a region: a tile beside it has just left a cell of it.
fn sources(
    set: &TileCells,
    region: u32,
    index: &PlacementIndex,
    sets: &[TileCells],
    beside: &[u32],
) -> Vec<RowSource> {
    let mut sources = Vec::new();
    for left in (0..index.cells).filter(|cell| region >> cell & 1 == 1) {
        for now in (0..index.cells).filter(|cell| (beside[left] & set.cells) >> cell & 1 == 1) {
            let before = set.cells ^ 1 << left ^ 1 << now;
            let TileCells { regions, first_row, .. } = &sets[index.set(before)];
            let region = regions.iter().position(|region| region >> now & 1 == 1);
            let below = |cell: usize| (before & set.cells & ((1 << cell) - 1)).count_ones();
            let (at, to) = (below(left), below(now));
            sources.push(RowSource {
                row: first_row + region.expect("the tile comes where it was free"),
                change: moved_first(index, &[(at, to)]),
            });
        }
    }
    sources
}

/// Returns the connected parts of some free cells.
fn regions(mut free: u32, beside: &[u32]) -> Vec<u32> {
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
        regions.push(cells);
    }
    regions
}
