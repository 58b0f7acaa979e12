//! Tile puzzles too large for the fewest moves: good solutions, their bounds and batches.

use std::sync::Mutex;
use std::time::Duration;

use sliding::puzzle::Size;
use sliding::solve::Engine;
use sliding::tiles::batch::{solve_all, solve_each};
use sliding::tiles::beam::lower_bound;
use sliding::tiles::choice::{TileAnswer, TileRequest, solve};
use sliding::tiles::korf::{self, DirectionOrder::Fixed};
use sliding::tiles::notation::{blank_first, blank_last};
use sliding::tiles::random::RandomBoards;
use sliding::tiles::{Metric, Tiles};

use sliding::testing::beam_time;

use super::{replayed, table};

const SEED: u64 = 41;

/// Boards of Korf and Felner (2002), with their fewest moves, which are published.
fn korf() -> Vec<(Tiles, usize)> {
    table("24-puzzle.tsv", blank_first)
}

/// The length of a solution that leads to the goal.
fn checked(tiles: &Tiles, answer: &TileAnswer) -> usize {
    replayed(tiles, answer.moves().unwrap(), Metric::Steps)
}

/// Constructed solutions of such boards are 40 % too long.
#[test]
fn boards_of_24_tiles_get_nearly_the_fewest_moves() {
    for (tiles, moves) in korf() {
        let answer = solve(&tiles, &TileRequest::default(), &mut ()).unwrap();
        let found = checked(&tiles, &answer);
        assert!((moves..=moves + moves / 12).contains(&found), "{found} moves, {moves} at least");
        let at_least = answer.found.lower_bound as usize;
        assert!(lower_bound(&tiles) as usize <= at_least && at_least <= moves);
    }
}

#[test]
fn larger_boards_get_shorter_solutions_than_constructed_ones() {
    for (rows, cols) in [(6, 6), (4, 9), (9, 9)] {
        let size = Size { rows, cols };
        let tiles = RandomBoards::new(size, blank_last(size), SEED).unwrap().next().unwrap();
        let by = |engine| {
            let request = TileRequest { engine, ..Default::default() };
            checked(&tiles, &solve(&tiles, &request, &mut ()).unwrap())
        };
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
        let fewest = korf::solve(&tiles, Fixed, None, &mut ()).unwrap().lower_bound;
        let bound = lower_bound(&tiles);
        assert!(tiles.distances() <= bound && bound <= fewest, "seed {SEED}, {:?}", tiles.start());
        larger += u32::from(bound > tiles.distances());
    }
    assert!(larger > 20);
}

/// Answers come in the order of the boards, and a board at its limit has one too.
#[test]
fn a_board_at_its_limit_does_not_stop_the_rest() {
    let boards: Vec<Tiles> = [(6, 6), (3, 3), (5, 5), (3, 4), (7, 7)]
        .into_iter()
        .flat_map(|(rows, cols)| {
            let size = Size { rows, cols };
            RandomBoards::new(size, blank_last(size), SEED).unwrap().take(2)
        })
        .collect();
    let time_limit = Some(Duration::from_millis(300));
    let request = TileRequest { time_limit, ..Default::default() };
    let order = Mutex::new(Vec::new());
    solve_each(&boards, &request, &(), &mut |number, timed| {
        checked(&boards[number], &timed.answer.unwrap());
        order.lock().unwrap().push(number);
    });
    assert_eq!(order.into_inner().unwrap(), (0..boards.len()).collect::<Vec<_>>());
}

/// Solutions in slides are searched as such: counted in slides, those in the fewest steps are longer.
#[test]
fn boards_of_24_tiles_get_few_slides() {
    let (tiles, _) = korf().remove(2);
    let time_limit = Some(Duration::from_secs(1));
    let request = TileRequest { metric: Metric::Slides, time_limit, ..Default::default() };
    let timed = solve_all(std::slice::from_ref(&tiles), &request, &()).remove(0);
    let answer = timed.answer.unwrap();
    checked(&tiles, &answer);
    let slides = |answer: &TileAnswer| Metric::Slides.moves(answer.moves().unwrap()).count();
    let steps = solve(&tiles, &TileRequest::default(), &mut ()).unwrap();
    assert!(slides(&answer) < slides(&steps), "{} and {}", slides(&answer), slides(&steps));
    assert!(0 < answer.found.lower_bound && answer.found.lower_bound <= slides(&answer) as u64);
}

#[test]
fn beams_leave_time_for_databases_that_may_end() {
    for (rows, cols, seconds, of_beams) in
        [(4, 5, 10, 2), (4, 5, 1000, 5), (5, 5, 10, 9), (5, 5, 100, 30), (6, 6, 100, 100)]
    {
        let size = Size { rows, cols };
        let tiles = RandomBoards::new(size, blank_last(size), SEED).unwrap().next().unwrap();
        let limit = Duration::from_secs(seconds);
        let request = TileRequest { time_limit: Some(limit), ..Default::default() };
        assert_eq!(beam_time(&tiles, &request, limit), Duration::from_secs(of_beams));
    }
}
