//! Places pieces of a family on a board, cell by cell, in all ways.

use super::family::Family;
use crate::engine::query::{Budget, Stopped};

/// Steps between two checks of the budget.
const STEPS: u32 = 1 << 12;

/// Counts the steps of a long work, and checks the budget now and then.
pub struct StepCounter<'a> {
    budget: &'a Budget,
    taken: u32,
}

impl<'a> StepCounter<'a> {
    pub fn within(budget: &'a Budget) -> Self {
        Self { budget, taken: 0 }
    }

    pub fn check_budget(&mut self) -> Result<(), Stopped> {
        self.taken = self.taken.wrapping_add(1);
        if self.taken.is_multiple_of(STEPS) { self.budget.look() } else { Ok(()) }
    }
}

/// A board that is filled with pieces.
pub struct Filler {
    /// For each cell, the kinds whose pieces can have their origins there, each with the cells that
    /// such a piece covers as bits; the smallest first.
    places: Vec<Vec<(usize, u64)>>,
    /// The number of pieces of each kind that may still be placed.
    left: Vec<u32>,
    /// The covered cells.
    pub taken: u64,
    /// The pieces so far, by their cells and their numbers in the lists of these.
    placed: Vec<(u32, usize)>,
    /// The number of pieces that stay in their places; they come first.
    fixed: usize,
    /// The least and the greatest number of covered cells, and of pieces.
    pub cells: (u32, u32),
    pub numbers: (u32, u32),
}

impl Filler {
    /// Creates an empty board for some kinds: for each its shape, and the greatest number of its
    /// pieces. The first may be that of the target.
    pub fn new(
        family: &Family,
        kinds: impl IntoIterator<Item = (usize, u32)>,
        has_target: bool,
    ) -> Self {
        let (mut places, mut left) = (vec![Vec::new(); family.size.cells()], Vec::new());
        for (kind, (shape, number)) in kinds.into_iter().enumerate() {
            left.push(number);
            for (cell, places) in (0..).zip(&mut places) {
                let covered = family.covers(shape, has_target && kind == 0, cell);
                places.extend(covered.map(|covered| (kind, covered)));
            }
        }
        places.iter_mut().for_each(|places| places.sort_by_key(|(_, cells)| cells.count_ones()));
        let all = (0, family.size.cells() as u32);
        Self { places, left, taken: 0, placed: Vec::new(), fixed: 0, cells: all, numbers: all }
    }

    /// Places a piece of the first kind, which stays there. Returns whether there is room.
    pub fn fix(&mut self, cell: u32) -> bool {
        let at = self.places[cell as usize].iter().position(|&(kind, _)| kind == 0);
        at.into_iter().for_each(|at| self.put(cell, at, true));
        self.fixed = self.placed.len();
        self.fixed > 0
    }

    fn put(&mut self, cell: u32, at: usize, is_placed: bool) {
        let (kind, covered) = self.places[cell as usize][at];
        self.taken ^= covered;
        if is_placed {
            self.left[kind] -= 1;
            self.placed.push((cell, at));
        } else {
            self.left[kind] += 1;
        }
    }

    /// Returns the kinds and the cells of all pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, u32)> {
        self.placed.iter().map(|&(cell, at)| (self.places[cell as usize][at].0, cell))
    }

    /// Whether all pieces are placed.
    pub fn is_complete(&self) -> bool {
        self.left.iter().all(|&left| left == 0)
    }

    /// Goes on to the next board: with a piece more, or with another one in the place of the last.
    /// Returns whether there is one.
    pub fn advance(&mut self, steps: &mut StepCounter) -> Result<bool, Stopped> {
        let free = self.placed[self.fixed..].last();
        let mut next = (free.map_or(0, |&(cell, _)| cell + 1), 0);
        loop {
            steps.check_budget()?;
            if let Some((cell, at)) = self.place(next) {
                self.put(cell, at, true);
                return Ok(true);
            }
            if self.placed.len() == self.fixed {
                return Ok(false);
            }
            next = self.placed.pop().expect("there are more than those that stay");
            self.put(next.0, next.1, false);
            next.1 += 1;
        }
    }

    /// Returns the first place for one piece more from a cell and a place in its list on.
    fn place(&self, (from, first): (u32, usize)) -> Option<(u32, usize)> {
        let (pieces, covered) = (self.placed.len() as u32, self.taken.count_ones());
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
                if self.left[kind] > 0 && cells & self.taken == 0 {
                    return Some((cell, at));
                }
            }
        }
        None
    }
}
