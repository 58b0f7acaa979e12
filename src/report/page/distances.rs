//! The distances of all positions in few bytes: `docs/internals/pictures.md` describes the format.

use serde::Serialize;

use super::packed::packed;
use crate::analyse::DistanceTable;
use crate::puzzle::{Configuration, Puzzle};

/// A map as the script unpacks it.
#[derive(Serialize)]
pub struct PackedMap {
    count: usize,
    data: String,
}

impl PackedMap {
    /// Packs all distances of a table.
    pub fn new(puzzle: &Puzzle, distances: &DistanceTable) -> Self {
        let row = |(position, distance): &(_, u64)| {
            let mut row = key(puzzle, position);
            // There are fewer positions than three bytes count.
            row.push(*distance as u32);
            row
        };
        let mut rows: Vec<Vec<u32>> = distances.distances.iter().map(row).collect();
        rows.sort_unstable();
        // Similar values are stored together, which compresses better.
        let mut bytes = Vec::new();
        for column in 0..rows.first().map_or(0, Vec::len) {
            for byte in 0..3 {
                bytes.extend(rows.iter().map(|row| row[column].to_le_bytes()[byte]));
            }
        }
        Self { count: rows.len(), data: packed(&bytes) }
    }
}

/// Returns the cells of all pieces, kind by kind, and ascending in each.
fn key(puzzle: &Puzzle, configuration: &Configuration) -> Vec<u32> {
    let kinds = 0..puzzle.kinds().len();
    let of = |kind| configuration.placements().iter().filter(move |p| usize::from(p.kind) == kind);
    kinds.flat_map(of).map(|placement| placement.cell).collect()
}
