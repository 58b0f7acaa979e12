//! The marks of pieces that are locked to an axis.

use std::fmt::Write;

use super::outline::{OutlineCell, label_position, number};
use crate::puzzle::Lock;

/// Fractions of a cell's side: the distance of an arrowhead from the border, and its length.
const FROM_BORDER: f64 = 0.2;
const LENGTH: f64 = 0.09;

/// Returns the path data of two arrowheads along the axis of a piece on these cells, on either side
/// of its centre. Empty for a piece that moves in all directions.
pub(crate) fn axis(cells: &[OutlineCell], lock: Lock, unit: f64) -> String {
    let ways = match lock {
        Lock::Free => return String::new(),
        Lock::Horizontal => [(0.0, -1.0), (0.0, 1.0)],
        Lock::Vertical => [(-1.0, 0.0), (1.0, 0.0)],
    };
    let (row, col) = label_position(cells);
    let mut path = String::new();
    for (down, right) in ways {
        let tip = to_border(cells, (row, col), (down, right)) - FROM_BORDER;
        let mut corner = |command: char, along: f64, aside: f64| {
            let x = col + right * along + down * aside;
            let y = row + down * along + right * aside;
            let _ = write!(path, "{command}{} {}", number(x * unit), number(y * unit));
        };
        corner('M', tip - LENGTH, LENGTH);
        corner('L', tip, 0.0);
        corner('L', tip - LENGTH, -LENGTH);
    }
    path
}

/// Returns the distance from the centre of some cells to their border in a direction.
fn to_border(cells: &[OutlineCell], (row, col): (f64, f64), (down, right): (f64, f64)) -> f64 {
    let is_within = |far: f64| {
        // The centre may lie between two rows or columns: then both have to go on.
        [-0.3, 0.3].into_iter().all(|aside| {
            let row = row + down * far + right * aside;
            let col = col + right * far + down * aside;
            cells.contains(&(row.floor() as i32, col.floor() as i32))
        })
    };
    let begin = down * row + right * col;
    let mut far = begin.floor() + 1.0 - begin;
    while is_within(far + 0.5) {
        far += 1.0;
    }
    far
}
