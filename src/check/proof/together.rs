//! Moves of pieces together.
//!
//! A step of some pieces in a direction is legal only if whatever lies where one of them goes takes part.
//! So the sets that can step are those that are closed under "pushes", without what cannot step at all.

use super::ground::{Board, DIRECTIONS, EMPTY, Piece, WALL};
use super::moves::Visit;
use crate::puzzle::Reach;

/// What is known of a piece while sets are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Open,
    In,
    Out,
}

/// Lists that are used again and again.
#[derive(Default)]
pub struct Scratch {
    /// The pieces that each piece pushes, and those that push it.
    pushes: Vec<Vec<usize>>,
    pushed_by: Vec<Vec<usize>>,
    parts: Vec<Part>,
    /// The pieces whose part was settled, in this order.
    settled: Vec<usize>,
    set: Vec<usize>,
    reached: Vec<isize>,
}

/// As [`each_neighbour`](super::moves::each_neighbour), for sets of pieces. Each set and each displacement
/// of it comes once.
pub fn each_neighbour<'a>(
    board: &mut Board<'a>,
    scratch: &mut Scratch,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    (0..DIRECTIONS).all(|direction| {
        look(board, scratch, direction);
        choose(board, scratch, direction, 0, visit)
    })
}

/// Finds who pushes whom in a direction. Who cannot step is out, and whoever pushes them.
fn look(board: &Board, scratch: &mut Scratch, direction: usize) {
    let pieces = board.pieces.len();
    let Scratch { pushes, pushed_by, parts, settled, .. } = scratch;
    for list in [&mut *pushes, &mut *pushed_by] {
        list.resize_with(pieces, Vec::new);
        list.iter_mut().for_each(Vec::clear);
    }
    parts.clear();
    parts.resize(pieces, Part::Open);
    settled.clear();
    let mut stuck = Vec::new();
    for (number, &Piece { kind, origin }) in board.pieces.iter().enumerate() {
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
    stuck.into_iter().for_each(|piece| scratch.settle(piece, Part::Out));
}

impl Scratch {
    /// Puts a piece in, with all that it pushes; or leaves it out, with all that push it. Those before
    /// were put in and left out in the same way, so none of these can have the other part.
    fn settle(&mut self, piece: usize, part: Part) {
        if self.parts[piece] != Part::Open {
            return;
        }
        self.parts[piece] = part;
        let mut next = self.settled.len();
        self.settled.push(piece);
        while next < self.settled.len() {
            let along = if part == Part::In { &self.pushes } else { &self.pushed_by };
            for &other in &along[self.settled[next]] {
                if self.parts[other] == Part::Open {
                    self.parts[other] = part;
                    self.settled.push(other);
                }
            }
            next += 1;
        }
    }

    /// Makes all open again that was settled since there were so many.
    fn reopen(&mut self, settled: usize) {
        self.settled.drain(settled..).for_each(|piece| self.parts[piece] = Part::Open);
    }
}

/// Goes through all sets with what is settled, from a piece on.
fn choose<'a>(
    board: &mut Board<'a>,
    scratch: &mut Scratch,
    direction: usize,
    from: usize,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    let open = scratch.parts[from..].iter().position(|&part| part == Part::Open);
    let Some(piece) = open.map(|at| from + at) else {
        let parts = scratch.parts.iter().enumerate();
        let set: Vec<usize> =
            parts.filter(|(_, part)| **part == Part::In).map(|(piece, _)| piece).collect();
        scratch.set.clone_from(&set);
        return set.is_empty() || displace(board, scratch, direction, visit);
    };
    [Part::Out, Part::In].into_iter().all(|part| {
        let settled = scratch.settled.len();
        scratch.settle(piece, part);
        let goes_on = choose(board, scratch, direction, piece + 1, visit);
        scratch.reopen(settled);
        goes_on
    })
}

/// Moves a set, which can step in a direction.
fn displace<'a>(
    board: &mut Board<'a>,
    scratch: &mut Scratch,
    direction: usize,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    let Scratch { set, reached, .. } = scratch;
    set.iter().for_each(|&piece| board.fill(piece, EMPTY));
    let mut at = 0;
    let goes_on = match board.ground.style.reach() {
        Reach::Step => show(board, set, &mut at, board.ground.steps[direction], visit),
        Reach::Slide => slide(board, set, &mut at, direction, visit),
        Reach::Walk => walk(board, set, &mut at, direction, reached, visit),
    };
    if goes_on {
        shift(board, set, -at);
        set.iter().for_each(|&piece| board.fill(piece, piece as u32 + 1));
    }
    goes_on
}

/// Shifts pieces that are lifted.
fn shift(board: &mut Board, set: &[usize], by: isize) {
    for &piece in set {
        let origin = &mut board.pieces[piece].origin;
        *origin = origin.wrapping_add_signed(by);
    }
}

/// Whether pieces that are lifted can lie where they were shifted to.
fn fit(board: &Board, set: &[usize]) -> bool {
    set.iter().all(|&piece| {
        let Piece { kind, origin } = board.pieces[piece];
        let kind = &board.ground.kinds[kind];
        kind.cells.iter().all(|&offset| {
            let cell = origin.wrapping_add_signed(offset);
            board.cells[cell] == EMPTY && kind.may_cover(cell)
        })
    })
}

fn may_go(board: &Board, set: &[usize], direction: usize) -> bool {
    let kinds = set.iter().map(|&piece| board.pieces[piece].kind);
    kinds.into_iter().all(|kind| board.ground.kinds[kind].entered[direction].is_some())
}

/// Shows a set at a displacement, where it fits. It stays lifted, and there.
fn show<'a>(
    board: &mut Board<'a>,
    set: &[usize],
    at: &mut isize,
    to: isize,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    shift(board, set, to - *at);
    *at = to;
    set.iter().for_each(|&piece| board.fill(piece, piece as u32 + 1));
    let goes_on = visit(board);
    set.iter().for_each(|&piece| board.fill(piece, EMPTY));
    goes_on
}

fn slide<'a>(
    board: &mut Board<'a>,
    set: &[usize],
    at: &mut isize,
    direction: usize,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    let step = board.ground.steps[direction];
    loop {
        if !show(board, set, at, *at + step, visit) {
            return false;
        }
        shift(board, set, step);
        let fits = fit(board, set);
        shift(board, set, -step);
        if !fits {
            return true;
        }
    }
}

/// All displacements that a set can walk to. A set whose first step may be in several directions is one
/// set, which is walked with the first of them.
fn walk<'a>(
    board: &mut Board<'a>,
    set: &[usize],
    at: &mut isize,
    direction: usize,
    reached: &mut Vec<isize>,
    visit: &mut Visit<'_, 'a>,
) -> bool {
    let steps = board.ground.steps;
    let mut fits_at = |board: &mut Board, to: isize, direction: usize| {
        may_go(board, set, direction) && {
            shift(board, set, to - *at);
            *at = to;
            fit(board, set)
        }
    };
    if (0..direction).any(|earlier| fits_at(board, steps[earlier], earlier)) {
        return true;
    }
    reached.clear();
    reached.push(0);
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        next += 1;
        for direction in 0..DIRECTIONS {
            let to = from + steps[direction];
            if !reached.contains(&to) && fits_at(board, to, direction) {
                reached.push(to);
            }
        }
    }
    (1..reached.len()).all(|next| show(board, set, at, reached[next], visit))
}
