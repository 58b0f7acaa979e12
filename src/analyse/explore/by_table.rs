//! Maps through hash tables.

use super::{
    Degrees, Map, MapBuilder, MapOrigin, Symmetry, add_from_goals, distances, report_level,
};
use crate::engine::compiled::{Compiled, dispatch, images};
use crate::engine::drive::drive;
use crate::engine::query::Until;
use crate::engine::table::{LevelCallback, SearchTarget, TableSearch};

/// Searches from the start, then from all goals, unless `goes_on` ends the first search after a
/// level.
pub(super) fn build(builder: &mut MapBuilder, goes_on: &mut LevelCallback) -> Map {
    let images = images(builder.query);
    dispatch!(all (builder.query.puzzle, builder.query.style, &images), compiled => {
        build_map(compiled, builder, goes_on)
    })
}

fn build_map<const W: usize>(
    compiled: &Compiled<W>,
    builder: &mut MapBuilder,
    goes_on: &mut LevelCallback,
) -> Map {
    let MapBuilder { run, most, sink, .. } = builder;
    let (mut goals, mut kept) = (Vec::new(), 0);
    let mut table = TableSearch::from_start(compiled, run.budget);
    table.count_degrees();
    let outcome = drive(&mut table, Until::Exhausted, run, &mut |table, distance| {
        goals.extend(table.codes().filter(|code| compiled.meets_a_goal(code)));
        table.others = size_of_val(&goals[..]) as u64;
        kept += table.width() as u64;
        report_level(table, sink, MapOrigin::Start, distance)?;
        goes_on(table.size())
    });
    let symmetry = |images| Symmetry { images, classes: kept };
    let mut map = Map {
        stopped: outcome.stopped,
        moves: outcome.met,
        goals: compiled.count(goals.iter()),
        symmetry: compiled.fold.as_ref().map(|fold| symmetry(fold.images())),
        degrees: Some(Degrees { counts: table.totals().degrees.clone() }),
        ..Map::default()
    };
    map.from_start = distances(&mut table, outcome, *most, &mut map.stopped);
    drop(table);
    if !goals.is_empty() && map.stopped.is_none() {
        let mut table = TableSearch::new(compiled, run.budget, goals, SearchTarget::Nothing);
        table.keeps_path(true);
        add_from_goals(&mut table, builder, &mut map);
    }
    map
}
