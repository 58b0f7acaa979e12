//! Tile puzzles: every solver against an exhaustive map, against published lengths, and against
//! recorded output; the cache of databases.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ask::{SearchRequest, search};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::{Direction, Size, Style};
use sliding::solve::{Engine, Found, Observer, Until};
use sliding::tiles::batch::solve_all;
use sliding::tiles::choice::{self, solve};
use sliding::tiles::deepening::{TileSearchEnd, TooLarge};
use sliding::tiles::korf::{
    self,
    DirectionOrder::{Fixed, Turning},
};
use sliding::tiles::notation::{self, blank_first, blank_last};
use sliding::tiles::optimal::DatabaseFamily::{self, Large, Quick, Small};
use sliding::tiles::optimal::{BuildEvent, StepSolver, patterns};
use sliding::tiles::parity::Parity;
use sliding::tiles::pdb::{Cache, CacheError};
use sliding::tiles::random::RandomBoards;
use sliding::tiles::{Metric, Tiles, deepening, slides};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/korf").join(name)
}

/// A board that is right.
fn tile_puzzle(size: Size, start: Vec<u32>, goal: Vec<u32>) -> Tiles {
    Tiles::new(size, start, goal).unwrap()
}

/// Boards and lengths from a file.
fn table(name: &str) -> Vec<(Tiles, usize)> {
    let text = fs::read_to_string(data(name)).unwrap();
    let rows = text.lines().map(|line| {
        let (board, moves) = line.split_once('\t').unwrap();
        let (size, start) = notation::board(board, None).unwrap();
        (tile_puzzle(size, start, blank_last(size)), moves.parse().unwrap())
    });
    rows.collect()
}

/// The puzzle file of a tile puzzle.
fn puzzle(tiles: &Tiles) -> Puzzle {
    let name = |tile: u32| char::from_digit(tile, 36).unwrap();
    let board = |cells: &[u32]| cells.iter().map(|&tile| name(tile)).collect::<String>();
    let Size { rows, cols } = tiles.size();
    let kinds = (1..tiles.size().cells() as u32).map(|tile| format!("{} = 1\n", name(tile)));
    let kinds: String = kinds.collect();
    let (start, goal) = (board(tiles.start()), board(tiles.goal()));
    format!("{rows} x {cols}\n{kinds}{start}\n{goal}\n").parse().unwrap()
}

/// The number of moves, after the independent checker has seen them.
fn checked(tiles: &Tiles, found: Result<deepening::TileSearchResult, TooLarge>) -> usize {
    let TileSearchEnd::Solved(way) = found.unwrap().ending else {
        panic!("{tiles:?} is not solved")
    };
    let solution = tiles.solution(&way).unwrap();
    let after = solution.moves.last().map(|last| last.after.clone());
    let puzzle = puzzle(tiles);
    let end = after.as_ref().unwrap_or(puzzle.start());
    assert!(puzzle.is_solved_by(end), "{tiles:?}");
    assert_eq!(verify(&puzzle, Style::STEP, &solution), Ok(()), "{tiles:?}");
    way.len()
}

/// All that is found, with its distance.
#[derive(Default)]
struct AllPositions {
    distance: usize,
    found: Vec<(Vec<u32>, usize)>,
    cells: usize,
}

impl Observer for AllPositions {
    fn wants_every(&self) -> bool {
        true
    }

    fn level_begins(&mut self, distance: u64) {
        self.distance = distance as usize;
    }

    fn found(&mut self, found: &Found) {
        let mut cells = vec![0; self.cells];
        for piece in found.configuration.placements() {
            cells[piece.cell as usize] = u32::from(piece.kind) + 1;
        }
        self.found.push((cells, self.distance));
    }
}

/// Every arrangement that is connected with a goal, and its distance, by the ring engine.
fn everything(size: Size, goal: &[u32]) -> Vec<(Vec<u32>, usize)> {
    let mut request = SearchRequest::new(Style::STEP);
    request.engine = Engine::Ring;
    request.until = Until::Exhausted;
    request.budget.memory = 64 << 20;
    let tiles = tile_puzzle(size, goal.to_vec(), goal.to_vec());
    let mut everything = AllPositions { cells: size.cells(), ..AllPositions::default() };
    let _ = search(&puzzle(&tiles), &request, &mut everything).unwrap();
    everything.found
}

