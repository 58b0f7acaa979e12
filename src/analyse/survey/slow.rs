//! The components one after the other, with a bit for each position and a search for each
//! component: the method that needs least memory.

use super::Surveyor;
use super::components::{ComponentSpan, ComponentTally};
use crate::engine::query::Stopped;

impl<const W: usize> Surveyor<'_, '_, W> {
    /// Finds all components, by the numbers of their first positions. If it is stopped, those found
    /// so far.
    pub(super) fn find_slowly(
        &mut self,
        goals: &[u64],
        components: &mut ComponentTally,
    ) -> Result<(), Stopped> {
        let total = u64::try_from(&self.ranking.total).unwrap_or(u64::MAX);
        let start = self.ranking.rank(self.compiled.puzzle.start());
        let mut seen = vec![0u64; total.div_ceil(64) as usize];
        self.table.others += total / 8;
        let (mut found, mut finished) = (Vec::new(), Ok(()));
        for first in 0..total {
            if seen[first as usize / 64] >> (first % 64) & 1 != 0 {
                continue;
            }
            let code = self.compiled.encode(&self.ranking.unrank(first));
            let (ranking, compiled) = (self.ranking, self.compiled);
            let (mut own, mut has_start) = (Vec::new(), false);
            let outcome = self.sweep(&[code], &mut |level| {
                for code in level.codes() {
                    let rank = ranking.rank(&compiled.decode(code));
                    let rank = rank.expect("moves lead from placement to placement");
                    seen[rank as usize / 64] |= 1 << (rank % 64);
                    has_start |= Some(rank) == start;
                    own.extend(goals.binary_search(&rank).is_ok().then_some(rank));
                }
            });
            finished = outcome.finished();
            if finished.is_err() {
                break;
            }
            let component = ComponentSpan { first, size: outcome.configurations };
            found.extend(own.into_iter().map(|goal| (component, goal)));
            components.add(component);
            if has_start {
                components.start = Some(component);
            }
        }
        self.table.others -= total / 8;
        components.set_goals(found);
        finished
    }
}
