//! All positions that meet a goal: every way to fill what it leaves open.

use std::ops::ControlFlow;

use super::board::{ProofBoard, ProofPiece};
use super::ground::{EMPTY, ProofGround, WALL};
use super::keys::Key;
use super::watchdog::Watchdog;
use crate::engine::query::Stopped;
use crate::puzzle::{Goal, Placement};

/// Calls `visit` with every position that meets a goal, until it breaks off.
///
/// # Errors
///
/// Returns the limit that was met: the number of fillings may be huge.
pub fn each_meeting<K: Key>(
    ground: &ProofGround,
    goal: &Goal,
    watch: &mut Watchdog,
    visit: &mut dyn FnMut(&ProofBoard<K>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Stopped> {
    let mut board = ProofBoard::new(ground);
    let mut left = ground.counts.clone();
    for &Placement { cell, kind } in goal.demanded().placements() {
        let piece = ProofPiece { kind: usize::from(kind), origin: ground.place(cell) };
        // A gate closes the place to the piece, so no position meets this demand.
        if left[piece.kind] == 0 || board.fits(piece).is_err() {
            return Ok(ControlFlow::Continue(()));
        }
        left[piece.kind] -= 1;
        board.put(piece);
    }
    // Cells that must be empty are walls for the rest.
    let demanded = goal.demands().iter().map(|demand| ground.place(demand.cell));
    let empty: Vec<usize> = demanded.filter(|&cell| board.cells[cell] == EMPTY).collect();
    empty.iter().for_each(|&cell| board.cells[cell] = WALL);
    let pieces: usize =
        left.iter().zip(&ground.kinds).map(|(n, k)| *n as usize * k.cells.len()).sum();
    let free = ground.open.iter().filter(|&&cell| board.cells[cell] == EMPTY).count();
    let Some(spare) = free.checked_sub(pieces) else {
        return Ok(ControlFlow::Continue(()));
    };
    let to_lay = left.iter().sum();
    GoalFiller { left, to_lay, empty, visit }.fill(&mut board, spare, watch)
}

struct GoalFiller<'v, K> {
    /// Number of pieces of each kind yet to be laid, and in total.
    left: Vec<u32>,
    to_lay: u32,
    /// Cells that the goal demands empty.
    empty: Vec<usize>,
    visit: &'v mut dyn FnMut(&ProofBoard<K>) -> ControlFlow<()>,
}

/// The next choice of a filling: a kind at the origin with this number, while `spare` more cells
/// may stay empty.
#[derive(Clone, Copy)]
struct FillingChoice {
    at: usize,
    kind: usize,
    spare: usize,
}

impl<K: Key> GoalFiller<'_, K> {
    /// Fills the open cells in all ways. The origin of a piece is the first of its cells, so no
    /// piece laid later covers a cell that was left empty. Laid pieces are on an explicit stack,
    /// not the call stack: a board may have thousands.
    fn fill(
        &mut self,
        board: &mut ProofBoard<K>,
        spare: usize,
        watch: &mut Watchdog,
    ) -> Result<ControlFlow<()>, Stopped> {
        let mut laid: Vec<FillingChoice> = Vec::new();
        let mut turn = FillingChoice { at: 0, kind: 0, spare };
        loop {
            watch.check_sometimes()?;
            if self.to_lay == 0 && self.show(board).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if let Some(here) = self.lay_next(board, turn) {
                laid.push(here);
                turn = FillingChoice { at: here.at + 1, kind: 0, spare: here.spare };
            } else {
                let Some(last) = laid.pop() else { return Ok(ControlFlow::Continue(())) };
                board.remove_last();
                self.left[last.kind] += 1;
                self.to_lay += 1;
                turn = FillingChoice { kind: last.kind + 1, ..last };
            }
        }
    }

    /// Lays the next piece that fits, from a turn on. Returns its turn, if there is one.
    fn lay_next(
        &mut self,
        board: &mut ProofBoard<K>,
        mut turn: FillingChoice,
    ) -> Option<FillingChoice> {
        if self.to_lay == 0 {
            return None;
        }
        while let Some(&origin) = board.ground.open.get(turn.at) {
            if board.cells[origin] == EMPTY {
                let mut kinds = turn.kind..self.left.len();
                let fits = |&kind: &usize| {
                    self.left[kind] > 0 && board.fits(ProofPiece { kind, origin }).is_ok()
                };
                if let Some(kind) = kinds.find(fits) {
                    board.put(ProofPiece { kind, origin });
                    self.left[kind] -= 1;
                    self.to_lay -= 1;
                    return Some(FillingChoice { kind, ..turn });
                }
                // Otherwise it stays empty.
                turn.spare = turn.spare.checked_sub(1)?;
            }
            turn = FillingChoice { at: turn.at + 1, kind: 0, ..turn };
        }
        None
    }

    fn show(&mut self, board: &mut ProofBoard<K>) -> ControlFlow<()> {
        self.empty.iter().for_each(|&cell| board.cells[cell] = EMPTY);
        let wish = (self.visit)(board);
        self.empty.iter().for_each(|&cell| board.cells[cell] = WALL);
        wish
    }
}