/// A solver whose databases are built and not kept.
pub fn step_solver(size: Size, blank: usize, family: DatabaseFamily) -> StepSolver {
    StepSolver::new(size, blank, family, None, None, &mut |_| Continue(())).unwrap().unwrap()
}

/// Every solver on every `stride`th configuration.
fn every_solver_is_optimal(size: Size, goal: &[u32], count: usize, stride: usize) {
    let everything = everything(size, goal);
    assert_eq!(everything.len(), count);
    let blank = Tiles::blank(goal);
    let solver = step_solver(size, blank, Small);
    for (start, distance) in everything.into_iter().step_by(stride) {
        let tiles = tile_puzzle(size, start, goal.to_vec());
        for found in [
            korf::solve(&tiles, Fixed, None, &mut ()),
            korf::solve(&tiles, Turning, None, &mut ()),
            solver.solve(&tiles, None, 1, &mut ()),
        ] {
            assert_eq!(checked(&tiles, found), distance, "{tiles:?}");
        }
    }
}

/// The counts are those of the published sequences.
#[test]
fn every_solver_is_optimal_on_every_small_board() {
    for (rows, cols, count) in [(2, 2, 12), (2, 3, 360), (3, 2, 360)] {
        let size = Size { rows, cols };
        every_solver_is_optimal(size, &blank_last(size), count, 1);
        every_solver_is_optimal(size, &blank_first(size), count, 1);
    }
    let size = Size { rows: 3, cols: 3 };
    every_solver_is_optimal(size, &blank_last(size), 181_440, 23);
    // The blank in the middle, and tiles in no order.
    every_solver_is_optimal(size, &[3, 1, 2, 7, 0, 4, 8, 6, 5], 181_440, 101);
}

#[test]
#[ignore = "half a minute"]
fn long_every_solver_is_optimal_on_3x3_and_2x4() {
    let size = Size { rows: 3, cols: 3 };
    every_solver_is_optimal(size, &blank_last(size), 181_440, 1);
    for (rows, cols) in [(2, 4), (4, 2)] {
        let size = Size { rows, cols };
        every_solver_is_optimal(size, &blank_last(size), 20_160, 1);
    }
}

/// An arrangement some random moves away.
fn walked(random: &mut Pcg64Mcg, size: Size, goal: &[u32], moves: usize) -> Tiles {
    let mut start = goal.to_vec();
    let solved = tile_puzzle(size, goal.to_vec(), goal.to_vec());
    for _ in 0..moves {
        let blank = Tiles::blank(&start);
        let direction = Direction::ALL[random.next_u32() as usize % 4];
        if let Some(cell) = solved.step(blank, direction) {
            start.swap(blank, cell);
        }
    }
    tile_puzzle(size, start, goal.to_vec())
}

fn shuffled(random: &mut Pcg64Mcg, size: Size) -> Vec<u32> {
    let mut cells = blank_first(size);
    for i in (1..cells.len()).rev() {
        cells.swap(i, random.next_u64() as usize % (i + 1));
    }
    cells
}

/// `korf0` and `korf1` try directions in different orders, and the databases share nothing with
/// them; on boards of any size and with any goal they agree.
#[test]
fn solvers_agree_on_random_goals() {
    let mut random = Pcg64Mcg::new(4);
    for (rows, cols, moves) in [(2, 5, 60), (5, 2, 60), (3, 4, 70), (4, 3, 70)] {
        let size = Size { rows, cols };
        for _ in 0..2 {
            let goal = shuffled(&mut random, size);
            let solver = step_solver(size, Tiles::blank(&goal), Small);
            for _ in 0..10 {
                let tiles = walked(&mut random, size, &goal, moves);
                let plain = checked(&tiles, korf::solve(&tiles, Fixed, None, &mut ()));
                assert_eq!(checked(&tiles, korf::solve(&tiles, Turning, None, &mut ())), plain);
                assert_eq!(checked(&tiles, solver.solve(&tiles, None, 1, &mut ())), plain);
            }
        }
    }
    for (rows, cols) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
        let size = Size { rows, cols };
        for _ in 0..5 {
            let goal = shuffled(&mut random, size);
            let tiles = walked(&mut random, size, &goal, 50);
            let plain = checked(&tiles, korf::solve(&tiles, Fixed, None, &mut ()));
            assert_eq!(checked(&tiles, korf::solve(&tiles, Turning, None, &mut ())), plain);
        }
    }
}

