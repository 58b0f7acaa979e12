//! Puzzles that become better step by step.

use crate::design::{Change, Improved};
use crate::report::*;

impl Report for Shown<'_, Improved> {
    /// Writes a line: the figures, and what was changed.
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let step = self.result;
        let (moves, pieces) = (counted(step.moves, "move"), counted(step.pieces as u64, "piece"));
        let felt = step.difficulty.map(|felt| format!(", felt difficulty {felt:.2}"));
        let changes = match changes(step) {
            none if none.is_empty() => "as given".to_owned(),
            some => some.join(", "),
        };
        writeln!(out, "{moves:>9}, {pieces}{}: {changes}", felt.unwrap_or_default())
    }

    fn json(&self) -> Object {
        let step = self.result;
        self.subject.object("sliding/make/1").and(object! {
            "moves": step.moves,
            "pieces": step.pieces,
            "difficulty": step.difficulty,
            "changes": changes(step),
            "text": step.puzzle.to_string(),
        })
    }
}

/// Returns what was changed, in words.
fn changes(step: &Improved) -> Vec<&'static str> {
    step.changes.iter().map(|&change| word(change)).collect()
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
