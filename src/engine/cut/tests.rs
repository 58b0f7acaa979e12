//! Compares the cut engine, with the board cut before each of its cells, with brute force.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use super::*;
use crate::check::verify;
use crate::engine::bitmap::Bitmap;
use crate::engine::layers::drive;
use crate::engine::query::{Status, Until};
use crate::engine::rank::cut::{CutPlan, Ground, Profiles};
use crate::puzzle::{Direction, Lock, Placement, Reach};

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../tests/random.rs"]
mod random;

/// Returns the number of positions at each distance from the start, and the distance of the first
/// goal, by moving pieces one by one; `None` if there are too many.
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

/// Returns all positions after one move, without the engine's help in checking them.
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
                let continues = match style.reach() {
                    Reach::Step => came.is_none(),
                    Reach::Slide => came.is_none_or(|came| came == direction),
                    Reach::Walk => true,
                };
                let Some(next) = stepped(puzzle, piece, direction).filter(|_| continues) else {
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

/// Returns a piece after a step, if its lock and the edge of the board allow it.
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
    let profiles = Profiles::new(&ground, 1 << 28, &mut || ControlFlow::Continue(())).unwrap();
    let plan = CutPlan::new(at, &profiles);
    Prospect { ground, profiles, plan }.search(&query, &budget, &mut ()).unwrap()
}

#[test]
fn random_puzzles_with_any_cut() {
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
fn dense_levels_are_transposed() {
    // Two dominoes, five units and seven gaps: thousands of positions in a level.
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

/// A map: the number of positions at each distance from the start, that meet a goal, and at each
/// distance from these.
type ExpectedMap = (Vec<u64>, u64, Vec<u64>);

/// Returns the map, found by moving pieces one by one; `None` if there are too many positions.
fn map_by_hand(puzzle: &Puzzle, style: Style, most: usize) -> Option<ExpectedMap> {
    let (levels, _) = by_hand(puzzle, style, most)?;
    let mut known = BTreeSet::from([puzzle.start().clone()]);
    let mut open = vec![puzzle.start().clone()];
    while let Some(configuration) = open.pop() {
        let next = neighbours(puzzle, style, &configuration).into_iter();
        open.extend(next.filter(|next| known.insert(next.clone())));
    }
    let meets = |configuration: &&Configuration| puzzle.is_solved_by(configuration);
    let mut level: BTreeSet<_> = known.iter().filter(meets).cloned().collect();
    let (goals, mut nearer, mut from_goals) = (level.len() as u64, level.clone(), Vec::new());
    while !level.is_empty() {
        from_goals.push(level.len() as u64);
        let next = level.iter().flat_map(|configuration| neighbours(puzzle, style, configuration));
        level = next.filter(|next| nearer.insert(next.clone())).collect();
    }
    Some((levels, goals, from_goals))
}

struct MapJob<'a>(&'a Puzzle, &'a Budget);

impl MapJob<'_> {
    fn draw(self, table: &mut dyn DistanceTable) -> ExpectedMap {
        let MapJob(puzzle, budget) = self;
        let mut run = Run { budget, observer: &mut () };
        let mut check = || ControlFlow::Continue(());
        let mut bitmap = Bitmap::from_start(table, puzzle);
        let from_start =
            drive(&mut bitmap, Until::Exhausted, &mut run, &mut |_, _| ControlFlow::Continue(()));
        let listed = bitmap.listed;
        let number = table.gather(&listed, None, &mut check).continue_value().unwrap();
        if number == 0 {
            return (from_start.levels, 0, Vec::new());
        }
        table.restart();
        let mut bitmap = Bitmap::seeded(table, puzzle, number);
        let from_goals =
            drive(&mut bitmap, Until::Exhausted, &mut run, &mut |_, _| ControlFlow::Continue(()));
        (from_start.levels, number, from_goals.levels)
    }
}

/// Goals in one half of the placements and in both; few and many; several paths to one place, past
/// both parts.
#[test]
fn maps_of_random_puzzles_with_any_cut() {
    let (mut compared, mut in_both, mut walked) = (0, 0, 0);
    for seed in 71_000..71_300 {
        let style = Style::ALL[seed as usize % 3];
        let pair = random::puzzle(seed);
        let text = if seed % 4 == 0 { pair.framed } else { pair.small };
        let puzzle: Puzzle = text.parse().unwrap();
        let Some(wanted) = map_by_hand(&puzzle, style, 1000) else { continue };
        let ground = || Ground::new(&puzzle).unwrap();
        for at in 0..=ground().cells() {
            let budget = Budget { threads: NonZeroUsize::new(1 + at % 2), ..Budget::default() };
            let profiles =
                Profiles::new(&ground(), 1 << 28, &mut || ControlFlow::Continue(())).unwrap();
            let plan = CutPlan::new(at, &profiles);
            let prospect = Prospect { ground: ground(), profiles, plan };
            let (found, turns) = with_matrices(prospect, style, Keep::Map, &budget, |made| {
                let Ok(matrices) = made else { panic!("there is time and memory") };
                let turned = matrices.turns;
                let found = MapJob(&puzzle, &budget).draw(matrices);
                (found, (turned, matrices.turns))
            })
            .unwrap();
            assert_eq!(found, wanted, "seed {seed}, style {style}, cut before {at}\n{puzzle}");
            in_both += usize::from(turns == (true, false));
        }
        compared += 1;
        walked += usize::from(style == Style::WALK && wanted.0.len() > 3);
    }
    assert!(compared > 180 && in_both > 100 && walked > 20, "{compared}, {in_both}, {walked}");
}
