//! SLIDING's order of superpieces that move in one direction.
//!
//! SLIDING lists superpieces as the ideals of a graph on the pieces and one more vertex, number 0,
//! for all that cannot move: edge and blocked cells. It has an arc from `u` to `v` if `u`, moved
//! one cell down (or right), would bump into `v`. An ideal without vertex 0 can move down (right);
//! the complement of an ideal with vertex 0 can move up (left). The order of the ideals depends on
//! all details of the order of the arcs, so the graph is built here exactly as SLIDING builds it.
//!
//! That is slow, and seldom needed: the order matters only if several superpieces lead to new
//! positions, and nested sets are ordered without it.

use std::ops::ControlFlow;

use super::Mover;
use super::ideals::{Digraph, Ideals, Zero};
use crate::knuth::space::{Bits, Position, Space, axis, words_for};
use crate::puzzle::Direction;

/// Marks a cell without a piece.
const EMPTY: u32 = u32::MAX;

/// Computes the order; keeps its memory.
pub struct MoverOrder {
    /// The board with a border of 0 around it (a row above, a row below, and a column on the right,
    /// which is also the left border of the next row): the number of the piece that covers each
    /// cell.
    owner: Vec<u32>,
    /// The bordered number of each cell.
    bordered: Vec<u32>,
    /// `owner` of an empty board.
    bare: Vec<u32>,
    /// Blocked and border cells with a cell of the board above them, and to their left: from the
    /// last to the first.
    walls: [Vec<u32>; 2],
    /// For each shape, the differences of bordered cell numbers, descending.
    offsets: Vec<Vec<u32>>,
    graph: Digraph,
    ideals: Ideals,
    cells: Bits,
    piece: Bits,
}

/// Sorts movers into SLIDING's order if each contains the one before it. Returns whether that is
/// so.
///
/// Of two ideals, the one without the first vertex in which they differ comes first. So of nested
/// sets the smaller comes first moving down, as an ideal; and last moving up, as the complement of
/// one.
pub fn sort_nested(direction: Direction, movers: &mut [Mover]) -> bool {
    let forth = matches!(direction, Direction::Down | Direction::Right);
    movers.sort_unstable_by_key(|mover| {
        let count = mover.cells.count();
        if forth { count } else { usize::MAX - count }
    });
    movers.windows(2).all(|pair| {
        let (small, large) = if forth { (&pair[0], &pair[1]) } else { (&pair[1], &pair[0]) };
        small.cells.is_within(&large.cells)
    })
}

impl MoverOrder {
    /// Prepares it for a puzzle.
    pub fn new(space: &Space) -> Self {
        let stride = space.size.cols as usize + 1;
        let bordered = (space.size.rows as usize + 2) * stride + 1;
        let mut bare = vec![0; bordered];
        let bordered_number = |cell: u32| {
            let (row, col) = space.size.row_col(cell);
            (row + 1) * stride as u32 + col
        };
        let bordered_cells: Vec<u32> =
            (0..space.size.cells() as u32).map(bordered_number).collect();
        for (cell, &at) in bordered_cells.iter().enumerate() {
            if !space.walls.contains(cell) {
                bare[at as usize] = EMPTY;
            }
        }
        let walls = [stride, 1].map(|step| {
            let behind = (step..bordered).rev().filter(|&cell| bare[cell] == 0);
            behind.filter(|&cell| bare[cell - step] == EMPTY).map(|cell| cell as u32).collect()
        });
        let offsets = space.shapes.iter().map(|shape| {
            let cells = shape.pattern.iter().rev();
            cells.map(|&(row, col)| (row * stride as i32 + col) as u32).collect()
        });
        Self {
            owner: bare.clone(),
            bordered: bordered_cells,
            walls,
            offsets: offsets.collect(),
            bare,
            graph: Digraph::default(),
            ideals: Ideals::default(),
            cells: Bits::empty(words_for(space.size.cells())),
            piece: Bits::empty(words_for(space.size.cells())),
        }
    }

