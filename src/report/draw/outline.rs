//! The outline of any set of cells, and the ties between its parts.
//!
//! Cells are squares of size 1. The cell at row `r` and column `c` has its upper left corner at
//! (`r`, `c`), its lower right one at (`r + 1`, `c + 1`), and rows count downwards.
//!
//! Each edge between a cell of the set and one outside belongs to the outline. It is walked with
//! the set on its right hand, so the outer border of a part goes clockwise and the border of a hole
//! the other way; renderers then fill the one and leave out the other, under either fill rule. Two
//! cells that touch only in a corner are not connected: where four edges meet, the walk stays with
//! its cell.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

use crate::puzzle::{Placement, Puzzle};

/// A cell: its row and column.
pub type OutlineCell = (i32, i32);

/// Where four cells meet: the row and column of the lower right one of them.
pub type Corner = (i32, i32);

/// The outline of a set of cells: closed loops of corners.
///
/// ```
/// use sliding::report::draw::outline::Outline;
///
/// // Three cells round a corner.
/// let bent = Outline::of(&[(0, 0), (1, 0), (1, 1)]);
/// assert_eq!(bent.loops(), [[(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0)]]);
///
/// // A ring has a loop outside and one for its hole, which goes round the other way.
/// let ring: Vec<_> = (0..9).map(|i| (i / 3, i % 3)).filter(|&cell| cell != (1, 1)).collect();
/// let ring = Outline::of(&ring);
/// assert_eq!(ring.loops()[0], [(0, 0), (0, 3), (3, 3), (3, 0)]);
/// assert_eq!(ring.loops()[1], [(1, 1), (2, 1), (2, 2), (1, 2)]);
///
/// // Without inset and rounding, in units of ten.
/// assert_eq!(Outline::of(&[(0, 0)]).path(10.0, 0.0, 0.0), "M0 0H10V10H0Z");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    loops: Vec<Vec<Corner>>,
}

/// A direction as a change of row and column. Its right hand is [`right_of`] it.
type EdgeDirection = (i32, i32);

fn right_of((rows, cols): EdgeDirection) -> EdgeDirection {
    (cols, -rows)
}

/// Returns the direction from a corner to another in the same row or column.
fn heading(from: Corner, to: Corner) -> EdgeDirection {
    ((to.0 - from.0).signum(), (to.1 - from.1).signum())
}

impl Outline {
    /// Returns the outline of these cells, in any order. Takes slightly more than linear time.
    pub fn of(cells: &[OutlineCell]) -> Self {
        let mut edges = edges(cells);
        let mut loops = Vec::new();
        while let Some(&(first, along)) = edges.iter().next() {
            loops.push(walk(&mut edges, first, along));
        }
        Self { loops }
    }

    /// Returns the loops, each as the corners where it turns. Each begins with its uppermost
    /// corner, and the leftmost of these; and the loops come in the order of their first corners.
    pub fn loops(&self) -> &[Vec<Corner>] {
        &self.loops
    }

    /// Returns the outline as data of an SVG path, with the upper left corner of cell (0, 0) in the
    /// origin.
    ///
    /// `unit` is the length of a cell's side. The outline is moved by `inset` towards the inside of
    /// the set, which leaves a gap between neighbours, and corners are rounded with `radius`, or
    /// less if an edge is too short for it. An inset of half a unit or more turns pieces inside
    /// out. Lengths are written with two decimals.
    pub fn path(&self, unit: f64, inset: f64, radius: f64) -> String {
        let mut data = String::new();
        for corners in &self.loops {
            let places: Vec<(f64, f64)> = (0..corners.len())
                .map(|i| {
                    let (before, after) = headings(corners, i);
                    let (b, a) = (right_of(before), right_of(after));
                    let towards = |own, b, a| f64::from(own) * unit + inset * f64::from(b + a);
                    (towards(corners[i].1, b.1, a.1), towards(corners[i].0, b.0, a.0))
                })
                .collect();
            trace(&mut data, corners, &places, radius);
        }
        data
    }
}

