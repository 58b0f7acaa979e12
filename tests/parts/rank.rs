//! The numbers of positions.

use sliding::Puzzle;
use sliding::puzzle::Style;
use sliding::solve::{Budget, Query, Refusal, Stopped};
use sliding::testing::{BuildError, Census, Dense, Keep, Ranking};

use crate::oracle::reference::Reference;
use crate::oracle::{random, tiles};

fn ranking(text: &str) -> Option<Ranking> {
    Ranking::new(&text.parse().unwrap(), 1 << 28)
}

/// The positions that brute force lists have all numbers, each its own.
#[test]
fn positions_are_numbered_without_gaps() {
    let (mut compared, mut large) = (0, 0);
    for seed in 10_000..10_600 {
        let pair = random::puzzle(seed);
        let text = match seed % 4 {
            0 => pair.framed,
            1 => random::of_many_orders(seed),
            _ => pair.small,
        };
        let (puzzle, ranking): (Puzzle, _) = (text.parse().unwrap(), ranking(&text).unwrap());
        // Brute force lists all positions of boards without gates alone.
        if !puzzle.gates().is_empty() {
            continue;
        }
        let Some(all) = Reference::new(&puzzle).everything(Style::STEP, 400) else {
            assert!(ranking.total > 400_u32.into(), "seed {seed}");
            large += 1;
            continue;
        };
        assert_eq!(ranking.total, all.len().into(), "seed {seed}");
        for number in 0..all.len() as u64 {
            let position = ranking.unrank(number);
            assert!(all.find(&position).is_some(), "seed {seed}, {number}");
            assert_eq!(ranking.rank(&position), Some(number), "seed {seed}");
        }
        compared += 1;
    }
    assert!(compared > 200 && large > 50, "{compared}, {large}");
}

/// Numbers that formulas give: factorials, multinomial and binomial coefficients; for Klotski the number
/// that is published. Where they are too many to list, some of the positions are looked at.
#[test]
fn positions_of_large_boards_are_counted_and_numbered() {
    let klotski = include_str!("../../puzzles/classics/klotski.txt").to_owned();
    let pairs = "1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n6 = 1\n112233445566\n?\n";
    let nineteen: String =
        "123456789abcdefghij".chars().map(|name| format!("{name} = 1\n")).collect();
    for (text, total) in [
        (tiles(3, 3, "?"), "362880"),
        (tiles(4, 4, "?"), "20922789888000"),
        (tiles(5, 5, "?"), "15511210043330985984000000"),
        (klotski, "65880"),
        (format!("1 x 13\n{pairs}"), "97297200"),
        // Twenty pieces, two of them alike.
        (format!("1 x 20\n{nineteen}1123456789abcdefghij\n?\n"), "1216451004088320000"),
        (format!("10 x 10\n1 = 1\n{}\n?\n", "1".repeat(49)), "98913082887808032681188722800"),
        ("1024 x 1024\n1 = 1\n1\n?\n".to_owned(), "1048576"),
    ] {
        let ranking = ranking(&text).unwrap();
        assert_eq!(ranking.total.to_string(), total);
        let Ok(total) = total.parse::<u64>() else { continue };
        for part in 0..=50 {
            let number = total / 50 * part % total + part % 2;
            assert_eq!(ranking.rank(&ranking.unrank(number)), Some(number), "{text}");
        }
    }
    let row = "1".repeat(500);
    let block = vec![&row[..]; 500].join("/");
    for text in [
        format!("1024 x 1024\n1 = {block}\n2 = 1\n12\n?\n"),
        format!("600 x 600\n1 = 1\n2 = 11\n{}\n?\n", "12".repeat(200)),
        format!("24 x 24\n1 = 11\n2 = 1\n3 = 111\n{}\n?\n", "123".repeat(20)),
    ] {
        assert!(ranking(&text).is_none(), "{text}");
    }
}

/// The example in `docs/internals/engines.md`; then positions of other puzzles, with a piece beyond the
/// edge, with another piece, and without one.
#[test]
fn only_positions_of_the_puzzle_have_numbers() {
    let text = |text: &str| text.replace("KINDS", "1 = 11\n2 = 1\n3 = 1");
    let position = |other: &str| text(other).parse::<Puzzle>().unwrap().start().clone();
    let example = "2 x 3\nKINDS\n31020\n?\n";
    let three = ranking(&text(example)).unwrap();
    assert_eq!(three.skeletons.total, 24_u8.into());
    assert_eq!(three.skeleton(&position(example)), Some(20));
    assert_eq!(three.rank(&position(example)), Some(41));
    let two = ranking(&text("2 x 3\nKINDS\n12\n?\n")).unwrap();
    for other in ["2 x 4\nKINDS\n201\n?\n", "2 x 3\nKINDS\n13\n?\n", "2 x 3\nKINDS\n1\n?\n"] {
        assert_eq!(two.rank(&position(other)), None, "{other}");
    }
}

/// Numbering by two parts of a board takes seconds on large ones.
#[test]
fn numbering_asks_whether_to_go_on_and_stops() {
    let puzzle: Puzzle = "5 x 5\n1 = 11\n2 = 1/1\n3 = 1\n112122333333333\n?\n".parse().unwrap();
    let budget = Budget::default();
    let query = Query::new(&puzzle, Style::STEP);
    let census = || Census::new(&puzzle, Style::STEP, &budget, 1 << 28);
    assert!(Dense::counted(census().unwrap(), &query, Keep::Levels, &budget).is_ok());
    let few = Census::new(&puzzle, Style::STEP, &budget, 1 << 10).err();
    assert!(matches!(few, Some(BuildError::Refused(Refusal::Uncountable { .. }))));
    let counted = census().unwrap();
    budget.interrupt.set();
    let built = Dense::counted(counted, &query, Keep::Levels, &budget).err();
    for stopped in [census().err(), built] {
        assert!(matches!(stopped, Some(BuildError::Stopped(Stopped::Cancelled))), "{stopped:?}");
    }
}

/// All tiles of a board have too many placements for any memory, which a formula says at once.
#[test]
fn hopeless_numbers_are_not_counted() {
    let (puzzle, budget) = (tiles(5, 5, "?").parse().unwrap(), Budget::default());
    let refused = Census::new(&puzzle, Style::STEP, &budget, 1 << 30).err();
    assert!(matches!(refused, Some(BuildError::Refused(Refusal::Uncountable { .. }))));
    // Where pieces are alike there are few.
    let alike = format!("5 x 5\n1 = 1\n{}\n?\n", "1".repeat(24));
    assert_eq!(
        Census::new(&alike.parse().unwrap(), Style::STEP, &budget, 1 << 30)
            .unwrap()
            .size
            .placements,
        25
    );
}
