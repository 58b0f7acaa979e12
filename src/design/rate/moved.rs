//! What a move looks like: the pieces that it moves, and how far they go.

use std::collections::BTreeMap;

use crate::puzzle::game::PositionMoves;
use crate::puzzle::{Configuration, Direction, Placement, Puzzle, Style};

/// A piece before a move, and its cell after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedPiece {
    pub before: Placement,
    pub cell: u32,
}

impl MovedPiece {
    pub fn after(&self) -> Placement {
        Placement { cell: self.cell, ..self.before }
    }
}

/// Returns the pieces that differ between two positions, by kind and cell. The first of a kind in
/// the one becomes the first of that kind in the other, and so on.
pub fn moved_pieces(before: &Configuration, after: &Configuration) -> Vec<MovedPiece> {
    let is_in = |position: &Configuration, piece: &Placement| {
        position.placements().binary_search(piece).is_ok()
    };
    let mut cells: BTreeMap<u8, (Vec<u32>, Vec<u32>)> = BTreeMap::new();
    for piece in before.placements().iter().filter(|piece| !is_in(after, piece)) {
        cells.entry(piece.kind).or_default().0.push(piece.cell);
    }
    for piece in after.placements().iter().filter(|piece| !is_in(before, piece)) {
        cells.entry(piece.kind).or_default().1.push(piece.cell);
    }
    let pairs = cells.into_iter().flat_map(|(kind, (from, to))| {
        let pair = move |(cell, to)| MovedPiece { before: Placement { cell, kind }, cell: to };
        from.into_iter().zip(to).map(pair)
    });
    pairs.collect()
}

/// How a move ends.
pub struct MoveEnd {
    /// The pieces can go no further.
    pub is_far: bool,
    /// What stops them is the edge of the board, a wall or a gate.
    pub is_wall: bool,
}

/// What is beyond a piece.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Beyond {
    Nothing,
    Piece,
    Wall,
}

/// Returns how a move ends: whether its pieces could go on, all together, in its direction; in
/// either of the two if it goes around a corner.
pub fn end(puzzle: &Puzzle, pieces: &[MovedPiece], after: &Configuration) -> MoveEnd {
    let Some(first) = pieces.first() else { return MoveEnd { is_far: true, is_wall: false } };
    let size = puzzle.size();
    let (from, to) = (size.row_col(first.before.cell), size.row_col(first.cell));
    let (down, right) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
    let directions = Direction::ALL.into_iter().filter(|direction| {
        let delta = direction.delta();
        i64::from(delta.0) * down + i64::from(delta.1) * right > 0
    });
    let (board, moves) = (puzzle.board(after), PositionMoves::new(puzzle, Style::STEP, after));
    let is_moved = |other: &Placement| pieces.iter().any(|piece| piece.after() == *other);
    let beyond = directions.map(|direction| {
        let of_piece = pieces.iter().map(|piece| {
            match moves.blocking_pieces(&board, piece.after(), direction) {
                Ok(met) if met.iter().all(is_moved) => Beyond::Nothing,
                Ok(_) => Beyond::Piece,
                Err(_) => Beyond::Wall,
            }
        });
        of_piece.max().unwrap_or(Beyond::Nothing)
    });
    let beyond: Vec<Beyond> = beyond.collect();
    let is_far = beyond.iter().all(|beyond| *beyond != Beyond::Nothing);
    MoveEnd { is_far, is_wall: is_far && beyond.contains(&Beyond::Wall) }
}
