//! Tile puzzles: every solver against all boards by brute force, against published lengths, and against recorded output.

mod construct;
mod databases;
mod near;
mod texts;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use sliding::check::verify;
use sliding::puzzle::{Direction, Size, Style};
use sliding::solve::{Budget, Engine, Observer, Query, Status, Stopped};
use sliding::tiles::DatabaseFamily::{self, Large, Quick, Small};
use sliding::tiles::notation::{self, blank_first, blank_last};
use sliding::tiles::pdb::PatternError;
use sliding::tiles::{
    Databases, Metric, Parity, RandomBoards, Run, TileAnswer, TileQuery, Tiles, TooLarge, korf,
    solve, solve_each,
};

use crate::files;
use crate::oracle::random::Dice;

type Board = Vec<u32>;

fn data(name: &str) -> PathBuf {
    Path::new(crate::ROOT).join("tests/data/korf").join(name)
}

/// A board that is right.
fn tile_puzzle(size: Size, start: Board, goal: Board) -> Tiles {
    Tiles::new(size, start, goal).unwrap()
}

/// Boards with this goal and published lengths from a file.
fn table(name: &str, goal: fn(Size) -> Board) -> Vec<(Tiles, usize)> {
    let text = files::read(&format!("tests/data/korf/{name}"));
    let rows = text.lines().map(|line| {
        let (board, moves) = line.split_once('\t').unwrap();
        let (size, start) = notation::board(board, None).unwrap();
        (tile_puzzle(size, start, goal(size)), moves.parse().unwrap())
    });
    rows.collect()
}

/// The board after the gap has gone along a path: written again here, to check what solvers find.
fn after(size: Size, board: &[u32], path: &[Direction]) -> Option<Board> {
    let (mut board, mut gap) = (board.to_vec(), Tiles::blank(board) as u32);
    for direction in path {
        let ((row, col), (down, right)) = (size.row_col(gap), direction.delta());
        let next =
            size.cell(i64::from(row) + i64::from(down), i64::from(col) + i64::from(right))?;
        board.swap(gap as usize, next as usize);
        gap = next;
    }
    Some(board)
}

/// The length of a solution in a metric, which leads to the goal.
fn replayed(tiles: &Tiles, path: &[Direction], metric: Metric) -> usize {
    let end = after(tiles.size(), tiles.start(), path);
    assert_eq!(end.as_deref(), Some(tiles.goal()), "{tiles:?}");
    metric.moves(path).count()
}

/// The same of what a solver in steps has found.
fn checked(tiles: &Tiles, found: Result<TileAnswer, TooLarge>) -> usize {
    let found = found.unwrap();
    assert!(found.is_shortest(Metric::Steps), "{tiles:?}: {found:?}");
    replayed(tiles, &found.path.unwrap(), Metric::Steps)
}

/// Runs a search within limits, without an observer.
fn within<T>(budget: &Budget, search: impl FnOnce(&mut Run) -> T) -> T {
    search(&mut Run { budget, observer: &mut () })
}

/// Limits of moves and threads.
fn limits(max_moves: Option<u64>, threads: usize) -> Budget {
    let mut budget = Budget::default();
    (budget.max_moves, budget.threads) = (max_moves, NonZeroUsize::new(threads));
    budget
}

/// Runs a search with one thread and without limits.
fn run<T>(search: impl FnOnce(&mut Run) -> T) -> T {
    within(&limits(None, 1), search)
}

/// Solves boards at once, and returns their answers in order.
fn solve_all<O: Observer>(
    boards: &[Tiles],
    query: &TileQuery,
    budget: &Budget,
    observer: impl Fn(usize) -> O + Sync,
) -> Vec<Result<TileAnswer, TooLarge>> {
    let answers = Mutex::new(BTreeMap::new());
    let each = |number, answer| drop(answers.lock().unwrap().insert(number, answer));
    solve_each(boards, query, budget, observer, each);
    answers.into_inner().unwrap().into_values().collect()
}

/// Ends a search when databases are being built.
struct StopBuilding(Budget);

impl Observer for StopBuilding {
    fn building(&mut self, _: &[u8], _: u64, _: u64) {
        self.0.interrupt.set();
    }
}

