//! Puzzles that become better step by step.

use std::io::{self, Write};

use serde::Serialize;

use crate::design::{Change, Improved};
use crate::report::json::SubjectFields;
use crate::report::schema::{self, Schema};
use crate::report::subject::Subject;
use crate::report::words::counted;

/// Writes a step in a line: the figures, and what was changed.
pub fn write_step(out: &mut dyn Write, step: &Improved) -> io::Result<()> {
    let (moves, pieces) = (counted(step.moves, "move"), counted(step.pieces as u64, "piece"));
    let felt = step.difficulty.map_or(String::new(), |felt| format!(", felt difficulty {felt:.2}"));
    let changes: Vec<&str> = step.changes.iter().map(|&change| word(change)).collect();
    let changes = if changes.is_empty() { "as given".to_owned() } else { changes.join(", ") };
    writeln!(out, "{moves:>9}, {pieces}{felt}: {changes}")
}

/// Returns a change in words.
fn word(change: Change) -> &'static str {
    match change {
        Change::Move => "a piece moved",
        Change::Swap => "two pieces swapped",
        Change::AddWall => "a wall added",
        Change::DropWall => "a wall removed",
        Change::Goal => "the goal moved",
        Change::DropPiece => "a piece removed",
        Change::Farthest => "the start farthest from the goal",
    }
}

/// Returns the JSON report of a step.
pub fn json(subject: &Subject, step: &Improved) -> impl Serialize + use<> {
    ImproveObject {
        schema: schema::IMPROVE,
        about: SubjectFields::new(subject),
        moves: step.moves,
        pieces: step.pieces,
        difficulty: step.difficulty,
        changes: step.changes.iter().map(|&change| word(change)).collect(),
        text: step.puzzle.to_string(),
    }
}

#[derive(Serialize)]
struct ImproveObject {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    moves: u64,
    pieces: usize,
    difficulty: Option<f64>,
    changes: Vec<&'static str>,
    text: String,
}
