//! What processes have found together, for programs.

use serde::Serialize;

use super::ClusterReport;
use crate::report::json::{self, About, Reached};
use crate::report::schema::{self, Schema};

impl ClusterReport<'_> {
    /// All for programs.
    pub fn json(&self, file: &str) -> Shared {
        let Self { puzzle, style, explored } = self;
        Shared {
            schema: schema::CLUSTER,
            about: About::new(puzzle, file, *style),
            limit: explored.stopped.map(json::limit_word),
            states: explored.states(),
            moves: explored.moves,
            from_start: Reached::new(puzzle, &explored.from_start),
            processes: explored.processes,
            threads: explored.threads,
            sent_bytes: explored.sent,
            elapsed_ms: json::milliseconds(explored.elapsed),
        }
    }
}

/// What processes have found together; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Shared {
    schema: Schema,
    #[serde(flatten)]
    about: About,
    limit: Option<&'static str>,
    states: u64,
    moves: Option<u64>,
    from_start: Reached,
    processes: usize,
    threads: usize,
    sent_bytes: u64,
    elapsed_ms: f64,
}
