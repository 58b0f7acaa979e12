//! The hardest start over all components.

use super::components::{ComponentSpan, ComponentTally};
use super::{Hardest, HardestStart, Surveyor};
use crate::engine::board::Code;
use crate::engine::query::Stopped;

impl<const W: usize> Surveyor<'_, '_, W> {
    /// Returns the hardest start, given those of the components already described: of the first
    /// component among equally hard ones.
    pub(super) fn hardest(
        &mut self,
        components: &ComponentTally,
        described: &[ComponentSpan],
        known: Vec<HardestStart<W>>,
    ) -> Result<Option<Hardest>, Stopped> {
        let order = |hard: &HardestStart<W>| (hard.moves, std::cmp::Reverse(hard.component.first));
        let Some(known) = known.into_iter().max_by_key(order) else { return Ok(None) };
        // No shortest path passes a position twice, so small components need not be searched.
        let is_harder = |component: ComponentSpan| {
            let at_most = HardestStart { moves: component.size - 1, component, start: known.start };
            !described.contains(&component) && order(&at_most) > order(&known)
        };
        let others = components.with_goals().filter(|&(component, _)| is_harder(component));
        let others: Vec<(ComponentSpan, &[(ComponentSpan, u64)])> = others.collect();
        let found = self.hardest_of(&others)?;
        let hardest = found.into_iter().chain([known]).max_by_key(order);
        hardest.map_or(Ok(None), |hardest| {
            self.with_end(hardest, components.goals_of(hardest.component))
        })
    }

    /// Returns the hardest start of some components with their goals, in the order of their first
    /// positions.
    fn hardest_of(
        &mut self,
        all: &[(ComponentSpan, &[(ComponentSpan, u64)])],
    ) -> Result<Option<HardestStart<W>>, Stopped> {
        if all.is_empty() {
            return Ok(None);
        }
        let (moves, mut start) = self.farthest_of(all)?;
        // The first component with such a start is the one at which the greatest distance over all
        // components up to it reaches its maximum.
        let (mut low, mut high) = (0, all.len() - 1);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.farthest_of(&all[low..=middle])?.0 == moves {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        if all.len() > 1 {
            start = self.farthest_of(&all[low..=low])?.1;
        }
        Ok(Some(HardestStart { moves, component: all[low].0, start }))
    }

    /// Returns the greatest distance from the goals of some components within these.
    fn farthest_of(
        &mut self,
        all: &[(ComponentSpan, &[(ComponentSpan, u64)])],
    ) -> Result<(u64, Code<W>), Stopped> {
        let goals: Vec<Code<W>> = all.iter().flat_map(|(_, goals)| self.codes(goals)).collect();
        self.farthest(&goals)
    }

    /// Finds the smallest of the goals nearest to a start.
    fn with_end(
        &mut self,
        hardest: HardestStart<W>,
        goals: &[(ComponentSpan, u64)],
    ) -> Result<Option<Hardest>, Stopped> {
        let HardestStart { moves, component, start } = hardest;
        let (compiled, mut distance) = (self.compiled, 0);
        let mut end = self.codes(goals).first().copied();
        if goals.len() > 1 {
            let outcome = self.sweep(&[start], &mut |codes| {
                if distance == moves {
                    end = codes.filter(|code| compiled.meets_a_goal(code)).min().copied();
                }
                distance += 1;
            });
            outcome.stopped.map_or(Ok(()), Err)?;
        }
        Ok(end.and_then(|code| {
            let end = compiled.decode(&code);
            let board = compiled.puzzle.board(&end);
            let mut goals = compiled.puzzle.goals().iter();
            let goal = goals.position(|goal| goal.is_met_by(&end, &board))?;
            Some(Hardest { moves, start: compiled.decode(&start), end, goal, size: component.size })
        }))
    }
}
