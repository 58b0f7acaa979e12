//! `sliding tiles`, and tile puzzles in `sliding solve`.

use std::process::Stdio;

use super::{folder, path, run};

/// A cache that is not the user's, so that nothing is left there.
fn tiles(arguments: &[&str], input: &str) -> super::Run {
    let folder = folder(&[]);
    let cache = path(&folder, "cache");
    let mut all = vec!["tiles", "solve", "--cache", &cache];
    all.extend(arguments);
    run(&all, input)
}

#[test]
fn a_file_can_replace_a_board() {
    let run = tiles(&["-"], "1 2 3\n4 5 6\n. 7 8\n");
    assert!(
        run.code == 0 && run.out.starts_with("1 2 3/4 5 6/. 7 8: solved in 2 moves\n"),
        "{}",
        run.out
    );
    let folder = folder(&[("boards.txt", "1 2/0 3\n0 2/1 3\n")]);
    let run = tiles(&[&path(&folder, "boards.txt"), "1 0/3 2"], "");
    let solved: Vec<&str> = run.out.lines().filter(|line| line.contains(": solved in")).collect();
    let wanted =
        ["1 2/0 3: solved in 1 move", "0 2/1 3: solved in 2 moves", "1 0/3 2: solved in 1 move"];
    assert_eq!(solved, wanted, "{}", run.err);
}

#[test]
fn boards_from_a_file_are_answered_in_order() {
    let boards = "# three boards\n\n1 2 3/4 5 6/0 7 8\n  2 1 3/4 5 6/7 8 0\n8,6,7,2,5,4,3,0,1\n";
    let run = tiles(&["--batch", "-", "--format", "json"], boards);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let rows = run.json();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("status"), ["solved", "unsolvable", "solved"]);
    // The farthest boards of the 8-puzzle are 31 moves away: this is one of the two.
    assert_eq!(column("moves"), [2.into(), serde_json::Value::Null, 31.into()]);
    assert_eq!(column("at_least"), [2.into(), serde_json::Value::Null, 31.into()]);
    assert_eq!(column("board")[2], "8,6,7,2,5,4,3,0,1");
    assert_eq!(column("solution")[0], "78");
}

#[test]
fn tables_have_headers_and_match_the_json() {
    let boards = ["1 2 3/4 5 6/0 7 8", "2 1 3/4 5 6/7 8 0"];
    let table = tiles(&[&["--format", "csv"], &boards[..]].concat(), "");
    let objects = tiles(&[&["--format", "json"], &boards[..]].concat(), "").json();
    let mut reader = csv::Reader::from_reader(table.out.as_bytes());
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert!(names.iter().all(|name| objects[0].get(name).is_some()), "{names:?}");
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2);
    for (row, object) in rows.iter().zip(&objects) {
        for (name, cell) in names.iter().zip(row).filter(|(name, _)| *name != "elapsed_ms") {
            let reported = match &object[name] {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            assert_eq!(cell, reported, "{name}");
        }
    }
}

#[test]
fn several_boards_have_a_summary() {
    let run = tiles(&["1 2 3/4 5 6/0 7 8", "2 1 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 0"], "");
    let sum = "3 boards: 2 solved in 1.00 moves on average, 1 without solution, 0 stopped";
    assert!(run.out.contains(sum), "{}", run.out);
    assert!(run.out.contains("no solution: the cycles (2 1): 1 interchange"), "{}", run.out);
}

/// The boards of slidy's page and of HackerRank's sample, 24 and 20 moves from their goals.
#[test]
fn boards_are_read_in_many_forms() {
    let boards = "\
8 2 x/4 6 1/3 7 5
[8,2,0],[4,6,1],[3,7,5]
82_461375

8 2 .
# a row, and not a board
4 6 1
3 7 5

[[8, 2, 0],
 [4, 6, 1],
 [3, 7, 5]]

82x
461
375

1 0 3 8 4 1 7 2 6 5
";
    let run = tiles(&["--batch", "-", "--format", "json"], boards);
    let moves: Vec<_> = run.json().iter().map(|row| row["moves"].as_u64().unwrap()).collect();
    assert_eq!((moves, run.code), (vec![24, 24, 24, 24, 24, 24, 20], 0), "{}", run.err);
    assert_eq!(tiles(&["--format", "json", "8 2 0\n4 6 1\n3 7 5"], "").json()[0]["moves"], 24);
}

