//! Maps from a bitmap of all positions.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::{Levels, Map, MapBuilder, MapOrigin, distances, from_goals, only_start, report_level};
use crate::engine::bitmap::{Bitmap, DistanceTable};
use crate::engine::compiled::{Coder, coder};
use crate::engine::cut::{Keep, Prospect};
use crate::engine::layers::{Run, drive};
use crate::engine::query::{Engine, Refusal, Stopped, Until};
use crate::engine::whole;
use crate::puzzle::Configuration;

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
pub(super) fn build_counted(builder: &mut MapBuilder, prospect: Prospect) -> Result<Map, Refusal> {
    let (style, budget) = (builder.query.style, builder.run.budget);
    prospect.with_table(style, Keep::Map, budget, |made| map_or_start(made, builder))
}

fn map_or_start(made: Result<&mut dyn DistanceTable, Stopped>, builder: &mut MapBuilder) -> Map {
    match made {
        Ok(table) => build_map(table, builder),
        Err(stopped) => only_start(builder.query.puzzle.start(), builder, stopped),
    }
}

fn build_map(table: &mut dyn DistanceTable, builder: &mut MapBuilder) -> Map {
    let puzzle = builder.query.puzzle;
    let coder = coder(puzzle);
    let mut bitmap = Bitmap::from_start(table, puzzle);
    let MapBuilder { run, sink, most, .. } = builder;
    let outcome = drive(&mut bitmap, Until::Exhausted, run, &mut |bitmap, distance| {
        let levels = &mut BitmapLevels { table: bitmap.table, coder: &*coder };
        report_level(levels, sink, MapOrigin::Start, distance)
    });
    let listed = bitmap.listed;
    let mut map = Map { stopped: outcome.stopped, moves: outcome.met, ..Map::default() };
    let unfinished = outcome.stopped.map(|_| outcome.levels.len() as u64);
    let levels = &mut BitmapLevels { table, coder: &*coder };
    map.from_start = distances(levels, outcome, *most, &mut map.stopped);
    // A stopped search still reports the number of goals it has met.
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
        let mut bitmap = Bitmap::seeded(table, puzzle, map.goals);
        let outcome = drive(&mut bitmap, Until::Exhausted, run, &mut |bitmap, distance| {
            let levels = &mut BitmapLevels { table: bitmap.table, coder: &*coder };
            report_level(levels, sink, MapOrigin::Goals, distance)
        });
        from_goals(&mut BitmapLevels { table, coder: &*coder }, outcome, builder, &mut map);
    }
    map
}

/// The levels of a distance table.
struct BitmapLevels<'a> {
    table: &'a mut dyn DistanceTable,
    coder: &'a dyn Coder,
}

impl Levels for BitmapLevels<'_> {
    fn each_of_last(
        &mut self,
        _: u64,
        each: &mut dyn FnMut(&Configuration),
    ) -> ControlFlow<Stopped> {
        self.table.each_last(&mut |number| each(&self.table.configuration(number)));
        ControlFlow::Continue(())
    }

    fn farthest(&mut self, _: u64, most: usize) -> ControlFlow<Stopped, Vec<Configuration>> {
        let Self { table, coder } = self;
        let mut first = BinaryHeap::new();
        table.each_before(&mut |number| {
            first.push(coder.words(&table.configuration(number)));
            if first.len() > most {
                first.pop();
            }
        });
        let first = first.into_sorted_vec();
        ControlFlow::Continue(first.iter().map(|words| coder.configuration(words)).collect())
    }

    /// Chooses the neighbour with the smallest code, as the path through the table of codes does.
    fn path_from(
        &mut self,
        first: &Configuration,
        distance: u64,
        run: &mut Run,
    ) -> ControlFlow<Stopped, Vec<Configuration>> {
        let Self { table, coder } = self;
        let mut path = vec![first.clone()];
        for distance in (0..distance).rev() {
            let last = table.number(&path[path.len() - 1]).expect("it was found");
            let mut first = None;
            table.each_neighbour(last, &mut |number| {
                if table.is_at(number, distance) {
                    let words = coder.words(&table.configuration(number));
                    first = first.take().into_iter().chain([words]).min();
                }
            });
            path.push(coder.configuration(&first.expect("it was reached by a move")));
            if distance > 0 {
                run.observer.retraced(distance, &path[path.len() - 1]);
            }
        }
        ControlFlow::Continue(path)
    }
}
