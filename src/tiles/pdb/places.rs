//! Where a database has the entry of a placement, and of what matters of the blank.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::Pattern;
use super::index::{Order, PlacementIndex};
use crate::engine::host::lock;
use crate::puzzle::{Direction, Size};
use crate::tiles::{Metric, Tiles};

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
pub(super) fn beside(size: Size) -> Vec<u32> {
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
