//! Levels from a bitmap of all positions.

use std::ops::ControlFlow;

use super::spool::{BATCH, BatchCallback};
use super::{FirstError, LevelSearch, ProveResult, Proving};
use crate::engine::bitmap::{Bitmap, DistanceTable};
use crate::engine::cut::Keep;
use crate::engine::layers::{Run, SearchOutcome, drive};
use crate::engine::query::{Engine, Until};
use crate::engine::whole;

/// Searches from the start for a goal, with the index or the cut engine.
pub fn search<'a>(proving: &mut Proving<'a>, engine: Engine) -> ProveResult<LevelSearch<'a>> {
    let (query, budget) = (proving.query, proving.run.budget);
    whole::with_table(query, engine, Keep::of(query), budget, |made| match made {
        Ok(table) => levels(proving, table),
        Err(stopped) => {
            let outcome = SearchOutcome { stopped: Some(stopped), ..SearchOutcome::default() };
            Ok(LevelSearch { outcome, path: Vec::new(), parts: vec![proving.spool()?] })
        }
    })?
}

fn levels<'a>(
    proving: &mut Proving<'a>,
    table: &mut dyn DistanceTable,
) -> ProveResult<LevelSearch<'a>> {
    let (puzzle, budget) = (proving.query.puzzle, proving.run.budget);
    let mut spool = proving.spool()?;
    let mut failure = FirstError::default();
    let left = budget.room().saturating_sub(table.bytes());
    let mut run = Run { budget, observer: &mut *proving.run.observer };
    let mut bitmap = Bitmap::from_start(table, puzzle);
    let outcome = drive(&mut bitmap, Until::Solved, &mut run, &mut |bitmap, _| {
        let table = &*bitmap.table;
        failure.note(spool.add(left, &mut |take| report_level(table, take)))
    });
    let found = LevelSearch::new(outcome, vec![spool], |met| {
        let path = met.map(|met| bitmap.path(met)).unwrap_or_default();
        ControlFlow::Continue(bitmap.decoded(&path, run.observer))
    });
    failure.end(found)
}

/// Reports the last level.
fn report_level(table: &dyn DistanceTable, take: &mut BatchCallback) {
    let mut numbers = Vec::with_capacity(BATCH);
    let mut hand_on = |numbers: &mut Vec<u64>| {
        take(numbers.len(), &|at, pieces| {
            pieces.clear();
            pieces.extend_from_slice(table.configuration(numbers[at]).placements());
        });
        numbers.clear();
    };
    table.each_last(&mut |number| {
        numbers.push(number);
        if numbers.len() == BATCH {
            hand_on(&mut numbers);
        }
    });
    hand_on(&mut numbers);
}
