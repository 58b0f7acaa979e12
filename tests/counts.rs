//! Numbers of shortest solutions, their lists and their classes, against the graph that brute force draws.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;
use sliding::Puzzle;
use sliding::analyse::{Count, count, explore, solutions};
use sliding::puzzle::{Configuration, Move, Placement, Solution, Style};
use sliding::solve::Refusal;

use crate::oracle::graphs::{self, GraphCase};
use crate::oracle::search::SearchRequest;
use crate::oracle::{Engine, is_solved, read, seeds};

/// Puzzles with larger components are skipped.
const MOST: usize = 600;

fn is_counted(GraphCase { puzzle, style, name, graph }: &GraphCase, count: &Count) {
    assert_eq!(count.stopped, None, "{name}");
    let ways = graph.ways();
    assert_eq!(count.moves, ways.as_ref().map(|ways| ways.moves), "{name}");
    assert_eq!(count.solution.is_some(), ways.is_some(), "{name}");
    let (Some(ways), Some(solution)) = (ways, &count.solution) else {
        assert_eq!((count.solutions.clone(), count.goals), (0u32.into(), 0), "{name}");
        assert_eq!((count.choices.len(), count.states), (0, graph.len() as u64), "{name}");
        return;
    };
    assert_eq!(count.solutions, ways.solutions.into(), "{name}");
    assert_eq!(count.goals, ways.goals, "{name}");
    let steps = count.choices.iter();
    let steps: Vec<_> = steps
        .map(|step| (step.configurations, step.continuations.0, step.continuations.1))
        .collect();
    assert_eq!(steps, ways.steps, "{name}");
    is_solved(puzzle, *style, solution, Some(ways.moves), name);
    let forth = graph.distances(&[graph.start]);
    let nearest: Vec<usize> =
        graph.goals.iter().copied().filter(|&goal| forth[goal] == Some(ways.moves)).collect();
    let mut node = graph.start;
    for (step, choice) in solution.moves.iter().zip(&count.choices) {
        assert_eq!(choice.shown, graph.ways_on(node, &nearest), "{name}");
        node = graph.find(&step.after).expect("it can be reached");
    }
}

#[test]
fn counts_are_those_of_brute_force() {
    let seeds = seeds(120);
    let several = graphs::each_random(&seeds, MOST, |case| {
        let counts = case.requests().into_iter().filter_map(|request| {
            let counted = count(&request.query(&case.puzzle), &request.budget, &mut ());
            let mut count = graphs::suited(counted)?;
            is_counted(case, &count);
            count.elapsed = Duration::ZERO;
            Some(count)
        });
        let counts: Vec<_> = counts.collect();
        for count in &counts {
            assert_eq!(format!("{count:?}"), format!("{:?}", counts[0]), "{}", case.name);
        }
        counts[0].solutions > 1u32.into()
    });
    assert!(graphs::count(&several) > seeds.len() / 2, "{}", graphs::count(&several));
}

/// No longer list is compared.
const MOST_SOLUTIONS: usize = 200;

