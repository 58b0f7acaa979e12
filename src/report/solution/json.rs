//! The result of a search, for programs.

use serde::Serialize;

use super::SolutionReport;
use crate::report::elsewhere::OtherStyles;
use crate::report::json::{self, Piece, Size, Step};
use crate::report::puzzle::Outfit;
use crate::report::schema::{self, Schema};

/// What a search found, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Solve {
    schema: Schema,
    puzzle: String,
    file: String,
    size: Size,
    style: u8,
    status: &'static str,
    limit: Option<&'static str>,
    moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u64>,
    shortest: Option<bool>,
    levels: Vec<u64>,
    states: u64,
    elapsed_ms: f64,
    engine: &'static str,
    pieces: Vec<Piece>,
    #[serde(flatten)]
    outfit: Outfit,
    solution: Option<Vec<Step>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
    #[serde(flatten)]
    other_styles: Option<OtherStyles>,
}

impl SolutionReport<'_> {
    /// All for programs; `file` is where the puzzle was read from.
    pub fn json(&self, file: &str) -> Solve {
        let (puzzle, outcome) = (self.puzzle, self.outcome);
        Solve {
            schema: schema::SOLVE,
            puzzle: puzzle.name().to_owned(),
            file: file.to_owned(),
            size: json::size(puzzle),
            style: self.style.number(),
            status: json::status(outcome.status),
            limit: json::limit(outcome.status),
            moves: outcome.moves,
            at_least: outcome.at_least(),
            shortest: outcome.moves.map(|_| outcome.is_shortest),
            levels: outcome.counted.levels().to_vec(),
            states: outcome.counted.total(),
            elapsed_ms: json::milliseconds(outcome.elapsed),
            engine: outcome.engine.name(),
            pieces: Piece::all(&puzzle.named(), puzzle.start()),
            outfit: Outfit::new(puzzle),
            solution: outcome
                .solution
                .as_ref()
                .map(|solution| json::steps(puzzle.named(), solution)),
            verified: self.verified,
            other_styles: self.elsewhere.map(|elsewhere| OtherStyles::new(puzzle, elsewhere)),
        }
    }
}
