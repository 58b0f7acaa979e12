//! The moves of single tiles, for building their databases.
//!
//! Only moves of the pattern's tiles count; the other tiles are indistinguishable, and the blank
//! moves freely among them. So the rows of a set of cells are the regions of the other cells: the
//! blank is in one of them.

use super::Pattern;
use super::build::{BuildGraph, BuildProgress, RowSource, distances, moved_first, packed};
use super::index::{Order, PlacementIndex};
use crate::engine::host::Pages;

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

/// Returns, for each placement, half of the excess of its distance over the sum of the distances of
/// its tiles, capped at 15, as [`packed`] arranges them. `None` if `progress` stopped it.
pub(super) fn build(
    pattern: &Pattern,
    index: &PlacementIndex,
    threads: usize,
    progress: &mut dyn FnMut(BuildProgress) -> bool,
) -> Option<Pages> {
    let graph = graph(pattern, index);
    let distances = distances(&graph, threads, progress)?;
    let (orders, sets) = (index.all_orders(), index.all_sets());
    let convert = |set: usize, distances: &mut [u8]| {
        excesses(pattern, sets[set], &orders, distances);
    };
    packed(distances, &graph, convert, threads, progress)
}

fn graph<'a>(pattern: &Pattern, index: &'a PlacementIndex) -> BuildGraph<'a> {
    let places = places(pattern, index);
    let home = index.set(pattern.homes.iter().fold(0, |set, home| set | 1 << home));
    let with_blank = |region: &Region| region.cells >> pattern.blank & 1 == 1;
    let region = places[home].regions.iter().position(with_blank);
    let sources = |place: TileCells| {
        place.regions.into_iter().map(|region| region.sources).collect::<Vec<_>>()
    };
    let places = places.into_iter().map(sources).collect();
    let goal = (home, region.expect("the blank's goal is no home of a tile"));
    BuildGraph { index, places, goal }
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
                change: moved_first(index, &[(at, to)]),
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
