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

use std::collections::BTreeSet;

use crate::report::*;

/// A cell: its row and column.
pub type OutlineCell = (i32, i32);

/// Where four cells meet: the row and column of the lower right one of them.
pub type Corner = (i32, i32);

/// The outline of a set of cells: closed loops of corners.
///
/// ```
/// use sliding::report::scene::outline::Outline;
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
/// assert_eq!(Outline::of(&[(0, 0)]).path(10.0, 0.0, 0.0).to_string(), "M0 0H10V10H0Z");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    loops: Vec<Vec<Corner>>,
}

/// Returns the direction to the right of another one; both are changes of row and column.
fn right_of((rows, cols): (i32, i32)) -> (i32, i32) {
    (cols, -rows)
}

/// Returns the direction from a corner to another in the same row or column.
fn heading(from: Corner, to: Corner) -> (i32, i32) {
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

    /// Returns the outline as a path, with the upper left corner of cell (0, 0) in the origin.
    ///
    /// `unit` is the length of a cell's side. The outline is moved by `inset` towards the inside of
    /// the set, which leaves a gap between neighbours, and corners are rounded with `radius`, or
    /// less if an edge is too short for it. An inset of half a unit or more turns pieces inside
    /// out.
    pub fn path(&self, unit: f64, inset: f64, radius: f64) -> Path {
        let mut path = Path::default();
        for corners in &self.loops {
            let count = corners.len();
            let places = (0..count).map(|i| {
                let [before, here, after] = [i + count - 1, i, i + 1].map(|i| corners[i % count]);
                // To the right of the edge that comes to the corner, and of the one that leaves.
                let (from, to) = (right_of(heading(before, here)), right_of(heading(here, after)));
                let towards = |own: i32, by: i32| f64::from(own) * unit + inset * f64::from(by);
                (towards(here.1, from.1 + to.1), towards(here.0, from.0 + to.0))
            });
            path.add_ring(&Vec::from_iter(places), radius);
        }
        path
    }
}

/// Returns all edges: where each begins, and its direction.
fn edges(cells: &[OutlineCell]) -> BTreeSet<(Corner, (i32, i32))> {
    let set: BTreeSet<OutlineCell> = cells.iter().copied().collect();
    let mut edges = BTreeSet::new();
    for &(row, col) in &set {
        // The cell beside it, where the edge between them begins, and its direction.
        for (beside, from, along) in [
            ((row - 1, col), (row, col), (0, 1)),
            ((row, col + 1), (row, col + 1), (1, 0)),
            ((row + 1, col), (row + 1, col + 1), (0, -1)),
            ((row, col - 1), (row + 1, col), (-1, 0)),
        ] {
            if !set.contains(&beside) {
                edges.insert((from, along));
            }
        }
    }
    edges
}

/// Removes the edges of one loop, and returns the corners where it turns. It begins at its uppermost
/// corner, which is one of them.
fn walk(
    edges: &mut BTreeSet<(Corner, (i32, i32))>,
    first: Corner,
    mut along: (i32, i32),
) -> Vec<Corner> {
    let mut corners = vec![first];
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
    corners
}

/// Returns the connected parts of a set of cells, each in row-major order, and the parts by their
/// first cells.
///
/// ```
/// use sliding::report::scene::outline::parts;
/// let found = parts(&[(1, 1), (0, 2), (0, 1), (2, 0)]);
/// assert_eq!(found, [vec![(0, 1), (0, 2), (1, 1)], vec![(2, 0)]]);
/// ```
pub fn parts(cells: &[OutlineCell]) -> Vec<Vec<OutlineCell>> {
    let mut left: BTreeSet<OutlineCell> = cells.iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut next = 0;
        while let Some(&(row, col)) = part.get(next) {
            let around = [(row, col + 1), (row, col - 1), (row + 1, col), (row - 1, col)];
            part.extend(around.into_iter().filter(|beside| left.remove(beside)));
            next += 1;
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Larger pieces have no ties: finding them would take long.
const MOST_TIED: usize = 512;

/// Returns the ties between the parts of a piece: pairs of cells of different parts, as near to
/// each other as possible, one fewer than there are parts. A line between the centres of each pair
/// shows that the parts are one piece. Empty if the cells are connected, or more than 512.
///
/// Takes time in the square of the number of cells times the number of parts.
///
/// ```
/// use sliding::report::scene::outline::ties;
/// assert_eq!(ties(&[(0, 0), (0, 1), (0, 3), (5, 3)]), [((0, 1), (0, 3)), ((0, 3), (5, 3))]);
/// ```
pub fn ties(cells: &[OutlineCell]) -> Vec<(OutlineCell, OutlineCell)> {
    let mut ties = Vec::new();
    let mut parts = if cells.len() > MOST_TIED { Vec::new() } else { parts(cells) };
    let mut tied = if parts.is_empty() { Vec::new() } else { parts.remove(0) };
    while !parts.is_empty() {
        let mut nearest = (i32::MAX, (0, 0), (0, 0), 0);
        for (number, part) in parts.iter().enumerate() {
            for (&from, &to) in tied.iter().flat_map(|from| part.iter().map(move |to| (from, to))) {
                let apart = (from.0 - to.0).pow(2) + (from.1 - to.1).pow(2);
                nearest = nearest.min((apart, from, to, number));
            }
        }
        let (_, from, to, number) = nearest;
        ties.push((from, to));
        tied.extend(parts.remove(number));
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
/// use sliding::report::scene::outline::label_position;
/// assert_eq!(label_position(&[(0, 0), (0, 1)]), (0.5, 1.0));
/// assert_eq!(label_position(&[(0, 0), (1, 0), (1, 1)]), (1.5, 0.5));
/// ```
pub fn label_position(cells: &[OutlineCell]) -> (f64, f64) {
    // The first of the largest parts: `max_by_key` returns the last of equals.
    let largest = parts(cells).into_iter().rev().max_by_key(Vec::len);
    let part = largest.expect("a piece has cells");
    let mean = |sum: i32| f64::from(sum) / part.len() as f64 + 0.5;
    let row = mean(part.iter().map(|cell| cell.0).sum());
    let col = mean(part.iter().map(|cell| cell.1).sum());
    // Within means: far enough from every edge for something small around the centre.
    let is_within = |(down, right): (f64, f64)| {
        part.contains(&((row + down).floor() as i32, (col + right).floor() as i32))
    };
    if [(-0.3, -0.3), (-0.3, 0.3), (0.3, -0.3), (0.3, 0.3)].into_iter().all(is_within) {
        return (row, col);
    }
    let centres = part.iter().map(|cell| (f64::from(cell.0) + 0.5, f64::from(cell.1) + 0.5));
    let apart = |centre: &(f64, f64)| (centre.0 - row).hypot(centre.1 - col);
    let nearest = centres.min_by(|a, b| apart(a).total_cmp(&apart(b)));
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
