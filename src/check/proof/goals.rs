//! All positions that meet a goal: every way to fill what it leaves open.

use super::board::{BLOCKED, EMPTY, ProofBoard, ProofPiece, ProofPosition};
use super::lines::Watchdog;
use super::moves::Visit;
use super::refused::CheckError;
use crate::puzzle::Goal;

/// Calls `visit` with every position that meets a goal.
///
/// The open cells are filled in all ways. The origin of a piece is the first of its cells, so no
/// piece laid later covers a cell that was left empty.
///
/// # Errors
///
/// Returns an error of `visit`, or the limit that was met: the number of fillings may be huge.
pub fn each_meeting(
    board: &ProofBoard,
    goal: &Goal,
    watch: &mut Watchdog,
    visit: &mut Visit,
) -> Result<(), CheckError> {
    let mut position = ProofPosition::new(board);
    for &placement in goal.demanded().placements() {
        let piece = position.piece(placement);
        // A gate may close the place to the piece: then no position meets this demand.
        if position.left[piece.kind] == 0 || position.fits(piece).is_err() {
            return Ok(());
        }
        position.put(piece);
    }
    // Cells that must be empty are blocked for the rest.
    for demand in goal.demands() {
        let cell = &mut position.cells[board.places[demand.cell as usize]];
        if *cell == EMPTY {
            *cell = BLOCKED;
        }
    }
    let of_kinds = position.left.iter().zip(&board.kinds);
    let needed: usize = of_kinds.map(|(left, kind)| *left as usize * kind.offsets.len()).sum();
    let free = position.cells.iter().filter(|&&content| content == EMPTY).count();
    let Some(mut spare) = free.checked_sub(needed) else { return Ok(()) };
    let to_lay = position.left.iter().sum::<u32>() as usize;
    // The next choice: a kind at a cell, while `spare` more cells may stay empty. Those made are
    // not on the call stack: a board may have thousands of pieces.
    let (mut cell, mut kind, mut made) = (0, 0, Vec::new());
    loop {
        watch.check_sometimes()?;
        match board.places.get(cell).filter(|_| made.len() < to_lay) {
            Some(&origin) if position.cells[origin] != EMPTY => (cell, kind) = (cell + 1, 0),
            Some(&origin) if kind < board.kinds.len() => {
                let piece = ProofPiece { kind, origin };
                if position.left[kind] > 0 && position.fits(piece).is_ok() {
                    position.put(piece);
                    made.push((cell, kind, spare));
                    (cell, kind) = (cell + 1, 0);
                } else {
                    kind += 1;
                }
            }
            Some(_) if spare > 0 => (cell, kind, spare) = (cell + 1, 0, spare - 1),
            _ => {
                if made.len() == to_lay {
                    visit(&position.key)?;
                }
                let Some(last) = made.pop() else { return Ok(()) };
                position.remove_last();
                (cell, kind, spare) = last;
                kind += 1;
            }
        }
    }
}
