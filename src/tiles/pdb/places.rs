//! Where a database has the entry of a placement, and of what matters of the blank.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter;
use std::sync::Mutex;

use super::Pattern;
use super::index::{Order, PlacementIndex};
use crate::engine::host::lock;
use crate::tiles::Metric;

/// Databases of up to this number of tiles know in which region the blank is. For more tiles, they would
/// take 2.4 times the memory and more.
const MOST_AWARE: usize = 6;

/// Whether a pattern's database knows in which region the blank is.
fn is_aware(pattern: &Pattern) -> bool {
    pattern.homes.len() <= MOST_AWARE
}

/// The places of the entries of all databases with as many tiles on boards of one size.
///
/// There is a row for each order of the tiles. It has an entry for each set of their cells, or, if the
/// database knows where the blank is, for each region of each set.
pub(crate) struct Places {
    pub index: PlacementIndex,
    /// `None` if the database has the least over all regions.
    regions: Option<Regions>,
    /// Entries of a row, an even number.
    width: usize,
}

impl Places {
    pub fn of(pattern: &Pattern) -> Places {
        let index = PlacementIndex::new(pattern.cells(), pattern.homes.len());
        let regions = is_aware(pattern).then(|| Regions::new(pattern, &index));
        let entries = regions.as_ref().map_or(index.sets, |regions| regions.cells.len());
        Places { index, regions, width: entries.next_multiple_of(2) }
    }

    /// Returns the bytes of a database.
    pub fn bytes(&self) -> usize {
        self.index.orders * self.width / 2
    }

    /// Returns the bytes of a pattern's database, without its tables where it has no regions. Those with
    /// regions are examined once for each size and number of tiles: batches ask for each board.
    pub fn bytes_of(pattern: &Pattern) -> usize {
        if pattern.metric == Metric::Slides || !is_aware(pattern) {
            let (cells, lines) = match pattern.metric {
                Metric::Steps => (pattern.cells(), 1),
                Metric::Slides => (pattern.cells() - 1, pattern.rows.into()),
            };
            let (sets, orders) = PlacementIndex::counts(cells, pattern.homes.len());
            return orders * (lines * sets).div_ceil(2);
        }
        static KNOWN: Mutex<BTreeMap<(u8, u8, usize), usize>> = Mutex::new(BTreeMap::new());
        let shape = (pattern.rows, pattern.cols, pattern.homes.len());
        *lock(&KNOWN).entry(shape).or_insert_with(|| Places::of(pattern).bytes())
    }

    /// Returns the regions, if each set has an entry for each of them.
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// Returns the offset of an order's row.
    #[inline(always)]
    pub fn row(&self, order: Order) -> u32 {
        (self.index.order(order) * self.width) as u32
    }

    /// Returns the place of an entry: that of a set of cells with the blank on a free cell.
    #[inline(always)]
    pub fn place(&self, row: u32, set: u32, blank: u32) -> u32 {
        let set = self.index.set(set);
        row + match &self.regions {
            Some(regions) => regions.of(set, blank),
            None => set as u32,
        }
    }
}

/// The regions of free cells beside each set of cells: the blank goes anywhere in its region without
/// moving a tile of the pattern.
///
/// The largest region of each set comes first and has the number of the set; nearly always the blank is
/// there. The other regions follow, set by set.
pub(crate) struct Regions {
    /// For each set, the index in `aside` of the free cells outside its largest region. Two bytes a
    /// set, since a search has to find them in the cache.
    sets: Vec<u16>,
    aside: Vec<u32>,
    /// For each set, the number of its second region, if it has one, and in the end that of all.
    others: Vec<u32>,
    /// The cells of each region.
    pub cells: Vec<u32>,
}

impl Regions {
    pub fn new(pattern: &Pattern, index: &PlacementIndex) -> Regions {
        let beside = pattern.beside();
        let (mut sets, mut aside, mut known) = (Vec::new(), Vec::new(), BTreeMap::new());
        let (mut largest, mut others, mut smaller) = (Vec::new(), Vec::new(), Vec::new());
        for set in index.all_sets() {
            others.push((index.sets + smaller.len()) as u32);
            let free = !set & ((1 << index.cells) - 1);
            let first = smaller.len();
            each_region(free, &beside, |cells| smaller.push(cells));
            smaller[first..].sort_by_key(|cells| Reverse(cells.count_ones()));
            // The blank has a cell that is free.
            let cells = smaller.remove(first);
            largest.push(cells);
            let number = *known.entry(free & !cells).or_insert_with_key(|&cells| {
                aside.push(cells);
                // There are at most 37,248, for eight tiles on 5 x 5.
                aside.len() as u16 - 1
            });
            sets.push(number);
        }
        others.push((index.sets + smaller.len()) as u32);
        let cells = [largest, smaller].concat();
        Regions { sets, aside, others, cells }
    }

    /// Returns the number of the region that a free cell is in, for the number of a set.
    #[inline(always)]
    pub fn of(&self, set: usize, cell: u32) -> u32 {
        if self.aside[usize::from(self.sets[set])] >> cell & 1 == 0 {
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

    /// Returns the numbers of a set's regions.
    pub fn of_set(&self, set: usize) -> impl Iterator<Item = usize> {
        let others = self.others[set]..self.others[set + 1];
        iter::once(set).chain(others.map(|region| region as usize))
    }
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
