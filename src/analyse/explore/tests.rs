//! Maps on disk that are cut off and taken up again.

use std::ops::Range;

use rand_pcg::Pcg64;

use super::by_disk::{ByBands, chart};
use super::*;
use crate::puzzle::{Puzzle, Style};
use crate::search::compiled::with_compiled;
use crate::search::disk::Folder;
use crate::search::disk::tests::damage;
use crate::search::index::{Where, with_bands};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// Larger spaces are passed over: there is a file for each handful of configurations.
const MOST: u64 = 200;

/// What is found by rows with so many orders in a leaf, with a new process for every third level. Between two of them, a file
/// is damaged if the dice say how.
struct CutOff<'a>(&'a Query<'a>, u64, Option<&'a mut Pcg64>);

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
        let CutOff(query, least_leaf, mut random) = self;
        let place = tempfile::tempdir().unwrap();
        let mut mended = Mended::default();
        for turn in 0.. {
            let budget = Budget { max_moves: Some(3 * turn), ..Budget::default() };
            let folder = Folder::open(place.path(), None).unwrap();
            let run = Run { budget: &budget, observer: &mut mended };
            let mut draw = Draw { query, run, most: usize::MAX, listener: None };
            let cut = Where::LeastLeaf(least_leaf);
            let map = with_bands(query, cut, &budget, |bands| {
                let keeping = ByBands(compiled, bands?, &budget);
                Some(chart(&keeping, compiled, &mut draw, &folder, turn > 0).unwrap())
            });
            let map = map.unwrap()?;
            if map.stopped.is_none() {
                return Some((map, mended.0));
            }
            if let Some(random) = &mut random {
                damage(place.path(), random);
            }
        }
        unreachable!("every search ends")
    }
}

/// Compares maps by rows with those of the table. How many there were, and how many files were made again.
fn on_random_puzzles(least_leaf: u64, seeds: Range<u64>, is_damaged: bool) -> (usize, usize) {
    let (mut taken, mut mended) = (0, 0);
    for seed in seeds {
        let text = random::of_many_orders(seed);
        let puzzle: Puzzle = text.parse().unwrap();
        for style in Style::ALL {
            let mut query = Query::new(&puzzle, style);
            (query.engine, query.uses_symmetry) = (Engine::Table, false);
            let mut table = explore(&query, &Budget::default(), usize::MAX, &mut ()).unwrap();
            if table.states() > MOST {
                continue;
            }
            let mut random = Pcg64::new(seed.into(), style.number().into());
            let job = CutOff(&query, least_leaf, is_damaged.then_some(&mut random));
            let Some((found, files)) = with_compiled(&puzzle, style, job) else { continue };
            table.elapsed = found.elapsed;
            let case = format!("leaves of {least_leaf}, seed {seed}, style {style}\n{text}");
            assert_eq!(format!("{found:?}"), format!("{table:?}"), "{case}");
            (taken, mended) = (taken + 1, mended + files);
        }
    }
    (taken, mended)
}

#[test]
fn maps_by_bands_that_are_cut_off_are_those_of_the_table() {
    for least_leaf in [1, 2, 5, 100] {
        let (taken, mended) = on_random_puzzles(least_leaf, 0..12, false);
        assert!(taken > 20 && mended == 0, "{least_leaf}: {taken}, {mended}");
    }
}

#[test]
fn what_was_damaged_of_bands_is_made_again() {
    for least_leaf in [1, 5, 100] {
        let (taken, mended) = on_random_puzzles(least_leaf, 30..38, true);
        assert!(taken > 10 && mended > taken, "{least_leaf}: {taken}, {mended}");
    }
}