/// The length that the plain searches find, and the databases. They try directions in different orders, and share
/// nothing with the databases.
fn by_all(tiles: &Tiles, solver: Option<&Databases>) -> usize {
    let plain = checked(tiles, run(|run| korf::solve(tiles, Engine::Korf0, run)));
    let turning = run(|run| korf::solve(tiles, Engine::Korf1, run));
    let databases = solver.map(|solver| Ok(run(|run| solver.solve(tiles, u64::MAX, run))));
    for found in databases.into_iter().chain([turning]) {
        assert_eq!(checked(tiles, found), plain, "{tiles:?}");
    }
    plain
}

/// A solver finds the published lengths of these boards.
fn are_solved(solver: &Databases, boards: &[(Tiles, usize)]) {
    for (tiles, moves) in boards {
        let found = run(|run| solver.solve(tiles, u64::MAX, run));
        assert_eq!(checked(tiles, Ok(found)), *moves);
    }
}

/// Every board that leads to a goal with its distance: by brute force.
fn everything(size: Size, goal: &[u32]) -> HashMap<Board, usize> {
    let mut known = HashMap::from([(goal.to_vec(), 0)]);
    let mut open = VecDeque::from([goal.to_vec()]);
    while let Some(board) = open.pop_front() {
        let distance = known[&board] + 1;
        let near = Direction::ALL.into_iter().filter_map(|step| after(size, &board, &[step]));
        for next in near {
            if !known.contains_key(&next) {
                known.insert(next.clone(), distance);
                open.push_back(next);
            }
        }
    }
    known
}

/// Databases that are built and not kept.
fn built(metric: Metric, size: Size, blank: usize, family: DatabaseFamily) -> Databases {
    within(&Budget::default(), |run| Databases::open(metric, size, blank, family, None, run))
        .unwrap()
}

fn step_solver(size: Size, blank: usize, family: DatabaseFamily) -> Databases {
    built(Metric::Steps, size, blank, family)
}

/// Every solver on every `stride`th board.
fn every_solver_is_optimal(size: Size, goal: &[u32], count: usize, stride: usize) {
    let solver = step_solver(size, Tiles::blank(goal), Small);
    let everything = everything(size, goal);
    assert_eq!(everything.len(), count);
    for (start, distance) in everything.into_iter().step_by(stride) {
        let tiles = tile_puzzle(size, start, goal.to_vec());
        assert_eq!(by_all(&tiles, Some(&solver)), distance, "{tiles:?}");
    }
}

#[test]
fn every_solver_is_optimal_on_small_boards() {
    for (rows, cols, count) in [(2, 2, 12), (2, 3, 360), (3, 2, 360)] {
        let size = Size { rows, cols };
        every_solver_is_optimal(size, &blank_last(size), count, 1);
        every_solver_is_optimal(size, &blank_first(size), count, 1);
    }
    every_solver_is_optimal(Size { rows: 2, cols: 4 }, &[1, 2, 3, 4, 5, 6, 7, 0], 20_160, 31);
    let size = Size { rows: 3, cols: 3 };
    every_solver_is_optimal(size, &blank_last(size), 181_440, 101);
    // The gap in the middle, and tiles in no order.
    every_solver_is_optimal(size, &[3, 1, 2, 7, 0, 4, 8, 6, 5], 181_440, 301);
}

#[test]
#[ignore = "takes minutes"]
fn long_every_solver_is_optimal_on_3x3_and_2x4() {
    for (rows, cols, count) in [(3, 3, 181_440), (2, 4, 20_160), (4, 2, 20_160)] {
        let size = Size { rows, cols };
        every_solver_is_optimal(size, &blank_last(size), count, 1);
    }
}

/// A board some random moves away.
fn walked(dice: &mut Dice, size: Size, goal: &[u32], moves: usize) -> Tiles {
    let steps = (0..moves).map(|_| dice.pick(&Direction::ALL));
    let start =
        steps.fold(goal.to_vec(), |board, step| after(size, &board, &[step]).unwrap_or(board));
    tile_puzzle(size, start, goal.to_vec())
}

fn shuffled(dice: &mut Dice, size: Size) -> Board {
    dice.some_of(&blank_first(size), size.cells())
}

