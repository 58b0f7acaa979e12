use std::collections::{HashMap, HashSet};

use super::*;
use crate::tiles::notation::blank_last;

/// What one push leads to, cell by cell and by nothing of the search.
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

/// All boards with their distances and their numbers of shortest ways, breadth first.
fn everything(size: Size, goal: &[u32]) -> HashMap<Vec<u32>, (usize, u64)> {
    let mut known = HashMap::from([(goal.to_vec(), (0, 1))]);
    let mut level = vec![goal.to_vec()];
    for distance in 1.. {
        let mut next = Vec::new();
        for board in &level {
            let ways = known[board].1;
            for after in pushed(size, board) {
                let entry = known.entry(after.clone()).or_insert((distance, 0));
                if *entry == (distance, 0) {
                    next.push(after);
                }
                if entry.0 == distance {
                    entry.1 += ways;
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

/// The moves of a way that was told, where it leads to the goal.
fn checked(tiles: &Tiles, way: &[Direction]) -> usize {
    let mut board = tiles.start.clone();
    for &direction in way {
        let blank = Tiles::blank(&board);
        board.swap(blank, tiles.step(blank, direction).unwrap());
    }
    assert_eq!(board, tiles.goal);
    way.chunk_by(|a, b| a == b).count()
}

/// The search on every `stride`th board, with the counts of boards that were published for a goal in the
/// corner.
fn agrees(size: Size, goal: &[u32], count: usize, farthest: usize, stride: usize) {
    let everything = everything(size, goal);
    assert_eq!(everything.len(), count);
    assert_eq!(everything.values().map(|entry| entry.0).max(), Some(farthest));
    let solver = Solver::new(size, Tiles::blank(goal), None);
    let mut boards: Vec<_> = everything.into_iter().collect();
    boards.sort();
    for (start, (distance, ways)) in boards.into_iter().step_by(stride) {
        let tiles = Tiles { size, start, goal: goal.to_vec() };
        let found = solver.solve(&tiles, None, &mut ());
        let Ending::Solved(way) = found.ending else { panic!("{tiles:?}") };
        assert_eq!(
            (checked(&tiles, &way), found.at_least),
            (distance, distance as u64),
            "{tiles:?}"
        );
        let mut told = HashSet::new();
        solver.each(&tiles, None, &mut (), &mut |way| {
            assert_eq!(checked(&tiles, way), distance);
            assert!(told.insert(way.to_vec()), "{tiles:?}");
            ControlFlow::Continue(())
        });
        assert_eq!(told.len() as u64, ways, "{tiles:?}");
    }
}

/// Counts and radii of `SlidingTilesSolver`, except for the goal in the middle.
#[test]
fn pushes_are_as_few_as_a_breadth_first_search_finds() {
    for (rows, cols, count, farthest, stride) in
        [(2, 2, 12, 6, 1), (2, 3, 360, 20, 1), (3, 2, 360, 20, 1), (2, 4, 20_160, 25, 7)]
    {
        let size = Size { rows, cols };
        agrees(size, &blank_last(size), count, farthest, stride);
    }
    let size = Size { rows: 3, cols: 3 };
    agrees(size, &blank_last(size), 181_440, 24, 11);
}

#[test]
#[ignore = "a minute"]
fn long_pushes_are_as_few_on_every_board_of_3x3() {
    let size = Size { rows: 3, cols: 3 };
    agrees(size, &blank_last(size), 181_440, 24, 1);
}

#[test]
#[ignore = "measures"]
fn measure() {
    let size = Size { rows: 4, cols: 4 };
    let t = std::time::Instant::now();
    let solver = Solver::new(size, 15, None);
    println!("built {:?}", t.elapsed());
    let mut random = 12345u64;
    let mut rnd = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as usize
    };
    let (mut n, mut total, mut pos) = (0, 0.0, 0);
    while n < 6 {
        let mut start: Vec<u32> = (0..16).collect();
        for i in (1..16).rev() {
            start.swap(i, rnd() % (i + 1));
        }
        let tiles = Tiles { size, start, goal: blank_last(size) };
        if !Parity::of(&tiles).is_solvable() {
            continue;
        }
        n += 1;
        let t = std::time::Instant::now();
        let found = solver.solve(&tiles, None, &mut ());
        total += t.elapsed().as_secs_f64();
        pos += found.positions;
        println!("{} {} {:?}", found.at_least, found.positions, t.elapsed());
    }
    println!("mean {} s, {} positions", total / 6.0, pos / 6);
}
