//! Solved tile puzzles, and all their shortest solutions: text, JSON, and tables of comma-separated
//! values.

mod csv;
mod json;
mod text;

use std::time::Duration;

use crate::puzzle::Direction;
use crate::query::Status;
use crate::tiles::choice::Answer;
use crate::tiles::deepening::Ending;
use crate::tiles::{Metric, Tiles, notation};

pub use csv::Table;
pub use json::{Listed, Solved};
pub use text::{explained, short};

/// A board and what came out.
pub struct TilesReport<'a> {
    /// The board as it was written.
    pub text: &'a str,
    /// The board.
    pub tiles: &'a Tiles,
    /// How the search ended.
    pub status: Status,
    /// What it found.
    pub answer: &'a Answer,
    /// The time for this board.
    pub elapsed: Duration,
    /// What one move is.
    pub metric: Metric,
    /// How moves are written.
    pub notation: notation::Moves,
    /// Of a board whose shortest solutions were listed: how many of them.
    pub list: Option<List>,
}

/// How many solutions there are in a list of the shortest ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    /// Those that were written.
    pub listed: u64,
    /// All that there are, unless a limit came before the last of them.
    pub solutions: Option<u64>,
}

/// One of the shortest solutions of a board.
pub struct TilesSolution<'a> {
    /// The board as it was written.
    pub text: &'a str,
    /// The board.
    pub tiles: &'a Tiles,
    /// Which one it is, from 1.
    pub number: u64,
    /// Its moves of the blank.
    pub way: &'a [Direction],
    /// What one move is.
    pub metric: Metric,
    /// How moves are written.
    pub notation: notation::Moves,
}

impl TilesSolution<'_> {
    /// The solution in the notation that was asked for.
    fn solution(&self) -> String {
        notation::moves(self.tiles, self.way, self.metric, self.notation)
    }
}

impl TilesReport<'_> {
    fn is_constructed(&self) -> bool {
        matches!(self.answer.found.ending, Ending::Constructed(_))
    }

    /// Moves of the solution; of a longer one, if a limit was met.
    fn moves(&self) -> Option<usize> {
        self.answer.way().map(|way| self.metric.moves(way).count())
    }

    /// Moves over n^3, where a square of side n has as many cells as the board.
    fn per_cube(&self, moves: usize) -> f64 {
        moves as f64 / (self.tiles.size().cells() as f64).powf(1.5)
    }

    /// The solution in the notation that was asked for.
    fn solution(&self) -> Option<String> {
        self.answer.way().map(|way| notation::moves(self.tiles, way, self.metric, self.notation))
    }

    /// Whether a limit came before all solutions that were to be listed.
    fn is_cut_short(&self) -> bool {
        self.status == Status::Solved && self.list.is_some_and(|list| list.solutions.is_none())
    }
}

/// The name of a notation of moves.
fn notation_word(notation: notation::Moves) -> &'static str {
    match notation {
        notation::Moves::Tiles => "tiles",
        notation::Moves::Digits => "digits",
        notation::Moves::Blank => "blank",
        notation::Moves::Directions => "directions",
    }
}

/// Many boards by how they ended.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// Boards in all, those that were refused included.
    pub boards: u64,
    /// Boards that were solved.
    pub solved: u64,
    /// Moves of their solutions.
    pub moves: usize,
    /// Boards without a solution.
    pub unsolvable: u64,
    /// Boards that a limit left open, or some of their shortest solutions.
    pub limited: u64,
    /// Boards that were too large.
    pub refused: u64,
    /// Positions that were visited.
    pub positions: u64,
}

impl Sums {
    /// Counts a board that was too large.
    pub fn add_refused(&mut self) {
        self.boards += 1;
        self.refused += 1;
    }

    /// Counts a board.
    pub fn add(&mut self, report: &TilesReport) {
        self.boards += 1;
        self.positions += report.answer.found.positions;
        match report.status {
            Status::Solved if report.is_cut_short() => self.limited += 1,
            Status::Solved => {
                self.solved += 1;
                self.moves += report.moves().unwrap_or(0);
            }
            Status::Unsolvable => self.unsolvable += 1,
            Status::Stopped(_) => self.limited += 1,
        }
    }
}
