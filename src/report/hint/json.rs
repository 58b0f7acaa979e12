//! The next move of a shortest solution, for programs.

use serde::Serialize;

use super::HintReport;
use crate::report::json::{self, Size, Step};
use crate::report::schema::{self, Schema};

/// What to do next, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    schema: Schema,
    puzzle: String,
    file: String,
    size: Size,
    style: u8,
    status: &'static str,
    limit: Option<&'static str>,
    start: String,
    moves: Option<u64>,
    shortest: Option<bool>,
    next: Option<Step>,
    left: Option<u64>,
}

impl HintReport<'_> {
    /// All for programs; `file` is where the puzzle was read from.
    pub fn json(&self, file: &str) -> Hint {
        let (puzzle, outcome) = (self.puzzle, self.outcome);
        Hint {
            schema: schema::HINT,
            puzzle: puzzle.name().to_owned(),
            file: file.to_owned(),
            size: json::size(puzzle),
            style: self.style.number(),
            status: json::status(outcome.status),
            limit: json::limit(outcome.status),
            start: puzzle.shorthand(puzzle.start()),
            moves: outcome.moves,
            shortest: outcome.moves.map(|_| outcome.is_shortest),
            next: self.next().map(|step| Step::new(puzzle, step)),
            left: self.left(),
        }
    }
}
