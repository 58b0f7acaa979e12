//! Files with many puzzles, notations by name, and `sliding convert`.

use sliding::notation::{CONVENTIONS, NOTATIONS};

use super::{EASY, Run, folder, path, run};

/// 25 lines of a published database: slides, board, configurations.
const DATABASE: &str = include_str!("../data/notations/rush/database-25.txt");

#[test]
fn a_database_is_a_corpus() {
    let folder = folder(&[("boards.txt", DATABASE)]);
    let run = run(&["test", folder.path().to_str().unwrap()], "");
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("\n25 puzzles, 25 cases: 25 pass, 0 fail, 0 skip in "), "{}", run.out);
}

#[test]
fn a_bad_puzzle_does_not_end_a_stream() {
    let text = "4WVE1\n1A9BF0C0F\nAXCZN\n";
    let Run { code, out, err } = run(&["solve", "--as", "klotski", "--quiet", "-"], text);
    assert_eq!(code, 2);
    let reported: Vec<&str> = err.lines().collect();
    assert!(reported[0].starts_with("sliding: <stdin>:1: read as Huarong Dao"), "{err}");
    assert!(reported[1].starts_with("sliding: <stdin>:2:") && reported.len() == 2, "{err}");
    // The published minimum of Klotski, which is the first.
    assert!(out.starts_with("<stdin>:1: solved in 81 moves"), "{out}");
    assert!(out.lines().nth(1).unwrap().starts_with("<stdin>:3: solved in "), "{out}");
    assert_eq!(out.lines().count(), 2);

    let checked = run(&["check", "--as", "klotski", "--format", "json", "-"], text);
    let files: Vec<_> = checked.json().iter().map(|found| found["file"].to_string()).collect();
    assert_eq!(files, ["\"<stdin>:1\"", "\"<stdin>:2\"", "\"<stdin>:3\""]);
}

#[test]
fn one_puzzle_keeps_the_name_of_its_file() {
    let run = run(&["solve", "--quiet", "--format", "json", "-"], "4WVE1\n");
    assert_eq!(run.json()[0]["file"], "<stdin>");
}

#[test]
fn a_picture_is_of_one_puzzle() {
    let text = "4WVE1\nAXCZN\n";
    for arguments in [&["solve", "--format", "svg", "-"][..], &["solve", "--moves", "-"]] {
        let run = run(arguments, text);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains("a second puzzle"), "{}", run.err);
    }
}

/// What is written puzzle by puzzle in SLIDING's notation is read again, all of it.
#[test]
fn several_puzzles_in_the_notation_of_sliding() {
    let tiles = "1 3 0/5 4 2\n1 3 2/5 4 0\n4 5 2/3 0 1\n";
    let boards = run(&["convert", "--to", "sliding", "-"], tiles).out;
    let lines: Vec<u64> =
        (1..).zip(boards.lines()).filter(|(_, l)| l.contains(" x ")).map(|(i, _)| i).collect();
    assert_eq!(lines.len(), 3);
    let solved = run(&["solve", "--quiet", "--format", "json", "-"], &boards);
    assert_eq!((solved.code, solved.err.as_str()), (0, ""));
    let files: Vec<_> = solved.json().iter().map(|found| found["file"].to_string()).collect();
    let expected: Vec<_> = lines.iter().map(|line| format!("\"<stdin>:{line}\"")).collect();
    assert_eq!(files, expected);
    let by_tiles = run(&["tiles", "solve", "--format", "json", "-"], &boards);
    assert_eq!(by_tiles.json().len(), 3, "{}", by_tiles.out);
    // What is wrong with one is reported with its line, and the others are solved.
    let broken = boards.replacen("1 = 1\n", "", 2).replacen("2 = 1\n", "1 = 1\n2 = 1\n", 1);
    let run_broken = run(&["solve", "--quiet", "-"], &broken);
    assert_eq!((run_broken.code, run_broken.out.lines().count()), (2, 2), "{}", run_broken.err);
    assert!(run_broken.err.starts_with("sliding: <stdin>:"), "{}", run_broken.err);
    // SLIDING reads no further than the first, and so does its classic form; but not in silence.
    let classic = run(&["0", "--", "-1"], &boards);
    let first = boards.split("\n\n").next().expect("a puzzle");
    let alone = run(&["0", "--", "-1"], &format!("{first}\n"));
    assert_eq!((classic.code, &classic.out), (alone.code, &alone.out));
    assert!(classic.err.contains("this puzzle and what follows is ignored"), "{}", classic.err);
    // What is no puzzle is ignored below the goals, as ever.
    let text = format!("{first}\n\n2 x 3 is small\n");
    let run = run(&["solve", "--quiet", "-"], &text);
    assert_eq!((run.code, run.out.lines().count()), (0, 1), "{}", run.err);
}

