//! The positions around the goals, each with the way to its goal.
//!
//! Estimates say least near the goal, where many pieces must be in place at once. So a beam that
//! fails gets a perimeter: it ends as soon as it meets one of these positions. Source: J. F.
//! Dillenburg and P. C. Nelson, *Perimeter search*, Artificial Intelligence 65, 1994.

use std::ops::ControlFlow;

use super::lister::Lister;
use super::numbered::{self, Numbered};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::query::{Budget, Stopped};

/// Returns the bytes for each position.
pub const fn bytes<const W: usize>() -> u64 {
    numbered::bytes::<W>() + size_of::<u32>() as u64
}

/// The positions nearest to the goals.
pub struct Perimeter<const W: usize> {
    positions: Numbered<W>,
    /// For each position, the number of the next one on the way; goals have their own number.
    next: Vec<u32>,
}

impl<const W: usize> Perimeter<W> {
    /// Searches backwards from the goals until there are `size` positions.
    pub fn new(
        compiled: &Compiled<W>,
        goals: &[Code<W>],
        size: usize,
        budget: &Budget,
    ) -> ControlFlow<Stopped, Self> {
        let mut found_from = Vec::new();
        let new = &mut |from| found_from.push(from);
        let positions = Numbered::around(&mut Lister::new(compiled), &[goals], size, budget, new)?;
        let goals = (positions.codes.len() - found_from.len()) as u32;
        let next = (0..goals).chain(found_from).collect();
        ControlFlow::Continue(Self { positions, next })
    }

    /// Prefetches what [`Perimeter::contains`] looks at.
    pub fn prefetch(&self, fingerprint: u64) {
        self.positions.prefetch(fingerprint);
    }

    /// Whether a position with this fingerprint is there.
    pub fn contains(&self, fingerprint: u64) -> bool {
        self.positions.number(fingerprint).is_some()
    }

    /// Returns the positions from one with this fingerprint to a goal.
    pub fn way(&self, fingerprint: u64) -> Vec<Code<W>> {
        let Some(mut at) = self.positions.number(fingerprint) else { return Vec::new() };
        let mut way = vec![self.positions.codes[at as usize]];
        while self.next[at as usize] != at {
            at = self.next[at as usize];
            way.push(self.positions.codes[at as usize]);
        }
        way
    }
}
