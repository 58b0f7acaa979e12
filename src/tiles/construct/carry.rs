//! Carries one tile to a cell in few moves.
//!
//! A state is the tile's cell and the side of it on which the blank is. From there the blank either
//! exchanges places with the tile, a _push_, or walks round it to another side.

use super::board::CarryBoard;
use super::walk::{Frontier, MEAN, NOWHERE, prices, walk};
use crate::puzzle::Direction;

/// The eight cells round a tile, in a circle from the right one on, by row and column.
const CIRCLE: [(isize, isize); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The index on the circle of each side, by number of the direction.
const SIDE: [usize; 4] = [0, 4, 2, 6];

/// Returns the number of moves from one side to another on the circle, of which some cells are open.
fn round(open: usize, from: usize, to: usize) -> Option<u32> {
    let walk = |by: usize| {
        let cell = |count: usize| (SIDE[from] + count * by) % 8;
        let count = (0..8).find(|&count| cell(count) == SIDE[to])?;
        (0..=count).all(|count| open >> cell(count) & 1 == 1).then_some(count as u32)
    };
    [1, 7].into_iter().filter_map(walk).min()
}

/// Finds paths for tiles by A*, with the cost in an open region as the estimate.
pub struct Carrier {
    /// The cells that the blank reaches.
    pub cells: Frontier,
    /// Each cell of the tile with each side, by number of the direction.
    states: Frontier,
}

impl Carrier {
    pub fn new(cells: usize) -> Self {
        Self { cells: Frontier::new(cells), states: Frontier::new(4 * cells) }
    }

    /// Brings a tile to a cell. Returns false if there is no path.
    pub fn carry(&mut self, board: &mut CarryBoard, tile: usize, to: usize) -> bool {
        let mut cell = board.cell[tile] as usize;
        if cell == to {
            return true;
        }
        let Some(end) = self.search(board, cell, to) else { return false };
        for state in self.states.path(end) {
            let side = Direction::ALL[state % 4];
            if state / 4 == cell {
                // The cheapest path is computed again, as the surrounding tiles have changed.
                walk(&mut self.cells, board, board.next(cell, side), cell);
            } else {
                // The blank enters the tile's former cell, in the direction of its new side.
                board.step_to(cell);
                cell = state / 4;
            }
        }
        true
    }

    /// Returns the last state of the best path, with the tile on its cell.
    fn search(&mut self, board: &CarryBoard, cell: usize, to: usize) -> Option<usize> {
        self.states.clear();
        let sides = Direction::ALL.map(|direction| board.next(cell, direction));
        let starts = prices(&mut self.cells, board, board.blank, sides, cell);
        for (side, price) in starts.into_iter().enumerate() {
            self.offer(board, (cell, side), NOWHERE, price, to);
        }
        loop {
            let state = self.states.next()?;
            if state / 4 == to {
                return Some(state);
            }
            self.expand(board, state, to);
        }
    }

    fn expand(&mut self, board: &CarryBoard, state: usize, to: usize) {
        let (cell, side) = (state / 4, state % 4);
        let price = self.states.price(state);
        let blank = board.next(cell, Direction::ALL[side]);
        // After a push the blank is on the opposite side; opposite directions differ in the lowest
        // bit.
        self.offer(board, (blank, side ^ 1), state as u32, price + MEAN, to);
        let circle = CIRCLE.iter().enumerate().fold(0, |bits, (i, &(row, col))| {
            let at = cell as isize + row * board.width as isize + col;
            bits | usize::from(board.open[at as usize]) << i
        });
        for other in 0..4 {
            let goal = board.next(cell, Direction::ALL[other]);
            if !board.open[goal] || self.states.is_done(4 * cell + other) {
                continue;
            }
            let walk = match round(circle, side, other) {
                Some(moves) => MEAN * moves,
                None => prices(&mut self.cells, board, blank, [goal], cell)[0],
            };
            self.offer(board, (cell, other), state as u32, price.saturating_add(walk), to);
        }
    }

    fn offer(
        &mut self,
        board: &CarryBoard,
        (cell, side): (usize, usize),
        from: u32,
        price: u32,
        to: usize,
    ) {
        let rest = MEAN * rest(board, cell, side, to);
        self.states.offer(4 * cell + side, from, price, rest);
    }
}

/// Returns the cost in an open region of bringing a tile home, with the first push along one axis
/// and the blank in place for it.
///
/// Between two pushes in one direction there are four moves, and two at a turn. So the best path
/// turns as often as possible.
fn pushes(along: u32, across: u32) -> u32 {
    let turns = if along > across { 2 * across } else { 2 * along - 1 };
    5 * (along + across) - 4 - 2 * turns
}

/// Returns the cost in an open region of bringing a tile home, given the cost of the blank's walk
/// to each side of it.
fn best_first(board: &CarryBoard, cell: usize, to: usize, walk: impl Fn(usize) -> u32) -> u32 {
    let ((row, col), (to_row, to_col)) = (board.at[cell], board.at[to]);
    let (rows, cols) = (u32::from(row.abs_diff(to_row)), u32::from(col.abs_diff(to_col)));
    let across = || walk(usize::from(col > to_col)) + pushes(cols, rows);
    let down = || walk(2 + usize::from(row > to_row)) + pushes(rows, cols);
    match (rows, cols) {
        (0, 0) => 0,
        (0, _) => across(),
        (_, 0) => down(),
        _ => across().min(down()),
    }
}

/// Returns the moves in an open region to bring a tile home, with the blank at some side of it.
fn rest(board: &CarryBoard, cell: usize, side: usize, to: usize) -> u32 {
    best_first(board, cell, to, |first| match first {
        same if same == side => 0,
        opposite if opposite == side ^ 1 => 4,
        _ => 2,
    })
}

/// Returns the moves in an open region to bring a tile home, with the blank anywhere.
pub fn estimate(board: &CarryBoard, blank: usize, cell: usize, to: usize) -> u32 {
    let ((row, col), (blank_row, blank_col)) = (board.at[cell], board.at[blank]);
    best_first(board, cell, to, |first| {
        let away = board.distance(blank, board.next(cell, Direction::ALL[first]));
        let is_in_line = if first < 2 { row == blank_row } else { col == blank_col };
        let is_behind = is_in_line && away > board.distance(blank, cell);
        away as u32 + 2 * u32::from(is_behind)
    })
}
