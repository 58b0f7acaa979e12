//! Shortest solutions where a move pushes any number of tiles along a row or a column.
//!
//! Two pushes along the same line are one push, or none. So in a shortest solution pushes along
//! columns and along rows alternate, and half of all pushes are of either kind. Twice a lower bound
//! for one kind is a lower bound for all: `reading.rs` describes what a push along a column
//! changes, and `table.rs` counts such pushes for a part of the tiles. The search is iterative
//! deepening.

mod reading;
mod search;
mod table;

use super::deepening::{TileAnswer, deepen};
use super::partitions::DatabaseFamily;
use super::pdb::{Cache, Pattern, PatternError};
use super::{Metric, Run, Tiles, Visit};
use crate::engine::query::Engine;
use crate::puzzle::Size;
use reading::{BoardReading, ReadingShape};
use search::SlideSearch;
use table::SlideTable;

/// Returns a lower bound on the number of slides: each brings a line of tiles one cell nearer.
pub(super) fn lower_bound(tiles: &Tiles) -> u64 {
    let Size { rows, cols } = tiles.size;
    tiles.distances().div_ceil(u64::from(rows.max(cols)) - 1)
}

/// Boards of up to this number of cells have patterns of six tiles: for 4 x 4 a second or so to
/// build.
const FEW_CELLS: usize = 16;

/// Returns the maximum number of tiles of a pattern, for a board of some size. Patterns of seven take
/// 65 MB each on a board of 4 x 4, and more on narrow ones.
fn longest_pattern(size: Size, family: DatabaseFamily) -> usize {
    match (size.rows, size.cols, family) {
        (4, 4, DatabaseFamily::Large) => 7,
        _ if size.cells() > FEW_CELLS => 5,
        _ => 6,
    }
}

/// Returns the patterns of a family for a board and a goal of the blank: those of the board read by
/// rows, and those by columns if they differ. Their tiles are consecutive in the goal, and all have
/// the maximum size, so some tiles are in two of them.
pub(super) fn patterns(
    size: Size,
    blank: usize,
    family: DatabaseFamily,
) -> Result<Vec<Vec<Pattern>>, PatternError> {
    if size.cells() < 2 {
        return Err(PatternError::Board(size));
    }
    if blank >= size.cells() {
        return Err(PatternError::Blank(blank));
    }
    let (row, col) = size.row_col(blank as u32);
    let tiles = size.cells() - 1;
    let most = longest_pattern(size, family).min(tiles);
    let last = tiles.div_ceil(most) - 1;
    let patterns = |size: Size, line: u32| -> Result<Vec<_>, _> {
        let first = |number: usize| number * (tiles - most) / last.max(1);
        let all = (0..=last).map(|number| Vec::from_iter(first(number)..first(number) + most));
        all.map(|homes| Pattern::new(Metric::Slides, size, line as usize, &homes)).collect()
    };
    let by_rows = patterns(size, row)?;
    let by_cols = patterns(Size { rows: size.cols, cols: size.rows }, col)?;
    // Reflected, the board is the same.
    Ok(if by_rows == by_cols { vec![by_rows] } else { vec![by_rows, by_cols] })
}

/// A solver for one size of board and one goal of the blank.
pub struct SlideSolver {
    size: Size,
    blank: usize,
    /// The tables of the board read by rows, and those by columns if they differ.
    tables: Vec<Vec<SlideTable>>,
}

impl SlideSolver {
    /// Creates a solver for boards of this size and this goal of the blank, with the tables of a
    /// family. They are loaded from the cache, or else built and stored there.
    ///
    /// # Errors
    ///
    /// As for [`patterns`](super::patterns), or if a limit ended the building.
    pub fn new(
        size: Size,
        blank: usize,
        family: DatabaseFamily,
        cache: Option<&Cache>,
        run: &mut Run,
    ) -> Result<SlideSolver, PatternError> {
        let patterns = patterns(size, blank, family)?;
        let mut tables = Vec::new();
        for patterns in patterns {
            let made = patterns.into_iter().map(|pattern| SlideTable::new(pattern, cache, run));
            tables.push(made.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(SlideSolver { size, blank, tables })
    }

    /// Passes each solution with the fewest pushes to `visit`, until it returns `Break`, and makes
    /// no passes of more than about `longest` positions. A push is as many steps of the blank as it
    /// moves tiles. The first solution is in the return value, unless a limit ended the search
    /// before all were passed.
    ///
    /// # Panics
    ///
    /// If size or goal of the blank are not those of the solver.
    pub fn each(
        &self,
        tiles: &Tiles,
        longest: u64,
        run: &mut Run,
        visit: &mut Visit,
    ) -> TileAnswer {
        assert_eq!((tiles.size, Tiles::blank(&tiles.goal)), (self.size, self.blank));
        if tiles.start == tiles.goal {
            let _ = visit(&[]);
        }
        let (rows, cols) = (self.size.rows as usize, self.size.cols as usize);
        let (by_rows, by_cols) = (&self.tables[0][..], &self.tables[self.tables.len() - 1][..]);
        let sides = [
            (ReadingShape { lines: rows, width: cols }, by_rows),
            (ReadingShape { lines: cols, width: rows }, by_cols),
        ];
        let cells = 0..self.size.cells();
        let readings = [
            BoardReading::new(sides[0], tiles, cells.clone().collect()),
            BoardReading::new(sides[1], tiles, cells.map(|i| i % rows * cols + i / rows).collect()),
        ];
        let least = (2 * readings[0].bound.max(readings[1].bound)).saturating_sub(1).max(1);
        deepen(tiles, Engine::Pdb, (least.into(), 1), longest, run, |pushes, run| {
            let mut search = SlideSearch::new(sides, run, visit);
            // What ended it is in the search.
            let _ =
                [0, 1].into_iter().try_for_each(|side| search.pass(side, readings, pushes as u32));
            (search.stopped.map_or(Ok(search.first), Err), search.positions)
        })
    }
}
