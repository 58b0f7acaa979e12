//! The moves of single tiles, for building their databases.
//!
//! Only moves of the pattern's tiles count; the other tiles are indistinguishable, and the blank
//! moves freely among them. So there is a row for each region of free cells that the blank may be in.

use super::Pattern;
use super::build::{BuildGraph, RowSource, distances, moved_first, packed};
use super::index::{Order, PlacementIndex};
use super::places::{Places, Regions};
use crate::engine::host::{Pages, map};
use crate::engine::query::Stopped;
use crate::tiles::Run;

/// Regions whose sources are listed between two checks for cancellation.
const BATCH: usize = 1 << 13;

/// Returns, for each place, half of the excess of its distance over the sum of the distances of
/// its tiles, capped at 15, as [`packed`] arranges them.
pub(super) fn build(pattern: &Pattern, places: &Places, run: &mut Run) -> Result<Pages, Stopped> {
    let index = &places.index;
    let examined;
    let regions = match places.regions() {
        Some(regions) => regions,
        None => {
            examined = Regions::new(pattern, index);
            &examined
        }
    };
    let mut set_of = vec![0; regions.cells.len()];
    for (number, set) in index.all_sets().into_iter().enumerate() {
        regions.of_set(number).for_each(|region| set_of[region] = set);
    }
    let graph = graph(pattern, places, regions, &set_of, run)?;
    let distances = distances(&graph, run)?;
    let orders = index.all_orders();
    // The first places are the sets, with or without regions.
    let convert = |place: usize, distances: &mut [u8]| {
        excesses(pattern, set_of[place], &orders, distances);
    };
    packed(distances, &graph, convert, run)
}

/// Lists the moves between regions: the rows. A place is a region, or a set with all of its regions.
fn graph<'a>(
    pattern: &'a Pattern,
    places: &'a Places,
    regions: &Regions,
    set_of: &[u32],
    run: &mut Run,
) -> Result<BuildGraph<'a>, Stopped> {
    let index = &places.index;
    let is_aware = places.regions().is_some();
    let by_place: Vec<Vec<usize>> = if is_aware {
        (0..regions.cells.len()).map(|region| vec![region]).collect()
    } else {
        (0..index.sets).map(|set| regions.of_set(set).collect()).collect()
    };
    let mut row_of = vec![0; regions.cells.len()];
    by_place.iter().flatten().enumerate().for_each(|(row, &region)| row_of[region] = row);
    let beside = pattern.beside();
    let total = (by_place.len() * index.orders) as u64;
    let mut sources_of = Vec::with_capacity(by_place.len());
    for batch in by_place.chunks(BATCH) {
        run.observer.building(&pattern.homes, 0, total);
        run.look()?;
        let sources = |&region: &usize| {
            let blank = regions.cells[region];
            sources(set_of[region], blank, index, regions, &row_of, &beside)
        };
        let of_place = |rows: &Vec<usize>| rows.iter().map(sources).collect::<Vec<_>>();
        sources_of.extend(map(run.budget.threads(), batch, of_place));
    }
    let home = index.set(pattern.homes.iter().fold(0, |set, home| set | 1 << home));
    let region = regions.of(home, pattern.blank.into()) as usize;
    let place = if is_aware { region } else { home };
    let row = by_place[place].iter().position(|&other| other == region);
    let goal = (place, row.expect("the blank's region is one of its set"));
    Ok(BuildGraph { homes: &pattern.homes, index, places: sources_of, goal })
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
    set: u32,
    region: u32,
    index: &PlacementIndex,
    regions: &Regions,
    row_of: &[usize],
    beside: &[u32],
) -> Vec<RowSource> {
    let mut sources = Vec::new();
    for left in (0..index.cells).filter(|cell| region >> cell & 1 == 1) {
        for now in (0..index.cells).filter(|cell| (beside[left] & set) >> cell & 1 == 1) {
            let before = set ^ 1 << left ^ 1 << now;
            let below = |cell: usize| (before & set & ((1 << cell) - 1)).count_ones();
            let (at, to) = (below(left), below(now));
            sources.push(RowSource {
                // The tile came to a cell that was free.
                row: row_of[regions.of(index.set(before), now as u32) as usize],
                change: moved_first(index, &[(at, to)]),
            });
        }
    }
    sources
}
