//! Maps with all levels in files: lists of codes, or rows in bands.

use std::ops::ControlFlow;

use super::{Degrees, Levels, Map, MapBuilder, MapOrigin, distances, from_goals, report_level};
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, CompiledJob, check_puzzle, with_compiled};
use crate::engine::disk::manifest::Identity;
use crate::engine::disk::{
    CHOSEN, Checkpointed, DiskError, Folder, ListSearch, Purpose, StoredLevels, exists, purpose_of,
};
use crate::engine::index::{Bands, DivisionChoice, LEAST_LEAF, MapByBands, cut_of, with_bands};
use crate::engine::layers::{Run, SearchOutcome, drive, retrace};
use crate::engine::query::{Budget, Disk, Engine, Query, Refusal, Stopped, Until};
use crate::engine::whole;
use crate::puzzle::Configuration;

/// Subfolder of a map's folder with the search from the goals.
pub(super) const GOALS: &str = "sliding-goals";

/// How levels are kept in files.
pub(super) trait LevelStore<const W: usize> {
    type Levels<'f>: StoredLevels<W>
    where
        Self: 'f;

    /// Opens the search from the start in a folder, if it is to be resumed; else one without any
    /// level.
    fn open<'f>(&'f self, folder: &'f Folder, resumes: bool)
    -> Result<Self::Levels<'f>, DiskError>;

    /// Opens the search that begins at all goals found from the start.
    fn open_at_goals<'f>(
        &'f self,
        folder: &'f Folder,
        resumes: bool,
        found: &'f mut Self::Levels<'_>,
    ) -> Result<Self::Levels<'f>, DiskError>;
}

/// As lists of codes.
pub(super) struct ByLists<'a, const W: usize>(pub &'a Compiled<'a, W>, pub &'a Budget);

impl<const W: usize> LevelStore<W> for ByLists<'_, W> {
    type Levels<'f>
        = ListSearch<'f, W>
    where
        Self: 'f;

    fn open<'f>(
        &'f self,
        folder: &'f Folder,
        resumes: bool,
    ) -> Result<ListSearch<'f, W>, DiskError> {
        ListSearch::open(self.0, folder, Purpose::Map, resumes, self.1)
    }

    fn open_at_goals<'f>(
        &'f self,
        folder: &'f Folder,
        resumes: bool,
        found: &'f mut ListSearch<'_, W>,
    ) -> Result<ListSearch<'f, W>, DiskError> {
        let mut goals = |take: &mut dyn FnMut(Code<W>) -> Result<(), DiskError>| {
            (0..found.counts().len() as u64).try_for_each(|distance| {
                let recorded = found.each_at(distance, &mut |code| {
                    if self.0.meets_a_goal(&code) { take(code) } else { Ok(()) }
                });
                recorded.break_value().map_or(Ok(()), |why| Err(DiskError::Stopped(why)))
            })
        };
        let mut lists = ListSearch::open(self.0, folder, Purpose::MapFromGoals, resumes, self.1)?;
        lists.begin_at_goals(&mut goals)?;
        Ok(lists)
    }
}

/// As rows in bands.
pub(super) struct ByBands<'a, const W: usize>(
    pub &'a Compiled<'a, W>,
    pub &'a Bands<'a>,
    pub &'a Budget,
);

impl<const W: usize> LevelStore<W> for ByBands<'_, W> {
    type Levels<'f>
        = MapByBands<'f, W>
    where
        Self: 'f;

    fn open<'f>(
        &'f self,
        folder: &'f Folder,
        resumes: bool,
    ) -> Result<MapByBands<'f, W>, DiskError> {
        MapByBands::open(self.0, self.1, (folder, Purpose::MapByBands, resumes), self.2)
    }

    fn open_at_goals<'f>(
        &'f self,
        folder: &'f Folder,
        resumes: bool,
        found: &'f mut MapByBands<'_, W>,
    ) -> Result<MapByBands<'f, W>, DiskError> {
        MapByBands::open_at_goals(self.0, self.1, (folder, resumes), found, self.2)
    }
}

/// Searches from the start, then from all goals. All levels are kept.
///
/// # Errors
///
/// Returns an error if the folder cannot be used, or is not that of this map, or if the requested
/// engine cannot keep the map.
pub(super) fn build(builder: &mut MapBuilder, disk: &Disk) -> Result<Map, Refusal> {
    with_compiled(builder.query.puzzle, builder.query.style, MapJob(builder, disk))
}

