//! A board read line by line, without the blank.
//!
//! If the blank moves along a line, only its own place changes: the tiles are read in the same
//! order. If it moves to the next line, one tile jumps over all that are left of its line. So
//! pushes along columns change the order by rows, pushes along rows change the order by columns,
//! and neither changes the other.

use super::shape::ReadingShape;
use super::table::SlideTable;
use crate::tiles::pdb::{Order, moved};

/// Maximum number of tiles of a board.
pub(super) const MOST_TILES: usize = 24;

/// Maximum number of patterns of a board, as they have five tiles or more.
pub(super) const MOST_PATTERNS: usize = MOST_TILES.div_ceil(5);

/// The tiles of a pattern on a board that is read.
#[derive(Clone, Copy, Debug, Default)]
struct PatternPlaces {
    /// Their places.
    set: u32,
    order: Order,
    /// The offset of the order's row in the table.
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
    /// Creates a reading from tiles in the order in which they are read, and the line of the blank.
    /// A tile is identified by its place in the goal.
    pub fn new(
        shape: ReadingShape,
        tables: &[SlideTable],
        tiles: &[u8],
        line: usize,
    ) -> BoardReading {
        let mut patterns = [PatternPlaces::default(); MOST_PATTERNS];
        for (number, (known, table)) in patterns.iter_mut().zip(tables).enumerate() {
            let pattern = shape.pattern(number);
            let (mut set, mut order) = (0_u32, 0);
            for (place, &tile) in tiles.iter().enumerate() {
                if pattern.contains(&usize::from(tile)) {
                    order |= (Order::from(tile) - pattern.start as Order) << (3 * set.count_ones());
                    set |= 1 << place;
                }
            }
            *known = PatternPlaces { set, order, row: table.row(order) };
        }
        let mut reading = BoardReading { patterns, line, bound: 0 };
        reading.bound = reading.bound(tables);
        reading
    }

    /// Returns a lower bound for the pushes from line to line.
    #[inline(always)]
    fn bound(&self, tables: &[SlideTable]) -> u32 {
        let bounds = self.patterns.iter().zip(tables);
        let bounds =
            bounds.map(|(known, table)| table.pushes_left(known.row, known.set, self.line));
        bounds.max().unwrap_or(0)
    }

    /// Moves the blank to the next line, or back to the one before.
    #[inline(always)]
    pub fn step(
        &mut self,
        shape: ReadingShape,
        tables: &[SlideTable],
        across: usize,
        is_forth: bool,
    ) {
        let window = shape.window(self.line - usize::from(!is_forth), across);
        for (known, table) in self.patterns.iter_mut().zip(tables) {
            let (set, change) = shape.jumped(known.set, window, is_forth);
            known.set = set;
            if let Some((at, to)) = change {
                known.order = moved(known.order, at, to);
                known.row = table.row(known.order);
            }
        }
        self.line = if is_forth { self.line + 1 } else { self.line - 1 };
        self.bound = self.bound(tables);
    }
}
