//! Tile puzzles: every solver against all boards by brute force, against published lengths, and against recorded output.

mod construct;
mod databases;
mod journals;
mod near;
mod texts;

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs;
use std::ops::ControlFlow::{Break, Continue};
use std::path::{Path, PathBuf};
use std::process::Command;

use sliding::puzzle::{Direction, Size};
use sliding::solve::Engine;
use sliding::tiles::batch::solve_all;
use sliding::tiles::choice::{TileAnswer, TileRequest, solve};
use sliding::tiles::deepening::{TileSearchEnd, TileSearchResult, TooLarge};
use sliding::tiles::korf::{
    self,
    DirectionOrder::{Fixed, Turning},
};
use sliding::tiles::notation::{self, blank_first, blank_last};
use sliding::tiles::optimal::DatabaseFamily::{self, Large, Quick, Small};
use sliding::tiles::optimal::StepSolver;
use sliding::tiles::parity::Parity;
use sliding::tiles::slides::SlideSolver;
use sliding::tiles::{Metric, Tiles};

use crate::oracle::random::Dice;

type Board = Vec<u32>;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/korf").join(name)
}

/// A board that is right.
fn tile_puzzle(size: Size, start: Board, goal: Board) -> Tiles {
    Tiles::new(size, start, goal).unwrap()
}

/// Boards with this goal and published lengths from a file.
fn table(name: &str, goal: fn(Size) -> Board) -> Vec<(Tiles, usize)> {
    let text = fs::read_to_string(data(name)).unwrap();
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
fn checked(tiles: &Tiles, found: Result<TileSearchResult, TooLarge>) -> usize {
    let TileSearchEnd::Solved(path) = found.unwrap().ending else { panic!("{tiles:?}") };
    replayed(tiles, &path, Metric::Steps)
}

/// The length that the plain searches find, and the databases. They try directions in different orders, and share
/// nothing with the databases.
fn by_all(tiles: &Tiles, solver: Option<&StepSolver>) -> usize {
    let plain = checked(tiles, korf::solve(tiles, Fixed, None, &mut ()));
    let turning = korf::solve(tiles, Turning, None, &mut ());
    for found in
        solver.map(|solver| solver.solve(tiles, None, 1, &mut ())).into_iter().chain([turning])
    {
        assert_eq!(checked(tiles, found), plain, "{tiles:?}");
    }
    plain
}

/// A solver finds the published lengths of these boards.
fn are_solved(solver: &StepSolver, boards: &[(Tiles, usize)]) {
    for (tiles, moves) in boards {
        assert_eq!(checked(tiles, solver.solve(tiles, None, 1, &mut ())), *moves);
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

/// A solver whose databases are built and not kept.
fn step_solver(size: Size, blank: usize, family: DatabaseFamily) -> StepSolver {
    StepSolver::new(size, blank, family, None, None, &mut |_| Continue(())).unwrap().unwrap()
}

fn slide_solver(size: Size, blank: usize, family: DatabaseFamily) -> SlideSolver {
    SlideSolver::new(size, blank, family, None, None, &mut |_| Continue(())).unwrap().unwrap()
}

/// Every solver on every `stride`th board. Lists of all solutions hold those in slides.
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
    let slow = slide_solver(tiles.size(), 15, Quick).solve(&tiles, Some(3), &mut ());
    assert_eq!(slow.ending, TileSearchEnd::Exceeded);
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
            let request = TileRequest { engine, ..Default::default() };
            let answer = solve(&tiles, &request, &mut ()).unwrap();
            assert_eq!(
                (answer.found.ending, answer.found.positions),
                (TileSearchEnd::Unsolvable, 0)
            );
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
    let request = TileRequest::default();
    let mut larger = 0;
    for (tiles, timed) in boards.iter().zip(solve_all(&boards, &request, &())) {
        let (answer, alone) = (timed.answer.unwrap(), solve(tiles, &request, &mut ()).unwrap());
        let length = |answer: &TileAnswer| answer.moves().unwrap().len();
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

/// What is reported at a limit holds: no solution is shorter than the bound, and none is shorter than the fewest moves.
#[test]
fn limits_give_bounds_for_the_shortest_solution() {
    let size = Size { rows: 4, cols: 4 };
    let solver = step_solver(size, 15, Small);
    for (tiles, moves) in table("instances.tsv", blank_last).into_iter().take(20) {
        let request = TileRequest { max_moves: Some(10), ..Default::default() };
        let request = TileRequest { engine: Engine::Korf1, ..request };
        let few = solve(&tiles, &request, &mut ()).unwrap();
        let path = few.moves().expect("there is always some solution");
        assert!(replayed(&tiles, path, Metric::Steps) >= moves);
        // The plain search up to the moves before the last takes long for some.
        let most = moves as u64 - 1;
        let many = solver.solve(&tiles, Some(most), 2, &mut ()).unwrap();
        for (found, max) in [(few.found, 10), (many, most)] {
            assert_eq!(found.ending, TileSearchEnd::Exceeded);
            assert!(found.lower_bound > max && found.lower_bound <= moves as u64);
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

#[test]
fn building_can_be_stopped() {
    let four = Size { rows: 4, cols: 4 };
    for family in [Small, Large] {
        let stopped = SlideSolver::new(four, 15, family, None, None, &mut |_| Break(()));
        assert!(stopped.unwrap().is_none());
    }
    let size = Size { rows: 3, cols: 4 };
    assert!(StepSolver::new(size, 11, Small, None, None, &mut |_| Break(())).unwrap().is_none());
}
