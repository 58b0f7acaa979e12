//! Progress of a search: the lines for programs. `docs/json.md` describes every field.

use crate::engine::query::Progress;
use crate::report::*;

/// Returns the line of a search after some time.
pub fn levels(progress: &Progress, elapsed: Duration) -> Object {
    object! {
        "schema": "sliding/progress/1",
        "distance": progress.distance,
        "frontier": progress.frontier,
        "positions": progress.states,
        "bytes": progress.bytes,
        "part": progress.part,
        "elapsed_ms": milliseconds(elapsed),
    }
}

/// Returns the line about a shorter solution that was found after some time.
pub fn improved(moves: u64, at_least: u64, elapsed: Duration) -> Object {
    object! {
        "schema": "sliding/progress/1",
        "moves": moves,
        "at_least": at_least,
        "elapsed_ms": milliseconds(elapsed),
    }
}

/// Returns the line after a pass of a search for tiles: there is no solution of up to this number
/// of moves.
pub fn pass(moves: u64, positions: u64) -> Object {
    object! { "schema": "sliding/progress/1", "moves": moves, "positions": positions }
}

/// Returns the line while a database is built, for tiles that belong in these cells.
pub fn building(homes: &[u8], positions: u64, total: u64) -> Object {
    object! {
        "schema": "sliding/progress/1",
        "building": homes,
        "positions": positions,
        "total": total,
    }
}

/// Returns the line while many boards are solved.
pub fn boards(done: usize, boards: usize) -> Object {
    object! { "schema": "sliding/progress/1", "done": done, "boards": boards }
}
