//! How a board is read line by line.

use std::ops::Range;

/// The number and length of the lines, and the division of the tiles into patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReadingShape {
    pub lines: usize,
    pub width: usize,
    /// Maximum number of tiles of a pattern.
    pub pattern: usize,
}

impl ReadingShape {
    pub fn tiles(self) -> usize {
        self.lines * self.width - 1
    }

    /// Returns the number of patterns: the minimum.
    pub fn patterns(self) -> usize {
        self.tiles().div_ceil(self.pattern)
    }

    /// Returns the tiles of a pattern, which are consecutive in the goal. All patterns have the
    /// maximum size, so some tiles are in two of them.
    pub fn pattern(self, number: usize) -> Range<usize> {
        let size = self.pattern.min(self.tiles());
        let first = number * (self.tiles() - size) / (self.patterns() - 1).max(1);
        first..first + size
    }

    /// Returns the first of the places that are reordered when the blank moves between two lines,
    /// given the upper one and the place of the blank along it. Their number is the length of a
    /// line.
    pub fn window(self, upper: usize, across: usize) -> usize {
        upper * self.width + across
    }

    /// Returns the places of some tiles after the blank has moved to the next line, or back, and
    /// the change of their order, if there is one: a tile's old and new place in it.
    #[inline(always)]
    pub fn jumped(self, set: u32, window: usize, is_forth: bool) -> (u32, Option<(u32, u32)>) {
        let last = self.width - 1;
        let all = (1 << self.width) - 1;
        let tiles = set >> window & all;
        let (from, to, after) = if is_forth {
            (last, 0, (tiles << 1 | tiles >> last) & all)
        } else {
            (0, last, tiles >> 1 | (tiles & 1) << last)
        };
        let after_all = set & !(all << window) | after << window;
        if tiles >> from & 1 == 0 {
            return (after_all, None);
        }
        let below = |set: u32, place: usize| (set & ((1 << (window + place)) - 1)).count_ones();
        let (at, to) = (below(set, from), below(after_all, to));
        (after_all, (at != to).then_some((at, to)))
    }
}
