//! Shapes: kinds that differ only by name.

use crate::puzzle::{Lock, Puzzle};

/// Kinds on the board with the same cells, the same lock, and the same gates.
#[derive(Clone)]
pub struct PieceShape {
    /// The cells, as row and column from the origin.
    pub pattern: Vec<(i32, i32)>,
    /// The same cells as differences of cell numbers, ascending, the first 0.
    pub offsets: Vec<i32>,
    /// The axis that the pieces are locked to.
    pub lock: Lock,
    /// The cells of the board that the pieces must not cover, ascending.
    pub closed: Vec<u32>,
    /// The kinds, by their indices in [`Puzzle::kinds`], ascending.
    pub kinds: Vec<u8>,
}

/// Returns the shapes of a puzzle's pieces, in the order of their first kinds.
pub fn piece_shapes(puzzle: &Puzzle) -> Vec<PieceShape> {
    let cols = puzzle.size().cols as i32;
    let mut shapes: Vec<PieceShape> = Vec::new();
    for (index, (kind, count)) in (0..).zip(puzzle.kinds().iter().zip(puzzle.counts())) {
        let (pattern, lock, closed) = (kind.cells(), kind.lock(), puzzle.closed_to(index));
        let mut same = shapes.iter_mut();
        let same = same.find(|s| s.pattern == pattern && s.lock == lock && s.closed == closed);
        if count == 0 {
            continue;
        }
        if let Some(shape) = same {
            shape.kinds.push(index);
            continue;
        }
        shapes.push(PieceShape {
            pattern: pattern.to_vec(),
            offsets: pattern.iter().map(|&(row, col)| row * cols + col).collect(),
            lock,
            closed: closed.to_vec(),
            kinds: vec![index],
        });
    }
    shapes
}
