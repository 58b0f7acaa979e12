//! The index engine against the ring engine, and against published numbers.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::analyse::{Map, explore};
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::solve::{
    Answer, Engine, Interrupt, Observer, Progress, Refusal, Status, Stopped, Until,
};

use crate::{parallel, random};

/// Words of a ring that holds what is compared. Puzzles that need more are passed over.
const RING: u64 = 1 << 16;

fn request(style: Style, until: Until, threads: usize) -> SearchRequest {
    SearchRequest { engine: Engine::Index, until, ..SearchRequest::new(style) }.threads(threads)
}

fn by_ring(puzzle: &Puzzle, style: Style, until: Until, words: u64) -> Option<Answer> {
    let mut request = SearchRequest { until, ..SearchRequest::new(style) };
    (request.engine, request.ring_words) = (Engine::Ring, Some(words));
    let outcome = search(puzzle, &request, &mut ()).unwrap();
    (outcome.status != Status::Stopped(Stopped::Memory)).then_some(outcome)
}

/// Compares the engines in one style. The number of configurations, if it is not too large.
fn agree(puzzle: &Puzzle, style: Style, case: &str) -> Option<u64> {
    let wanted = by_ring(puzzle, style, Until::Exhausted, RING)?;
    let solved = by_ring(puzzle, style, Until::Solved, RING)?;
    let mut solutions = Vec::new();
    for threads in [1, 2] {
        let case = format!("{threads} threads, style {style}, {case}");
        let index = |until| search(puzzle, &request(style, until, threads), &mut ()).unwrap();
        let outcome = index(Until::Exhausted);
        assert_eq!(outcome.counted.levels(), wanted.counted.levels(), "levels, {case}");
        assert_eq!(outcome.moves, wanted.moves, "moves, {case}");
        assert_eq!(
            (outcome.status, outcome.counted.total()),
            (wanted.status, wanted.counted.total()),
            "{case}"
        );
        solutions.push(outcome.solution);
        let outcome = index(Until::Solved);
        assert_eq!(outcome.counted.levels(), solved.counted.levels(), "levels, {case}");
        assert_eq!((outcome.status, outcome.moves), (solved.status, solved.moves), "{case}");
        assert_eq!(outcome.engine, Engine::Index);
        solutions.push(outcome.solution);
    }
    for solution in &solutions {
        assert_eq!(solution, &solutions[0], "style {style}, {case}");
    }
    assert_eq!(solutions[0].as_ref().map(|s| s.moves.len() as u64), wanted.moves, "{case}");
    if let Some(solution) = &solutions[0] {
        assert_eq!(verify(puzzle, style, solution), Ok(()), "style {style}, {case}");
    }
    Some(wanted.counted.total())
}

/// Compares the engines on random puzzles. How many were compared and how many of these solved.
fn on_random_puzzles(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let seeds: Vec<u64> = seeds.collect();
    let results = parallel::each(&seeds, |&seed| {
        let pair = random::puzzle(seed);
        // Large boards take longer, and differ in little.
        let text = if seed % 4 == 0 { &pair.framed } else { &pair.small };
        let puzzle: Puzzle = text.parse().unwrap();
        let case = format!("seed {seed}\n{text}");
        let states = Style::ALL.map(|style| agree(&puzzle, style, &case));
        let solved = by_ring(&puzzle, Style::SUPER_STEP, Until::Solved, RING);
        (states.iter().any(Option::is_some), solved.is_some_and(|o| o.moves.is_some()))
    });
    let compared = results.iter().filter(|&&(compared, _)| compared).count();
    (compared, results.iter().filter(|&&(_, solved)| solved).count())
}

#[test]
fn random_puzzles() {
    let (compared, solved) = on_random_puzzles(0..250);
    assert!(compared >= 225 && solved >= 60, "{compared}, {solved}");
}

#[test]
#[ignore = "takes minutes"]
fn long_random_puzzles() {
    let (compared, solved) = on_random_puzzles(2_000_000..2_020_000);
    assert!(compared >= 18_000 && solved >= 5_000, "{compared}, {solved}");
}

