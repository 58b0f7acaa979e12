//! All shortest solutions of tile puzzles, against the count of a search that takes any puzzle.

use std::collections::HashSet;
use std::ops::ControlFlow;

use sliding::analyse::count;
use sliding::puzzle::{Direction, Size, Style};
use sliding::solve::{Budget, Query, Status, Stopped};
use sliding::tiles::Metric::{self, Slides, Steps};
use sliding::tiles::notation::{blank_first, blank_last};
use sliding::tiles::{Run, TileAnswer, TileQuery, TileSolver, Tiles};

use super::{replayed, walked};
use crate::oracle::random::Dice;
use crate::oracle::seeds;

type Path = Vec<Direction>;

/// A list has each shortest solution once: as many as there are by a search for puzzles of any shape.
fn is_listed(lister: &TileSolver, tiles: &Tiles, metric: Metric) {
    // A row of tiles is a superpiece, and no other can move.
    let style = if metric == Steps { Style::STEP } else { Style::SUPER_STEP };
    let puzzle = tiles.puzzle().expect("few tiles");
    let counted = count(&Query::new(&puzzle, style), &Budget::default(), &mut ()).expect("a count");
    let (answer, solutions, listed) =
        list(lister, tiles, &Budget::default(), |_| ControlFlow::Continue(()));
    let case = format!("{metric:?} {tiles:?}");
    let moves = answer.moves(metric).map(|moves| moves as u64);
    assert_eq!((moves, answer.path.as_ref()), (counted.moves, listed.first()), "{case}");
    let number = solutions.expect("the whole list");
    assert_eq!((listed.len() as u64, counted.solutions), (number, number.into()), "{case}");
    for path in &listed {
        let length = replayed(tiles, path, metric);
        assert_eq!(Some(length), answer.moves(metric), "{case} {path:?}");
    }
    assert_eq!(HashSet::<Path>::from_iter(listed).len() as u64, number, "{case}");
}

fn list(
    lister: &TileSolver,
    tiles: &Tiles,
    budget: &Budget,
    mut wish: impl FnMut(&Path) -> ControlFlow<()>,
) -> (TileAnswer, Option<u64>, Vec<Path>) {
    let mut listed = Vec::new();
    let found = lister.list(tiles, &mut Run { budget, observer: &mut () }, &mut |way| {
        listed.push(way.to_vec());
        wish(&listed[listed.len() - 1])
    });
    let (answer, solutions) = found.expect("the board is not too large");
    (answer, solutions, listed)
}

fn lister(metric: Metric) -> TileSolver {
    TileSolver::new(&TileQuery { metric, ..TileQuery::default() }, 1)
}

/// Solutions of the largest boards are long: several trees are searched in turn.
#[test]
fn lists_of_random_boards_are_those_of_other_searches() {
    for (rows, cols, number, steps) in [
        (2, 2, 20, 20),
        (2, 3, 40, 99),
        (3, 2, 40, 99),
        (2, 4, 20, 200),
        (4, 2, 20, 200),
        (3, 3, 6, 300),
        (4, 4, 2, 24),
    ] {
        let size = Size { rows, cols };
        for (seed, metric) in seeds(number).into_iter().zip([Steps, Slides].into_iter().cycle()) {
            let mut dice = Dice::new(seed);
            let far = walked(&mut dice, size, &blank_last(size), 50).start().to_vec();
            let goal = dice.pick(&[blank_first(size), blank_last(size), far]);
            let tiles = walked(&mut dice, size, &goal, steps);
            is_listed(&lister(metric), &tiles, metric);
        }
    }
}

#[test]
fn the_callback_can_end_the_listing() {
    let size = Size { rows: 2, cols: 2 };
    let tiles = |start: [u32; 4]| Tiles::new(size, start.into(), blank_last(size)).unwrap();
    for metric in [Steps, Slides] {
        let (lister, budget) = (lister(metric), Budget::default());
        let stop = |_: &Path| ControlFlow::Break(());
        let (one, solutions, listed) = list(&lister, &tiles([0, 3, 2, 1]), &budget, stop);
        assert_eq!((listed.len(), solutions), (1, None));
        assert_eq!((one.status, one.moves(Steps)), (Status::Solved, Some(6)));
        for (start, max_moves, status, moves, solutions) in [
            ([0, 3, 2, 1], Some(5), Status::Stopped(Stopped::Moves(5)), Some(6), None),
            ([1, 2, 3, 0], None, Status::Solved, Some(0), Some(1)),
            ([2, 1, 3, 0], None, Status::Unsolvable, None, Some(0)),
        ] {
            let mut budget = Budget::default();
            budget.max_moves = max_moves;
            let (found, all, _) =
                list(&lister, &tiles(start), &budget, |_| ControlFlow::Continue(()));
            assert_eq!((found.status, found.moves(Steps), all), (status, moves, solutions));
        }
    }
}

#[test]
fn stopped_lists_are_marked_incomplete() {
    let size = Size { rows: 4, cols: 4 };
    // One of 22 solutions comes first, and most of the search after it.
    let start = vec![10, 1, 15, 8, 7, 11, 4, 13, 6, 12, 5, 2, 14, 9, 0, 3];
    let tiles = Tiles::new(size, start, blank_last(size)).unwrap();
    let listed = |stops: bool| {
        let budget = Budget::default();
        list(&lister(Slides), &tiles, &budget, |_| {
            if stops {
                budget.interrupt.set();
            }
            ControlFlow::Continue(())
        })
    };
    let (_, whole, all) = listed(false);
    let (part, stopped, some) = listed(true);
    assert!(whole == Some(22) && stopped.is_none() && some.len() < all.len());
    assert_eq!((all.len(), &some[..]), (22, &all[..some.len()]));
    assert_eq!(part.path.as_ref(), Some(&all[0]));
    // Who wants nothing at all gets no databases.
    let budget = Budget::default();
    budget.interrupt.set();
    let (none, solutions, _) =
        list(&lister(Slides), &tiles, &budget, |_| ControlFlow::Continue(()));
    assert_eq!((none.status, solutions), (Status::Stopped(Stopped::Cancelled), None));
}
