//! Maps with all levels in files.

use super::{Degrees, Map, MapBuilder, MapOrigin, add_from_goals, distances, report_level};
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::drive::drive;
use crate::engine::folder::{CHOSEN, DiskError, Folder, Keep, exists};
use crate::engine::query::{Budget, Disk, Engine, Query, Refusal, Until};
use crate::engine::table::TableSearch;
use crate::puzzle::Configuration;

/// Subfolder of a map's folder with the search from the goals.
pub(super) const GOALS: &str = "sliding-goals";

/// Searches from the start, then from all goals. All levels are kept.
///
/// # Errors
///
/// Returns an error if the folder cannot be used, or is not that of this map.
pub(super) fn build(builder: &mut MapBuilder, disk: &Disk) -> Result<Map, Refusal> {
    let folder = Folder::open(&disk.folder, disk.limit)?;
    builder.run.observer.engine_chosen(Engine::Sparse, CHOSEN);
    let Query { puzzle, style, .. } = *builder.query;
    let map = dispatch!(all (puzzle, style, &[]), compiled => {
        build_map(compiled, builder, &folder, disk.resumes)
    });
    Ok(map?)
}

/// Searches in a folder, from the start and from all goals.
fn build_map<const W: usize>(
    compiled: &Compiled<W>,
    builder: &mut MapBuilder,
    folder: &Folder,
    resumes: bool,
) -> Result<Map, DiskError> {
    let budget = builder.run.budget;
    let mut levels = TableSearch::open(compiled, budget, folder, Keep::All, resumes)?;
    let MapBuilder { run, sink, most, .. } = builder;
    let outcome = drive(&mut levels, Until::Exhausted, run, &mut |levels, distance| {
        report_level(levels, sink, MapOrigin::Start, distance)
    });
    let mut map = Map {
        stopped: outcome.stopped,
        moves: outcome.met,
        goals: levels.totals().goals,
        degrees: Some(Degrees { counts: levels.totals().degrees.clone() }),
        ..Map::default()
    };
    map.from_start = distances(&mut levels, outcome, *most, &mut map.stopped);
    let ended = match map.goals > 0 && map.stopped.is_none() {
        true => add_distances_from_goals(&levels, folder, builder, &mut map),
        false => Ok(()),
    };
    levels.finish(&mut builder.run);
    ended.map(|()| map)
}

/// Searches from all goals found from the start.
fn add_distances_from_goals<const W: usize>(
    found: &TableSearch<W>,
    folder: &Folder,
    builder: &mut MapBuilder,
    map: &mut Map,
) -> Result<(), DiskError> {
    let own = Folder::open(&folder.path().join(GOALS), folder.left())?;
    let budget = builder.run.budget;
    let mut goals = match TableSearch::open_at_goals(found, budget, &own, exists(&own)) {
        Err(DiskError::Stopped(stopped)) => {
            map.stopped = Some(stopped);
            return Ok(());
        }
        opened => opened?,
    };
    add_from_goals(&mut goals, builder, map);
    goals.finish(&mut builder.run);
    Ok(())
}

/// The distances of a position from the start and from the nearest goal, as far as a map on disk
/// has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredDistances {
    /// Moves from the start; `None` if it has not been found.
    pub from_start: Option<u64>,
    /// Moves to the nearest goal; `None` if it has not been found from there.
    pub to_goal: Option<u64>,
}

/// Looks up the distances of some positions in the folder of a map that [`explore`](super::explore)
/// has completed or begun on disk.
///
/// Of the query, the puzzle, the style and [`Query::disk`] matter. For each position, a block of
/// each level is read, until it is found.
///
/// # Errors
///
/// Returns an error if there is no folder, or if it has no map of this puzzle in this style, or if
/// it cannot be read.
///
/// ```
/// use sliding::analyse::{StoredDistances, explore, stored_distances};
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Disk, Query};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse().unwrap();
/// let folder = tempfile::tempdir().unwrap();
/// let mut query = Query::new(&puzzle, Style::STEP);
/// query.disk = Some(Disk::new(folder.path().join("map")));
/// let budget = Budget::default();
/// let map = explore(&query, &budget, 1, &mut ()).unwrap();
/// let farthest = &map.from_start.farthest;
/// let stored = stored_distances(&query, &budget, farthest).unwrap();
/// assert_eq!(stored, [StoredDistances { from_start: Some(3), to_goal: Some(0) }]);
/// ```
pub fn stored_distances(
    query: &Query,
    budget: &Budget,
    configurations: &[Configuration],
) -> Result<Vec<StoredDistances>, Refusal> {
    check_puzzle(query.puzzle)?;
    let disk = query.disk.as_ref();
    let disk = disk.ok_or(Refusal::Unsuited("distances are stored in the folder of a map"))?;
    let folder = Folder::open(&disk.folder, disk.limit)?;
    let found = dispatch!(all (query.puzzle, query.style, &[]), compiled => {
        look_up(compiled, &folder, configurations, budget)
    });
    Ok(found?)
}

fn look_up<const W: usize>(
    compiled: &Compiled<W>,
    folder: &Folder,
    configurations: &[Configuration],
    budget: &Budget,
) -> Result<Vec<StoredDistances>, DiskError> {
    let codes: Vec<_> = configurations.iter().map(|position| compiled.encode(position)).collect();
    let levels = TableSearch::open(compiled, budget, folder, Keep::All, true)?;
    let mut stored = Vec::new();
    for code in &codes {
        stored.push(StoredDistances { from_start: levels.distance_of(code)?, to_goal: None });
    }
    let own = Folder::open(&folder.path().join(GOALS), folder.left())?;
    if exists(&own) {
        let goals = TableSearch::open_at_goals(&levels, budget, &own, true)?;
        for (stored, code) in stored.iter_mut().zip(&codes) {
            stored.to_goal = goals.distance_of(code)?;
        }
    }
    Ok(stored)
}
