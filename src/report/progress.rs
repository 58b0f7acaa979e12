//! How far a search has come: the lines for programs.

use std::time::Duration;

use serde::Serialize;

use super::json;
use super::schema::{self, Schema};
use crate::engine::query::Progress;

/// A line of progress for programs; `docs/internals/json.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    schema: Schema,
    distance: u64,
    frontier: u64,
    states: u64,
    bytes: Option<u64>,
    part: Option<f64>,
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
            part: progress.part,
            elapsed_ms: json::milliseconds(elapsed),
        }
    }
}

/// A line of progress of a tile search for programs.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum TilesLine<'a> {
    /// A pass has ended without a solution.
    Pass {
        /// The schema.
        schema: Schema,
        /// There is none of up to so many moves.
        moves: u64,
        /// Positions that were looked at.
        positions: u64,
    },
    /// A database is being built.
    Building {
        /// The schema.
        schema: Schema,
        /// The cells where its tiles belong.
        building: &'a [u8],
        /// Placements that are done.
        placements: u64,
        /// All placements.
        total: u64,
    },
    /// Of many boards, some are done.
    Boards {
        /// The schema.
        schema: Schema,
        /// How many.
        done: usize,
        /// Of how many.
        boards: usize,
    },
}

impl<'a> TilesLine<'a> {
    /// After a pass.
    pub fn pass(moves: u64, positions: u64) -> Self {
        TilesLine::Pass { schema: schema::TILES_PROGRESS, moves, positions }
    }

    /// While a database is built.
    pub fn building(building: &'a [u8], placements: u64, total: u64) -> Self {
        TilesLine::Building { schema: schema::TILES_PROGRESS, building, placements, total }
    }

    /// While many boards are solved.
    pub fn boards(done: usize, boards: usize) -> Self {
        TilesLine::Boards { schema: schema::TILES_PROGRESS, done, boards }
    }
}
