//! Places two tiles that can only be placed together, as at the end of a line.

use super::board::CarryBoard;
use crate::puzzle::Direction;

/// Distance in rows and columns from the two cells within which the blank stays.
///
/// Two are enough: once both tiles and the blank are in the block of the two cells and their inner
/// neighbours, any other block beside that one makes a field of 2 x 3, in which every arrangement
/// is reachable up to a swap of two tiles whose places do not matter.
const REACH: u16 = 2;

/// Brings two tiles home in the fewest moves, with the blank nearby, by breadth-first search. Returns
/// false if tiles or blank are too far away.
pub(super) fn settle(board: &mut CarryBoard, cells: [usize; 2]) -> bool {
    let field = field(board, cells);
    let index = |cell: usize| field.iter().position(|&at| at == cell);
    let lie = cells.map(|tile| index(board.cell[tile] as usize));
    let (Some(blank), [Some(one), Some(two)]) = (index(board.blank), lie) else { return false };
    let beside = |&cell: &usize| Direction::ALL.map(|way| index(board.next(cell, way)));
    let steps: Vec<[Option<usize>; 4]> = field.iter().map(beside).collect();
    let goal = cells.map(|cell| index(cell).expect("the cells are open and in reach"));
    // The blank and the two tiles, by index of the cell in the field; the place in the queue of the
    // state before it, and the direction from there.
    let mut queue = vec![([blank, one, two], 0, Direction::Right)];
    let number = |state: [usize; 3]| (state[0] * field.len() + state[1]) * field.len() + state[2];
    let mut seen = vec![false; field.len().pow(3)];
    seen[number([blank, one, two])] = true;
    let mut at = 0;
    while let Some(&(state, ..)) = queue.get(at) {
        let [blank, one, two] = state;
        if [one, two] == goal {
            let mut path = Vec::new();
            while at != 0 {
                path.push(queue[at].2);
                at = queue[at].1;
            }
            path.into_iter().rev().for_each(|direction| board.step(direction));
            return true;
        }
        for direction in Direction::ALL {
            let Some(to) = steps[blank][direction as usize] else { continue };
            let moved = |tile: usize| if tile == to { blank } else { tile };
            let next = [to, moved(one), moved(two)];
            if !std::mem::replace(&mut seen[number(next)], true) {
                queue.push((next, at, direction));
            }
        }
        at += 1;
    }
    false
}

/// Returns the open cells within reach.
fn field(board: &CarryBoard, cells: [usize; 2]) -> Vec<usize> {
    let [(row, col), (other_row, other_col)] = cells.map(|cell| board.at[cell]);
    // The margin is wider than the reach.
    let rows = row.min(other_row) - REACH..=row.max(other_row) + REACH;
    let cols = col.min(other_col) - REACH..=col.max(other_col) + REACH;
    let all = rows.flat_map(|row| cols.clone().map(move |col| (row, col)));
    all.map(|(row, col)| usize::from(row) * board.width + usize::from(col))
        .filter(|&cell| board.open[cell])
        .collect()
}
