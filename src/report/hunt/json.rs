//! The hardest puzzles of a family, for programs.

use serde::Serialize;

use super::{HuntReport, Row};
use crate::report::json;
use crate::report::schema::{self, Schema};

impl HuntReport<'_> {
    /// All for programs.
    pub fn json(&self) -> Hunted {
        let size = self.family.size;
        let row = |row: &Row| Found {
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
            style: self.style.number(),
            limit: self.limit.map(json::limit_word),
            all: self.all,
            mirrored: self.mirrored,
            stuck: self.stuck,
            seed: self.seed,
            found: self.rows.iter().map(row).collect(),
            elapsed_ms: json::milliseconds(self.elapsed),
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
    found: Vec<Found>,
    elapsed_ms: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Found {
    pieces: u32,
    searched: u64,
    stopped: u64,
    configurations: u64,
    moves: Option<u64>,
    proven: bool,
    puzzle: Option<String>,
}
