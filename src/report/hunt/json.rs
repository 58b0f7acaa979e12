//! The hardest puzzles of a family, for programs.

use serde::Serialize;

use super::HuntReport;
use crate::hunt::Row;
use crate::report::json;
use crate::report::schema::{self, Schema};

impl HuntReport<'_> {
    /// All for programs.
    pub fn json(&self) -> Hunted {
        let Self { hunt, found, elapsed } = *self;
        let size = hunt.family().size();
        let row = |row: &Row| FoundRow {
            pieces: row.pieces,
            searched: row.searched,
            stopped: row.stopped,
            configurations: row.configurations,
            moves: row.hardest.as_ref().map(|(moves, _)| *moves),
            proven: row.is_proven,
            puzzle: row.hardest.as_ref().map(|(_, puzzle)| puzzle.to_string()),
        };
        Hunted {
            schema: schema::HUNT,
            rows: size.rows,
            cols: size.cols,
            style: hunt.style().number(),
            limit: found.limit.map(json::limit_word),
            all: hunt.all(),
            mirrored: hunt.mirrored(),
            stuck: hunt.stuck(),
            seed: hunt.seed(),
            found: found.rows.iter().map(row).collect(),
            elapsed_ms: json::milliseconds(elapsed),
        }
    }
}

/// A hunt for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Hunted {
    schema: Schema,
    rows: u32,
    cols: u32,
    style: u8,
    limit: Option<&'static str>,
    all: u64,
    mirrored: u64,
    stuck: u64,
    seed: Option<u64>,
    found: Vec<FoundRow>,
    elapsed_ms: f64,
}

#[derive(Clone, Debug, Serialize)]
struct FoundRow {
    pieces: u32,
    searched: u64,
    stopped: u64,
    configurations: u64,
    moves: Option<u64>,
    proven: bool,
    puzzle: Option<String>,
}
