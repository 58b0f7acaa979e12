//! Maps by matrices.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::goal::GoalBlock;
use super::plane::MatrixBlock;
use super::{Half, Matrices};
use crate::engine::bitmap::StopCheck;
use crate::engine::query::Stopped;

impl Matrices<'_> {
    /// Makes the goals among all that was found the last level. Returns their number.
    pub(super) fn gather_goals(
        &mut self,
        listed: &[u64],
        pause: &mut StopCheck,
    ) -> ControlFlow<Stopped, u64> {
        if listed.is_empty() && self.goals.is_empty() {
            return ControlFlow::Continue(0);
        }
        for half in [0, 1] {
            // If only the last level can have goals, the plane of the one before is kept.
            if !self.marks_all && !self.may_have_last_level(half) {
                continue;
            }
            let numbers = listed.iter().map(|&number| self.split(number));
            let listed: Vec<_> = numbers.filter(|&(at, ..)| at == half).collect();
            let Half { layout, last, marks, .. } = &mut self.halves[half];
            let mut wanted = BTreeMap::<usize, BlockGoals>::new();
            for (_, word, bit) in listed {
                wanted.entry(layout.block_of(word)).or_default().listed.push((word, 1 << bit));
            }
            for goal in self.goals.iter().flat_map(|goal| &goal[half]) {
                wanted.entry(goal.block()).or_default().goals.push(goal);
            }
            let found = if self.marks_all { Some(&marks[0][..]) } else { None };
            for block in 0..layout.blocks.len() {
                pause()?;
                let bits = wanted.remove(&block).map(|wanted| wanted.bits(&layout.blocks[block]));
                last.keep(layout, block, found, bits.as_deref());
            }
        }
        let count = |half: usize| match self.marks_all || self.may_have_last_level(half) {
            true => self.halves[half].last.count(&self.halves[half].layout),
            false => 0,
        };
        ControlFlow::Continue(self.record_first_level([0, 1].map(count)))
    }
}

/// The goals in a block.
#[derive(Default)]
struct BlockGoals<'a> {
    goals: Vec<&'a GoalBlock>,
    /// Words and bits of listed goals.
    listed: Vec<(usize, u64)>,
}

impl BlockGoals<'_> {
    /// Returns the goals as bits of the block.
    fn bits(&self, block: &MatrixBlock) -> Vec<u64> {
        let mut bits = vec![0; block.rows * block.words];
        self.goals.iter().for_each(|goal| goal.put(block, &mut bits));
        self.listed.iter().for_each(|&(word, bit)| bits[word - block.at] |= bit);
        bits
    }
}
