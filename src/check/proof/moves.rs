//! The neighbours of a position, directly from the definition of the six styles.
//!
//! A step shifts some pieces by one cell. It is legal if no shifted piece leaves the board, or
//! covers a blocked cell, a gate that is closed to it, or a piece that is not shifted, and if none
//! is locked against it. A move is one step, some steps in one direction, or any steps.

use std::ops::Range;

use super::board::{BLOCKED, DIRECTIONS, EMPTY, ProofPiece, ProofPosition};
use super::lines::Watchdog;
use super::refused::CheckError;
use crate::puzzle::{Movers, Reach};

/// Callback for the key of a position. An error ends the search.
pub type Visit<'v> = dyn FnMut(&[u8]) -> Result<(), CheckError> + 'v;

/// Calls `visit` with every neighbour. After an error the position is unusable, and otherwise
/// unchanged.
///
/// # Errors
///
/// Returns an error of `visit`, or the limit that was met: a large board may have a huge number of
/// neighbours.
pub fn each_neighbour(
    position: &mut ProofPosition,
    watch: &mut Watchdog,
    visit: &mut Visit,
) -> Result<(), CheckError> {
    watch.check_sometimes()?;
    if position.board.style.movers() == Movers::Single {
        return (0..position.pieces.len())
            .try_for_each(|piece| displace(position, &[piece], 0..DIRECTIONS, watch, visit));
    }
    (0..DIRECTIONS).try_for_each(|direction| each_set(position, direction, watch, visit))
}

/// Visits all positions after moves of a set of pieces that begin with a step in one of these
/// directions. A walk is visited with the first direction in which it can begin.
fn displace(
    position: &mut ProofPosition,
    set: &[usize],
    directions: Range<usize>,
    watch: &mut Watchdog,
    visit: &mut Visit,
) -> Result<(), CheckError> {
    let (reach, steps) = (position.board.style.reach(), position.board.steps);
    // The set is lifted meanwhile, so that it does not block itself.
    set.iter().for_each(|&piece| position.cover(piece, EMPTY));
    let (mut from, mut reached, mut next) = (0, Vec::new(), 0);
    if reach != Reach::Walk {
        for direction in directions {
            from = 0;
            while may_step(position, set, from, direction) {
                from += steps[direction];
                show(position, set, from, visit)?;
                if reach == Reach::Step {
                    break;
                }
            }
        }
    } else if !(0..directions.start).any(|earlier| may_step(position, set, 0, earlier)) {
        loop {
            watch.check_sometimes()?;
            for (direction, step) in steps.into_iter().enumerate() {
                let to = from + step;
                let is_new = to != 0 && !reached.contains(&to);
                if is_new && may_step(position, set, from, direction) {
                    reached.push(to);
                    show(position, set, to, visit)?;
                }
            }
            let Some(&found) = reached.get(next) else { break };
            (from, next) = (found, next + 1);
        }
    }
    set.iter().for_each(|&piece| position.cover(piece, piece as u32 + 1));
    Ok(())
}

/// Visits the position with a set at some displacement.
fn show(
    position: &mut ProofPosition,
    set: &[usize],
    by: isize,
    visit: &mut Visit,
) -> Result<(), CheckError> {
    position.shift(set, 0, by);
    visit(&position.key)?;
    position.shift(set, by, 0);
    Ok(())
}

/// Whether a set that is lifted can make a step after some others.
#[inline(always)]
fn may_step(position: &ProofPosition, set: &[usize], from: isize, direction: usize) -> bool {
    let by = from + position.board.steps[direction];
    set.iter().all(|&piece| {
        let ProofPiece { kind, origin } = position.pieces[piece];
        let moved = ProofPiece { kind, origin: origin.wrapping_add_signed(by) };
        position.board.kinds[kind].goes[direction] && position.fits(moved).is_ok()
    })
}

/// Whether a piece takes part in a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Membership {
    In,
    Out,
    Open,
}

/// Visits the moves of all sets that can step in a direction: those that have, with each piece, all
/// that it pushes, and no piece that is stuck.
fn each_set(
    position: &mut ProofPosition,
    direction: usize,
    watch: &mut Watchdog,
    visit: &mut Visit,
) -> Result<(), CheckError> {
    let count = position.pieces.len();
    // What follows each piece if it is in: all that it pushes; and if it is out: all that push it.
    let mut followers = [vec![Vec::new(); count], vec![Vec::new(); count]];
    let mut stuck = Vec::new();
    for (number, &ProofPiece { kind, origin }) in position.pieces.iter().enumerate() {
        let kind = &position.board.kinds[kind];
        let mut is_stuck = !kind.goes[direction];
        for &offset in &kind.offsets {
            let place = origin.wrapping_add_signed(offset + position.board.steps[direction]);
            let content = position.cells[place];
            is_stuck |= content >= BLOCKED || kind.closed[place];
            if (1..BLOCKED).contains(&content) && content as usize != number + 1 {
                followers[0][number].push(content as usize - 1);
                followers[1][content as usize - 1].push(number);
            }
        }
        stuck.extend(is_stuck.then_some(number));
    }
    let mut members = vec![Membership::Open; count];
    stuck.into_iter().for_each(|piece| settle(&mut members, piece, Membership::Out, &followers));
    // Choices still to be followed, not on the call stack: a board may have thousands of pieces.
    let mut choices = vec![members];
    while let Some(mut members) = choices.pop() {
        watch.check_sometimes()?;
        if let Some(piece) = members.iter().position(|&member| member == Membership::Open) {
            let mut with = members.clone();
            settle(&mut with, piece, Membership::In, &followers);
            settle(&mut members, piece, Membership::Out, &followers);
            choices.extend([with, members]);
            continue;
        }
        let set: Vec<usize> = (0..count).filter(|&p| members[p] == Membership::In).collect();
        if !set.is_empty() {
            displace(position, &set, direction..direction + 1, watch, visit)?;
        }
    }
    Ok(())
}

/// Puts a piece in or out with all that follows. Earlier choices were closed in the same way, so
/// none of these is settled otherwise.
fn settle(
    members: &mut [Membership],
    piece: usize,
    membership: Membership,
    followers: &[Vec<Vec<usize>>; 2],
) {
    let mut settled = vec![piece];
    while let Some(piece) = settled.pop() {
        if members[piece] == Membership::Open {
            members[piece] = membership;
            settled.extend(&followers[membership as usize][piece]);
        }
    }
}
