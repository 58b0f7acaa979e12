//! Shortest solutions where a move pushes any number of tiles along a row or a column.
//!
//! Two pushes along the same line are one push, or none. So in a shortest solution pushes along
//! columns and along rows alternate, and half of all pushes are of either kind. Twice a lower bound
//! for one kind is a lower bound for all: `reading.rs` describes what a push along a column
//! changes, and `table.rs` counts such pushes for a part of the tiles. The search is iterative
//! deepening.

mod reading;
mod search;
mod shape;
mod table;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::deepening::{Pass, PassObserver, TileSearchEnd, TileSearchResult};
use super::optimal::{BuildEvent, DatabaseFamily};
use super::parity::Parity;
use super::pdb::{Cache, Pattern, PatternError};
use super::{Metric, Tiles};
use crate::engine::host::threads;
use crate::puzzle::{Direction, Size};
use reading::{BoardReading, MOST_TILES};
use search::{SlideSearch, SlideStop};
use shape::ReadingShape;
use table::SlideTable;

/// Returns a lower bound on the number of slides: each brings a line of tiles one cell nearer.
pub(super) fn lower_bound(tiles: &Tiles) -> u64 {
    let Size { rows, cols } = tiles.size;
    tiles.distances().div_ceil(u64::from(rows.max(cols)) - 1)
}

/// Whether slides are searched on boards of this size.
pub fn is_searched(size: Size) -> bool {
    size.cells() <= MOST_TILES + 1
}

/// Boards of up to this number of cells have patterns of six tiles: for 4 x 4 a second or so to
/// build.
const FEW_CELLS: usize = 16;

/// Returns the maximum number of tiles of a pattern, for a board of some size. Patterns of seven take
/// 65 MB each on a board of 4 x 4, and more on narrow ones.
fn longest(size: Size, family: DatabaseFamily) -> usize {
    match (size.rows, size.cols, family) {
        (4, 4, DatabaseFamily::Large) => 7,
        _ if size.cells() > FEW_CELLS => 5,
        _ => 6,
    }
}

/// Returns the patterns of a family for a board and a goal of the blank: those of the board read by
/// rows, and those by columns if they differ.
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::tiles::{optimal::DatabaseFamily, slides::patterns};
///
/// let size = Size { rows: 4, cols: 4 };
/// let tiles = |family| patterns(size, 15, family).unwrap();
/// let tiles = |family| tiles(family).iter().map(|p| p.homes().len()).collect::<Vec<_>>();
/// assert_eq!(tiles(DatabaseFamily::Small), [6, 6, 6]);
/// assert_eq!(tiles(DatabaseFamily::Large), [7, 7, 7]);
/// ```
///
/// # Errors
///
/// Returns an error if the size is not one that [`is_searched`], or the goal of the blank is not on
/// the board.
pub fn patterns(
    size: Size,
    blank: usize,
    family: DatabaseFamily,
) -> Result<Vec<Pattern>, PatternError> {
    let shapes = shapes(size, blank, family)?;
    let all = shapes.iter().flat_map(|&(shape, home)| patterns_of(shape, home));
    all.collect()
}

/// Returns the bytes of the tables of a family; if they have to be built first, including the peak
/// while they are.
pub(super) fn bytes(
    size: Size,
    blank: usize,
    family: DatabaseFamily,
    is_built: bool,
) -> Result<u64, PatternError> {
    let patterns = patterns(size, blank, family)?;
    let tiles = size.cells() as u64 - 1;
    let placements = |pattern: &Pattern| -> u64 {
        let count = pattern.homes.len() as u64;
        u64::from(pattern.rows) * (tiles - count + 1..=tiles).product::<u64>()
    };
    let all: Vec<u64> = patterns.iter().map(placements).collect();
    // As for steps.
    let building = if is_built { 0 } else { all.iter().max().unwrap_or(&0) * 3 / 2 };
    Ok(all.iter().sum::<u64>() / 2 + building)
}