/// Returns all edges: where each begins, and its direction.
fn edges(cells: &[OutlineCell]) -> BTreeSet<(Corner, EdgeDirection)> {
    let set: BTreeSet<OutlineCell> = cells.iter().copied().collect();
    let around = |&(row, col): &OutlineCell| {
        [
            ((row - 1, col), (row, col), (0, 1)),
            ((row, col + 1), (row, col + 1), (1, 0)),
            ((row + 1, col), (row + 1, col + 1), (0, -1)),
            ((row, col - 1), (row + 1, col), (-1, 0)),
        ]
    };
    let sides = set.iter().flat_map(around).filter(|(beside, ..)| !set.contains(beside));
    sides.map(|(_, from, along)| (from, along)).collect()
}

/// Removes the edges of one loop, and returns the corners where it turns.
fn walk(
    edges: &mut BTreeSet<(Corner, EdgeDirection)>,
    first: Corner,
    mut along: EdgeDirection,
) -> Vec<Corner> {
    let mut corners = Vec::new();
    let mut at = first;
    while edges.remove(&(at, along)) {
        at = (at.0 + along.0, at.1 + along.1);
        let right = right_of(along);
        // To the right first: that stays with the same cell where another touches it.
        let turns = [right, along, (-right.0, -right.1)];
        let Some(&next) = turns.iter().find(|&&turn| edges.contains(&(at, turn))) else { break };
        if next != along {
            corners.push(at);
        }
        along = next;
    }
    // A loop begins at its uppermost corner, which is one where it turns.
    corners.push(first);
    corners.rotate_right(1);
    corners
}

/// Returns the directions in which a loop comes to its corner number `i`, and leaves it.
fn headings(corners: &[Corner], i: usize) -> (EdgeDirection, EdgeDirection) {
    let count = corners.len();
    let [before, here, after] = [i + count - 1, i, i + 1].map(|i| corners[i % count]);
    (heading(before, here), heading(here, after))
}

/// Writes one loop through these places, x and y.
fn trace(data: &mut String, corners: &[Corner], places: &[(f64, f64)], radius: f64) {
    let count = corners.len();
    let length = |i: usize| {
        let (from, to) = (places[i % count], places[(i + 1) % count]);
        (to.0 - from.0).abs() + (to.1 - from.1).abs()
    };
    for (i, &(x, y)) in places.iter().enumerate() {
        let (before, after) = headings(corners, i);
        let round = radius.min(length(i + count - 1) / 2.0).min(length(i) / 2.0);
        let (from_x, from_y) = (x - round * f64::from(before.1), y - round * f64::from(before.0));
        let (to_x, to_y) = (x + round * f64::from(after.1), y + round * f64::from(after.0));
        let _ = match (i, before.0 == 0) {
            (0, _) => write!(data, "M{} {}", number(from_x), number(from_y)),
            (_, true) => write!(data, "H{}", number(from_x)),
            (_, false) => write!(data, "V{}", number(from_y)),
        };
        if round > 0.0 {
            let sweep = u8::from(after == right_of(before));
            let (round, to_x, to_y) = (number(round), number(to_x), number(to_y));
            let _ = write!(data, "A{round} {round} 0 0 {sweep} {to_x} {to_y}");
        }
    }
    data.push('Z');
}

/// Formats a length with at most two decimals.
///
/// ```
/// use sliding::report::draw::outline::number;
/// let lengths = [1.5, 2.0, -0.001, 0.333];
/// assert_eq!(lengths.map(number), ["1.5", "2", "0", "0.33"]);
/// ```
pub fn number(length: f64) -> String {
    // Zero is added, since minus zero would be written with its sign.
    ((length * 100.0).round() / 100.0 + 0.0).to_string()
}

