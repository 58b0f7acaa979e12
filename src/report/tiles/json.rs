//! Solved tile puzzles, for programs.

use serde::Serialize;

use super::{TilesReport, TilesSolution, notation_word};
use crate::query::Status;
use crate::report::json::{self, Size};
use crate::report::schema::{self, Schema};

/// A board and what came out, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Solved<'a> {
    schema: Schema,
    size: Size,
    start: &'a [u32],
    goal: &'a [u32],
    #[serde(flatten)]
    row: Row<'a>,
}

impl<'a> TilesReport<'a> {
    /// All for programs.
    pub fn json(&self) -> Solved<'a> {
        Solved {
            schema: schema::TILES,
            size: self.tiles.size().into(),
            start: self.tiles.start(),
            goal: self.tiles.goal(),
            row: Row::new(self),
        }
    }
}

/// What a table has of a board, too.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row<'a> {
    board: &'a str,
    rows: u32,
    cols: u32,
    status: &'static str,
    limit: Option<&'static str>,
    metric: &'static str,
    moves: Option<usize>,
    shortest: Option<bool>,
    at_least: Option<u64>,
    at_most: Option<usize>,
    per_cube: Option<f64>,
    notation: &'static str,
    solution: Option<String>,
    positions: u64,
    elapsed_ms: f64,
    engine: &'static str,
    solutions: Option<u64>,
}

impl<'a> Row<'a> {
    pub(super) fn new(report: &TilesReport<'a>) -> Self {
        let found = &report.answer.found;
        let is_solved = report.status == Status::Solved;
        let is_open = report.status != Status::Unsolvable;
        let moves = report.moves();
        Row {
            board: report.text,
            rows: report.tiles.size().rows,
            cols: report.tiles.size().cols,
            status: json::status(report.status),
            limit: json::limit(report.status),
            metric: report.metric.name(),
            moves: moves.filter(|_| is_solved),
            shortest: is_solved.then(|| !report.is_constructed()),
            at_least: is_open.then_some(found.at_least),
            at_most: moves,
            per_cube: moves.map(|moves| (1e4 * report.per_cube(moves)).round() / 1e4),
            notation: notation_word(report.notation),
            solution: report.solution(),
            positions: found.positions,
            elapsed_ms: json::milliseconds(report.elapsed),
            engine: report.answer.engine.name(),
            solutions: report.list.and_then(|list| list.solutions),
        }
    }
}

/// One of the shortest solutions of a board, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Listed<'a> {
    schema: Schema,
    size: Size,
    start: &'a [u32],
    goal: &'a [u32],
    #[serde(flatten)]
    row: SolutionRow<'a>,
}

impl<'a> TilesSolution<'a> {
    /// All for programs.
    pub fn json(&self) -> Listed<'a> {
        Listed {
            schema: schema::TILES_SOLUTION,
            size: self.tiles.size().into(),
            start: self.tiles.start(),
            goal: self.tiles.goal(),
            row: SolutionRow::new(self),
        }
    }
}

/// What a table has of a solution, too.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SolutionRow<'a> {
    board: &'a str,
    rows: u32,
    cols: u32,
    number: u64,
    metric: &'static str,
    moves: usize,
    notation: &'static str,
    solution: String,
}

impl<'a> SolutionRow<'a> {
    pub(super) fn new(report: &TilesSolution<'a>) -> Self {
        SolutionRow {
            board: report.text,
            rows: report.tiles.size().rows,
            cols: report.tiles.size().cols,
            number: report.number,
            metric: report.metric.name(),
            moves: report.metric.moves(report.way).count(),
            notation: notation_word(report.notation),
            solution: report.solution(),
        }
    }
}
