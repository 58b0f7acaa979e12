//! Names the move between two neighbouring positions: which pieces moved, and how.
//!
//! The searches store positions only. Where a move is to be shown, it is found again here: the one
//! with the fewest pieces, then the fewest steps, then the first in the order right, left, down,
//! up.
//!
//! This determines the move. Let `n` pieces, all displaced by the same `d`, turn one position into
//! the other.
//!
//! - The sum of all pieces' rows and columns changes by `n` times `d`. So `n` determines `d`.
//! - Go through the cells along `d`, so that each comes after the cell from which a piece would
//!   arrive in it. Where a piece arrives, the piece that was there must have left, and the piece
//!   there afterwards must be of the same kind as the arriving one. Where none arrives, the piece
//!   there has stayed if the same kind is there afterwards, and has left if the cell is empty then;
//!   nothing else is possible. So `d` determines the pieces.
//!
//! The move with the fewest pieces is therefore found by trying numbers of pieces from 1 on, with
//! at most one set of pieces for each.

use std::collections::{BTreeMap, VecDeque};

use super::prevents;
use crate::puzzle::{
    Cell, Configuration, Direction, Move, Movers, Placement, Puzzle, Reach, Size, Solution, Style,
};

/// A displacement, in rows and columns.
pub type Displacement = (i32, i32);

/// Returns the moves along a path of positions, each one move after the one before.
pub fn solution_from_positions(puzzle: &Puzzle, style: Style, path: &[Configuration]) -> Solution {
    let mut moves = Vec::with_capacity(path.len());
    for pair in path.windows(2) {
        let found = move_between(puzzle, style, &pair[0], &pair[1]);
        moves.push(found.expect("neighbours on a way are one move apart"));
    }
    Solution { moves }
}

/// Returns the move from one position of a puzzle to another, if there is one.
fn move_between(
    puzzle: &Puzzle,
    style: Style,
    from: &Configuration,
    to: &Configuration,
) -> Option<Move> {
    let (before, after) = (sums(puzzle, from), sums(puzzle, to));
    let (rows, cols) = (after.0 - before.0, after.1 - before.1);
    let most = if style.movers() == Movers::Single { 1 } else { from.placements().len() as i32 };
    for number in 1..=most {
        let by = (rows / number, cols / number);
        if by == (0, 0) || (by.0 * number, by.1 * number) != (rows, cols) {
            continue;
        }
        let Some(pieces) = displaced(puzzle, from, to, by) else { continue };
        if let Some(steps) = steps(puzzle, style.reach(), from, &pieces, by) {
            return Some(Move { pieces, steps, after: to.clone() });
        }
    }
    None
}

/// Returns the sums of the rows and of the columns of all pieces.
pub fn sums(puzzle: &Puzzle, position: &Configuration) -> Displacement {
    let mut sums = (0, 0);
    for piece in position.placements() {
        let (row, col) = puzzle.size().row_col(piece.cell);
        sums = (sums.0 + row as i32, sums.1 + col as i32);
    }
    sums
}

/// Returns a displaced piece, if its origin stays on the board.
fn moved(size: Size, piece: Placement, by: Displacement) -> Option<Placement> {
    Some(Placement { cell: size.shifted(piece.cell, by)?, ..piece })
}

/// Returns the pieces whose displacement by `by` turns one position into the other, by ascending
/// cell. Does not check that they can go there.
fn displaced(
    puzzle: &Puzzle,
    from: &Configuration,
    to: &Configuration,
    by: Displacement,
) -> Option<Vec<Placement>> {
    let both = from.placements().iter().chain(to.placements());
    let mut cells: Vec<u32> = both.map(|piece| piece.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    if by < (0, 0) {
        cells.reverse();
    }
    let mut pieces = Vec::new();
    // Pieces on their way, the next to arrive first.
    let mut coming: VecDeque<Placement> = VecDeque::new();
    for cell in cells {
        let (here, there) = (from.kind_at(cell), to.kind_at(cell));
        let arrives = coming.front().is_some_and(|piece| piece.cell == cell);
        let arrived = if arrives { coming.pop_front() } else { None };
        let arrived = arrived.map(|piece| piece.kind);
        if arrived.is_none() && here == there {
            continue;
        }
        if arrived != there {
            return None;
        }
        if let Some(kind) = here {
            let piece = Placement { cell, kind };
            pieces.push(piece);
            coming.push_back(moved(puzzle.size(), piece, by)?);
        }
    }
    pieces.sort_unstable();
    coming.is_empty().then_some(pieces)
}

/// Returns the fewest steps that displace some pieces by `by`; of several such sequences, the first
/// in the order of directions.
fn steps(
    puzzle: &Puzzle,
    reach: Reach,
    from: &Configuration,
    pieces: &[Placement],
    by: Displacement,
) -> Option<Vec<Direction>> {
    let mut rest = from.placements().to_vec();
    rest.retain(|piece| !pieces.contains(piece));
    let (size, board) = (puzzle.size(), puzzle.board(&Configuration::new(rest)));
    let is_free =
        |cell: Option<u32>| cell.is_some_and(|cell| board.cells()[cell as usize] == Cell::Empty);
    let fits = |piece: Placement| {
        puzzle.kind(piece).covers(piece.cell, size).all(is_free) && puzzle.gates_allow(piece)
    };
    // The step with which each displacement was first reached.
    let mut arrived = BTreeMap::new();
    let mut waiting = VecDeque::from([(0, 0)]);
    while !arrived.contains_key(&by) {
        let at = waiting.pop_front()?;
        for direction in Direction::ALL {
            let (down, right) = direction.delta();
            let next = (at.0 + down, at.1 + right);
            let mut movers = pieces.iter();
            let is_legal = movers.all(|&piece| {
                !prevents(puzzle.kind(piece).lock(), direction)
                    && moved(size, piece, next).is_some_and(fits)
            });
            if is_legal && next != (0, 0) && !arrived.contains_key(&next) {
                arrived.insert(next, direction);
                waiting.push_back(next);
            }
        }
    }
    let (mut steps, mut at) = (Vec::new(), by);
    while let Some(&step) = arrived.get(&at) {
        let (down, right) = step.delta();
        at = (at.0 - down, at.1 - right);
        steps.push(step);
    }
    steps.reverse();
    let is_one_move = match reach {
        Reach::Step => steps.len() == 1,
        Reach::Slide => steps.iter().all(|step| *step == steps[0]),
        Reach::Walk => true,
    };
    is_one_move.then_some(steps)
}
