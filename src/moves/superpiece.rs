//! Superpieces as movers: styles 3 to 5.
//!
//! Take the directed graph of the pieces with an arc from `u` to `v` where `u`, moved one cell in
//! some direction, would bump into `v`. A set of pieces can take the step exactly if it is an
//! ideal of that graph, closed under its arcs, and none of its pieces would bump into a wall.
//!
//! Most pieces of most positions are stuck. So the graph is drawn from the empty cells backward:
//! every set that can move has a piece that enters an empty cell, and each of its other pieces
//! pushes on towards such a one. What is left of the graph is small, and its ideals are listed
//! with a few operations each, but not in SLIDING's order; [`order`](super::order) tells that
//! where it matters. `docs/SUPERPIECES.md` has pictures.

use super::order::Order;
use super::{Movement, Mover, Movers};
use crate::puzzle::Direction;
use crate::space::{Bits, Source, Space, words_for};

/// The owner of an empty cell.
const EMPTY: u32 = u32::MAX;
/// The owner of a blocked cell.
const WALL: u32 = u32::MAX - 1;

/// Sets of pieces that move as one. Sets of pieces have a bit for each index in
/// [`Space::list_pieces`].
pub struct Super<B> {
    /// The pieces of the source.
    pieces: Vec<(u32, u8)>,
    /// For each cell the index of its piece, or one of the above.
    owner: Vec<u32>,
    /// `owner` of an empty board.
    bare: Vec<u32>,
    empty: B,
    /// Pieces found on the way backward from the empty cells, and those of them to be looked at.
    found: B,
    waiting: Vec<u32>,
    /// Those that may be able to move, each with what must move with it: at first only what it
    /// bumps into itself.
    able: Vec<(u32, B)>,
    able_set: B,
    /// Branches of the listing of ideals: the pieces chosen so far, and from where in `able` on
    /// they are still to be decided, except those that are out.
    branches: Vec<Branch<B>>,
    piece: B,
    order: Order<B>,
}

#[derive(Clone)]
struct Branch<B> {
    decided: usize,
    chosen: B,
    out: B,
}

impl<B: Bits> Movement<B> for Super<B> {
    const DIRECTIONS: [Direction; 4] =
        [Direction::Down, Direction::Up, Direction::Right, Direction::Left];
    const IN_ORDER: bool = false;
    const AMBIGUOUS: bool = true;

    fn new(space: &Space<B>) -> Self {
        let empty = || B::empty(words_for(space.size.cells()));
        let cells = 0..space.size.cells();
        let bare = cells.map(|cell| if space.walls.contains(cell) { WALL } else { EMPTY });
        let bare: Vec<u32> = bare.collect();
        Self {
            pieces: Vec::new(),
            owner: bare.clone(),
            bare,
            empty: empty(),
            found: empty(),
            waiting: Vec::new(),
            able: Vec::new(),
            able_set: empty(),
            branches: Vec::new(),
            piece: empty(),
            order: Order::new(space),
        }
    }

    #[inline(always)]
    fn look(&mut self, space: &Space<B>, source: &Source<B>) {
        space.list_pieces(&source.position, &mut self.pieces);
        self.owner.copy_from_slice(&self.bare);
        for (i, &(origin, shape)) in self.pieces.iter().enumerate() {
            for &offset in &space.shapes[usize::from(shape)].offsets {
                self.owner[(origin + offset) as usize] = i as u32;
            }
        }
        let occupied = source.position.occupied.words();
        for (word, &occupied) in self.empty.words_mut().iter_mut().zip(occupied) {
            *word = !occupied;
        }
    }

    #[inline(always)]
    fn list(
        &mut self,
        space: &Space<B>,
        _: &Source<B>,
        direction: Direction,
        movers: &mut Movers<B>,
    ) {
        self.draw(space, direction);
        self.drop_stuck();
        match &self.able[..] {
            [] => {}
            &[(piece, _)] => {
                let (origin, shape) = self.pieces[piece as usize];
                movers.push().shift(&space.shapes[usize::from(shape)].cells, origin as isize);
            }
            _ => {
                self.close();
                self.list_ideals(space, movers);
            }
        }
    }

    fn sort(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        direction: Direction,
        movers: &mut [Mover<B>],
    ) {
        self.order.sort(space, source, &self.pieces, direction, movers);
    }
}

