//! The moves of single tiles, for building their databases.
//!
//! Only moves of the pattern's tiles count; the other tiles are indistinguishable, and the blank
//! moves freely among them. So there is a row for each region of free cells that the blank may be in.

use std::iter::repeat_n;

use super::Pattern;
use super::build::{BuildGraph, RowSource, build, moved_first};
use super::index::Order;
use super::places::{Places, Regions, beside};
use crate::engine::host::Pages;
use crate::engine::query::Stopped;
use crate::tiles::{Run, Tiles};

/// Builds the database of a pattern: for each place half of the excess of its distance over the sum
/// of the distances of its tiles, capped at 15.
pub(super) fn database(
    pattern: &Pattern,
    places: &Places,
    run: &mut Run,
) -> Result<Pages, Stopped> {
    let index = &places.index;
    let examined;
    let (regions, is_aware) = match &places.regions {
        Some(regions) => (regions, true),
        _ => {
            examined = Regions::new(pattern.size, index);
            (&examined, false)
        }
    };
    // The rows are the regions, and the first places are the sets.
    let counts = regions.counts();
    let mut sets = index.all_sets();
    let others = Vec::from_iter(sets.iter().zip(&counts).flat_map(|(&set, &n)| repeat_n(set, n)));
    sets.extend(others);
    let beside = beside(pattern.size);
    // A tile beside the region has just left a cell of it.
    let sources = |region: usize| {
        let (set, blanks, mut sources) = (sets[region], regions.cells[region], Vec::new());
        for left in cells(blanks) {
            for now in cells(beside[left] & set) {
                let before = set ^ 1 << left ^ 1 << now;
                let below = |cell: usize| (before & set & ((1 << cell) - 1)).count_ones();
                // The tile came to a cell that was free.
                let row = regions.of(index.set(before), now as u32) as usize;
                let change = moved_first(index, &[(below(left), below(now))]);
                sources.push(RowSource { row, change });
            }
        }
        sources
    };
    let home = index.set(pattern.homes.iter().fold(0, |set, home| set | 1 << home));
    let row = regions.of(home, pattern.blank as u32) as usize;
    let graph = BuildGraph {
        homes: &pattern.homes,
        index,
        places: places.count,
        others: if is_aware { Vec::new() } else { counts },
        sources: &sources,
        goal: (if is_aware { row } else { home }, row),
    };
    let orders = index.all_orders();
    build(&graph, |place, distances| excesses(pattern, sets[place], &orders, distances), run)
}

/// Returns the cells of a set.
fn cells(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |cell| set >> cell & 1 == 1)
}

/// Converts distances to the stored excesses.
fn excesses(pattern: &Pattern, set: u32, orders: &[Order], distances: &mut [u8]) {
    let plain = |cell: usize| {
        let mut plain = [0; 8];
        for (plain, &home) in plain.iter_mut().zip(&pattern.homes) {
            *plain = Tiles::distance(pattern.size, home.into(), cell) as u8;
        }
        plain
    };
    let plain = Vec::from_iter(cells(set).map(plain));
    for (distance, &order) in distances.iter_mut().zip(orders) {
        let tiles = plain.iter().enumerate();
        let sum: u8 = tiles.map(|(place, to)| to[(order >> (3 * place) & 7) as usize]).sum();
        *distance = ((*distance - sum) / 2).min(15);
    }
}