/// A scramble backwards is a solution of what it makes.
#[test]
fn scrambles_start_from_the_goal() {
    let backwards = "DRULDRDLURDRULDLURUR D2 L2";
    let row = &tiles(&["--size", "3x3", "--format", "json", backwards], "").json()[0];
    assert_eq!(
        (&row["moves"], row["start"].to_string()),
        (&24.into(), "[8,2,0,4,6,1,3,7,5]".into())
    );
    let row = &tiles(&["--goal", "1 0/3 2", "--format", "json", "RU"], "").json()[0];
    assert_eq!(row["start"].to_string(), "[3,1,0,2]");
    let wrong = tiles(&["--size", "4x4", "RDLU2", "R2D4"], "");
    let reported = "sliding: R2D4: push 2, `D4`, cannot be made: 3 tiles can go there\n";
    let first = "sliding: RDLU2: push 4, `U2`, cannot be made: 1 tile can go there\n";
    assert_eq!((wrong.code, wrong.err.as_str()), (2, &*format!("{first}{reported}")));
    let wrong = tiles(&["RDLU2"], "");
    let reported = "sliding: RDLU2: a scramble needs a size, as in --size 4x4\n";
    assert_eq!((wrong.code, wrong.err.as_str()), (2, reported));
}

#[test]
fn invalid_lines_are_reported_with_their_position() {
    let run = tiles(&["--batch", "-"], "1 2/3 0\n\n1 2 3\n4 5\n6 7 0\n");
    let reported = "sliding: <stdin>:3: 1 2 3/4 5/6 7 0: row 2 has 2 cells, and the first has 3\n";
    assert_eq!((run.code, run.err.as_str()), (2, reported));
    // One of these is a board: so each of them should be one.
    let run = tiles(&["--batch", "-"], "1 2 3 0\n1 2 3\n");
    let reported = "sliding: <stdin>:2: 1 2 3: 3 numbers fill no square board;";
    assert!(run.code == 2 && run.err.starts_with(reported), "{}", run.err);
}

#[test]
fn slides_have_their_own_limits() {
    let large = tiles(&["--style", "step+", "--random", "1", "--size", "5x6"], "");
    assert_eq!(large.code, 2);
    assert!(large.err.contains("--style step+ takes boards of up to 25 cells"), "{}", large.err);
    let korf = tiles(&["--style", "step+", "--engine", "korf1", "1 2/3 0"], "");
    let reported = "sliding: --style step+: expected --engine auto or pdb, not korf1\n";
    assert_eq!((korf.code, korf.err.as_str()), (2, reported));
    let one = tiles(&["--style", "step+", "1 2 3/0 4 5"], "");
    assert!(one.out.contains("solved in 1 slide\ntiles: 45\n"), "{}", one.out);
    let none = tiles(&["--style", "step+", "2 1/3 0"], "");
    assert!(none.code == 1 && none.out.contains("no solution"), "{}", none.out);
}

