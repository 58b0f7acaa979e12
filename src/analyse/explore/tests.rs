//! Maps on disk that are cut off and taken up again.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::by_disk::{ByBands, ByLists, GOALS, chart};
use super::*;
use crate::puzzle::{Configuration, Puzzle, Style};
use crate::search::compiled::with_compiled;
use crate::search::disk::Folder;
use crate::search::disk::tests::damage;
use crate::search::index::{Where, with_bands};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// Larger spaces are passed over: there is a file for each handful of configurations.
const MOST: u64 = 200;

/// What is kept on disk.
#[derive(Clone, Copy, Debug)]
enum Kept {
    Lists,
    /// Rows, with so many orders in a leaf.
    Bands(u64),
}

impl Kept {
    /// What is drawn in a folder, or drawn further; `None` if rows have no bands.
    fn draw<const W: usize>(
        self,
        compiled: &Compiled<W>,
        draw: &mut Draw,
        place: &Path,
        resumes: bool,
    ) -> Option<Map> {
        let (folder, budget) = (Folder::open(place, None).unwrap(), draw.run.budget);
        let map = match self {
            Kept::Lists => {
                let keeping = ByLists(compiled, budget);
                chart(&keeping, compiled, draw, &folder, resumes)
            }
            Kept::Bands(least_leaf) => {
                let cut = Where::LeastLeaf(least_leaf);
                let map = with_bands(draw.query, cut, budget, |bands| {
                    let keeping = ByBands(compiled, bands?, budget);
                    Some(chart(&keeping, compiled, draw, &folder, resumes))
                });
                map.unwrap()?
            }
        };
        Some(map.unwrap())
    }
}

/// What is found with a new process for every third level. Between two of them, a file of either search is damaged if the
/// dice say how.
struct CutOff<'a>(&'a Query<'a>, Kept, Option<&'a mut Pcg64>);

/// Counts what was made again.
#[derive(Default)]
struct Mended(usize);

impl Observer for Mended {
    fn advised(&mut self, advice: &Advice) {
        match advice {
            Advice::MadeAgain(_) => self.0 += 1,
            advice => panic!("{advice:?}"),
        }
    }
}

impl Job for CutOff<'_> {
    type Output = Option<(Map, usize)>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let CutOff(query, kept, mut random) = self;
        let place = tempfile::tempdir().unwrap();
        let mut mended = Mended::default();
        for turn in 0.. {
            let budget = Budget { max_moves: Some(3 * turn), ..Budget::default() };
            let run = Run { budget: &budget, observer: &mut mended };
            let mut draw = Draw { query, run, most: usize::MAX, listener: &mut None };
            let map = kept.draw(compiled, &mut draw, place.path(), turn > 0)?;
            if map.stopped.is_none() {
                return Some((map, mended.0));
            }
            let goals = place.path().join(GOALS);
            for folder in [place.path(), &goals].into_iter().filter(|folder| folder.exists()) {
                if let Some(random) = &mut random {
                    damage(folder, random);
                }
            }
        }
        unreachable!("every search ends")
    }
}

/// What is found if files with goals are damaged once the map is drawn, and who hears of the goals then.
struct WithoutGoals<'a>(&'a Query<'a>, Kept, &'a mut Pcg64);

impl Job for WithoutGoals<'_> {
    /// With the files that were damaged, and those that were made again.
    type Output = Option<(Map, BTreeSet<Configuration>, usize, usize)>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let WithoutGoals(query, kept, random) = self;
        let place = tempfile::tempdir().unwrap();
        let budget = Budget::default();
        let run = Run { budget: &budget, observer: &mut () };
        let mut draw = Draw { query, run, most: usize::MAX, listener: &mut None };
        kept.draw(compiled, &mut draw, place.path(), false)?;
        let files = files_of_goals(&place.path().join(GOALS));
        let damaged = if random.next_u64() % 2 == 0 { &files[..] } else { &files[..1] };
        for file in damaged {
            match random.next_u64() % 2 {
                0 => fs::remove_file(file).unwrap(),
                _ => fs::write(file, "nothing of the kind").unwrap(),
            }
        }
        // What the goals are gathered from may be damaged as well.
        damage(place.path(), random);
        let (mut mended, mut goals) = (Mended::default(), BTreeSet::new());
        let mut each = |configuration: &Configuration, distance| {
            if distance == 0 {
                goals.insert(configuration.clone());
            }
        };
        let run = Run { budget: &budget, observer: &mut mended };
        let mut listener = Some(Listener { origin: Origin::Goals, each: &mut each, heard: 0 });
        let mut draw = Draw { query, run, most: usize::MAX, listener: &mut listener };
        let map = kept.draw(compiled, &mut draw, place.path(), true)?;
        assert_eq!(files_of_goals(&place.path().join(GOALS)).len(), files.len());
        Some((map, goals, damaged.len(), mended.0))
    }
}

