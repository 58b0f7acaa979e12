//! Places two tiles that can only be placed together, as at the end of a line.

use super::board::CarryBoard;
use crate::puzzle::Direction;

/// Distance in rows and columns from the two cells within which the blank stays.
///
/// Two are enough: once both tiles and the blank are in the block of the two cells and their inner
/// neighbours, any other block beside that one makes a field of 2 x 3, in which every arrangement
/// is reachable up to a swap of two tiles whose places do not matter.
const REACH: u16 = 2;

/// Brings two tiles home in the fewest moves, with the blank nearby. Returns false if tiles or
/// blank are too far away.
pub(super) fn settle(board: &mut CarryBoard, cells: [usize; 2]) -> bool {
    let field = field(board, cells);
    let index = |cell: usize| field.iter().position(|&at| at == cell);
    let lie = cells.map(|tile| index(board.cell[tile] as usize));
    let (Some(blank), [Some(one), Some(two)]) = (index(board.blank), lie) else { return false };
    let steps = field
        .iter()
        .map(|&cell| Direction::ALL.map(|direction| index(board.next(cell, direction))))
        .collect();
    let goal = cells.map(|cell| index(cell).expect("the cells are open and in reach"));
    let Some(path) = (PairSearch { steps }).run([blank, one, two], goal) else { return false };
    path.into_iter().for_each(|direction| board.step(direction));
    true
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

/// The blank and two tiles, by index of the cell in the field.
type PairState = [usize; 3];

struct PairSearch {
    /// The neighbours of each cell of the field.
    steps: Vec<[Option<usize>; 4]>,
}

impl PairSearch {
    /// Runs a breadth-first search.
    fn run(&self, start: PairState, goal: [usize; 2]) -> Option<Vec<Direction>> {
        let cells = self.steps.len();
        let number = |state: PairState| (state[0] * cells + state[1]) * cells + state[2];
        let mut came = vec![None; cells * cells * cells];
        let mut queue = vec![start];
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            if state[1..] == goal {
                return Some(self.path(start, state, |state| came[number(state)]));
            }
            at += 1;
            for direction in Direction::ALL {
                let Some(next) = self.step(state, direction) else { continue };
                if next != start && came[number(next)].is_none() {
                    came[number(next)] = Some(direction);
                    queue.push(next);
                }
            }
        }
        None
    }

    fn step(&self, state: PairState, direction: Direction) -> Option<PairState> {
        let [blank, one, two] = state;
        let to = self.steps[blank][direction as usize]?;
        let moved = |tile: usize| if tile == to { blank } else { tile };
        Some([to, moved(one), moved(two)])
    }

    fn path(
        &self,
        start: PairState,
        mut state: PairState,
        came: impl Fn(PairState) -> Option<Direction>,
    ) -> Vec<Direction> {
        let mut path = Vec::new();
        while state != start {
            let direction = came(state).expect("every state but the first came from another");
            path.push(direction);
            state = self.step(state, direction.opposite()).expect("it came from there");
        }
        path.reverse();
        path
    }
}
