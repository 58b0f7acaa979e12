//! The board with a margin, and the blank that moves on it.

use crate::puzzle::Direction;

/// Closed cells round the board, so that a window round any cell needs no test for the border.
pub(super) const MARGIN: usize = 3;

/// A board on which every tile is named by the cell that it belongs on.
#[derive(Clone)]
pub(super) struct Board {
    /// Cells in a row, margins included.
    pub width: usize,
    /// Row and column of each cell, with the margin counted.
    pub at: Vec<(u16, u16)>,
    /// The tile on each cell. What it says on the blank's cell and in the margin means nothing.
    pub tile: Vec<u32>,
    /// The cell that each tile lies on.
    pub cell: Vec<u32>,
    /// Where the blank may go. Cells are closed for good once they have got their tile.
    pub open: Vec<bool>,
    pub blank: usize,
    /// The blank's moves up to now.
    pub path: Vec<Direction>,
}

impl Board {
    /// The neighbour of a cell. Callers stay within the board and its margin.
    pub fn next(&self, cell: usize, direction: Direction) -> usize {
        match direction {
            Direction::Right => cell + 1,
            Direction::Left => cell - 1,
            Direction::Down => cell + self.width,
            Direction::Up => cell - self.width,
        }
    }

    /// Moves the blank. A move there and back at once is no move.
    pub fn step(&mut self, direction: Direction) {
        self.shift(direction);
        if self.path.last() == Some(&direction.opposite()) {
            self.path.pop();
        } else {
            self.path.push(direction);
        }
    }

    /// Moves the blank without a note of it.
    pub fn shift(&mut self, direction: Direction) {
        let from = self.next(self.blank, direction);
        let tile = self.tile[from];
        self.tile[self.blank] = tile;
        self.cell[tile as usize] = self.blank as u32;
        self.blank = from;
    }

    /// The number of single steps between two cells, with nothing in the way.
    pub fn distance(&self, a: usize, b: usize) -> usize {
        let ((a_row, a_col), (b_row, b_col)) = (self.at[a], self.at[b]);
        usize::from(a_row.abs_diff(b_row)) + usize::from(a_col.abs_diff(b_col))
    }
}
