//! Decides which cells may be closed next, so that the open ones can still be solved.
//!
//! Open cells are _sound_ if they are covered by open 2 x 2 blocks, and any two blocks are
//! connected by a chain of blocks that share two cells. In such a region, with more than four
//! cells, every tile can be brought to every cell.

use super::board::CarryBoard;

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
pub(super) fn may_close(board: &CarryBoard, cells: [usize; 2]) -> bool {
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
