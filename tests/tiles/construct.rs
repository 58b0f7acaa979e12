//! Constructed solutions: legal on boards of all sizes, for all boards that have one.

use sliding::puzzle::{Direction, Size};
use sliding::solve::{Budget, Status, Stopped};
use sliding::tiles::{BoardError, Metric, Tiles, construct};

use super::{everything, replayed, run, shuffled, tile_puzzle, within};
use crate::oracle::random::Dice;

/// The constructed solution, if there is one.
fn constructed(size: Size, start: &[u32], goal: &[u32]) -> Option<Vec<Direction>> {
    let tiles = tile_puzzle(size, start.to_vec(), goal.to_vec());
    let answer = run(|run| construct(&tiles, run));
    match &answer.path {
        Some(path) => assert!(replayed(&tiles, path, Metric::Steps) > 0 || start == goal),
        None => assert_eq!(answer.status, Status::Unsolvable),
    }
    answer.path
}

/// Draws start and goal at random, then exchanges two tiles of the start: exactly one of the two can be solved. Returns
/// the number of its moves.
fn one_of_two_is_solved(rows: u32, cols: u32, seed: u64) -> usize {
    let size = Size { rows, cols };
    let mut dice = Dice::new(seed);
    let (mut start, goal) = (shuffled(&mut dice, size), shuffled(&mut dice, size));
    let one = constructed(size, &start, &goal);
    let mut tiles = (0..start.len()).filter(|&cell| start[cell] != 0);
    let (first, second) = (tiles.next().unwrap(), tiles.next().unwrap());
    start.swap(first, second);
    let other = constructed(size, &start, &goal);
    assert!(one.is_some() != other.is_some(), "{rows} x {cols}, seed {seed}");
    one.or(other).map_or(0, |path| path.len())
}

#[test]
fn boards_that_have_a_solution_get_one() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        let size = Size { rows, cols };
        let goal: Vec<u32> = (1..size.cells() as u32).chain([0]).collect();
        // Of the 181,440 of 3 x 3, each eighth.
        let stride = if size.cells() == 9 { 8 } else { 1 };
        for start in everything(size, &goal).keys().step_by(stride) {
            assert!(constructed(size, start, &goal).is_some(), "{start:?}");
        }
    }
    for rows in 2..=9 {
        for cols in 2..=9 {
            (0..4).for_each(|seed| _ = one_of_two_is_solved(rows, cols, seed));
        }
    }
}

#[test]
fn large_boards_get_solutions_of_a_reasonable_length() {
    for (rows, cols, most) in
        [(30, 40, 80_000), (2, 50, 8_000), (50, 2, 8_000), (100, 100, 1_800_000)]
    {
        let moves = one_of_two_is_solved(rows, cols, 7);
        assert!(moves < most, "{rows} x {cols}: {moves}");
    }
}

#[test]
fn it_stops_when_asked() {
    let size = Size { rows: 5, cols: 5 };
    let goal: Vec<u32> = (0..25).collect();
    let mut start = goal.clone();
    start[1..4].rotate_left(1);
    let tiles = tile_puzzle(size, start, goal);
    let budget = Budget::default();
    budget.interrupt.set();
    let answer = within(&budget, |run| construct(&tiles, run));
    assert_eq!((answer.status, answer.path), (Status::Stopped(Stopped::Cancelled), None));
}

#[test]
fn nothing_to_do_and_one_move() {
    let size = Size { rows: 4, cols: 5 };
    let goal: Vec<u32> = (0..20).collect();
    assert_eq!(constructed(size, &goal, &goal), Some(vec![]));
    let mut start = goal.clone();
    start.swap(0, 5);
    assert_eq!(constructed(size, &start, &goal), Some(vec![Direction::Up]));
}

#[test]
fn what_is_no_board_is_refused() {
    let board = [1, 2, 3, 0];
    let size = |rows, cols| Size { rows, cols };
    let refused = |size, start: &[u32], goal: &[u32]| {
        Tiles::new(size, start.to_vec(), goal.to_vec()).unwrap_err()
    };
    let refusal = |size, start: &[u32]| refused(size, start, &board);
    assert_eq!(refusal(size(1, 1), &board), BoardError::TooSmall { rows: 1, cols: 1 });
    let huge = size(u32::MAX, u32::MAX);
    assert_eq!(refusal(huge, &board), BoardError::TooLarge { rows: u32::MAX, cols: u32::MAX });
    assert_eq!(refusal(size(2, 3), &board), BoardError::Count { found: 4, expected: 6 });
    assert_eq!(refusal(size(2, 2), &[1, 2, 2, 0]), BoardError::Tile(2));
    let bad_goal = refused(size(2, 2), &board, &[1, 2, 3]);
    assert_eq!(bad_goal, BoardError::Count { found: 3, expected: 4 });
}