impl<B: Bits> Super<B> {
    /// Finds the pieces that could move if it were for the empty cells and walls next to them
    /// alone, with the pieces that each bumps into.
    #[inline(always)]
    fn draw(&mut self, space: &Space<B>, direction: Direction) {
        let Self { pieces, owner, empty, found, waiting, able, able_set, .. } = self;
        let back = direction.opposite();
        found.clear();
        able_set.clear();
        able.clear();
        let mut behind = |cell: usize, waiting: &mut Vec<u32>| {
            let piece = owner[cell];
            if piece < WALL && !found.contains(piece as usize) {
                found.insert(piece as usize);
                waiting.push(piece);
            }
        };
        for cell in empty.ascending() {
            if !space.edges[back as usize].contains(cell) {
                behind((cell as isize + space.delta(back)) as usize, waiting);
            }
        }
        while let Some(piece) = waiting.pop() {
            let (origin, shape) = pieces[piece as usize];
            let shape = &space.shapes[usize::from(shape)];
            if shape.is_locked(direction) {
                continue;
            }
            let mut bumps = B::empty(empty.words().len());
            let is_stuck = shape.borders[direction as usize].iter().any(|&border| {
                let cell = (origin + border) as usize;
                if space.edges[direction as usize].contains(cell) {
                    return true;
                }
                let owner = owner[(cell as isize + space.delta(direction)) as usize];
                if owner < WALL {
                    bumps.insert(owner as usize);
                }
                owner == WALL
            });
            if is_stuck {
                continue;
            }
            able.push((piece, bumps));
            able_set.insert(piece as usize);
            for &border in &shape.borders[back as usize] {
                let cell = (origin + border) as usize;
                if !space.edges[back as usize].contains(cell) {
                    behind((cell as isize + space.delta(back)) as usize, waiting);
                }
            }
        }
    }

    /// Drops pieces that bump into others that cannot move, until there are none.
    #[inline(always)]
    fn drop_stuck(&mut self) {
        loop {
            let before = self.able.len();
            let able_set = &mut self.able_set;
            self.able.retain(|(piece, bumps)| {
                let blocked = !bumps.is_within(able_set);
                if blocked {
                    able_set.remove(*piece as usize);
                }
                !blocked
            });
            if self.able.len() == before {
                return;
            }
        }
    }

    /// Extends what each piece bumps into to all that must move with it, itself included.
    #[inline(always)]
    fn close(&mut self) {
        for (piece, with) in &mut self.able {
            with.insert(*piece as usize);
        }
        loop {
            let mut changed = false;
            for i in 0..self.able.len() {
                for j in 0..self.able.len() {
                    if i != j && self.able[i].1.contains(self.able[j].0 as usize) {
                        self.piece.copy(&self.able[j].1);
                        self.piece.subtract(&self.able[i].1);
                        if !self.piece.is_empty() {
                            let (piece, with) = (&self.piece, &mut self.able[i].1);
                            with.unite(piece);
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Lists the cells of every non-empty ideal of what is able to move.
    #[inline(always)]
    fn list_ideals(&mut self, space: &Space<B>, movers: &mut Movers<B>) {
        let nothing = B::empty(self.empty.words().len());
        self.branches.clear();
        self.branches.push(Branch { decided: 0, chosen: nothing.clone(), out: nothing });
        while let Some(mut branch) = self.branches.pop() {
            let undecided = self.able[branch.decided..].iter();
            let next = undecided.enumerate().find(|(_, (piece, with))| {
                !branch.chosen.contains(*piece as usize) && !with.meets(&branch.out)
            });
            let Some((skipped, (piece, with))) = next else {
                if !branch.chosen.is_empty() {
                    let cells = movers.push();
                    for member in branch.chosen.ascending() {
                        let (origin, shape) = self.pieces[member];
                        self.piece.shift(&space.shapes[usize::from(shape)].cells, origin as isize);
                        cells.unite(&self.piece);
                    }
                }
                continue;
            };
            branch.decided += skipped + 1;
            let mut without = branch.clone();
            without.out.insert(*piece as usize);
            self.branches.push(without);
            branch.chosen.unite(with);
            self.branches.push(branch);
        }
    }
}
