//! Moves of several pieces together.
//!
//! A step of some pieces in a direction is legal only if every piece in the way of one of them
//! takes part. So the sets that can step are those closed under "pushes", without pieces that
//! cannot step at all.

use std::ops::ControlFlow;

use super::board::{ProofBoard, ProofPiece};
use super::ground::{DIRECTIONS, EMPTY, WALL};
use super::keys::Key;
use super::watchdog::Watchdog;
use crate::puzzle::Reach;

/// Callback for the position after a move.
pub type Visit<'v, K> = dyn FnMut(&K) -> ControlFlow<()> + 'v;

/// The state of a piece while sets are built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Membership {
    Open,
    In,
    Out,
}

/// Reused lists.
#[derive(Default)]
pub struct SetScratch {
    /// The pieces that each piece pushes, and those that push it.
    pushes: Vec<Vec<usize>>,
    pushed_by: Vec<Vec<usize>>,
    parts: Vec<Membership>,
    /// The pieces whose part is settled, in this order.
    settled: Vec<usize>,
    set: Vec<usize>,
    reached: Vec<isize>,
}

/// As [`each_neighbour`](super::moves::each_neighbour), for sets of pieces. Each set and each
/// displacement of it is visited once.
pub fn each_neighbour<K: Key>(
    board: &mut ProofBoard<K>,
    scratch: &mut SetScratch,
    watch: &mut Watchdog,
    visit: &mut Visit<K>,
) -> ControlFlow<()> {
    (0..DIRECTIONS).try_for_each(|direction| {
        find_pushes(board, scratch, direction);
        choose(board, scratch, direction, watch, visit)
    })
}

/// Finds which pieces push which in a direction. Pieces that cannot step are out, with all pieces
/// that push them.
fn find_pushes<K: Key>(board: &ProofBoard<K>, scratch: &mut SetScratch, direction: usize) {
    let pieces = board.pieces.len();
    let SetScratch { pushes, pushed_by, parts, settled, .. } = scratch;
    for list in [&mut *pushes, &mut *pushed_by] {
        list.resize_with(pieces, Vec::new);
        list.iter_mut().for_each(Vec::clear);
    }
    parts.clear();
    parts.resize(pieces, Membership::Open);
    settled.clear();
    let mut stuck = Vec::new();
    for (number, &ProofPiece { kind, origin }) in board.pieces.iter().enumerate() {
        let kind = &board.ground.kinds[kind];
        let Some(entered) = &kind.entered[direction] else {
            stuck.push(number);
            continue;
        };
        for &offset in entered {
            let cell = origin.wrapping_add_signed(offset);
            match board.cells[cell] {
                _ if !kind.may_cover(cell) => stuck.push(number),
                WALL => stuck.push(number),
                EMPTY => {}
                other => {
                    pushes[number].push(other as usize - 1);
                    pushed_by[other as usize - 1].push(number);
                }
            }
        }
    }
    stuck.into_iter().for_each(|piece| scratch.settle(piece, Membership::Out));
}

impl SetScratch {
    /// Puts a piece in, with all that it pushes; or leaves it out, with all that push it. Earlier
    /// choices were closed in the same way, so none of these can have the other part.
    fn settle(&mut self, piece: usize, part: Membership) {
        if self.parts[piece] != Membership::Open {
            return;
        }
        self.parts[piece] = part;
        let mut next = self.settled.len();
        self.settled.push(piece);
        while next < self.settled.len() {
            let along = if part == Membership::In { &self.pushes } else { &self.pushed_by };
            for &other in &along[self.settled[next]] {
                if self.parts[other] == Membership::Open {
                    self.parts[other] = part;
                    self.settled.push(other);
                }
            }
            next += 1;
        }
    }

    /// Unsettles all pieces beyond the first `settled` ones.
    fn reopen(&mut self, settled: usize) {
        self.settled.drain(settled..).for_each(|piece| self.parts[piece] = Membership::Open);
    }
}

