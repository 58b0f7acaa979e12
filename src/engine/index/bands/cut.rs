//! The division of rows into parts of which a few suffice to make parts of the next level
//! (structured duplicate detection, Zhou and Hansen 2004).
//!
//! The orders of a row with a common prefix of digits are a *sheet*, and the sheets of all rows
//! with this prefix a *band*. A longer prefix divides a sheet into *leaves*. The prefixes are
//! chosen so that a move either stays within its band, or leaves all digits after the leaf's prefix
//! unchanged: then it permutes whole leaves.

use std::ops::Range;

use crate::engine::index::layout::RowLayout;

/// Minimum number of orders of a leaf, if a row has that many.
pub const LEAST_LEAF: u64 = 1 << 17;

/// Maximum number of parts of a level, each of which has a file.
const MOST_PARTS: u64 = 128;

/// The division of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// Number of orders of a leaf, and of a sheet.
    pub leaf: u64,
    pub sheet: u64,
    /// Number of orders of a row.
    pub row: u64,
}

/// The effect of an action on sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetEffect {
    /// It stays within the band.
    Band,
    /// It permutes leaves; this action is its inverse.
    Leaves(u32),
}

impl Division {
    /// Builds the division into leaves of `leaf` orders. `None` if there would be too many orders
    /// in a sheet to number them.
    fn new(layout: &RowLayout, leaf: u64) -> Option<Self> {
        let reaches = layout.actions.reaches(&layout.fields);
        let near = reaches.filter(|reach| reach.start < leaf).map(|reach| reach.end);
        let sheet = near.fold(leaf, u64::max);
        let row = layout.fields.total();
        (sheet <= u64::from(u32::MAX)).then_some(Self { leaf, sheet, row })
    }

    /// Returns the first division that suits, among those with leaves of at least `least_leaf`
    /// orders, as few as possible, and then smaller leaves. `None` if there is none.
    pub fn choose(
        layout: &RowLayout,
        least_leaf: u64,
        suits: impl Fn(&Self) -> bool,
    ) -> Option<Self> {
        let leaves = layout.fields.cuts();
        let first = leaves.partition_point(|&leaf| leaf < least_leaf).min(leaves.len() - 1);
        let cuts = leaves[..=first].iter().rev();
        cuts.filter_map(|&leaf| Self::new(layout, leaf)).find(suits)
    }

    /// Returns the numbers that a manifest stores for it.
    pub fn numbers(&self) -> [u64; 3] {
        [self.leaf, self.sheet, self.row]
    }

    /// Returns the division stored in a manifest, if it is valid.
    pub fn stored(layout: &RowLayout, numbers: &[u64]) -> Option<Self> {
        let leaf = *numbers.first()?;
        let cut = layout.fields.cuts().contains(&leaf).then(|| Self::new(layout, leaf))?;
        cut.filter(|cut| cut.numbers() == numbers)
    }

    /// Returns the effect of each action on sheets.
    pub fn reaches(&self, layout: &RowLayout) -> Vec<SheetEffect> {
        let reach = |(action, reach): (u32, Range<u64>)| {
            if reach.end <= self.sheet {
                return SheetEffect::Band;
            }
            SheetEffect::Leaves(layout.graph.inverse(layout.ranking, action))
        };
        (0..).zip(layout.actions.reaches(&layout.fields)).map(reach).collect()
    }

    /// Returns the number of bands.
    pub fn bands(&self) -> u64 {
        self.row / self.sheet
    }

    /// Returns the number of leaves of a sheet.
    pub fn leaves(&self) -> usize {
        (self.sheet / self.leaf) as usize
    }

    /// Returns the number of bands of a part; the last part may have fewer.
    fn per_part(&self) -> u64 {
        self.bands().div_ceil(MOST_PARTS)
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.bands().div_ceil(self.per_part()) as usize
    }

    /// Returns the part of a band.
    pub fn part_of(&self, band: u64) -> usize {
        (band / self.per_part()) as usize
    }

    /// Returns the bands of a part.
    pub fn bands_of(&self, part: usize) -> Range<u64> {
        let begin = part as u64 * self.per_part();
        begin..(begin + self.per_part()).min(self.bands())
    }

    /// Returns the memory for the tables of three levels with `rows` rows.
    pub fn table_bytes(&self, rows: usize) -> u64 {
        3 * rows as u64 * (12 * self.bands() + 8 * (self.row / self.leaf))
    }
}
