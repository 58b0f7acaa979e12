//! All configurations that meet a goal: every way of filling what it leaves open.

use super::board::{Board, Piece};
use super::ground::{EMPTY, Ground, WALL};
use super::keys::Key;
use crate::puzzle::{Goal, Placement};

/// Shows every configuration that meets a goal, until `visit` has seen enough. Returns whether it wanted
/// all.
pub fn each_meeting<K: Key>(
    ground: &Ground,
    goal: &Goal,
    visit: &mut dyn FnMut(&Board<K>) -> bool,
) -> bool {
    let mut board = Board::new(ground);
    let mut left = ground.counts.clone();
    for &Placement { cell, kind } in goal.demanded().placements() {
        let piece = Piece { kind: usize::from(kind), origin: ground.place(cell) };
        // What a gate keeps from there can never be there.
        if left[piece.kind] == 0 || board.fits(piece).is_err() {
            return true;
        }
        left[piece.kind] -= 1;
        board.put(piece);
    }
    // What must be empty is a wall to the rest.
    let demanded = goal.demands().iter().map(|demand| ground.place(demand.cell));
    let empty: Vec<usize> = demanded.filter(|&cell| board.cells[cell] == EMPTY).collect();
    empty.iter().for_each(|&cell| board.cells[cell] = WALL);
    let pieces: usize = left.iter().zip(&ground.kinds).map(|(n, k)| *n as usize * k.size).sum();
    let free = ground.open.iter().filter(|&&cell| board.cells[cell] == EMPTY).count();
    let Some(spare) = free.checked_sub(pieces) else { return true };
    Filling { left, empty, visit }.fill(&mut board, 0, spare)
}

struct Filling<'v, K> {
    /// Pieces of each kind that are yet to be laid.
    left: Vec<u32>,
    /// Cells that the goal wants empty.
    empty: Vec<usize>,
    visit: &'v mut dyn FnMut(&Board<K>) -> bool,
}

impl<K: Key> Filling<'_, K> {
    /// Fills the open cells from one on, of which so many more may stay empty. The origin of a piece is the
    /// first of its cells, so none that is laid later covers a cell that was left empty.
    fn fill(&mut self, board: &mut Board<K>, from: usize, mut spare: usize) -> bool {
        if self.left.iter().all(|&count| count == 0) {
            self.empty.iter().for_each(|&cell| board.cells[cell] = EMPTY);
            let goes_on = (self.visit)(board);
            self.empty.iter().for_each(|&cell| board.cells[cell] = WALL);
            return goes_on;
        }
        let open = &board.ground.open;
        for (at, &cell) in open.iter().enumerate().skip(from) {
            if board.cells[cell] != EMPTY {
                continue;
            }
            for kind in 0..self.left.len() {
                let piece = Piece { kind, origin: cell };
                if self.left[kind] == 0 || board.fits(piece).is_err() {
                    continue;
                }
                self.left[kind] -= 1;
                board.put(piece);
                let goes_on = self.fill(board, at + 1, spare);
                board.take();
                self.left[kind] += 1;
                if !goes_on {
                    return false;
                }
            }
            // Else it stays empty.
            let Some(left) = spare.checked_sub(1) else { return true };
            spare = left;
        }
        true
    }
}
