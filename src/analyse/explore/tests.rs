//! Maps on disk that are cut off and taken up again.

use super::by_disk::{ByBands, chart};
use super::*;
use crate::puzzle::{Puzzle, Style};
use crate::search::compiled::with_compiled;
use crate::search::disk::Folder;
use crate::search::index::{Where, with_bands};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// Larger spaces are passed over: there is a file for each handful of configurations.
const MOST: u64 = 200;

/// What is found by rows with so many orders in a leaf, with a new process for every third level.
struct CutOff<'a>(&'a Query<'a>, u64);

impl Job for CutOff<'_> {
    type Output = Option<Map>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Option<Map> {
        let CutOff(query, least_leaf) = self;
        let place = tempfile::tempdir().unwrap();
        for turn in 0.. {
            let budget = Budget { max_moves: Some(3 * turn), ..Budget::default() };
            let folder = Folder::open(place.path(), None).unwrap();
            let run = Run { budget: &budget, observer: &mut () };
            let mut draw = Draw { query, run, most: usize::MAX, listener: None };
            let cut = Where::LeastLeaf(least_leaf);
            let map = with_bands(query, cut, &budget, |bands| {
                let keeping = ByBands(compiled, bands?, &budget);
                Some(chart(&keeping, compiled, &mut draw, &folder, turn > 0).unwrap())
            });
            let map = map.unwrap()?;
            if map.stopped.is_none() {
                return Some(map);
            }
        }
        unreachable!("every search ends")
    }
}

#[test]
fn maps_by_bands_that_are_cut_off_are_those_of_the_table() {
    for least_leaf in [1, 2, 5, 100] {
        let mut taken = 0;
        for seed in 0..30 {
            let text = random::of_many_orders(seed);
            let puzzle: Puzzle = text.parse().unwrap();
            for style in Style::ALL {
                let mut query = Query::new(&puzzle, style);
                (query.engine, query.uses_symmetry) = (Engine::Table, false);
                let mut table = explore(&query, &Budget::default(), usize::MAX, &mut ()).unwrap();
                let job = CutOff(&query, least_leaf);
                let small = table.states() <= MOST;
                let Some(found) = small.then(|| with_compiled(&puzzle, style, job)).flatten()
                else {
                    continue;
                };
                table.elapsed = found.elapsed;
                let case = format!("leaves of {least_leaf}, seed {seed}, style {style}\n{text}");
                assert_eq!(format!("{found:?}"), format!("{table:?}"), "{case}");
                taken += 1;
            }
        }
        assert!(taken > 50, "{least_leaf}: {taken}");
    }
}
