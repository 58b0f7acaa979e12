//! The cut engine, with the board cut before each of its cells, against brute force.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use super::*;
use crate::check::verify;
use crate::puzzle::{Direction, Lock, Placement, Reach};
use crate::query::{Status, Until};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// The number of configurations at each distance from the start, and the distance of the first goal, by
/// moving pieces one by one; `None` if there are too many.
fn by_hand(puzzle: &Puzzle, style: Style, most: usize) -> Option<(Vec<u64>, Option<u64>)> {
    let mut known = BTreeSet::from([puzzle.start().clone()]);
    let (mut level, mut levels, mut met) = (vec![puzzle.start().clone()], Vec::new(), None);
    while !level.is_empty() {
        if level.iter().any(|configuration| puzzle.is_solved_by(configuration)) {
            met = met.or(Some(levels.len() as u64));
        }
        levels.push(level.len() as u64);
        let next = level.iter().flat_map(|configuration| neighbours(puzzle, style, configuration));
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

/// All that one move leads to. Whether it is a configuration is not for the engine to say.
fn neighbours(puzzle: &Puzzle, style: Style, configuration: &Configuration) -> Vec<Configuration> {
    let mut neighbours = Vec::new();
    for (at, &piece) in configuration.placements().iter().enumerate() {
        let with = |piece: Placement| {
            let mut after = configuration.placements().to_vec();
            after[at] = piece;
            puzzle.configuration(after).ok()
        };
        // Where the piece can be, and the direction that it came from.
        let (mut known, mut open) = (BTreeSet::from([piece.cell]), vec![(piece, None)]);
        while let Some((piece, came)) = open.pop() {
            for direction in Direction::ALL {
                let goes_on = match style.reach() {
                    Reach::Step => came.is_none(),
                    Reach::Slide => came.is_none_or(|came| came == direction),
                    Reach::Walk => true,
                };
                let Some(next) = stepped(puzzle, piece, direction).filter(|_| goes_on) else {
                    continue;
                };
                if let Some(after) = with(next).filter(|_| known.insert(next.cell)) {
                    neighbours.push(after);
                    open.push((next, Some(direction)));
                }
            }
        }
    }
    neighbours
}

/// A piece after a step, if its lock and the edge of the board allow it.
fn stepped(puzzle: &Puzzle, piece: Placement, direction: Direction) -> Option<Placement> {
    let is_locked = match puzzle.kind(piece).lock() {
        Lock::Free => false,
        Lock::Horizontal => !direction.is_horizontal(),
        Lock::Vertical => direction.is_horizontal(),
    };
    let (row, col) = puzzle.size().row_col(piece.cell);
    let (down, right) = direction.delta();
    let (row, col) = (i64::from(row) + i64::from(down), i64::from(col) + i64::from(right));
    let cell = puzzle.size().cell(row, col).filter(|_| !is_locked)?;
    Some(Placement { cell, ..piece })
}

fn cut_before(at: usize, puzzle: &Puzzle, style: Style, until: Until, threads: usize) -> Answer {
    let query = Query { until, ..Query::new(puzzle, style) };
    let budget = Budget { threads: NonZeroUsize::new(threads), ..Budget::default() };
    let ground = Ground::new(puzzle).unwrap();
    let profiles = Profiles::new(&ground, 1 << 28).unwrap();
    let job = Search(&query, Run { budget: &budget, observer: &mut () });
    with_table_at(at, ground, profiles, &query, &budget, job).unwrap()
}

#[test]
fn random_puzzles_with_the_board_cut_anywhere() {
    let (mut compared, mut solved, mut wide) = (0, 0, 0);
    for seed in 70_000..70_300 {
        let style = Style::ALL[seed as usize % 3];
        let pair = random::puzzle(seed);
        let text = if seed % 4 == 0 { pair.framed } else { pair.small };
        let puzzle: Puzzle = text.parse().unwrap();
        let Some((levels, met)) = by_hand(&puzzle, style, 2000) else { continue };
        let case = || format!("seed {seed}, style {style}\n{puzzle}");
        for at in 0..=Ground::new(&puzzle).unwrap().cells() {
            let case = || format!("cut before {at}, {}", case());
            let answer = cut_before(at, &puzzle, style, Until::Exhausted, 1 + at % 2);
            assert_eq!(answer.counted.levels(), levels, "{}", case());
            assert_eq!(answer.moves, met, "{}", case());
            let answer = cut_before(at, &puzzle, style, Until::Solved, 1 + at % 2);
            assert_eq!(answer.moves, met, "{}", case());
            let is_right =
                answer.solution.map(|way| (verify(&puzzle, style, &way), way.moves.len() as u64));
            assert_eq!(is_right, met.map(|met| (Ok(()), met)), "{}", case());
            let wanted = if met.is_some() { Status::Solved } else { Status::Unsolvable };
            assert_eq!(answer.status, wanted, "{}", case());
        }
        compared += 1;
        solved += usize::from(met.is_some());
        // Lines of these go down.
        wide += usize::from(puzzle.size().cols > puzzle.size().rows);
    }
    assert!(compared > 200 && solved > 60 && wide > 60, "{compared}, {solved}, {wide}");
}

#[test]
fn dense_levels_are_turned() {
    // Two dominoes, five units and seven gaps: thousands of configurations in a level.
    let puzzle: Puzzle = "4 x 4\n1 = 11\n2 = 1/1\n3 = 1\n1233333\n?\n".parse().unwrap();
    for style in [Style::STEP, Style::SLIDE, Style::WALK] {
        let Some((levels, _)) = by_hand(&puzzle, style, 600_000) else { panic!("too many") };
        assert!(levels.iter().max() > Some(&2_000), "{levels:?}");
        for at in [0, 4, 6, 8, 11, 16] {
            for threads in [1, 2] {
                let answer = cut_before(at, &puzzle, style, Until::Exhausted, threads);
                let case = format!("style {style}, cut before {at}, {threads} threads");
                assert_eq!(answer.counted.levels(), levels, "{case}");
            }
        }
    }
}
