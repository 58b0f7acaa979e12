//! All neighbours of a configuration, in no particular order.
//!
//! SLIDING's order costs more than the moves themselves. These generators are free of it: they
//! work on [`Code`]s, on the masks of all pieces of a shape at once, and they leave out what
//! [`Came`] shows to be vain.

mod single;
mod together;

pub use single::Single;
pub use together::Together;

use crate::puzzle::{Direction, Lock, Puzzle};
use crate::space::{Cells, Code, Coding};

/// One step, a slide, and a walk, as constants.
pub const STEP: u8 = 0;
pub const SLIDE: u8 = 1;
pub const WALK: u8 = 2;

/// What brought a configuration: the origin of the piece that was moved last and the direction of
/// its last step. Pieces that move together leave none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Came(u16);

impl Came {
    /// Nothing is known.
    pub const UNKNOWN: Came = Came(u16::MAX);

    #[inline(always)]
    fn new(origin: usize, direction: usize) -> Self {
        Self((origin << 2 | direction) as u16)
    }

    /// The origin of the piece that moved, and the number of the direction.
    #[inline(always)]
    fn parts(self) -> Option<(usize, usize)> {
        (self != Self::UNKNOWN).then_some((self.0 as usize >> 2, self.0 as usize & 3))
    }
}

/// Lists neighbours of configurations in `W` words.
pub trait Neighbours<const W: usize>: Send + Sync {
    /// Appends all neighbours of some configurations, each of which came by what stands in the
    /// same place in `came`, one or more times. Configurations that a source's own parent leads
    /// to, and the parent, may be left out.
    fn list(&mut self, sources: &[Code<W>], came: &[Came], found: &mut Vec<(Code<W>, Came)>);

    /// The same with nothing left out, for one configuration.
    fn list_all(&mut self, source: &Code<W>, found: &mut Vec<(Code<W>, Came)>) {
        self.list(&[*source], &[Came::UNKNOWN], found);
    }
}

/// The masks of a puzzle that both kinds of movers need.
struct Ground<const N: usize> {
    coding: Coding<N>,
    /// For each direction, the change of a cell's number by a step.
    deltas: [i32; 4],
    /// For each direction, the cells from which a step stays on the board.
    inside: [Cells<N>; 4],
    /// For each shape of the coding.
    shapes: Vec<Steps<N>>,
    /// Room for the origins of each shape.
    origins: Vec<Cells<N>>,
}

/// How the pieces of a shape step.
struct Steps<const N: usize> {
    /// For each direction, the origins from which a step leads to another place on the board;
    /// nothing if the lock forbids it.
    can: [Cells<N>; 4],
    /// For each direction, where the cells that are entered lie from the origin.
    entered: [Vec<i32>; 4],
}

impl<const N: usize> Ground<N> {
    fn new(puzzle: &Puzzle) -> Self {
        let coding = Coding::new(puzzle);
        let size = puzzle.size();
        let deltas = Direction::ALL.map(|direction| {
            let (row, col) = direction.delta();
            row * size.cols as i32 + col
        });
        let next = |cell: usize, (row, col): (i32, i32)| {
            let (r, c) = size.row_col(cell as u32);
            size.cell(i64::from(r) + i64::from(row), i64::from(c) + i64::from(col))
        };
        let where_so = |so: &dyn Fn(usize) -> bool| {
            let mut cells = Cells::EMPTY;
            (0..size.cells()).filter(|&cell| so(cell)).for_each(|cell| cells.insert(cell));
            cells
        };
        let inside = Direction::ALL
            .map(|direction| where_so(&|cell| next(cell, direction.delta()).is_some()));
        let shapes: Vec<_> = (coding.figures.iter())
            .map(|figure| {
                let fits = |cell| figure.pattern.iter().all(|&at| next(cell, at).is_some());
                let can = Direction::ALL.map(|direction| {
                    let across =
                        if direction.is_horizontal() { Lock::Vertical } else { Lock::Horizontal };
                    where_so(&|cell| {
                        let there = next(cell, direction.delta());
                        figure.lock != across
                            && fits(cell)
                            && there.is_some_and(|there| fits(there as usize))
                    })
                });
                let entered = Direction::ALL.map(|direction| {
                    let (row, col) = direction.delta();
                    let ahead = figure.pattern.iter().map(|&(r, c)| (r + row, c + col));
                    let ahead = ahead.filter(|at| !figure.pattern.contains(at));
                    ahead.map(|(r, c)| r * size.cols as i32 + c).collect()
                });
                Steps { can, entered }
            })
            .collect();
        let origins = vec![Cells::EMPTY; shapes.len()];
        Self { coding, deltas, inside, shapes, origins }
    }

    /// Reads a configuration: fills the origins, and returns the empty cells.
    #[inline(always)]
    fn read<const W: usize>(&mut self, source: &Code<W>) -> Cells<N> {
        self.coding.origins(source, &mut self.origins);
        self.coding.open & !self.coding.covered(&self.origins)
    }
}

/// The configuration with what has these bits moved by so many cells.
#[inline(always)]
fn moved<const W: usize>(source: &Code<W>, bits: Code<W>, by: i32) -> Code<W> {
    let piece = source.and(bits);
    source.xor(piece).xor(piece.shifted(by))
}
