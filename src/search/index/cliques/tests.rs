//! Cliques against the engine `table`, and against rows.

use std::num::NonZeroUsize;

use super::*;
use crate::puzzle::Style;
use crate::query::{Answer, Budget, Engine, Query, Status, Until};
use crate::rank::Ranking;
use crate::search::bitmap::{count_in_table, in_table};
use crate::search::index::graph::Graph;
use crate::search::index::rows::{self, Rows};
use crate::search::layers::Run;
use crate::solve::solve;

#[allow(clippy::duplicate_mod, dead_code, reason = "each test has it to itself, and uses a part")]
#[path = "../../../../tests/random.rs"]
mod random;
use random::Dice;

fn budget(threads: usize) -> Budget {
    Budget { threads: NonZeroUsize::new(threads), ..Budget::default() }
}

fn query(puzzle: &Puzzle, style: Style, until: Until) -> Query<'_> {
    let mut query = Query::new(puzzle, style);
    (query.until, query.wants_solution) = (until, false);
    query
}

fn ranking(puzzle: &Puzzle) -> Ranking {
    Ranking::new(puzzle, 1 << 26).expect("there is enough memory")
}

fn graph(puzzle: &Puzzle, style: Style, ranking: &Ranking) -> Graph {
    let graph = Graph::explore(puzzle, ranking, style, 1 << 30, &mut || ControlFlow::Continue(()));
    graph.ok().expect("there is enough memory")
}

/// The answer by cliques, if there are any.
fn by_cliques(query: &Query, budget: &Budget) -> Option<Answer> {
    let ranking = ranking(query.puzzle);
    let graph = graph(query.puzzle, query.style, &ranking);
    let plan = Plan::new(query.puzzle, &ranking, graph, budget.threads(), 1 << 32).unwrap()?;
    let run = Run { budget, observer: &mut () };
    Some(count_in_table(&mut Cliques::new(plan).unwrap(), query, Engine::Index, run))
}

/// The answer by rows.
fn by_rows(query: &Query, budget: &Budget) -> Answer {
    let ranking = ranking(query.puzzle);
    let graph = graph(query.puzzle, query.style, &ranking);
    let plan = rows::Plan::new(query.puzzle, &ranking, graph, rows::Marking::None, 2, 1 << 32)
        .ok()
        .unwrap();
    let run = Run { budget, observer: &mut () };
    in_table(&mut Rows::new(plan, 2).unwrap(), query, Engine::Index, run)
}

fn assert_same(found: &Answer, wanted: &Answer, case: &str) {
    assert_eq!(found.counted.levels(), wanted.counted.levels(), "{case}");
    assert_eq!(found.counted.total(), wanted.counted.total(), "{case}");
    assert_eq!((found.status, found.moves), (wanted.status, wanted.moves), "{case}");
}

/// A board of different tiles with a gap and some blocked cells, and a goal that names some of them.
fn puzzle(rows: usize, cols: usize, blocked: usize, dice: &mut Dice) -> String {
    let cells: Vec<usize> = (0..rows * cols).collect();
    let walls = dice.some_of(&cells, blocked);
    let names: Vec<char> = "0123456789abcdef".chars().take(cells.len() - blocked).collect();
    let is_vague = dice.one_in(2);
    let board = |dice: &mut Dice, asks: bool| {
        let mut shuffled = dice.some_of(&names, names.len()).into_iter();
        let mut cell = |cell: usize| match walls.contains(&cell) {
            true => 'x',
            false => {
                let own = shuffled.next().expect("there is one for each cell");
                if asks && (own == '0' || is_vague && !dice.one_in(3)) { '?' } else { own }
            }
        };
        (0..cells.len()).map(&mut cell).collect::<String>()
    };
    let (start, goal) = (board(dice, false), board(dice, true));
    let kinds: String = names[1..].iter().map(|name| format!("{name} = 1\n")).collect();
    format!("{rows} x {cols}\n{kinds}{start}\n{goal}\n")
}

#[test]
fn random_boards() {
    let sizes = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (1, 5), (5, 1)];
    let (mut compared, mut solved) = (0, 0);
    for seed in 0..120 {
        let dice = &mut Dice::new(seed);
        let (rows, cols) = dice.pick(&sizes);
        let blocked = if rows * cols > 4 { dice.below(3) } else { 0 };
        let text = puzzle(rows, cols, blocked, dice);
        let puzzle: Puzzle = text.parse().unwrap();
        for style in [Style::SUPER_STEP, Style::ALL[4], Style::ALL[5], Style::STEP] {
            for until in [Until::Solved, Until::Exhausted] {
                let mut query = query(&puzzle, style, until);
                query.engine = Engine::Table;
                let wanted = solve(&query, &budget(1), &mut ()).unwrap();
                let case = format!("seed {seed}, style {style}, {until:?}\n{text}");
                let Some(found) = by_cliques(&query, &budget(2)) else { continue };
                assert_same(&found, &wanted, &case);
                compared += 1;
                solved += usize::from(found.moves.is_some_and(|moves| moves > 2));
            }
        }
    }
    assert!(compared > 500 && solved > 150, "{compared}, {solved}");
}

/// Orders that are cut into leaves, and moves that carry several tiles past others.
#[test]
fn boards_in_leaves() {
    for (seed, (rows, cols, blocked)) in (0..).zip([(2, 5, 0), (5, 2, 0), (3, 4, 2), (4, 3, 2)]) {
        let dice = &mut Dice::new(seed);
        let text = puzzle(rows, cols, blocked, dice);
        let puzzle: Puzzle = text.parse().unwrap();
        let query = query(&puzzle, Style::SUPER_STEP, Until::Exhausted);
        let wanted = by_rows(&query, &budget(2));
        for threads in [1, 2] {
            let found = by_cliques(&query, &budget(threads)).expect("there are cliques");
            assert_same(&found, &wanted, &text);
        }
    }
}

#[test]
fn limits() {
    let puzzle: Puzzle = puzzle(3, 3, 0, &mut Dice::new(5)).parse().unwrap();
    let query = query(&puzzle, Style::SUPER_STEP, Until::Exhausted);
    let all = by_cliques(&query, &budget(2)).unwrap();
    for most in [0, 1, 2, 9] {
        let budget = Budget { max_moves: Some(most), ..budget(2) };
        let found = by_cliques(&query, &budget).unwrap();
        assert_eq!(found.status, Status::Stopped(Stopped::Moves(most)));
        assert_eq!(found.counted.levels(), &all.counted.levels()[..=most as usize]);
    }
    let weary = budget(2);
    weary.interrupt.set();
    let found = by_cliques(&query, &weary).unwrap();
    assert_eq!(found.status, Status::Stopped(Stopped::Cancelled));
    assert!(found.counted.levels().len() <= 2);
}
