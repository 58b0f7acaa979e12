//! The neighbours of a position, directly from the definition of the six styles.
//!
//! A step shifts some pieces by one cell. It is legal if no shifted piece leaves the board, or
//! covers a blocked cell, a gate that is closed to it, or a piece that is not shifted, and if none
//! is locked against it.

use std::ops::ControlFlow;

use super::board::{ProofBoard, ProofPiece};
use super::ground::{DIRECTIONS, EMPTY};
use super::keys::Key;
use super::together::{self, Visit};
use super::watchdog::Watchdog;
use crate::engine::query::Stopped;
use crate::puzzle::{Movers, Reach};

/// Calls `visit` with every neighbour, in turn, until it breaks off. Then the board is unusable, and
/// otherwise unchanged.
///
/// # Errors
///
/// Returns the limit that was met: a large board may have a huge number of neighbours.
pub fn each_neighbour<K: Key>(
    board: &mut ProofBoard<K>,
    scratch: &mut MoveScratch,
    visit: &mut Visit<K>,
) -> Result<ControlFlow<()>, Stopped> {
    let style = board.ground.style;
    let MoveScratch { watch, reached, together } = scratch;
    watch.check_sometimes()?;
    let mut pieces = 0..board.pieces.len();
    let end = match (style.movers(), style.reach()) {
        (Movers::Super, _) => together::each_neighbour(board, together, watch, visit),
        (_, Reach::Step) => pieces.try_for_each(|piece| {
            (0..DIRECTIONS).try_for_each(|direction| {
                let to = step(board, piece, board.pieces[piece].origin, direction);
                to.map_or(ControlFlow::Continue(()), |to| show(board, piece, to, visit))
            })
        }),
        (_, Reach::Slide) => pieces.try_for_each(|piece| {
            (0..DIRECTIONS).try_for_each(|direction| slide(board, piece, direction, visit))
        }),
        (_, Reach::Walk) => pieces.try_for_each(|piece| walk(board, piece, reached, watch, visit)),
    };
    watch.stopped().map(|()| end)
}

/// Reused lists, and the watch that ends a search that takes too long.
pub struct MoveScratch<'a> {
    watch: Watchdog<'a>,
    reached: Vec<usize>,
    together: together::SetScratch,
}

impl<'a> MoveScratch<'a> {
    pub fn new(watch: Watchdog<'a>) -> Self {
        Self { watch, reached: Vec::new(), together: together::SetScratch::default() }
    }
}

fn show<K: Key>(
    board: &ProofBoard<K>,
    piece: usize,
    to: usize,
    visit: &mut Visit<K>,
) -> ControlFlow<()> {
    let mut key = board.key.clone();
    board.move_in(&mut key, piece, to);
    visit(&key)
}

/// Returns the place of a piece after a step, if it can make it.
#[inline(always)]
fn step<K: Key>(
    board: &ProofBoard<K>,
    piece: usize,
    from: usize,
    direction: usize,
) -> Option<usize> {
    let ground = board.ground;
    let kind = &ground.kinds[board.pieces[piece].kind];
    let is_free = |&offset: &isize| {
        let cell = from.wrapping_add_signed(offset);
        board.cells[cell] == EMPTY && kind.may_cover(cell)
    };
    let goes = kind.entered[direction].as_ref()?.iter().all(is_free);
    goes.then(|| from.wrapping_add_signed(ground.steps[direction]))
}

/// Finds all places that a piece can slide to. It is lifted meanwhile, so that it does not block
/// itself.
fn slide<K: Key>(
    board: &mut ProofBoard<K>,
    piece: usize,
    direction: usize,
    visit: &mut Visit<K>,
) -> ControlFlow<()> {
    let ProofPiece { mut origin, .. } = board.pieces[piece];
    board.fill(piece, EMPTY);
    while let Some(to) = step(board, piece, origin, direction) {
        origin = to;
        show(board, piece, to, visit)?;
    }
    board.fill(piece, piece as u32 + 1);
    ControlFlow::Continue(())
}

/// Finds all places that a piece can walk to, each once.
fn walk<K: Key>(
    board: &mut ProofBoard<K>,
    piece: usize,
    reached: &mut Vec<usize>,
    watch: &mut Watchdog,
    visit: &mut Visit<K>,
) -> ControlFlow<()> {
    board.fill(piece, EMPTY);
    reached.clear();
    reached.push(board.pieces[piece].origin);
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        watch.pause()?;
        next += 1;
        for direction in 0..DIRECTIONS {
            let to = step(board, piece, from, direction).filter(|to| !reached.contains(to));
            if let Some(to) = to {
                reached.push(to);
                show(board, piece, to, visit)?;
            }
        }
    }
    board.fill(piece, piece as u32 + 1);
    ControlFlow::Continue(())
}