#[test]
fn limits_are_kept_and_large_boards_refused() {
    let (tiles, moves) = table("instances.tsv").swap_remove(78);
    let ending = |max| korf::solve(&tiles, Turning, Some(max), &mut ()).unwrap().ending;
    assert_eq!(ending(moves as u64 - 1), TileSearchEnd::Exceeded);
    assert!(matches!(ending(moves as u64), TileSearchEnd::Solved(way) if way.len() == moves));

    let size = Size { rows: 2, cols: 13 };
    let tiles = tile_puzzle(size, blank_last(size), blank_last(size));
    assert_eq!(korf::solve(&tiles, Fixed, None, &mut ()), Err(TooLarge(size)));
    assert_eq!(korf::solve(&tiles, Turning, None, &mut ()), Err(TooLarge(size)));
    assert!(StepSolver::new(size, 11, Small, None, None, &mut |_| Continue(())).is_err());
}

#[test]
fn unsolvable_boards_are_refused_by_every_engine() {
    let mut random = Pcg64Mcg::new(15);
    for (rows, cols) in [(2, 2), (3, 3), (4, 4), (5, 5)] {
        let size = Size { rows, cols };
        let goal = shuffled(&mut random, size);
        let mut start = walked(&mut random, size, &goal, 100).start().to_vec();
        let blank = Tiles::blank(&start);
        start.swap((blank + 1) % size.cells(), (blank + 2) % size.cells());
        let tiles = tile_puzzle(size, start, goal);
        assert!(!Parity::of(&tiles).is_solvable());
        for engine in [Engine::Auto, Engine::Korf0, Engine::Pdb] {
            let request = choice::TileRequest { engine, ..Default::default() };
            let answer = solve(&tiles, &request, &mut ()).unwrap();
            assert_eq!(
                (answer.found.ending, answer.found.positions),
                (TileSearchEnd::Unsolvable, 0)
            );
        }
        for found in
            [korf::solve(&tiles, Fixed, None, &mut ()), korf::solve(&tiles, Turning, None, &mut ())]
        {
            assert_eq!(found.unwrap().ending, TileSearchEnd::Unsolvable);
        }
    }
}

/// Many boards of several sizes at once: each answer is that of the board alone.
#[test]
fn batches_give_the_same_answers_as_single_boards() {
    let mut random = Pcg64Mcg::new(24);
    let mut boards = Vec::new();
    for (rows, cols, moves) in [(3, 3, 80), (4, 4, 70), (2, 5, 60), (6, 6, 200), (4, 4, 300)] {
        let size = Size { rows, cols };
        for goal in [blank_first(size), blank_last(size)] {
            boards.push(walked(&mut random, size, &goal, moves));
        }
    }
    let request = choice::TileRequest::default();
    let mut larger = 0;
    for (tiles, timed) in boards.iter().zip(solve_all(&boards, &request, &())) {
        let (answer, alone) = (timed.answer.unwrap(), solve(tiles, &request, &mut ()).unwrap());
        let length = |answer: &choice::TileAnswer| answer.moves().unwrap().len();
        assert_eq!(length(&answer), length(&alone), "{tiles:?}");
        let found = &answer.found;
        if let TileSearchEnd::Constructed(_) = found.ending {
            larger += 1;
            assert!(tiles.size().cells() > 16);
        } else {
            assert_eq!(found.lower_bound, checked(tiles, Ok(found.clone())) as u64);
        }
    }
    assert_eq!(larger, 2);
}

/// What is reported at a limit holds: no solution is shorter than the one number, and the other is the
/// length of one.
#[test]
fn limits_give_bounds_for_the_shortest_solution() {
    let size = Size { rows: 4, cols: 4 };
    let solver = step_solver(size, 15, Small);
    for (tiles, moves) in table("instances.tsv").into_iter().take(20) {
        for max in [10, moves as u64 - 1] {
            let request = choice::TileRequest { max_moves: Some(max), ..Default::default() };
            let request = choice::TileRequest { engine: Engine::Korf1, ..request };
            // The plain search up to the moves before the last takes long for some.
            let found = match max {
                10 => solve(&tiles, &request, &mut ()).unwrap(),
                _ => {
                    let found = solver.solve(&tiles, Some(max), 2, &mut ()).unwrap();
                    choice::TileAnswer { found, engine: Engine::Pdb, fallback: None }
                }
            };
            assert_eq!(found.found.ending, TileSearchEnd::Exceeded);
            assert!(found.found.lower_bound > max && found.found.lower_bound <= moves as u64);
            if let Some(way) = found.moves() {
                let spare = TileSearchEnd::Solved(way.to_vec());
                assert!(
                    checked(
                        &tiles,
                        Ok(deepening::TileSearchResult { ending: spare, ..found.found })
                    ) >= moves
                );
            } else {
                assert_ne!(max, 10, "there is always some solution");
            }
        }
    }
}

