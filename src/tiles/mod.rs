//! Tile puzzles: all pieces are single cells and different from each other, one cell is empty, and
//! the goal gives the place of each.
//!
//! This module has the code specific to them. A tile puzzle is still a [`Puzzle`], and everything
//! else works on it as on any other.

mod beam;
mod construct;
mod databases;
mod deepening;
mod ida;
pub mod korf;
mod lane;
mod lanes;
pub mod notation;
mod parity;
pub mod pdb;
pub(crate) mod query;
mod slides;
mod solver;

pub use crate::engine::drive::Run;
pub use beam::lower_bound;
pub use construct::construct;
pub use databases::{DatabaseFamily, Databases, patterns};
pub(crate) use deepening::MOST_CELLS;
pub use deepening::{TileAnswer, TooLarge};
pub use notation::reached;
pub use parity::{Parity, RandomBoards, is_odd};
pub use query::TileQuery;
pub(crate) use query::is_tractable;
pub use solver::{TileSolver, solve, solve_each};

use std::iter;

use crate::puzzle::{
    Configuration, Direction, GoalSetup, Kind, KindSetup, MAX_CELLS, Move, Movers, Placement,
    Puzzle, Setup, Size, Solution, Style, kind_name, kind_number,
};

/// Maximum number of rows or columns, as both are stored in 16 bits.
const LINE: u32 = 60_000;

/// A tile puzzle: a start and one complete goal, each with every tile once.
///
/// Tiles are numbered from 1, and 0 is the blank. In a puzzle file, tile `n` is the piece of the
/// kind with index `n - 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    size: Size,
    start: Vec<u32>,
    goal: Vec<u32>,
}

/// Why something is not a board of a tile puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Fewer than two cells.
    #[error("a board of {rows} x {cols} is too small: expected two cells or more")]
    TooSmall {
        /// Number of rows.
        rows: u32,
        /// Number of columns.
        cols: u32,
    },
    /// More cells than a board may have, or more than 60,000 in a line.
    #[error("a board of {rows} x {cols} is too large: {MAX_CELLS} cells are the most")]
    TooLarge {
        /// Number of rows.
        rows: u32,
        /// Number of columns.
        cols: u32,
    },
    /// The number of entries is not the number of cells.
    #[error("there are {found} entries, but {expected} cells")]
    Count {
        /// Number of entries.
        found: usize,
        /// Number of cells.
        expected: usize,
    },
    /// A tile, or the blank, that is there twice; so another one is missing.
    #[error("{} is there twice", named(*.0))]
    Tile(u32),
    /// A tile that boards with this number of cells do not have.
    #[error("{tile} is too large: a board of {cells} cells has the tiles 0 to {}", .cells - 1)]
    NoTile {
        /// Number of the tile.
        tile: u32,
        /// Number of cells.
        cells: usize,
    },
}

/// Returns what people call a tile, or the blank.
fn named(tile: u32) -> String {
    if tile == 0 { "the gap".to_owned() } else { format!("tile {tile}") }
}

/// The metric: what counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// One tile moves one step.
    #[default]
    Steps,
    /// Any number of tiles are pushed along a row or a column.
    Slides,
}

impl From<Style> for Metric {
    /// With one empty cell, nothing moves on after a step: styles differ only in how many tiles a
    /// move takes.
    fn from(style: Style) -> Self {
        match style.movers() {
            Movers::Single => Metric::Steps,
            Movers::Super => Metric::Slides,
        }
    }
}

impl Metric {
    /// Groups steps of the blank into moves.
    ///
    /// ```
    /// use sliding::puzzle::Direction::{Down, Right};
    /// use sliding::tiles::Metric;
    ///
    /// let way = [Down, Down, Right];
    /// assert_eq!(Metric::Steps.moves(&way).count(), 3);
    /// assert_eq!(Metric::Slides.moves(&way).collect::<Vec<_>>(), [&way[..2], &way[2..]]);
    /// ```
    pub fn moves(self, path: &[Direction]) -> impl Iterator<Item = &[Direction]> {
        path.chunk_by(move |one, next| self == Metric::Slides && one == next)
    }

