//! Where a database has the entry of a placement, and of what matters of the blank; and the moves of
//! single tiles, for building the databases.
//!
//! Only moves of the pattern's tiles count; the other tiles are indistinguishable, and the blank
//! moves freely among them. So there is a row for each region of free cells that the blank may be in.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter::repeat_n;
use std::sync::{Arc, Mutex};

use super::Pattern;
use super::build::{BuildGraph, RowSource, build, moved_first};
use super::index::{Order, PlacementIndex};
use crate::engine::host::{Pages, lock};
use crate::engine::query::Stopped;
use crate::puzzle::{Direction, Size};
use crate::tiles::{Metric, Run, Tiles};

/// Databases of up to this number of tiles know in which region the blank is. For more tiles, they would
/// take 2.4 times the memory and more.
const MOST_AWARE: usize = 6;

/// The places of the entries of all databases with as many tiles on boards of one size.
///
/// There is a row for each order of the tiles. It has an entry for each set of their cells, and for
/// each of them for what is known of the blank.
pub(crate) struct Places {
    pub index: PlacementIndex,
    /// The regions of free cells, if a database knows the one of the blank; else an entry is the least
    /// over all regions.
    pub regions: Option<Regions>,
    /// For slides, the number of sets: there is an entry for each line that the blank may be in.
    line: u32,
    /// Entries of a row.
    pub count: usize,
}

impl Places {
    /// Returns the places of a pattern, which are kept: a search looks them up for several patterns,
    /// and batches ask for their bytes for each board.
    pub fn of(pattern: &Pattern) -> Arc<Places> {
        type Shape = (Metric, u32, u32, usize);
        static KNOWN: Mutex<BTreeMap<Shape, Arc<Places>>> = Mutex::new(BTreeMap::new());
        let Pattern { metric, size, ref homes, .. } = *pattern;
        let shape = (metric, size.rows, size.cols, homes.len());
        let mut known = lock(&KNOWN);
        known.entry(shape).or_insert_with(|| Places::new(metric, size, homes.len()).into()).clone()
    }

    fn new(metric: Metric, size: Size, tiles: usize) -> Places {
        let is_slides = metric == Metric::Slides;
        let index = PlacementIndex::new(size.cells() - usize::from(is_slides), tiles);
        let regions = !is_slides && tiles <= MOST_AWARE;
        let regions = regions.then(|| Regions::new(size, &index));
        let (line, lines) = if is_slides { (index.sets, size.rows as usize) } else { (0, 1) };
        let count = regions.as_ref().map_or(lines * index.sets, |regions| regions.cells.len());
        Places { index, regions, line: line as u32, count }
    }

    /// Returns the bytes of a database.
    pub fn bytes(&self) -> usize {
        self.index.orders * self.count.div_ceil(2)
    }

    /// Returns the offset of an order's row, in half bytes.
    #[inline(always)]
    pub fn row(&self, order: Order) -> u32 {
        (self.index.order(order) * self.count.next_multiple_of(2)) as u32
    }

    /// Returns the place of an entry: that of a set of cells, with the blank on a free cell or in a
    /// line.
    #[inline(always)]
    pub fn place(&self, row: u32, set: u32, blank: u32) -> u32 {
        let set = self.index.set(set);
        row + match &self.regions {
            Some(regions) => regions.of(set, blank),
            None => blank * self.line + set as u32,
        }
    }
}

/// The regions of free cells beside each set of cells: the blank goes anywhere in its region without
/// moving a tile of the pattern.
///
/// The largest region of each set comes first and has the number of the set; nearly always the blank is
/// there. The other regions follow, set by set.
pub(crate) struct Regions {
    /// For each set, the free cells outside its largest region.
    aside: Vec<u32>,
    /// For each set, the number of its second region, if it has one, and in the end that of all.
    others: Vec<u32>,
    /// The cells of each region.
    pub cells: Vec<u32>,
}

impl Regions {
    pub fn new(size: Size, index: &PlacementIndex) -> Regions {
        let beside = beside(size);
        let (mut aside, mut others, mut largest, mut smaller) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for set in index.all_sets() {
            others.push((index.sets + smaller.len()) as u32);
            let free = !set & ((1 << index.cells) - 1);
            let first = smaller.len();
            each_region(free, &beside, |cells| smaller.push(cells));
            smaller[first..].sort_by_key(|cells| Reverse(cells.count_ones()));
            // The blank has a cell that is free.
            let cells = smaller.remove(first);
            largest.push(cells);
            aside.push(free & !cells);
        }
        others.push((index.sets + smaller.len()) as u32);
        Regions { aside, others, cells: [largest, smaller].concat() }
    }

    /// Returns the number of the region that a free cell is in, for the number of a set.
    #[inline(always)]
    pub fn of(&self, set: usize, cell: u32) -> u32 {
        if self.aside[set] >> cell & 1 == 0 {
            return set as u32;
        }
        self.other(set, cell)
    }

    #[cold]
    fn other(&self, set: usize, cell: u32) -> u32 {
        let mut others = self.others[set]..self.others[set + 1];
        let region = others.find(|&region| self.cells[region as usize] >> cell & 1 == 1);
        region.expect("a free cell is in a region")
    }

    /// Returns the number of regions of each set besides its largest.
    pub fn counts(&self) -> Vec<usize> {
        self.others.windows(2).map(|ends| (ends[1] - ends[0]) as usize).collect()
    }
}

/// Returns the neighbours of each cell.
pub fn beside(size: Size) -> Vec<u32> {
    let beside = |cell| {
        let next = Direction::ALL.into_iter().filter_map(|way| Tiles::next(size, cell, way));
        next.fold(0, |set, next| set | 1 << next)
    };
    (0..size.cells()).map(beside).collect()
}

/// Calls `found` with each connected part of some free cells.
fn each_region(mut free: u32, beside: &[u32], mut found: impl FnMut(u32)) {
    while free != 0 {
        let (mut region, mut edge) = (0, free & free.wrapping_neg());
        while edge != 0 {
            region |= edge & edge.wrapping_neg();
            edge |= beside[edge.trailing_zeros() as usize] & free;
            edge &= !region;
        }
        free &= !region;
        found(region);
    }
}

/// Builds the database of a pattern: for each place half of the excess of its distance over the sum
/// of the distances of its tiles, capped at 15.
pub fn database(pattern: &Pattern, places: &Places, run: &mut Run) -> Result<Pages, Stopped> {
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
