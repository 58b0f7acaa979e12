use super::{BROKEN, EASY, HOPELESS, KLOTSKI, run};

#[test]
fn exit_codes() {
    assert_eq!(run(&["2"], EASY).code, 0);
    assert_eq!(run(&["2"], HOPELESS).code, 1);
    assert_eq!(run(&["2"], BROKEN).code, 2);
    assert_eq!(run(&["0", "--max-moves", "3"], KLOTSKI).code, 3);
}

#[test]
fn a_rejected_puzzle_leaves_standard_output_alone() {
    let run = run(&["2"], BROKEN);
    assert_eq!(run.out, "");
    insta::assert_snapshot!(run.err, @"
    error: illegal character `2` in a pattern
     --> <stdin>:2:6
      |
    2 | 1 = 12
      |      ^ expected rows of `0` and `1` joined by `/`, at the end perhaps ` h` or ` v`

    error: kind `2` is used but never defined
     --> <stdin>:3:1
      |
    3 | 2
      | ^ expected a line `2 = PATTERN` above the start line
    ");
}

#[test]
fn negative_verbosity_leaves_the_boards_out() {
    let (with, without) = (run(&["2"], KLOTSKI), run(&["2", "-1"], KLOTSKI));
    assert!(with.out.contains("\n80:\n") && !without.out.contains("\n80:\n"));
    assert!(without.out.ends_with("... Solution!\n"));
    // Options may stand anywhere.
    assert_eq!(run(&["--max-moves", "99", "2", "-1"], KLOTSKI).out, without.out);
}

#[test]
fn limits_are_named_with_advice() {
    let stopped = run(&["0", "--max-moves", "3"], KLOTSKI);
    assert!(stopped.out.ends_with("No solution found yet (maxmoves=3)!\n"), "{}", stopped.out);
    assert!(stopped.err.contains("--max-moves 3"), "{}", stopped.err);

    let full = run(&["0", "--ring-words", "1024"], KLOTSKI);
    assert_eq!(full.code, 3);
    assert!(full.err.contains("try --ring-words 2048 or more"), "{}", full.err);

    let full = run(&["0", "--memory", "64KiB"], KLOTSKI);
    assert_eq!(full.code, 3);
    assert!(full.err.contains("not enough memory ("), "{}", full.err);

    let tiny = run(&["0", "--memory", "100B"], KLOTSKI);
    assert_eq!(tiny.code, 2);
    assert!(tiny.err.contains("100 bytes are too few"), "{}", tiny.err);
}

#[test]
fn a_kind_that_is_defined_again_is_warned_about() {
    let twice = run(&["2"], "1 x 3\n1 = 1\n1 = 11\n1\n001\n");
    assert_eq!(twice.code, 0);
    assert!(twice.err.starts_with("warning: kind `1` is defined again"), "{}", twice.err);
    // What stands below the stop line does not matter here.
    assert_eq!(run(&["2"], "1 x 3\n1 = 1\n1\n001\nwhatever\n").err, "");
}
