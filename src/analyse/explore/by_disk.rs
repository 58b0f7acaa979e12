//! Maps through lists in files.

use std::ops::ControlFlow;

use super::{Degrees, Distances, Draw, Map, Origin, hearing};
use crate::moves::explained;
use crate::puzzle::{Configuration, Solution};
use crate::query::{Budget, Disk, Query, Refusal, Stopped, Until};
use crate::search::compiled::{Compiled, Job, takes, with_compiled};
use crate::search::disk::{Folder, Lists, Place, Purpose, Trouble, is_there};
use crate::search::layers::{Course, drive, retrace};

/// Where in the folder of a map the search from the goals has its own.
const GOALS: &str = "sliding-goals";

/// Searches from the start, and then from all goals. All levels are kept.
///
/// # Errors
///
/// Where the folder cannot be used, or is not that of this map.
pub(super) fn draw<const W: usize>(
    compiled: &Compiled<W>,
    draw: &mut Draw,
    disk: &Disk,
) -> Result<Map, Trouble> {
    let place = Place::of(disk)?;
    let folder = Folder::open(place.path(), disk.limit)?;
    let Draw { run, most, .. } = draw;
    let (budget, most) = (run.budget, *most);
    let mut lists = Lists::open(compiled, &folder, Purpose::Map, disk.resumes, budget)?;
    lists.begin_at_start()?;
    let course = drive_and_tell(compiled, &mut lists, draw, Origin::Start);
    let mut map = Map {
        stopped: course.stopped,
        moves: course.met,
        goals: lists.goals(),
        degrees: Degrees { counts: lists.degrees().to_vec() },
        ..Map::default()
    };
    map.from_start = distances(compiled, &mut lists, course, most, &mut map.stopped);
    let ended = match map.goals > 0 && map.stopped.is_none() {
        true => from_goals(compiled, &mut lists, &folder, draw, &mut map),
        false => Ok(()),
    };
    lists.end(&mut draw.run);
    ended.map(|()| map)
}

/// Searches from all goals that were found from the start.
fn from_goals<const W: usize>(
    compiled: &Compiled<W>,
    lists: &mut Lists<W>,
    folder: &Folder,
    draw: &mut Draw,
    map: &mut Map,
) -> Result<(), Trouble> {
    let own = Folder::open(&folder.path().join(GOALS), folder.left())?;
    let (budget, most) = (draw.run.budget, draw.most);
    let mut goals = Lists::open(compiled, &own, Purpose::MapFromGoals, is_there(&own), budget)?;
    let begun = goals.begin_at(&mut |take| {
        let mut taken = Ok(());
        for distance in 0..map.from_start.levels.len() as u64 {
            let told = lists.each_at(distance, &mut |code| {
                if compiled.meets_a_goal(&code) { take(code) } else { Ok(()) }
            });
            taken = taken.and(told.break_value().map_or(Ok(()), |why| Err(Trouble::Stopped(why))));
        }
        taken
    });
    if let Err(Trouble::Stopped(stopped)) = begun {
        map.stopped = Some(stopped);
        return Ok(());
    }
    begun?;
    let course = drive_and_tell(compiled, &mut goals, draw, Origin::Goals);
    map.stopped = course.stopped;
    if course.stopped.is_none() {
        let from_goals = distances(compiled, &mut goals, course, most, &mut map.stopped);
        match hardest(compiled, &mut goals, &from_goals, draw) {
            ControlFlow::Continue(way) => map.hardest = way,
            ControlFlow::Break(stopped) => map.stopped = Some(stopped),
        }
        map.from_goals = Some(from_goals);
    }
    goals.end(&mut draw.run);
    Ok(())
}

/// Makes level after level, and tells of each to whoever wants to hear.
fn drive_and_tell<const W: usize>(
    compiled: &Compiled<W>,
    lists: &mut Lists<W>,
    draw: &mut Draw,
    origin: Origin,
) -> Course {
    let Draw { run, listener, .. } = draw;
    drive(lists, Until::Exhausted, run, &mut |lists, distance| {
        if let Some(each) = hearing(listener, origin, distance) {
            // What keeps it from telling keeps the search from going on.
            let _ = lists.each_at(distance, &mut |code| {
                each(&compiled.decode(&code), distance);
                Ok(())
            });
        }
    })
}