/// Visits all sets that agree with what is settled. Each choice first leaves a piece out, then puts
/// it in. The choices are on an explicit stack, not the call stack: a board may have thousands of
/// pieces.
fn choose<K: Key>(
    board: &mut ProofBoard<K>,
    scratch: &mut SetScratch,
    direction: usize,
    watch: &mut Watchdog,
    visit: &mut Visit<K>,
) -> ControlFlow<()> {
    // The pieces chosen, with the number of settled ones before each.
    let mut choices: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    loop {
        while let Some(at) = scratch.parts[from..].iter().position(|&part| part == Membership::Open)
        {
            choices.push((from + at, scratch.settled.len()));
            scratch.settle(from + at, Membership::Out);
            from += at + 1;
        }
        let SetScratch { parts, set, reached, .. } = &mut *scratch;
        let chosen = parts.iter().enumerate().filter(|(_, part)| **part == Membership::In);
        set.clear();
        set.extend(chosen.map(|(piece, _)| piece));
        watch.pause()?;
        if !set.is_empty() {
            displace(board, set, direction, reached, watch, visit)?;
        }
        loop {
            let Some((piece, settled)) = choices.pop() else { return ControlFlow::Continue(()) };
            let was_out = scratch.parts[piece] == Membership::Out;
            scratch.reopen(settled);
            if was_out {
                choices.push((piece, settled));
                scratch.settle(piece, Membership::In);
                from = piece + 1;
                break;
            }
        }
    }
}

/// Moves a set that can step in a direction. It is lifted meanwhile, so that it does not block
/// itself.
fn displace<K: Key>(
    board: &mut ProofBoard<K>,
    set: &[usize],
    direction: usize,
    reached: &mut Vec<isize>,
    watch: &mut Watchdog,
    visit: &mut Visit<K>,
) -> ControlFlow<()> {
    set.iter().for_each(|&piece| board.fill(piece, EMPTY));
    let step = board.ground.steps[direction];
    match board.ground.style.reach() {
        Reach::Step => show(board, set, step, visit),
        Reach::Slide => {
            let mut steps = (1..).map(|steps| steps * step).take_while(|&by| fits(board, set, by));
            steps.try_for_each(|by| show(board, set, by, visit))
        }
        Reach::Walk => walk(board, set, direction, reached, watch, visit),
    }?;
    set.iter().for_each(|&piece| board.fill(piece, piece as u32 + 1));
    ControlFlow::Continue(())
}

/// Whether a set fits somewhere else.
fn fits<K: Key>(board: &ProofBoard<K>, set: &[usize], by: isize) -> bool {
    set.iter().all(|&piece| {
        let ProofPiece { kind, origin } = board.pieces[piece];
        let kind = &board.ground.kinds[kind];
        kind.cells.iter().all(|&offset| {
            let cell = origin.wrapping_add_signed(by + offset);
            board.cells[cell] == EMPTY && kind.may_cover(cell)
        })
    })
}

/// Whether no piece of a set is locked against a direction, and the set fits somewhere else.
fn may_step<K: Key>(board: &ProofBoard<K>, set: &[usize], by: isize, direction: usize) -> bool {
    let kinds = &board.ground.kinds;
    let may_go = |&piece: &usize| kinds[board.pieces[piece].kind].entered[direction].is_some();
    set.iter().all(may_go) && fits(board, set, by)
}

fn show<K: Key>(
    board: &ProofBoard<K>,
    set: &[usize],
    by: isize,
    visit: &mut Visit<K>,
) -> ControlFlow<()> {
    let mut key = board.key.clone();
    // If one piece enters the place of another, both symbols are there for a moment; toggling is
    // order-independent, so removing the other leaves the right one.
    for &piece in set {
        let to = board.pieces[piece].origin.wrapping_add_signed(by);
        board.move_in(&mut key, piece, to);
    }
    visit(&key)
}

/// Visits all displacements that a set can walk to. A set that can make its first step in several
/// directions is visited with the first of them only.
fn walk<K: Key>(
    board: &ProofBoard<K>,
    set: &[usize],
    direction: usize,
    reached: &mut Vec<isize>,
    watch: &mut Watchdog,
    visit: &mut Visit<K>,
) -> ControlFlow<()> {
    let steps = board.ground.steps;
    if (0..direction).any(|earlier| may_step(board, set, steps[earlier], earlier)) {
        return ControlFlow::Continue(());
    }
    reached.clear();
    reached.push(0);
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        watch.pause()?;
        next += 1;
        for (direction, step) in steps.into_iter().enumerate() {
            let to = from + step;
            if !reached.contains(&to) && may_step(board, set, to, direction) {
                reached.push(to);
            }
        }
    }
    reached[1..].iter().try_for_each(|&by| show(board, set, by, visit))
}
