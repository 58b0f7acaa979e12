//! Places pieces of a family on a board: cell by cell in all ways, or at random.

use rand_pcg::Pcg64;

use super::family::Family;
use super::members::Member;
use crate::engine::host::below;
use crate::engine::query::{Budget, Stopped};

/// Steps between two checks of the budget.
const STEPS: u32 = 1 << 12;

/// Number of consecutive failures after which no more pieces are placed at random.
const TRIES: u32 = 64;

/// A board that is filled with pieces.
pub struct Filler<'a> {
    family: &'a Family,
    budget: &'a Budget,
    /// The shape of each kind, and the number of its pieces that may still be placed. The first is
    /// that of the target, if there is one.
    kinds: Vec<(u32, u32)>,
    /// The covered cells.
    pub taken: u64,
    /// The kinds and the cells of the pieces so far.
    pub pieces: Vec<(usize, u32)>,
    /// The least and the greatest number of covered cells, and of pieces.
    pub cells: (u32, u32),
    pub numbers: (u32, u32),
    /// For each cell, the kinds whose pieces can have their origins there, each with the cells that
    /// such a piece covers as bits; the smallest first. Known from the first step on.
    places: Vec<Vec<(usize, u64)>>,
    /// The pieces that were placed step by step, by their cells and their numbers in these lists.
    steps: Vec<(u32, usize)>,
    tried: u32,
}

impl<'a> Filler<'a> {
    /// Creates an empty board for some kinds: for each its shape, and the greatest number of its
    /// pieces.
    pub fn new(family: &'a Family, kinds: Vec<(u32, u32)>, budget: &'a Budget) -> Self {
        let all = (0, family.size.cells() as u32);
        let (pieces, places, steps) = (Vec::new(), Vec::new(), Vec::new());
        let (cells, numbers, taken, tried) = (all, all, 0, 0);
        Self { family, budget, kinds, taken, pieces, cells, numbers, places, steps, tried }
    }

    /// Creates an empty board for target pieces of a shape, which are the first kind, and for any
    /// others: the kinds after that are the shapes.
    pub fn around(family: &'a Family, main: u32, budget: &'a Budget) -> Self {
        let numbers = family.shapes.iter().map(|allowed| *allowed.number.end());
        let mut kinds = Vec::from_iter((0..).zip(numbers));
        let main_number = &mut kinds[main as usize].1;
        *main_number = main_number.saturating_sub(1);
        kinds.insert(0, (main, family.most_targets(main)));
        let mut filler = Self::new(family, kinds, budget);
        let (cells, empty) = (family.size.cells() as u32, *family.empty.start());
        filler.cells.1 = cells.saturating_sub(empty);
        filler.numbers = (*family.pieces.start(), *family.pieces.end());
        filler
    }

    fn covers(&self, kind: usize, cell: u32) -> Option<u64> {
        let is_target = kind == 0 && self.family.rule.has_target();
        self.family.covers(self.kinds[kind].0, is_target, cell)
    }

    /// Places a piece, which stays there. Returns whether there is room.
    pub fn put(&mut self, kind: usize, cell: u32) -> bool {
        let covered = self.covers(kind, cell).filter(|covered| {
            let all = covered | self.taken;
            covered & self.taken == 0 && all.count_ones() <= self.cells.1 && self.kinds[kind].1 > 0
        });
        covered.into_iter().for_each(|covered| self.add(kind, cell, covered));
        covered.is_some()
    }

    fn add(&mut self, kind: usize, cell: u32, covered: u64) {
        self.taken ^= covered;
        self.kinds[kind].1 -= 1;
        self.pieces.push((kind, cell));
    }

    /// Places pieces at random until their number is one of these, at random.
    pub fn put_some(&mut self, least: u32, most: u32, random: &mut Pcg64) {
        let wanted = least + below(random, (most.saturating_sub(least) + 1) as usize) as u32;
        let mut tries = 0;
        while (self.pieces.len() as u32) < wanted && tries < TRIES {
            let kind = below(random, self.kinds.len());
            let cell = below(random, self.family.size.cells()) as u32;
            tries = if self.put(kind, cell) { 0 } else { tries + 1 };
        }
    }

    /// Whether all pieces are placed.
    pub fn is_complete(&self) -> bool {
        self.kinds.iter().all(|&(_, left)| left == 0)
    }

    /// Returns the member of a board [around](Self::around) target pieces, if it is one of the
    /// family.
    pub fn member(&self) -> Option<Member> {
        if !self.family.allows(self.pieces.len() as u32, self.taken.count_ones()) {
            return None;
        }
        let others = self.pieces.iter().filter_map(|&(kind, _)| kind.checked_sub(1));
        let mut others: Vec<u32> = others.map(|shape| shape as u32).collect();
        others.sort_unstable();
        let targets = (self.pieces.len() - others.len()) as u32;
        let alike = others.chunk_by(|one, other| one == other);
        let others = alike.map(|alike| (alike[0], alike.len() as u32));
        let kinds = [(self.kinds[0].0, targets)].into_iter().chain(others).collect();
        Some(Member { kinds }).filter(|found| found.has_allowed_numbers(self.family))
    }

    /// Goes on to the next board: with a piece more, or with another one in the place of the last.
    /// Returns whether there is one.
    pub fn advance(&mut self) -> Result<bool, Stopped> {
        if self.places.is_empty() {
            let cells = 0..self.family.size.cells() as u32;
            self.places = cells.map(|cell| self.places_at(cell)).collect();
        }
        let mut next = (self.steps.last().map_or(0, |&(cell, _)| cell + 1), 0);
        loop {
            self.tried = self.tried.wrapping_add(1);
            if self.tried.is_multiple_of(STEPS) {
                self.budget.look()?;
            }
            if let Some((cell, at)) = self.place(next) {
                let (kind, covered) = self.places[cell as usize][at];
                self.steps.push((cell, at));
                self.add(kind, cell, covered);
                return Ok(true);
            }
            let Some((cell, at)) = self.steps.pop() else { return Ok(false) };
            let (kind, covered) = self.places[cell as usize][at];
            self.pieces.pop();
            self.taken ^= covered;
            self.kinds[kind].1 += 1;
            next = (cell, at + 1);
        }
    }

    fn places_at(&self, cell: u32) -> Vec<(usize, u64)> {
        let covers = |kind| Some((kind, self.covers(kind, cell)?));
        let mut places: Vec<_> = (0..self.kinds.len()).filter_map(covers).collect();
        places.sort_by_key(|(_, covered)| covered.count_ones());
        places
    }

    /// Returns the first place for one piece more from a cell and a place in its list on.
    fn place(&self, (from, first): (u32, usize)) -> Option<(u32, usize)> {
        let (pieces, covered) = (self.pieces.len() as u32, self.taken.count_ones());
        if pieces >= self.numbers.1 {
            return None;
        }
        // Each of the pieces still missing for the minimum covers at least one cell.
        let missing = self.numbers.0.saturating_sub(pieces + 1);
        let room = self.cells.1.saturating_sub(covered + missing);
        let size = self.places.len() as u32;
        for cell in from..size {
            // The uncovered cells before it stay empty.
            let free = (!self.taken >> cell).count_ones() + size - u64::BITS;
            if covered + free < self.cells.0 {
                return None;
            }
            let places = &self.places[cell as usize];
            let first = if cell == from { first } else { 0 };
            for (at, &(kind, cells)) in places.iter().enumerate().skip(first) {
                if cells.count_ones() > room {
                    break;
                }
                if self.kinds[kind].1 > 0 && cells & self.taken == 0 {
                    return Some((cell, at));
                }
            }
        }
        None
    }
}
