//! Goals, and searches that begin with all placements that meet one, reachable or not.

use std::ops::Range;
use std::slice;

use super::Parity;
use super::search::{Dense, numbers};
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::Goal;

/// The placements of a block that meet a goal.
pub struct GoalBlock {
    pub block: usize,
    pub wanted: Wanted,
}

/// What a goal demands of the placements of a block.
pub enum Wanted {
    /// Of some rows and some columns, as sets: a placement meets the goal if both do.
    Product { rows: Vec<u64>, columns: Vec<u64> },
    /// The letters of some places of an order.
    Letters(Vec<(usize, u8)>),
}

impl Dense<'_> {
    /// Compiles a goal.
    pub fn compile(&self, goal: &Goal) -> Vec<GoalBlock> {
        self.layout.goal(goal, self.puzzle)
    }

    /// Begins with all placements that meet a compiled goal.
    pub fn begin_at(&mut self, goal: &[GoalBlock]) {
        for goal in goal {
            let block = &self.blocks.list[goal.block];
            for word in block.all() {
                let bits = self.layout.meeting(goal, word - block.at, u64::MAX);
                if bits != 0 {
                    self.last.put(block, word, bits);
                }
            }
        }
        self.record_first_level(0..self.blocks.list.len());
    }

    /// Counts the placements of the first level, which is in some blocks.
    fn record_first_level(&mut self, blocks: Range<usize>) {
        let mut counts = [0; 2];
        for number in blocks {
            let block = slice::from_ref(&self.blocks.list[number]);
            counts[self.blocks.half_of(number)] += self.last.count(block);
        }
        if self.alternates {
            self.half = if counts[0] == 0 { Parity::Odd } else { Parity::Even };
            // If goals are in both halves, so are all later levels.
            self.alternates = counts.contains(&0);
        }
        (self.is_new, self.found) = (false, counts[0] + counts[1]);
    }

    /// Returns all placements of the last level that meet a compiled goal, ascending.
    pub fn meeting(&self, goal: &[GoalBlock]) -> impl Iterator<Item = u64> {
        let in_last = self.last_blocks();
        let goals = goal.iter().filter(move |goal| in_last.contains(&goal.block));
        let words = goals.flat_map(move |goal| {
            let block = &self.blocks.list[goal.block];
            let filled = self.last.filled(slice::from_ref(block));
            filled.map(|(word, bits)| (word, self.layout.meeting(goal, word - block.at, bits)))
        });
        words.flat_map(numbers)
    }

    /// Makes the goals among all that was found, or among the last level if only that may have any,
    /// the last level. Returns their number.
    pub fn keep_goals(&mut self, budget: Option<&Budget>) -> Result<u64, Stopped> {
        if self.goals.is_empty() {
            return Ok(0);
        }
        // If only the last level can have goals, the one before is kept.
        let blocks = if self.marks_all { 0..self.blocks.list.len() } else { self.last_blocks() };
        let found = if self.marks_all { Some(&self.marks[0][..]) } else { None };
        for number in blocks.clone() {
            budget.map_or(Ok(()), Budget::look)?;
            let begin = self.goals.partition_point(|goal| goal.block < number);
            let end = self.goals.partition_point(|goal| goal.block <= number);
            let (block, wanted) = (&self.blocks.list[number], &self.goals[begin..end]);
            self.last.retain(block, found.filter(|_| begin < end), |word, bits| {
                let mut met = 0;
                for goal in wanted {
                    met |= self.layout.meeting(goal, word, bits);
                }
                met
            });
        }
        self.record_first_level(blocks);
        Ok(self.found)
    }

    /// Forgets all but the last level, which is at distance 0 from now on, and the goals.
    pub fn restart(&mut self) {
        (self.marks_all, self.distance, self.all, self.goal) = (false, 0, 0, None);
        self.goals.clear();
        for marks in &mut self.marks {
            marks.fill(0);
        }
        if let Some(other) = &mut self.other {
            for block in &self.blocks.list {
                other.retain(block, None, |_, _| 0);
            }
        }
    }
}