/// `korf0`, `korf1` and databases agree on boards of any size and with any goal.
#[test]
fn solvers_agree_on_random_goals() {
    let mut random = Dice::new(4);
    for (rows, cols, moves) in [(2, 5, 60), (5, 2, 60), (3, 4, 70), (4, 3, 70)] {
        let size = Size { rows, cols };
        for _ in 0..2 {
            let goal = shuffled(&mut random, size);
            let solver = step_solver(size, Tiles::blank(&goal), Small);
            for _ in 0..10 {
                by_all(&walked(&mut random, size, &goal, moves), Some(&solver));
            }
        }
    }
    for (rows, cols) in [(4, 4), (4, 5), (5, 4), (5, 5), (3, 6)] {
        let size = Size { rows, cols };
        for _ in 0..5 {
            let goal = shuffled(&mut random, size);
            by_all(&walked(&mut random, size, &goal, 50), None);
        }
    }
}

#[test]
fn limits_are_kept_and_large_boards_refused() {
    let (tiles, moves) = table("instances.tsv", blank_last).swap_remove(78);
    let solver = built(Metric::Slides, tiles.size(), 15, Quick);
    let slow = within(&limits(Some(3), 1), |run| solver.solve(&tiles, u64::MAX, run));
    assert_eq!(slow.status, Status::Stopped(Stopped::Moves(3)));
    let few = |max| within(&limits(Some(max), 1), |run| korf::solve(&tiles, Engine::Korf1, run));
    let most = moves as u64;
    assert_eq!(few(most - 1).unwrap().status, Status::Stopped(Stopped::Moves(most - 1)));
    assert_eq!(checked(&tiles, few(most)), moves);

    let size = Size { rows: 2, cols: 13 };
    let tiles = tile_puzzle(size, blank_last(size), blank_last(size));
    for engine in [Engine::Korf0, Engine::Korf1] {
        assert_eq!(run(|run| korf::solve(&tiles, engine, run)), Err(TooLarge(size)));
    }
    assert!(run(|run| Databases::open(Metric::Steps, size, 11, Small, None, run)).is_err());
}

#[test]
fn unsolvable_boards_are_refused_by_every_engine() {
    let mut random = Dice::new(15);
    for (rows, cols) in [(2, 2), (3, 3), (4, 4), (5, 5)] {
        let size = Size { rows, cols };
        let goal = shuffled(&mut random, size);
        let mut start = walked(&mut random, size, &goal, 100).start().to_vec();
        let blank = Tiles::blank(&start);
        start.swap((blank + 1) % size.cells(), (blank + 2) % size.cells());
        let tiles = tile_puzzle(size, start, goal);
        assert!(!Parity::of(&tiles).is_solvable());
        for engine in [Engine::Auto, Engine::Korf0, Engine::Korf1, Engine::Pdb, Engine::Construct] {
            let query = TileQuery { engine, ..Default::default() };
            let answer = run(|run| solve(&tiles, &query, run)).unwrap();
            assert_eq!((answer.status, answer.positions), (Status::Unsolvable, 0));
        }
    }
}

/// The fewest slides, by databases and by a search that knows nothing of tiles; the checker knows
/// neither.
#[test]
fn slides_are_as_few_as_moves_of_pieces_together() {
    let style = Style::new(3).unwrap();
    for (rows, cols) in [(2, 3), (3, 2), (3, 3), (2, 5)] {
        let size = Size { rows, cols };
        for goal in [blank_first(size), blank_last(size)] {
            for tiles in RandomBoards::new(size, goal, 8).unwrap().take(6) {
                let puzzle = tiles.puzzle().unwrap();
                let [pdb, sparse] = [Engine::Pdb, Engine::Sparse].map(|engine| {
                    let mut query = Query::new(&puzzle, style);
                    query.engine = engine;
                    let answer =
                        sliding::solve::solve(&query, &Budget::default(), &mut ()).unwrap();
                    assert_eq!(answer.engine, engine);
                    verify(&puzzle, style, answer.solution.as_ref().unwrap()).unwrap();
                    answer.moves.unwrap()
                });
                assert_eq!(pdb, sparse, "seed 8: {tiles:?}");
            }
        }
    }
}