    /// Returns the least difference of the lengths of two solutions: all have an even number of
    /// steps, or all have an odd number.
    pub(crate) fn parity(self) -> usize {
        match self {
            Metric::Steps => 2,
            Metric::Slides => 1,
        }
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Steps => "steps",
            Metric::Slides => "slides",
        }
    }
}

impl Tiles {
    /// Creates the tile puzzle with a start and a goal, which have the tile of each cell, row by
    /// row.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has fewer than two cells or is too large, or if start or goal
    /// does not have each tile once.
    ///
    /// ```
    /// use sliding::puzzle::Size;
    /// use sliding::tiles::{BoardError, Tiles, notation::blank_last};
    ///
    /// let size = Size { rows: 2, cols: 2 };
    /// let tiles = Tiles::new(size, vec![0, 2, 1, 3], blank_last(size)).unwrap();
    /// assert_eq!((tiles.start()[1], tiles.goal()[1]), (2, 2));
    /// let wrong = Tiles::new(size, vec![0, 2, 2, 3], blank_last(size));
    /// assert_eq!(wrong, Err(BoardError::Tile(2)));
    /// ```
    pub fn new(size: Size, start: Vec<u32>, goal: Vec<u32>) -> Result<Tiles, BoardError> {
        for board in [&start, &goal] {
            check(size, board)?;
        }
        Ok(Tiles { size, start, goal })
    }

    /// Returns the board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the content of each cell at the start, row by row.
    pub fn start(&self) -> &[u32] {
        &self.start
    }

    /// Returns the content of each cell in the goal, row by row.
    pub fn goal(&self) -> &[u32] {
        &self.goal
    }

    /// Returns a puzzle as a tile puzzle, if it is one.
    ///
    /// ```
    /// use sliding::{Puzzle, tiles::Tiles};
    ///
    /// let text = "2 x 2\n1 = 1\n2 = 1\n3 = 1\n123\n0231\n";
    /// let tiles = Tiles::of(&text.parse::<Puzzle>().unwrap()).unwrap();
    /// assert_eq!((tiles.start(), tiles.goal()), (&[1, 2, 3, 0][..], &[0, 2, 3, 1][..]));
    /// ```
    pub fn of(puzzle: &Puzzle) -> Option<Tiles> {
        let size = puzzle.size();
        let [goal] = puzzle.goals() else { return None };
        let is_tile = |kind: &Kind| kind.cells().len() == 1 && kind.lock() == Default::default();
        let fits = size.cells() >= 2
            && puzzle.blocked().is_empty()
            && puzzle.gates().is_empty()
            && puzzle.empty_cells() == 1
            && goal.is_complete()
            && puzzle.counts().iter().all(|&count| count <= 1)
            && puzzle
                .start()
                .placements()
                .iter()
                .all(|p| is_tile(&puzzle.kinds()[p.kind as usize]));
        if !fits {
            return None;
        }
        let spelt = |configuration: &Configuration| {
            let mut cells = vec![0; size.cells()];
            for piece in configuration.placements() {
                cells[piece.cell as usize] = u32::from(piece.kind) + 1;
            }
            cells
        };
        // If a file has kinds without pieces, the numbers of the others may not be those of tiles.
        Tiles::new(size, spelt(puzzle.start()), spelt(&goal.demanded())).ok()
    }

    /// As [`Tiles::of`], with the numbers that people give to the tiles: those given by the names
    /// of the kinds if these are the first of all names; else, if the blank is first or last in the
    /// goal, those of their places in the goal. Moves of these tiles are not those of the puzzle's
    /// pieces.
    ///
    /// ```
    /// use sliding::{Puzzle, tiles::Tiles};
    ///
    /// let text = "2 x 2\n3 = 1\n1 = 1\n2 = 1\n1203\n123\n";
    /// let tiles = Tiles::named(&text.parse::<Puzzle>().unwrap()).unwrap();
    /// assert_eq!((tiles.start(), tiles.goal()), (&[1, 2, 0, 3][..], &[1, 2, 3, 0][..]));
    /// ```
    pub fn named(puzzle: &Puzzle) -> Option<Tiles> {
        let Tiles { size, start, goal } = Tiles::of(puzzle)?;
        let (cells, blank) = (size.cells(), Tiles::blank(&goal));
        let names = puzzle.kinds().iter().take(cells - 1).map(|kind| kind_number(kind.name()));
        let names = names.map(|name| name.map_or(0, u32::from));
        let mut numbers = Vec::from_iter(iter::once(0).chain(names));
        if !(1..cells as u32).all(|number| numbers.contains(&number)) {
            let number = |home: usize| ((home + usize::from(blank > 0)) % cells) as u32;
            numbers = match blank == 0 || blank + 1 == cells {
                true => Tiles::places(&goal).into_iter().map(number).collect(),
                false => (0..cells as u32).collect(),
            };
        }
        let renumbered = |board: &[u32]| board.iter().map(|&tile| numbers[tile as usize]).collect();
        Some(Tiles { size, start: renumbered(&start), goal: renumbered(&goal) })
    }

