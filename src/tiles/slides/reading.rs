//! A board read line by line, without the blank.
//!
//! If the blank moves along a line, only its own place changes: the tiles are read in the same
//! order. If it moves to the next line, one tile jumps over all that are left of its line. So
//! pushes along columns change the order by rows, pushes along rows change the order by columns,
//! and neither changes the other.

use super::search::Side;
use crate::tiles::Tiles;
use crate::tiles::deepening::MOST_CELLS;
use crate::tiles::pdb::{Database, Order, moved};

/// Maximum number of patterns of a board, as they have five tiles or more.
const MOST_PATTERNS: usize = (MOST_CELLS - 1).div_ceil(5);

/// How a board is read: the number and length of the lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadingShape {
    pub lines: usize,
    pub width: usize,
}

impl ReadingShape {
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

/// The tiles of a pattern on a board that is read.
#[derive(Clone, Copy, Debug, Default)]
struct PatternPlaces {
    /// Their places.
    set: u32,
    order: Order,
    /// The offset of the order's row in the database.
    row: u32,
}

/// A board as it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardReading {
    patterns: [PatternPlaces; MOST_PATTERNS],
    /// The line of the blank.
    pub line: usize,
    /// Lower bound on the pushes from line to line.
    pub bound: u32,
}

impl BoardReading {
    /// Reads the start of a puzzle, given the cells in the order in which they are read.
    pub fn new((shape, databases): Side, tiles: &Tiles, cells: &[usize]) -> BoardReading {
        let read = |board: &[u32]| {
            cells.iter().map(|&cell| board[cell]).filter(|&tile| tile != 0).collect::<Vec<_>>()
        };
        let (start, homes) =
            (read(&tiles.start), Tiles::places(&[&[0], &read(&tiles.goal)[..]].concat()));
        let mut patterns = [PatternPlaces::default(); MOST_PATTERNS];
        for (known, database) in patterns.iter_mut().zip(databases) {
            for (place, &tile) in start.iter().enumerate() {
                let is_it = |&home: &u8| usize::from(home) + 1 == homes[tile as usize];
                if let Some(number) = database.pattern.homes().iter().position(is_it) {
                    known.order |= (number as Order) << (3 * known.set.count_ones());
                    known.set |= 1 << place;
                }
            }
            known.row = database.row(known.order);
        }
        let blank = Tiles::blank(&tiles.start);
        let place = cells.iter().position(|&cell| cell == blank).expect("each cell is read");
        let mut reading = BoardReading { patterns, line: place / shape.width, bound: 0 };
        reading.bound = reading.bound(databases);
        reading
    }

    /// Returns a lower bound for the pushes from line to line.
    #[inline(always)]
    fn bound(&self, databases: &[Database]) -> u32 {
        let pushes = self.patterns.iter().zip(databases).map(|(known, database)| {
            database.entry(database.place(known.row, known.set, self.line as u8))
        });
        pushes.max().unwrap_or(0)
    }

    /// Moves the blank to the next line, or back to the one before.
    #[inline(always)]
    pub fn step(
        &mut self,
        shape: ReadingShape,
        databases: &[Database],
        across: usize,
        is_forth: bool,
    ) {
        let window = shape.window(self.line - usize::from(!is_forth), across);
        for (known, database) in self.patterns.iter_mut().zip(databases) {
            let (set, change) = shape.jumped(known.set, window, is_forth);
            known.set = set;
            if let Some((at, to)) = change {
                known.order = moved(known.order, at, to);
                known.row = database.row(known.order);
            }
        }
        self.line = if is_forth { self.line + 1 } else { self.line - 1 };
        self.bound = self.bound(databases);
    }
}
