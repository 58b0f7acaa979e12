//! What a move looks like: the pieces that it moves, and how far they go.

use crate::puzzle::game::PositionMoves;
use crate::puzzle::{Configuration, Direction, Placement, Puzzle, Style};

/// A piece before a move and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedPiece {
    pub before: Placement,
    pub after: Placement,
}

/// Returns the pieces that differ between two positions, by kind and cell. The first of a kind in
/// the one becomes the first of that kind in the other, and so on.
pub fn moved_pieces(before: &Configuration, after: &Configuration) -> Vec<MovedPiece> {
    let only = |here: &Configuration, there: &Configuration| {
        let pieces = here.placements().iter().copied();
        let moved = pieces.filter(|piece| there.placements().binary_search(piece).is_err());
        let mut moved: Vec<Placement> = moved.collect();
        moved.sort_by_key(|piece| piece.kind);
        moved
    };
    let pairs = only(before, after).into_iter().zip(only(after, before));
    pairs.map(|(before, after)| MovedPiece { before, after }).collect()
}

/// Returns whether the edge of the board, a wall or a gate ends a move; `None` if its pieces could
/// go on, all together, in its direction; in either of the two if it goes around a corner.
pub fn is_ended_by_wall(
    puzzle: &Puzzle,
    pieces: &[MovedPiece],
    after: &Configuration,
) -> Option<bool> {
    let Some(first) = pieces.first() else { return Some(false) };
    let size = puzzle.size();
    let (from, to) = (size.row_col(first.before.cell), size.row_col(first.after.cell));
    let (down, right) = (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1));
    let directions = Direction::ALL.into_iter().filter(|direction| {
        let delta = direction.delta();
        i64::from(delta.0) * down + i64::from(delta.1) * right > 0
    });
    let (board, moves) = (puzzle.board(after), PositionMoves::new(puzzle, Style::STEP, after));
    let is_moved = |other: &Placement| pieces.iter().any(|piece| piece.after == *other);
    let mut is_wall = false;
    for direction in directions {
        let met = pieces.iter().map(|p| moves.blocking_pieces(&board, p.after, direction));
        let met: Vec<_> = met.collect();
        if met.iter().flatten().flatten().all(is_moved) && met.iter().all(Result::is_ok) {
            return None;
        }
        is_wall |= met.iter().any(Result::is_err);
    }
    Some(is_wall)
}
