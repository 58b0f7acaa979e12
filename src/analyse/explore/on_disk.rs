//! Maps with all levels in files.

use super::{Degrees, Map, MapBuilder};
use crate::engine::compiled::{Compiled, check_puzzle, dispatch};
use crate::engine::folder::{CHOSEN, DiskError, Folder, Keep, exists};
use crate::engine::query::{Budget, Disk, Engine, Query, Refusal};
use crate::engine::table::TableSearch;
use crate::puzzle::Configuration;

/// Subfolder of a map's folder with the search from the goals.
const GOALS: &str = "sliding-goals";

impl MapBuilder<'_, '_> {
    /// Searches from the start, then from all goals. All levels are kept.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be used, or is not that of this map.
    pub(super) fn on_disk(&mut self, disk: &Disk) -> Result<Map, Refusal> {
        let folder = Folder::open(&disk.folder, disk.limit)?;
        self.run.observer.engine_chosen(Engine::Sparse, CHOSEN);
        let Query { puzzle, style, .. } = *self.query;
        let map = dispatch!(all (puzzle, style, &[]), compiled => {
            self.in_folder(compiled, &folder, disk.resumes)
        });
        Ok(map?)
    }

    fn in_folder<const W: usize>(
        &mut self,
        compiled: &Compiled<W>,
        folder: &Folder,
        resumes: bool,
    ) -> Result<Map, DiskError> {
        let budget = self.run.budget;
        let mut found = TableSearch::open(compiled, budget, folder, Keep::All, resumes)?;
        let mut map = self.search_from_start(&mut found, &mut |_, _| Ok(()));
        map.goals = found.totals().goals;
        map.degrees = Some(Degrees { counts: found.totals().degrees.clone() });
        let ended = match map.goals > 0 && map.stopped.is_none() {
            true => self.add_from_goals_in_folder(&found, folder, &mut map),
            false => Ok(()),
        };
        found.finish(&mut self.run);
        ended.map(|()| map)
    }

    /// Searches from all goals found from the start.
    fn add_from_goals_in_folder<const W: usize>(
        &mut self,
        found: &TableSearch<W>,
        folder: &Folder,
        map: &mut Map,
    ) -> Result<(), DiskError> {
        let own = goals_folder(folder)?;
        match TableSearch::open_at_goals(found, self.run.budget, &own, exists(&own)) {
            Ok(mut goals) => {
                self.add_from_goals(&mut goals, map);
                goals.finish(&mut self.run);
            }
            Err(DiskError::Stopped(stopped)) => map.stopped = Some(stopped),
            Err(error) => return Err(error),
        }
        Ok(())
    }
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
    let mut stored = Vec::new();
    dispatch!(all (query.puzzle, query.style, &[]), compiled => {
        let levels = TableSearch::open(compiled, budget, &folder, Keep::All, true)?;
        let own = goals_folder(&folder)?;
        let goals = exists(&own).then(|| TableSearch::open_at_goals(&levels, budget, &own, true));
        let goals = goals.transpose()?;
        for position in configurations {
            let code = compiled.encode(position);
            let from_start = levels.distance_of(&code)?;
            let to_goal = goals.as_ref().map(|goals| goals.distance_of(&code)).transpose()?;
            stored.push(StoredDistances { from_start, to_goal: to_goal.flatten() });
        }
    });
    Ok(stored)
}

/// Opens the folder of the search from the goals.
fn goals_folder(folder: &Folder) -> Result<Folder, DiskError> {
    Folder::open(&folder.path().join(GOALS), folder.left())
}