/// Many boards of several sizes at once: each answer is that of the board alone.
#[test]
fn batches_give_the_same_answers_as_single_boards() {
    let mut random = Dice::new(24);
    let mut boards = Vec::new();
    for (rows, cols, moves) in [(3, 3, 80), (4, 4, 70), (2, 5, 60), (6, 6, 200), (4, 4, 300)] {
        let size = Size { rows, cols };
        for goal in [blank_first(size), blank_last(size)] {
            boards.push(walked(&mut random, size, &goal, moves));
        }
    }
    let (query, budget) = (TileQuery::default(), Budget::default());
    let mut larger = 0;
    for (tiles, answer) in boards.iter().zip(solve_all(&boards, &query, &budget, |_| ())) {
        let (answer, alone) = (answer.unwrap(), within(&budget, |run| solve(tiles, &query, run)));
        let alone = alone.unwrap();
        assert_eq!(answer.moves(Metric::Steps), alone.moves(Metric::Steps), "{tiles:?}");
        if answer.is_shortest(Metric::Steps) {
            assert_eq!(answer.at_least, checked(tiles, Ok(answer.clone())) as u64);
        } else {
            larger += 1;
            assert!(tiles.size().cells() > 16);
        }
    }
    assert_eq!(larger, 2);
}

/// What is reported at a limit holds: no solution is shorter than the bound, and none is shorter than the fewest moves.
#[test]
fn limits_give_bounds_for_the_shortest_solution() {
    let size = Size { rows: 4, cols: 4 };
    let solver = step_solver(size, 15, Small);
    for (tiles, moves) in table("instances.tsv", blank_last).into_iter().take(20) {
        let query = TileQuery { engine: Engine::Korf1, ..Default::default() };
        let few = within(&limits(Some(10), 1), |run| solve(&tiles, &query, run)).unwrap();
        let path = few.path.as_ref().expect("there is always some solution");
        assert!(replayed(&tiles, path, Metric::Steps) >= moves);
        // The plain search up to the moves before the last takes long for some.
        let most = moves as u64 - 1;
        let search = |run: &mut Run| solver.solve(&tiles, u64::MAX, run);
        let many = within(&limits(Some(most), 2), search);
        for (found, max) in [(few, 10), (many, most)] {
            assert_eq!(found.status, Status::Stopped(Stopped::Moves(max)));
            assert!(found.at_least > max && found.at_least <= moves as u64);
        }
    }
}

/// Korf's instances with the lengths that he published in 1985.
#[test]
fn korfs_first_instances() {
    let solver = step_solver(Size { rows: 4, cols: 4 }, 15, Small);
    are_solved(&solver, &table("instances.tsv", blank_last)[..12]);
}

/// The databases of seven and eight tiles, with all that is published for the 15-puzzle.
#[test]
#[ignore = "a minute, and a gigabyte of memory"]
fn long_korfs_instances_and_the_farthest_boards() {
    let size = Size { rows: 4, cols: 4 };
    for family in [Small, Large] {
        let solver = step_solver(size, 15, family);
        are_solved(&solver, &table("instances.tsv", blank_last));
        if family == Large {
            are_solved(&solver, &table("farthest.tsv", blank_last));
        }
    }
}

/// What the two programs print, and complain of, but for times and the blanks before them.
#[test]
fn classic_output_equals_that_of_the_programs() {
    let mut seen = HashSet::new();
    for line in files::rows(include_str!("../data/korf/cases.tsv")) {
        let [case, program, start, is_bad] = line;
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
        assert_eq!(reported(output.stdout), reported(file("out")), "{line:?}");
        assert_eq!(reported(output.stderr), reported(file("err")), "{line:?}");
        assert_eq!(output.status.code() == Some(2), is_bad == "yes", "{line:?}");
    }
    assert_eq!(seen.len(), 20);
}

#[test]
fn building_can_be_stopped() {
    let four = Size { rows: 4, cols: 4 };
    let small = Size { rows: 3, cols: 4 };
    for (metric, size, blank, family) in [
        (Metric::Slides, four, 15, Small),
        (Metric::Slides, four, 15, Large),
        (Metric::Steps, small, 11, Small),
    ] {
        let budget = Budget::default();
        let run = &mut Run { budget: &budget, observer: &mut StopBuilding(budget.clone()) };
        let opened = Databases::open(metric, size, blank, family, None, run);
        assert_eq!(opened.err(), Some(PatternError::Stopped(Stopped::Cancelled)));
    }
}