struct MapJob<'d, 'a, 'b>(&'d mut MapBuilder<'a, 'b>, &'d Disk);

impl CompiledJob for MapJob<'_, '_, '_> {
    type Output = Result<Map, Refusal>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        build_in_folder(compiled, self.0, self.1)
    }
}

fn build_in_folder<const W: usize>(
    compiled: &Compiled<W>,
    builder: &mut MapBuilder,
    disk: &Disk,
) -> Result<Map, Refusal> {
    let folder = Folder::open(&disk.folder, disk.limit)?;
    let (query, budget) = (builder.query, builder.run.budget);
    let there = disk.resumes.then(|| purpose_of(folder.path())).flatten();
    let (engine, why) = match (there, query.engine) {
        (Some(Purpose::MapByBands), _) => (Engine::Index, "there is its map in the folder".into()),
        (Some(_), _) => (Engine::Disk, "there is its map in the folder".into()),
        (None, Engine::Auto) => whole::choose_engine(query.puzzle),
        (None, engine) => (engine, "as requested".to_owned()),
    };
    if engine == Engine::Index {
        let recorded = match there {
            Some(purpose) => Some(cut_of(&folder, &identity(query, purpose))?),
            None => None,
        };
        let cut = recorded
            .as_deref()
            .map_or(DivisionChoice::LeastLeaf(LEAST_LEAF), DivisionChoice::Stored);
        let map = with_bands(query, cut, budget, |bands| {
            bands.map(|bands| {
                builder.run.observer.engine_chosen(Engine::Index, &why);
                build_with_store(
                    &ByBands(compiled, bands, budget),
                    compiled,
                    builder,
                    &folder,
                    disk.resumes,
                )
            })
        });
        match map {
            Ok(Some(map)) => return Ok(map?),
            Err(stopped) => return Ok(super::only_start(query.puzzle.start(), builder, stopped)),
            Ok(None) if query.engine == Engine::Index || recorded.is_some() => {
                return Err(Refusal::Unsuited("there are no bands of rows that fit the memory"));
            }
            Ok(None) => {}
        }
    }
    builder.run.observer.engine_chosen(Engine::Disk, CHOSEN);
    Ok(build_with_store(&ByLists(compiled, budget), compiled, builder, &folder, disk.resumes)?)
}

fn identity(query: &Query, purpose: Purpose) -> Identity {
    Identity::new(query.puzzle, query.style, purpose)
}

pub(super) fn build_with_store<const W: usize, K: LevelStore<W>>(
    store: &K,
    compiled: &Compiled<W>,
    builder: &mut MapBuilder,
    folder: &Folder,
    resumes: bool,
) -> Result<Map, DiskError> {
    let mut levels = store.open(folder, resumes)?;
    levels.begin_at_start()?;
    let outcome = drive_and_report(compiled, &mut levels, builder, MapOrigin::Start);
    let mut map = Map {
        stopped: outcome.stopped,
        moves: outcome.met,
        goals: levels.goals(),
        degrees: Some(Degrees { counts: levels.degrees() }),
        ..Map::default()
    };
    let found = &mut StoredMap { compiled, levels: &mut levels };
    map.from_start = distances(found, outcome, builder.most, &mut map.stopped);
    let ended = match map.goals > 0 && map.stopped.is_none() {
        true => add_distances_from_goals(store, compiled, &mut levels, folder, builder, &mut map),
        false => Ok(()),
    };
    levels.finish(&mut builder.run);
    ended.map(|()| map)
}

/// Searches from all goals found from the start.
fn add_distances_from_goals<const W: usize, K: LevelStore<W>>(
    store: &K,
    compiled: &Compiled<W>,
    found: &mut K::Levels<'_>,
    folder: &Folder,
    builder: &mut MapBuilder,
    map: &mut Map,
) -> Result<(), DiskError> {
    let own = Folder::open(&folder.path().join(GOALS), folder.left())?;
    let mut goals = match store.open_at_goals(&own, exists(&own), found) {
        Err(DiskError::Stopped(stopped)) => {
            map.stopped = Some(stopped);
            return Ok(());
        }
        opened => opened?,
    };
    let outcome = drive_and_report(compiled, &mut goals, builder, MapOrigin::Goals);
    from_goals(&mut StoredMap { compiled, levels: &mut goals }, outcome, builder, map);
    goals.finish(&mut builder.run);
    Ok(())
}

