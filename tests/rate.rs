//! How hard puzzles feel, compared with people and with another simulated player.

use std::fs;

use sliding::design::{RateError, Rating, rate, rate_small};
use sliding::notation::Notation;
use sliding::puzzle::{Puzzle, Style};
use sliding::solve::{Budget, Stopped};

/// A row of `tests/data/rush-people.tsv`.
struct Row {
    id: String,
    puzzle: Puzzle,
    least: u64,
    pieces: u32,
    in_the_way: u32,
    /// The mean number of moves of another program's player.
    player: f64,
    /// Moves of people: of those who solved the puzzle, and of all for each who solved it.
    mean: f64,
    all: f64,
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string("tests/data/rush-people.tsv").expect("the table");
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let rush = Notation::named("rush").expect("a notation");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| cells[at].parse::<f64>().expect("a number");
        Row {
            id: cells[0].to_owned(),
            puzzle: rush.parse(cells[1]).expect("a board").0,
            least: number(2) as u64,
            pieces: number(3) as u32,
            in_the_way: number(4) as u32,
            player: number(5),
            mean: number(6),
            all: number(7),
        }
    };
    rows.map(row).collect()
}

/// Spearman's coefficient: Pearson's, of the ranks.
fn agreement(one: &[f64], other: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        let rank = |value: &f64| {
            let below = values.iter().filter(|&other| other < value).count();
            let equal = values.iter().filter(|&other| other == value).count();
            below as f64 + (equal as f64 - 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    };
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let sum = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    sum(&one, &other) / (sum(&one, &one) * sum(&other, &other)).sqrt()
}

#[test]
fn the_player_agrees_with_another_and_with_people() {
    let rows = rows();
    assert_eq!(rows.len(), 33);
    let (mut felt, mut difference) = (Vec::new(), 0.0);
    for row in &rows {
        let rating = rate(&row.puzzle, Style::SLIDE, &Budget::default()).expect("a rating");
        let found = (rating.least, rating.pieces, rating.in_the_way);
        assert_eq!(found, (Some(row.least), Some(row.pieces), row.in_the_way), "{}", row.id);
        let difficulty = rating.difficulty().expect("a difficulty");
        let by = rating.moves / row.player - 1.0;
        println!("{}: {difficulty:.2}, player {:.1}, {by:+.3}", row.id, rating.moves);
        difference += by.abs();
        felt.push(difficulty);
    }
    difference /= rows.len() as f64;
    let of = |moves: fn(&Row) -> f64| -> f64 {
        let people: Vec<f64> = rows.iter().map(|row| moves(row) / row.least as f64).collect();
        agreement(&felt, &people)
    };
    let (excess, effort) = (of(|row| row.mean), of(|row| row.all));
    println!("mean difference {difference:.4}, rank: excess {excess:.3}, effort {effort:.3}");
    // Published with the player: 0.85 and 0.84. The other player gives up later, after 1,000 moves.
    assert!(difference < 0.02 && excess > 0.84 && effort > 0.83);
}

#[test]
fn the_player_without_distances_agrees_with_people() {
    let rows: Vec<Row> = rows().into_iter().step_by(3).collect();
    let mut budget = Budget::default();
    budget.memory = 0;
    let (mut felt, mut people) = (Vec::new(), Vec::new());
    for row in &rows {
        let rating = rate(&row.puzzle, Style::SLIDE, &budget).expect("a rating");
        assert_eq!((rating.least, rating.pieces, rating.difficulty()), (None, None, None));
        assert_eq!(rating.in_the_way, row.in_the_way);
        felt.push(rating.moves / row.least as f64);
        people.push(row.mean / row.least as f64);
    }
    let excess = agreement(&felt, &people);
    // On all boards it is 0.78.
    assert!(excess > 0.5, "{excess}");
}

fn rating(text: &str, style: Style) -> Result<Rating, RateError> {
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    rate(&puzzle, style, &Budget::default())
}

#[test]
fn a_puzzle_without_a_choice_takes_the_fewest_moves() {
    // One piece must go around a wall. No other piece can move.
    let text = "2 x 3\n1 = 1\n1x0\n??1???\n";
    let walked = rating(text, Style::WALK).expect("a rating");
    assert_eq!((walked.least, walked.pieces, walked.in_the_way), (Some(1), Some(1), 1));
    assert!(walked.moves >= 1.0 && walked.unsolved == 0, "{walked:?}");
    // Each step may not be taken back at once, so the piece goes on.
    let stepped = rating("1 x 5\n1 = 1\n10000\n????1\n", Style::STEP).expect("a rating");
    assert_eq!((stepped.least, stepped.moves), (Some(4), 4.0));
    let solved = rating("1 x 2\n1 = 1\n10\n1?\n", Style::STEP).expect("a rating");
    assert_eq!((solved.least, solved.moves, solved.difficulty()), (Some(0), 0.0, None));
}

#[test]
fn pieces_in_the_direct_way_are_counted_once_each_for_the_nearest_goal() {
    let in_the_way = |text: &str| rating(text, Style::STEP).expect("a rating").in_the_way;
    // Piece 2 is on the way; around it leads a longer way that is free.
    assert_eq!(in_the_way("2 x 4\n1 = 1\n2 = 1\n12\n???1????\n"), 1);
    // The wide piece bars both rows.
    assert_eq!(in_the_way("3 x 4\n1 = 1\n2 = 1/1\n1020000xx0x\n???1????xx?x\n"), 2);
    // Two goals: the second leaves piece 2 alone.
    let two = "1 x 5\n1 = 1\n2 = 1\n01020\n????1\nor 1????\n";
    assert_eq!(in_the_way(two), 1);
}

#[test]
fn what_has_no_rating_says_why() {
    assert!(matches!(
        rating("1 x 3\n1 = 1\n2 = 1\n120\n21?\n", Style::WALK),
        Err(RateError::Unsolvable)
    ));
    let puzzle: Puzzle = "1 x 5\n1 = 1\n10000\n????1\n".parse().expect("a puzzle");
    let small = |most| rate_small(&puzzle, Style::STEP, most, &Budget::default());
    assert!(matches!(small(4), Err(RateError::Stopped(Stopped::Memory))));
    assert_eq!(small(5).expect("a rating").least, Some(4));
}
