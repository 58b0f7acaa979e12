//! Marks on boards: gates, axes of pieces that are locked to one, arrows of moves, and exits.

use super::board::FRAME;
use super::outline::{OutlineCell, cells, label_position};
use crate::report::*;

/// Returns slanting bars across each cell with a gate.
pub(crate) fn bars(puzzle: &Puzzle, unit: f64) -> Path {
    let mut bars = Path::default();
    for &cell in puzzle.gates().iter().flat_map(|gate| &gate.cells) {
        let (row, col) = puzzle.size().row_col(cell);
        let at = |corner: u32, share: f64| (f64::from(corner) + share) * unit;
        for (from, to) in [(0.4, 0.1), (0.9, 0.1), (0.9, 0.6)] {
            // Up to the right, through the cell.
            bars.add_line(&[(at(col, to), at(row, from)), (at(col, from), at(row, to))], 0.0);
        }
    }
    bars
}

/// Fractions of a cell's side: the distance of an arrowhead from the border, and its length.
const FROM_BORDER: f64 = 0.2;
const LENGTH: f64 = 0.09;

/// Returns two arrowheads along the axis of a piece on these cells, at either end of the lane that
/// its centre is in. Empty for a piece that moves in all directions.
pub(crate) fn axis(cells: &[OutlineCell], lock: Lock, unit: f64) -> Path {
    // Turns places so that the axis is horizontal, and back.
    let turn = |(x, y): Point| if lock == Lock::Vertical { (y, x) } else { (x, y) };
    let mut heads = Path::default();
    if lock == Lock::Free {
        return heads;
    }
    let (row, col) = label_position(cells);
    let (_, middle) = turn((col, row));
    let (mut from, mut to) = (f64::INFINITY, 0.0);
    for &(row, col) in cells {
        let (along, lane) = turn((f64::from(col), f64::from(row)));
        if lane == middle.floor() {
            (from, to) = (along.min(from), along.max(to));
        }
    }
    let ends = [(from + FROM_BORDER, LENGTH), (to + 1.0 - FROM_BORDER, -LENGTH)];
    for (tip, back) in ends {
        let points = [(tip + back, middle - LENGTH), (tip, middle), (tip + back, middle + LENGTH)];
        heads.add_line(&points.map(|point| turn((point.0 * unit, point.1 * unit))), 0.0);
    }
    heads
}

/// Returns the path of the centre of a piece on these cells as an arrow: its line and its head. It
/// ends `short` of the centre, where the name is.
pub(super) fn arrow(
    cells: &[OutlineCell],
    steps: &[Direction],
    unit: f64,
    short: f64,
) -> [Path; 2] {
    let (row, col) = label_position(cells);
    let (mut x, mut y) = (col * unit, row * unit);
    let mut line = vec![(x, y)];
    let (mut right, mut down) = (0.0, 0.0);
    for step in steps {
        let (rows, cols) = step.delta();
        (right, down) = (f64::from(cols) * unit, f64::from(rows) * unit);
        (x, y) = (x + right, y + down);
        line.push((x, y));
    }
    let corner =
        |back: f64, aside: f64| (x - right * back + down * aside, y - down * back - right * aside);
    let end = short + 0.26;
    line.pop();
    line.push(corner(end, 0.0));
    let head = [corner(end, 0.17), corner(short, 0.0), corner(end, -0.17)];
    let mut filled = Path::default();
    filled.add_ring(&head, 0.0);
    [Path::line(&line), filled]
}

/// Returns the exit of a puzzle whose only goal wants one locked piece, at one end of its lane: an
/// arrowhead in the frame that points outward.
pub(super) fn exit(puzzle: &Puzzle, unit: f64) -> Option<Path> {
    let [goal] = puzzle.goals() else { return None };
    let demanded = goal.demanded();
    let [piece] = *demanded.placements() else { return None };
    let ways = match puzzle.kind(piece).lock() {
        _ if goal.is_complete() || goal.demands().len() > 1 => return None,
        Lock::Free => return None,
        Lock::Horizontal => [Direction::Left, Direction::Right],
        Lock::Vertical => [Direction::Up, Direction::Down],
    };
    let Size { rows, cols } = puzzle.size();
    let mut exits = Vec::new();
    for way in ways {
        let (down, right) = way.delta();
        let mut outside = cells(puzzle, piece);
        outside.iter_mut().for_each(|cell| *cell = (cell.0 + down, cell.1 + right));
        outside.retain(|&(row, col)| {
            !(0..rows as i32).contains(&row) || !(0..cols as i32).contains(&col)
        });
        if !outside.is_empty() {
            // From the middle of the cell outside: its tip is at the edge of the frame.
            exits.push(arrow(&outside, &[way], unit, 1.5 - FRAME));
        }
    }
    let [[_, head]] = <[_; 1]>::try_from(exits).ok()?;
    Some(head)
}