/// The levels of a search, and the first of the farthest configurations if it has come to an end.
fn distances<const W: usize>(
    compiled: &Compiled<W>,
    lists: &mut Lists<W>,
    course: Course,
    most: usize,
    stopped: &mut Option<Stopped>,
) -> Distances {
    let mut farthest = Vec::new();
    if course.stopped.is_none() {
        match lists.first_at(course.levels.len() as u64 - 1, most) {
            ControlFlow::Continue(first) => farthest = first,
            ControlFlow::Break(why) => *stopped = Some(why),
        }
    }
    let farthest = farthest.iter().map(|code| compiled.decode(code)).collect();
    Distances { levels: course.levels, farthest }
}

/// The way from the first of the farthest to a goal.
fn hardest<const W: usize>(
    compiled: &Compiled<W>,
    goals: &mut Lists<W>,
    from_goals: &Distances,
    draw: &mut Draw,
) -> ControlFlow<Stopped, Option<Solution>> {
    let Some(first) = from_goals.farthest.first() else { return ControlFlow::Continue(None) };
    let way = retrace(goals, from_goals.depth(), compiled.encode(first), &mut draw.run)?;
    let way: Vec<_> = way.iter().rev().map(|code| compiled.decode(code)).collect();
    ControlFlow::Continue(Some(explained(compiled.puzzle, compiled.style, &way)))
}

/// How far a configuration is from the start and from the nearest goal, as far as a map on disk tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Moves from the start; `None` if it has not been found.
    pub from_start: Option<u64>,
    /// Moves to the nearest goal; `None` if it has not been found from there.
    pub to_goal: Option<u64>,
}

/// Looks up how far some configurations are in the folder of a map that [`explore`](super::explore) has drawn on disk, or
/// has begun to.
///
/// Of the query, the puzzle, the style and [`Query::disk`] matter. For each configuration, a block of each level is
/// read, until it is found.
///
/// # Errors
///
/// Where there is no folder, or it has no map of this puzzle in this style, or cannot be read.
///
/// ```
/// use sliding::analyse::{Stored, explore, stored_distances};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Disk, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let folder = tempfile::tempdir().unwrap();
/// let mut query = Query::new(&puzzle, Style::STEP);
/// query.disk = Some(Disk { folder: Some(folder.path().join("map")), ..Disk::default() });
/// let budget = Budget::default();
/// let map = explore(&query, &budget, 1, &mut ()).unwrap();
/// let farthest = &map.from_start.farthest;
/// let stored = stored_distances(&query, &budget, farthest).unwrap();
/// assert_eq!(stored, [Stored { from_start: Some(3), to_goal: Some(0) }]);
/// ```
pub fn stored_distances(
    query: &Query,
    budget: &Budget,
    configurations: &[Configuration],
) -> Result<Vec<Stored>, Refusal> {
    struct LookUp<'a>(&'a Disk, &'a Budget, &'a [Configuration]);
    impl Job for LookUp<'_> {
        type Output = Result<Vec<Stored>, Trouble>;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            let LookUp(disk, budget, configurations) = self;
            let folder = Folder::open(Place::of(disk)?.path(), disk.limit)?;
            let mut lists = Lists::open(compiled, &folder, Purpose::Map, true, budget)?;
            let own = Folder::open(&folder.path().join(GOALS), folder.left())?;
            let mut goals = match is_there(&own) {
                true => Some(Lists::open(compiled, &own, Purpose::MapFromGoals, true, budget)?),
                false => None,
            };
            let look_up = |configuration| {
                let code = compiled.encode(configuration);
                let from_start = lists.distance_of(&code)?;
                let to_goal = goals.as_mut().map(|goals| goals.distance_of(&code)).transpose()?;
                Ok(Stored { from_start, to_goal: to_goal.flatten() })
            };
            configurations.iter().map(look_up).collect()
        }
    }
    takes(query.puzzle)?;
    let disk = query.disk.as_ref().filter(|disk| disk.folder.is_some());
    let disk = disk.ok_or(Refusal::Unsuited("distances are stored in the folder of a map"))?;
    let job = LookUp(disk, budget, configurations);
    with_compiled(query.puzzle, query.style, job).map_err(Refusal::from)
}
