//! Maps through hash tables.

use std::ops::ControlFlow;

use super::{
    Degrees, Levels, Map, MapBuilder, MapOrigin, Symmetry, distances, from_goals, report_level,
};
use crate::engine::compiled::{Compiled, CompiledJob, with_symmetries};
use crate::engine::layers::{Run, drive, retrace};
use crate::engine::query::{Stopped, Until};
use crate::engine::table::{LevelCallback, SearchTarget, TableSearch};
use crate::puzzle::Configuration;

/// Searches from the start, then from all goals, unless `goes_on` ends the first search after a
/// level.
pub(super) fn build(builder: &mut MapBuilder, goes_on: &mut LevelCallback) -> Map {
    with_symmetries(builder.query, MapJob(builder, goes_on))
}

struct MapJob<'d, 'a, 'b, 'g>(&'d mut MapBuilder<'a, 'b>, &'d mut LevelCallback<'g>);

impl CompiledJob for MapJob<'_, '_, '_, '_> {
    type Output = Map;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Map {
        let Self(builder, goes_on) = self;
        let MapBuilder { run, most, sink, .. } = builder;
        let (mut goals, mut kept) = (Vec::new(), 0);
        let mut table = TableSearch::from_start(compiled, run.budget);
        table.frontier.count_degrees();
        let outcome = drive(&mut table, Until::Exhausted, run, &mut |table, distance| {
            goals.extend(table.frontier.codes().filter(|code| compiled.meets_a_goal(code)));
            table.others = size_of_val(&goals[..]) as u64;
            kept += table.frontier.width() as u64;
            report_level(table, sink, MapOrigin::Start, distance)?;
            goes_on(table.size())
        });
        let symmetry = |images| Symmetry { images, classes: kept };
        let mut map = Map {
            stopped: outcome.stopped,
            moves: outcome.met,
            goals: compiled.count(goals.iter()),
            symmetry: compiled.fold.as_ref().map(|fold| symmetry(fold.images())),
            degrees: Some(Degrees { counts: table.frontier.degrees() }),
            ..Map::default()
        };
        map.from_start = distances(&mut table, outcome, *most, &mut map.stopped);
        drop(table);
        if !goals.is_empty() && map.stopped.is_none() {
            let mut table = TableSearch::new(compiled, run.budget, goals, SearchTarget::Nothing);
            table.keeps_levels = true;
            let outcome = drive(&mut table, Until::Exhausted, run, &mut |table, distance| {
                report_level(table, sink, MapOrigin::Goals, distance)
            });
            from_goals(&mut table, outcome, builder, &mut map);
        }
        map
    }
}

impl<const W: usize> Levels for TableSearch<'_, W> {
    fn each_of_last(
        &mut self,
        _: u64,
        each: &mut dyn FnMut(&Configuration),
    ) -> ControlFlow<Stopped> {
        let all = self.frontier.codes().flat_map(|code| self.compiled.orbit(code));
        all.for_each(|code| each(&self.compiled.decode(&code)));
        ControlFlow::Continue(())
    }

    fn farthest(&mut self, _: u64, most: usize) -> ControlFlow<Stopped, Vec<Configuration>> {
        let (last, compiled) = (self.frontier.take_previous(), self.compiled);
        let mut codes: Vec<_> =
            last.iter().flatten().flat_map(|code| compiled.orbit(code)).collect();
        codes.sort_unstable();
        ControlFlow::Continue(codes.iter().take(most).map(|code| compiled.decode(code)).collect())
    }

    fn path_from(
        &mut self,
        first: &Configuration,
        distance: u64,
        run: &mut Run,
    ) -> ControlFlow<Stopped, Vec<Configuration>> {
        let compiled = self.compiled;
        let path = retrace(self, distance, compiled.encode(first), run)?;
        ControlFlow::Continue(path.iter().rev().map(|code| compiled.decode(code)).collect())
    }
}
