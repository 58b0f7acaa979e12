//! The six styles side by side, for programs.

use serde::Serialize;

use super::{StylesReport, depth};
use crate::puzzle::Style;
use crate::query::Answer;
use crate::report::json::{self, Size, Understanding};
use crate::report::schema::{self, Schema};

/// All styles of a puzzle for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Styles {
    schema: Schema,
    puzzle: String,
    file: String,
    size: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<Understanding>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, Serialize)]
struct Row {
    style: u8,
    status: &'static str,
    limit: Option<&'static str>,
    moves: Option<u64>,
    states: u64,
    depth: u64,
    engine: &'static str,
    elapsed_ms: f64,
}

impl Row {
    fn new(style: Style, outcome: &Answer) -> Self {
        Row {
            style: style.number(),
            status: json::status(outcome.status),
            limit: json::limit(outcome.status),
            moves: outcome.moves,
            states: outcome.counted.total(),
            depth: depth(outcome),
            engine: outcome.engine.name(),
            elapsed_ms: json::milliseconds(outcome.elapsed),
        }
    }
}

impl StylesReport<'_> {
    /// All for programs; `file` is where the puzzle was read from.
    pub fn json(&self, file: &str) -> Styles {
        Styles {
            schema: schema::STYLES,
            puzzle: self.puzzle.name().to_owned(),
            file: file.to_owned(),
            size: json::size(self.puzzle),
            read_as: Understanding::of(self.puzzle),
            rows: self.found.iter().map(|(style, outcome)| Row::new(*style, outcome)).collect(),
        }
    }
}
