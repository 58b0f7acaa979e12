//! The pieces that move in a shortest solution.

use ahash::AHashMap;

use super::moved::{MovedPiece, moved_pieces};
use super::space::Space;

/// Pieces by their cells in some position, ascending.
type Cells = Vec<u32>;

/// For positions, the pieces of a shortest solution with few different ones.
#[derive(Default)]
pub struct ShortestSolutions {
    pieces: AHashMap<u32, Cells>,
}

impl ShortestSolutions {
    /// Returns the number of different pieces in a shortest solution from a position with known
    /// distance: at each distance the solution goes on with the neighbour that leaves the fewest,
    /// the first of equal ones. Takes the time of all positions on shortest solutions that were not
    /// met before.
    pub fn pieces<const W: usize>(&mut self, positions: &mut Space<W>, from: u32) -> u32 {
        let mut line = vec![from];
        let mut neighbours = Vec::new();
        while let Some(&at) = line.last() {
            if self.pieces.contains_key(&at) {
                line.pop();
                continue;
            }
            let distance = positions.distance(at).unwrap_or(0);
            positions.neighbours(at, &mut neighbours);
            neighbours.retain(|&to| positions.distance(to).is_some_and(|to| to < distance));
            let before = line.len();
            line.extend(neighbours.iter().filter(|to| !self.pieces.contains_key(to)));
            if line.len() == before {
                let fewest = self.fewest(positions, at, &neighbours);
                self.pieces.insert(at, fewest);
                line.pop();
            }
        }
        self.pieces[&from].len() as u32
    }

    /// Returns the pieces of a position, given the neighbours on shortest solutions.
    fn fewest<const W: usize>(&self, positions: &Space<W>, at: u32, nearer: &[u32]) -> Cells {
        let from = positions.configuration(at);
        let with = |to: &u32| {
            let moved = moved_pieces(&from, &positions.configuration(*to));
            before(&moved, &self.pieces[to])
        };
        nearer.iter().map(with).min_by_key(Vec::len).unwrap_or_default()
    }
}

/// Returns the pieces that a move and what follows it move, by their cells before it.
fn before(moved: &[MovedPiece], later: &[u32]) -> Cells {
    let mut cells: Cells = moved.iter().map(|piece| piece.before.cell).collect();
    let still = later.iter().filter(|&&cell| moved.iter().all(|piece| piece.cell != cell));
    cells.extend(still);
    cells.sort_unstable();
    cells.dedup();
    cells
}
