//! Superpieces as movers: styles 3 to 5.
//!
//! Take the directed graph of the pieces with an arc from `u` to `v` if `u`, moved one cell in some
//! direction, would bump into `v`. A set of pieces can take the step exactly if it is an ideal of
//! that graph, closed under its arcs, and none of its pieces would bump into a wall.
//!
//! In most positions most pieces are stuck. So the graph is built from the empty cells backward:
//! every set that can move has a piece that enters an empty cell, and each of its other pieces
//! pushes towards such a piece. The resulting graph is small, and its ideals are listed with a few
//! operations each, but not in SLIDING's order; where that matters, [`order`](super::order)
//! computes it. `docs/internals/classic.md` has pictures.

use std::ops::ControlFlow;

use super::order::{MoverOrder, sort_nested};
use super::{MOST_MOVERS, Movement, Mover, MoverList};
use crate::knuth::space::{Bits, MoveSource, Space, words_for};
use crate::puzzle::Direction;

/// Sets of pieces that move as one. A piece is identified by the cell of its origin, and a set of
/// pieces is a set of such cells.
pub struct SuperMovement {
    /// Covered cells from which a step enters an empty cell.
    ahead: Bits,
    /// Pieces found going backward from the empty cells, and those of them still to be examined.
    found: Bits,
    waiting: Vec<usize>,
    /// Pieces that may be able to move, each with the pieces that must move with it: at first only
    /// those that it bumps into itself.
    able: Vec<(usize, Bits)>,
    able_set: Bits,
    /// Stack of the listing of ideals.
    branches: Vec<IdealBranch>,
    scratch: Bits,
    order: MoverOrder,
}

/// A partial ideal: some pieces of `able` are chosen, some are out, and those from some index on
/// are undecided unless they are chosen or must be out.
#[derive(Clone)]
struct IdealBranch {
    decided: usize,
    chosen: Bits,
    out: Bits,
}

impl Movement for SuperMovement {
    const DIRECTIONS: [Direction; 4] =
        [Direction::Down, Direction::Up, Direction::Right, Direction::Left];
    const SINGLE: bool = false;

    fn new(space: &Space) -> Self {
        let empty = || Bits::empty(words_for(space.size.cells()));
        Self {
            ahead: empty(),
            found: empty(),
            waiting: Vec::new(),
            able: Vec::new(),
            able_set: empty(),
            branches: Vec::new(),
            scratch: empty(),
            order: MoverOrder::new(space),
        }
    }

    #[inline(always)]
    fn list(
        &mut self,
        space: &Space,
        source: &MoveSource,
        direction: Direction,
        _: Option<usize>,
        movers: &mut MoverList,
    ) -> ControlFlow<()> {
        space.ahead(source, direction, &mut self.ahead);
        if self.ahead.is_empty() {
            return ControlFlow::Continue(());
        }
        self.draw(space, source, direction);
        self.drop_stuck();
        match &self.able[..] {
            [] => {}
            &[(origin, _)] => {
                let shape = space.shape_at(source, origin);
                movers.push().shift(&shape.cells, origin as isize);
            }
            _ => {
                self.close();
                return self.list_ideals(space, source, movers);
            }
        }
        ControlFlow::Continue(())
    }

    fn each<T>(
        &mut self,
        space: &Space,
        source: &MoveSource,
        direction: Direction,
        visit: impl FnMut(Option<&Bits>) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.order.each(space, &source.position, direction, visit)
    }

    fn sort(
        &mut self,
        space: &Space,
        source: &MoveSource,
        direction: Direction,
        movers: &mut [Mover],
    ) {
        if !sort_nested(direction, movers) {
            self.order.sort(space, &source.position, direction, movers);
        }
    }
}

