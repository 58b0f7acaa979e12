//! Maps through bits for all placements.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::{Degrees, Distances, Draw, Map, Origin, hearing, only_start};
use crate::moves::explained;
use crate::puzzle::{Configuration, Solution};
use crate::query::{Engine, Refusal, Stopped, Until};
use crate::search::bitmap::{Bitmap, Charted, Job};
use crate::search::compiled::Compiled;
use crate::search::cut::{Keep, Prospect};
use crate::search::layers::{Course, Run, drive};
use crate::search::whole;

/// Searches from the start, and then from all goals, with the same bits, by the index or the cut engine.
///
/// # Errors
///
/// Where there is no memory for them.
pub(super) fn draw<const W: usize>(
    compiled: &Compiled<W>,
    draw: &mut Draw,
    engine: Engine,
) -> Result<Map, Refusal> {
    let (query, budget) = (draw.query, draw.run.budget);
    whole::with_table(query, engine, Keep::Map, budget, Chart(compiled, draw))
}

/// The same by the cut engine, where the placements have been counted.
///
/// # Errors
///
/// As of [`draw`].
pub(super) fn draw_counted<const W: usize>(
    compiled: &Compiled<W>,
    draw: &mut Draw,
    prospect: Prospect,
) -> Result<Map, Refusal> {
    let (style, budget) = (draw.query.style, draw.run.budget);
    prospect.with_table(style, Keep::Map, budget, Chart(compiled, draw))
}

struct Chart<'a, 'b, 'c, const W: usize>(&'a Compiled<'a, W>, &'a mut Draw<'b, 'c>);

impl<const W: usize> Job for Chart<'_, '_, '_, W> {
    type Output = Map;

    fn run(self, table: &mut (impl Charted + Sync)) -> Map {
        chart(self.0, self.1, table)
    }

    fn not_begun(self, stopped: Stopped) -> Map {
        only_start(self.0.puzzle.start(), self.1, stopped)
    }
}

fn chart<const W: usize>(compiled: &Compiled<W>, draw: &mut Draw, table: &mut impl Charted) -> Map {
    let Draw { run, most, listener, .. } = draw;
    table.count_degrees();
    let mut bitmap = Bitmap::from_start(table, compiled.puzzle);
    let course = drive(&mut bitmap, Until::Exhausted, run, &mut |bitmap, distance| {
        if let Some(each) = hearing(listener, Origin::Start, distance) {
            tell(bitmap.table, distance, each);
        }
    });
    let mut goals = bitmap.goals;
    if course.met.is_none() {
        // Where there is but one, the table may not know whether it has been found.
        goals.numbers.clear();
    }
    let mut map = Map { stopped: course.stopped, moves: course.met, ..Map::default() };
    match table.degrees(&mut || run.budget.look()) {
        ControlFlow::Continue(counts) => map.degrees = Degrees { counts },
        ControlFlow::Break(stopped) => map.stopped = map.stopped.or(Some(stopped)),
    }
    let unfinished = course.stopped.map(|_| course.levels.len() as u64);
    map.from_start = distances(compiled, table, course, *most);
    // A search that was stopped still tells how many goals it has met.
    let gathered = table.gather(&goals, unfinished, &mut || match map.stopped {
        Some(_) => ControlFlow::Continue(()),
        None => run.budget.look(),
    });
    match gathered {
        ControlFlow::Continue(goals) => map.goals = goals,
        ControlFlow::Break(stopped) => map.stopped = Some(stopped),
    }
    if map.goals > 0 && map.stopped.is_none() {
        table.begin_again();
        let mut bitmap = Bitmap::begun(table, compiled.puzzle, map.goals);
        let course = drive(&mut bitmap, Until::Exhausted, run, &mut |bitmap, distance| {
            if let Some(each) = hearing(listener, Origin::Goals, distance) {
                tell(bitmap.table, distance, each);
            }
        });
        map.stopped = course.stopped;
        if course.stopped.is_none() {
            let from_goals = distances(compiled, table, course, *most);
            map.hardest = Some(hardest(compiled, table, &from_goals, run));
            map.from_goals = Some(from_goals);
        }
    }
    map
}

/// Tells of the last level.
fn tell(table: &impl Charted, distance: u64, each: &mut dyn FnMut(&Configuration, u64)) {
    table.each_last(&mut |number| each(&table.configuration(number), distance));
}

/// The levels of a search, and the first of the farthest configurations by their codes if it has come
/// to an end.
fn distances<const W: usize>(
    compiled: &Compiled<W>,
    table: &impl Charted,
    course: Course,
    most: usize,
) -> Distances {
    let mut first = BinaryHeap::new();
    if course.stopped.is_none() {
        table.each_before(&mut |number| {
            first.push(compiled.encode(&table.configuration(number)));
            if first.len() > most {
                first.pop();
            }
        });
    }
    let farthest = first.into_sorted_vec().iter().map(|code| compiled.decode(code)).collect();
    Distances { levels: course.levels, farthest }
}

/// The way from the first of the farthest to a goal. It goes on to the neighbour with the smallest code,
/// as the table's does.
fn hardest<const W: usize>(
    compiled: &Compiled<W>,
    table: &mut impl Charted,
    from_goals: &Distances,
    run: &mut Run,
) -> Solution {
    let mut way = vec![from_goals.farthest[0].clone()];
    for distance in (0..from_goals.depth()).rev() {
        let last = table.number(&way[way.len() - 1]).expect("it was found");
        let mut first = None;
        table.each_neighbour(last, &mut |table, number| {
            if table.is_at(number, distance) {
                let code = compiled.encode(&table.configuration(number));
                first = first.into_iter().chain([code]).min();
            }
        });
        way.push(compiled.decode(&first.expect("it was reached by a move")));
        if distance > 0 {
            run.observer.retraced(distance, &way[way.len() - 1]);
        }
    }
    explained(compiled.puzzle, compiled.style, &way)
}