/// Both searches visit the same positions as long as they find nothing.
#[test]
fn both_plain_searches_visit_the_same_positions() {
    #[derive(Default)]
    struct Passes(Vec<deepening::Pass>);
    impl deepening::PassObserver for Passes {
        fn pass_ends(&mut self, pass: &deepening::Pass) {
            self.0.push(*pass);
        }
    }
    for (tiles, _) in [15, 54, 78].map(|number| table("instances.tsv").swap_remove(number)) {
        let (mut fixed, mut turning) = (Passes::default(), Passes::default());
        korf::solve(&tiles, Fixed, None, &mut fixed).unwrap();
        korf::solve(&tiles, Turning, None, &mut turning).unwrap();
        assert_eq!(fixed.0, turning.0);
    }
}

/// Korf's instances with the lengths that he published in 1985.
#[test]
fn korfs_first_instances() {
    let size = Size { rows: 4, cols: 4 };
    let solver = step_solver(size, 15, Small);
    for (tiles, moves) in table("instances.tsv").into_iter().take(12) {
        assert_eq!(checked(&tiles, solver.solve(&tiles, None, 1, &mut ())), moves);
    }
}

/// The databases of seven and eight tiles, with all that is published for the 15-puzzle.
#[test]
#[ignore = "a minute, and a gigabyte of memory"]
fn long_korfs_instances_and_the_farthest_boards() {
    let size = Size { rows: 4, cols: 4 };
    for family in [Small, Large] {
        let solver = step_solver(size, 15, family);
        for (tiles, moves) in table("instances.tsv") {
            assert_eq!(checked(&tiles, solver.solve(&tiles, None, 1, &mut ())), moves);
        }
        if family == Large {
            for (tiles, moves) in table("farthest.tsv") {
                assert_eq!(checked(&tiles, solver.solve(&tiles, None, 1, &mut ())), moves);
            }
            let (_, start) = notation::board("159d26ae37bf48c0", None).unwrap();
            let tiles = tile_puzzle(size, start, blank_last(size));
            assert_eq!(checked(&tiles, solver.solve(&tiles, None, 1, &mut ())), 72);
        }
    }
}

/// What the two programs print, and complain of, but for times and the blanks before them.
#[test]
fn classic_output_equals_that_of_the_programs() {
    let cases = fs::read_to_string(data("cases.tsv")).unwrap();
    let mut seen = HashSet::new();
    for line in cases.lines().skip(1) {
        let [case, program, start, is_bad] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        seen.insert(case);
        let mut command = Command::new(env!("CARGO_BIN_EXE_sliding"));
        command.arg(program).args((!start.is_empty()).then_some(start));
        let output = command.output().unwrap();
        let reported = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).unwrap();
            let plain = |line: &str| line.split(" (").next().unwrap().trim_end().to_owned();
            text.lines().map(plain).collect::<Vec<_>>()
        };
        let file =
            |ending| fs::read(data(&format!("{case}.{program}.{ending}"))).unwrap_or_default();
        assert_eq!(reported(output.stdout), reported(file("out")), "{line}");
        assert_eq!(reported(output.stderr), reported(file("err")), "{line}");
        assert_eq!(output.status.code() == Some(2), is_bad == "yes", "{line}");
    }
    assert_eq!(seen.len(), 20);
}

/// A small board, its cache, and the file of one of its databases.
fn cached() -> (tempfile::TempDir, Cache, Size, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(&folder.path().join("new"));
    let size = Size { rows: 3, cols: 3 };
    StepSolver::new(size, 8, Small, Some(&cache), None, &mut |_| Continue(())).unwrap().unwrap();
    let file = cache.file(&patterns(size, 8, Small).unwrap()[0]);
    (folder, cache, size, file)
}

