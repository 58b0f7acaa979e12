//! Shortens a path by replacing stretches that stay on a few cells by shortest ones.

use super::board::CarryBoard;
use super::last::{CELLS, FewCells};
use crate::puzzle::Direction;

/// Stretches of fewer moves are already shortest, unless they go there and back.
const LEAST: usize = 8;

/// The cost of setting up one search, in nodes.
const SETUP: u64 = 100;

/// Returns the blank's cell before each move and after the last.
fn trail(board: &CarryBoard, from: usize, path: &[Direction]) -> Vec<usize> {
    let mut trail = vec![from];
    for &direction in path {
        trail.push(board.next(trail[trail.len() - 1], direction));
    }
    trail
}

/// Makes one pass over a path, within rectangles of `area` cells. Stops when `nodes` runs out.
pub(super) fn shorten(
    mut board: CarryBoard,
    path: &[Direction],
    area: usize,
    nodes: &mut u64,
) -> Vec<Direction> {
    let trail = trail(&board, board.blank, path);
    let mut at = 0;
    while at < path.len() {
        let end = at + stretch(&board, &trail[at..], area);
        let better = if end - at < LEAST || *nodes == 0 {
            None
        } else {
            let cells = rectangle(&board, &trail[at..=end]);
            replacement(&mut board, cells, &path[at..end], nodes)
        };
        let (next, moves) = match &better {
            Some(better) => (end, &better[..]),
            None => {
                // The next stretch begins within this one.
                let next = at + ((end - at) / 3).max(1);
                (next, &path[at..next])
            }
        };
        moves.iter().for_each(|&direction| board.step(direction));
        at = next;
    }
    board.path
}

/// Returns how many moves from the beginning of a trail stay within a rectangle of `area` cells.
fn stretch(board: &CarryBoard, trail: &[usize], area: usize) -> usize {
    let (mut low, mut high) = (board.at[trail[0]], board.at[trail[0]]);
    for (count, &cell) in trail.iter().enumerate().skip(1) {
        let (row, col) = board.at[cell];
        low = (low.0.min(row), low.1.min(col));
        high = (high.0.max(row), high.1.max(col));
        if usize::from(high.0 - low.0 + 1) * usize::from(high.1 - low.1 + 1) > area {
            return count - 1;
        }
    }
    trail.len() - 1
}

/// Returns all cells of the smallest rectangle round a trail.
fn rectangle(board: &CarryBoard, trail: &[usize]) -> Vec<usize> {
    let rows = trail.iter().map(|&cell| board.at[cell].0);
    let cols = trail.iter().map(|&cell| board.at[cell].1);
    let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else { return Vec::new() };
    let (Some(left), Some(right)) = (cols.clone().min(), cols.max()) else { return Vec::new() };
    let all = (top..=bottom).flat_map(|row| (left..=right).map(move |col| (row, col)));
    all.map(|(row, col)| usize::from(row) * board.width + usize::from(col)).collect()
}

/// Returns a shorter path with the same effect, if there is one within these cells.
fn replacement(
    board: &mut CarryBoard,
    cells: Vec<usize>,
    path: &[Direction],
    nodes: &mut u64,
) -> Option<Vec<Direction>> {
    debug_assert!(cells.len() <= CELLS);
    *nodes = nodes.saturating_sub(SETUP);
    let lying = |board: &CarryBoard| cells.iter().map(|&cell| board.tile[cell]).collect::<Vec<_>>();
    let (blank, before) = (board.blank, lying(board));
    for &direction in path {
        board.shift(direction);
    }
    let after = lying(board);
    for &direction in path.iter().rev() {
        board.shift(direction.opposite());
    }
    FewCells::new(board, cells).solve(&before, &after, blank, path.len() - 2, nodes)
}
