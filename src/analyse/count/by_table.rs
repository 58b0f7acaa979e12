//! Shortest solutions from hash tables: all levels before the goal are kept.

use super::{Count, Counting, ReachedGoals, count_paths};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::drive::drive;
use crate::engine::query::{Stopped, Until};
use crate::engine::table::TableSearch;

pub(super) fn count<const W: usize>(compiled: &Compiled<W>, counting: &mut Counting) -> Count {
    let run = &mut counting.run;
    let mut table = TableSearch::from_start(compiled, run.budget);
    table.keeps_path(true);
    let outcome = drive(&mut table, Until::Solved, run, &mut |_, _| Ok(()));
    let mut count = Count::of(&outcome);
    let Some(distance) = outcome.met else { return count };
    let goals = table.codes().filter(|code| compiled.meets_a_goal(code));
    let goals: Vec<Code<W>> = goals.copied().collect();
    // If the first levels are evicted, so are the paths.
    let levels: Vec<_> = (0..distance).map_while(|distance| table.level_at(distance)).collect();
    if levels.len() as u64 != distance {
        count.stopped = Some(Stopped::Memory);
        return count;
    }
    let found = ReachedGoals {
        compiled,
        distance,
        goals,
        keep: &|distance, mut stage| {
            let level = levels[distance as usize];
            let buckets = (0..level.buckets()).flat_map(|bucket| level.codes(bucket));
            let codes = buckets.flat_map(|codes| codes.into_owned());
            codes.filter_map(|code| stage.remove_entry(&code)).collect()
        },
        bytes: table.bytes(),
    };
    if let Err(stopped) = count_paths(found, counting, &mut count) {
        count.stopped = Some(stopped);
    }
    count
}
