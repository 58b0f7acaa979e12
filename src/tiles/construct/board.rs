//! The board with a margin, and the blank that moves on it.

use crate::puzzle::{Direction, Size};

/// Closed cells round the board, so that a window round any cell needs no test for the border.
pub(super) const MARGIN: usize = 3;

/// A board on which every tile is identified by its home.
pub(super) struct CarryBoard {
    /// Cells in a row, margins included.
    pub width: usize,
    /// Row and column of each cell, with the margin counted. Stored, since a division costs more.
    pub at: Vec<(u16, u16)>,
    /// The tile on each cell. The blank counts as a tile.
    pub tile: Vec<u32>,
    /// The cell of each tile.
    pub cell: Vec<u32>,
    /// Cells that the blank may enter. Cells are closed for good once they have their tile.
    pub open: Vec<bool>,
    pub blank: usize,
    /// The blank's moves so far.
    pub path: Vec<Direction>,
}

impl CarryBoard {
    /// Creates a board with every tile at home, and the blank on the first cell.
    pub fn new(size: Size) -> Self {
        let width = size.cols as usize + 2 * MARGIN;
        let cells = width * (size.rows as usize + 2 * MARGIN);
        let mut board = Self {
            width,
            at: (0..cells).map(|cell| ((cell / width) as u16, (cell % width) as u16)).collect(),
            tile: (0..cells as u32).collect(),
            cell: (0..cells as u32).collect(),
            open: vec![false; cells],
            blank: MARGIN * width + MARGIN,
            path: Vec::new(),
        };
        for cell in 0..size.cells() {
            let at = board.inner(size, cell);
            board.open[at] = true;
        }
        board
    }

    /// Returns the index here of a cell that is counted without the margin.
    pub fn inner(&self, size: Size, cell: usize) -> usize {
        let (row, col) = size.row_col(cell as u32);
        (row as usize + MARGIN) * self.width + col as usize + MARGIN
    }

    /// Returns the neighbour of a cell. Callers stay within the board and its margin.
    pub fn next(&self, cell: usize, direction: Direction) -> usize {
        match direction {
            Direction::Right => cell + 1,
            Direction::Left => cell - 1,
            Direction::Down => cell + self.width,
            Direction::Up => cell - self.width,
        }
    }

    /// Moves the blank. A move and its immediate reverse cancel.
    pub fn step(&mut self, direction: Direction) {
        let to = self.next(self.blank, direction);
        self.tile.swap(self.blank, to);
        self.cell.swap(self.tile[self.blank] as usize, self.tile[to] as usize);
        self.blank = to;
        if self.path.last() == Some(&direction.opposite()) {
            self.path.pop();
        } else {
            self.path.push(direction);
        }
    }

    /// Moves the blank to the cell beside it.
    pub fn step_to(&mut self, cell: usize) {
        let direction = Direction::ALL.into_iter().find(|&way| self.next(self.blank, way) == cell);
        self.step(direction.expect("the cell is beside the blank"));
    }

    /// Returns the number of single steps between two cells, ignoring obstacles.
    pub fn distance(&self, a: usize, b: usize) -> usize {
        let ((a_row, a_col), (b_row, b_col)) = (self.at[a], self.at[b]);
        usize::from(a_row.abs_diff(b_row)) + usize::from(a_col.abs_diff(b_col))
    }
}
