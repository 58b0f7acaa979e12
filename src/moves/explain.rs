//! Which pieces moved, and how: the move between two neighbouring configurations.
//!
//! The searches keep configurations only. Where a move is to be shown, it is found again here, as
//! the one with the fewest pieces and then the fewest steps.

use std::collections::VecDeque;

use crate::knuth::moves::{Movement, Mover, Movers};
use crate::knuth::space::{Bits, Position, Source, Space, axis, words_for};
use crate::puzzle::{Configuration, Direction, Move, Reach};

/// The move of `reach` that leads from one configuration to another, if there is one.
///
/// Takes time proportional to the number of moves from `from`.
pub fn explain<B: Bits, M: Movement<B>>(
    space: &Space<B>,
    movement: &mut M,
    reach: Reach,
    from: &Configuration,
    to: &Configuration,
) -> Option<Move> {
    let mut packed = vec![0; space.packed_words()];
    space.pack(&space.position(from), &mut packed);
    let mut source = space.source();
    space.unpack(&packed, &mut source);
    let target = space.position(to);

    let mut best: Option<Move> = None;
    let mut movers = Movers::new(space);
    for first in Direction::ALL {
        movers.clear();
        let _ = movement.list(space, &source, first, None, &mut movers);
        for Mover { cells, .. } in movers.as_slice() {
            if !leaves_the_rest(&source, cells, &target) {
                continue;
            }
            let Some(steps) = steps(space, &source, cells, first, reach, &target) else {
                continue;
            };
            let pieces = from.placements().iter().copied();
            let pieces: Vec<_> = pieces.filter(|p| cells.contains(p.cell as usize)).collect();
            let rank = (pieces.len(), steps.len());
            if best.as_ref().is_none_or(|best| rank < (best.pieces.len(), best.steps.len())) {
                best = Some(Move { pieces, steps, after: to.clone() });
            }
        }
    }
    best
}

/// Whether all pieces outside `cells` lie in `target` where they lie in the source.
fn leaves_the_rest<B: Bits>(source: &Source<B>, cells: &B, target: &Position<B>) -> bool {
    let mut others = source.occupied.clone();
    others.subtract(cells);
    let mut planes = source.position.planes.iter().zip(&target.planes);
    source.position.inner.agrees(&target.inner, &others)
        && planes.all(|(here, there)| here.agrees(there, &others))
}

/// The fewest steps that take the mover with these cells to where the target is met, the first of
/// them in the given direction if only one direction is allowed.
fn steps<B: Bits>(
    space: &Space<B>,
    source: &Source<B>,
    cells: &B,
    first: Direction,
    reach: Reach,
    target: &Position<B>,
) -> Option<Vec<Direction>> {
    let mut rest = source.occupied.clone();
    rest.subtract(cells);
    let fixed = source.fixed.each_ref().map(|fixed| cells.meets(fixed));
    let from = cells.first().expect("a mover has cells") as isize;
    let mut arrived: Vec<Option<Direction>> = vec![None; space.size.cells()];
    let mut queue = VecDeque::from([0]);
    let (mut here, mut there) = (cells.clone(), B::empty(words_for(space.size.cells())));
    while let Some(moved) = queue.pop_front() {
        if moved != 0 && fits(source, cells, moved, target) {
            let mut steps = Vec::new();
            let mut at = moved;
            while at != 0 {
                let step = arrived[(from + at) as usize].expect("it was reached by a step");
                steps.push(step);
                at -= space.delta(step);
            }
            steps.reverse();
            return Some(steps);
        }
        if moved != 0 && reach == Reach::Step {
            continue;
        }
        here.shift(cells, moved);
        for direction in Direction::ALL {
            let straight = reach == Reach::Walk || direction == first;
            if fixed[axis(direction)] || !straight || here.meets(&space.edges[direction as usize]) {
                continue;
            }
            there.shift(&here, space.delta(direction));
            let moved = moved + space.delta(direction);
            let seen = &mut arrived[(from + moved) as usize];
            if moved != 0 && seen.is_none() && !there.meets(&rest) {
                *seen = Some(direction);
                queue.push_back(moved);
            }
        }
    }
    None
}

/// Whether displacing the mover makes the source the target.
fn fits<B: Bits>(source: &Source<B>, cells: &B, moved: isize, target: &Position<B>) -> bool {
    let mut displaced = cells.clone();
    let mut becomes = |from: &B, to: &B| {
        displaced.displace(from, cells, moved);
        displaced.words() == to.words()
    };
    let mut planes = source.position.planes.iter().zip(&target.planes);
    becomes(&source.position.inner, &target.inner) && planes.all(|(from, to)| becomes(from, to))
}
