//! Progress of a search: the lines for programs.

use std::time::Duration;

use serde::Serialize;

use super::json;
use super::schema::{self, Schema};
use crate::engine::query::Progress;

/// A line of progress for programs; `docs/internals/json.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct ProgressLine {
    schema: Schema,
    distance: u64,
    frontier: u64,
    states: u64,
    bytes: Option<u64>,
    part: Option<f64>,
    elapsed_ms: f64,
}

impl ProgressLine {
    /// Returns the progress of a search after some time.
    pub fn new(progress: &Progress, elapsed: Duration) -> Self {
        ProgressLine {
            schema: schema::PROGRESS,
            distance: progress.distance,
            frontier: progress.frontier,
            states: progress.states,
            bytes: progress.bytes,
            part: progress.part,
            elapsed_ms: json::milliseconds(elapsed),
        }
    }
}

/// A line about a shorter solution, for programs; `docs/internals/json.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct ImprovedLine {
    schema: Schema,
    moves: u64,
    at_least: u64,
    elapsed_ms: f64,
}

impl ImprovedLine {
    /// Returns the line about a solution that was found after some time.
    pub fn new(moves: u64, at_least: u64, elapsed: Duration) -> Self {
        let elapsed_ms = json::milliseconds(elapsed);
        ImprovedLine { schema: schema::IMPROVED, moves, at_least, elapsed_ms }
    }
}

/// A line of progress of a tile search for programs.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum TilesProgressLine<'a> {
    /// A pass has ended without a solution.
    Pass {
        /// The schema.
        schema: Schema,
        /// There is no solution of up to this number of moves.
        moves: u64,
        /// Positions visited.
        positions: u64,
    },
    /// A database is being built.
    Building {
        /// The schema.
        schema: Schema,
        /// The cells where its tiles belong.
        building: &'a [u8],
        /// Placements completed.
        placements: u64,
        /// All placements.
        total: u64,
    },
    /// Some of many boards are done.
    Boards {
        /// The schema.
        schema: Schema,
        /// Boards done.
        done: usize,
        /// All boards.
        boards: usize,
    },
}

impl<'a> TilesProgressLine<'a> {
    /// Returns the line after a pass.
    pub fn pass(moves: u64, positions: u64) -> Self {
        TilesProgressLine::Pass { schema: schema::TILES_PROGRESS, moves, positions }
    }

    /// Returns the line while a database is built.
    pub fn building(building: &'a [u8], placements: u64, total: u64) -> Self {
        TilesProgressLine::Building { schema: schema::TILES_PROGRESS, building, placements, total }
    }

    /// Returns the line while many boards are solved.
    pub fn boards(done: usize, boards: usize) -> Self {
        TilesProgressLine::Boards { schema: schema::TILES_PROGRESS, done, boards }
    }
}
