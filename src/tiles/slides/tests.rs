use std::collections::{HashMap, HashSet};

use super::*;
use crate::tiles::notation::blank_last;

fn solver(size: Size, blank: usize) -> SlideSolver {
    SlideSolver::new(size, blank, DatabaseFamily::Small, None, None, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap()
    .unwrap()
}

/// Returns the positions after one push, computed cell by cell, independently of the search.
fn pushed(size: Size, board: &[u32]) -> Vec<Vec<u32>> {
    let tiles = Tiles { size, start: board.to_vec(), goal: Vec::new() };
    let mut all = Vec::new();
    for direction in Direction::ALL {
        let (mut board, mut blank) = (board.to_vec(), Tiles::blank(board));
        while let Some(cell) = tiles.step(blank, direction) {
            board.swap(blank, cell);
            blank = cell;
            all.push(board.clone());
        }
    }
    all
}

/// Returns all boards up to `farthest` pushes away, with their distances and their numbers of
/// shortest paths, breadth first.
fn everything(size: Size, goal: &[u32], farthest: usize) -> HashMap<Vec<u32>, (usize, u64)> {
    let mut known = HashMap::from([(goal.to_vec(), (0, 1))]);
    let mut level = vec![goal.to_vec()];
    for distance in 1..=farthest {
        let mut next = Vec::new();
        for board in &level {
            let paths = known[board].1;
            for after in pushed(size, board) {
                let entry = known.entry(after.clone()).or_insert((distance, 0));
                if *entry == (distance, 0) {
                    next.push(after);
                }
                if entry.0 == distance {
                    entry.1 += paths;
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    known
}

/// Returns the number of moves of a path, after checking that it leads to the goal.
fn checked(tiles: &Tiles, path: &[Direction]) -> usize {
    let mut board = tiles.start.clone();
    for &direction in path {
        let blank = Tiles::blank(&board);
        board.swap(blank, tiles.step(blank, direction).unwrap());
    }
    assert_eq!(board, tiles.goal);
    path.chunk_by(|a, b| a == b).count()
}

/// Checks the search on every `stride`th board, with the published counts of boards for a goal in
/// the corner.
fn agrees(size: Size, goal: &[u32], count: usize, farthest: usize, stride: usize) {
    let everything = everything(size, goal, usize::MAX);
    assert_eq!(everything.len(), count);
    assert_eq!(everything.values().map(|entry| entry.0).max(), Some(farthest));
    let solver = solver(size, Tiles::blank(goal));
    let mut boards: Vec<_> = everything.into_iter().collect();
    boards.sort();
    for (start, (distance, paths)) in boards.into_iter().step_by(stride) {
        let tiles = Tiles { size, start, goal: goal.to_vec() };
        agrees_on(&solver, &tiles, distance, paths);
    }
}

/// Checks that the search finds a board's distance, and all of its shortest paths.
fn agrees_on(solver: &SlideSolver, tiles: &Tiles, distance: usize, paths: u64) {
    let found = solver.solve(tiles, None, &mut ());
    let TileSearchEnd::Solved(path) = found.ending else { panic!("{tiles:?}") };
    assert_eq!(
        (checked(tiles, &path), found.lower_bound),
        (distance, distance as u64),
        "{tiles:?}"
    );
    let mut reported = HashSet::new();
    solver.each(tiles, None, &mut (), &mut |path| {
        assert_eq!(checked(tiles, path), distance);
        assert!(reported.insert(path.to_vec()), "{tiles:?}");
        ControlFlow::Continue(())
    });
    assert_eq!(reported.len() as u64, paths, "{tiles:?}");
}

/// Counts and radii of `SlidingTilesSolver`.
#[test]
fn slide_solutions_are_optimal() {
    let size = Size { rows: 2, cols: 4 };
    agrees(size, &blank_last(size), 20_160, 25, 7);
    let size = Size { rows: 3, cols: 3 };
    agrees(size, &blank_last(size), 181_440, 24, 11);
}

#[test]
#[ignore = "a minute"]
fn long_slide_solutions_are_optimal_on_3x3() {
    let size = Size { rows: 3, cols: 3 };
    agrees(size, &blank_last(size), 181_440, 24, 1);
}

/// The numbers of boards of the 15-puzzle up to six pushes away, after `SlidingTilesSolver`, and
/// the search on some of them.
#[test]
fn distances_of_near_boards_of_4x4() {
    let size = Size { rows: 4, cols: 4 };
    let goal = blank_last(size);
    let near = everything(size, &goal, 6);
    let mut levels = [0; 7];
    near.values().for_each(|entry| levels[entry.0] += 1);
    assert_eq!(levels, [1, 6, 18, 54, 162, 486, 1457]);
    let mut boards: Vec<_> = near.into_iter().collect();
    boards.sort();
    let solver = solver(size, 15);
    for (start, (distance, paths)) in boards.into_iter().step_by(9) {
        let tiles = Tiles { size, start, goal: goal.clone() };
        agrees_on(&solver, &tiles, distance, paths);
    }
}

#[test]
fn limits_are_kept() {
    let size = Size { rows: 3, cols: 3 };
    let solver = solver(size, 8);
    // 24 pushes of tiles, if single ones are counted.
    let start = vec![8, 2, 0, 4, 6, 1, 3, 7, 5];
    let tiles = Tiles { size, start, goal: blank_last(size) };
    let fewest = solver.solve(&tiles, None, &mut ()).lower_bound;
    let found = solver.solve(&tiles, Some(fewest - 1), &mut ());
    assert_eq!((found.ending, found.lower_bound), (TileSearchEnd::Exceeded, fewest));
    let swapped = Tiles { start: vec![2, 1, 3, 4, 5, 6, 7, 8, 0], ..tiles };
    assert_eq!(solver.solve(&swapped, None, &mut ()).ending, TileSearchEnd::Unsolvable);
}
