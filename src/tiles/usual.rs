//! The usual goals of tile puzzles.

use super::{Tiles, parity::Parity};
use crate::puzzle::Size;

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
    /// use sliding::tiles::usual::UsualGoal;
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
    let (rows, cols) = (size.rows as usize, size.cols as usize);
    let mut board = vec![0; size.cells()];
    // The remaining lines.
    let (mut top, mut bottom, mut left, mut right) = (0, rows, 0, cols);
    let mut cells = Vec::with_capacity(board.len());
    while top < bottom && left < right {
        cells.extend((left..right).map(|col| (top, col)));
        top += 1;
        cells.extend((top..bottom).map(|row| (row, right - 1)));
        right -= 1;
        if top < bottom {
            cells.extend((left..right).rev().map(|col| (bottom - 1, col)));
            bottom -= 1;
        }
        if left < right {
            cells.extend((top..bottom).rev().map(|row| (row, left)));
            left += 1;
        }
    }
    for (&(row, col), tile) in cells.iter().zip(1..size.cells() as u32) {
        board[row * cols + col] = tile;
    }
    board
}

/// Returns the usual goals that the start of a puzzle reaches.
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::tiles::{Tiles, usual::{UsualGoal, reached}};
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
