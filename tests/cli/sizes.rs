//! Tile boards of unusual sizes: single rows and columns, and those that are searched as long as the
//! time allows.

use super::{Run, folder, path, run};

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

/// Boards of 17 to 25 cells, of which the first search does not find the shortest solution.
#[test]
fn boards_of_up_to_25_cells_are_searched_within_the_time_limit() {
    let folder = folder(&[]);
    let cache = path(&folder, "cache");
    let options = ["--size", "4x5", "--format", "json", "--cache", &cache];
    // Where there are databases, the first search does not take long.
    let near = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 0 19";
    assert_eq!(tiles(&[&options[..], &["--engine", "pdb", near]].concat()).code, 0);
    let board = "3 6 8 4 9 2 5 1 14 0 12 15 19 16 18 11 7 17 13 10";
    let limited = [&options[..], &["--time-limit", "600", board]].concat();
    for options in [&limited[..], &[&options[..], &[board]].concat()] {
        let row = tiles(options).json().remove(0);
        assert_eq!((&row["moves"], &row["shortest"]), (&56.into(), &true.into()));
        assert_eq!(row["engine"], "beam");
    }
    // The building of databases is within the limit, and there is a solution all the same.
    let hard = "24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0";
    let run = tiles(&["--time-limit", "0.5", "--format", "json", hard]);
    let row = &run.json()[0];
    assert_eq!((run.code, &row["engine"], &row["shortest"]), (0, &"beam".into(), &false.into()));
    let pdb = tiles(&["--engine", "pdb", "--time-limit", "0.5", "--format", "json", hard]);
    let row = &pdb.json()[0];
    assert_eq!((pdb.code, &row["limit"]), (3, &"time".into()), "{}", pdb.err);
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