#[test]
fn databases_are_kept_and_found_again() {
    let (folder, cache, size, file) = cached();
    assert!(cache.load(&patterns(size, 8, Small).unwrap()[0], 1).is_ok());
    let files = fs::read_dir(file.parent().unwrap()).unwrap().count();
    assert_eq!(files, 2, "nothing is left beside the two databases");
    let mut reported = 0;
    StepSolver::new(size, 8, Small, Some(&cache), None, &mut |_| {
        reported += 1;
        Continue(())
    })
    .unwrap()
    .unwrap();
    assert_eq!(reported, 0, "nothing is built");
    drop(folder);
}

#[test]
fn damaged_and_foreign_databases_are_rebuilt() {
    let (_folder, cache, size, file) = cached();
    let pattern = &patterns(size, 8, Small).unwrap()[0];
    let sound = fs::read(&file).unwrap();
    let other = fs::read(cache.file(&patterns(size, 8, Small).unwrap()[1])).unwrap();
    let with = |at: usize, by: u8| {
        let mut bytes = sound.clone();
        bytes[at] ^= by;
        bytes
    };
    let longer = [&sound[..], &[0]].concat();
    for (bytes, is_foreign) in [
        (Vec::new(), true),
        (b"not a database".to_vec(), true),
        (other, true),
        (with(0, 1), true),
        (with(8, 3), true),
        (with(33, 1), true),
        (with(63, 1), true),
        (with(64, 1), false),
        (with(sound.len() - 1, 0x80), false),
        (sound[..sound.len() - 1].to_vec(), false),
        (longer, false),
    ] {
        fs::write(&file, &bytes).unwrap();
        match cache.load(pattern, 2).err().unwrap() {
            CacheError::Foreign => assert!(is_foreign),
            CacheError::Damaged => assert!(!is_foreign),
            CacheError::Unreadable(error) => panic!("{error}"),
        }
        let mut is_reported = false;
        StepSolver::new(size, 8, Small, Some(&cache), None, &mut |building| {
            is_reported |= matches!(building, BuildEvent::Refused(..));
            Continue(())
        })
        .unwrap()
        .unwrap();
        assert!(is_reported);
        assert_eq!(fs::read(&file).unwrap(), sound);
    }
}

/// Both families on boards that are far enough for their bounds to differ.
#[test]
#[ignore = "half a minute"]
fn long_large_tables_of_slides_find_solutions_of_the_same_length() {
    let size = Size { rows: 4, cols: 4 };
    let solver = |family| {
        slides::SlideSolver::new(size, 15, family, None, None, &mut |_| Continue(()))
            .unwrap()
            .unwrap()
    };
    let (small, large) = (solver(Small), solver(Large));
    let seed = 6;
    println!("seed {seed}");
    for tiles in RandomBoards::new(size, blank_last(size), seed).unwrap().take(12) {
        let lengths = [&small, &large].map(|solver| {
            let TileSearchEnd::Solved(way) = solver.solve(&tiles, None, &mut ()).ending else {
                panic!()
            };
            Metric::Slides.moves(&way).count()
        });
        assert_eq!(lengths[0], lengths[1], "{tiles:?}");
    }
}

#[test]
fn building_can_be_stopped() {
    let four = Size { rows: 4, cols: 4 };
    for family in [Small, Large] {
        let stopped = slides::SlideSolver::new(four, 15, family, None, None, &mut |_| Break(()));
        assert!(stopped.unwrap().is_none());
    }
    let size = Size { rows: 3, cols: 4 };
    assert!(StepSolver::new(size, 11, Small, None, None, &mut |_| Break(())).unwrap().is_none());
}

/// Boards with more than five rows or columns are searched as others are.
#[test]
fn boards_of_three_rows_of_six_are_searched() {
    let mut random = Pcg64Mcg::new(36);
    let size = Size { rows: 3, cols: 6 };
    for goal in [blank_first(size), blank_last(size)] {
        let tiles = walked(&mut random, size, &goal, 40);
        let (plain, turned) = (
            checked(&tiles, korf::solve(&tiles, Fixed, None, &mut ())),
            checked(&tiles, korf::solve(&tiles, Turning, None, &mut ())),
        );
        assert_eq!(plain, turned);
        let request = choice::TileRequest { family: Some(Quick), ..Default::default() };
        let request = choice::TileRequest { engine: Engine::Pdb, ..request };
        let answer = solve(&tiles, &request, &mut ()).unwrap();
        assert_eq!(answer.moves().map(<[_]>::len), Some(plain));
    }
}
