//! Goals, and searches that begin with all placements that meet one, reachable or not.

use super::Parity;
use super::search::{Dense, Half};
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::Goal;

/// The placements of a block that meet a goal.
pub struct GoalBlock {
    pub half: Parity,
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

impl GoalBlock {
    /// Returns the place of its block among all.
    pub fn key(&self) -> (Parity, usize) {
        (self.half, self.block)
    }
}

impl Dense<'_> {
    /// Compiles a goal.
    pub fn compile(&self, goal: &Goal) -> Vec<GoalBlock> {
        self.layout.goal(goal, self.puzzle, self.halves.each_ref().map(|half| &half.layout))
    }

    /// Begins with all placements that meet a compiled goal.
    pub fn begin_at(&mut self, goal: &[GoalBlock]) {
        let mut counts = [0; 2];
        for goal in goal {
            let Half { layout, last, .. } = &mut self.halves[goal.half];
            let block = &layout.blocks[goal.block];
            for word in block.all() {
                let bits = self.layout.meeting(goal, word - block.at, u64::MAX);
                if bits != 0 {
                    last.put(block, word, bits);
                    counts[goal.half] += u64::from(bits.count_ones());
                }
            }
        }
        self.record_first_level(counts);
    }

    /// Records how many placements of the first level are in each half.
    fn record_first_level(&mut self, counts: [u64; 2]) {
        if self.alternates {
            self.half = if counts[0] == 0 { Parity::Odd } else { Parity::Even };
            // If goals are in both halves, so are all later levels.
            self.alternates = counts.contains(&0);
        }
        (self.is_new, self.found) = (false, counts.iter().sum());
    }

    /// Returns all placements of the last level that meet a compiled goal, ascending.
    pub fn meeting(&self, goal: &[GoalBlock]) -> impl Iterator<Item = u64> {
        goal.iter().flat_map(move |goal| {
            let Half { layout, .. } = &self.halves[goal.half];
            let block = &layout.blocks[goal.block];
            let filled = self.last(goal.half).into_iter().flat_map(|last| last.filled_in(block));
            filled.flat_map(move |(word, bits)| {
                let met = self.layout.meeting(goal, word - block.at, bits);
                self.numbers(goal.half, word, met)
            })
        })
    }

    /// Makes the goals among all that was found, or among the last level if only that may have any,
    /// the last level. Returns their number.
    pub fn keep_goals(&mut self, budget: Option<&Budget>) -> Result<u64, Stopped> {
        if self.goals.is_empty() {
            return Ok(0);
        }
        let mut counts = [0; 2];
        for parity in Parity::BOTH {
            // If only the last level can have goals, the plane of the one before is kept.
            if !self.marks_all && self.last(parity).is_none() {
                continue;
            }
            let Half { layout, last, marks, .. } = &mut self.halves[parity];
            let found = if self.marks_all { Some(&marks[0][..]) } else { None };
            let mut goals = &self.goals[self.goals.partition_point(|goal| goal.half < parity)..];
            for (number, block) in layout.blocks.iter().enumerate() {
                budget.map_or(Ok(()), Budget::look)?;
                let here = goals.partition_point(|goal| goal.key() <= (parity, number));
                let (wanted, rest) = goals.split_at(here);
                goals = rest;
                last.retain(block, found.filter(|_| !wanted.is_empty()), |word, bits| {
                    let met = wanted.iter().map(|goal| self.layout.meeting(goal, word, bits));
                    met.fold(0, |all, met| all | met)
                });
            }
            counts[parity] = last.count(layout);
        }
        self.record_first_level(counts);
        Ok(self.found)
    }

    /// Forgets all but the last level, which is at distance 0 from now on, and the goals.
    pub fn restart(&mut self) {
        (self.marks_all, self.distance, self.all, self.goal) = (false, 0, 0, None);
        self.goals.clear();
        for Half { layout, other, marks, .. } in &mut self.halves {
            marks.iter_mut().for_each(|marks| marks.fill(0));
            if let Some(other) = other {
                other.clear(layout);
            }
        }
    }
}
