//! The index engine against the ring engine where levels are wide or goals are many, and what it refuses.

use std::collections::BTreeMap;

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::solve::{Answer, Engine, Observer, Progress, Refusal, Status, Stopped, Until};

use crate::engines::tiles;

fn request(style: Style, until: Until, threads: usize) -> SearchRequest {
    SearchRequest { engine: Engine::Index, until, ..SearchRequest::new(style) }.threads(threads)
}

fn by_ring(puzzle: &Puzzle, style: Style, until: Until, words: u64) -> Option<Answer> {
    let mut request = SearchRequest { until, ..SearchRequest::new(style) };
    (request.engine, request.ring_words) = (Engine::Ring, Some(words));
    let outcome = search(puzzle, &request, &mut ()).unwrap();
    (outcome.status != Status::Stopped(Stopped::Memory)).then_some(outcome)
}

/// Klotski with the small blocks and the upright ones distinguished: wide rows of many skeletons.
#[test]
#[ignore = "takes long without optimisation"]
fn long_klotski_with_distinct_pieces() {
    let text = "5 x 4\n1 = 1/1\n2 = 11/11\n3 = 1/1\n4 = 1/1\n5 = 11\n6 = 1/1\n7 = 1\n8 = 1\n9 = 1\n\
                a = 1\n12345678900a\n2134756890a0\n";
    for threads in [1, 2] {
        let request = request(Style::STEP, Until::Exhausted, threads);
        let outcome = search(&text.parse().unwrap(), &request, &mut ()).unwrap();
        assert_eq!((outcome.counted.total(), outcome.counted.levels().len()), (14_950_080, 200));
    }
}

fn klotski() -> Puzzle {
    include_str!("../puzzles/classics/klotski.txt").parse().unwrap()
}

/// Levels that are wide enough for threads, with nothing but skeletons.
#[test]
fn many_equal_pieces() {
    let text = format!("4 x 5\n1 = 1\n{}\n{}{}\n", "1".repeat(10), "0".repeat(10), "1".repeat(10));
    let puzzle: Puzzle = text.parse().unwrap();
    for style in [Style::STEP, Style::WALK] {
        let wanted = by_ring(&puzzle, style, Until::Exhausted, 1 << 22).unwrap();
        assert!(wanted.counted.levels().iter().any(|&level| level > 10_000));
        for threads in [1, 2] {
            let request = request(style, Until::Exhausted, threads);
            let outcome = search(&puzzle, &request, &mut ()).unwrap();
            assert_eq!(
                (outcome.moves, outcome.counted.levels()),
                (wanted.moves, wanted.counted.levels())
            );
            assert_eq!(verify(&puzzle, style, &outcome.solution.unwrap()), Ok(()));
        }
    }
}

/// One tile in its place, the others anywhere: hundreds of thousands of goals.
#[test]
fn goals_with_too_many_positions_for_a_list() {
    let text = tiles(2, 5).to_string();
    let (text, _) = text.trim_end().rsplit_once('\n').unwrap();
    let puzzle: Puzzle = format!("{text}\n9?????????\n").parse().unwrap();
    for style in [Style::STEP, Style::SUPER_STEP] {
        let wanted = by_ring(&puzzle, style, Until::Solved, 1 << 22).unwrap();
        for threads in [1, 2] {
            let request = request(style, Until::Solved, threads);
            let outcome = search(&puzzle, &request, &mut ()).unwrap();
            assert_eq!(
                (outcome.moves, outcome.counted.levels()),
                (wanted.moves, wanted.counted.levels())
            );
            assert_eq!(verify(&puzzle, style, &outcome.solution.unwrap()), Ok(()));
        }
    }
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let searched = |cells: usize| {
        let puzzle: Puzzle = format!("1 x {cells}\n1 = 1\n1\n01\n").parse().unwrap();
        search(&puzzle, &request(Style::ALL[0], Until::Exhausted, 1), &mut ())
    };
    assert_eq!(searched(1024).unwrap().counted.total(), 1024);
    assert!(matches!(searched(1025), Err(Refusal::OnlyRing(_))));
}

#[test]
fn too_many_placements_are_counted_and_refused() {
    let request = request(Style::STEP, Until::Solved, 1);
    let error = search(&tiles(4, 4), &request, &mut ()).unwrap_err();
    let Refusal::TooManyPlacements { placements, .. } = error else { panic!("{error}") };
    assert_eq!(placements.to_string(), "20922789888000");
}

/// From no memory at all to enough of it: first the placements cannot be numbered, then there is
/// no room for their bits, then there is.
#[test]
fn memory_that_is_too_little_is_refused() {
    let cases = [
        (tiles(2, 4), Style::STEP, true),
        (tiles(2, 4), Style::SUPER_STEP, false),
        (klotski(), Style::STEP, true),
    ];
    for (puzzle, style, wants_solution) in cases {
        let (mut uncountable, mut too_many) = (0, 0);
        let outcome = (0..40).find_map(|log| {
            let request = request(style, Until::Exhausted, 1);
            let mut request = SearchRequest { wants_solution, ..request };
            request.budget.memory = 1 << log;
            match search(&puzzle, &request, &mut ()) {
                Ok(outcome) => return Some(outcome),
                Err(Refusal::Uncountable { allowed }) => {
                    assert_eq!((allowed, too_many), (1 << log, 0));
                    uncountable += 1;
                }
                Err(Refusal::TooManyPlacements { needed, allowed, .. }) => {
                    assert!(*needed > allowed.into(), "{needed}, {allowed}");
                    too_many += 1;
                }
                Err(error) => panic!("{error}"),
            }
            None
        });
        assert!(uncountable > 0);
        let states: u64 = outcome.unwrap().counted.total();
        assert_eq!(states, if puzzle.size().cells() == 8 { 20_160 } else { 25_955 });
    }
}

/// Progress reports the finished part of a level, from 0 to 1.
#[test]
fn progress_says_which_part_of_a_level_is_done() {
    struct Parts(BTreeMap<u64, Vec<f64>>);
    impl Observer for Parts {
        fn progress(&mut self, progress: &Progress) {
            let part = progress.part.expect("a part of the level");
            self.0.entry(progress.distance).or_default().push(part);
        }
    }
    let puzzle: Puzzle = include_str!("../puzzles/tiles/2x5.txt").parse().unwrap();
    for engine in [Engine::Index, Engine::Cut] {
        let request = SearchRequest { engine, ..request(Style::STEP, Until::Exhausted, 1) };
        let mut parts = Parts(BTreeMap::new());
        let outcome = search(&puzzle, &request, &mut parts).unwrap();
        // The last level that is looked for is empty.
        assert_eq!(parts.0.len(), outcome.counted.levels().len(), "{engine}");
        for (distance, parts) in parts.0 {
            let ends = (parts[0], parts[parts.len() - 1]);
            let case = format!("{engine}, distance {distance}: {parts:?}");
            assert!(ends == (0.0, 1.0) && parts.is_sorted(), "{case}");
        }
    }
}
