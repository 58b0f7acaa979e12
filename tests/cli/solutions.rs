//! `sliding solutions`: every shortest solution, once.

use std::collections::BTreeSet;

use super::{EASY, HOPELESS, KLOTSKI, PAIR, run};

/// A piece goes two down and two right: six ways, by hand.
const CROSSING: &str = "3 x 3 (Crossing)\n1 = 1\n1\n000000001\n";

#[test]
fn lists_all_of_them() {
    let listed = run(&["count", "--list", "100", "-s", "0", "-"], CROSSING);
    assert_eq!((listed.code, listed.err.as_str()), (0, ""));
    let last = "Crossing: 6 shortest solutions of 4 moves; 1 without the order of moves that commute (style 0: one piece, one step)";
    assert_eq!(listed.out.lines().last(), Some(last));
    let blocks: BTreeSet<&str> = listed.out.split("\n\n").collect();
    assert_eq!(blocks.len(), 7);
    let one = run(&["count", "--list", "100", "-"], PAIR);
    insta::assert_snapshot!(one.out, @"
    solution 1
    1. piece 1 at row 1, column 2: right, down
    2. piece 2 at row 1, column 1: right

    Pair: one shortest solution of 2 moves (style 2: one piece, any number of steps)
    ");
}

#[test]
fn a_limit_is_kept_and_the_count_reported() {
    let listed = run(&["count", "--list", "2", "-s", "0", "-"], CROSSING);
    assert_eq!(listed.code, 0);
    assert_eq!(listed.out.matches("solution ").count(), 2);
    let last = "Crossing: 6 shortest solutions of 4 moves; 1 without the order of moves that commute; 2 of them listed \
                (style 0: one piece, one step)";
    assert_eq!(listed.out.lines().last(), Some(last));
}

#[test]
fn none_or_no_time() {
    let none = run(&["count", "--list", "100", "-"], HOPELESS);
    assert_eq!(none.code, 1);
    assert!(none.out.starts_with("<stdin>: no solution ("), "{}", none.out);
    let solved = run(&["count", "--list", "100", "--start", "001", "-"], EASY);
    assert_eq!(solved.code, 0);
    let last = "Easy: one shortest solution of 0 moves (style 2: one piece, any number of steps)";
    assert_eq!(solved.out.lines().last(), Some(last));
    let late = run(&["count", "--list", "100", "--time-limit", "0", "-"], KLOTSKI);
    assert_eq!(late.code, 3);
}
