//! Every engine against the oracle: brute force on random puzzles, published numbers, the puzzles of the collection.

use std::collections::BTreeMap;

use sliding::puzzle::Style;
use sliding::solve::{self, Observer, Progress, Refusal, Until};
use sliding::testing::toy;

use crate::corpus;
use crate::oracle::reference::Reference;
use crate::oracle::search::{SearchRequest, search};
use crate::oracle::{
    Case, ENGINES, Engine, Known, each, each_case, hold_together, published, puzzle, read, seeds,
    tiles,
};

/// Random puzzles with more positions are skipped.
const MOST: usize = 800;
/// Published puzzles with more positions are left to the long tests.
const FEW: u64 = 15_000;
/// So are puzzles of the collection, which are many.
const FEW_OF_MANY: u64 = 1_000;

/// The random puzzle with this number in each style in which it has few positions.
fn random_cases(seed: u64) -> Vec<Case> {
    let cases = Style::ALL.map(|style| Case::random(seed, style, MOST));
    let cases: Vec<Case> = cases.into_iter().flatten().collect();
    if cases.len() == Style::ALL.len() {
        hold_together(&cases);
    }
    cases
}

/// Every engine on the cases, `disk` on a few: most of the time that it takes is the system's.
fn each_case_with_few_on_disk(cases: &[Case]) -> BTreeMap<Engine, usize> {
    let (disk, others): (Vec<_>, Vec<_>) =
        ENGINES.into_iter().partition(|engine| *engine == Engine::Disk);
    let few: Vec<Case> = cases.iter().step_by(7).cloned().collect();
    assert_eq!(each_case(&few, &disk)[&Engine::Disk], 2 * few.len());
    each_case(cases, &others)
}

#[test]
fn random_puzzles_are_solved_as_by_brute_force() {
    // As many at a time as there are by day: a night's do not fit the memory.
    for seeds in seeds(100).chunks(100) {
        let cases = each(seeds, |&seed| random_cases(seed)).concat();
        let solvable = cases.iter().filter(|case| case.known.moves.flatten().is_some()).count();
        let is_enough = cases.len() > 4 * seeds.len() && solvable > seeds.len();
        assert!(is_enough, "{} cases, {solvable} solvable", cases.len());
        let searches = each_case_with_few_on_disk(&cases);
        // A part of the cases for engines that refuse some.
        for (engine, part) in
            [(Engine::Ring, 9), (Engine::Sparse, 8), (Engine::Meet, 3), (Engine::Rows, 2)]
        {
            assert!(searches[&engine] >= part * cases.len(), "{engine:?}: {searches:?}");
        }
        assert!(searches[&Engine::Matrices] >= cases.len() / 2, "{searches:?}");
    }
}

/// Cases with at most `few` positions, and those with more or with an unknown number.
fn sized(cases: Vec<Case>, few: u64) -> (Vec<Case>, Vec<Case>) {
    cases.into_iter().partition(|case| {
        let of_levels = case.known.levels.as_ref().map(|levels| levels.iter().sum());
        let expected = case.puzzle.expectations().iter().filter_map(|known| known.states).max();
        let positions = of_levels.or(case.known.positions).or(expected);
        positions.is_some_and(|positions| positions <= few)
    })
}

#[test]
fn published_numbers_are_found() {
    let (cases, _) = sized(published::cases(), FEW);
    let searches = each_case(&cases, &ENGINES);
    assert!(ENGINES.iter().all(|engine| searches[engine] > 40), "{searches:?}");
    let tried = each(&cases, |case| {
        // Brute force tries every set of pieces.
        let is_short = case.puzzle.start().placements().len() < 8 || case.style.number() < 3;
        let facts = Reference::new(&case.puzzle).facts(case.style, 6000).filter(|_| is_short);
        let known = facts.map(Known::from);
        assert!(known.iter().all(|known| known.agrees(&case.known)), "{known:?}\n{case:?}");
        known.is_some()
    });
    assert!(tried.into_iter().filter(|is| *is).count() > 20);
}

#[test]
#[ignore = "takes minutes"]
fn long_published_numbers_are_found() {
    each_case(&sized(published::cases(), FEW).1, &[Engine::Auto, Engine::Sparse]);
}

