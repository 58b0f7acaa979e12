//! The pieces that move in a shortest solution.

use ahash::AHashMap;

use super::moved::{MovedPiece, moved_pieces};
use super::space::Space;

/// Pieces by their cells in some position, ascending.
type Cells = Vec<u32>;

/// The pieces of a shortest solution with few different ones, for each position met so far.
pub type Pieces = AHashMap<u32, Cells>;

/// Returns the number of different pieces in a shortest solution from a position: at each distance
/// the solution goes on with the neighbour that leaves the fewest, the first of equal ones. Takes the
/// time of all positions on shortest solutions that were not met before.
pub fn count<const W: usize>(known: &mut Pieces, positions: &Space<W>, from: u32) -> u32 {
    let mut line = vec![from];
    while let Some(&at) = line.last() {
        let is_nearer = |to: &&u32| positions.distance(**to) < positions.distance(at);
        let nearer = Vec::from_iter(positions.neighbours(at).iter().filter(is_nearer));
        let before = line.len();
        line.extend(nearer.iter().copied().filter(|to| !known.contains_key(to)));
        if line.len() > before {
            continue;
        }
        line.pop();
        if !known.contains_key(&at) {
            let now = positions.configuration(at);
            let with = |&to: &&u32| {
                let moved = moved_pieces(&now, &positions.configuration(*to));
                cells_before(&moved, &known[to])
            };
            let fewest = nearer.iter().map(with).min_by_key(Vec::len).unwrap_or_default();
            known.insert(at, fewest);
        }
    }
    known[&from].len() as u32
}

/// Returns the pieces that a move and what follows it move, by their cells before it.
fn cells_before(moved: &[MovedPiece], later: &[u32]) -> Cells {
    let mut cells: Cells = moved.iter().map(|piece| piece.before.cell).collect();
    let still = later.iter().filter(|&&cell| moved.iter().all(|piece| piece.after.cell != cell));
    cells.extend(still);
    cells.sort_unstable();
    cells.dedup();
    cells
}