/// Returns how a board is read, with the line of the blank's goal: by rows, and by columns if that
/// differs.
fn shapes(
    size: Size,
    blank: usize,
    family: DatabaseFamily,
) -> Result<Vec<(ReadingShape, usize)>, PatternError> {
    if !is_searched(size) || size.rows < 2 || size.cols < 2 {
        return Err(PatternError::Board(size));
    }
    if blank >= size.cells() {
        return Err(PatternError::Blank(blank));
    }
    let (lines, width) = (size.rows as usize, size.cols as usize);
    let (row, col) = (blank / width, blank % width);
    let pattern = longest(size, family);
    let by_rows = (ReadingShape { lines, width, pattern }, row);
    let by_cols = (ReadingShape { lines: width, width: lines, pattern }, col);
    // Reflected, the board is the same.
    Ok(if by_rows == by_cols { vec![by_rows] } else { vec![by_rows, by_cols] })
}

fn patterns_of(
    shape: ReadingShape,
    home: usize,
) -> impl Iterator<Item = Result<Pattern, PatternError>> {
    let size = Size { rows: shape.lines as u32, cols: shape.width as u32 };
    (0..shape.patterns()).map(move |number| {
        let homes: Vec<usize> = shape.pattern(number).collect();
        Pattern::new(Metric::Slides, size, home, &homes)
    })
}

/// A solver for one size of board and one goal of the blank.
pub struct SlideSolver {
    size: Size,
    blank: usize,
    /// The board read by rows, and by columns.
    sides: [ReadingSide; 2],
    /// The tables of the first side, and those of the second if they differ.
    tables: Vec<Vec<SlideTable>>,
}

/// One of the two ways to read a board.
struct ReadingSide {
    shape: ReadingShape,
    /// The cells in the order in which they are read.
    cells: Vec<usize>,
    /// The index of its tables.
    tables: usize,
}

impl ReadingSide {
    fn new(shape: ReadingShape, cells: Vec<usize>, tables: usize) -> ReadingSide {
        ReadingSide { shape, cells, tables }
    }

    /// Returns the line of a cell.
    fn line(&self, cell: usize) -> usize {
        let place = self.cells.iter().position(|&other| other == cell).unwrap_or(0);
        place / self.shape.width
    }

    /// Reads the board on this side, which has some tables.
    fn read(&self, tiles: &Tiles, tables: &[SlideTable]) -> BoardReading {
        let read = |board: &[u32]| -> Vec<u32> {
            self.cells.iter().map(|&cell| board[cell]).filter(|&tile| tile != 0).collect()
        };
        let mut home = vec![0; tiles.goal.len()];
        for (place, tile) in read(&tiles.goal).into_iter().enumerate() {
            home[tile as usize] = place as u8;
        }
        let order: Vec<u8> =
            read(&tiles.start).into_iter().map(|tile| home[tile as usize]).collect();
        BoardReading::new(self.shape, tables, &order, self.line(Tiles::blank(&tiles.start)))
    }
}

impl SlideSolver {
    /// Creates a solver for boards of this size and this goal of the blank, with the tables of a
    /// family. They are loaded from the cache, or else built with `wanted` threads (all cores if
    /// `None`) and stored there. `None` if `report` stopped the building.
    ///
    /// # Errors
    ///
    /// As for [`patterns`].
    pub fn new(
        size: Size,
        blank: usize,
        family: DatabaseFamily,
        cache: Option<&Cache>,
        wanted: Option<NonZeroUsize>,
        report: &mut dyn FnMut(BuildEvent) -> ControlFlow<()>,
    ) -> Result<Option<SlideSolver>, PatternError> {
        let shapes = shapes(size, blank, family)?;
        if let Some(cache) = cache {
            cache.sweep();
        }
        let mut tables = Vec::new();
        for &(shape, home) in &shapes {
            let mut made = Vec::new();
            for pattern in patterns_of(shape, home) {
                match SlideTable::new(shape, &pattern?, cache, threads(wanted), report) {
                    Some(table) => made.push(table),
                    None => return Ok(None),
                }
            }
            tables.push(made);
        }
        let (rows, cols) = (size.rows as usize, size.cols as usize);
        let by_rows = (0..size.cells()).collect();
        let by_cols = (0..size.cells()).map(|i| i % rows * cols + i / rows).collect();
        let last = shapes.len() - 1;
        let sides = [
            ReadingSide::new(shapes[0].0, by_rows, 0),
            ReadingSide::new(shapes[last].0, by_cols, last),
        ];
        Ok(Some(SlideSolver { size, blank, sides, tables }))
    }

