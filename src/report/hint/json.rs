//! The next move of a shortest solution, for programs.

use serde::Serialize;

use super::HintReport;
use crate::report::json::{self, About, Step};
use crate::report::schema::{self, Schema};

/// What to do next, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    schema: Schema,
    #[serde(flatten)]
    about: About,
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
            about: About::new(puzzle, file, self.style),
            status: json::status(outcome.status),
            limit: json::limit(outcome.status),
            start: puzzle.shorthand(puzzle.start()),
            moves: outcome.moves,
            shortest: outcome.moves.map(|_| outcome.is_shortest),
            next: self.next().map(|step| Step::new(&puzzle.named(), step)),
            left: self.left(),
        }
    }
}
