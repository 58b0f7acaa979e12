//! `--start`: other configurations of the same puzzle.

use super::{KLOTSKI, PAIR, folder, path, run};

/// Reports that contain the start contain this one.
#[test]
fn other_commands_start_there_as_well() {
    for (arguments, wanted) in [
        (&["solve", "--format", "json"][..], "\"start\":\"2001\""),
        (&["explore", "--format", "json"], "\"levels\":[1,"),
        (&["count", "-q"], "one shortest solution of 2 moves,"),
        (&["components"], "Pair"),
        (&["graph", "--format", "dot"], "2001"),
        (&["solve", "--style", "all"], "Pair"),
        (&["draw"], "<svg"),
        (&["check", "--format", "json"], "\"start\":\"2001\""),
    ] {
        let there = run(&[arguments, &["--start", "200/210", "-"]].concat(), PAIR);
        assert_eq!((there.code, there.err.as_str()), (0, ""), "{arguments:?}");
        assert!(there.out.contains(wanted), "{arguments:?}\n{}", there.out);
    }
}

/// What `solve` writes leads on from where it was: half a solution, and the rest of it.
#[test]
fn a_start_is_read_from_a_file() {
    let solved = run(&["solve", "--format", "json", "-"], KLOTSKI);
    let solution = solved.json().remove(0)["solution"].take();
    let step = solution[39].to_string();
    let folder = folder(&[("step.json", &step), ("bad.txt", "1211\n31144004\n")]);
    let at = |name: &str| format!("@{}", path(&folder, name));
    let rest = run(&["solve", "-q", "--start", &at("step.json"), "-"], KLOTSKI);
    assert!(rest.out.starts_with("Klotski: solved in 41 moves"), "{}{}", rest.out, rest.err);

    let bad = run(&["solve", "--start", &at("bad.txt"), "-"], KLOTSKI);
    let wanted = "bad.txt, line 2, column 9: expected 5 rows, found 2\n";
    assert!(bad.err.ends_with(wanted), "{}", bad.err);
    let missing = run(&["solve", "--start", &at("missing"), "-"], KLOTSKI);
    assert_eq!((bad.code, missing.code), (2, 2));
    assert!(missing.err.contains("cannot read"), "{}", missing.err);
}

/// A drawing has `.` and `#` where shorthand has `0` and `x`.
#[test]
fn a_board_may_be_drawn() {
    let text = "2 x 3\n1 = 1\n1x\n?x??1\n";
    for start in [".#./1..", "0x0/100"] {
        let run = run(&["solve", "-q", "-s", "0", "--start", start, "-"], text);
        assert!(run.out.contains("solved in 1 move "), "{start}: {}{}", run.out, run.err);
    }
}

#[test]
fn invalid_positions_are_reported() {
    for (start, wanted) in [
        ("12y", "column 3: expected `0` or one of the kinds `1`, `2`, `3`, `4`, found `y`"),
        ("2", "column 1: expected pieces of kind `1`: 4, found 0"),
        ("1/2/3", "column 6: expected 5 rows, found 3"),
    ] {
        for command in ["solve", "explore", "count", "components", "draw", "check"] {
            let run = run(&[command, "--start", start, "-"], KLOTSKI);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{command}");
            assert_eq!(run.err, format!("sliding: --start, {wanted}\n"));
        }
    }
}
