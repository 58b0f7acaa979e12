//! Maps from a bitmap of all positions.

use std::ops::ControlFlow;

use super::{Map, MapBuilder, MapOrigin, add_from_goals, distances, only_start, report_level};
use crate::engine::bitmap::{Bitmap, BuildError, DistanceTable};
use crate::engine::dense::{Census, Dense, Keep};
use crate::engine::drive::drive;
use crate::engine::query::{Engine, Refusal, Stopped, Until};
use crate::engine::whole;

/// Searches from the start, then from all goals, with the same bits, with the index or the cut
/// engine.
///
/// # Errors
///
/// Returns an error if memory does not suffice.
pub(super) fn build(builder: &mut MapBuilder, engine: Engine) -> Result<Map, Refusal> {
    let (query, budget) = (builder.query, builder.run.budget);
    whole::with_table(query, engine, Keep::Map, budget, |made| map_or_start(made, builder))
}

/// As [`build`], with the cut engine, when the positions have been counted.
///
/// # Errors
///
/// As for [`build`].
pub(super) fn build_counted(builder: &mut MapBuilder, census: Census) -> Result<Map, Refusal> {
    let (style, budget) = (builder.query.style, builder.run.budget);
    match Dense::build(census, style, Keep::Map, budget) {
        Ok(mut dense) => Ok(map_or_start(Ok(&mut dense), builder)),
        Err(BuildError::Stopped(stopped)) => Ok(map_or_start(Err(stopped), builder)),
        Err(BuildError::Refused(refusal)) => Err(refusal),
    }
}

fn map_or_start(made: Result<&mut dyn DistanceTable, Stopped>, builder: &mut MapBuilder) -> Map {
    match made {
        Ok(table) => build_map(table, builder),
        Err(stopped) => only_start(builder.query.puzzle.start(), builder, stopped),
    }
}

fn build_map(table: &mut dyn DistanceTable, builder: &mut MapBuilder) -> Map {
    let puzzle = builder.query.puzzle;
    let mut bitmap = Bitmap::from_start(table, puzzle);
    let MapBuilder { run, sink, most, .. } = builder;
    let outcome = drive(&mut bitmap, Until::Exhausted, run, &mut |bitmap, distance| {
        report_level(bitmap, sink, MapOrigin::Start, distance)
    });
    let mut map = Map { stopped: outcome.stopped, moves: outcome.met, ..Map::default() };
    let unfinished = outcome.stopped.map(|_| outcome.levels.len() as u64);
    map.from_start = distances(&mut bitmap, outcome, *most, &mut map.stopped);
    // A stopped search still reports the number of goals it has met.
    let listed = bitmap.listed;
    let gathered = table.gather(&listed, unfinished, &mut || match map.stopped {
        Some(_) => ControlFlow::Continue(()),
        None => run.budget.look(),
    });
    match gathered {
        ControlFlow::Continue(goals) => map.goals = goals,
        ControlFlow::Break(stopped) => map.stopped = Some(stopped),
    }
    if map.goals > 0 && map.stopped.is_none() {
        table.restart();
        add_from_goals(&mut Bitmap::seeded(table, puzzle, map.goals), builder, &mut map);
    }
    map
}