/// The blank goes round four cells either way.
#[test]
fn all_shortest_solutions_are_listed() {
    let all = tiles(&["--all", "0 3/2 1"], "");
    assert_eq!((all.code, all.err.as_str()), (0, ""));
    let lines: Vec<&str> = all.out.lines().collect();
    let mut ways = lines[..2].to_vec();
    ways.sort_by_key(|line| line.rsplit(' ').next());
    assert!(ways[0].ends_with(": 213213") && ways[1].ends_with(": 312312"), "{}", all.out);
    assert!(lines[0].starts_with("solution 1: ") && lines[1].starts_with("solution 2: "));
    assert_eq!(lines[2], "0 3/2 1: 2 shortest solutions of 6 moves");
    assert!(lines[3].contains(" by pdb, ") && lines.len() == 4, "{}", all.out);
    let one = tiles(&["--all", "--limit", "1", "--style", "step+", "0 3/2 1"], "");
    assert_eq!((one.code, one.out.matches("solution ").count()), (0, 1));
    let reported = "0 3/2 1: 2 shortest solutions of 6 slides; 1 of them listed\n";
    assert!(one.out.contains(reported), "{}", one.out);
    let near = tiles(&["--all", "1 2/0 3", "1 2/3 0", "2 1/3 0"], "");
    assert_eq!(near.code, 1);
    assert!(near.out.contains("solution 1: 3\n1 2/0 3: one shortest solution of 1 move\n"));
    assert!(near.out.contains("solution 1: \n1 2/3 0: one shortest solution of 0 moves\n"));
    assert!(near.out.contains("2 1/3 0: no solution: ") && near.out.contains("3 boards: 2 solved"));
}

#[test]
fn lists_of_solutions_have_json() {
    let boards = ["8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"];
    let rows = tiles(&[&["--all", "--format", "json"], &boards[..]].concat(), "").json();
    let table = tiles(&[&["--all", "--format", "csv"], &boards[..]].concat(), "").out;
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let names = reader.headers().unwrap().clone();
    let mut cells = reader.records().map(Result::unwrap);
    let mut number = 0;
    for row in &rows {
        number += 1;
        // These are the farthest boards of the 8-puzzle.
        assert_eq!(row["moves"], 31);
        if row["schema"] == "sliding/tiles/1" {
            assert_eq!((&row["solutions"], &row["shortest"]), (&(number - 1).into(), &true.into()));
            number = 0;
            continue;
        }
        assert_eq!(
            (&row["schema"], &row["number"]),
            (&"sliding/tiles-solution/1".into(), &number.into())
        );
        for (name, cell) in names.iter().zip(&cells.next().expect("a row for each")) {
            assert_eq!(
                cell,
                row[name].as_str().map_or_else(|| row[name].to_string(), str::to_owned)
            );
        }
    }
    assert!(cells.next().is_none() && rows.len() > 2 && number == 0);
}

#[test]
fn lists_of_solutions_have_limits() {
    let large = tiles(&["--all", "--size", "6x6", "--random", "1"], "");
    assert!(large.code == 2 && large.err.ends_with("expected at most 25 cells\n"), "{}", large.err);
    let korf = tiles(&["--all", "--engine", "construct", "1 2/3 0"], "");
    let reported = "sliding: --all: expected --engine auto or pdb, not construct\n";
    assert_eq!((korf.code, korf.err.as_str()), (2, reported));
    let alone = tiles(&["--limit", "3", "1 2/3 0"], "");
    assert!(alone.code == 2 && alone.err.contains("--all"), "{}", alone.err);
    let few = tiles(&["--all", "--max-moves", "30", "8 6 7/2 5 4/3 0 1"], "");
    assert!(few.code == 3 && few.out.contains("the fewest, which are 31 or more\n"), "{}", few.out);
    // A search of enough positions to ask for the time.
    let board = ["--size", "4x4", "--random", "1", "--seed", "1"];
    let late = ["--all", "--style", "step+", "--time-limit", "0"];
    let late = tiles(&[&late[..], &board].concat(), "");
    assert!(late.code == 3 && late.out.contains("stopped by a limit"), "{}", late.out);
}

