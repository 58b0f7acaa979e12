//! The engines against each other and against published numbers: every one of them counts the same
//! positions at each distance, with one thread or two, and its solutions stand up to a check.

use std::collections::HashMap;

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::Style;
use sliding::solve::{Answer, Engine, Refusal, Status, Until};

use crate::corpus::{self, Entry};
use crate::parallel;
use crate::reference::Reference;

/// Engines that report how many configurations there are at each distance, and numbers of threads.
const EXHAUSTIVE: [(Engine, usize); 8] = [
    (Engine::Ring, 1),
    (Engine::Table, 1),
    (Engine::Table, 2),
    (Engine::Index, 1),
    (Engine::Index, 2),
    (Engine::Cut, 1),
    (Engine::Cut, 2),
    (Engine::Disk, 2),
];

/// A search with this number of threads.
fn request(engine: Engine, threads: usize, style: Style, until: Until) -> SearchRequest {
    SearchRequest { engine, until, ..SearchRequest::new(style) }.threads(threads)
}

/// One puzzle of the corpus in one style.
struct Case<'a> {
    entry: &'a Entry,
    style: Style,
    /// The level counts of the signature, if it has them.
    levels: Option<Vec<u64>>,
    /// Memory for the index, and four times that for searches from both ends. Where it is too
    /// little for all placements, or all goals, there is no such search.
    memory: u64,
}

/// How many cases there were, and how many of them the choosy engines took.
#[derive(Debug, Default, PartialEq, Eq)]
struct CaseCounts {
    cases: usize,
    by_index: usize,
    by_cut: usize,
    by_meet: usize,
}

impl Case<'_> {
    fn name(&self, engine: Engine, threads: usize) -> String {
        let (entry, style) = (&self.entry.name, self.style);
        format!("{entry}, style {style}, {}, {threads} threads", engine.name())
    }

    /// What an engine finds, if it takes the puzzle. Compares it with what the puzzle's file expects,
    /// and its solution with the rules.
    fn search(&self, engine: Engine, threads: usize, until: Until) -> Option<Answer> {
        let (puzzle, name) = (&self.entry.puzzle, self.name(engine, threads));
        let mut request = request(engine, threads, self.style, until);
        match engine {
            Engine::Index | Engine::Cut => request.budget.memory = self.memory,
            Engine::Meet => request.budget.memory = 4 * self.memory,
            _ => {}
        }
        let outcome = match (search(puzzle, &request, &mut ()), engine) {
            (Ok(outcome), _) => outcome,
            (
                Err(Refusal::TooManyPlacements { .. } | Refusal::Uncountable { .. }),
                Engine::Index | Engine::Cut,
            )
            | (Err(Refusal::Unsuited(_)), Engine::Meet | Engine::Cut) => return None,
            (Err(error), _) => panic!("{name}: {error}"),
        };
        let expected = self.entry.expectation(self.style);
        assert_eq!(outcome.moves, expected.moves, "{name}");
        let status = if expected.moves.is_some() { Status::Solved } else { Status::Unsolvable };
        assert_eq!(outcome.status, status, "{name}");
        let moves = outcome.solution.as_ref().map(|solution| solution.moves.len() as u64);
        assert_eq!(moves, expected.moves, "{name}");
        if let Some(solution) = &outcome.solution {
            assert_eq!(verify(puzzle, self.style, solution), Ok(()), "{name}");
        }
        Some(outcome)
    }

    /// Runs all engines, as far as they take the puzzle.
    fn run(&self) -> CaseCounts {
        let mut levels = self.levels.clone();
        let mut found: HashMap<(&str, usize), Answer> = HashMap::new();
        for (engine, threads) in EXHAUSTIVE {
            let Some(outcome) = self.search(engine, threads, Until::Exhausted) else { continue };
            let name = self.name(engine, threads);
            let states = self.entry.expectation(self.style).states;
            assert_eq!(Some(outcome.counted.total()), states, "{name}");
            let levels = levels.get_or_insert_with(|| outcome.counted.levels().to_vec());
            assert_eq!(outcome.counted.levels(), levels, "{name}");
            found.insert((engine.name(), threads), outcome);
        }
        self.search(Engine::Ring, 1, Until::Solved);
        for threads in [1, 2] {
            if let Some(outcome) = self.search(Engine::Meet, threads, Until::Solved) {
                found.insert((Engine::Meet.name(), threads), outcome);
            }
        }
        for engine in [Engine::Table, Engine::Index, Engine::Cut, Engine::Meet] {
            let solution = |threads| Some(&found.get(&(engine.name(), threads))?.solution);
            assert_eq!(solution(1), solution(2), "{}", self.name(engine, 2));
        }
        let is_found = |engine: Engine| found.contains_key(&(engine.name(), 2)).into();
        let [by_index, by_cut, by_meet] = [Engine::Index, Engine::Cut, Engine::Meet].map(is_found);
        CaseCounts { cases: 1, by_index, by_cut, by_meet }
    }
}

