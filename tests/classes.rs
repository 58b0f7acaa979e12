//! The number of classes of solutions, against all solutions and all exchanges of neighbouring moves.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sliding::Puzzle;
use sliding::analyse::{Count, solutions};
use sliding::puzzle::{Move, Placement, Solution, Style};
use sliding::solve::{Budget, Query};

use crate::{corpus, random};

/// More solutions are not compared.
const MANY: usize = 300;

/// The numbers, and all solutions, or the first of very many.
fn listed(puzzle: &Puzzle, style: Style) -> (Count, Vec<Solution>) {
    let mut all = Vec::new();
    let query = Query::new(puzzle, style);
    let count = solutions(&query, &Budget::default(), &mut (), &mut |_, solution| {
        all.push(solution);
        if all.len() > MANY { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (count.unwrap(), all)
}

/// A piece after a move, whether or not it takes part; pieces that would leave the board go nowhere.
fn after(puzzle: &Puzzle, piece: Placement, movers: &[Placement], step: &Move) -> Placement {
    if !movers.contains(&piece) {
        return piece;
    }
    let (row, col) = puzzle.size().row_col(piece.cell);
    let by = step.steps.iter().map(|step| step.delta());
    let (rows, cols) = by.fold((0, 0), |(rows, cols), (down, right)| (rows + down, cols + right));
    let cell =
        puzzle.size().cell(i64::from(row) + i64::from(rows), i64::from(col) + i64::from(cols));
    Placement { cell: cell.unwrap_or(u32::MAX), ..piece }
}

/// What the pieces pass if moves `at` and `at + 1` are exchanged.
fn exchanged(puzzle: &Puzzle, solution: &Solution, at: usize) -> Vec<Vec<Placement>> {
    let mut way: Vec<Vec<Placement>> =
        solution.moves.iter().map(|step| step.after.placements().to_vec()).collect();
    let start = match at {
        0 => puzzle.start().placements(),
        _ => solution.moves[at - 1].after.placements(),
    };
    let (first, second) = (&solution.moves[at], &solution.moves[at + 1]);
    let is_mover =
        |&piece: &Placement| second.pieces.contains(&after(puzzle, piece, &first.pieces, first));
    let movers: Vec<Placement> = start.iter().copied().filter(is_mover).collect();
    way[at] = start.iter().map(|&piece| after(puzzle, piece, &movers, second)).collect();
    way[at].sort_unstable();
    way
}

/// The number of classes by trying all exchanges in all solutions.
fn brute(puzzle: &Puzzle, all: &[Solution]) -> usize {
    let way = |solution: &Solution| -> Vec<Vec<Placement>> {
        solution.moves.iter().map(|step| step.after.placements().to_vec()).collect()
    };
    let numbers: HashMap<_, usize> = all.iter().map(way).zip(0..).collect();
    assert_eq!(numbers.len(), all.len());
    // The class of each is that of the one that it points to, if not to itself.
    let mut heads: Vec<usize> = (0..all.len()).collect();
    let head = |heads: &[usize], mut one: usize| {
        while heads[one] != one {
            one = heads[one];
        }
        one
    };
    for (one, solution) in all.iter().enumerate() {
        for at in 1..solution.moves.len() {
            if let Some(&other) = numbers.get(&exchanged(puzzle, solution, at - 1)) {
                let (one, other) = (head(&heads, one), head(&heads, other));
                heads[one.max(other)] = one.min(other);
            }
        }
    }
    (0..all.len()).filter(|&one| heads[one] == one).count()
}

#[test]
fn classes_by_hand() {
    for (text, number, classes) in [
        // Two down and two right, in any order.
        ("3 x 3\n1 = 1\n1\n000000001\n", 6, 1),
        // The same round a wall, on either side of it.
        ("3 x 3\n1 = 1\n1000x\n0000x0001\n", 2, 2),
        // Two pieces that do not meet, of two moves each.
        ("2 x 3\n1 = 1\n2 = 1\n100200\n001002\n", 6, 1),
        // The second must wait for the first.
        ("1 x 3\n1 = 1\n2 = 1\n210\n021\n", 1, 1),
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        let (count, all) = listed(&puzzle, Style::STEP);
        assert_eq!((all.len(), count.classes), (number, Some(classes)), "{text}");
        assert_eq!(brute(&puzzle, &all) as u64, classes, "{text}");
    }
}

#[test]
fn classes_are_those_of_brute_force() {
    let mut puzzles: Vec<Puzzle> =
        (0..80).map(|seed| random::puzzle(seed).small.parse().unwrap()).collect();
    let states =
        |puzzle: &Puzzle| puzzle.expectations().iter().filter_map(|known| known.states).max();
    let entries = corpus::entries().into_iter().map(|entry| entry.puzzle);
    puzzles.extend(entries.filter(|puzzle| states(puzzle).is_some_and(|states| states < 1000)));
    let (mut compared, mut fewer, mut several) = (0, 0, 0);
    for puzzle in &puzzles {
        for style in Style::ALL {
            let (count, all) = listed(puzzle, style);
            if count.moves.is_none() || all.len() > MANY {
                continue;
            }
            let classes = brute(puzzle, &all);
            assert_eq!(count.classes, Some(classes as u64), "style {style}\n{puzzle}");
            compared += 1;
            fewer += usize::from(classes < all.len());
            several += usize::from(1 < classes && classes < all.len());
        }
    }
    assert!(compared > 100 && fewer > 30 && several > 5, "{compared}, {fewer}, {several}");
}