/// The engine that shows how to write one shares little with the others.
#[test]
fn the_smallest_engine_finds_the_same_solutions() {
    for case in each(&seeds(30), |&seed| random_cases(seed)).concat() {
        let ask = SearchRequest::new(case.style).by(Engine::Sparse);
        let ask = SearchRequest { uses_symmetry: false, ..ask };
        let answer = toy::search(&ask.query(&case.puzzle), &ask.budget, &mut ());
        case.judge(&ask, &answer);
        assert_eq!(case.search(&ask, &mut ()).unwrap().solution, answer.solution, "{}", case.name);
    }
}

#[test]
fn small_puzzles_of_the_collection_are_solved_as_they_say() {
    let (cases, _) = sized(corpus::cases(), FEW_OF_MANY);
    let searches = each_case_with_few_on_disk(&cases);
    let least = [200, 300, 120, 150, 30];
    let engines = [Engine::Ring, Engine::Sparse, Engine::Meet, Engine::Rows, Engine::Matrices];
    let is_enough = engines.iter().zip(least).all(|(engine, least)| searches[engine] > least);
    assert!(is_enough, "{searches:?}");
}

#[test]
#[ignore = "takes minutes"]
fn long_large_puzzles_of_the_collection_are_solved_as_they_say() {
    each_case(&sized(corpus::cases(), FEW_OF_MANY).1, &ENGINES);
}

/// The published counts of 3x5 tiles up to a distance that takes no time.
#[test]
fn the_first_levels_of_3x5_tiles_are_as_published() {
    let lines = include_str!("../docs/records/tiles-3x5-levels.csv").lines().skip(1);
    let counts = lines.map(|line| line.split_once(',').unwrap().1.parse().unwrap());
    let levels: Vec<u64> = counts.collect();
    assert_eq!((levels.len(), levels.iter().sum()), (85, 653_837_184_000_u64));
    let puzzle = read(&tiles(3, 5, "?"));
    let known = Known { levels: Some(levels), ..Known::default() };
    let mut ask = SearchRequest::new(Style::STEP).exhausted();
    ask.budget.max_moves = Some(18);
    let case = Case::new("3x5 tiles", &puzzle, Style::STEP, known);
    assert_eq!(case.search(&ask, &mut ()).unwrap().counted.levels().len(), 19);
}

/// Levels that are wide enough for threads, and goals that are too many for a list: what the ring counts.
#[test]
fn wide_levels_and_many_goals_are_counted_as_by_the_ring() {
    let equal = format!("4 x 5\n1 = 1\n{}\n{}{}\n", "1".repeat(10), "0".repeat(10), "1".repeat(10));
    let many = tiles(2, 5, "9?????????");
    let mut cases = Vec::new();
    for (text, style) in [(equal, Style::WALK), (many, Style::SUPER_STEP)] {
        let puzzle = read(&text);
        let mut ask = SearchRequest::new(style).by(Engine::Ring);
        (ask.until, ask.ring_words) = (Until::Exhausted, Some(1 << 22));
        let answer = search(&puzzle, &ask, &mut ()).unwrap();
        let levels = answer.counted.levels().to_vec();
        assert!(levels.iter().any(|&level| level > 10_000));
        let known = Known {
            moves: Some(answer.moves),
            positions: Some(levels.iter().sum()),
            levels: Some(levels),
        };
        cases.push(Case::new("wide", &puzzle, style, known));
    }
    each_case(&cases, &[Engine::Sparse, Engine::Meet, Engine::Rows, Engine::Matrices]);
}

/// Two pieces anywhere on a board, alike or not, by codes of every width.
#[test]
fn pairs_on_boards_of_any_width_are_counted() {
    for (text, pairs) in [
        ("2 x 32\n1 = 1\n11\n?\n", 64 * 63 / 2),
        ("3 x 23\n1 = 1\n2 = 1\n12\n?\n", 69 * 68),
        ("4 x 32\n1 = 1\n2 = 1\n12\n?\n", 128 * 127),
    ] {
        for style in [Style::STEP, Style::SLIDE] {
            let case = Case::by_brute_force("pair", &read(text), style, pairs).expect(text);
            for engine in [Engine::Ring, Engine::Sparse, Engine::Rows, Engine::Matrices] {
                let ask = SearchRequest::new(style).by(engine).exhausted();
                let counted = case.search(&ask, &mut ()).expect("an answer").counted;
                assert_eq!(counted.total(), pairs as u64, "{engine:?}, {text}");
            }
        }
    }
}