    /// Finds a solution with the fewest pushes, in no more than `max_moves`. A push is as many
    /// steps of the blank as it moves tiles.
    ///
    /// # Panics
    ///
    /// If size or goal of the blank are not those of the solver.
    pub fn solve(
        &self,
        tiles: &Tiles,
        max_moves: Option<u64>,
        observer: &mut dyn PassObserver,
    ) -> TileSearchResult {
        self.each(tiles, max_moves, observer, &mut |_| ControlFlow::Break(()))
    }

    /// Passes each solution with the fewest pushes to `visit`, until it returns `Break`. The first
    /// of them is in the return value, unless the observer cancelled before all were passed.
    ///
    /// # Panics
    ///
    /// If size or goal of the blank are not those of the solver.
    pub fn each(
        &self,
        tiles: &Tiles,
        max_moves: Option<u64>,
        observer: &mut dyn PassObserver,
        visit: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    ) -> TileSearchResult {
        assert_eq!((tiles.size, Tiles::blank(&tiles.goal)), (self.size, self.blank));
        if !Parity::of(tiles).is_solvable() {
            return TileSearchResult::unsolvable();
        }
        if tiles.start == tiles.goal {
            let _ = visit(&[]);
            return TileSearchResult {
                ending: TileSearchEnd::Solved(Vec::new()),
                lower_bound: 0,
                positions: 0,
            };
        }
        let mut first = None;
        let mut visit = |path: &[Direction]| {
            first.get_or_insert_with(|| path.to_vec());
            visit(path)
        };
        let tables = |side: &ReadingSide| &self.tables[side.tables][..];
        let both = self.sides.each_ref().map(|side| (side.shape, tables(side)));
        let mut search = SlideSearch::new(both, observer, &mut visit);
        let readings = self.sides.each_ref().map(|side| side.read(tiles, tables(side)));
        let mut found = deepen(&mut search, readings, max_moves);
        if let Some(path) = first.filter(|_| found.ending != TileSearchEnd::Stopped) {
            found.ending = TileSearchEnd::Solved(path);
        }
        found
    }
}

/// Runs passes with more and more pushes, until one has found solutions.
fn deepen(
    search: &mut SlideSearch,
    readings: [BoardReading; 2],
    max_moves: Option<u64>,
) -> TileSearchResult {
    let least = (2 * readings[0].bound.max(readings[1].bound)).saturating_sub(1).max(1);
    let mut found =
        TileSearchResult { ending: TileSearchEnd::Exceeded, lower_bound: 0, positions: 0 };
    for pushes in least.. {
        found.lower_bound = pushes.into();
        if max_moves.is_some_and(|max| found.lower_bound > max) {
            break;
        }
        let end = [0, 1].into_iter().try_for_each(|side| search.pass(side, readings, pushes));
        let positions = search.positions - found.positions;
        found.positions = search.positions;
        match end {
            ControlFlow::Break(SlideStop::Cancelled) => found.ending = TileSearchEnd::Stopped,
            ControlFlow::Continue(()) if search.solutions == 0 => {
                search.observer.pass_ends(&Pass { happy: least, sad: pushes - least, positions });
                continue;
            }
            _ => {}
        }
        break;
    }
    found
}
