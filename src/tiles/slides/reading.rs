//! A board read line by line, without the blank.
//!
//! If the blank moves along a line, only its own place changes: the tiles are read in the same
//! order. If it moves to the next line, one tile jumps over all that are left of its line. So
//! pushes along columns change the order by rows, pushes along rows change the order by columns,
//! and neither changes the other.

use std::ops::Range;

/// Maximum number of tiles of a board.
pub(super) const MOST_TILES: usize = 15;

/// Maximum number of patterns of a board, as they have five tiles or more.
pub(super) const MOST_PATTERNS: usize = MOST_TILES.div_ceil(5);

/// The number and length of the lines, and the division of the tiles into patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReadingShape {
    pub lines: usize,
    pub width: usize,
    /// Maximum number of tiles of a pattern: a table has a byte for each way to put them into 16
    /// places.
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

    /// Returns the patterns that contain a tile, and its number in each.
    pub fn patterns_of(self, tile: usize) -> impl Iterator<Item = (usize, usize)> {
        let all = (0..self.patterns()).map(move |number| (number, self.pattern(number)));
        let with_it = all.filter(move |(_, tiles)| tiles.contains(&tile));
        with_it.map(move |(number, tiles)| (number, tile - tiles.start))
    }

    /// Returns the first of the places that are reordered when the blank moves between two lines,
    /// given the upper one and the place of the blank along it. Their number is the length of a
    /// line.
    pub fn window(self, upper: usize, across: usize) -> usize {
        upper * self.width + across
    }

    /// Returns the place of a tile after the blank has moved to the next line, or back.
    pub fn after(self, place: usize, window: usize, is_forth: bool) -> usize {
        let last = window + self.width - 1;
        match is_forth {
            _ if !(window..=last).contains(&place) => place,
            true if place == last => window,
            true => place + 1,
            false if place == window => last,
            false => place - 1,
        }
    }
}

/// A board as it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardReading {
    /// The tiles in their order. A tile is identified by its place in the goal.
    order: [u8; 1 << 4],
    /// The places of the tiles of each pattern, four bits each.
    places: [u32; MOST_PATTERNS],
    /// The line of the blank.
    pub line: usize,
    /// Lower bound on the pushes from line to line.
    pub bound: u32,
}

impl BoardReading {
    /// Creates a reading from tiles in the order in which they are read, and the line of the blank.
    pub fn new(shape: ReadingShape, tiles: &[u8], line: usize) -> BoardReading {
        let mut reading =
            BoardReading { order: [0; 1 << 4], places: [0; MOST_PATTERNS], line, bound: 0 };
        reading.order[..tiles.len()].copy_from_slice(tiles);
        for (place, &tile) in tiles.iter().enumerate() {
            for (pattern, number) in shape.patterns_of(usize::from(tile)) {
                reading.places[pattern] |= (place as u32) << (4 * number);
            }
        }
        reading
    }

    /// Returns the places of the tiles of each pattern, four bits each, the first of them lowest.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Moves the blank to the next line, or back to the one before.
    #[inline(always)]
    pub fn step(&mut self, ground: &ReadingSteps, across: usize, is_forth: bool) {
        let width = ground.shape.width;
        let first = ground.shape.window(self.line - usize::from(!is_forth), across);
        let window = &mut self.order[first..first + width];
        if is_forth {
            window.rotate_right(1);
            self.line += 1;
        } else {
            window.rotate_left(1);
            self.line -= 1;
        }
        let (jumps, rest) = match is_forth {
            true => (0, 1..width),
            false => (width - 1, 0..width - 1),
        };
        let window = &self.order[first..first + width];
        // Terms may wrap below zero; the wrapping sum is exact.
        let far = (width as u32 - 1).wrapping_mul(if is_forth { u32::MAX } else { 1 });
        let near = if is_forth { 1 } else { u32::MAX };
        ground.shift(&mut self.places, window[jumps], far);
        for &tile in &window[rest] {
            ground.shift(&mut self.places, tile, near);
        }
    }
}

/// Data shared by all readings of a shape.
pub(super) struct ReadingSteps {
    pub shape: ReadingShape,
    /// For each tile, the value of one place farther in each pattern.
    units: [[u32; MOST_PATTERNS]; 1 << 4],
}

impl ReadingSteps {
    pub fn new(shape: ReadingShape) -> ReadingSteps {
        let mut units = [[0; MOST_PATTERNS]; 1 << 4];
        for (tile, units) in units.iter_mut().enumerate().take(shape.tiles()) {
            for (pattern, number) in shape.patterns_of(tile) {
                units[pattern] = 1 << (4 * number);
            }
        }
        ReadingSteps { shape, units }
    }

    #[inline(always)]
    fn shift(&self, places: &mut [u32; MOST_PATTERNS], tile: u8, by: u32) {
        for (places, unit) in places.iter_mut().zip(&self.units[usize::from(tile & 15)]) {
            *places = places.wrapping_add(unit.wrapping_mul(by));
        }
    }
}
