//! The exit of a board: where a locked piece, as a car, is to leave it.

use std::fmt::Write;

use super::outline::{cells, number};
use crate::puzzle::{Direction, Lock, Puzzle};

/// An exit: the side of the board, and the rows or columns of it.
pub(crate) struct Exit {
    side: Direction,
    first: i32,
    length: i32,
}

impl Exit {
    /// Returns the exit of a puzzle: the only goal wants one locked piece, at one end of its lane.
    pub fn of(puzzle: &Puzzle) -> Option<Exit> {
        let [goal] = puzzle.goals() else { return None };
        let demanded = goal.demanded();
        let [piece] = *demanded.placements() else { return None };
        if goal.is_complete() || goal.demands().len() > 1 {
            return None;
        }
        let size = puzzle.size();
        let cells = cells(puzzle, piece);
        let (across, along, end, sides) = match puzzle.kind(piece).lock() {
            Lock::Free => return None,
            Lock::Horizontal => {
                let (rows, cols) = cells.into_iter().unzip();
                (rows, cols, size.cols, [Direction::Left, Direction::Right])
            }
            Lock::Vertical => {
                let (rows, cols) = cells.into_iter().unzip();
                (cols, rows, size.rows, [Direction::Up, Direction::Down])
            }
        };
        let (across, along): (Vec<i32>, Vec<i32>) = (across, along);
        let is_at = [along.contains(&0), along.contains(&(end as i32 - 1))];
        let side = match is_at {
            [true, false] => sides[0],
            [false, true] => sides[1],
            _ => return None,
        };
        let first = *across.iter().min()?;
        Some(Exit { side, first, length: across.iter().max()? - first + 1 })
    }

    /// Draws a gap in the frame, and in it an arrowhead that points outward. The frame has this
    /// width, and the board, without it, this extent.
    pub fn svg(&self, unit: f64, frame: f64, (width, height): (f64, f64)) -> String {
        let start = f64::from(self.first) * unit;
        let length = f64::from(self.length) * unit;
        let (across, along) = match self.side {
            Direction::Left => (true, -frame),
            Direction::Right => (true, width),
            Direction::Up => (false, -frame),
            Direction::Down => (false, height),
        };
        let is_outward_positive = matches!(self.side, Direction::Right | Direction::Down);
        let place = |from_inside: f64, aside: f64| {
            let along = along + if is_outward_positive { from_inside } else { frame - from_inside };
            let aside = start + length / 2.0 + aside;
            let (x, y) = if across { (along, aside) } else { (aside, along) };
            format!("{} {}", number(x), number(y))
        };
        let (half, head) = (length / 2.0, unit * 0.2);
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<path class=\"floor\" d=\"M{}L{}L{}L{}Z\"/><path class=\"head\" d=\"M{}L{}L{}Z\"/>",
            place(0.0, -half),
            place(frame, -half),
            place(frame, half),
            place(0.0, half),
            place(frame * 0.1, -head),
            place(frame, 0.0),
            place(frame * 0.1, head),
        );
        svg
    }
}