/// The level counts of `tests/data/signature.tsv`, by puzzle and style.
fn signature() -> HashMap<String, Vec<u64>> {
    let text = include_str!("data/signature.tsv");
    let lines = text.lines().map(|line| line.rsplit_once('\t').expect("three columns"));
    lines.map(|(case, counts)| (case.to_owned(), numbers(counts))).collect()
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

/// Runs every engine on every puzzle with this number of configurations.
fn all_agree(states: std::ops::RangeInclusive<u64>, memory: u64) -> CaseCounts {
    let (entries, signature) = (corpus::entries(), signature());
    let cases = entries.iter().flat_map(|entry| Style::ALL.map(|style| (entry, style)));
    let cases = cases.filter(|(entry, style)| {
        entry.expectation(*style).states.is_some_and(|count| states.contains(&count))
    });
    let cases: Vec<Case> = cases
        .map(|(entry, style)| {
            let levels = signature.get(&format!("{}\t{style}", entry.name)).cloned();
            Case { entry, style, levels, memory }
        })
        .collect();
    let taken = parallel::each(&cases, Case::run);
    let taken = taken.into_iter().fold(CaseCounts::default(), |sum, one| CaseCounts {
        cases: sum.cases + one.cases,
        by_index: sum.by_index + one.by_index,
        by_cut: sum.by_cut + one.by_cut,
        by_meet: sum.by_meet + one.by_meet,
    });
    eprintln!("{taken:?}");
    taken
}

#[test]
fn engines_agree_on_small_puzzles_of_the_corpus() {
    let taken = all_agree(0..=20_000, 16 << 20);
    assert!(taken.cases >= 250 && taken.by_index >= 200 && taken.by_meet >= 200, "{taken:?}");
    assert!(taken.by_cut >= 60, "{taken:?}");
}

#[test]
#[ignore = "takes minutes"]
fn long_engines_agree_on_puzzles_of_the_corpus() {
    let taken = all_agree(20_001..=1_000_000, 64 << 20);
    assert!(taken.cases >= 180 && taken.by_index >= 100 && taken.by_meet >= 100, "{taken:?}");
}

/// Puzzles with a partial goal: their least moves in styles 0, 1 and 2, and the number of
/// configurations, as published; of the first, the moves in all styles.
#[test]
fn classics_as_published() {
    let classics = [
        (include_str!("../puzzles/classics/klotski.txt"), &[116, 90, 81, 72, 58, 55][..], 25_955),
        (include_str!("../puzzles/classics/century.txt"), &[131, 111, 99], 81_340),
        (include_str!("../puzzles/classics/mas-puzzle.txt"), &[36, 26, 23], 110_804),
        (include_str!("../puzzles/classics/dads-puzzler.txt"), &[83, 62, 59], 1_398),
    ];
    let cases: Vec<_> = (classics.iter())
        .flat_map(|classic| {
            [Engine::Table, Engine::Index, Engine::Disk].map(|engine| (classic, engine))
        })
        .collect();
    parallel::each(&cases, |((text, moves, states), engine)| {
        let puzzle: Puzzle = text.parse().unwrap();
        for (style, &moves) in Style::ALL.into_iter().zip(*moves) {
            for threads in [1, 2] {
                let request = request(*engine, threads, style, Until::Exhausted);
                let outcome = search(&puzzle, &request, &mut ()).unwrap();
                let name = format!("{}, style {style}, {}", puzzle.name(), engine.name());
                assert_eq!(
                    (outcome.moves, outcome.counted.total()),
                    (Some(moves), *states),
                    "{name}"
                );
                let solution = outcome.solution.expect("a solution");
                assert_eq!(solution.moves.len() as u64, moves, "{name}");
                assert_eq!(verify(&puzzle, style, &solution), Ok(()), "{name}");
            }
        }
    });
}

/// Of 30 million placements, 2.6 million can be reached, in 1,369 levels.
#[test]
fn auto_stays_with_the_table_if_levels_are_narrow() {
    let text = include_str!("data/classic/puzzles/euler766_hard.txt");
    let ask = request(Engine::Auto, 2, Style::STEP, Until::Exhausted);
    let outcome = search(&text.parse().unwrap(), &ask, &mut ()).unwrap();
    assert_eq!((outcome.engine, outcome.counted.total()), (Engine::Table, 2_613_742));
}

/// Nearly 30 million configurations of pieces that look alike: `auto` begins with one engine and ends with
/// another, and none is reported twice.
#[test]
#[ignore = "takes minutes"]
fn long_auto_switches_to_the_cut() {
    #[derive(Default)]
    struct ChosenEngines(Vec<u64>);
    impl sliding::solve::Observer for ChosenEngines {
        fn level_ends(&mut self, distance: u64, configurations: u64) {
            assert_eq!(distance, self.0.len() as u64);
            self.0.push(configurations);
        }
    }
    let text = "5 x 5\n1 = 11\n2 = 1/1\n3 = 1\n112233311133333\n?\n";
    let puzzle: Puzzle = text.parse().unwrap();
    for style in [Style::STEP, Style::SLIDE, Style::WALK] {
        let [table, auto] = [Engine::Table, Engine::Auto].map(|engine| {
            let mut watched = ChosenEngines::default();
            let ask = request(engine, 2, style, Until::Exhausted);
            let outcome = search(&puzzle, &ask, &mut watched).unwrap();
            assert_eq!(outcome.counted.levels(), watched.0);
            (outcome.engine, watched.0)
        });
        assert_eq!((table.0, auto.0), (Engine::Table, Engine::Cut), "style {style}");
        assert_eq!(table.1, auto.1, "style {style}");
    }
}

/// Tiles in order with the gap in the last corner, and a goal that cannot be reached.
pub fn tiles(rows: usize, cols: usize) -> Puzzle {
    let names: String = "123456789abcdef".chars().take(rows * cols - 1).collect();
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    let goal = names.replace("12", "21");
    format!("{rows} x {cols}\n{kinds}{names}\n{goal}\n").parse().unwrap()
}

/// Counts tiles by these engines, and few of them by brute force.
fn count_tiles(board: (usize, usize), apart: &str, together: &str, engines: &[(Engine, usize)]) {
    let puzzle = tiles(board.0, board.1);
    let is_small = puzzle.size().cells() < 8;
    let styles = if is_small { &Style::ALL[..] } else { &[Style::STEP, Style::SUPER_STEP] };
    for &style in styles {
        // With one hole, going on in a walk is another tile's turn, so what counts is only
        // whether tiles go together.
        let wanted = numbers(if style.number() < 3 { apart } else { together });
        if is_small {
            let facts = Reference::new(&puzzle).facts(style, 400).unwrap();
            assert_eq!(facts.levels, wanted, "{board:?}, style {style}");
        }
        for &(engine, threads) in engines {
            let request = request(engine, threads, style, Until::Exhausted);
            let outcome = match search(&puzzle, &request, &mut ()) {
                Err(Refusal::Unsuited(_)) if engine == Engine::Cut => continue,
                outcome => outcome.unwrap(),
            };
            assert_eq!(outcome.counted.levels(), wanted, "{board:?}, style {style}, {engine}");
            assert_eq!(outcome.status, Status::Unsolvable);
        }
    }
}

/// The numbers of configurations of tile puzzles at each distance, as published with the program
/// SlidingTilesSolver.
#[test]
fn tiles_as_published() {
    let tiles_apart_and_together = [
        ((2, 2), "1 2 2 2 2 2 1", "1 2 2 2 2 2 1"),
        (
            (2, 3),
            "1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1",
            "1 3 4 6 8 12 15 18 22 30 36 45 42 30 28 24 18 9 5 3 1",
        ),
        (
            (3, 2),
            "1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1",
            "1 3 4 6 8 12 15 18 22 30 36 45 42 30 28 24 18 9 5 3 1",
        ),
        (
            (2, 4),
            "1 2 3 6 10 14 19 28 42 61 85 119 161 215 293 396 506 632 788 985 1194 1414 1664 1884 \
             1999 1958 1770 1463 1076 667 361 190 88 39 19 7 1",
            "1 4 6 12 18 36 53 96 136 232 324 544 728 1064 1366 1928 2321 2780 2884 2436 1825 800 \
             368 140 50 8",
        ),
        (
            (3, 3),
            "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 \
             17110 23952 20224 24047 15578 14560 6274 3910 760 221 2",
            "1 4 8 16 32 64 127 244 454 856 1576 2854 5117 8588 13466 19739 26558 31485 30985 \
             23494 11751 3390 589 41 1",
        ),
        (
            (2, 5),
            "1 2 3 6 11 19 30 44 68 112 176 271 411 602 851 1232 1783 2530 3567 4996 6838 9279 \
             12463 16597 21848 28227 35682 44464 54597 65966 78433 91725 104896 116966 126335 \
             131998 133107 128720 119332 106335 91545 75742 60119 45840 33422 23223 15140 9094 \
             5073 2605 1224 528 225 75 20 2",
            "1 5 8 20 32 80 127 300 458 960 1458 3055 4540 8780 12694 23520 33370 57200 77373 \
             119315 151791 204225 235617 256305 246642 178775 120853 49655 20885 4530 1229 440 \
             113 30 8 5 1",
        ),
    ];
    for (board, apart, together) in tiles_apart_and_together {
        // The larger ones through tables and the index.
        let engines = if board.1 < 5 { &EXHAUSTIVE[..] } else { &EXHAUSTIVE[1..5] };
        count_tiles(board, apart, together, engines);
    }
}

/// The same, through the index.
#[test]
#[ignore = "takes minutes without optimisation"]
fn long_3x4_tiles_as_published() {
    let apart = "1 2 4 9 20 37 63 122 232 431 781 1392 2494 4442 7854 13899 24215 41802 71167 \
                  119888 198363 323206 515778 811000 1248011 1885279 2782396 4009722 5621354 \
                  7647872 10065800 12760413 15570786 18171606 20299876 21587248 21841159 20906905 \
                  18899357 16058335 12772603 9515217 6583181 4242753 2503873 1350268 643245 270303 \
                  92311 27116 5390 1115 86 18";
    let together = "1 5 12 30 72 180 431 1058 2418 5711 12858 29630 65053 145090 303771 640141 \
                  1260032 2476812 4490822 7999853 12981931 20265326 28065825 36086638 39470660 \
                  37460934 27258384 14584710 4854329 939300 93345 5229 204 5";
    count_tiles((3, 4), apart, together, &EXHAUSTIVE[3..5]);
}
