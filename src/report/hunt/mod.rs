//! The hardest puzzles of a family: text and JSON.

mod json;
mod text;

use std::time::Duration;

use crate::hunt::Family;
use crate::puzzle::{Puzzle, Style};
use crate::query::Stopped;

pub use json::Hunted;

/// What was found among the members of a family that have the same number of pieces.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of pieces.
    pub pieces: u32,
    /// How many members, or boards made by chance, were searched to their end.
    pub searched: u64,
    /// How many were stopped by a limit.
    pub stopped: u64,
    /// The number of configurations that were found.
    pub configurations: u64,
    /// The hardest puzzle, with its least number of moves.
    pub hardest: Option<(u64, Puzzle)>,
    /// Whether nothing else in the row is harder for certain.
    pub is_proven: bool,
}

/// A hunt.
pub struct HuntReport<'a> {
    /// What was hunted in.
    pub family: &'a Family,
    /// The style of moves.
    pub style: Style,
    /// By number of pieces.
    pub rows: &'a [Row],
    /// How many members there are, or how many boards were to be made.
    pub all: u64,
    /// Members that are the mirror image of another.
    pub mirrored: u64,
    /// Members in which the piece that has to go cannot.
    pub stuck: u64,
    /// The seed, where boards are made by chance.
    pub seed: Option<u64>,
    /// What stopped the hunt before its end.
    pub limit: Option<Stopped>,
    /// The time taken.
    pub elapsed: Duration,
}