    /// Returns this as a puzzle; `None` if there are more tiles than kinds of pieces.
    ///
    /// ```
    /// use sliding::tiles::{Tiles, notation};
    ///
    /// let (size, start) = notation::board("820461375", None).unwrap();
    /// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
    /// assert_eq!(Tiles::of(&tiles.puzzle().unwrap()), Some(tiles));
    /// ```
    pub fn puzzle(&self) -> Option<Puzzle> {
        let mut setup = Setup::new(self.size);
        for tile in 1..self.size.cells() {
            let name = kind_name(u8::try_from(tile).ok()?)?;
            setup.add_kind(KindSetup::new(name, [(0, 0)]));
        }
        setup.start = placements(&self.start);
        setup.goals = vec![GoalSetup::Complete(placements(&self.goal))];
        setup.validate().ok()
    }

    /// Returns the cell of the blank in some position.
    ///
    /// # Panics
    ///
    /// If there is no blank.
    pub fn blank(cells: &[u32]) -> usize {
        cells.iter().position(|&tile| tile == 0).expect("one cell is empty")
    }

    /// Returns the cell of each tile in some position, the blank's first.
    ///
    /// # Panics
    ///
    /// If a number is too large for a tile.
    pub(crate) fn places(cells: &[u32]) -> Vec<usize> {
        let mut places = vec![0; cells.len()];
        for (cell, &tile) in cells.iter().enumerate() {
            places[tile as usize] = cell;
        }
        places
    }

    /// Returns the goal of the tile on each cell.
    pub(crate) fn homes(&self) -> Vec<usize> {
        let places = Self::places(&self.goal);
        self.start.iter().map(|&tile| places[tile as usize]).collect()
    }

    /// Returns the sum of the distances of all tiles from their goals, in steps (the Manhattan
    /// distance): a lower bound for the number of moves.
    pub fn distances(&self) -> u64 {
        let tiles = self.homes().into_iter().enumerate().filter(|&(cell, _)| self.start[cell] > 0);
        tiles.map(|(cell, home)| Self::distance(self.size, cell, home) as u64).sum()
    }

    /// Returns the number of steps between two cells.
    pub(crate) fn distance(size: Size, a: usize, b: usize) -> usize {
        let ((row, col), (to_row, to_col)) = (size.row_col(a as u32), size.row_col(b as u32));
        (row.abs_diff(to_row) + col.abs_diff(to_col)) as usize
    }

    /// Returns the cell that the blank enters by a step; `None` off the board.
    pub fn step(&self, blank: usize, direction: Direction) -> Option<usize> {
        Self::next(self.size, blank, direction)
    }

    /// Returns the cell beside another; `None` off the board.
    pub(crate) fn next(size: Size, cell: usize, direction: Direction) -> Option<usize> {
        size.shifted(cell as u32, direction.delta()).map(|cell| cell as usize)
    }

    /// Whether the board is a single row or column, in which no tile passes another.
    pub(crate) fn is_line(&self) -> bool {
        self.size.rows == 1 || self.size.cols == 1
    }

    /// Returns the only path of the blank without turning back, if the board is a single row or
    /// column. It is the solution if there is one.
    pub(crate) fn line_path(&self) -> Option<Vec<Direction>> {
        let (from, to) = (Tiles::blank(&self.start), Tiles::blank(&self.goal));
        let ways = match self.size.rows {
            1 => [Direction::Right, Direction::Left],
            _ => [Direction::Down, Direction::Up],
        };
        self.is_line().then(|| vec![ways[usize::from(from > to)]; from.abs_diff(to)])
    }

