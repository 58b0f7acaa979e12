//! The levels of the shortest solutions, by hash tables or by a bitmap of all positions.

use super::{Count, Counting, ReachedGoals, Stage, count_paths};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::dense::{BuildError, Dense};
use crate::engine::drive::{Search, drive};
use crate::engine::query::{Refusal, Stopped, Until};
use crate::engine::table::TableSearch;

impl Counting<'_, '_> {
    /// Searches to the nearest goals.
    fn search(&mut self, search: &mut dyn Search) -> Count {
        let outcome = drive(search, Until::Solved, &mut self.run, &mut |_, _| Ok(()));
        let (stopped, moves, states) = (outcome.stopped, outcome.met, outcome.configurations);
        Count { stopped, moves, states, ..Count::default() }
    }

    /// Counts with all levels before the goal in hash tables.
    pub(super) fn by_table<const W: usize>(&mut self, compiled: &Compiled<W>) -> Count {
        let mut table = TableSearch::from_start(compiled, self.run.budget);
        table.keeps_path(true);
        let mut count = self.search(&mut table);
        let Some(distance) = count.moves else { return count };
        let goals = table.codes().filter(|code| compiled.meets_a_goal(code));
        let goals: Vec<Code<W>> = goals.copied().collect();
        // If the first levels are evicted, so are the paths.
        let levels: Vec<_> = (0..distance).map_while(|distance| table.level_at(distance)).collect();
        if levels.len() as u64 != distance {
            count.stopped = Some(Stopped::Memory);
            return count;
        }
        let keep = |distance: u64, mut stage: Stage<W>| {
            let level = levels[distance as usize];
            let buckets = (0..level.buckets()).flat_map(|bucket| level.codes(bucket));
            let codes = buckets.flat_map(|codes| codes.into_owned());
            codes.filter_map(|code| stage.remove_entry(&code)).collect()
        };
        let bytes = table.bytes();
        let found = ReachedGoals { compiled, distance, goals, keep: &keep, bytes };
        count.stopped = count_paths(found, self, &mut count).err();
        count
    }

    /// Counts with bits for all positions: they say of each neighbour whether it lies on a path back.
    ///
    /// # Errors
    ///
    /// Returns an error if memory does not suffice.
    pub(super) fn by_bits<const W: usize>(
        &mut self,
        compiled: &Compiled<W>,
        dense: Result<Dense, BuildError>,
    ) -> Result<Count, Refusal> {
        let mut dense = match dense {
            Ok(dense) => dense,
            Err(BuildError::Stopped(stopped)) => {
                return Ok(Count { stopped: Some(stopped), states: 1, ..Count::default() });
            }
            Err(BuildError::Refused(refusal)) => return Err(refusal),
        };
        let mut count = self.search(&mut dense);
        if let Some(distance) = count.moves {
            count.stopped = self.count_back(compiled, &mut dense, distance, &mut count).err();
        }
        Ok(count)
    }

    /// Counts back from the goals at a distance, which are the last level.
    fn count_back<const W: usize>(
        &mut self,
        compiled: &Compiled<W>,
        dense: &mut Dense,
        distance: u64,
        count: &mut Count,
    ) -> Result<(), Stopped> {
        // The search ends with the first level that has goals, so the goals it has found are complete.
        let number = dense.keep_goals(Some(self.run.budget))?;
        let bytes = dense.bytes + number * size_of::<Code<W>>() as u64;
        if bytes > self.run.budget.room() {
            return Err(Stopped::Memory);
        }
        let mut goals = Vec::with_capacity(number as usize);
        goals.extend(dense.last_numbers().map(|goal| compiled.encode(&dense.configuration(goal))));
        let keep = |distance, mut stage: Stage<W>| {
            stage.retain(|code, _| {
                let number = dense.number(&compiled.decode(code));
                number.is_some_and(|number| dense.is_at(number, distance))
            });
            stage
        };
        let found = ReachedGoals { compiled, distance, goals, keep: &keep, bytes };
        count_paths(found, self, count)
    }
}
