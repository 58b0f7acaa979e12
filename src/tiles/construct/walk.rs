//! Walks the blank, considering the tiles that it moves along the path.
//!
//! A step of the blank brings one tile nearer to its home or takes it farther away. The choice
//! between two paths of the same length makes a large difference later: carrying a tile takes three
//! to five moves per cell. So a step that brings a tile nearer is cheap.

use super::board::CarryBoard;
use super::frontier::{Frontier, NOWHERE};
use crate::puzzle::Direction;

/// Prices of a step that brings a tile nearer and of one that does not. Their mean is the price of
/// a path that is only estimated.
///
/// On 10 random boards of 30 x 30: 1.72 n^3 moves in all with 1 and 7; 1.87 with 2 and 6; 2.31
/// with no difference.
const CHEAP: u32 = 1;
const DEAR: u32 = 7;
pub(super) const MEAN: u32 = (CHEAP + DEAR) / 2;

/// How far outside the rectangle of start and end a path may lead. Each further cell costs time and
/// gains less: 1.78, 1.72 and 1.70 n^3 moves on the same boards with 1, 2 and 3.
const SLACK: u16 = 2;

/// Walks the blank to a cell, while one tile stays in place, if there is a path.
pub(super) fn walk(cells: &mut Frontier, board: &mut CarryBoard, to: usize, tile: usize) {
    if prices(cells, board, board.blank, [to], tile) != [NOWHERE] {
        cells.path(to).into_iter().skip(1).for_each(|cell| board.step_to(cell));
    }
}

/// Returns the prices of paths to some cells, while one tile stays in place.
///
/// If no cell can be reached nearby, paths may lead anywhere.
pub(super) fn prices<const N: usize>(
    cells: &mut Frontier,
    board: &CarryBoard,
    from: usize,
    to: [usize; N],
    tile: usize,
) -> [u32; N] {
    let ends = || to.iter().chain([&from]).map(|&cell| board.at[cell]);
    let range = |line: fn((u16, u16)) -> u16| {
        let (low, high) = (ends().map(line).min(), ends().map(line).max());
        low.map_or(0, |low| low - SLACK)..=high.map_or(0, |high| high + SLACK)
    };
    let (rows, cols) = (range(|at| at.0), range(|at| at.1));
    let near = |cell: usize| {
        cell != tile && rows.contains(&board.at[cell].0) && cols.contains(&board.at[cell].1)
    };
    let found = spread(cells, board, from, to, near);
    if found.iter().any(|&price| price != NOWHERE) {
        return found;
    }
    spread(cells, board, from, to, |cell| cell != tile)
}

/// Spreads over open cells by rising price until all wanted cells are reached.
fn spread<const N: usize>(
    cells: &mut Frontier,
    board: &CarryBoard,
    from: usize,
    to: [usize; N],
    may_enter: impl Fn(usize) -> bool,
) -> [u32; N] {
    cells.clear();
    cells.offer(from, NOWHERE, 0, 0);
    let mut missing = to.iter().filter(|&&cell| board.open[cell]).count();
    while missing > 0
        && let Some(cell) = cells.next()
    {
        missing -= usize::from(to.contains(&cell));
        for next in Direction::ALL.map(|direction| board.next(cell, direction)) {
            if board.open[next] && may_enter(next) {
                let home = board.tile[next] as usize;
                let is_nearer = board.distance(cell, home) < board.distance(next, home);
                let price = if is_nearer { CHEAP } else { DEAR };
                cells.offer(next, cell as u32, cells.price(cell) + price, 0);
            }
        }
    }
    to.map(|cell| cells.price(cell))
}