impl SuperMovement {
    /// Finds the pieces that could move if only the walls next to them mattered, with the pieces
    /// that each bumps into.
    #[inline(always)]
    fn draw(&mut self, space: &Space, source: &MoveSource, direction: Direction) {
        let Self { ahead, found, waiting, able, able_set, .. } = self;
        found.clear();
        able_set.clear();
        able.clear();
        let mut find = |cell: usize, waiting: &mut Vec<usize>| {
            let origin = space.origin_of(source, cell);
            if !found.contains(origin) {
                found.insert(origin);
                waiting.push(origin);
            }
        };
        ahead.ascending().for_each(|cell| find(cell, waiting));
        let (forth, back) = (space.delta(direction), space.delta(direction.opposite()));
        let (front_edge, back_edge) =
            (&space.edges[direction as usize], &space.edges[direction.opposite() as usize]);
        while let Some(origin) = waiting.pop() {
            let shape = space.shape_at(source, origin);
            if shape.is_kept(origin, direction) {
                continue;
            }
            let mut bumps = Bits::empty(ahead.words().len());
            let is_stuck = shape.borders[direction as usize].iter().any(|&border| {
                let cell = origin + border as usize;
                if ahead.contains(cell) {
                    return false;
                }
                if front_edge.contains(cell) {
                    return true;
                }
                let next = (cell as isize + forth) as usize;
                if space.walls.contains(next) {
                    return true;
                }
                bumps.insert(space.origin_of(source, next));
                false
            });
            if is_stuck {
                continue;
            }
            able.push((origin, bumps));
            able_set.insert(origin);
            for &border in &shape.borders[direction.opposite() as usize] {
                let cell = origin + border as usize;
                if !back_edge.contains(cell) {
                    let behind = (cell as isize + back) as usize;
                    if source.occupied.contains(behind) && !space.walls.contains(behind) {
                        find(behind, waiting);
                    }
                }
            }
        }
    }

    /// Drops pieces that bump into others that cannot move, until there are none.
    #[inline(always)]
    fn drop_stuck(&mut self) {
        let Self { able, able_set, .. } = self;
        loop {
            let before = able.len();
            able.retain(|(origin, bumps)| {
                let is_free = bumps.is_within(able_set);
                if !is_free {
                    able_set.remove(*origin);
                }
                is_free
            });
            if able.len() == before {
                return;
            }
        }
    }

    /// Replaces the pieces that each piece bumps into by all that must move with it, including
    /// itself.
    #[inline(always)]
    fn close(&mut self) {
        for (origin, with) in &mut self.able {
            with.insert(*origin);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for i in 0..self.able.len() {
                for j in 0..self.able.len() {
                    if i != j && self.able[i].1.contains(self.able[j].0) {
                        self.scratch.copy(&self.able[j].1);
                        if !self.scratch.is_within(&self.able[i].1) {
                            self.able[i].1.unite(&self.scratch);
                            changed = true;
                        }
                    }
                }
            }
        }
    }

    /// Lists the cells of every non-empty ideal of the pieces in `able`.
    #[inline(always)]
    fn list_ideals(
        &mut self,
        space: &Space,
        source: &MoveSource,
        movers: &mut MoverList,
    ) -> ControlFlow<()> {
        let begin = movers.as_slice().len();
        let nothing = Bits::empty(self.ahead.words().len());
        self.branches.clear();
        self.branches.push(IdealBranch { decided: 0, chosen: nothing.clone(), out: nothing });
        while let Some(mut branch) = self.branches.pop() {
            let undecided = self.able[branch.decided..].iter();
            let next = undecided.enumerate().find(|(_, (origin, with))| {
                !branch.chosen.contains(*origin) && !with.meets(&branch.out)
            });
            let Some((skipped, (origin, with))) = next else {
                if movers.as_slice().len() - begin == MOST_MOVERS {
                    movers.truncate(begin);
                    return ControlFlow::Break(());
                }
                if !branch.chosen.is_empty() {
                    let cells = movers.push();
                    for origin in branch.chosen.ascending() {
                        let shape = space.shape_at(source, origin);
                        self.scratch.shift(&shape.cells, origin as isize);
                        cells.unite(&self.scratch);
                    }
                }
                continue;
            };
            branch.decided += skipped + 1;
            let mut without = branch.clone();
            without.out.insert(*origin);
            self.branches.push(without);
            branch.chosen.unite(with);
            self.branches.push(branch);
        }
        ControlFlow::Continue(())
    }
}
