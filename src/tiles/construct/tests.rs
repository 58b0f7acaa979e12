//! Solutions are replayed here by code independent of the solver.

use rand_pcg::{Pcg64, rand_core::Rng};

use super::{ConstructTask, construct};
use crate::puzzle::{Direction, Size};
use crate::tiles::deepening::{PassObserver, TileSearchEnd};
use crate::tiles::{BoardError, Tiles};

/// Whether moves of the blank lead from one board to another.
fn leads(size: Size, start: &[u32], goal: &[u32], moves: &[Direction]) -> bool {
    let (rows, cols) = (size.rows as i32, size.cols as i32);
    let mut board = start.to_vec();
    let blank = board.iter().position(|&tile| tile == 0).unwrap() as i32;
    let (mut row, mut col) = (blank / cols, blank % cols);
    for direction in moves {
        let (down, right) = direction.delta();
        let (to_row, to_col) = (row + down, col + right);
        if !(0..rows).contains(&to_row) || !(0..cols).contains(&to_col) {
            return false;
        }
        board.swap((row * cols + col) as usize, (to_row * cols + to_col) as usize);
        (row, col) = (to_row, to_col);
    }
    board == goal
}

fn shuffled(size: Size, dice: &mut Pcg64) -> Vec<u32> {
    let mut board: Vec<u32> = (0..size.cells() as u32).collect();
    for i in (1..board.len()).rev() {
        board.swap(i, (dice.next_u64() >> 32) as usize % (i + 1));
    }
    board
}

/// Returns the constructed solution, if there is one.
fn constructed(size: Size, start: &[u32], goal: &[u32]) -> Option<Vec<Direction>> {
    let tiles = Tiles { size, start: start.to_vec(), goal: goal.to_vec() };
    match construct(&tiles, &()) {
        TileSearchEnd::Constructed(path) => Some(path),
        ending => {
            assert_eq!(ending, TileSearchEnd::Unsolvable);
            None
        }
    }
}

/// Exchanges the first two tiles, which makes a solvable board unsolvable.
fn spoil(board: &mut [u32]) {
    let tiles: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] != 0).take(2).collect();
    board.swap(tiles[0], tiles[1]);
}

/// Draws start and goal at random, then exchanges two tiles of the start: exactly one of the two
/// can be solved. Returns the number of its moves.
fn one_of_two_is_solved(rows: u32, cols: u32, seed: u64) -> usize {
    let size = Size { rows, cols };
    let mut dice = Pcg64::new(seed.into(), 0x5eed);
    let (mut start, goal) = (shuffled(size, &mut dice), shuffled(size, &mut dice));
    let mut solved = Vec::new();
    for _ in 0..2 {
        if let Some(moves) = constructed(size, &start, &goal) {
            assert!(leads(size, &start, &goal, &moves), "{rows} x {cols}, seed {seed}");
            solved.push(moves.len());
        }
        spoil(&mut start);
    }
    assert_eq!(solved.len(), 1, "{rows} x {cols}, seed {seed}");
    solved[0]
}

/// Advances to the next permutation in lexicographic order. Returns false after the last.
fn next_arrangement(board: &mut [u32]) -> bool {
    let Some(at) = (1..board.len()).rev().find(|&at| board[at - 1] < board[at]) else {
        return false;
    };
    let other = (at..board.len()).rev().find(|&other| board[other] > board[at - 1]).unwrap();
    board.swap(at - 1, other);
    board[at..].reverse();
    true
}

/// Solves every position, or one in `one_in`. Half of all can be solved; since every solution is
/// replayed, no others are considered solvable.
fn all_arrangements(rows: u32, cols: u32, one_in: usize) -> usize {
    let size = Size { rows, cols };
    let goal: Vec<u32> = (1..size.cells() as u32).chain([0]).collect();
    let mut start: Vec<u32> = (0..size.cells() as u32).collect();
    let (mut count, mut solved) = (0, 0);
    loop {
        if count % one_in == 0
            && let Some(moves) = constructed(size, &start, &goal)
        {
            assert!(leads(size, &start, &goal, &moves), "{start:?}");
            solved += 1;
        }
        count += 1;
        if !next_arrangement(&mut start) {
            return solved;
        }
    }
}