/// Computes level after level, and reports each to the sink, if there is one.
fn drive_and_report<const W: usize>(
    compiled: &Compiled<W>,
    levels: &mut impl StoredLevels<W>,
    builder: &mut MapBuilder,
    origin: MapOrigin,
) -> SearchOutcome {
    let MapBuilder { run, sink, .. } = builder;
    drive(levels, Until::Exhausted, run, &mut |levels, distance| {
        report_level(&mut StoredMap { compiled, levels }, sink, origin, distance)
    })
}

/// Levels that are all in files.
struct StoredMap<'a, 'c, const W: usize, L> {
    compiled: &'a Compiled<'c, W>,
    levels: &'a mut L,
}

impl<const W: usize, L: StoredLevels<W>> Levels for StoredMap<'_, '_, W, L> {
    fn each_of_last(
        &mut self,
        distance: u64,
        each: &mut dyn FnMut(&Configuration),
    ) -> ControlFlow<Stopped> {
        self.levels.each_at(distance, &mut |code| {
            each(&self.compiled.decode(&code));
            Ok(())
        })
    }

    fn farthest(&mut self, distance: u64, most: usize) -> ControlFlow<Stopped, Vec<Configuration>> {
        let first = self.levels.first_at(distance, most)?;
        ControlFlow::Continue(first.iter().map(|code| self.compiled.decode(code)).collect())
    }

    fn path_from(
        &mut self,
        first: &Configuration,
        distance: u64,
        run: &mut Run,
    ) -> ControlFlow<Stopped, Vec<Configuration>> {
        let path = retrace(self.levels, distance, self.compiled.encode(first), run)?;
        ControlFlow::Continue(path.iter().rev().map(|code| self.compiled.decode(code)).collect())
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
    struct LookupJob<'a>(&'a Query<'a>, &'a Disk, &'a Budget, &'a [Configuration]);
    impl CompiledJob for LookupJob<'_> {
        type Output = Result<Vec<StoredDistances>, Refusal>;

        fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
            let LookupJob(query, disk, budget, configurations) = self;
            let codes = configurations.iter().map(|configuration| compiled.encode(configuration));
            let codes: Vec<_> = codes.collect();
            let folder = Folder::open(&disk.folder, disk.limit)?;
            if purpose_of(folder.path()) != Some(Purpose::MapByBands) {
                return Ok(look_up(&ByLists(compiled, budget), &folder, &codes)?);
            }
            let recorded = cut_of(&folder, &identity(query, Purpose::MapByBands))?;
            let stored = with_bands(query, DivisionChoice::Stored(&recorded), budget, |bands| {
                let bands = bands.ok_or(Refusal::Unsuited("its rows do not fit the memory"))?;
                Ok(look_up(&ByBands(compiled, bands, budget), &folder, &codes)?)
            });
            stored.unwrap_or(Err(Refusal::Unsuited("its rows were not made in time")))
        }
    }
    check_puzzle(query.puzzle)?;
    let disk = query.disk.as_ref();
    let disk = disk.ok_or(Refusal::Unsuited("distances are stored in the folder of a map"))?;
    with_compiled(query.puzzle, query.style, LookupJob(query, disk, budget, configurations))
}

fn look_up<const W: usize>(
    store: &impl LevelStore<W>,
    folder: &Folder,
    codes: &[Code<W>],
) -> Result<Vec<StoredDistances>, DiskError> {
    let mut levels = store.open(folder, true)?;
    let far = codes.iter().map(|code| levels.distance_of(code)).collect::<Result<Vec<_>, _>>()?;
    let stored = far.into_iter().map(|from_start| StoredDistances { from_start, to_goal: None });
    let mut stored: Vec<_> = stored.collect();
    let own = Folder::open(&folder.path().join(GOALS), folder.left())?;
    if exists(&own) {
        let mut goals = store.open_at_goals(&own, true, &mut levels)?;
        for (stored, code) in stored.iter_mut().zip(codes) {
            stored.to_goal = goals.distance_of(code)?;
        }
    }
    Ok(stored)
}
