//! Tile puzzles too large for the fewest moves: good solutions, their bounds and batches.

use std::time::{Duration, Instant};

use sliding::puzzle::Size;
use sliding::solve::{Budget, Engine};
use sliding::testing::beam_time;
use sliding::tiles::notation::{blank_first, blank_last};
use sliding::tiles::{
    Metric, RandomBoards, TileAnswer, TileQuery, Tiles, korf, lower_bound, solve,
};

use super::{replayed, run, solve_all, table, within};

const SEED: u64 = 41;

/// Boards of Korf and Felner (2002), with their fewest moves, which are published.
fn korf() -> Vec<(Tiles, usize)> {
    table("24-puzzle.tsv", blank_first)
}

/// The length of a solution that leads to the goal.
fn checked(tiles: &Tiles, answer: &TileAnswer) -> usize {
    replayed(tiles, answer.path.as_ref().unwrap(), Metric::Steps)
}

fn solved(tiles: &Tiles, query: &TileQuery) -> TileAnswer {
    within(&Budget::default(), |run| solve(tiles, query, run)).unwrap()
}

fn within_time(milliseconds: u64) -> Budget {
    let mut budget = Budget::default();
    budget.deadline = Some(Instant::now() + Duration::from_millis(milliseconds));
    budget
}

/// Constructed solutions of such boards are 40 % too long.
#[test]
fn boards_of_24_tiles_get_nearly_the_fewest_moves() {
    for (tiles, moves) in korf() {
        let answer = solved(&tiles, &TileQuery::default());
        let found = checked(&tiles, &answer);
        assert!((moves..=moves + moves / 12).contains(&found), "{found} moves, {moves} at least");
        let at_least = answer.at_least as usize;
        assert!(lower_bound(&tiles) as usize <= at_least && at_least <= moves);
    }
}

#[test]
fn larger_boards_get_shorter_solutions_than_constructed_ones() {
    for (rows, cols) in [(6, 6), (4, 9), (9, 9)] {
        let size = Size { rows, cols };
        let tiles = RandomBoards::new(size, blank_last(size), SEED).unwrap().next().unwrap();
        let by =
            |engine| checked(&tiles, &solved(&tiles, &TileQuery { engine, ..Default::default() }));
        let (constructed, found) = (by(Engine::Construct), by(Engine::Auto));
        assert!(5 * found <= 4 * constructed, "seed {SEED}, {found} of {constructed}");
        assert!(lower_bound(&tiles) <= found as u64);
    }
}

/// No solution is shorter than the bound, which is more than the distances on some boards.
#[test]
fn lower_bounds_hold() {
    let size = Size { rows: 3, cols: 3 };
    let mut larger = 0;
    for tiles in RandomBoards::new(size, blank_last(size), SEED).unwrap().take(200) {
        let fewest = run(|run| korf::solve(&tiles, Engine::Korf0, run)).unwrap().at_least;
        let bound = lower_bound(&tiles);
        assert!(tiles.distances() <= bound && bound <= fewest, "seed {SEED}, {:?}", tiles.start());
        larger += u32::from(bound > tiles.distances());
    }
    assert!(larger > 20);
}

/// Each board has an answer, and so has one at its limit.
#[test]
fn a_board_at_its_limit_does_not_stop_the_rest() {
    let boards: Vec<Tiles> = [(6, 6), (3, 3), (5, 5), (3, 4), (7, 7)]
        .into_iter()
        .flat_map(|(rows, cols)| {
            let size = Size { rows, cols };
            RandomBoards::new(size, blank_last(size), SEED).unwrap().take(2)
        })
        .collect();
    let answers = solve_all(&boards, &TileQuery::default(), &within_time(300), |_| ());
    assert_eq!(answers.len(), boards.len());
    for (tiles, answer) in boards.iter().zip(answers) {
        checked(tiles, &answer.unwrap());
    }
}

/// Solutions in slides are searched as such: counted in slides, those in the fewest steps are longer.
#[test]
fn boards_of_24_tiles_get_few_slides() {
    let (tiles, _) = korf().remove(2);
    let query = TileQuery { metric: Metric::Slides, ..Default::default() };
    let one = std::slice::from_ref(&tiles);
    let answer = solve_all(one, &query, &within_time(1000), |_| ()).remove(0).unwrap();
    checked(&tiles, &answer);
    let slides = |answer: &TileAnswer| answer.moves(Metric::Slides).unwrap();
    let steps = solved(&tiles, &TileQuery::default());
    assert!(slides(&answer) < slides(&steps), "{} and {}", slides(&answer), slides(&steps));
    assert!(0 < answer.at_least && answer.at_least <= slides(&answer) as u64);
}

#[test]
fn beams_leave_time_for_databases_that_may_end() {
    for (rows, cols, seconds, of_beams) in
        [(4, 5, 10, 2), (4, 5, 1000, 5), (5, 5, 10, 9), (5, 5, 100, 30), (6, 6, 100, 100)]
    {
        let size = Size { rows, cols };
        let tiles = RandomBoards::new(size, blank_last(size), SEED).unwrap().next().unwrap();
        let limit = Duration::from_secs(seconds);
        assert_eq!(beam_time(&tiles, limit), Duration::from_secs(of_beams));
    }
}
