//! The older levels of a search, kept for tracing the path.
//!
//! There are no links: the predecessor of a position is whichever of its neighbours is at the
//! distance before.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use ahash::AHashMap;

use super::compiled::Compiled;
use super::sparse::LevelCodes;
use crate::engine::board::Code;
use crate::engine::query::{Budget, Stopped};

/// Neighbours of one position that are buffered before each pass over a level (at least the level's
/// own size).
const FEW: usize = 1 << 16;

/// The levels before the goal, as far back as they are kept.
#[derive(Default)]
pub struct Trail<const W: usize> {
    levels: VecDeque<LevelCodes<W>>,
    bytes: u64,
    pushed: u64,
}

impl<const W: usize> Trail<W> {
    /// Adds the next level.
    pub fn push(&mut self, level: LevelCodes<W>) {
        self.pushed += 1;
        self.bytes += size(&level);
        self.levels.push_back(level);
    }

    /// Drops the oldest levels until `wanted` bytes are free. Returns how many were freed.
    pub fn evict(&mut self, wanted: u64) -> u64 {
        let before = self.bytes;
        while before - self.bytes < wanted {
            let Some(oldest) = self.levels.pop_front() else { break };
            self.bytes -= size(&oldest);
        }
        before - self.bytes
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the number of levels that were added, including dropped ones.
    pub fn pushed(&self) -> u64 {
        self.pushed
    }

    /// Returns the levels that are kept, the oldest first.
    pub fn levels(&self) -> &VecDeque<LevelCodes<W>> {
        &self.levels
    }

    /// Returns the way back from a position that was found right after the last level, nearest first:
    /// one position of each level, the smallest of all that are possible.
    pub fn follow(
        &self,
        compiled: &Compiled<W>,
        budget: &Budget,
        mut last: Code<W>,
    ) -> ControlFlow<Stopped, Vec<Code<W>>> {
        let mut path = Vec::with_capacity(self.levels.len());
        let mut neighbours = compiled.neighbours();
        for level in self.levels.iter().rev() {
            let most = level.iter().map(Vec::len).sum::<usize>().max(FEW);
            // For each canonical position, the smallest neighbour that it stands for.
            let mut beside: AHashMap<Code<W>, Code<W>> = AHashMap::new();
            let mut before: Option<Code<W>> = None;
            let mut look_up = |beside: &mut AHashMap<Code<W>, Code<W>>| {
                let found = level.iter().flatten().filter_map(|code| beside.get(code));
                before = found.copied().chain(before).min();
                beside.clear();
            };
            let mut stopped = ControlFlow::Continue(());
            let _ = compiled.each_neighbour(&mut *neighbours, &last, &mut |found| {
                for (code, _) in found {
                    let least = beside.entry(compiled.representative(code)).or_insert(*code);
                    *least = *code.min(least);
                }
                if beside.len() >= most {
                    look_up(&mut beside);
                    stopped = budget.look();
                }
                stopped.map_break(|_| ())
            });
            stopped?;
            look_up(&mut beside);
            last = before.expect("a position was reached from the level before");
            path.push(last);
        }
        ControlFlow::Continue(path)
    }
}

/// Returns the bytes of a level.
fn size<const W: usize>(level: &LevelCodes<W>) -> u64 {
    level.iter().map(|part| size_of_val(&part[..]) as u64).sum()
}
