//! How far a search has come: the lines for programs.

use std::time::Duration;

use serde::Serialize;

use super::json;
use super::schema::{self, Schema};
use crate::search::Progress;

/// A line of progress for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    schema: Schema,
    distance: u64,
    frontier: u64,
    states: u64,
    bytes: Option<u64>,
    elapsed_ms: f64,
}

impl Line {
    /// How far a search has come after some time.
    pub fn new(progress: &Progress, elapsed: Duration) -> Self {
        Line {
            schema: schema::PROGRESS,
            distance: progress.distance,
            frontier: progress.frontier,
            states: progress.states,
            bytes: progress.bytes,
            elapsed_ms: json::milliseconds(elapsed),
        }
    }
}
