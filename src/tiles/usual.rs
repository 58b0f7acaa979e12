//! The usual goals of tile puzzles.

use super::{Tiles, parity::Parity};
use crate::puzzle::{Direction, Size};

/// Returns the usual goal: the blank last, as Knuth has it.
pub fn blank_last(size: Size) -> Vec<u32> {
    (1..size.cells() as u32).chain([0]).collect()
}

/// Returns Korf's goal: the blank first.
pub fn blank_first(size: Size) -> Vec<u32> {
    (0..size.cells() as u32).collect()
}

/// Returns the tiles along a clockwise spiral from the first corner, the blank at its inner end.
pub(super) fn spiral(size: Size) -> Vec<u32> {
    let mut board = vec![0; size.cells()];
    let round = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];
    let (mut cell, mut turns) = (0, 0);
    for tile in 1..size.cells() as u32 {
        board[cell] = tile;
        let next = |turns: usize| Tiles::next(size, cell, round[turns % 4]);
        if next(turns).is_none_or(|next| board[next] != 0) {
            turns += 1;
        }
        cell = next(turns).expect("a cell is left");
    }
    board
}

/// Returns the names of the usual goals that the start of a puzzle reaches: "gap last", "gap first",
/// "spiral".
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::tiles::{Tiles, notation::blank_last, reached};
///
/// let size = Size { rows: 3, cols: 3 };
/// let start = vec![1, 2, 3, 8, 4, 0, 7, 6, 5];
/// let tiles = Tiles::new(size, start, blank_last(size))?;
/// assert_eq!(reached(&tiles), ["spiral"]);
/// # Ok::<(), sliding::tiles::BoardError>(())
/// ```
pub fn reached(tiles: &Tiles) -> Vec<&'static str> {
    let size = tiles.size;
    let goals = [
        ("gap last", blank_last(size)),
        ("gap first", blank_first(size)),
        ("spiral", spiral(size)),
    ];
    let is_reached = |goal| Parity::of(&Tiles { goal, ..tiles.clone() }).is_solvable();
    goals.into_iter().filter_map(|(name, goal)| is_reached(goal).then_some(name)).collect()
}
