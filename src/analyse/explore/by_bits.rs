//! Maps from a bitmap of all positions.

use super::{Map, MapBuilder, MapOrigin, add_from_goals, distances, only_start, report_level};
use crate::engine::dense::{BuildError, Dense};
use crate::engine::drive::drive;
use crate::engine::query::{Refusal, Until};

/// Searches from the start, then from all goals, with the same bits.
///
/// # Errors
///
/// Returns an error if memory does not suffice.
pub(super) fn build(
    dense: Result<Dense, BuildError>,
    builder: &mut MapBuilder,
) -> Result<Map, Refusal> {
    let mut dense = match dense {
        Ok(dense) => dense,
        Err(BuildError::Stopped(stopped)) => {
            return Ok(only_start(builder.query.puzzle.start(), builder, stopped));
        }
        Err(BuildError::Refused(refusal)) => return Err(refusal),
    };
    let MapBuilder { run, sink, most, .. } = builder;
    let outcome = drive(&mut dense, Until::Exhausted, run, &mut |dense, distance| {
        report_level(dense, sink, MapOrigin::Start, distance)
    });
    let mut map = Map { stopped: outcome.stopped, moves: outcome.met, ..Map::default() };
    map.from_start = distances(&mut dense, outcome, *most, &mut map.stopped);
    // A stopped search still reports the number of goals it has met.
    let budget = if map.stopped.is_none() { Some(run.budget) } else { None };
    match dense.keep_goals(budget) {
        Ok(goals) => map.goals = goals,
        Err(stopped) => map.stopped = Some(stopped),
    }
    if map.goals > 0 && map.stopped.is_none() {
        dense.restart();
        add_from_goals(&mut dense, builder, &mut map);
    }
    Ok(map)
}
