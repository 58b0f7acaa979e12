//! Which puzzles have a search on codes beside the ring, and how it begins.

use super::known::Known;
use super::level::Level;
use super::{Beside, Board, Coded};
use crate::engine::board::{Cells, Coding};
use crate::engine::compiled::{Compiled, Job, takes, with_small};
use crate::engine::moves::Batch;
use crate::engine::query::Query;
use crate::engine::store::Hasher;
use crate::knuth::moves::Movers as MoverList;
use crate::knuth::moves::order::Order;
use crate::knuth::space::Space;
use crate::puzzle::{Direction, Movers, Reach, Style};

/// Sets of pieces are stored in 61 bits.
const MOST_CELLS_TOGETHER: usize = 61;

/// Builds a search on codes beside a ring, if there is one for the puzzle. It holds at most
/// `allowed` bytes.
pub fn beside(query: &Query, space: &Space<Board>, allowed: u64) -> Option<Box<dyn Beside<Board>>> {
    let (puzzle, style) = (query.puzzle, query.style);
    let is_single = style.movers() == Movers::Single;
    let has_all_kinds = puzzle.counts().iter().all(|&count| count > 0);
    let is_small = is_single || puzzle.size().cells() <= MOST_CELLS_TOGETHER;
    let is_free = style.reach() == Reach::Step || !space.locked && !space.gated;
    if !has_all_kinds || !is_small || !is_free || takes(puzzle).is_err() {
        return None;
    }
    let first_steps = if is_single { Style::STEP } else { Style::SUPER_STEP };
    with_small(puzzle, first_steps, Make { query, space, allowed })
}

struct Make<'a> {
    query: &'a Query<'a>,
    space: &'a Space<Board>,
    allowed: u64,
}

impl Job for Make<'_> {
    type Output = Box<dyn Beside<Board>>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        match self.query.style.movers() {
            Movers::Single => Box::new(self.coded::<W, true>(compiled)),
            Movers::Super => Box::new(self.coded::<W, false>(compiled)),
        }
    }
}

impl Make<'_> {
    fn coded<const W: usize, const SINGLE: bool>(
        &self,
        compiled: &Compiled<W>,
    ) -> Coded<W, SINGLE> {
        let (puzzle, space) = (self.query.puzzle, self.space);
        let mut patterns = [Cells::EMPTY; 64];
        for (pattern, kind) in patterns[1..].iter_mut().zip(puzzle.kinds()) {
            for &(row, col) in kind.cells() {
                pattern.insert((row * puzzle.size().cols as i32 + col) as usize);
            }
        }
        let mut occupied = Cells(space.walls);
        for piece in puzzle.start().placements() {
            let pattern = patterns[usize::from(piece.kind) + 1];
            occupied = occupied | pattern.shifted(piece.cell as i32);
        }
        Coded {
            reach: self.query.style.reach(),
            start: compiled.encode(puzzle.start()),
            start_occupied: occupied.0[0],
            coding: Coding::new(puzzle),
            neighbours: compiled.neighbours(),
            patterns,
            deltas: Direction::ALL.map(|direction| space.delta(direction) as i32),
            known: Known::new(Hasher::fixed(), self.query.style.reach() == Reach::Walk),
            previous: Vec::new(),
            last: Level::beginning_at(0),
            done: 0,
            next: Level::beginning_at(1),
            first: 0,
            allowed: self.allowed,
            found: Vec::with_capacity(Batch::<W>::MOST),
            hashes: Vec::new(),
            begins: Vec::new(),
            parts: Vec::new(),
            candidates: Vec::new(),
            branch: Vec::new(),
            position: space.blank(),
            packed: vec![0; space.packed_words()],
            order: Order::new(space),
            movers: MoverList::new(space),
        }
    }
}
