//! How far a mover goes, on codes: one step, a slide, or a walk.

use std::ops::ControlFlow;

use super::CodedEngine;
use crate::engine::board::{Cells, Code};
use crate::engine::drive::Run;
use crate::engine::moves::{LastMove, moved};
use crate::knuth::expand::{LevelEnd, Sink};
use crate::puzzle::{Direction, Reach};

/// Pieces of a source that move together, and have taken their first step.
pub(super) struct CodedMover<const W: usize> {
    source: Code<W>,
    /// Their origins and their cells before the move, and the cells that are blocked or covered by
    /// others.
    origins: Cells<1>,
    pub(super) cells: Cells<1>,
    others: Cells<1>,
    /// Their bits in the source's code.
    bits: Code<W>,
    direction: Direction,
}

/// The result of reaching a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrived {
    /// It is new.
    New,
    /// It is known, and a walk goes on through it.
    Through,
    /// It is known, and a walk ends here.
    DeadEnd,
}

impl<const W: usize, const SINGLE: bool> CodedEngine<W, SINGLE> {
    /// Returns the mover of a candidate.
    #[inline(always)]
    pub(super) fn mover(&self, source: usize, candidate: usize) -> CodedMover<W> {
        let (origins, direction) = self.before(self.found[candidate].1);
        let code = self.last.codes[source];
        let mut cells = Cells::EMPTY;
        let mut rest = origins;
        while let Some(origin) = rest.pop() {
            let number = (0..self.coding.planes).fold(0, |number, plane| {
                let bit = plane * self.coding.cells + origin;
                number | (code.0[bit / 64 % W] >> (bit % 64) & 1) << plane
            });
            cells = cells | self.patterns[number as usize % 64].shifted(origin as i32);
        }
        CodedMover {
            source: code,
            origins,
            cells,
            others: Cells([self.last.occupied[source]]) & !cells,
            bits: self.coding.spread(origins),
            direction: Direction::ALL[direction],
        }
    }

    /// Makes the move of a candidate, and all moves beyond its first step, in SLIDING's order. If
    /// `is_trial`, nothing is stored. Returns whether anything is new; a trial ends there.
    #[inline(always)]
    pub(super) fn go(
        &mut self,
        source: usize,
        candidate: usize,
        is_trial: bool,
        sink: &mut Sink,
        run: &mut Run,
    ) -> ControlFlow<LevelEnd, bool> {
        let (code, last_move) = self.found[candidate];
        let place =
            if self.is_plain() { Err(0) } else { self.known.find(&code.0, self.hashes[candidate]) };
        if self.reach == Reach::Step && place.is_ok() {
            return ControlFlow::Continue(false);
        }
        let mover = self.mover(source, candidate);
        let by = sink.space.delta(mover.direction) as i32;
        let arrived = self.arrive(&mover, code, place, last_move, by, is_trial, sink, run)?;
        if arrived == Arrived::New && is_trial {
            return ControlFlow::Continue(true);
        }
        match self.reach {
            Reach::Slide => self.slide(&mover, by, is_trial, sink, run),
            Reach::Walk if arrived != Arrived::DeadEnd => {
                self.walk(&mover, by, is_trial, sink, run)
            }
            _ => ControlFlow::Continue(false),
        }
    }

