//! `sliding verify`: solutions that were written down.

use serde_json::json;

use super::{EASY, PAIR, folder, path, run};

/// A walk of two steps, and a step: three steps in all, of two pieces.
const WRITTEN: &str =
    "piece 1 at row 1, column 2: right, down\npiece 2 at row 1, column 1: right\n";

#[test]
fn a_move_of_several_pieces_has_no_count_in_styles_of_one() {
    let folder = folder(&[("pair.txt", PAIR)]);
    let file = path(&folder, "pair.txt");
    let together = "piece 1 at row 1, column 2: down\n\
                    pieces 2 at row 1, column 1 and 1 at row 2, column 2 together: right\n";
    let pushed = run(&["verify", &file, "-"], together);
    assert_eq!(pushed.code, 0);
    let line = "    0      -  one piece, one step; move 2 is of several\n";
    assert!(pushed.out.contains(line), "{}", pushed.out);
    assert!(pushed.out.contains("    4      2  any"), "{}", pushed.out);
}

#[test]
fn a_wrong_solution_is_reported_with_its_line() {
    let folder = folder(&[("pair.txt", PAIR), ("easy.txt", EASY)]);
    let (pair, easy) = (path(&folder, "pair.txt"), path(&folder, "easy.txt"));
    for (file, written, wanted) in [
        (
            &pair,
            "\n1. piece 2 at row 1, column 1: right\n",
            "<stdin>, line 2: move 1, step 1: the piece at row 1, column 1 would hit another piece\n",
        ),
        (
            &pair,
            "piece 1 at row 2, column 2: up",
            "<stdin>, line 1: move 1: no piece has its origin at row 2, column 2\n",
        ),
        (
            &pair,
            "[{\"pieces\": [{\"kind\": \"1\", \"row\": 1, \"col\": 2}], \"steps\": [\"right\"], \"after\": \"21\"}]",
            "<stdin>: move 1: it ends in another position than it says\n",
        ),
        (
            &easy,
            "piece 1 at row 1, column 1: right 3",
            "<stdin>, line 1: move 1, step 3: the piece at row 1, column 3 would leave the board\n",
        ),
    ] {
        let refused = run(&["verify", file, "-"], written);
        assert_eq!((refused.code, refused.out.as_str()), (1, wanted));
    }
    let short = run(&["verify", &easy, "-"], "piece 1 at row 1, column 1: right\n");
    assert_eq!(short.code, 1);
    let first = "Easy: 1 move as written, all legal, but no goal is met\n";
    assert!(short.out.starts_with(first), "{}", short.out);
    assert_eq!(run(&["verify", "--start", "001", &easy, "-"], "").code, 0);
}

#[test]
fn json_has_the_line() {
    let folder = folder(&[("pair.txt", PAIR)]);
    let wrong = format!("{WRITTEN}\npiece 1 at row 2, column 3: down\n");
    let arguments = ["verify", "--format", "json", &path(&folder, "pair.txt"), "-"];
    let refused = run(&arguments, &wrong);
    assert_eq!(refused.code, 1);
    let object = refused.json().remove(0);
    assert_eq!((&object["legal"], &object["solved"]), (&json!(false), &json!(false)));
    assert_eq!((&object["line"], &object["made"]), (&json!(4), &json!(2)));
    let flaw = "move 3, step 1: the piece at row 2, column 3 would leave the board";
    assert_eq!(object["flaw"], flaw);
    assert_eq!(object["moves"], json!([3, 3, 2, 3, 3, 2]));
}

#[test]
fn bad_input_is_reported() {
    let folder = folder(&[("easy.txt", EASY)]);
    let easy = path(&folder, "easy.txt");
    let twice = run(&["verify", "-", "-"], EASY);
    assert_eq!(twice.code, 2);
    let bad = run(&["verify", &easy, "-"], "piece 1 goes right\n");
    let wanted = "sliding: <stdin>, line 1, column 8: expected ` at row `, found a blank\n";
    assert_eq!((bad.code, bad.err.as_str(), bad.out.as_str()), (2, wanted, ""));
    assert_eq!(run(&["verify", &easy, "no-such-file"], "").code, 2);
}
