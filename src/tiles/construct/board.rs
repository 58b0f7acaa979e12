//! The board with a margin, the blank that moves on it, and the cells that may be closed next, so that
//! the open ones can still be solved.
//!
//! Open cells are _sound_ if they are covered by open 2 x 2 blocks, and any two blocks are connected by
//! a chain of blocks that share two cells. In such a region, with more than four cells, every tile can
//! be brought to every cell.

use crate::puzzle::{Direction, Size};

/// Closed cells round the board, so that a window round any cell needs no test for the border.
pub const MARGIN: usize = 3;

/// A board on which every tile is identified by its home.
pub struct CarryBoard {
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

/// Rows and columns of the window examined round a cell.
const SPAN: usize = 7;
const HALF: usize = SPAN / 2;

/// Cells round some cell: bit `8 * row + col`. The last row and column are never in use, so nothing
/// overflows from one row into the next.
type Window = u64;

/// Returns the open cells round a cell.
fn window(board: &CarryBoard, centre: usize) -> Window {
    let corner = centre - HALF * board.width - HALF;
    (0..SPAN).fold(0, |window, row| {
        let from = corner + row * board.width;
        let cells = &board.open[from..from + SPAN];
        let bits = cells.iter().enumerate().fold(0, |bits, (col, &is)| bits | u64::from(is) << col);
        window | bits << (8 * row)
    })
}

/// Returns the upper left cells of all open blocks.
fn blocks(open: Window) -> Window {
    open & open >> 1 & open >> 8 & open >> 9
}

/// Returns all cells of some blocks.
fn covered(blocks: Window) -> Window {
    blocks | blocks << 1 | blocks << 8 | blocks << 9
}

/// Returns cells and their four neighbours.
fn grown(cells: Window) -> Window {
    cells | cells << 1 | cells >> 1 | cells << 8 | cells >> 8
}

/// Whether the open cells stay sound when two of them are closed, which are neighbours or the same.
///
/// It examines only the window. So it may return false although there is a path round outside.
pub fn may_close(board: &CarryBoard, cells: [usize; 2]) -> bool {
    let before = window(board, cells[0]);
    let bits = cells.iter().fold(0, |bits, &cell| {
        let ((row, col), (from_row, from_col)) = (board.at[cell], board.at[cells[0]]);
        bits | 1 << (8 * (HALF as u16 + row - from_row) + HALF as u16 + col - from_col)
    });
    let after = before & !bits;
    let (blocks_before, blocks_after) = (blocks(before), blocks(after));
    let across = bits | bits << 1 | bits >> 1;
    let near = across | across << 8 | across >> 8;
    if near & after & !covered(blocks_after) != 0 {
        return false;
    }
    let gone = blocks_before & !blocks_after;
    let beside = grown(gone) & blocks_after;
    let mut reached = beside & beside.wrapping_neg();
    loop {
        let next = grown(reached) & blocks_after;
        if next == reached {
            return beside & !reached == 0;
        }
        reached = next;
    }
}
