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
        let entry = |(configuration, distance): &(_, u64)| (key(puzzle, configuration), *distance);
        let mut entries: Vec<(Vec<u32>, u64)> = distances.distances.iter().map(entry).collect();
        entries.sort_unstable();
        // Similar values are stored together, which compresses better.
        let (mut kept, mut cells, mut distances) = (Vec::new(), Vec::new(), Vec::new());
        let mut before: &[u32] = &[];
        for (key, distance) in &entries {
            let common = key.iter().zip(before).take_while(|(a, b)| a == b).count();
            push(&mut kept, common as u64);
            key[common..].iter().for_each(|&cell| push(&mut cells, cell.into()));
            push(&mut distances, *distance);
            before = key;
        }
        Self { count: entries.len(), data: packed(&[&kept, &cells, &distances]) }
    }
}

/// Returns the cells of all pieces, kind by kind, and ascending in each.
fn key(puzzle: &Puzzle, configuration: &Configuration) -> Vec<u32> {
    let kinds = 0..puzzle.kinds().len();
    let of = |kind| configuration.placements().iter().filter(move |p| usize::from(p.kind) == kind);
    kinds.flat_map(of).map(|placement| placement.cell).collect()
}

/// Appends a number, seven bits per byte, least significant first, the top bit set if more follow.
fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}