    /// Handles a position that a mover reached.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn arrive(
        &mut self,
        mover: &CodedMover<W>,
        code: Code<W>,
        place: Result<usize, usize>,
        last_move: LastMove,
        by: i32,
        is_trial: bool,
        sink: &mut Sink,
        run: &mut Run,
    ) -> ControlFlow<LevelEnd, Arrived> {
        let arrived = match place {
            Err(place) if !is_trial => {
                let occupied = mover.others | mover.cells.shifted(by);
                self.take(code, place, last_move, occupied, sink, run)?;
                Arrived::New
            }
            Err(_) => Arrived::New,
            Ok(place) if self.reach == Reach::Walk => self.pass_through(place, sink),
            Ok(_) => Arrived::DeadEnd,
        };
        ControlFlow::Continue(arrived)
    }

    /// Whether a walk goes on through a known position. If it was found at the distance that is
    /// being generated, the walk's source becomes its parent.
    #[inline(always)]
    fn pass_through(&mut self, place: usize, sink: &mut Sink) -> Arrived {
        let Some(known) = self.found_now(place) else { return Arrived::DeadEnd };
        let known = self.next.address(known);
        // If a single piece was here on a walk from this source, it has been everywhere beyond.
        if SINGLE && sink.ring.parent(known) == sink.parent {
            return Arrived::DeadEnd;
        }
        sink.ring.set_parent(known, sink.parent);
        Arrived::Through
    }

    /// Looks up the position after a displacement of a mover.
    #[inline(always)]
    fn displace(
        &mut self,
        mover: &CodedMover<W>,
        by: i32,
        direction: Direction,
        is_trial: bool,
        sink: &mut Sink,
        run: &mut Run,
    ) -> ControlFlow<LevelEnd, Arrived> {
        let code = moved(&mover.source, mover.bits, by);
        let place = self.known.find(&code.0, self.known.hash(&code.0));
        let there = mover.origins.shifted(by);
        let direction = direction as usize;
        let last_move = if SINGLE {
            LastMove::new(there.first().unwrap_or(0), direction)
        } else {
            LastMove::together(there, direction, false)
        };
        self.arrive(mover, code, place, last_move, by, is_trial, sink, run)
    }

    /// Goes straight on from the first step.
    fn slide(
        &mut self,
        mover: &CodedMover<W>,
        mut by: i32,
        is_trial: bool,
        sink: &mut Sink,
        run: &mut Run,
    ) -> ControlFlow<LevelEnd, bool> {
        while mover.can_step(by, mover.direction, sink) {
            by += sink.space.delta(mover.direction) as i32;
            let arrived = self.displace(mover, by, mover.direction, is_trial, sink, run)?;
            if arrived == Arrived::New && is_trial {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    /// Walks on from the first step: depth first, in the order right, left, down, up, never
    /// straight back, and to no displacement twice.
    #[inline(always)]
    fn walk(
        &mut self,
        mover: &CodedMover<W>,
        by: i32,
        is_trial: bool,
        sink: &mut Sink,
        run: &mut Run,
    ) -> ControlFlow<LevelEnd, bool> {
        // Nearly always the only next step is back, and that is quick to see.
        let back = mover.direction.opposite();
        let leads_on =
            |&direction: &Direction| direction != back && mover.can_step(by, direction, sink);
        if !Direction::ALL.iter().any(leads_on) {
            return ControlFlow::Continue(false);
        }
        self.walk_on(mover, by, is_trial, sink, run)
    }

    #[inline(never)]
    fn walk_on(
        &mut self,
        mover: &CodedMover<W>,
        by: i32,
        is_trial: bool,
        sink: &mut Sink,
        run: &mut Run,
    ) -> ControlFlow<LevelEnd, bool> {
        let first = mover.cells.first().unwrap_or(0) as i32;
        let mut visited = Cells::<1>::only(first as usize);
        visited.insert((first + by) as usize);
        // The stack: the displacement, the direction of arrival, the number of directions tried.
        let mut branch = std::mem::take(&mut self.branch);
        branch.clear();
        branch.push((by, mover.direction, 0));
        while let Some((by, came, tried)) = branch.last_mut() {
            let Some(&direction) = Direction::ALL.get(usize::from(*tried)) else {
                branch.pop();
                continue;
            };
            *tried += 1;
            let (by, came) = (*by, *came);
            if direction == came.opposite() || !mover.can_step(by, direction, sink) {
                continue;
            }
            let by = by + sink.space.delta(direction) as i32;
            if visited.contains((first + by) as usize) {
                continue;
            }
            visited.insert((first + by) as usize);
            match self.displace(mover, by, direction, is_trial, sink, run)? {
                Arrived::New if is_trial => {
                    self.branch = branch;
                    return ControlFlow::Continue(true);
                }
                Arrived::DeadEnd => {}
                _ => branch.push((by, direction, 0)),
            }
        }
        self.branch = branch;
        ControlFlow::Continue(false)
    }
}

impl<const W: usize> CodedMover<W> {
    /// Whether it can take another step after a displacement. There are no locks and no gates here.
    #[inline(always)]
    fn can_step(&self, by: i32, direction: Direction, sink: &Sink) -> bool {
        let here = self.cells.shifted(by);
        let edge = sink.space.edges[direction as usize].words()[0];
        let there = here.shifted(sink.space.delta(direction) as i32);
        (here & Cells([edge])).is_empty() && (there & self.others).is_empty()
    }
}