#[test]
fn random_boards_depend_on_the_seed_and_need_a_size() {
    let boards = |seed| -> Vec<serde_json::Value> {
        let random = ["--random", "4", "--size", "3x3", "--seed", seed, "--format", "json"];
        tiles(&random, "").json().iter().map(|row| row["board"].clone()).collect()
    };
    let some = boards("1");
    assert_eq!(some.len(), 4);
    assert!(some == boards("1") && some != boards("2"));
    let none = tiles(&["--random", "1"], "");
    assert!(none.code == 2 && none.err.contains("random boards need a size"), "{}", none.err);
}

/// In a puzzle file the tiles 10 and 11 are `a` and `b`.
#[test]
fn tiles_from_10_on_are_drawn_with_their_numbers() {
    let file = run(&["convert", "--to", "sliding", "-"], "1 2 3 4/5 6 7 8/9 10 0 11").out;
    assert!(file.contains("b = 1\n"), "{file}");
    let svg = run(&["draw", "--labels", "-"], &file).out;
    let boxes = run(&["check", "-"], &file).out;
    for tile in 1..=11 {
        assert!(svg.contains(&format!(">{tile}</text>")), "{tile}: {svg}");
    }
    assert!(boxes.contains("│ 9 │10 │   │11 │"), "{boxes}");
    assert!(!svg.contains(">a</text>"));
    // Other names stay as they are.
    let svg = run(&["draw", "--labels", "-"], &file.replace('a', "A")).out;
    assert!(svg.contains(">A</text>") && !svg.contains(">10</text>"), "{svg}");
}

/// Kinds may be defined in any order, and drawings have letters beyond `f`: tiles keep their numbers.
#[test]
fn puzzle_files_keep_the_numbers_of_tiles() {
    let drawn = "5124\n9638\nDA7B\nE.FC\n\ngoal:\n1234\n5678\n9ABC\nDEF.\n";
    let run_drawn = tiles(&["-", "--moves", "tiles"], drawn);
    assert!(
        run_drawn.out.contains("tiles: 14 13 9 5 1 2 3 7 11 12"),
        "{}{}",
        run_drawn.out,
        run_drawn.err
    );
    let kinds: String = (1..9).rev().map(|kind| format!("{kind} = 1\n")).collect();
    let turned = format!("3 x 3\n{kinds}123456708\n12345678\n");
    let run_turned = tiles(&["-", "--moves", "tiles"], &turned);
    assert!(run_turned.out.contains("1 2 3/4 5 6/7 0 8: solved in 1 move"), "{}", run_turned.out);
    assert!(run_turned.out.contains("tiles: 8\n"), "{}", run_turned.out);
}

#[test]
fn other_puzzle_files_are_rejected() {
    let reported = |arguments: &[&str], text: &str| {
        let run = tiles(arguments, text);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
        run.err
    };
    let partial = "2 x 2\n1 = 1\n2 = 1\n3 = 1\n123\n1?\n";
    let expected = "sliding: <stdin>:1: expected a tile puzzle with one complete goal\n";
    assert_eq!(reported(&["-"], partial), expected);
    let broken = "2 x 2\n1 = 1\n2 = 1\n3 = 2\n123\n123\n";
    assert!(reported(&["-"], broken).starts_with("sliding: <stdin>:4:5: "));
    let whole = "2 x 2\n1 = 1\n2 = 1\n3 = 1\n1203\n123\n";
    for option in [["--goal", "first"], ["--size", "2x2"]] {
        let error = reported(&[&["-"], &option[..]].concat(), whole);
        assert!(error.contains("a puzzle file has a size and a goal of its own"), "{error}");
    }
    let many = format!("1 2 3/4 5 6/0 7 8\n{}", "nonsense!\n".repeat(100));
    let error = reported(&["--batch", "-"], &many);
    assert_eq!(error.lines().count(), 21);
    assert!(error.ends_with("sliding: 80 more are no boards\n"), "{error}");
    // Blanks of all sorts are blanks in what is reported as well.
    let spread = tiles(&["1\t2 3\n4 x  6\n7 5 8"], "");
    assert!(spread.out.starts_with("1 2 3/4 x 6/7 5 8: solved"), "{}", spread.out);
}

