//! Shortest solutions from a bitmap of all positions: its marks say of each neighbour whether it
//! lies on a path back.

use std::ops::ControlFlow;

use super::{Count, Counting, ReachedGoals, Stage, count_paths};
use crate::engine::bitmap::{Bitmap, DistanceTable};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::dense::Keep;
use crate::engine::drive::{SearchOutcome, drive};
use crate::engine::query::{Engine, Refusal, Stopped, Until};
use crate::engine::whole;

/// Counts with bits for all positions, with the index or the cut engine.
///
/// # Errors
///
/// Returns an error if memory does not suffice.
pub(super) fn count<const W: usize>(
    compiled: &Compiled<W>,
    counting: &mut Counting,
    engine: Engine,
) -> Result<Count, Refusal> {
    let (query, budget) = (counting.query, counting.run.budget);
    whole::with_table(query, engine, Keep::Path, budget, |made| match made {
        Ok(table) => search(compiled, counting, table),
        Err(stopped) => {
            let (levels, stopped) = (vec![1], Some(stopped));
            Count::of(&SearchOutcome { levels, configurations: 1, met: None, stopped })
        }
    })
}

fn search<const W: usize>(
    compiled: &Compiled<W>,
    counting: &mut Counting,
    table: &mut dyn DistanceTable,
) -> Count {
    let run = &mut counting.run;
    let mut bitmap = Bitmap::from_start(table, compiled.puzzle);
    let outcome = drive(&mut bitmap, Until::Solved, run, &mut |_, _| ControlFlow::Continue(()));
    let listed = bitmap.listed;
    let mut count = Count::of(&outcome);
    let Some(distance) = outcome.met else { return count };
    // The search ends with the first level that has goals, so the goals it has found are complete.
    let ended = match table.gather(&listed, None, &mut || run.budget.look()) {
        ControlFlow::Continue(goals) => {
            count_back(compiled, counting, table, (distance, goals), &mut count)
        }
        ControlFlow::Break(stopped) => ControlFlow::Break(stopped),
    };
    if let ControlFlow::Break(stopped) = ended {
        count.stopped = Some(stopped);
    }
    count
}

/// Counts back from the goals at a distance, in the last level of the table.
fn count_back<const W: usize>(
    compiled: &Compiled<W>,
    counting: &mut Counting,
    table: &dyn DistanceTable,
    (distance, number): (u64, u64),
    count: &mut Count,
) -> ControlFlow<Stopped> {
    let bytes = table.bytes() + number * size_of::<Code<W>>() as u64;
    if bytes > counting.run.budget.room() {
        return ControlFlow::Break(Stopped::Memory);
    }
    let mut goals = Vec::with_capacity(number as usize);
    table.each_last(&mut |number| goals.push(compiled.encode(&table.configuration(number))));
    let keep = |distance, mut stage: Stage<W>| {
        stage.retain(|code, _| {
            let number = table.number(&compiled.decode(code));
            number.is_some_and(|number| table.is_at(number, distance))
        });
        stage
    };
    count_paths(ReachedGoals { compiled, distance, goals, keep: &keep, bytes }, counting, count)
}
