//! Shortest solutions where a move pushes any number of tiles along a row or a column.
//!
//! Two pushes along the same line are one push, or none. So in a shortest solution pushes along
//! columns and along rows alternate, and half of all pushes are of either kind. Twice a lower bound
//! for one kind is a lower bound for all. The search is iterative deepening.
//!
//! A board is read line by line, without the blank. If the blank moves along a line, only its own
//! place changes: the tiles are read in the same order. If it moves to the next line, one tile jumps
//! over all that are left of its line. So pushes along columns change the order by rows, pushes along
//! rows change the order by columns, and neither changes the other.
//!
//! The databases have, for all places of the tiles of a pattern and all lines of the blank, the fewest
//! pushes from line to line that bring these tiles and the blank's line home, if the blank may move
//! freely along its line between two of them; 15 if there are more.

use super::deepening::{MOST_CELLS, TileAnswer, deepen};
use super::pdb::{
    BuildGraph, Database, Pattern, PatternState, Places, RowSource, build, moved, moved_first,
};
use super::{Run, Tiles};
use crate::engine::host::Pages;
use crate::engine::query::{Engine, Stopped};
use crate::puzzle::{Direction, Size};

/// Returns a lower bound on the number of slides: each brings a line of tiles one cell nearer.
pub fn lower_bound(tiles: &Tiles) -> u64 {
    let Size { rows, cols } = tiles.size;
    tiles.distances().div_ceil(u64::from(rows.max(cols)) - 1)
}

/// Returns a solution with the fewest pushes, found by passes of no more than about `longest`
/// positions. A push is as many steps of the blank as it moves tiles.
///
/// Needs the databases of the board read by rows, and those by columns.
pub fn search(
    tiles: &Tiles,
    databases: [&[Database]; 2],
    longest: u64,
    run: &mut Run,
) -> TileAnswer {
    let (rows, cols) = (tiles.size.rows as usize, tiles.size.cols as usize);
    let sides = [
        (tiles.size, databases[0]),
        (Size { rows: tiles.size.cols, cols: tiles.size.rows }, databases[1]),
    ];
    let by_rows = Vec::from_iter(0..tiles.size.cells());
    let by_cols = Vec::from_iter(by_rows.iter().map(|place| place % rows * cols + place / rows));
    let readings = [
        BoardReading::new(sides[0], tiles, &by_rows),
        BoardReading::new(sides[1], tiles, &by_cols),
    ];
    let least = (2 * readings[0].bound.max(readings[1].bound)).saturating_sub(1).max(1);
    deepen(tiles, Engine::Pdb, (least.into(), 1), longest, run, |pushes, run| {
        let mut search = SlideSearch { sides, run, positions: 0, path: Vec::new() };
        let mut pass = |side| search.pass(side, readings, pushes as u32);
        let end = pass(0).and_then(|is_solved| Ok(is_solved || pass(1)?));
        (end.map(|is_solved| is_solved.then_some(search.path)), search.positions)
    })
}

/// Positions between two checks for cancellation: a power of two.
const BREATH: u64 = 1 << 12;

/// The number and length of the lines in which a board is read, and the databases for that.
pub type Side<'a> = (Size, &'a [Database]);

/// The directions of pushes back and forth along the columns (side 0) and the rows (side 1).
const WAYS: [[Direction; 2]; 2] =
    [[Direction::Up, Direction::Down], [Direction::Left, Direction::Right]];

/// A search, with its current path in steps of the blank.
struct SlideSearch<'a, 'b> {
    pub sides: [Side<'a>; 2],
    pub run: &'a mut Run<'b>,
    pub positions: u64,
    pub path: Vec<Direction>,
}

impl SlideSearch<'_, '_> {
    /// Finds a solution with `left` pushes, at least one, the first of them on this side. Returns
    /// whether there is one: then the path is it.
    pub fn pass(
        &mut self,
        side: usize,
        readings: [BoardReading; 2],
        left: u32,
    ) -> Result<bool, Stopped> {
        let possible = [left / 2, left.div_ceil(2)];
        if readings[side].bound > possible[1] || readings[1 - side].bound > possible[0] {
            return Ok(false);
        }
        self.pushes(side, &readings, left)
    }

    fn pushes(
        &mut self,
        side: usize,
        readings: &[BoardReading; 2],
        left: u32,
    ) -> Result<bool, Stopped> {
        let (Size { rows, cols }, databases) = self.sides[side];
        let (across, line, before) =
            (readings[1 - side].line, readings[side].line, self.path.len());
        for is_forth in [false, true] {
            let room = if is_forth { rows as usize - 1 - line } else { line };
            let mut after = *readings;
            for _ in 0..room {
                after[side].step(cols as usize, databases, across, is_forth);
                self.path.push(WAYS[side][usize::from(is_forth)]);
                self.positions += 1;
                if self.positions.is_multiple_of(BREATH) {
                    self.run.look()?;
                }
                // The other side is next, and has the larger half of an odd number.
                if after[side].bound > (left - 1) / 2 {
                    continue;
                }
                // If neither side has pushes left, both are in order.
                if left == 1 || self.pushes(1 - side, &after, left - 1)? {
                    return Ok(true);
                }
            }
            self.path.truncate(before);
        }
        Ok(false)
    }
}

/// Maximum number of patterns of a board, as they have five tiles or more.
const MOST_PATTERNS: usize = (MOST_CELLS - 1).div_ceil(5);

/// Returns the places of some tiles after the blank has moved from a place along a line to the next
/// line, or back, and the change of their order, if there is one: a tile's old and new place in it.
///
/// As many places as a line has are reordered: those from the blank's in the upper line on.
#[inline(always)]
fn jumped(
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
struct BoardReading {
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

/// The largest entry.
const MOST: u8 = 15;

/// Builds the database of a pattern.
pub fn database(pattern: &Pattern, places: &Places, run: &mut Run) -> Result<Pages, Stopped> {
    let (index, sets) = (&places.index, places.index.all_sets());
    let (lines, width) = (pattern.size.rows as usize, pattern.size.cols as usize);
    let sources = |row: usize| {
        let mut sources = Vec::new();
        for (across, is_forth) in (0..width).flat_map(|across| [(across, false), (across, true)]) {
            let (mut line, mut set) = (row / sets.len(), sets[row % sets.len()]);
            let mut moves = Vec::new();
            while if is_forth { line + 1 < lines } else { line > 0 } {
                let (after, change) = jumped(width, set, (line, across), is_forth);
                (set, line) = (after, if is_forth { line + 1 } else { line - 1 });
                // A push backwards is a push: this one is undone.
                moves.extend(change.map(|(at, to)| (to, at)));
                let change = moved_first(index, moves.iter().rev());
                sources.push(RowSource { row: line * sets.len() + index.set(set), change });
            }
        }
        sources
    };
    let home = index.set(pattern.homes.iter().fold(0, |set, &home| set | 1 << home));
    let goal = pattern.blank * sets.len() + home;
    let graph = BuildGraph {
        homes: &pattern.homes,
        index,
        places: places.count,
        others: Vec::new(),
        sources: &sources,
        goal: (goal, goal),
    };
    let limit = |_, distances: &mut [u8]| {
        distances.iter_mut().for_each(|distance| *distance = MOST.min(*distance));
    };
    build(&graph, limit, run)
}