/// A board of tiles, some of them alike, with a gap or two and some blocked cells; the only goal is another order of all.
fn board_of_tiles(dice: &mut random::Dice) -> String {
    let (rows, cols) = dice.pick(&[(2, 3), (3, 2), (3, 3), (2, 4), (4, 2)]);
    let cells: Vec<usize> = (0..rows * cols).collect();
    let blocked = dice.below(2);
    let walls = dice.some_of(&cells, blocked);
    let kinds = if dice.one_in(3) { 3 } else { cells.len() };
    let tiles = cells.len() - walls.len() - 1 - dice.below(2);
    let name = |tile: usize| char::from(b'1' + (tile % kinds) as u8);
    let mut all: Vec<char> = (0..tiles).map(name).collect();
    all.resize(cells.len() - walls.len(), '0');
    let mut board = || {
        let mut order = dice.some_of(&all, all.len()).into_iter();
        let mut cell = |cell| if walls.contains(cell) { 'x' } else { order.next().unwrap() };
        cells.iter().map(&mut cell).collect::<String>()
    };
    let (start, goal) = (board(), board());
    let kinds: String = (0..tiles.min(kinds)).map(|tile| format!("{} = 1\n", name(tile))).collect();
    format!("{rows} x {cols}\n{kinds}{start}\n{goal}\n")
}

/// With a single goal, rows of two colours keep less of each configuration.
#[test]
fn maps_of_tiles_with_a_single_goal() {
    let (mut met, mut unmet) = (0, 0);
    for seed in 0..60 {
        let text = board_of_tiles(&mut random::Dice::new(seed));
        let puzzle: Puzzle = text.parse().unwrap();
        for style in Style::ALL {
            let case = format!("seed {seed}, style {style}\n{text}");
            let drawn = |engine, threads, most| -> Map {
                let mut ask =
                    SearchRequest { engine, ..SearchRequest::new(style) }.threads(threads);
                ask.budget.max_moves = most;
                let query = ask.query(&puzzle);
                let mut map = explore(&query, &ask.budget, usize::MAX, &mut ()).unwrap();
                (map.elapsed, map.symmetry, map.degrees) = (Duration::ZERO, None, None);
                map
            };
            let wanted = drawn(Engine::Table, 1, None);
            for threads in [1, 2] {
                let found = drawn(Engine::Index, threads, None);
                assert_eq!(format!("{found:?}"), format!("{wanted:?}"), "{case}");
            }
            for most in [0, 3, 8] {
                let [wanted, found] =
                    [Engine::Table, Engine::Index].map(|engine| drawn(engine, 2, Some(most)));
                assert_eq!(found.from_start.levels, wanted.from_start.levels, "{case}");
                assert_eq!((found.goals, found.moves), (wanted.goals, wanted.moves), "{case}");
            }
            agree(&puzzle, style, &case);
            met += usize::from(wanted.moves.is_some_and(|moves| moves > 3));
            unmet += usize::from(wanted.moves.is_none());
        }
    }
    assert!(met > 100 && unmet > 60, "{met}, {unmet}");
}

/// A tile puzzle with the gap in the last corner and a goal that cannot be reached.
fn tiles(rows: usize, cols: usize) -> Puzzle {
    let names: Vec<char> = "123456789abcdefghijkl".chars().take(rows * cols - 1).collect();
    let kinds: String = names.iter().map(|name| format!("{name} = 1\n")).collect();
    let start: String = names.iter().collect();
    let mut goal = names.clone();
    goal.swap(0, 1);
    let goal: String = goal.into_iter().collect();
    format!("{rows} x {cols}\n{kinds}{start}\n{goal}\n").parse().unwrap()
}