/// Returns the connected parts of a set of cells, each in row-major order, and the parts by their
/// first cells.
///
/// ```
/// use sliding::report::draw::outline::parts;
/// let found = parts(&[(1, 1), (0, 2), (0, 1), (2, 0)]);
/// assert_eq!(found, [vec![(0, 1), (0, 2), (1, 1)], vec![(2, 0)]]);
/// ```
pub fn parts(cells: &[OutlineCell]) -> Vec<Vec<OutlineCell>> {
    let mut left: BTreeSet<OutlineCell> = cells.iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut queue = VecDeque::from([first]);
        while let Some((row, col)) = queue.pop_front() {
            for beside in [(row, col + 1), (row, col - 1), (row + 1, col), (row - 1, col)] {
                if left.remove(&beside) {
                    part.push(beside);
                    queue.push_back(beside);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Larger pieces have no ties: finding them would take long.
const MOST_TIED: usize = 2048;

/// Returns the ties between the parts of a piece: pairs of cells of different parts, as near to
/// each other as possible, one fewer than there are parts. A line between the centres of each pair
/// shows that the parts are one piece. Empty if the cells are connected, or more than 2048.
///
/// Takes time in the square of the number of cells.
///
/// ```
/// use sliding::report::draw::outline::ties;
/// assert_eq!(ties(&[(0, 0), (0, 1), (0, 3), (5, 3)]), [((0, 1), (0, 3)), ((0, 3), (5, 3))]);
/// ```
pub fn ties(cells: &[OutlineCell]) -> Vec<(OutlineCell, OutlineCell)> {
    let parts = if cells.len() > MOST_TIED { Vec::new() } else { parts(cells) };
    let apart = |a: OutlineCell, b: OutlineCell| {
        let (rows, cols) = (i64::from(a.0) - i64::from(b.0), i64::from(a.1) - i64::from(b.1));
        rows * rows + cols * cols
    };
    // The cells not yet tied: the distance of each from the tied ones, the nearest of these, the
    // cell itself and its part.
    let mut left: Vec<(i64, OutlineCell, OutlineCell, usize)> = Vec::new();
    for (number, part) in parts.iter().enumerate().skip(1) {
        left.extend(part.iter().map(|&cell| (i64::MAX, cell, cell, number)));
    }
    let mut ties = Vec::new();
    let mut newest = 0;
    while !left.is_empty() {
        for (least, nearest, cell, _) in &mut left {
            for &tied in &parts[newest] {
                (*least, *nearest) = (*least, *nearest).min((apart(tied, *cell), tied));
            }
        }
        let &(_, from, to, part) = left.iter().min().expect("some cells are left");
        ties.push((from, to));
        newest = part;
        left.retain(|&(.., other)| other != part);
    }
    ties
}

/// Returns a good place for a name or an arrow's end, in the largest connected part of the cells:
/// its centre if that lies within it, else the centre of the cell nearest to it. As row and column, in cells.
///
/// # Panics
///
/// If there are no cells.
///
/// ```
/// use sliding::report::draw::outline::label_position;
/// assert_eq!(label_position(&[(0, 0), (0, 1)]), (0.5, 1.0));
/// assert_eq!(label_position(&[(0, 0), (1, 0), (1, 1)]), (1.5, 0.5));
/// ```
pub fn label_position(cells: &[OutlineCell]) -> (f64, f64) {
    // The first of the largest parts: `max_by_key` returns the last of equals.
    let largest = parts(cells).into_iter().rev().max_by_key(Vec::len);
    let part = largest.expect("a piece has cells");
    let mean = |of: fn(&OutlineCell) -> i32| {
        part.iter().map(|cell| f64::from(of(cell)) + 0.5).sum::<f64>() / part.len() as f64
    };
    let middle = (mean(|cell| cell.0), mean(|cell| cell.1));
    // Within means: far enough from every edge for something small around the centre.
    let around = [(-0.3, -0.3), (-0.3, 0.3), (0.3, -0.3), (0.3, 0.3)];
    let is_within = around.into_iter().all(|(row, col)| {
        let cell = ((middle.0 + row).floor() as i32, (middle.1 + col).floor() as i32);
        part.contains(&cell)
    });
    if is_within {
        return middle;
    }
    let centre = |cell: &OutlineCell| (f64::from(cell.0) + 0.5, f64::from(cell.1) + 0.5);
    let apart = |(row, col): (f64, f64)| (row - middle.0).powi(2) + (col - middle.1).powi(2);
    let nearest = part.iter().map(centre).min_by(|&a, &b| apart(a).total_cmp(&apart(b)));
    nearest.expect("a part has cells")
}

/// Returns row and column of every cell of a piece.
pub(crate) fn cells(puzzle: &Puzzle, piece: Placement) -> Vec<OutlineCell> {
    let (row, col) = signed(puzzle.size().row_col(piece.cell));
    let kind = &puzzle.kinds()[usize::from(piece.kind)];
    kind.cells().iter().map(|&(r, c)| (row + r, col + c)).collect()
}

/// Returns row and column as a cell of an outline.
pub(super) fn signed((row, col): (u32, u32)) -> OutlineCell {
    // Boards have no more than 2^20 rows and columns.
    (row as i32, col as i32)
}
