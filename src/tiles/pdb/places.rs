//! Where a database has the entry of a placement, and of what matters of the blank.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Mutex;

use super::Pattern;
use super::index::{Order, PlacementIndex};
use crate::engine::host::lock;
use crate::puzzle::{Direction, Size};
use crate::tiles::{Metric, Tiles};

/// Databases of up to this number of tiles know in which region the blank is. For more tiles, they would
/// take 2.4 times the memory and more.
const MOST_AWARE: usize = 6;

/// What a database knows of the blank.
pub(crate) enum Blanks {
    /// Nothing: an entry is the least over all regions.
    Anywhere,
    /// The region of free cells that it is in.
    Regions(Regions),
    /// For slides, the one of these lines that it is in.
    Lines(usize),
}

/// The places of the entries of all databases with as many tiles on boards of one size.
///
/// There is a row for each order of the tiles. It has an entry for each set of their cells, and for
/// each of them for what is known of the blank.
pub(crate) struct Places {
    pub index: PlacementIndex,
    pub blanks: Blanks,
    /// Entries of a row.
    pub count: usize,
}

impl Places {
    pub fn of(pattern: &Pattern) -> Places {
        let Pattern { size, ref homes, .. } = *pattern;
        let (cells, tiles) = (size.cells(), homes.len());
        let (index, blanks) = match pattern.metric {
            Metric::Slides => {
                (PlacementIndex::new(cells - 1, tiles), Blanks::Lines(size.rows as usize))
            }
            Metric::Steps => {
                let index = PlacementIndex::new(cells, tiles);
                let regions = (tiles <= MOST_AWARE).then(|| Regions::new(size, &index));
                (index, regions.map_or(Blanks::Anywhere, Blanks::Regions))
            }
        };
        let count = match &blanks {
            Blanks::Anywhere => index.sets,
            Blanks::Regions(regions) => regions.cells.len(),
            Blanks::Lines(lines) => index.sets * lines,
        };
        Places { index, blanks, count }
    }

    /// Returns the bytes of a database.
    pub fn bytes(&self) -> usize {
        self.index.orders * self.count.div_ceil(2)
    }

    /// Returns the bytes of a pattern's database. Batches ask for each board, so each size and number
    /// of tiles is examined once.
    pub fn bytes_of(pattern: &Pattern) -> usize {
        static KNOWN: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());
        let shape = format!("{:?}", (pattern.metric, pattern.size, pattern.homes.len()));
        *lock(&KNOWN).entry(shape).or_insert_with(|| Places::of(pattern).bytes())
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
        row + match &self.blanks {
            Blanks::Anywhere => set as u32,
            Blanks::Regions(regions) => regions.of(set, blank),
            Blanks::Lines(_) => blank * self.index.sets as u32 + set as u32,
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