    /// Moves the blank along a path. Returns the tiles that move, and the last position.
    ///
    /// # Panics
    ///
    /// If the blank leaves the board.
    fn walk(&self, path: &[Direction]) -> (Vec<u32>, Vec<u32>) {
        let mut cells = self.start.clone();
        let mut blank = Self::blank(&cells);
        let mut moved = Vec::with_capacity(path.len());
        for &direction in path {
            let from = self.step(blank, direction).expect("the blank stays on the board");
            cells.swap(blank, from);
            moved.push(cells[blank]);
            blank = from;
        }
        (moved, cells)
    }

    /// Returns the position after the blank has gone along a path.
    ///
    /// # Panics
    ///
    /// If the blank leaves the board.
    pub(crate) fn after(&self, path: &[Direction]) -> Vec<u32> {
        self.walk(path).1
    }

    /// Returns the tiles that move when the blank goes along a path.
    ///
    /// # Panics
    ///
    /// If the blank leaves the board.
    pub fn moved(&self, path: &[Direction]) -> Vec<u32> {
        self.walk(path).0
    }

    /// Converts moves of the blank to moves of tiles, as a solution in a metric. `None` if there are
    /// more tiles than the kinds that a byte can distinguish: 256.
    ///
    /// # Panics
    ///
    /// If the blank leaves the board.
    ///
    /// ```
    /// use sliding::puzzle::{Direction, Size};
    /// use sliding::tiles::{Metric, Tiles, notation::blank_last};
    ///
    /// let solved = |rows, cols| {
    ///     let size = Size { rows, cols };
    ///     Tiles::new(size, blank_last(size), blank_last(size)).unwrap()
    /// };
    /// let way = [Direction::Left];
    /// let solution = solved(16, 16).solution(&way, Metric::Steps).unwrap();
    /// assert_eq!(solution.moves[0].pieces[0].kind, 254);
    /// assert_eq!(solved(17, 17).solution(&way, Metric::Steps), None);
    /// let slide = solved(3, 3).solution(&[Direction::Up, Direction::Up], Metric::Slides).unwrap();
    /// assert_eq!((slide.moves.len(), slide.moves[0].pieces.len()), (1, 2));
    /// ```
    pub fn solution(&self, path: &[Direction], metric: Metric) -> Option<Solution> {
        // The blank is a cell, and kinds are numbered from 0.
        u8::try_from(self.start.len().checked_sub(2)?).ok()?;
        let mut position = self.clone();
        let mut moves = Vec::new();
        for steps in metric.moves(path) {
            let after = position.after(steps);
            let mut moved = placements(&position.start);
            moved.retain(|piece| after[piece.cell as usize] != position.start[piece.cell as usize]);
            moves.push(Move {
                pieces: moved,
                steps: vec![steps[0].opposite()],
                after: Configuration::new(placements(&after)),
            });
            position.start = after;
        }
        Some(Solution { moves })
    }
}

/// Checks the size of a board, and that each tile is there once.
fn check(size: Size, board: &[u32]) -> Result<(), BoardError> {
    let (Size { rows, cols }, cells) = (size, size.cells());
    if cells < 2 {
        return Err(BoardError::TooSmall { rows, cols });
    }
    if rows.max(cols) > LINE || cells > MAX_CELLS {
        return Err(BoardError::TooLarge { rows, cols });
    }
    if board.len() != cells {
        return Err(BoardError::Count { found: board.len(), expected: cells });
    }
    let mut seen = vec![false; cells];
    for &tile in board {
        match seen.get_mut(tile as usize) {
            Some(seen @ false) => *seen = true,
            Some(_) => return Err(BoardError::Tile(tile)),
            None => return Err(BoardError::NoTile { tile, cells }),
        }
    }
    Ok(())
}

/// Returns the places of the tiles of a board as pieces.
fn placements(cells: &[u32]) -> Vec<Placement> {
    let tiles = (0..).zip(cells).filter(|(_, tile)| **tile > 0);
    tiles.map(|(cell, &tile)| Placement { cell, kind: (tile - 1) as u8 }).collect()
}
