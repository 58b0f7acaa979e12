//! Interrupted and resumed maps on disk.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::by_disk::{ByBands, ByLists, GOALS, chart};
use super::*;
use crate::engine::compiled::{Compiled, CompiledJob, with_compiled};
use crate::engine::disk::tests::damage;
use crate::engine::disk::{DiskError, Folder};
use crate::engine::index::{DivisionChoice, with_bands};
use crate::puzzle::{Configuration, Puzzle, Style};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// Larger spaces are skipped: there is a file for each handful of positions.
const MOST: u64 = 200;

/// Formats on disk.
#[derive(Clone, Copy, Debug)]
enum Kept {
    Lists,
    /// Rows, with this number of orders per leaf.
    Bands(u64),
}

impl Kept {
    /// Computes or continues a map in a folder; `None` if rows have no bands.
    fn draw<const W: usize>(
        self,
        compiled: &Compiled<W>,
        draw: &mut Draw,
        place: &Path,
        resumes: bool,
    ) -> Option<Map> {
        self.try_draw(compiled, draw, place, resumes).map(Result::unwrap)
    }

    /// As `draw`, but may fail.
    fn try_draw<const W: usize>(
        self,
        compiled: &Compiled<W>,
        draw: &mut Draw,
        place: &Path,
        resumes: bool,
    ) -> Option<Result<Map, DiskError>> {
        let (folder, budget) = (Folder::open(place, None).unwrap(), draw.run.budget);
        match self {
            Kept::Lists => {
                let keeping = ByLists(compiled, budget);
                Some(chart(&keeping, compiled, draw, &folder, resumes))
            }
            Kept::Bands(least_leaf) => {
                let cut = DivisionChoice::LeastLeaf(least_leaf);
                let map = with_bands(draw.query, cut, budget, |bands| {
                    let keeping = ByBands(compiled, bands?, budget);
                    Some(chart(&keeping, compiled, draw, &folder, resumes))
                });
                map.unwrap()
            }
        }
    }
}

/// The result with a new process for every third level.
struct CutOff<'a>(&'a Query<'a>, Kept);

impl CompiledJob for CutOff<'_> {
    type Output = Option<Map>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let CutOff(query, kept) = self;
        let place = tempfile::tempdir().unwrap();
        for turn in 0.. {
            let budget = Budget { max_moves: Some(3 * turn), ..Budget::default() };
            let run = Run { budget: &budget, observer: &mut () };
            let mut draw = Draw { query, run, most: usize::MAX, listener: &mut None };
            let map = kept.draw(compiled, &mut draw, place.path(), turn > 0)?;
            if map.stopped.is_none() {
                return Some(map);
            }
        }
        unreachable!("every search ends")
    }
}

/// Computes a map, damages a file in its folder, and computes it again with a listener for the
/// goals.
struct Damaged<'a>(&'a Query<'a>, Kept, &'a mut Pcg64);

impl CompiledJob for Damaged<'_> {
    /// The map, the goals, and whether no damage was reported; `None` if rows have no bands or it
    /// could not begin.
    type Output = Option<(Result<Map, DiskError>, BTreeSet<Configuration>, bool)>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let Damaged(query, kept, random) = self;
        let place = tempfile::tempdir().unwrap();
        let budget = Budget::default();
        let run = Run { budget: &budget, observer: &mut () };
        let mut draw = Draw { query, run, most: usize::MAX, listener: &mut None };
        kept.draw(compiled, &mut draw, place.path(), false)?;
        let goals = place.path().join(GOALS);
        let is_in_goals = goals.exists() && random.next_u64() % 2 == 0;
        damage(if is_in_goals { &goals } else { place.path() }, random);
        let (mut heard, mut goals) = (Heard::default(), BTreeSet::new());
        let mut each = |configuration: &Configuration, distance| {
            if distance == 0 {
                goals.insert(configuration.clone());
            }
        };
        let run = Run { budget: &budget, observer: &mut heard };
        let mut listener = Some(Listener { origin: Origin::Goals, each: &mut each, heard: 0 });
        let mut draw = Draw { query, run, most: usize::MAX, listener: &mut listener };
        let map = kept.try_draw(compiled, &mut draw, place.path(), true)?;
        Some((map, goals, !heard.0))
    }
}

/// Records a report of a damaged file.
#[derive(Default)]
struct Heard(bool);

impl Observer for Heard {
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
            let table = explore_each(&query, &budget, most, &mut (), Origin::Goals, &mut each);
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
fn maps_on_disk_that_are_cut_off_are_those_of_the_table() {
    for kept in [Kept::Lists, Kept::Bands(1), Kept::Bands(2), Kept::Bands(5), Kept::Bands(100)] {
        let mut taken = 0;
        each_table(0..12, |query, table, _, _, case| {
            let found = with_compiled(query.puzzle, query.style, CutOff(query, kept));
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
fn what_was_damaged_of_a_map_is_told() {
    for kept in [Kept::Lists, Kept::Bands(1), Kept::Bands(5), Kept::Bands(100)] {
        let (mut taken, mut told) = (0, 0);
        each_table(30..42, |query, table, goals, random, case| {
            let case = format!("{kept:?}, {case}");
            let job = Damaged(query, kept, random);
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
                    told += 1;
                }
                Err(DiskError::Damaged { .. }) => told += 1,
                Err(trouble) => panic!("{trouble}: {case}"),
            }
        });
        assert!(taken > 10 && told > taken / 2, "{kept:?}: {taken}, {told}");
    }
}
