//! How rows are cut, so that a few pieces of them at a time are enough to make pieces of the next level.
//!
//! The orders of a row that begin with the same digits are a *sheet*, and the sheets of all rows with these digits a
//! *band*. A sheet is cut further, by some more digits, into *leaves*. They are chosen so that a move either keeps
//! to its band, or leaves all digits behind those of the leaf as they are: then it gives whole leaves other places.

use std::ops::Range;

use crate::engine::index::layout::Layout;

/// A leaf has so many orders at least, where a row has them.
pub const LEAST_LEAF: u64 = 1 << 17;

/// Parts of a level, each of which has a file, are at most so many.
const MOST_PARTS: u64 = 128;

/// How rows are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Orders of a leaf, and of a sheet.
    pub leaf: u64,
    pub sheet: u64,
    /// Orders of a row.
    pub row: u64,
}

/// What an action does to sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It keeps to the band.
    Band,
    /// It gives leaves other places; this action leads back.
    Leaves(u32),
}

impl Cut {
    /// With leaves of so many orders. `None` if sheets would have too many for their numbers.
    fn new(layout: &Layout, leaf: u64) -> Option<Self> {
        let reaches = layout.actions.reaches(&layout.fields);
        let near = reaches.filter(|reach| reach.start < leaf).map(|reach| reach.end);
        let sheet = near.fold(leaf, u64::max);
        let row = layout.fields.total();
        (sheet <= u64::from(u32::MAX)).then_some(Self { leaf, sheet, row })
    }

    /// The one that suits, with leaves of so many orders or a few more, or else the largest smaller ones. `None` if there
    /// is none.
    pub fn choose(layout: &Layout, least_leaf: u64, suits: impl Fn(&Self) -> bool) -> Option<Self> {
        let leaves = layout.fields.cuts();
        let first = leaves.partition_point(|&leaf| leaf < least_leaf).min(leaves.len() - 1);
        let cuts = leaves[..=first].iter().rev();
        cuts.filter_map(|&leaf| Self::new(layout, leaf)).find(suits)
    }

    /// What a manifest says of it.
    pub fn numbers(&self) -> [u64; 3] {
        [self.leaf, self.sheet, self.row]
    }

    /// The one that a manifest told, if it can be.
    pub fn told(layout: &Layout, numbers: &[u64]) -> Option<Self> {
        let leaf = *numbers.first()?;
        let cut = layout.fields.cuts().contains(&leaf).then(|| Self::new(layout, leaf))?;
        cut.filter(|cut| cut.numbers() == numbers)
    }

    /// For each action what it does to sheets.
    pub fn reaches(&self, layout: &Layout) -> Vec<Reach> {
        let reach = |(action, reach): (u32, Range<u64>)| {
            if reach.end <= self.sheet {
                return Reach::Band;
            }
            Reach::Leaves(layout.graph.inverse(layout.ranking, action))
        };
        (0..).zip(layout.actions.reaches(&layout.fields)).map(reach).collect()
    }

    /// Number of bands.
    pub fn bands(&self) -> u64 {
        self.row / self.sheet
    }

    /// Number of leaves of a sheet.
    pub fn leaves(&self) -> usize {
        (self.sheet / self.leaf) as usize
    }

    /// Bands of a part; the last part may have fewer.
    fn per_part(&self) -> u64 {
        self.bands().div_ceil(MOST_PARTS)
    }

    /// Number of parts.
    pub fn parts(&self) -> usize {
        self.bands().div_ceil(self.per_part()) as usize
    }

    /// The part of a band.
    pub fn part_of(&self, band: u64) -> usize {
        (band / self.per_part()) as usize
    }

    /// The bands of a part.
    pub fn bands_of(&self, part: usize) -> Range<u64> {
        let begin = part as u64 * self.per_part();
        begin..(begin + self.per_part()).min(self.bands())
    }

    /// Memory for the tables of three levels with so many rows.
    pub fn table_bytes(&self, rows: usize) -> u64 {
        3 * rows as u64 * (12 * self.bands() + 8 * (self.row / self.leaf))
    }
}
