//! Searches that begin with all placements that meet a goal, reachable or not.

use super::goal::{GoalBlock, SplitGoal};
use super::{Half, Matrices};
use crate::puzzle::Goal;

impl Matrices<'_> {
    /// Compiles a goal.
    pub fn goal(&self, goal: &Goal) -> SplitGoal {
        self.halves.each_ref().map(|half| GoalBlock::all(self.cut, &half.layout, goal))
    }

    /// Begins with all placements that meet a compiled goal. Returns their number.
    pub fn begin_at(&mut self, goal: &SplitGoal) -> u64 {
        let counts = [0, 1].map(|at| {
            let Half { layout, last, .. } = &mut self.halves[at];
            goal[at].iter().for_each(|goal| goal.put_all(layout, last));
            last.count(layout)
        });
        self.record_first_level(counts)
    }

    /// Records how many placements of the first level are in each half. Returns the total.
    pub(super) fn record_first_level(&mut self, found: [u64; 2]) -> u64 {
        if self.turns {
            self.half = usize::from(found[0] == 0);
            // If goals are in both halves, so are all later levels.
            self.turns = found.contains(&0);
        }
        self.last_found = found.iter().sum();
        self.last_found
    }

    /// Calls `visit` with all placements of the last level that meet a compiled goal, ascending.
    pub fn each_meeting(&self, goal: &SplitGoal, visit: &mut dyn FnMut(u64)) {
        for at in self.last_halves() {
            let Half { layout, last, .. } = &self.halves[at];
            for goal in &goal[at] {
                goal.each_in(layout, last, &mut |word, bit| {
                    visit((self.first_word(at) + word) as u64 * 64 + u64::from(bit));
                });
            }
        }
    }
}