#[test]
fn every_arrangement_of_small_boards() {
    assert_eq!(all_arrangements(2, 2, 1), 12);
    assert_eq!(all_arrangements(2, 3, 1), 360);
    assert_eq!(all_arrangements(3, 2, 1), 360);
    assert_eq!(all_arrangements(3, 3, 1), 181_440);
}

#[test]
fn some_arrangements_of_two_by_four() {
    assert!(all_arrangements(2, 4, 101) > 150);
    assert!(all_arrangements(4, 2, 101) > 150);
}

#[test]
#[ignore = "takes minutes"]
fn long_every_arrangement_of_two_by_four() {
    assert_eq!(all_arrangements(2, 4, 1), 20_160);
    assert_eq!(all_arrangements(4, 2, 1), 20_160);
}

#[test]
fn random_boards_of_all_small_sizes() {
    for rows in 2..=8 {
        for cols in 2..=8 {
            one_of_two_is_solved(rows, cols, u64::from(10 * rows + cols));
        }
    }
}

#[test]
fn the_same_boards_have_the_same_solution() {
    assert_eq!(one_of_two_is_solved(6, 7, 1), one_of_two_is_solved(6, 7, 1));
}

#[test]
fn large_boards() {
    for (rows, cols, most) in
        [(30, 40, 80_000), (2, 50, 8_000), (50, 2, 8_000), (100, 100, 1_800_000)]
    {
        let moves = one_of_two_is_solved(rows, cols, 7);
        assert!(moves < most, "{rows} x {cols}: {moves}");
    }
}

/// Every try finds a solution, also those that are not the shortest: there is always a cell that
/// may be closed next, and a way to do it.
#[test]
fn every_try_comes_to_an_end() {
    for rows in 2..=9 {
        for cols in 2..=9 {
            let size = Size { rows, cols };
            let mut dice = Pcg64::new(u128::from(10 * rows + cols), 0x5eed);
            let (start, mut goal) = (shuffled(size, &mut dice), shuffled(size, &mut dice));
            if constructed(size, &start, &goal).is_none() {
                spoil(&mut goal);
            }
            let (from, to) = (Tiles::places(&start), Tiles::places(&goal));
            let job = ConstructTask { size, from: &from, to: &to, observer: &() };
            for number in 0..20 {
                let moves = job.attempt(number, usize::MAX).unwrap();
                assert!(leads(size, &start, &goal, &moves), "{rows} x {cols}, try {number}");
            }
        }
    }
}

#[test]
fn it_stops_when_asked() {
    struct Over;
    impl PassObserver for Over {
        fn should_stop(&self) -> bool {
            true
        }
    }
    let size = Size { rows: 5, cols: 5 };
    let goal: Vec<u32> = (0..25).collect();
    let mut start = goal.clone();
    start[1..4].rotate_left(1);
    let tiles = Tiles { size, start, goal };
    assert_eq!(construct(&tiles, &Over), TileSearchEnd::Stopped);
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
    assert_eq!(refusal(size(4, 0), &board), BoardError::TooSmall { rows: 4, cols: 0 });
    let huge = size(u32::MAX, u32::MAX);
    assert_eq!(refusal(huge, &board), BoardError::TooLarge { rows: u32::MAX, cols: u32::MAX });
    assert_eq!(refusal(size(2, 3), &board), BoardError::Count { found: 4, expected: 6 });
    assert_eq!(refusal(size(2, 2), &[1, 2, 2, 0]), BoardError::Tile(2));
    assert_eq!(refusal(size(2, 2), &[1, 2, 4, 0]), BoardError::Tile(4));
    let bad_goal = refused(size(2, 2), &board, &[1, 2, 3]);
    assert_eq!(bad_goal, BoardError::Count { found: 3, expected: 4 });
}
