//! Iterative deepening: passes with a growing bound, and the answer of all searches of tile puzzles.

use std::time::Duration;

use super::parity::Parity;
use super::{Metric, Run, Tiles};
use crate::engine::query::{Engine, Status, Stopped};
use crate::puzzle::{Direction, Size};

/// Maximum number of cells of a board that is searched by iterative deepening.
pub const MOST_CELLS: usize = 25;

/// Approximate growth of the positions from one pass to the next.
const GROWTH: u64 = 6;

/// Whether boards of this size are searched by iterative deepening.
pub fn is_searched(size: Size) -> bool {
    size.cells() <= MOST_CELLS
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileAnswer {
    /// How the search ended.
    pub status: Status,
    /// The shortest known solution, as moves of the blank, even if the search ended at a limit.
    pub path: Option<Vec<Direction>>,
    /// No solution has fewer moves than this.
    pub at_least: u64,
    /// Positions visited, in all passes. A position is counted each time that it is reached.
    pub positions: u64,
    /// The engine that found it.
    pub engine: Engine,
    /// The time for this puzzle, without the time for its databases.
    pub elapsed: Duration,
}

impl TileAnswer {
    /// Returns an answer without a solution.
    pub(super) fn new(engine: Engine, status: Status, at_least: u64) -> TileAnswer {
        TileAnswer { status, path: None, at_least, positions: 0, engine, elapsed: Duration::ZERO }
    }

    /// Returns an answer with a solution.
    pub(super) fn solved(engine: Engine, path: Vec<Direction>, at_least: u64) -> TileAnswer {
        TileAnswer { path: Some(path), ..TileAnswer::new(engine, Status::Solved, at_least) }
    }

    /// Returns the number of moves of the shortest known solution.
    pub fn moves(&self, metric: Metric) -> Option<usize> {
        self.path.as_ref().map(|path| metric.moves(path).count())
    }

    /// Whether its solution is a shortest one.
    pub fn is_shortest(&self, metric: Metric) -> bool {
        self.status == Status::Solved && self.moves(metric) == Some(self.at_least as usize)
    }
}

/// The board is too large for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {} x {} is too large: expected at most {MOST_CELLS} cells", .0.rows, .0.cols)]
pub struct TooLarge(pub Size);

/// A power of two, and more than the cells of any board: a smaller index into an array of this
/// length needs no bounds check.
pub const CELLS: usize = 32;

/// No cell.
pub const NONE: u8 = u8::MAX;

/// The cells of a board that is searched.
pub struct Grid {
    /// The cell that each step of the blank leads to from each cell, in the order of
    /// [`Direction::ALL`].
    pub beside: [[u8; 4]; CELLS],
    /// The distance of each home from each cell.
    pub distance: [[u8; CELLS]; CELLS],
}

impl Grid {
    pub fn new(size: Size) -> Grid {
        let mut grid = Grid { beside: [[NONE; 4]; CELLS], distance: [[0; CELLS]; CELLS] };
        for cell in 0..size.cells() {
            let step =
                |direction| Tiles::next(size, cell, direction).map_or(NONE, |next| next as u8);
            grid.beside[cell] = Direction::ALL.map(step);
            for home in 0..size.cells() {
                grid.distance[home][cell] = Tiles::distance(size, home, cell) as u8;
            }
        }
        grid
    }

    /// Returns the cell that a step of the blank leads to.
    pub fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        Some(self.beside[cell][direction as usize]).filter(|&next| next != NONE).map(usize::from)
    }
}

/// A position in which each tile is identified by its home, the cell where it belongs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Homes {
    /// For each cell, the home of its tile; on the blank's cell, the goal of the blank.
    pub homes: Vec<u8>,
    /// The cell of the blank.
    pub blank: usize,
    /// The sum of the distances of all tiles from their homes.
    pub distances: u32,
}

impl Homes {
    /// Prepares the start of a tile puzzle that [`is_searched`].
    pub fn of(tiles: &Tiles) -> Homes {
        let homes = tiles.homes().into_iter().map(|home| home as u8).collect();
        let (blank, distances) = (Tiles::blank(&tiles.start), tiles.distances() as u32);
        Homes { homes, blank, distances }
    }
}

/// The result of a pass: a solution, if there is one, or what stopped it; and its positions.
pub type PassEnd = (Result<Option<Vec<Direction>>, Stopped>, u64);

/// Runs passes for solutions of a number of moves, which begins with a lower bound and grows by
/// `step`. Stops for lack of time before a pass that would visit more than `longest` positions.
pub fn deepen(
    tiles: &Tiles,
    engine: Engine,
    (least, step): (u64, u64),
    longest: u64,
    run: &mut Run,
    mut pass: impl FnMut(u64, &mut Run) -> PassEnd,
) -> TileAnswer {
    if !Parity::of(tiles).is_solvable() {
        return TileAnswer::new(engine, Status::Unsolvable, 0);
    }
    if tiles.start == tiles.goal {
        return TileAnswer::solved(engine, Vec::new(), 0);
    }
    let mut answer = TileAnswer::new(engine, Status::Solved, least);
    let mut last: u64 = 0;
    answer.status = loop {
        if let Err(stopped) = run.budget.allows(answer.at_least) {
            break Status::Stopped(stopped);
        }
        if last.saturating_mul(GROWTH) > longest {
            break Status::Stopped(Stopped::Time);
        }
        let (end, positions) = pass(answer.at_least, run);
        (answer.positions, last) = (answer.positions + positions, positions);
        match end {
            Ok(None) => run.observer.pass_ends(answer.at_least, positions),
            Ok(path) => {
                answer.path = path;
                break Status::Solved;
            }
            Err(stopped) => break Status::Stopped(stopped),
        }
        answer.at_least += step;
    };
    answer
}
