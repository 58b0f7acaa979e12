//! Putting the last two tiles of a line in place together.

use std::collections::HashMap;

use super::board::Board;
use crate::puzzle::Direction;

/// Brings two tiles to two cells by the fewest moves, while the blank stays within so many rows
/// and columns of the cells. False where it cannot be done so.
pub(super) fn settle(board: &mut Board, tiles: [usize; 2], cells: [usize; 2], reach: usize) -> bool {
    let field = field(board, cells, reach);
    let index = |cell: usize| field.iter().position(|&at| at == cell);
    let Some(start) = start(board, tiles, index) else { return false };
    let steps: Vec<[Option<usize>; 4]> = field
        .iter()
        .map(|&cell| Direction::ALL.map(|direction| index(board.next(cell, direction))))
        .collect();
    let goal = cells.map(|cell| index(cell).expect("the cells are within reach of themselves"));
    let Some(way) = search(&steps, start, goal) else { return false };
    way.into_iter().for_each(|direction| board.step(direction));
    true
}

/// The blank and two tiles, by index.
type State = [usize; 3];

/// The open cells within reach.
fn field(board: &Board, cells: [usize; 2], reach: usize) -> Vec<usize> {
    let at = cells.map(|cell| (board.at[cell].0 as usize, board.at[cell].1 as usize));
    let last = (board.tile.len() / board.width - 1, board.width - 1);
    let rows = at[0].0.min(at[1].0).saturating_sub(reach)..=(at[0].0.max(at[1].0) + reach).min(last.0);
    let cols = at[0].1.min(at[1].1).saturating_sub(reach)..=(at[0].1.max(at[1].1) + reach).min(last.1);
    let all = rows.flat_map(|row| cols.clone().map(move |col| row * board.width + col));
    all.filter(|&cell| board.open[cell]).collect()
}

fn start(
    board: &Board,
    tiles: [usize; 2],
    index: impl Fn(usize) -> Option<usize>,
) -> Option<State> {
    let at = |tile: usize| index(board.cell[tile] as usize);
    Some([index(board.blank)?, at(tiles[0])?, at(tiles[1])?])
}

/// Breadth first.
fn search(
    steps: &[[Option<usize>; 4]],
    start: State,
    goal: [usize; 2],
) -> Option<Vec<Direction>> {
    let number = |state: State| (state[0] * steps.len() + state[1]) * steps.len() + state[2];
    let mut came: HashMap<usize, Option<Direction>> = HashMap::from([(number(start), None)]);
    let mut queue = vec![start];
    let mut at = 0;
    while at < queue.len() {
        let state = queue[at];
        at += 1;
        if state[1..] == goal {
            return Some(way_to(steps, state, |state| came[&number(state)]));
        }
        for (which, &direction) in Direction::ALL.iter().enumerate() {
            let Some(next) = stepped(steps, state, which) else { continue };
            came.entry(number(next)).or_insert_with(|| {
                queue.push(next);
                Some(direction)
            });
        }
    }
    None
}

fn stepped(steps: &[[Option<usize>; 4]], state: State, which: usize) -> Option<State> {
    let to = steps[state[0]][which]?;
    let tile = |at: usize| if at == to { state[0] } else { at };
    Some([to, tile(state[1]), tile(state[2])])
}

fn way_to(
    steps: &[[Option<usize>; 4]],
    mut state: State,
    came: impl Fn(State) -> Option<Direction>,
) -> Vec<Direction> {
    let mut way = Vec::new();
    while let Some(direction) = came(state) {
        way.push(direction);
        let back = Direction::ALL.iter().position(|&d| d == direction.opposite()).expect("one of");
        state = stepped(steps, state, back).expect("it came from there");
    }
    way.reverse();
    way
}