/// Of 30 million placements, 2.6 million can be reached, in 1,369 levels.
#[test]
fn auto_stays_with_the_table_if_levels_are_narrow() {
    let puzzle = puzzle("tests/data/classic/puzzles/euler766_hard.txt");
    let ask = SearchRequest::new(Style::STEP).exhausted();
    let answer = search(&puzzle, &ask.threads(2), &mut ()).unwrap();
    assert_eq!((answer.engine, answer.counted.total()), (solve::Engine::Sparse, 2_613_742));
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let searched = |cells: usize| {
        let ask = SearchRequest::new(Style::STEP).by(Engine::Rows).exhausted();
        search(&read(&format!("1 x {cells}\n1 = 1\n1\n01\n")), &ask, &mut ())
    };
    assert_eq!(searched(1024).unwrap().counted.total(), 1024);
    assert!(matches!(searched(1025), Err(Refusal::OnlyRing(_))));
}

/// From no memory at all to enough of it: first the placements cannot be numbered, then there is no room for their
/// bits, then there is.
#[test]
fn placements_that_do_not_fit_the_memory_are_refused() {
    let ask = SearchRequest::new(Style::STEP).by(Engine::Rows);
    let error = search(&puzzle("puzzles/tiles/15-puzzle.txt"), &ask, &mut ()).unwrap_err();
    let Refusal::TooManyPlacements { placements, .. } = error else { panic!("{error}") };
    assert_eq!(placements.to_string(), "20922789888000", "the factorial of 16");

    for (file, style, states) in [
        ("tests/data/published/tiles-2x4.txt", Style::STEP, 20_160),
        ("tests/data/published/tiles-2x4.txt", Style::SUPER_STEP, 20_160),
        ("puzzles/classics/klotski.txt", Style::STEP, 25_955),
    ] {
        let puzzle = puzzle(file);
        let (mut uncountable, mut too_many) = (0, 0);
        let answer = (0..40).find_map(|log| {
            let ask = SearchRequest { style, until: Until::Exhausted, ..ask.clone() };
            match search(&puzzle, &ask.memory(1 << log), &mut ()) {
                Ok(answer) => return Some(answer),
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
        assert_eq!(answer.unwrap().counted.total(), states);
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
    let puzzle = puzzle("puzzles/tiles/2x5.txt");
    for engine in [Engine::Rows, Engine::Matrices] {
        let ask = SearchRequest::new(Style::STEP).by(engine).threads(1).exhausted();
        let mut parts = Parts(BTreeMap::new());
        let answer = search(&puzzle, &ask, &mut parts).unwrap();
        // The last level that is looked for is empty.
        assert_eq!(parts.0.len(), answer.counted.levels().len(), "{engine:?}");
        for (distance, parts) in parts.0 {
            let ends = (parts[0], parts[parts.len() - 1]);
            let case = format!("{engine:?}, distance {distance}: {parts:?}");
            assert!(ends == (0.0, 1.0) && parts.is_sorted(), "{case}");
        }
    }
}

/// More positions meet this goal than are listed. Beyond the origin of the last piece there is a cell
/// that this piece covers, so it is not empty.
#[test]
fn a_cell_under_the_last_piece_is_not_empty() {
    let kinds = "1 = 1\n2 = 1\n3 = 11\n4 = 1\n5 = 1\n6 = 1\n";
    let text = format!("4 x 4\n{kinds}124560000000003\n???????????????0\n");
    for engine in [Engine::Rows, Engine::Sparse, Engine::Matrices] {
        let ask = SearchRequest::new(Style::STEP).by(engine);
        let answer = search(&text.parse().unwrap(), &ask, &mut ()).unwrap();
        assert_eq!(answer.moves, Some(1), "{engine:?}");
    }
}
