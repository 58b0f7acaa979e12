//! The usual goals of tile puzzles.

use super::{Tiles, parity::Parity};
use crate::puzzle::{Direction, Size};

/// A goal that many tile puzzles have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsualGoal {
    /// The tiles row by row, and the blank last.
    BlankLast,
    /// The blank first, and then the tiles row by row.
    BlankFirst,
    /// The tiles along a clockwise spiral from the first corner, and the blank at its inner end.
    Spiral,
}

impl UsualGoal {
    /// All of them.
    pub const ALL: [UsualGoal; 3] =
        [UsualGoal::BlankLast, UsualGoal::BlankFirst, UsualGoal::Spiral];

    /// Returns the tile on each cell, row by row.
    ///
    /// ```
    /// use sliding::puzzle::Size;
    /// use sliding::tiles::UsualGoal;
    ///
    /// let size = Size { rows: 3, cols: 3 };
    /// assert_eq!(UsualGoal::Spiral.board(size), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
    /// ```
    pub fn board(self, size: Size) -> Vec<u32> {
        match self {
            UsualGoal::BlankLast => blank_last(size),
            UsualGoal::BlankFirst => blank_first(size),
            UsualGoal::Spiral => spiral(size),
        }
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            UsualGoal::BlankLast => "gap last",
            UsualGoal::BlankFirst => "gap first",
            UsualGoal::Spiral => "spiral",
        }
    }
}

/// Returns the usual goal: the blank last, as Knuth has it.
pub fn blank_last(size: Size) -> Vec<u32> {
    (1..size.cells() as u32).chain([0]).collect()
}

/// Returns Korf's goal: the blank first.
pub fn blank_first(size: Size) -> Vec<u32> {
    (0..size.cells() as u32).collect()
}

fn spiral(size: Size) -> Vec<u32> {
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

/// Returns the usual goals that the start of a puzzle reaches.
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::tiles::{Tiles, UsualGoal, reached};
///
/// let size = Size { rows: 3, cols: 3 };
/// let start = vec![1, 2, 3, 8, 4, 0, 7, 6, 5];
/// let tiles = Tiles::new(size, start, UsualGoal::BlankLast.board(size))?;
/// assert_eq!(reached(&tiles), [UsualGoal::Spiral]);
/// # Ok::<(), sliding::tiles::BoardError>(())
/// ```
pub fn reached(tiles: &Tiles) -> Vec<UsualGoal> {
    let is_reached = |goal: &UsualGoal| {
        let other = Tiles { goal: goal.board(tiles.size), ..tiles.clone() };
        Parity::of(&other).is_solvable()
    };
    UsualGoal::ALL.into_iter().filter(is_reached).collect()
}
