//! A perfect ranking of placements: all placements of a puzzle's pieces on its board, reachable or
//! not, are numbered from 0 without gaps.
//!
//! Kinds with the same cells, the same lock and the same gates share a *shape*. A position consists
//! of a *skeleton*, the shapes and their cells, and an *order* for each shape, the sequence of
//! kinds of its pieces row by row. Both are numbered separately, and the two numbers are combined.
//!
//! `docs/internals/engines.md` has an example in pictures.

mod orders;
mod skeletons;

use std::sync::Arc;

use num_bigint::BigUint;

use crate::engine::board::piece_shapes;
use crate::puzzle::{Configuration, Goal, Placement, Puzzle, Want};

pub use orders::{Class, OrderField, Orders, is_odd, lehmer_rank, lehmer_unrank, permuted};
pub use skeletons::Skeletons;

/// Stands for a symbol that no shape has.
const NO_SYMBOL: u8 = 63;

/// To list the positions that meet a goal, their ranking may take this number of bytes for each
/// cell, and for each position of the limit; but not more than this in all. For up to 64 positions
/// on 20 cells these are 24 KiB, or some hundred nodes of skeletons.
const BYTES_OF_CELL: u64 = 1 << 10;
const BYTES_OF_POSITION: u64 = 64;
const MOST_BYTES: u64 = 1 << 28;

/// The ranking of all placements of a puzzle's pieces.
pub struct Ranking {
    /// The ranking of skeletons: the cells of each shape.
    pub skeletons: Skeletons,
    /// The pieces of each shape.
    pub classes: Vec<Arc<Class>>,
    /// For each kind on the board, its shape and its letter in that shape's class.
    pub letters: Vec<Option<(u8, u8)>>,
    /// The numbering of orders, if it fits 64 bits.
    orders: Option<Orders>,
    /// The number of placements.
    pub total: BigUint,
    /// Pieces that have the same place in all positions, and do not count.
    fixed: Vec<Placement>,
}

impl Ranking {
    /// Counts the placements of a puzzle with about `most_bytes` of memory at most; `None` if the
    /// board is too large for that, or has too many skeletons.
    pub fn new(puzzle: &Puzzle, most_bytes: u64) -> Option<Self> {
        Self::around(puzzle, Vec::new(), puzzle.blocked().to_vec(), most_bytes)
    }

    /// Counts the placements that meet a goal.
    fn of_goal(puzzle: &Puzzle, goal: &Goal, most_bytes: u64) -> Option<Self> {
        let fixed = goal.demanded().placements().to_vec();
        // What a goal demands of a cell keeps all other pieces away, also where it is to be empty.
        let mut closed = puzzle.blocked().to_vec();
        for demand in goal.demands() {
            closed.push(demand.cell);
        }
        for &piece in &fixed {
            closed.extend(puzzle.kind(piece).covers(piece.cell, puzzle.size()).flatten());
        }
        Self::around(puzzle, fixed, closed, most_bytes)
    }

    /// Counts the placements of a puzzle's pieces with some fixed ones, on the cells that are not
    /// closed.
    fn around(
        puzzle: &Puzzle,
        fixed: Vec<Placement>,
        closed: Vec<u32>,
        most_bytes: u64,
    ) -> Option<Self> {
        let mut counts = puzzle.counts();
        for piece in &fixed {
            counts[usize::from(piece.kind)] -= 1;
        }
        let mut shapes = piece_shapes(puzzle);
        for shape in &mut shapes {
            shape.kinds.retain(|&kind| counts[usize::from(kind)] > 0);
        }
        shapes.retain(|shape| !shape.kinds.is_empty());
        let skeletons = Skeletons::new(puzzle.size(), &closed, &shapes, &counts, most_bytes)?;
        let mut letters = vec![None; puzzle.kinds().len()];
        let (mut classes, mut places) = (Vec::new(), 0);
        for (number, shape) in (0..).zip(shapes) {
            for (letter, &kind) in (0..).zip(&shape.kinds) {
                letters[usize::from(kind)] = Some((number, letter));
            }
            let class = Class::new(shape.kinds, &counts, places);
            places = class.places.end;
            classes.push(Arc::new(class));
        }
        let orders = Orders::new(&classes, None);
        let mut ranking = Self { skeletons, classes, letters, orders, total: BigUint::ZERO, fixed };
        ranking.total = &ranking.skeletons.total * ranking.all_orders();
        Some(ranking)
    }

    /// Returns the number of orders of each skeleton.
    pub fn all_orders(&self) -> BigUint {
        self.classes.iter().map(|class| &class.orders).product()
    }

    /// Returns the numbering of the orders of each skeleton, if it fits 64 bits.
    pub fn orders(&self) -> Option<&Orders> {
        self.orders.as_ref()
    }

