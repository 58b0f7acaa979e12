//! What came of replaying a solution, for programs.

use serde::Serialize;

use super::ReplayReport;
use crate::puzzle::Style;
use crate::report::json::{self, Size, Understanding};
use crate::report::schema::{self, Schema};

/// What came of a solution, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Verify {
    schema: Schema,
    puzzle: String,
    file: String,
    size: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<Understanding>,
    source: String,
    start: String,
    legal: bool,
    solved: bool,
    made: usize,
    of_gap: bool,
    line: Option<usize>,
    flaw: Option<String>,
    moves: [Option<u64>; 6],
    end: String,
}

impl ReplayReport<'_> {
    /// All for programs; `file` is where the puzzle was read from.
    pub fn json(&self, file: &str) -> Verify {
        let (puzzle, replay) = (self.puzzle, &self.replay);
        let refused = self.refused.as_ref();
        Verify {
            schema: schema::VERIFY,
            puzzle: puzzle.name().to_owned(),
            file: file.to_owned(),
            size: json::size(puzzle),
            read_as: Understanding::of(puzzle),
            source: self.source.to_owned(),
            start: puzzle.shorthand(puzzle.start()),
            legal: refused.is_none(),
            solved: self.solves(),
            made: replay.told(),
            of_gap: self.is_of_gap,
            line: refused.and_then(|refused| refused.line),
            flaw: refused.map(|refused| refused.flaw.to_string()),
            moves: Style::ALL.map(|style| replay.moves(style).ok()),
            end: puzzle.shorthand(&replay.now()),
        }
    }
}
