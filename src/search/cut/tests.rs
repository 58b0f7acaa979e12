//! The cut engine, with the board cut before each of its cells, against brute force.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use super::*;
use crate::check::verify;
use crate::puzzle::{Direction, Lock, Placement};
use crate::query::{Status, Until};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// The number of configurations at each distance from the start, and the distance of the first goal, by
/// moving pieces one by one; `None` if there are too many.
fn by_hand(puzzle: &Puzzle, most: usize) -> Option<(Vec<u64>, Option<u64>)> {
    let mut known = BTreeSet::from([puzzle.start().clone()]);
    let (mut level, mut levels, mut met) = (vec![puzzle.start().clone()], Vec::new(), None);
    while !level.is_empty() {
        if level.iter().any(|configuration| puzzle.is_solved_by(configuration)) {
            met = met.or(Some(levels.len() as u64));
        }
        levels.push(level.len() as u64);
        let next = level.iter().flat_map(|configuration| neighbours(puzzle, configuration));
        let next: BTreeSet<_> =
            next.filter(|configuration| !known.contains(configuration)).collect();
        known.extend(next.iter().cloned());
        if known.len() > most {
            return None;
        }
        level = next.into_iter().collect();
    }
    Some((levels, met))
}

fn neighbours(puzzle: &Puzzle, configuration: &Configuration) -> Vec<Configuration> {
    let mut neighbours = Vec::new();
    for (at, &piece) in configuration.placements().iter().enumerate() {
        for direction in Direction::ALL {
            let lock = puzzle.kind(piece).lock();
            let is_locked = match lock {
                Lock::Free => false,
                Lock::Horizontal => !direction.is_horizontal(),
                Lock::Vertical => direction.is_horizontal(),
            };
            let (row, col) = puzzle.size().row_col(piece.cell);
            let (down, right) = direction.delta();
            let (row, col) = (i64::from(row) + i64::from(down), i64::from(col) + i64::from(right));
            let Some(cell) = puzzle.size().cell(row, col).filter(|_| !is_locked) else { continue };
            let mut after = configuration.placements().to_vec();
            after[at] = Placement { cell, ..piece };
            // Whether that is a configuration is not for the engine to say.
            neighbours.extend(puzzle.configuration(after));
        }
    }
    neighbours
}

fn cut_before(at: usize, puzzle: &Puzzle, until: Until, threads: usize) -> Answer {
    let query = Query { until, ..Query::new(puzzle, Style::STEP) };
    let budget = Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
    let ground = Ground::new(puzzle).unwrap();
    let profiles = Profiles::new(&ground, 1 << 28).unwrap();
    search_at(at, ground, profiles, &query, &budget, &mut ()).unwrap()
}

#[test]
fn random_puzzles_with_the_board_cut_anywhere() {
    let (mut compared, mut solved) = (0, 0);
    for seed in 70_000..70_300 {
        let pair = random::puzzle(seed);
        let text = if seed % 4 == 0 { pair.framed } else { pair.small };
        let puzzle: Puzzle = text.parse().unwrap();
        let Some((levels, met)) = by_hand(&puzzle, 2000) else { continue };
        let case = || format!("seed {seed}\n{puzzle}");
        for at in 0..=Ground::new(&puzzle).unwrap().cells() {
            let case = || format!("cut before {at}, {}", case());
            let answer = cut_before(at, &puzzle, Until::Exhausted, 1 + at % 2);
            assert_eq!(answer.counted.levels(), levels, "{}", case());
            assert_eq!(answer.moves, met, "{}", case());
            let answer = cut_before(at, &puzzle, Until::Solved, 1 + at % 2);
            assert_eq!(answer.moves, met, "{}", case());
            let is_right = answer
                .solution
                .map(|way| (verify(&puzzle, Style::STEP, &way), way.moves.len() as u64));
            assert_eq!(is_right, met.map(|met| (Ok(()), met)), "{}", case());
            let wanted = if met.is_some() { Status::Solved } else { Status::Unsolvable };
            assert_eq!(answer.status, wanted, "{}", case());
        }
        compared += 1;
        solved += usize::from(met.is_some());
    }
    assert!(compared > 200 && solved > 60, "{compared}, {solved}");
}

#[test]
fn dense_levels_are_turned() {
    // Two dominoes, five units and seven gaps: thousands of configurations in a level.
    let puzzle: Puzzle = "4 x 4\n1 = 11\n2 = 1/1\n3 = 1\n1233333\n?\n".parse().unwrap();
    let Some((levels, _)) = by_hand(&puzzle, 600_000) else { panic!("too many") };
    assert!(levels.iter().max() > Some(&2_000), "{levels:?}");
    for at in [0, 4, 6, 8, 11, 16] {
        for threads in [1, 2] {
            let answer = cut_before(at, &puzzle, Until::Exhausted, threads);
            assert_eq!(answer.counted.levels(), levels, "cut before {at}, {threads} threads");
        }
    }
}
