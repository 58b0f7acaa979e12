//! Which puzzles have a search on codes beside the ring, and how it begins.

use super::code_table::CodeTable;
use super::level::CodedLevel;
use super::{CodedEngine, CodedSearch};
use crate::engine::board::{Cells, Coding};
use crate::engine::compiled::{Compiled, Width, check_puzzle, compile, small};
use crate::engine::moves::Batch;
use crate::engine::query::Query;
use crate::engine::store::Hasher;
use crate::knuth::moves::MoverList;
use crate::knuth::moves::order::MoverOrder;
use crate::knuth::space::Space;
use crate::puzzle::{Direction, Movers, Reach, Style};

/// Sets of pieces are stored in 61 bits.
const MOST_CELLS_TOGETHER: usize = 61;

/// Builds a search on codes beside a ring, if there is one for the puzzle. It holds at most
/// `allowed` bytes.
pub fn coded_search(query: &Query, space: &Space, allowed: u64) -> Option<Box<dyn CodedSearch>> {
    let (puzzle, style) = (query.puzzle, query.style);
    let is_single = style.movers() == Movers::Single;
    let has_all_kinds = puzzle.counts().iter().all(|&count| count > 0);
    let is_small = is_single || puzzle.size().cells() <= MOST_CELLS_TOGETHER;
    let is_free = style.reach() == Reach::Step || !space.locked && !space.gated;
    if !has_all_kinds || !is_small || !is_free || check_puzzle(puzzle).is_err() {
        return None;
    }
    let first_steps = if is_single { Style::STEP } else { Style::SUPER_STEP };
    let make = MakeCodedSearch { query, space, allowed };
    let input = (puzzle, first_steps, &[][..]);
    match Width::of(puzzle) {
        Width::One => Some(make.run(&compile::<1, 1>(input, small::<1>(first_steps)))),
        Width::Two => Some(make.run(&compile::<2, 1>(input, small::<2>(first_steps)))),
        Width::Four => Some(make.run(&compile::<4, 1>(input, small::<4>(first_steps)))),
        _ => None,
    }
}

struct MakeCodedSearch<'a> {
    query: &'a Query<'a>,
    space: &'a Space,
    allowed: u64,
}

impl MakeCodedSearch<'_> {
    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Box<dyn CodedSearch> {
        match self.query.style.movers() {
            Movers::Single => Box::new(self.coded::<W, true>(compiled)),
            Movers::Super => Box::new(self.coded::<W, false>(compiled)),
        }
    }
}

impl MakeCodedSearch<'_> {
    fn coded<const W: usize, const SINGLE: bool>(
        &self,
        compiled: &Compiled<W>,
    ) -> CodedEngine<W, SINGLE> {
        let (puzzle, space) = (self.query.puzzle, self.space);
        let mut patterns = [Cells::EMPTY; 64];
        for (pattern, kind) in patterns[1..].iter_mut().zip(puzzle.kinds()) {
            for &(row, col) in kind.cells() {
                pattern.insert((row * puzzle.size().cols as i32 + col) as usize);
            }
        }
        let mut occupied = Cells([space.walls.words()[0]]);
        for piece in puzzle.start().placements() {
            let pattern = patterns[usize::from(piece.kind) + 1];
            occupied = occupied | pattern.shifted(piece.cell as i32);
        }
        CodedEngine {
            reach: self.query.style.reach(),
            start: compiled.encode(puzzle.start()),
            start_occupied: occupied.0[0],
            coding: Coding::new(puzzle),
            neighbours: compiled.neighbours(),
            patterns,
            deltas: Direction::ALL.map(|direction| space.delta(direction) as i32),
            known: CodeTable::new(Hasher::fixed(), self.query.style.reach() == Reach::Walk),
            previous: Vec::new(),
            last: CodedLevel::beginning_at(0),
            done: 0,
            next: CodedLevel::beginning_at(1),
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
            order: MoverOrder::new(space),
            movers: MoverList::new(space),
        }
    }
}
