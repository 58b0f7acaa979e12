//! Every move of a position, with the pieces that make it: for where [neighbours](super::Neighbours)
//! alone do not show which pieces moved.

use super::{Batch, LastMove, plain};
use crate::engine::board::{Cells, Code, Coding};
use crate::puzzle::{Placement, Puzzle, Style};

/// The most moves that are listed before they are passed on.
const ROOM: usize = 256;

/// Receives moves, and says whether to go on.
type OnMove<'a> = &'a mut dyn FnMut(Moved) -> bool;

/// Calls a visitor for every move of the position with these pieces, as long as it goes on. Several
/// moves may lead to the same position, and some moves may be listed several times.
pub type MoveLister = Box<dyn FnMut(&[Placement], OnMove) + Send + Sync>;

/// A move: the pieces and their displacement.
#[derive(Clone, Copy)]
pub struct Moved<'a> {
    /// The origins of the moving pieces before the move, ascending.
    pub origins: &'a [u32],
    /// The displacement, as a difference of cell numbers.
    pub by: i32,
}

/// Builds the move lister for a style, for a puzzle with at most 1024 cells.
pub fn moves(puzzle: &Puzzle, style: Style) -> MoveLister {
    match puzzle.size().cells() {
        ..=64 => sized::<1, 6>(puzzle, style),
        65..=256 => sized::<4, 24>(puzzle, style),
        _ => sized::<16, 96>(puzzle, style),
    }
}

/// Builds the move lister with codes of `W` words, for boards of at most `64 * N` cells.
fn sized<const N: usize, const W: usize>(puzzle: &Puzzle, style: Style) -> MoveLister {
    let coding = Coding::<N>::new(puzzle);
    let mut lister = plain::<N, W, (Cells<N>, i32)>(puzzle, style);
    let (mut found, mut cells) = (Vec::with_capacity(ROOM), Vec::new());
    Box::new(move |pieces, visit| {
        let mut code = Code::ZERO;
        for &piece in pieces {
            coding.put(&mut code, piece);
        }
        let mut pass_on = |found: &mut Vec<(Cells<N>, i32)>| {
            for (mut origins, by) in found.drain(..) {
                cells.clear();
                while let Some(cell) = origins.pop() {
                    cells.push(cell as u32);
                }
                if !visit(Moved { origins: &cells, by }) {
                    return false;
                }
            }
            true
        };
        let mut batch = Batch::new(&mut found, &mut pass_on);
        lister.list(&[code], &[LastMove::UNKNOWN], &mut batch);
        batch.flush();
    })
}