#[test]
fn bad_boards_are_reported_with_positions_and_nothing_is_solved() {
    let run = tiles(&["--batch", "-"], "1 2 3/4 5 6/0 7 8\n\n1 2/3 3\nnonsense!\n");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines[0], "sliding: <stdin>:3: 1 2/3 3: tile 3 is there twice");
    assert_eq!(lines[1], "sliding: <stdin>:4: nonsense!: `!` is no number of a tile");
    let missing = tiles(&["--batch", "there-is-no-such-file"], "");
    assert_eq!(missing.code, 2);
    let of = |file: &str| format!("sliding: cannot read {file}: ");
    assert!(missing.err.starts_with(&of("there-is-no-such-file")), "{}", missing.err);
    let meant = tiles(&["there-is-no-such-file.txt"], "");
    assert!(meant.err.starts_with(&of("there-is-no-such-file.txt")), "{}", meant.err);
    let empty = tiles(&["--batch", "-", "--format", "csv"], "# nothing\n\n");
    assert_eq!((empty.code, empty.out.as_str()), (2, ""));
    assert!(empty.err.contains("expected boards, one in each line"), "{}", empty.err);
    // What is quoted does no harm.
    let wild = tiles(&["--batch", "-"], "\u{1b}[31m \u{202e}\n");
    assert!(wild.code == 2 && !wild.err.contains(['\u{1b}', '\u{202e}']), "{:?}", wild.err);
    assert_eq!(tiles(&[], "").code, 2);
    assert_eq!(tiles(&["--batch", "-", "1 2/3 0"], "").code, 2);
    assert!(tiles(&[" "], "").err.starts_with("sliding: a board is empty: expected one"));
}

/// Tiles from 256 on have numbers that no byte holds.
#[test]
fn boards_of_more_than_256_cells_are_solved_and_reported_in_full() {
    for size in ["16x16", "17x17"] {
        let run = tiles(&["--random", "1", "--seed", "4", "--size", size, "--format", "json"], "");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let object = &run.json()[0];
        let cells = |name: &str| -> Vec<u64> {
            object[name].as_array().unwrap().iter().map(|tile| tile.as_u64().unwrap()).collect()
        };
        let (mut board, goal) = (cells("start"), cells("goal"));
        let cols = object["size"]["cols"].as_u64().unwrap() as usize;
        let moves = object["solution"].as_str().unwrap();
        for tile in moves.split(' ').map(|tile| tile.parse::<u64>().unwrap()) {
            let at = |tile| board.iter().position(|&other| other == tile).unwrap();
            let (from, to) = (at(tile), at(0));
            let rows_and_cols =
                (from / cols).abs_diff(to / cols) + (from % cols).abs_diff(to % cols);
            assert_eq!(rows_and_cols, 1, "{size}: tile {tile}");
            board.swap(from, to);
        }
        assert_eq!(board, goal, "{size}");
        assert_eq!(moves.split(' ').count() as u64, object["moves"].as_u64().unwrap());
    }
}

#[test]
fn slides_and_lists_keep_the_memory_limit() {
    let poor = ["--memory", "8MiB", "--format", "json"];
    let reported = "too little memory for pattern databases, searching without; --memory ";
    for needs in [&["--style", "step+"][..], &["--all"], &["--all", "--style", "step+"]] {
        let run = tiles(&[&poor[..], needs, &["8 6 7/2 5 4/3 0 1"]].concat(), "");
        assert_eq!((run.code, run.json().len()), (3, 1), "{needs:?}: {}", run.err);
        assert_eq!(run.json()[0]["limit"], "memory");
        assert!(run.err.contains(reported), "{}", run.err);
        let enough = run.err.split(reported).nth(1).unwrap().split(' ').next().unwrap();
        let rich =
            [&["--memory", enough.trim(), "--format", "json"], needs, &["8 6 7/2 5 4/3 0 1"]];
        let run = tiles(&rich.concat(), "");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{needs:?}");
    }
}

