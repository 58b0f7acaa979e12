//! How far a mover goes: one step, a slide, or a walk.

use std::ops::ControlFlow;

use crate::knuth::space::{Bits, MoveSource, Position, Space, axis, words_for};
use crate::puzzle::Direction;

/// Whether a walk goes on from the position it has just reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// Try the steps from here.
    Yes,
    /// This position is a dead end for the walk.
    No,
}

/// A mover in motion.
pub struct Walker {
    /// Cells that are blocked, or covered by pieces outside the mover.
    others: Bits,
    /// The mover's current cells, and its cells after the step that is tried.
    here: Bits,
    there: Bits,
    /// Where the mover's first cell has been in this walk.
    visited: Bits,
    /// The stack: for each position on the walk's branch, the change of cell numbers so far, the
    /// direction of arrival and the number of directions tried.
    branch: Vec<(isize, Direction, u8)>,
    /// The position that is reported.
    next: Position,
    /// Cells of the mover, and those that gates bar to its pieces; shape by shape.
    barred: Vec<(Bits, Bits)>,
}

impl Walker {
    /// Builds a walker for the movers of a puzzle.
    pub fn new(space: &Space) -> Self {
        let empty = || Bits::empty(words_for(space.size.cells()));
        Self {
            others: empty(),
            here: empty(),
            there: empty(),
            visited: empty(),
            branch: Vec::new(),
            next: space.blank(),
            barred: Vec::new(),
        }
    }

    /// Reports the position after the first step of a mover, which must be legal; and if `slides`,
    /// also those straight on. Each comes with the change of the mover's cell numbers.
    #[inline(always)]
    pub fn straight(
        &mut self,
        space: &Space,
        source: &MoveSource,
        cells: &Bits,
        direction: Direction,
        slides: bool,
        mut arrive: impl FnMut(&Position, isize),
    ) {
        let mut moved = 0;
        loop {
            moved += space.delta(direction);
            self.put(source, cells, moved);
            arrive(&self.next, moved);
            if !slides {
                return;
            }
            self.lift(space, source, cells);
            self.here.shift(cells, moved);
            if !self.can_step(space, direction, moved) {
                return;
            }
        }
    }

    /// Reports every position that a walk reaches beyond its first step, which must be legal, each
    /// with the change of the mover's cell numbers.
    ///
    /// The walk is depth first, in the order right, left, down, up; it goes on where `arrive` says
    /// so, never straight back, and to no displacement twice.
    pub fn beyond<T>(
        &mut self,
        space: &Space,
        source: &MoveSource,
        cells: &Bits,
        direction: Direction,
        mut arrive: impl FnMut(&Position, isize) -> ControlFlow<T, Onward>,
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
            if !self.can_step(space, direction, moved) {
                continue;
            }
            let moved = moved + space.delta(direction);
            if self.visited.contains((first + moved) as usize) {
                continue;
            }
            self.visited.insert((first + moved) as usize);
            self.put(source, cells, moved);
            if arrive(&self.next, moved)? == Onward::Yes {
                self.branch.push((moved, direction, 0));
            }
        }
        ControlFlow::Continue(())
    }

    /// Takes the mover off the board.
    #[inline(always)]
    fn lift(&mut self, space: &Space, source: &MoveSource, cells: &Bits) {
        self.others.copy(&source.occupied);
        self.others.subtract(cells);
        if space.gated {
            self.bar(space, source, cells);
        }
    }

    /// Finds the cells that gates bar to the mover.
    fn bar(&mut self, space: &Space, source: &MoveSource, cells: &Bits) {
        self.barred.clear();
        for cell in cells.ascending() {
            let shape = space.shape_at(source, space.origin_of(source, cell));
            let Some(closed) = shape.closed_cells() else { continue };
            let mut here = Bits::empty(closed.words().len());
            here.insert(cell);
            match self.barred.iter_mut().find(|(_, known)| known.words() == closed.words()) {
                Some((all, _)) => all.unite(&here),
                None => self.barred.push((here, closed.clone())),
            }
        }
    }

    /// Makes `next` the position with the mover displaced.
    #[inline(always)]
    fn put(&mut self, source: &MoveSource, cells: &Bits, moved: isize) {
        let (from, next) = (&source.position, &mut self.next);
        next.inner.displace(&from.inner, cells, moved);
        for (next, from) in next.planes.iter_mut().zip(&from.planes) {
            next.displace(from, cells, moved);
        }
    }

    /// Whether border, other pieces and gates let the mover take another step from `here`, which is
    /// `moved` from where it was.
    #[inline(always)]
    fn can_step(&mut self, space: &Space, direction: Direction, moved: isize) -> bool {
        if self.here.meets(&space.edges[direction as usize]) {
            return false;
        }
        self.there.shift(&self.here, space.delta(direction));
        !self.there.meets(&self.others) && !self.is_barred(moved + space.delta(direction))
    }

    #[inline(always)]
    fn is_barred(&mut self, moved: isize) -> bool {
        let Self { barred, there, .. } = self;
        barred.iter().any(|(cells, closed)| {
            there.shift(cells, moved);
            there.meets(closed)
        })
    }
}
