//! Maps through hash tables.

use std::ops::ControlFlow;

use super::{Degrees, Distances, Draw, Map, Origin, Symmetry, hearing};
use crate::board::Code;
use crate::moves::explained;
use crate::puzzle::Configuration;
use crate::query::Until;
use crate::search::compiled::Compiled;
use crate::search::layers::{Course, drive, retrace};
use crate::search::table::{Table, Target};

/// Searches from the start, and then from all goals.
pub(super) fn draw<const W: usize>(compiled: &Compiled<W>, draw: &mut Draw) -> Map {
    let Draw { run, most, listener, .. } = draw;
    let (mut goals, mut kept) = (Vec::new(), 0);
    let mut table = Table::from_start(compiled, run.budget);
    table.frontier.count_degrees();
    let course = drive(&mut table, Until::Exhausted, run, &mut |table, distance| {
        if let Some(each) = hearing(listener, Origin::Start, distance) {
            tell(table, distance, each);
        }
        goals.extend(table.frontier.codes().filter(|code| compiled.meets_a_goal(code)));
        table.others = size_of_val(&goals[..]) as u64;
        kept += table.frontier.width() as u64;
    });
    let mut map = Map {
        stopped: course.stopped,
        moves: course.met,
        goals: compiled.count(goals.iter()),
        symmetry: compiled
            .fold
            .as_ref()
            .map(|fold| Symmetry { images: fold.images(), classes: kept }),
        degrees: Degrees { counts: table.frontier.degrees() },
        from_start: distances(&mut table, course, *most),
        ..Map::default()
    };
    drop(table);
    if !goals.is_empty() && map.stopped.is_none() {
        let mut table = Table::new(compiled, run.budget, goals, Target::Nothing);
        table.keeps_levels = true;
        let course = drive(&mut table, Until::Exhausted, run, &mut |table, distance| {
            if let Some(each) = hearing(listener, Origin::Goals, distance) {
                tell(table, distance, each);
            }
        });
        map.stopped = course.stopped;
        if course.stopped.is_none() {
            let from_goals = distances(&mut table, course, *most);
            let depth = from_goals.depth();
            let first = from_goals.farthest.first().map(|first| compiled.encode(first));
            match first.map(|first| retrace(&mut table, depth, first, run)) {
                Some(ControlFlow::Continue(way)) => {
                    let way = way.iter().rev().map(|code| compiled.decode(code));
                    map.hardest =
                        Some(explained(compiled.puzzle, compiled.style, &way.collect::<Vec<_>>()));
                }
                Some(ControlFlow::Break(stopped)) => map.stopped = Some(stopped),
                None => {}
            }
            map.from_goals = Some(from_goals);
        }
    }
    map
}

/// Tells of the last level.
fn tell<const W: usize>(
    table: &Table<W>,
    distance: u64,
    each: &mut dyn FnMut(&Configuration, u64),
) {
    let compiled = table.compiled;
    let all = table.frontier.codes().flat_map(|code| compiled.orbit(code));
    all.for_each(|code| each(&compiled.decode(&code), distance));
}

/// The levels of a search, and the first of the farthest configurations that it has found if it has
/// come to an end.
fn distances<const W: usize>(table: &mut Table<W>, course: Course, most: usize) -> Distances {
    let mut farthest: Vec<Code<W>> = Vec::new();
    if course.stopped.is_none() {
        let last = table.frontier.take_previous();
        farthest.extend(last.iter().flatten().flat_map(|code| table.compiled.orbit(code)));
    }
    farthest.sort_unstable();
    let farthest = farthest.iter().take(most).map(|code| table.compiled.decode(code)).collect();
    Distances { levels: course.levels, farthest }
}
