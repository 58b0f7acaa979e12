//! The neighbours of a configuration, straight from what the six styles mean.
//!
//! A step shifts some pieces by one cell. It is legal where no shifted piece leaves the board, or comes to
//! lie on a blocked cell, on a gate that is closed to it, or on a piece that is not shifted, and where none is
//! locked against it.

use super::ground::{Board, DIRECTIONS, EMPTY};
use super::together;
use crate::puzzle::{Movers, Reach};

/// Is shown the board after a move, and says whether to go on.
pub type Visit<'v, 'a> = dyn FnMut(&Board<'a>) -> bool + 'v;

/// Shows the board after every single move, in turn, until `visit` has seen enough. Returns whether it
/// wanted all. The board is as before then, or else of no use.
pub fn each_neighbour<'a>(
    board: &mut Board<'a>,
    scratch: &mut Scratch,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    let style = board.ground.style;
    if style.movers() == Movers::Super {
        return together::each_neighbour(board, &mut scratch.together, visit);
    }
    (0..board.pieces.len()).all(|piece| match style.reach() {
        Reach::Step => (0..DIRECTIONS).all(|direction| {
            !step(board, piece, direction)
                || visit(board) && {
                    undo(board, piece, direction);
                    true
                }
        }),
        Reach::Slide => (0..DIRECTIONS).all(|direction| slide(board, piece, direction, visit)),
        Reach::Walk => walk(board, piece, &mut scratch.reached, visit),
    })
}

/// Lists that are used again and again.
#[derive(Default)]
pub struct Scratch {
    reached: Vec<usize>,
    together: together::Scratch,
}

/// Shifts a piece by one cell, if it can be.
#[inline(always)]
fn step(board: &mut Board, piece: usize, direction: usize) -> bool {
    let ground = board.ground;
    let origin = board.pieces[piece].origin;
    let kind = &ground.kinds[board.pieces[piece].kind];
    let Some(entered) = &kind.entered[direction] else { return false };
    let is_free = |&offset: &isize| {
        let cell = origin.wrapping_add_signed(offset);
        board.cells[cell] == EMPTY && kind.may_cover(cell)
    };
    if !entered.iter().all(is_free) {
        return false;
    }
    shift(board, piece, direction);
    true
}

fn undo(board: &mut Board, piece: usize, direction: usize) {
    shift(board, piece, direction ^ 1);
}

/// Shifts a piece by one cell, which is free.
fn shift(board: &mut Board, piece: usize, direction: usize) {
    board.fill(piece, EMPTY);
    let origin = &mut board.pieces[piece].origin;
    *origin = origin.wrapping_add_signed(board.ground.steps[direction]);
    board.fill(piece, piece as u32 + 1);
}

fn slide<'a>(
    board: &mut Board<'a>,
    piece: usize,
    direction: usize,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    let mut steps = 0;
    while step(board, piece, direction) {
        steps += 1;
        if !visit(board) {
            return false;
        }
    }
    (0..steps).for_each(|_| undo(board, piece, direction));
    true
}

/// All places that a piece can walk to, each once.
fn walk<'a>(
    board: &mut Board<'a>,
    piece: usize,
    reached: &mut Vec<usize>,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    let start = board.pieces[piece].origin;
    reached.clear();
    reached.push(start);
    let mut next = 0;
    while let Some(&origin) = reached.get(next) {
        next += 1;
        for direction in 0..DIRECTIONS {
            go_to(board, piece, origin);
            if !step(board, piece, direction) || reached.contains(&board.pieces[piece].origin) {
                continue;
            }
            reached.push(board.pieces[piece].origin);
            if !visit(board) {
                return false;
            }
        }
    }
    go_to(board, piece, start);
    true
}

fn go_to(board: &mut Board, piece: usize, origin: usize) {
    if board.pieces[piece].origin != origin {
        board.fill(piece, EMPTY);
        board.pieces[piece].origin = origin;
        board.fill(piece, piece as u32 + 1);
    }
}
