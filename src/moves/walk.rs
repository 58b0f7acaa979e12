//! How far a mover goes: one step, a slide, or a walk.

use std::ops::ControlFlow;

use crate::puzzle::Direction;
use crate::space::{Bits, Position, Source, Space, axis, words_for};

/// Whether a walk goes on from the position it has just reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// Try the steps from here.
    Yes,
    /// This position is a dead end for the walk.
    No,
}

/// A mover on its way: its cells and the rest of the board apart, and where it has got to.
pub struct Walker<B> {
    /// Position without the mover.
    rest: Position<B>,
    /// The mover's part of the source position.
    own: Position<B>,
    /// The mover's cells where it is now, and after the step that is tried.
    here: B,
    there: B,
    /// Where the mover's first cell has been in this walk.
    visited: B,
    /// The way back: for each position on the walk's branch, the change of cell numbers so far,
    /// the direction of arrival and the number of directions tried.
    branch: Vec<(isize, Direction, u8)>,
    /// The position that is reported.
    next: Position<B>,
}

impl<B: Bits> Walker<B> {
    /// For the movers of a puzzle.
    pub fn new(space: &Space<B>) -> Self {
        let empty = || B::empty(words_for(space.size.cells()));
        Self {
            rest: space.blank(),
            own: space.blank(),
            here: empty(),
            there: empty(),
            visited: empty(),
            branch: Vec::new(),
            next: space.blank(),
        }
    }

    /// Reports the position after the first step of a mover, which must be legal; and where
    /// `slides`, also those straight on.
    #[inline(always)]
    pub fn straight(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        cells: &B,
        direction: Direction,
        slides: bool,
        mut arrive: impl FnMut(&Position<B>),
    ) {
        self.lift(space, source, cells);
        let mut moved = 0;
        loop {
            moved += space.delta(direction);
            self.put(space, moved);
            arrive(&self.next);
            if !slides {
                return;
            }
            self.here.shift(cells, moved);
            if !self.can_step(space, direction) {
                return;
            }
        }
    }

    /// Reports every position that a walk reaches beyond its first step, which must be legal.
    ///
    /// The walk is depth first, in the order right, left, down, up; it goes on where `arrive` says
    /// so, never straight back, and to no displacement twice.
    pub fn beyond<T>(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        cells: &B,
        direction: Direction,
        mut arrive: impl FnMut(&Position<B>) -> ControlFlow<T, Onward>,
    ) -> ControlFlow<T> {
        self.lift(space, source, cells);
        let first = cells.first().expect("a mover has cells") as isize;
        let fixed = source.fixed.each_ref().map(|fixed| space.locked && cells.meets(fixed));
        self.visited.clear();
        self.visited.insert(first as usize);
        self.visited.insert((first + space.delta(direction)) as usize);
        self.branch.clear();
        self.branch.push((space.delta(direction), direction, 0));
        while let Some((moved, came, tried)) = self.branch.last_mut() {
            let Some(&direction) = Direction::ALL.get(usize::from(*tried)) else {
                self.branch.pop();
                continue;
            };
            *tried += 1;
            let (moved, came) = (*moved, *came);
            if direction == came.opposite() || fixed[axis(direction)] {
                continue;
            }
            self.here.shift(cells, moved);
            if !self.can_step(space, direction) {
                continue;
            }
            let moved = moved + space.delta(direction);
            if self.visited.contains((first + moved) as usize) {
                continue;
            }
            self.visited.insert((first + moved) as usize);
            self.put(space, moved);
            if arrive(&self.next)? == Onward::Yes {
                self.branch.push((moved, direction, 0));
            }
        }
        ControlFlow::Continue(())
    }

    /// Takes the mover off the board.
    #[inline(always)]
    fn lift(&mut self, space: &Space<B>, source: &Source<B>, cells: &B) {
        let from = &source.position;
        self.rest.occupied.copy(&from.occupied);
        self.rest.occupied.subtract(cells);
        self.own.occupied.copy(cells);
        split(&from.inner, cells, &mut self.rest.inner, &mut self.own.inner);
        for i in 0..space.planes() {
            split(&from.planes[i], cells, &mut self.rest.planes[i], &mut self.own.planes[i]);
        }
    }

    /// Makes `next` the position with the mover displaced.
    #[inline(always)]
    fn put(&mut self, space: &Space<B>, moved: isize) {
        let Self { rest, own, next, .. } = self;
        join(&rest.occupied, &own.occupied, moved, &mut next.occupied);
        join(&rest.inner, &own.inner, moved, &mut next.inner);
        for i in 0..space.planes() {
            join(&rest.planes[i], &own.planes[i], moved, &mut next.planes[i]);
        }
    }

    /// Whether the mover can step on from `here`, as far as border and other pieces go.
    #[inline(always)]
    fn can_step(&mut self, space: &Space<B>, direction: Direction) -> bool {
        if self.here.meets(&space.edges[direction as usize]) {
            return false;
        }
        self.there.shift(&self.here, space.delta(direction));
        !self.there.meets(&self.rest.occupied)
    }
}

/// The parts of `whole` outside and inside `cells`.
#[inline(always)]
fn split<B: Bits>(whole: &B, cells: &B, outside: &mut B, inside: &mut B) {
    outside.copy(whole);
    outside.subtract(cells);
    inside.copy(whole);
    inside.intersect(cells);
}

#[inline(always)]
fn join<B: Bits>(rest: &B, own: &B, moved: isize, joined: &mut B) {
    joined.shift(own, moved);
    joined.unite(rest);
}
