use super::{BROKEN, EASY, HOPELESS, KLOTSKI, folder, path, run};

#[test]
fn a_table_of_puzzles_and_styles() {
    let folder = folder(&[("b/klotski.txt", KLOTSKI), ("a.txt", EASY), ("readme.md", BROKEN)]);
    let root = path(&folder, "");
    let run = run(&["test", &root], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let shown = run.out.replace(&root, "");
    let words: Vec<Vec<&str>> =
        shown.lines().take(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(words[0], ["puzzle", "style", "0", "style", "2"]);
    assert_eq!(words[1], ["a.txt", "-", "1"]);
    assert_eq!(words[2], ["b/klotski.txt", "116", "81"]);
    assert!(shown.contains("\n2 puzzles, 3 cases: 3 pass, 0 fail, 0 skip in "), "{shown}");
}

#[test]
fn failures_say_what_was_expected() {
    let folder = folder(&[
        ("moves.txt", &EASY.replace("2 1 3", "2 4")),
        ("none.txt", &EASY.replace("2 1 3", "2 none")),
        ("states.txt", &EASY.replace("2 1 3", "2 1 5")),
        ("hopeless.txt", &format!("{HOPELESS}# expect: 2 7\n")),
        ("hopeful.txt", &format!("{HOPELESS}# expect: 2 none 3\n")),
    ]);
    let root = path(&folder, "");
    let run = run(&["test", &root], "");
    assert_eq!(run.code, 1);
    for wrong in [
        "moves.txt in style 2: expected 4 moves, found 1 move\n",
        "none.txt in style 2: expected no solution, found 1 move\n",
        "states.txt in style 2: expected 5 positions, found 3\n",
        "hopeless.txt in style 2: expected 7 moves, found no solution\n",
        "5 puzzles, 5 cases: 1 pass, 4 fail, 0 skip in ",
    ] {
        assert!(run.out.contains(wrong), "{wrong}: {}", run.out);
    }
}

#[test]
fn codes_for_limits_and_bad_files() {
    let limited = folder(&[("a.txt", EASY), ("klotski.txt", KLOTSKI)]);
    let root = path(&limited, "");
    let skipped = run(&["test", "--memory", "16KiB", "--threads", "1", &root], "");
    assert_eq!(skipped.code, 3);
    assert!(skipped.out.contains("met the memory limit after"), "{}", skipped.out);
    assert_eq!(run(&["test", "--time-limit", "0", "--styles", "0", &root], "").code, 3);

    let broken = folder(&[("a.txt", EASY), ("b.txt", BROKEN), ("c.txt", HOPELESS)]);
    let run = run(&["test", &path(&broken, "")], "");
    assert_eq!(run.code, 2);
    assert!(run.out.contains("; 1 puzzle without expectations; 1 file rejected\n"), "{}", run.out);
    assert!(run.err.contains("b.txt:2:6"), "{}", run.err);
}

#[test]
fn nothing_to_run_is_bad_input() {
    let run = run(&["test", &path(&folder(&[]), "")], "");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
}
