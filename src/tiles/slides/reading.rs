//! A board read line by line, without the blank.
//!
//! If the blank moves along a line, only its own place changes: the tiles are read in the same
//! order. If it moves to the next line, one tile jumps over all that are left of its line. So
//! pushes along columns change the order by rows, pushes along rows change the order by columns,
//! and neither changes the other.

use super::search::Side;
use crate::tiles::Tiles;
use crate::tiles::deepening::MOST_CELLS;
use crate::tiles::pdb::{Database, PatternState, moved};

/// Maximum number of patterns of a board, as they have five tiles or more.
const MOST_PATTERNS: usize = (MOST_CELLS - 1).div_ceil(5);

/// Returns the places of some tiles after the blank has moved from a place along a line to the next
/// line, or back, and the change of their order, if there is one: a tile's old and new place in it.
///
/// As many places as a line has are reordered: those from the blank's in the upper line on.
#[inline(always)]
pub(super) fn jumped(
    width: usize,
    set: u32,
    (line, across): (usize, usize),
    is_forth: bool,
) -> (u32, Option<(u32, u32)>) {
    let (last, all) = (width - 1, (1 << width) - 1);
    let window = (line - usize::from(!is_forth)) * width + across;
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

/// A board as it is read.
#[derive(Clone, Copy)]
pub(super) struct BoardReading {
    patterns: [PatternState; MOST_PATTERNS],
    /// The line of the blank.
    pub line: usize,
    /// Lower bound on the pushes from line to line.
    pub bound: u32,
}

impl BoardReading {
    /// Reads the start of a puzzle, given the cells in the order in which they are read.
    pub fn new((size, databases): Side, tiles: &Tiles, cells: &[usize]) -> BoardReading {
        let read = |board: &[u32]| Vec::from_iter(cells.iter().map(|&cell| board[cell]));
        let (start, mut goal) = (read(&tiles.start), read(&tiles.goal));
        let line = Tiles::blank(&start) / size.cols as usize;
        goal.retain(|&tile| tile != 0);
        let home = |tile: &u32| goal.iter().position(|other| other == tile);
        let homes = Vec::from_iter(start.iter().filter_map(home).map(|home| home as u8));
        let mut patterns = [PatternState::default(); MOST_PATTERNS];
        for (known, database) in patterns.iter_mut().zip(databases) {
            *known = database.state(&homes, line as u8);
        }
        let bound = patterns.iter().map(|known| known.excess).max().unwrap_or(0);
        BoardReading { patterns, line, bound }
    }

    /// Moves the blank to the next line, or back to the one before.
    #[inline(always)]
    pub fn step(&mut self, width: usize, databases: &[Database], across: usize, is_forth: bool) {
        let blank = (self.line, across);
        self.line = if is_forth { self.line + 1 } else { self.line - 1 };
        self.bound = 0;
        for (known, database) in self.patterns.iter_mut().zip(databases) {
            let (set, change) = jumped(width, known.cells, blank, is_forth);
            known.cells = set;
            if let Some((at, to)) = change {
                known.order = moved(known.order, at, to);
                known.row = database.places.row(known.order);
            }
            let place = database.places.place(known.row, set, self.line as u32);
            self.bound = self.bound.max(database.entry(place));
        }
    }
}
