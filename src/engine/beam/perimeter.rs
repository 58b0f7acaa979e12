//! The positions around the goals, each with the way to its goal.
//!
//! Estimates say least near the goal, where many pieces must be in place at once. So a beam that
//! fails gets a perimeter: it ends as soon as it meets one of these positions. Source: J. F.
//! Dillenburg and P. C. Nelson, *Perimeter search*, Artificial Intelligence 65, 1994.

use std::ops::ControlFlow;

use super::lister::{GROUP, Lister};
use super::numbered::{self, Numbered};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::moves::LastMove;
use crate::engine::query::{Budget, Stopped};
use crate::engine::store::Hasher;

/// How often the clock is read, in groups of positions.
const PAUSE: usize = 64;

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
        let hasher = Hasher::fixed();
        let mut lister = Lister::new(compiled);
        let mut positions = Numbered::with_room_for(size.max(goals.len()) + 1);
        let mut next = Vec::new();
        for goal in goals {
            if positions.insert(goal, hasher.hash(&goal.0)) {
                next.push(next.len() as u32);
            }
        }
        let (mut at, mut groups) = (0, 0);
        let mut found: Vec<(Code<W>, u64, u32)> = Vec::new();
        while at < positions.codes.len() && positions.codes.len() < size {
            if groups % PAUSE == 0 {
                budget.look()?;
            }
            let end = (at + GROUP).min(positions.codes.len());
            let codes = &positions.codes[at..end];
            found.clear();
            lister.list(codes, &[LastMove::UNKNOWN; GROUP][..codes.len()], &mut |of, some| {
                let from = (at + of) as u32;
                found.extend(some.iter().map(|(code, _)| (*code, hasher.hash(&code.0), from)));
            });
            found.iter().for_each(|found| positions.prefetch(found.1));
            let room = size - positions.codes.len();
            for (code, fingerprint, from) in found.iter().take(room) {
                if positions.insert(code, *fingerprint) {
                    next.push(*from);
                }
            }
            (at, groups) = (end, groups + 1);
        }
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