    /// Returns the number of a position; `None` if it does not belong to the puzzle. The total must
    /// fit 64 bits.
    pub fn rank(&self, configuration: &Configuration) -> Option<u64> {
        let (orders, skeleton) = (self.orders()?, self.skeleton(configuration)?);
        Some(skeleton * orders.total + orders.rank(&self.letters_of(configuration), false)?)
    }

    /// Returns the position with a number, the inverse of [`Ranking::rank`].
    pub fn unrank(&self, rank: u64) -> Configuration {
        let orders = self.orders().expect("the total fits 64 bits");
        let letters = orders.unrank(rank % orders.total, false);
        self.configuration(rank / orders.total, &letters)
    }

    /// Returns the number of a position's skeleton.
    pub fn skeleton(&self, configuration: &Configuration) -> Option<u64> {
        let mut placements = configuration.placements().iter().peekable();
        self.skeletons.rank(|cell| {
            let Some(piece) = placements.next_if(|piece| piece.cell == cell) else { return 0 };
            self.letters[usize::from(piece.kind)].map_or(NO_SYMBOL, |(shape, _)| shape + 1)
        })
    }

    /// Returns the letters of all places of a position of the puzzle.
    pub fn letters_of(&self, configuration: &Configuration) -> Vec<u8> {
        let mut letters = vec![0; self.all_places()];
        let mut places = self.places();
        for piece in configuration.placements() {
            let Some((shape, letter)) = self.letters[usize::from(piece.kind)] else { continue };
            if let Some(place) = places[usize::from(shape)].next() {
                letters[place] = letter;
            }
        }
        letters
    }

    /// Returns the position with a skeleton and these letters of all places.
    pub fn configuration(&self, skeleton: u64, letters: &[u8]) -> Configuration {
        let mut pieces = self.fixed.clone();
        let mut places = self.places();
        for (cell, shape) in self.skeletons.pieces(skeleton) {
            let letter = places[shape].next().map_or(0, |place| letters[place]);
            pieces.push(Placement { cell, kind: self.classes[shape].kinds[usize::from(letter)] });
        }
        Configuration::new(pieces)
    }

    /// Returns the number of places of all shapes.
    pub fn all_places(&self) -> usize {
        self.classes.last().map_or(0, |class| class.places.end)
    }

    /// Returns the places of each shape.
    fn places(&self) -> Vec<std::ops::Range<usize>> {
        self.classes.iter().map(|class| class.places.clone()).collect()
    }

    /// Returns the places of a skeleton for which a goal demands a letter, with this letter; `None`
    /// if the skeleton meets the goal with no order.
    pub fn demands(&self, puzzle: &Puzzle, goal: &Goal, skeleton: u64) -> Option<Vec<(usize, u8)>> {
        // Each piece as the first kind of its shape.
        let position = self.configuration(skeleton, &vec![0; self.all_places()]);
        let (pieces, mut letters) = (position.placements(), Vec::new());
        for demand in goal.demands() {
            match demand.want {
                Want::Empty => {
                    for &piece in pieces {
                        let mut cells = puzzle.kind(piece).covers(piece.cell, puzzle.size());
                        if cells.any(|cell| cell == Some(demand.cell)) {
                            return None;
                        }
                    }
                }
                Want::Origin(kind) => {
                    let (shape, letter) = self.letters[usize::from(kind)]?;
                    let class = &self.classes[usize::from(shape)];
                    let mut own = pieces.iter().filter(|piece| piece.kind == class.kinds[0]);
                    let at = own.position(|piece| piece.cell == demand.cell)?;
                    letters.extend(class.places.clone().nth(at).map(|place| (place, letter)));
                }
            }
        }
        Some(letters)
    }
}

/// Returns the positions of a puzzle that meet a goal, reachable or not: their number, and each by
/// its number. `None` if there are more than `most`, or if counting them takes much longer than
/// that many should.
pub fn each_meeting(
    puzzle: &Puzzle,
    goal: &Goal,
    most: usize,
) -> Option<impl ExactSizeIterator<Item = Configuration>> {
    let bytes = BYTES_OF_CELL * puzzle.size().cells() as u64;
    let bytes = bytes + BYTES_OF_POSITION.saturating_mul(most as u64);
    let ranking = Ranking::of_goal(puzzle, goal, bytes.min(MOST_BYTES))?;
    // No position of a puzzle has a piece in a cell that a gate bars to it.
    let may_be = ranking.fixed.iter().all(|&piece| puzzle.gates_allow(piece));
    let total = usize::try_from(&ranking.total).ok().filter(|&total| total <= most);
    let total = if may_be { total? } else { 0 };
    Some((0..total).map(move |number| ranking.unrank(number as u64)))
}

/// Returns all positions that meet any goal of a puzzle, reachable or not, if there are at most
/// `most`. A position that meets several goals is listed several times.
pub fn meeting_any(puzzle: &Puzzle, most: usize) -> Option<Vec<Configuration>> {
    let mut found = Vec::new();
    for goal in puzzle.goals() {
        found.extend(each_meeting(puzzle, goal, most - found.len())?);
    }
    Some(found)
}
