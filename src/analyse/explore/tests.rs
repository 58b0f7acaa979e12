//! Interrupted and resumed maps on disk.

use std::collections::BTreeSet;
use std::ops::Range;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::by_disk::{GOALS, build_map};
use super::*;
use crate::engine::compiled::{Compiled, CompiledJob, with_compiled};
use crate::engine::disk::tests::damage;
use crate::engine::disk::{DiskError, Folder};
use crate::engine::query::Advice;
use crate::puzzle::{Configuration, Puzzle, Style};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// Larger spaces are skipped: there is a file for each handful of positions.
const MOST: u64 = 200;

/// The result with a new process for every third level.
struct InterruptedMap<'a>(&'a Query<'a>);

impl CompiledJob for InterruptedMap<'_> {
    type Output = Map;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let InterruptedMap(query) = self;
        let place = tempfile::tempdir().unwrap();
        for turn in 0.. {
            let budget = Budget { max_moves: Some(3 * turn), ..Budget::default() };
            let run = Run { budget: &budget, observer: &mut () };
            let mut builder = MapBuilder { query, run, most: usize::MAX, sink: &mut None };
            let folder = Folder::open(place.path(), None).unwrap();
            let map = build_map(compiled, &mut builder, &folder, turn > 0).unwrap();
            if map.stopped.is_none() {
                return map;
            }
        }
        unreachable!("every search ends")
    }
}

/// Computes a map, damages a file in its folder, and computes it again with a sink for the
/// goals.
struct DamagedMap<'a>(&'a Query<'a>, &'a mut Pcg64);

impl CompiledJob for DamagedMap<'_> {
    /// The map, the goals, and whether no damage was reported.
    type Output = (Result<Map, DiskError>, BTreeSet<Configuration>, bool);

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let DamagedMap(query, random) = self;
        let place = tempfile::tempdir().unwrap();
        let budget = Budget::default();
        let run = Run { budget: &budget, observer: &mut () };
        let mut builder = MapBuilder { query, run, most: usize::MAX, sink: &mut None };
        let folder = Folder::open(place.path(), None).unwrap();
        build_map(compiled, &mut builder, &folder, false).unwrap();
        drop(folder);
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
        let folder = Folder::open(place.path(), None).unwrap();
        let map = build_map(compiled, &mut builder, &folder, true);
        (map, goals, !heard.0)
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
    let mut taken = 0;
    each_table(0..12, |query, table, _, _, case| {
        are_same(with_compiled(query.puzzle, query.style, InterruptedMap(query)), table, case);
        taken += 1;
    });
    assert!(taken > 20, "{taken}");
}

/// No map is computed from a damaged file: it is correct, or the damage is reported.
#[test]
fn damaged_map_files_are_reported() {
    let (mut taken, mut reported) = (0, 0);
    each_table(30..42, |query, table, goals, random, case| {
        let job = DamagedMap(query, random);
        let (map, gathered, is_sound) = with_compiled(query.puzzle, query.style, job);
        taken += 1;
        match map {
            Ok(map) if is_sound => {
                are_same(map, table, case);
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
    assert!(taken > 10 && reported > taken / 2, "{taken}, {reported}");
}
