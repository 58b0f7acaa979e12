//! Tile boards of unusual sizes, and what is known of them at a limit.

use super::{Run, run};

fn tiles(arguments: &[&str]) -> Run {
    run(&[&["tiles", "solve"], arguments].concat(), "")
}

#[test]
fn boards_of_one_row_or_column_are_solved() {
    let row = tiles(&["--size", "1x6", "1 2 3 4 0 5"]);
    assert!(row.out.contains("solved in 1 move\ntiles: 5\n"), "{}", row.out);
    let column = tiles(&["--format", "json", "0/1/2/3"]).json().remove(0);
    assert_eq!((&column["moves"], &column["shortest"]), (&3.into(), &true.into()));
    let slides = tiles(&["--style", "step+", "--size", "1x5", "0 1 2 3 4"]);
    assert!(slides.out.contains("solved in 1 slide\n"), "{}", slides.out);
    let all = tiles(&["--all", "--size", "1x5", "0 1 2 3 4"]);
    assert!(all.out.contains("one shortest solution of 4 moves"), "{}", all.out);
    let none = tiles(&["--size", "1x5", "2 3 1 0 4"]);
    let reported = "tiles of a single row or column never pass each other";
    assert!(none.code == 1 && none.out.contains(reported), "{}", none.out);
    let random = tiles(&["--random", "5", "--size", "1x7", "--format", "json"]);
    assert_eq!((random.code, random.json().len()), (0, 5), "{}", random.err);
    assert_eq!(tiles(&["--size", "1x1", "0"]).code, 2);
}

/// What is known of a puzzle file at a limit is what is known of the same board.
#[test]
fn puzzle_files_have_the_lower_bound_of_boards() {
    let board = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    let file = run(&["convert", "--to", "sliding", "-"], board).out;
    let limit = ["--max-moves", "40", "--format", "json"];
    let reported = |rest: &[&str], input: &str| {
        let found = run(&[rest, &limit].concat(), input);
        (found.code, found.json().remove(0)["at_least"].clone())
    };
    let known = reported(&["tiles", "solve", board], "");
    assert_eq!(reported(&["solve", "-"], &file), known);
    assert!(known.0 == 3 && known.1.as_u64() > Some(40));
}
