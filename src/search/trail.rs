//! The levels that a search has left behind, kept for the way back.
//!
//! There are no links: the predecessor of a configuration is whichever of its neighbours is at the
//! distance before.

use std::collections::VecDeque;

use ahash::AHashSet;

use super::compiled::Compiled;
use crate::board::Code;

/// Configurations at one distance, in parts as they were found.
pub type Kept<const W: usize> = Vec<Vec<Code<W>>>;

/// The levels before the goal, as far back as they are kept.
#[derive(Default)]
pub struct Trail<const W: usize> {
    levels: VecDeque<Kept<W>>,
    bytes: u64,
    ever: u64,
}

impl<const W: usize> Trail<W> {
    /// Adds the next level.
    pub fn push(&mut self, level: Kept<W>) {
        self.ever += 1;
        self.bytes += size(&level);
        self.levels.push_back(level);
    }

    /// Drops the oldest levels until no more than so many bytes are left.
    pub fn shrink_to(&mut self, bytes: u64) {
        while self.bytes > bytes {
            let Some(oldest) = self.levels.pop_front() else { return };
            self.bytes -= size(&oldest);
        }
    }

    /// Bytes that are held.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Number of levels that have been added, those that were dropped included.
    pub fn ever(&self) -> u64 {
        self.ever
    }

    /// The levels that are kept, the oldest first.
    pub fn levels(&self) -> &VecDeque<Kept<W>> {
        &self.levels
    }

    /// Goes back from the last configuration of a way, which was found right after the last level,
    /// and adds one of each level to the way: the smallest of all that are possible.
    pub fn follow(&self, compiled: &Compiled<W>, way: &mut Vec<Code<W>>) {
        let mut neighbours = compiled.neighbours();
        for level in self.levels.iter().rev() {
            let last = &way[way.len() - 1];
            let beside = compiled.neighbours_of(&mut *neighbours, last);
            let beside: AHashSet<Code<W>> = beside.into_iter().collect();
            let before = level.iter().flatten().filter(|code| beside.contains(code)).min();
            way.push(*before.expect("a configuration was reached from the level before"));
        }
    }
}

/// Bytes of a level.
fn size<const W: usize>(level: &Kept<W>) -> u64 {
    level.iter().map(|part| size_of_val(&part[..]) as u64).sum()
}