/// The numbers, and all solutions, or the first of very many.
fn listed(puzzle: &Puzzle, request: &SearchRequest) -> Option<(Count, Vec<Solution>)> {
    let mut all = Vec::new();
    let query = request.query(puzzle);
    let counted = solutions(&query, &request.budget, &mut (), &mut |_, solution| {
        all.push(solution);
        match all.len() == MOST_SOLUTIONS {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    Some((graphs::suited(counted)?, all))
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

/// All shortest solutions of a case: each is one, no two are the same, there are as many as brute force counts, and as
/// many classes. Returns whether there are several classes, and fewer than solutions.
fn is_listed(case: &GraphCase) -> bool {
    let GraphCase { puzzle, style, name, graph } = case;
    let (moves, all) = graph.ways().map_or((0, 0), |ways| (ways.moves, ways.solutions));
    let mut first = None;
    for request in case.requests() {
        let Some((counted, list)) = listed(puzzle, &request) else { continue };
        assert_eq!((counted.stopped, counted.solutions), (None, all.into()), "{name}");
        assert_eq!(counted.solution.as_ref(), list.first(), "{name}");
        assert_eq!(list.len() as u128, all.min(MOST_SOLUTIONS as u128), "{name}");
        let ways = list.iter().map(|solution| {
            is_solved(puzzle, *style, solution, Some(moves), name);
            solution.moves.iter().map(|step| &step.after).collect::<Vec<_>>()
        });
        assert_eq!(ways.collect::<BTreeSet<Vec<&Configuration>>>().len(), list.len(), "{name}");
        if all > 0 && all < MOST_SOLUTIONS as u128 {
            let classes = first.get_or_insert_with(|| brute(puzzle, &list) as u64);
            assert_eq!(counted.classes, Some(*classes), "{name}");
        }
    }
    first.is_some_and(|classes| classes > 1 && u128::from(classes) < all)
}

#[test]
fn lists_and_classes_are_those_of_brute_force() {
    let seeds = seeds(90);
    let several = graphs::each_random(&seeds, MOST, is_listed);
    assert!(several.len() > 3 * seeds.len() && graphs::count(&several) > 5, "{}", several.len());
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
        let puzzle = read(text);
        let (count, all) = listed(&puzzle, &SearchRequest::new(Style::STEP)).unwrap();
        assert_eq!((all.len(), count.classes), (number, Some(classes)), "{text}");
        assert_eq!(brute(&puzzle, &all) as u64, classes, "{text}");
    }
}

/// Five cars in lanes of their own, each from one end to the other: what there is to know can be
/// written down. The levels are wide enough for threads to share them.
fn lanes() -> Puzzle {
    let end = "0".repeat(9);
    let (start, goal) = (format!("1{end}").repeat(5), format!("{end}1").repeat(5));
    read(&format!("5 x 10\n1 = 1 h\n{start}\n{goal}\n"))
}

fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// One step at a time: distances are sums of digits, and solutions are orders of 9 steps of each car.
#[test]
fn lanes_step_by_step() {
    let mut levels = vec![0; 46];
    for number in 0..100_000u32 {
        levels[number.to_string().bytes().map(|digit| usize::from(digit - b'0')).sum::<usize>()] +=
            1;
    }
    for threads in [1, 2] {
        let request = SearchRequest::new(Style::STEP).threads(threads);
        let map = explore(&request.query(&lanes()), &request.budget, 9, &mut ()).unwrap();
        assert_eq!((map.moves, map.goals, map.states()), (Some(45), 1, 100_000));
        let degrees = map.degrees.unwrap();
        assert_eq!((degrees.edges(), degrees.dead_ends()), (5 * 9 * 10_000, 0));
        assert_eq!(map.from_start.levels, levels);
        assert_eq!(map.from_goals.unwrap().levels, levels);
        is_solved(&lanes(), Style::STEP, &map.hardest.unwrap(), Some(45), "lanes");
        let count = count(&request.query(&lanes()), &request.budget, &mut ()).unwrap();
        assert_eq!(count.solutions, factorial(45) / factorial(9).pow(5));
        let boards = count.choices.iter().map(|choice| choice.configurations);
        assert!(boards.eq(levels[..45].iter().copied()));
    }
}

/// Eight pieces alike on sixteen cells, of which one should come to a cell that cannot be reached.
pub fn walled() -> Puzzle {
    let start = ["1111x0", "1111xx", "0000xx", "0000xx"].concat();
    let goal = ["1111x1", "1110xx", "0000xx", "0000xx"].concat();
    let text = format!("4 x 6\n1 = 1\n{start}\n{goal}\n");
    read(&text)
}

/// What the process may hold besides its tables.
pub const BESIDES: u64 = 8 << 20;

#[test]
fn engines_that_cannot_count_are_refused() {
    let ring = SearchRequest::new(Style::STEP).by(Engine::Ring);
    let walled = walled();
    let (query, budget) = (ring.query(&walled), &ring.budget);
    assert!(matches!(count(&query, budget, &mut ()), Err(Refusal::Unsuited(_))));
    let listed = solutions(&query, budget, &mut (), &mut |_, _| ControlFlow::Continue(()));
    assert!(matches!(listed, Err(Refusal::Unsuited(_))));
}