/// The files of the first level in the folder of a search from the goals. All of them are there.
fn files_of_goals(folder: &Path) -> Vec<PathBuf> {
    let manifest = fs::read_to_string(folder.join("sliding-manifest")).unwrap();
    let lines = || manifest.lines().filter_map(|line| line.split_once(':'));
    let levels = lines().find(|(name, _)| *name == "counts").unwrap().1.split_whitespace().count();
    // Bands of the last two levels have names of their own.
    let first = ["last", "before"].get(levels - 1).copied().unwrap_or("0");
    let is_first = |name: &str, rest: &str| match name {
        "level" => rest.split_whitespace().next() == Some("0"),
        name => name == first,
    };
    let words = lines().filter(|(name, rest)| is_first(name, rest));
    let words = words.flat_map(|(_, rest)| rest.split_whitespace());
    let files = words.filter(|word| word.ends_with(".codes")).map(|word| folder.join(word));
    let files: Vec<_> = files.collect();
    assert!(!files.is_empty() && files.iter().all(|file| file.exists()), "{files:?}\n{manifest}");
    files
}

/// Does something with random puzzles in all styles, of those that are small, and their maps as the table draws them.
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

/// Holds a map against the table's.
fn are_same(found: Map, table: &Map, case: &str) {
    let found = Map { elapsed: table.elapsed, ..found };
    assert_eq!(format!("{found:?}"), format!("{table:?}"), "{case}");
}

/// Compares maps on disk that are cut off with those of the table. How many there were, and how many files were made again.
fn on_random_puzzles(kept: Kept, seeds: Range<u64>, is_damaged: bool) -> (usize, usize) {
    let (mut taken, mut mended) = (0, 0);
    each_table(seeds, |query, table, _, random, case| {
        let job = CutOff(query, kept, is_damaged.then_some(random));
        let found = with_compiled(query.puzzle, query.style, job);
        if let Some((found, files)) = found {
            are_same(found, table, &format!("{kept:?}, {case}"));
            (taken, mended) = (taken + 1, mended + files);
        }
    });
    (taken, mended)
}

#[test]
fn maps_by_bands_that_are_cut_off_are_those_of_the_table() {
    for kept in [1, 2, 5, 100].map(Kept::Bands) {
        let (taken, mended) = on_random_puzzles(kept, 0..12, false);
        assert!(taken > 20 && mended == 0, "{kept:?}: {taken}, {mended}");
    }
}

#[test]
fn what_was_damaged_is_made_again() {
    for kept in [Kept::Lists, Kept::Bands(1), Kept::Bands(5), Kept::Bands(100)] {
        let (taken, mended) = on_random_puzzles(kept, 30..38, true);
        assert!(taken > 10 && mended > taken, "{kept:?}: {taken}, {mended}");
    }
}

#[test]
fn goals_that_were_damaged_are_gathered_again() {
    for kept in [Kept::Lists, Kept::Bands(1), Kept::Bands(5), Kept::Bands(100)] {
        let (mut taken, mut parts) = (0, 0);
        each_table(50..60, |query, table, goals, random, case| {
            if goals.is_empty() {
                return;
            }
            let case = format!("{kept:?}, {case}");
            let job = WithoutGoals(query, kept, random);
            let found = with_compiled(query.puzzle, query.style, job);
            let Some((found, gathered, damaged, mended)) = found else { return };
            are_same(found, table, &case);
            assert_eq!(gathered, *goals, "{case}");
            assert!(mended >= damaged, "{mended} of {damaged}: {case}");
            (taken, parts) = (taken + 1, parts + damaged);
        });
        assert!(taken > 10 && parts >= taken, "{kept:?}: {taken}, {parts}");
    }
}
