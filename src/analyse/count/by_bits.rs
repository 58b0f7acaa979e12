//! Shortest solutions from a bitmap of all positions: its marks say of each neighbour whether it
//! lies on a path back.

use super::{Count, Counting, ReachedGoals, Stage, count_paths};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::dense::{BuildError, Dense};
use crate::engine::drive::{SearchOutcome, drive};
use crate::engine::query::{Refusal, Stopped, Until};

/// Counts with bits for all positions.
///
/// # Errors
///
/// Returns an error if memory does not suffice.
pub(super) fn count<const W: usize>(
    compiled: &Compiled<W>,
    counting: &mut Counting,
    dense: Result<Dense, BuildError>,
) -> Result<Count, Refusal> {
    let mut dense = match dense {
        Ok(dense) => dense,
        Err(BuildError::Stopped(stopped)) => {
            let (levels, stopped) = (vec![1], Some(stopped));
            let outcome =
                SearchOutcome { levels, configurations: 1, stopped, ..Default::default() };
            return Ok(Count::of(&outcome));
        }
        Err(BuildError::Refused(refusal)) => return Err(refusal),
    };
    let (budget, run) = (counting.run.budget, &mut counting.run);
    let outcome = drive(&mut dense, Until::Solved, run, &mut |_, _| Ok(()));
    let mut count = Count::of(&outcome);
    let Some(distance) = outcome.met else { return Ok(count) };
    // The search ends with the first level that has goals, so the goals it has found are complete.
    let ended = match dense.keep_goals(Some(budget)) {
        Ok(goals) => count_back(compiled, counting, &dense, (distance, goals), &mut count),
        Err(stopped) => Err(stopped),
    };
    if let Err(stopped) = ended {
        count.stopped = Some(stopped);
    }
    Ok(count)
}

/// Counts back from the goals at a distance, which are the last level.
fn count_back<const W: usize>(
    compiled: &Compiled<W>,
    counting: &mut Counting,
    dense: &Dense,
    (distance, number): (u64, u64),
    count: &mut Count,
) -> Result<(), Stopped> {
    let bytes = dense.bytes + number * size_of::<Code<W>>() as u64;
    if bytes > counting.run.budget.room() {
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
    count_paths(ReachedGoals { compiled, distance, goals, keep: &keep, bytes }, counting, count)
}