#[test]
fn reports_are_not_written_as_puzzles() {
    let report = run(&["convert", "-", "--to", "json"], "1 x 2\n1 = 1\n1\n01\n");
    assert_eq!(report.code, 2);
    assert!(report.err.contains("invalid value 'json'"), "{}", report.err);
    let unwritten = run(&["convert", "--to", "gnome", "-"], "1A9BF0C00\n");
    let written = "[possible values: sliding, drawn, rush, klotski, sgt, tiles, knuth]";
    assert_eq!(unwritten.code, 2);
    assert!(unwritten.err.contains(written), "{}", unwritten.err);
}

#[test]
fn the_notation_can_be_given() {
    // Sixteen single pieces, the first of which goes to the other corner; or the 15-puzzle.
    let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n";
    let solved = |from: &[&str]| {
        let run = run(&[&["solve", "--format", "json", "-"], from].concat(), board);
        run.json()[0]["moves"].as_u64()
    };
    assert_eq!(solved(&[]), Some(0));
    assert!(solved(&["--as", "bickford"]) > Some(0));
    let unknown = run(&["solve", "--as", "bickfrod", "-"], board);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("bickford"), "{}", unknown.err);
}

#[test]
fn conversion_continues_after_errors() {
    let Run { code, err, .. } = run(&["convert", "--to", "rush", "-"], DATABASE);
    let read_as = "read as Rush Hour: the car with the first letter leaves to the right";
    assert_eq!((code, err), (0, format!("sliding: <stdin>: {read_as}\n")));

    let Run { code, out, err } = run(&["convert", "--to", "klotski", "-"], DATABASE);
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(err.lines().count(), 26);
    let second = err.lines().nth(1).unwrap();
    assert!(
        second.starts_with("sliding: <stdin>:1: klotski cannot express this, only Huarong Dao"),
        "{err}"
    );

    let Run { code, err, .. } = run(&["convert", "--to", "rush", "-"], " \n");
    assert_eq!((code, err.as_str()), (2, "sliding: <stdin> is empty: expected a puzzle\n"));
}

#[test]
fn puzzles_of_several_lines_are_kept_apart() {
    let folder = folder(&[("easy.txt", EASY)]);
    let file = path(&folder, "easy.txt");
    let Run { code, out, .. } = run(&["convert", "--to", "knuth", &file, &file], "");
    assert_eq!((code, out), (0, format!("{EASY}\n{EASY}")));
}

#[test]
fn notations_and_conventions_are_listed() {
    let list = run(&["convert", "--list"], "");
    assert_eq!((list.code, list.err.as_str()), (0, ""));
    for notation in NOTATIONS {
        assert!(list.out.contains(notation.about), "{}", notation.name);
    }
    for row in CONVENTIONS.lines().skip(1) {
        assert!(row.split('\t').all(|cell| list.out.contains(cell)), "{row}");
    }
    for wrong in [&["convert", "--list", "--to", "rush"][..], &["convert", "--list", "-"]] {
        assert_eq!(run(wrong, "").code, 2, "{wrong:?}");
    }
    assert_eq!(run(&["convert", "-"], "").code, 2);
}
