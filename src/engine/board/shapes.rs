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

/// The shapes of a puzzle's pieces, in the order of their first kinds.
pub struct PieceShapes {
    list: Vec<PieceShape>,
    /// The shape of each kind that is on the board.
    of_kinds: Vec<Option<u8>>,
}

impl PieceShapes {
    /// Groups the kinds of the pieces on the board by shape.
    pub fn new(puzzle: &Puzzle) -> Self {
        let cols = puzzle.size().cols as i32;
        let mut list: Vec<PieceShape> = Vec::new();
        let mut of_kinds = vec![None; puzzle.kinds().len()];
        let kinds = puzzle.kinds().iter().zip(puzzle.counts()).enumerate();
        for (index, (kind, _)) in kinds.filter(|&(_, (_, count))| count > 0) {
            let closed = puzzle.closed_to(index as u8);
            let same = |s: &PieceShape| {
                s.pattern == kind.cells() && s.lock == kind.lock() && s.closed == closed
            };
            let at = list.iter().position(same).unwrap_or_else(|| {
                list.push(PieceShape {
                    pattern: kind.cells().to_vec(),
                    offsets: kind.cells().iter().map(|&(row, col)| row * cols + col).collect(),
                    lock: kind.lock(),
                    closed: closed.to_vec(),
                    kinds: Vec::new(),
                });
                list.len() - 1
            });
            list[at].kinds.push(index as u8);
            of_kinds[index] = Some(at as u8);
        }
        Self { list, of_kinds }
    }

    /// Returns the shapes.
    pub fn list(&self) -> &[PieceShape] {
        &self.list
    }

    /// Returns the index in the list for each kind of the puzzle; `None` for kinds without a piece.
    pub fn of_kinds(&self) -> &[Option<u8>] {
        &self.of_kinds
    }
}
