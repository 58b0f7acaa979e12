//! The hardest start over all components.

use std::cmp::Reverse;

use super::components::{ComponentSpan, ComponentTally};
use super::{Hardest, Surveyor};
use crate::engine::board::Code;
use crate::engine::query::Stopped;

impl<const W: usize> Surveyor<'_, '_, W> {
    /// Returns the hardest start, given the distances and starts of the components already
    /// described: among equally hard ones that with the smallest code.
    pub(super) fn hardest(
        &mut self,
        components: &ComponentTally,
        described: &[ComponentSpan],
        known: Vec<(u64, Code<W>)>,
    ) -> Result<Option<Hardest>, Stopped> {
        let order = |&(moves, start): &(u64, Code<W>)| (moves, Reverse(start));
        let Some(known) = known.into_iter().max_by_key(order) else { return Ok(None) };
        // No shortest path passes a position twice, so small components need not be searched.
        let others = components
            .with_goals()
            .filter(|(component, _)| component.size > known.0 && !described.contains(component));
        let goals: Vec<Code<W>> = others.flat_map(|(_, goals)| self.codes(goals)).collect();
        let found = if goals.is_empty() { known } else { self.farthest(&goals)? };
        let (moves, start) = if order(&found) > order(&known) { found } else { known };
        self.with_end(moves, start)
    }

    /// Finds the smallest of the goals nearest to a start.
    fn with_end(&mut self, moves: u64, start: Code<W>) -> Result<Option<Hardest>, Stopped> {
        let (compiled, mut distance) = (self.compiled, 0);
        let mut end = None;
        let outcome = self.sweep(&[start], &mut |codes| {
            if distance == moves {
                end = codes.filter(|code| compiled.meets_a_goal(code)).min().copied();
            }
            distance += 1;
        });
        outcome.stopped.map_or(Ok(()), Err)?;
        Ok(end.and_then(|code| {
            let end = compiled.decode(&code);
            let board = compiled.puzzle.board(&end);
            let mut goals = compiled.puzzle.goals().iter();
            let goal = goals.position(|goal| goal.is_met_by(&end, &board))?;
            let size = outcome.configurations;
            Some(Hardest { moves, start: compiled.decode(&start), end, goal, size })
        }))
    }
}