#[test]
fn a_limit_reports_partial_results() {
    // 80 moves are needed, and 40 allowed.
    let board = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    let run = tiles(&["--max-moves", "40", "--format", "json", board], "");
    let row = &run.json()[0];
    assert_eq!((run.code, &row["status"], &row["limit"]), (3, &"limit".into(), &"moves".into()));
    assert_eq!(
        (&row["moves"], &row["shortest"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    let (least, most) = (row["at_least"].as_u64().unwrap(), row["at_most"].as_u64().unwrap());
    assert!((41..=80).contains(&least) && most >= 80, "{row}");
    let reported = tiles(&["--max-moves", "40", board], "");
    let known = format!("stopped by a limit; a solution in {most} moves is known\n");
    let bounds = format!("at most {} more than the fewest, which are {least} or", most - least);
    assert!(reported.out.contains(&(known + &bounds)), "{}", reported.out);
}

/// A puzzle file of 5 x 5 tiles.
fn twenty_four(start: &str) -> String {
    let goal = "123456789abcdefghijklmno0";
    let kinds: String = goal[..24].chars().map(|name| format!("{name} = 1\n")).collect();
    format!("5 x 5\n{kinds}{start}\n{goal}\n")
}

#[test]
fn large_tile_puzzles_get_a_solution_not_called_shortest() {
    let puzzle = twenty_four("o234167k9abcdefghij85mnl0");
    for style in ["0", "1", "2"] {
        let run = run(&["solve", "--verify", "--style", style, "--format", "json", "-"], &puzzle);
        let object = &run.json()[0];
        assert_eq!((run.code, &object["engine"]), (0, &"beam".into()), "{}", run.err);
        assert_eq!((&object["shortest"], &object["verified"]), (&false.into(), &true.into()));
    }
    let reported = run(&["solve", "--quiet", "-"], &puzzle);
    assert!(reported.out.contains("moves; at least "), "{}", reported.out);
    let hopeless = twenty_four("o234167k9abcdefghij85mln0");
    for style in ["0", "3", "5"] {
        let run = run(&["solve", "--style", style, "-"], &hopeless);
        assert_eq!(run.code, 1, "{}", run.out);
    }
}

#[test]
fn goals_are_read_once_and_may_take_their_size_from_the_board() {
    let wrong = tiles(&["--goal", "1 2/2 0", "1 2/3 0", "2 1/3 0"], "");
    assert_eq!((wrong.code, wrong.err.as_str()), (2, "sliding: goal: tile 2 is there twice\n"));
    let long = tiles(&["--goal", "123450", "--format", "json", "1 2 3/4 0 5"], "");
    assert_eq!(long.json()[0]["moves"], 1);
    let unlike = tiles(&["--goal", "1 2/3 0", "1 2 3/4 0 5"], "");
    assert!(unlike.code == 2 && unlike.err.contains("different sizes"), "{}", unlike.err);
}

#[test]
fn byte_order_marks_and_other_line_ends_are_accepted() {
    let run =
        tiles(&["--batch", "-", "--format", "json"], "\u{feff}1 2 3/4 5 6/0 7 8\r\n1 2/0 3\r\n");
    assert_eq!((run.code, run.json().len()), (0, 2), "{}", run.err);
    let folder = folder(&[]);
    let file = path(&folder, "utf16.txt");
    let units = "\u{feff}1 2/0 3\n".encode_utf16().flat_map(u16::to_le_bytes);
    std::fs::write(&file, units.collect::<Vec<_>>()).expect("a file");
    let run = tiles(&["--batch", &file, "--format", "json"], "");
    assert_eq!((run.code, run.json().len()), (0, 1), "{}", run.err);
}

/// What is constructed in as many moves as the distances add up to is shortest.
#[test]
fn provably_shortest_solutions_are_called_shortest() {
    for (board, moves) in [("1 2 3 4 5 6/7 8 9 10 11 0", 0), ("1 2 3 4 5 6/7 8 9 10 0 11", 1)] {
        let row = tiles(&["--engine", "construct", "--format", "json", board], "").json().remove(0);
        assert_eq!((&row["moves"], &row["shortest"]), (&moves.into(), &true.into()));
    }
}

#[test]
fn databases_are_built_for_the_goal_and_kept_or_the_command_fails() {
    let folder = folder(&[("file", "")]);
    let cache = path(&folder, "cache");
    let goal = "5 6 7/8 0 1/2 3 4";
    let built = run(&["tiles", "build", "--small", "--goal", goal, "--cache", &cache], "");
    assert_eq!((built.code, built.err.as_str()), (0, ""));
    for line in built.out.lines().take(2) {
        assert!(line.contains("3x3-blank4") && std::path::Path::new(line).is_file(), "{line}");
    }
    let slides = ["tiles", "build", "--style", "step+", "--cache", &cache];
    let built = run(&[&slides[..], &["--small", "--goal", goal]].concat(), "");
    assert_eq!((built.code, built.err.as_str()), (0, ""));
    for line in built.out.lines().take(2) {
        assert!(line.contains("3x3-slides1") && std::path::Path::new(line).is_file(), "{line}");
    }
    let large = run(&[&slides[..], &["--size", "5x6"]].concat(), "");
    let reported = "sliding: --style step+ takes boards of up to 25 cells\n";
    assert_eq!((large.code, large.err.as_str()), (2, reported));
    let nowhere = path(&folder, "file/cache");
    let lost = run(&["tiles", "build", "--small", "--size", "3x3", "--cache", &nowhere], "");
    assert_eq!((lost.code, lost.out.as_str()), (74, ""));
    assert_eq!(lost.err.matches("databases are not kept: ").count(), 1, "{}", lost.err);
}

/// The names in a folder that end so.
fn with_ending(folder: &str, ending: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder");
    let names = files.map(|file| file.expect("a file").path().display().to_string());
    names.filter(|name| name.ends_with(ending)).collect()
}

/// Builds databases and kills that as soon as it writes one; whether that was soon enough.
fn is_killed_while_writing(build: &[&str], cache: &str) -> bool {
    let mut child = super::command(build).stdout(Stdio::null()).spawn().expect("it starts");
    while with_ending(cache, ".part").is_empty() {
        if child.try_wait().expect("it can be asked").is_some() {
            return false;
        }
        std::thread::sleep(std::time::Duration::from_micros(100));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    !with_ending(cache, ".part").is_empty()
}

#[test]
fn leftovers_of_a_killed_build_are_removed_by_the_next() {
    let folder = folder(&[]);
    // A folder for each try.
    let killed = (0..20).map(|number| path(&folder, &number.to_string())).find(|cache| {
        std::fs::create_dir(cache).expect("a folder");
        is_killed_while_writing(&["tiles", "build", "--small", "--cache", cache], cache)
    });
    let cache = killed.expect("one of them is killed while it writes");
    std::fs::write(format!("{cache}/mine.part"), "of another program").expect("a file");
    assert_eq!(run(&["tiles", "build", "--small", "--cache", &cache], "").code, 0);
    assert_eq!(with_ending(&cache, ".part"), [format!("{cache}/mine.part")]);
    assert_eq!(with_ending(&cache, ".pdb").len(), 3);
}

#[test]
fn readers_of_tables_may_close_the_pipe_early() {
    use std::io::Read;
    let folder = folder(&[("boards.txt", &"1 2 3/4 5 6/0 7 8\n".repeat(3000))]);
    let boards = path(&folder, "boards.txt");
    let arguments = ["tiles", "solve", "--batch", &boards, "--format", "csv"];
    let mut child = super::command(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = child.stdout.take().expect("a pipe");
    let _ = out.read(&mut [0; 10]);
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]));
}
