//! Interrupted and resumed maps on disk.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::by_disk::{ByBands, ByLists, GOALS, build_with_store};
use super::*;
use crate::engine::compiled::{Compiled, CompiledJob, with_compiled};
use crate::engine::disk::tests::damage;
use crate::engine::disk::{DiskError, Folder};
use crate::engine::index::{DivisionChoice, with_bands};
use crate::engine::query::Advice;
use crate::puzzle::{Configuration, Puzzle, Style};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// Larger spaces are skipped: there is a file for each handful of positions.
const MOST: u64 = 200;

/// Formats on disk.
#[derive(Clone, Copy, Debug)]
enum DiskFormat {
    Lists,
    /// Rows, with this number of orders per leaf.
    Bands(u64),
}

impl DiskFormat {
    /// Computes or continues a map in a folder; `None` if rows have no bands.
    fn build<const W: usize>(
        self,
        compiled: &Compiled<W>,
        builder: &mut MapBuilder,
        place: &Path,
        resumes: bool,
    ) -> Option<Map> {
        self.try_build(compiled, builder, place, resumes).map(Result::unwrap)
    }

    /// As `build`, but may fail.
    fn try_build<const W: usize>(
        self,
        compiled: &Compiled<W>,
        builder: &mut MapBuilder,
        place: &Path,
        resumes: bool,
    ) -> Option<Result<Map, DiskError>> {
        let (folder, budget) = (Folder::open(place, None).unwrap(), builder.run.budget);
        match self {
            DiskFormat::Lists => {
                let store = ByLists(compiled, budget);
                Some(build_with_store(&store, compiled, builder, &folder, resumes))
            }
            DiskFormat::Bands(least_leaf) => {
                let cut = DivisionChoice::LeastLeaf(least_leaf);
                let map = with_bands(builder.query, cut, budget, |bands| {
                    let store = ByBands(compiled, bands?, budget);
                    Some(build_with_store(&store, compiled, builder, &folder, resumes))
                });
                map.unwrap()
            }
        }
    }
}

/// The result with a new process for every third level.
struct InterruptedMap<'a>(&'a Query<'a>, DiskFormat);

impl CompiledJob for InterruptedMap<'_> {
    type Output = Option<Map>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let InterruptedMap(query, kept) = self;
        let place = tempfile::tempdir().unwrap();
        for turn in 0.. {
            let budget = Budget { max_moves: Some(3 * turn), ..Budget::default() };
            let run = Run { budget: &budget, observer: &mut () };
            let mut builder = MapBuilder { query, run, most: usize::MAX, sink: &mut None };
            let map = kept.build(compiled, &mut builder, place.path(), turn > 0)?;
            if map.stopped.is_none() {
                return Some(map);
            }
        }
        unreachable!("every search ends")
    }
}

/// Computes a map, damages a file in its folder, and computes it again with a sink for the
/// goals.
struct DamagedMap<'a>(&'a Query<'a>, DiskFormat, &'a mut Pcg64);

impl CompiledJob for DamagedMap<'_> {
    /// The map, the goals, and whether no damage was reported; `None` if rows have no bands or it
    /// could not begin.
    type Output = Option<(Result<Map, DiskError>, BTreeSet<Configuration>, bool)>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let DamagedMap(query, kept, random) = self;
        let place = tempfile::tempdir().unwrap();
        let budget = Budget::default();
        let run = Run { budget: &budget, observer: &mut () };
        let mut builder = MapBuilder { query, run, most: usize::MAX, sink: &mut None };
        kept.build(compiled, &mut builder, place.path(), false)?;
        let goals = place.path().join(GOALS);
        let is_in_goals = goals.exists() && random.next_u64() % 2 == 0;
        damage(if is_in_goals { &goals } else { place.path() }, random);
        let (mut heard, mut goals) = (DamageObserver::default(), BTreeSet::new());
        let mut each = |configuration: &Configuration, distance| {
            if distance == 0 {
                goals.insert(configuration.clone());
            }
        };
        let run = Run { budget: &budget, observer: &mut heard };
        let mut sink =
            Some(PositionSink { origin: MapOrigin::Goals, each: &mut each, reported: 0 });
        let mut builder = MapBuilder { query, run, most: usize::MAX, sink: &mut sink };
        let map = kept.try_build(compiled, &mut builder, place.path(), true)?;
        Some((map, goals, !heard.0))
    }
}