fn levels(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// Explores tile puzzles whose numbers of positions at each distance were published.
fn published(rows: usize, cols: usize, style: usize, wanted: &str) {
    let puzzle = tiles(rows, cols);
    for (threads, wants_solution) in [(1, true), (2, true), (1, false), (2, false)] {
        let request = request(Style::ALL[style], Until::Exhausted, threads);
        let request = SearchRequest { wants_solution, ..request };
        let outcome = search(&puzzle, &request, &mut ()).unwrap();
        assert_eq!(outcome.counted.levels(), levels(wanted), "{rows} x {cols}, style {style}");
        assert_eq!(outcome.status, Status::Unsolvable);
    }
}

#[test]
fn tiles_one_at_a_time() {
    published(2, 2, 0, "1 2 2 2 2 2 1");
    for (rows, cols) in [(2, 3), (3, 2)] {
        let wanted = "1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1";
        published(rows, cols, 0, wanted);
    }
    let wanted = "1 2 3 6 10 14 19 28 42 61 85 119 161 215 293 396 506 632 788 985 1194 1414 1664 \
                  1884 1999 1958 1770 1463 1076 667 361 190 88 39 19 7 1";
    published(2, 4, 0, wanted);
    let wanted = "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 \
                  16993 17110 23952 20224 24047 15578 14560 6274 3910 760 221 2";
    published(3, 3, 0, wanted);
}

#[test]
fn tiles_in_rows() {
    published(2, 2, 3, "1 2 2 2 2 2 1");
    let wanted = "1 3 4 6 8 12 15 18 22 30 36 45 42 30 28 24 18 9 5 3 1";
    published(2, 3, 3, wanted);
    let wanted = "1 4 6 12 18 36 53 96 136 232 324 544 728 1064 1366 1928 2321 2780 2884 2436 1825 \
                  800 368 140 50 8";
    published(2, 4, 3, wanted);
    let wanted = "1 4 8 16 32 64 127 244 454 856 1576 2854 5117 8588 13466 19739 26558 31485 30985 \
                  23494 11751 3390 589 41 1";
    published(3, 3, 3, wanted);
}

#[test]
fn two_by_five_tiles() {
    let wanted = "1 2 3 6 11 19 30 44 68 112 176 271 411 602 851 1232 1783 2530 3567 4996 6838 \
                  9279 12463 16597 21848 28227 35682 44464 54597 65966 78433 91725 104896 116966 \
                  126335 131998 133107 128720 119332 106335 91545 75742 60119 45840 33422 23223 \
                  15140 9094 5073 2605 1224 528 225 75 20 2";
    published(2, 5, 0, wanted);
    let wanted = "1 5 8 20 32 80 127 300 458 960 1458 3055 4540 8780 12694 23520 33370 57200 77373 \
                  119315 151791 204225 235617 256305 246642 178775 120853 49655 20885 4530 1229 440 \
                  113 30 8 5 1";
    published(2, 5, 3, wanted);
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

#[test]
#[ignore = "takes minutes without optimisation"]
fn long_three_by_four_tiles() {
    let wanted = "1 2 4 9 20 37 63 122 232 431 781 1392 2494 4442 7854 13899 24215 41802 71167 \
                  119888 198363 323206 515778 811000 1248011 1885279 2782396 4009722 5621354 \
                  7647872 10065800 12760413 15570786 18171606 20299876 21587248 21841159 20906905 \
                  18899357 16058335 12772603 9515217 6583181 4242753 2503873 1350268 643245 270303 \
                  92311 27116 5390 1115 86 18";
    published(3, 4, 0, wanted);
    let wanted = "1 5 12 30 72 180 431 1058 2418 5711 12858 29630 65053 145090 303771 640141 \
                  1260032 2476812 4490822 7999853 12981931 20265326 28065825 36086638 39470660 \
                  37460934 27258384 14584710 4854329 939300 93345 5229 204 5";
    published(3, 4, 3, wanted);
}

fn klotski() -> Puzzle {
    include_str!("../puzzles/classics/klotski.txt").parse().unwrap()
}

#[test]
fn klotski_in_all_styles() {
    for style in Style::ALL {
        let states = agree(&klotski(), style, "Klotski");
        assert_eq!(states, Some(25_955), "style {style}");
    }
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
fn limits() {
    let mut weary = request(Style::STEP, Until::Solved, 2);
    weary.budget.interrupt.set();
    let outcome = search(&klotski(), &weary, &mut ()).unwrap();
    assert_eq!(outcome.status, Status::Stopped(Stopped::Cancelled));
    assert_eq!((outcome.counted.levels(), outcome.counted.total()), (&[1][..], 1));
    weary.budget.interrupt = Interrupt::default();
    weary.budget.max_moves = Some(7);
    let outcome = search(&klotski(), &weary, &mut ()).unwrap();
    assert_eq!(
        (outcome.status, outcome.counted.levels().len()),
        (Status::Stopped(Stopped::Moves(7)), 8)
    );
    weary.budget.max_moves = None;
    weary.budget.deadline = Some(std::time::Instant::now());
    let outcome = search(&klotski(), &weary, &mut ()).unwrap();
    assert_eq!(outcome.status, Status::Stopped(Stopped::Time));
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