    /// Sorts `movers`, which can all move in `direction`, into SLIDING's order.
    pub fn sort(
        &mut self,
        space: &Space,
        position: &Position,
        direction: Direction,
        movers: &mut [Mover],
    ) {
        let mut placed = 0;
        let _ = self.each(space, position, direction, |cells| {
            let unplaced = movers[placed..].iter().map(|mover| mover.cells.words());
            let at = cells.and_then(|cells| { unplaced }.position(|m| m == cells.words()));
            if let Some(at) = at {
                movers.swap(placed, placed + at);
                placed += 1;
            }
            if placed == movers.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        debug_assert_eq!(placed, movers.len());
    }

    /// Calls the callback with the cells of everything that can move in a direction, in SLIDING's
    /// order; and with nothing where it examines what moves the other way.
    pub fn each<T>(
        &mut self,
        space: &Space,
        position: &Position,
        direction: Direction,
        mut visit: impl FnMut(Option<&Bits>) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let forth = matches!(direction, Direction::Down | Direction::Right);
        let mut pieces = Vec::new();
        space.list_pieces(position, &mut pieces);
        self.number_pieces(&pieces);
        self.draw(space, &pieces, axis(direction));
        let wanted = if forth { Zero::Out } else { Zero::In };
        let Self { graph, ideals, cells, piece, .. } = self;
        ideals.visit(graph, |zero, members| {
            if zero != wanted {
                return visit(None);
            }
            cells.clear();
            for &member in members {
                let (origin, shape) = pieces[pieces.len() - member as usize];
                piece.shift(&space.shapes[usize::from(shape)].cells, origin as isize);
                cells.unite(piece);
            }
            visit(Some(cells))
        })
    }

    /// Fills `owner`. The pieces are numbered n, n-1, ..., 1 by ascending origin.
    fn number_pieces(&mut self, pieces: &[(u32, u8)]) {
        self.owner.copy_from_slice(&self.bare);
        for (i, &(origin, shape)) in pieces.iter().enumerate() {
            let number = (pieces.len() - i) as u32;
            let at = self.bordered[origin as usize] as usize;
            for &offset in &self.offsets[usize::from(shape)] {
                self.owner[at + offset as usize] = number;
            }
        }
    }

    /// Builds the graph for one axis, in SLIDING's order of arcs: by target, and into each target
    /// from its last cell to its first.
    fn draw(&mut self, space: &Space, pieces: &[(u32, u8)], axis: usize) {
        let Self { owner, graph, walls, offsets, bordered, .. } = self;
        let step = if axis == 0 { space.size.cols as usize + 1 } else { 1 };
        graph.restart(pieces.len() + 1);
        let bump = |graph: &mut Digraph, cell: usize, target: u32| {
            let above = owner[cell - step];
            if above != target && above != EMPTY {
                graph.arc_from(above as usize);
            }
        };
        let [forth, back] = if axis == 0 {
            [Direction::Down, Direction::Up]
        } else {
            [Direction::Right, Direction::Left]
        };
        let is_kept = |&(origin, shape): &(u32, u8), direction| {
            space.shapes[usize::from(shape)].is_kept(origin as usize, direction)
        };
        let numbered = || (1..).zip(pieces.iter().rev());
        graph.next_target();
        walls[axis].iter().for_each(|&cell| bump(graph, cell as usize, 0));
        // A piece that its lock or a gate keeps from moving forward bumps into the walls; the walls
        // bump into one that it keeps from moving back. A lock does both.
        numbered().filter(|(_, piece)| is_kept(piece, forth)).for_each(|(n, _)| graph.arc_from(n));
        for (number, piece @ &(origin, shape)) in numbered() {
            graph.next_target();
            let at = bordered[origin as usize] as usize;
            for &offset in &offsets[usize::from(shape)] {
                bump(graph, at + offset as usize, number as u32);
            }
            if is_kept(piece, back) {
                graph.arc_from(0);
            }
        }
    }
}