/// Records a report of a damaged file.
#[derive(Default)]
struct DamageObserver(bool);

impl Observer for DamageObserver {
    fn advised(&mut self, advice: &Advice) {
        match advice {
            Advice::Disk(why) if why.contains("is damaged") => self.0 = true,
            advice => panic!("{advice:?}"),
        }
    }
}

/// Runs `test` on small random puzzles in all styles, with their maps as the table computes them.
fn each_table(
    seeds: Range<u64>,
    mut test: impl FnMut(&Query, &Map, &BTreeSet<Configuration>, &mut Pcg64, &str),
) {
    for seed in seeds {
        let text = random::of_many_orders(seed);
        let puzzle: Puzzle = text.parse().unwrap();
        for style in Style::ALL {
            let mut query = Query::new(&puzzle, style);
            (query.engine, query.uses_symmetry) = (Engine::Table, false);
            let (budget, mut goals) = (Budget::default(), BTreeSet::new());
            let mut each = |configuration: &Configuration, distance| {
                if distance == 0 {
                    goals.insert(configuration.clone());
                }
            };
            let most = usize::MAX;
            let table = explore_each(&query, &budget, most, &mut (), MapOrigin::Goals, &mut each);
            let table = table.unwrap();
            if table.states() <= MOST {
                let mut random = Pcg64::new(seed.into(), style.number().into());
                let case = format!("seed {seed}, style {style}\n{text}");
                test(&query, &table, &goals, &mut random, &case);
            }
        }
    }
}

/// Compares a map with the table's.
fn are_same(found: Map, table: &Map, case: &str) {
    let found = Map { elapsed: table.elapsed, ..found };
    assert_eq!(format!("{found:?}"), format!("{table:?}"), "{case}");
}

#[test]
fn interrupted_disk_maps_equal_table_maps() {
    for kept in [
        DiskFormat::Lists,
        DiskFormat::Bands(1),
        DiskFormat::Bands(2),
        DiskFormat::Bands(5),
        DiskFormat::Bands(100),
    ] {
        let mut taken = 0;
        each_table(0..12, |query, table, _, _, case| {
            let found = with_compiled(query.puzzle, query.style, InterruptedMap(query, kept));
            if let Some(found) = found {
                are_same(found, table, &format!("{kept:?}, {case}"));
                taken += 1;
            }
        });
        assert!(taken > 20, "{kept:?}: {taken}");
    }
}

/// No map is computed from a damaged file: it is correct, or the damage is reported.
#[test]
fn damaged_map_files_are_reported() {
    for kept in
        [DiskFormat::Lists, DiskFormat::Bands(1), DiskFormat::Bands(5), DiskFormat::Bands(100)]
    {
        let (mut taken, mut reported) = (0, 0);
        each_table(30..42, |query, table, goals, random, case| {
            let case = format!("{kept:?}, {case}");
            let job = DamagedMap(query, kept, random);
            let Some((map, gathered, is_sound)) = with_compiled(query.puzzle, query.style, job)
            else {
                return;
            };
            taken += 1;
            match map {
                Ok(map) if is_sound => {
                    are_same(map, table, &case);
                    assert_eq!(gathered, *goals, "{case}");
                }
                Ok(map) => {
                    assert_eq!(map.stopped, Some(Stopped::Disk), "{case}");
                    reported += 1;
                }
                Err(DiskError::Damaged { .. }) => reported += 1,
                Err(trouble) => panic!("{trouble}: {case}"),
            }
        });
        assert!(taken > 10 && reported > taken / 2, "{kept:?}: {taken}, {reported}");
    }
}
