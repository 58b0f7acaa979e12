//! Iterative deepening: passes with a growing bound, their observer, and how they end.

use crate::engine::query::{Status, Stopped};
use crate::puzzle::{Direction, Size};

use super::Tiles;
use super::parity::Parity;

/// Maximum number of cells of a board that is searched by iterative deepening.
pub const MOST_CELLS: usize = 25;

/// Whether boards of this size are searched by iterative deepening.
pub fn is_searched(size: Size) -> bool {
    size.cells() <= MOST_CELLS
}

/// A pass that ended without a solution.
///
/// A move of a tile towards its goal is happy, any other is sad. Since the sum of the distances of
/// all tiles changes by one in each move, the length of a solution determines how many of its moves
/// are happy. With pattern databases `happy` is the initial bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Happy moves of the solutions of this pass.
    pub happy: u32,
    /// Sad moves of the solutions of this pass.
    pub sad: u32,
    /// Positions visited.
    pub positions: u64,
}

/// Observer of a search by iterative deepening.
pub trait PassObserver {
    /// A pass has ended without a solution.
    fn pass_ends(&mut self, _pass: &Pass) {}

    /// Whether the search should stop. Called often.
    fn should_stop(&self) -> bool {
        false
    }
}

/// An observer that ignores everything.
impl PassObserver for () {}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileSearchEnd {
    /// With these moves of the blank: the minimum number.
    Solved(Vec<Direction>),
    /// With these moves of the blank, which need not be the minimum number.
    Constructed(Vec<Direction>),
    /// Immediately: the parity shows that there is no solution.
    Unsolvable,
    /// There is no solution within the limit on moves.
    Exceeded,
    /// The observer stopped the search.
    Stopped,
    /// Memory does not suffice for the databases that this search needs.
    TooLittleMemory,
}

impl TileSearchEnd {
    /// Returns the status that all engines share: `max_moves` is the limit on moves, `stopped` the
    /// reason if the observer stopped the search.
    pub fn status(&self, max_moves: Option<u64>, stopped: Stopped) -> Status {
        match self {
            TileSearchEnd::Solved(_) | TileSearchEnd::Constructed(_) => Status::Solved,
            TileSearchEnd::Unsolvable => Status::Unsolvable,
            TileSearchEnd::Exceeded => {
                Status::Stopped(Stopped::Moves(max_moves.unwrap_or(u64::MAX)))
            }
            TileSearchEnd::TooLittleMemory => Status::Stopped(Stopped::Memory),
            TileSearchEnd::Stopped => Status::Stopped(stopped),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSearchResult {
    /// How it ended.
    pub ending: TileSearchEnd,
    /// No solution has fewer moves than this.
    pub lower_bound: u64,
    /// Positions visited, in all passes. A position is counted each time that it is reached.
    pub positions: u64,
}

impl TileSearchResult {
    /// Returns the result for a wrong parity.
    pub(super) fn unsolvable() -> TileSearchResult {
        TileSearchResult { ending: TileSearchEnd::Unsolvable, lower_bound: 0, positions: 0 }
    }
}

/// The board is too large for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {} x {} is too large: expected at most {MOST_CELLS} cells", .0.rows, .0.cols)]
pub struct TooLarge(pub Size);

/// A position in which each tile is identified by its home, the cell where it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Homes {
    pub rows: usize,
    pub cols: usize,
    /// For each cell, the home of its tile; on the blank's cell, the goal of the blank.
    pub homes: Vec<u8>,
    /// The cell of the blank.
    pub blank: usize,
    /// The sum of the distances of all tiles from their homes.
    pub distances: u32,
}

impl Homes {
    /// Prepares the start of a tile puzzle.
    pub fn of(tiles: &Tiles) -> Result<Homes, TooLarge> {
        let Size { rows, cols } = tiles.size;
        if !is_searched(tiles.size) {
            return Err(TooLarge(tiles.size));
        }
        let mut home = vec![0; tiles.goal.len()];
        for (cell, &tile) in tiles.goal.iter().enumerate() {
            home[tile as usize] = cell as u8;
        }
        let homes = tiles.start.iter().map(|&tile| home[tile as usize]).collect();
        let blank = Tiles::blank(&tiles.start);
        let distances = tiles.distances() as u32;
        Ok(Homes { rows: rows as usize, cols: cols as usize, homes, blank, distances })
    }
}

/// How a pass ended.
#[derive(Debug, PartialEq)]
pub(super) enum PassEnd {
    /// With a solution.
    Solved(Vec<Direction>),
    /// Without one.
    Fruitless,
    /// The observer cancelled.
    Stopped,
}

/// Runs passes with more and more sad moves. Each looks for a solution with given numbers of happy
/// and sad moves, and also returns the number of positions.
pub(super) fn deepen(
    tiles: &Tiles,
    least: u32,
    max_moves: Option<u64>,
    observer: &mut dyn PassObserver,
    mut pass: impl FnMut(u32, u32, &mut dyn PassObserver) -> (PassEnd, u64),
) -> TileSearchResult {
    if !Parity::of(tiles).is_solvable() {
        return TileSearchResult::unsolvable();
    }
    let mut found = TileSearchResult {
        ending: TileSearchEnd::Exceeded,
        lower_bound: least.into(),
        positions: 0,
    };
    if least == 0 {
        found.ending = TileSearchEnd::Solved(Vec::new());
        return found;
    }
    for sad in 0.. {
        let happy = least + sad;
        found.lower_bound = (happy + sad).into();
        if max_moves.is_some_and(|max| found.lower_bound > max) {
            break;
        }
        let (end, positions) = pass(happy, sad, observer);
        found.positions += positions;
        match end {
            PassEnd::Solved(path) => found.ending = TileSearchEnd::Solved(path),
            PassEnd::Stopped => found.ending = TileSearchEnd::Stopped,
            PassEnd::Fruitless => {
                observer.pass_ends(&Pass { happy, sad, positions });
                continue;
            }
        }
        break;
    }
    found
}
