//! How hard puzzles feel, compared with people and with another simulated player.

use sliding::design::{RateError, rate, rate_small};
use sliding::notation::Notation;
use sliding::puzzle::Style;
use sliding::solve::{Budget, Stopped};

use crate::corpus::entries;
use crate::files;
use crate::oracle::{each, read};

/// Spearman's coefficient: Pearson's, of the ranks.
fn agreement(pairs: &[(f64, f64)]) -> f64 {
    let (one, other): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    // Ranks, less their mean.
    let [one, other] = [one, other].map(|values| {
        let rank = |value: &f64| {
            let signs = values.iter().map(|other| f64::from(value.total_cmp(other) as i8));
            signs.sum::<f64>() / 2.0
        };
        values.iter().map(rank).collect::<Vec<f64>>()
    });
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    sum(&one, &other) / (sum(&one, &one) * sum(&other, &other)).sqrt()
}

#[test]
fn the_player_agrees_with_another_and_with_people() {
    let rows = files::rows::<8>(include_str!("data/rush-people.tsv"));
    assert_eq!(rows.len(), 33);
    let rush = Notation::named("rush").expect("a notation");
    let compared = each(&rows, |row| {
        let [_, board, numbers @ ..] = row;
        let (puzzle, _) = rush.parse(board).expect("a board");
        let numbers = numbers.map(|cell| cell.parse::<f64>().expect("a number"));
        let [least, pieces, in_the_way, player, mean, all] = numbers;
        let rating = rate(&puzzle, Style::SLIDE, &Budget::default()).expect("a rating");
        let found = (rating.least, rating.pieces, rating.in_the_way);
        let wanted = (least as u64, pieces as u32, in_the_way as u32);
        assert_eq!(found, wanted, "{row:?}");
        let felt = rating.difficulty().expect("a difficulty");
        let excess = mean / least;
        let difference = (rating.moves / player - 1.0).abs();
        (difference, [(felt, excess), (felt, all / least)])
    });
    let difference = compared.iter().map(|row| row.0).sum::<f64>() / rows.len() as f64;
    let [excess, effort] =
        [0, 1].map(|at| agreement(&compared.iter().map(|row| row.1[at]).collect::<Vec<_>>()));
    println!("{difference:.4}, excess {excess:.3}, effort {effort:.3}");
    // Published with the player: 0.85 and 0.84. The other player gives up later, after 1,000 moves.
    assert!(difference < 0.02 && excess > 0.84 && effort > 0.83);
}

#[test]
fn ratings_by_hand() {
    for (text, style, least, pieces, in_the_way, moves) in [
        // One piece must go around a wall. No other piece can move.
        ("2 x 3\n1 = 1\n1x0\n??1???\n", Style::WALK, 1, 1, 1, None),
        // Each step may not be taken back at once, so the piece goes on.
        ("1 x 5\n1 = 1\n10000\n????1\n", Style::STEP, 4, 1, 1, Some(4.0)),
        ("1 x 2\n1 = 1\n10\n1?\n", Style::STEP, 0, 0, 0, Some(0.0)),
        // Piece 2 is on the way, and goes out of it; the way around it is longer.
        ("2 x 4\n1 = 1\n2 = 1\n12\n???1????\n", Style::STEP, 4, 2, 1, None),
    ] {
        let rating = rate(&read(text), style, &Budget::default()).expect("a rating");
        let found = (rating.least, rating.pieces, rating.in_the_way);
        assert_eq!(found, (least, pieces, in_the_way), "{text}");
        assert!(moves.is_none_or(|moves| moves == rating.moves), "{text}");
        assert!(rating.moves >= least as f64 && rating.unsolved == 0, "{text}");
        assert_eq!(rating.difficulty().is_some(), least > 0, "{text}");
    }
}

/// A corridor longer than a play: each of the 600 moves leads on, so no play reaches the end, 601 moves away.
#[test]
fn a_bound_is_within_a_range_only_where_that_is_certain() {
    let text = format!("1 x 602\n1 = 1\n1\n{}1\n", "?".repeat(601));
    let rating = rate(&read(&text), Style::STEP, &Budget::default()).expect("a rating");
    assert!(rating.is_lower_bound() && rating.unsolved == 1000);
    assert_eq!((rating.moves, rating.least), (600_000.0, 601));
    for (wanted, is_within) in [
        (1.0..=f64::INFINITY, true),
        (998.0..=f64::INFINITY, true),
        (999.0..=f64::INFINITY, false),
        (1.0..=1e9, false),
    ] {
        assert_eq!(rating.is_within(&wanted), is_within, "{wanted:?}");
    }
}

#[test]
fn pieces_in_the_direct_way_are_counted_once_each_for_the_nearest_goal() {
    for (text, in_the_way) in [
        // The wide piece bars both rows.
        ("3 x 4\n1 = 1\n2 = 1/1\n1020000xx0x\n???1????xx?x\n", 2),
        // Two goals: the second leaves piece 2 alone.
        ("1 x 5\n1 = 1\n2 = 1\n01020\n????1\nor 1????\n", 1),
    ] {
        let rating = rate(&read(text), Style::STEP, &Budget::default());
        assert_eq!(rating.expect("a rating").in_the_way, in_the_way, "{text}");
    }
    let corridor = read("1 x 5\n1 = 1\n10000\n????1\n");
    let small = |most| rate_small(&corridor, Style::STEP, most, &Budget::default());
    assert!(matches!(small(4), Err(RateError::Stopped(Stopped::Memory))));
    assert_eq!(small(5).expect("a rating").least, 4);
}

#[test]
fn without_room_for_all_positions_there_is_no_rating() {
    let puzzle = crate::oracle::puzzle("puzzles/classics/klotski.txt");
    let mut budget = Budget::default();
    budget.memory = 1 << 20;
    let rating = rate(&puzzle, Style::WALK, &budget);
    assert!(matches!(rating, Err(RateError::Stopped(Stopped::Memory))), "{rating:?}");
}

#[test]
fn the_gallery_has_the_ratings_of_its_puzzles() {
    let entries = entries();
    let rows: Vec<&str> = include_str!("../puzzles/ratings.tsv").lines().collect();
    let rated = each(&rows, |row| {
        let (name, moves) = row.split_once('\t').expect("a name and a number");
        let moves: f64 = moves.parse().expect("a number");
        let path = format!("/{name}");
        let entry = entries.iter().find(|entry| entry.name.ends_with(&path)).expect("a puzzle");
        // Long plays take long, and so do many positions.
        let positions = entry.puzzle.expectations().iter().filter_map(|known| known.states).max();
        if moves > 200.0 || positions.is_none_or(|positions| positions > 3_000) {
            return 0;
        }
        let rating = rate(&entry.puzzle, Style::WALK, &Budget::default()).expect("a rating");
        assert_eq!(rating.moves.round(), moves, "{name}");
        1
    });
    let rated = rated.iter().sum::<usize>();
    assert!(rated > 5, "{rated}");
}
