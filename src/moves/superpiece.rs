//! Superpieces as movers: styles 3 to 5.
//!
//! Take the directed graph of the pieces and of a vertex 0 for all that cannot move, with an arc
//! from `u` to `v` where `u`, moved one cell down, would bump into `v`. A set of pieces can move
//! down exactly if it is an ideal without vertex 0. A set can move up exactly if its complement is
//! an ideal with vertex 0. Right and left are alike. `docs/SUPERPIECES.md` tells it with pictures.

use std::ops::ControlFlow;

use super::Movement;
use super::ideals::{Digraph, Ideals, Zero};
use crate::puzzle::Direction;
use crate::space::{Bits, Source, Space, words_for};

/// Nobody's cell.
const EMPTY: u32 = u32::MAX;

/// Sets of pieces that move as one.
pub struct Super<B> {
    /// The board with a border of 0 around it, a row above, a row below, a column on the right
    /// that serves the next row on its left: the number of the piece that covers each cell.
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
    cells: B,
    piece: B,
}

impl<B: Bits> Movement<B> for Super<B> {
    const AMBIGUOUS: bool = true;

    fn new(space: &Space<B>) -> Self {
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
            cells: B::empty(words_for(space.size.cells())),
            piece: B::empty(words_for(space.size.cells())),
        }
    }

    /// First vertical, then horizontal superpieces, each in the order of [`Ideals`].
    #[inline(always)]
    fn movers<T>(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        mut visit: impl FnMut(&B, Direction) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.number_pieces(source);
        for (axis, forth, back) in
            [(0, Direction::Down, Direction::Up), (1, Direction::Right, Direction::Left)]
        {
            self.draw(space, source, axis);
            let Self { graph, ideals, cells, piece, .. } = self;
            ideals.visit(graph, |zero, members| {
                cells.clear();
                for &member in members {
                    let (origin, shape) = source.pieces[source.pieces.len() - member as usize];
                    piece.shift(&space.shapes[usize::from(shape)].cells, origin as isize);
                    cells.unite(piece);
                }
                visit(cells, if zero == Zero::Out { forth } else { back })
            })?;
        }
        ControlFlow::Continue(())
    }
}

impl<B: Bits> Super<B> {
    /// Fills `owner`. The pieces are numbered n, n-1, ..., 1 by ascending origin.
    #[inline(always)]
    fn number_pieces(&mut self, source: &Source<B>) {
        self.owner.copy_from_slice(&self.bare);
        for (i, &(origin, shape)) in source.pieces.iter().enumerate() {
            let number = (source.pieces.len() - i) as u32;
            let at = self.bordered[origin as usize] as usize;
            for &offset in &self.offsets[usize::from(shape)] {
                self.owner[at + offset as usize] = number;
            }
        }
    }

    /// Draws the graph for one axis, in the order of arcs that SLIDING has: by target, and into
    /// each target from its last cell to its first.
    #[inline(always)]
    fn draw(&mut self, space: &Space<B>, source: &Source<B>, axis: usize) {
        let Self { owner, graph, walls, offsets, bordered, .. } = self;
        let step = if axis == 0 { space.size.cols as usize + 1 } else { 1 };
        graph.restart(source.pieces.len() + 1);
        let mut bump = |graph: &mut Digraph, cell: usize, target: u32| {
            let above = owner[cell - step];
            if above != target && above != EMPTY {
                graph.arc_from(above as usize);
            }
        };
        let fixed = |origin: u32| space.locked && source.fixed[axis].contains(origin as usize);
        let numbered = || (1..).zip(source.pieces.iter().rev());
        graph.next_target();
        walls[axis].iter().for_each(|&cell| bump(graph, cell as usize, 0));
        // A locked piece stands and falls with the walls on the other axis: arcs both ways.
        numbered().filter(|&(_, &(o, _))| fixed(o)).for_each(|(n, _)| graph.arc_from(n));
        for (number, &(origin, shape)) in numbered() {
            graph.next_target();
            let at = bordered[origin as usize] as usize;
            for &offset in &offsets[usize::from(shape)] {
                bump(graph, at + offset as usize, number as u32);
            }
            if fixed(origin) {
                graph.arc_from(0);
            }
        }
    }
}
