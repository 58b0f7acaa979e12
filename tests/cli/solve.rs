use serde_json::{Value, json};

use super::{BROKEN, EASY, HOPELESS, KLOTSKI, folder, path, run};

/// A report with the time taken, which differs, left out of its last line but one.
fn timeless(text: &str) -> String {
    let (report, result) = text.trim_end().rsplit_once('\n').expect("several lines");
    let (report, effort) = report.rsplit_once(", ").expect("the time ends the line");
    let rest = effort.split_once(';').map_or("", |(_, rest)| rest);
    format!("{report}, TIME;{rest}\n{result}")
}

#[test]
fn exit_codes_and_the_worst_of_several() {
    let folder = folder(&[
        ("easy.txt", EASY),
        ("hopeless.txt", HOPELESS),
        ("broken.txt", BROKEN),
        ("klotski.txt", KLOTSKI),
    ]);
    let [easy, hopeless, broken, klotski] =
        ["easy.txt", "hopeless.txt", "broken.txt", "klotski.txt"].map(|name| path(&folder, name));
    let code = |files: &[&str]| {
        let options = ["solve", "--quiet", "--max-moves", "9"];
        run(&[&options[..], files].concat(), "").code
    };
    assert_eq!(code(&[&easy]), 0);
    assert_eq!(code(&[&hopeless]), 1);
    assert_eq!(code(&[&broken]), 2);
    assert_eq!(code(&[&klotski]), 3);
    assert_eq!(code(&[&hopeless, &easy]), 1);
    assert_eq!(code(&[&klotski, &hopeless, &easy]), 3);
    assert_eq!(code(&[&klotski, &broken, &hopeless]), 2);
}

#[test]
fn a_solution_in_text() {
    let run = run(
        &["solve", "--verify", "--style", "4", "-"],
        "2 x 3 (Pair)\n1 = 1\n2 = 1/1\n21\n02001\n",
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    insta::assert_snapshot!(timeless(&run.out), @"
    Pair: solved in 2 moves (style 4: any set of pieces together, any number of steps in one direction)

    start
    ┌───┬───┬───┐
    │ 2 │ 1 │   │
    │   ├───┘   │
    │   │       │
    └───┴───────┘

    1. piece 1 at row 1, column 2: down
    ┌───┬───────┐
    │ 2 │       │
    │   ├───┐   │
    │   │ 1 │   │
    └───┴───┴───┘

    2. pieces 2 at row 1, column 1 and 1 at row 2, column 2 together: right
    ┌───┬───┬───┐
    │   │ 2 │   │
    │   │   ├───┤
    │   │   │ 1 │
    └───┴───┴───┘

    6 positions at distances 0 to 2, TIME; solution verified
    Pair: solved in 2 moves (style 4: any set of pieces together, any number of steps in one direction)
    ");
}

#[test]
fn quiet_is_one_line_a_puzzle() {
    let folder = folder(&[("a.txt", EASY), ("b.txt", HOPELESS)]);
    let (a, b) = (path(&folder, "a.txt"), path(&folder, "b.txt"));
    let run = run(&["solve", "--quiet", "-s", "0", &a, "-", &b], KLOTSKI);
    let expected = format!(
        "Easy: solved in 2 moves (style 0: one piece, one step)\n\
         Klotski: solved in 116 moves (style 0: one piece, one step)\n\
         {b}: no solution (style 0: one piece, one step)\n"
    );
    assert_eq!((run.out, run.err.as_str()), (expected, ""));
}

#[test]
fn an_odd_permutation_needs_no_search() {
    let loyd = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n";
    for command in [&["solve", "-q"][..], &["count"], &["rate"], &["hint"]] {
        let reported = run(&[command, &["-"]].concat(), loyd);
        assert_eq!(reported.code, 1, "{command:?}: {}", reported.err);
        assert!(reported.out.contains("no solution"), "{command:?}: {}", reported.out);
    }
    let styles = run(&["solve", "--style", "all", "-"], loyd);
    assert_eq!((styles.code, styles.out.matches("  none  ").count()), (1, 6), "{}", styles.out);
    // Without one of the tiles there may be a solution: that takes a search.
    let why = run(&["why", "--time-limit", "0.1", "-"], loyd);
    assert!(why.out.contains("no solution"), "{}{}", why.out, why.err);
}

#[test]
fn moves_alone() {
    let solved = run(&["solve", "--moves", "-"], super::PAIR);
    let wanted = "piece 1 at row 1, column 2: right, down\npiece 2 at row 1, column 1: right\n";
    assert_eq!((solved.code, solved.out.as_str(), solved.err.as_str()), (0, wanted, ""));
    let hopeless = run(&["solve", "--moves", "-"], HOPELESS);
    assert_eq!((hopeless.code, hopeless.out.as_str()), (1, ""));
    assert!(hopeless.err.starts_with("sliding: <stdin>: no solution ("), "{}", hopeless.err);
    let two = run(&["solve", "--moves", "-", "-"], EASY);
    assert_eq!((two.code, two.out.as_str()), (2, ""));
}

#[test]
fn limits_are_reported() {
    let moves = run(&["solve", "--max-moves", "5", "-"], KLOTSKI);
    assert!(moves.out.starts_with("Klotski: no solution within 5 moves ("), "{}", moves.out);
    assert!(moves.err.contains("<stdin>: stopped at --max-moves 5"), "{}", moves.err);
    let time = run(&["solve", "--time-limit", "0", "-"], KLOTSKI);
    assert_eq!(time.code, 3);
    assert!(time.err.contains("--time-limit"), "{}", time.err);
}

#[test]
fn a_stopped_search_reports_what_is_proven() {
    let run = run(&["solve", "--max-moves", "30", "--format", "json", "-"], KLOTSKI);
    let object = &run.json()[0];
    assert_eq!((run.code, &object["status"]), (3, &json!("limit")));
    // All distances up to 30 are complete: from one end, or from both together.
    assert_eq!(object["at_least"], 31);
}

#[test]
fn quiet_json_has_no_moves() {
    let run = run(&["solve", "--format", "json", "--quiet", "--verify", "-"], EASY);
    let object = &run.json()[0];
    assert_eq!((&object["solution"], &object["verified"]), (&Value::Null, &json!(true)));
}

/// Moves as others write them; those that cannot be written so are reported.
#[test]
fn moves_for_other_programs() {
    let cars = "ooooooooooooAAooooooooooBBoooooooooo\n";
    let solve = |form: &str, text: &str| run(&["solve", "-s", "1", form, "-"], text);
    let rush = solve("--moves=rush", cars);
    assert_eq!((rush.code, rush.out.as_str()), (0, "A+4\n"));
    assert!(rush.err.starts_with("sliding: <stdin>: read as Rush Hour: "), "{}", rush.err);
    assert_eq!(solve("--moves=sgt", cars).out, "S12-16\n");
    assert_eq!(solve("--moves=hackerrank", "1 2 3/4 5 6/7 0 8").out, "1\nRIGHT\n");
    let own = solve("--moves", cars).out;
    assert_eq!(solve("--moves=sliding", cars).out, own);
    assert_eq!(own, "piece A at row 3, column 1: right 4\n");
    let odd = solve("--moves=slidy", cars);
    let reported =
        "<stdin>: slidy cannot express these moves: it is for single tiles and one gap\n";
    assert_eq!((odd.code, odd.out.as_str()), (2, ""));
    assert!(odd.err.ends_with(reported), "{}", odd.err);
    assert_eq!(solve("--moves=morse", cars).code, 2);
}

/// A report is a puzzle for all other commands.
#[test]
fn a_report_is_a_puzzle() {
    let klotski = format!("{KLOTSKI}# color: 2 #c00000\n");
    let solved = run(&["solve", "--format", "json", "--start", "121131444004", "-"], &klotski);
    let folder = folder(&[("klotski.txt", &klotski), ("klotski.json", &solved.out)]);
    let (text, json) = (path(&folder, "klotski.txt"), path(&folder, "klotski.json"));
    assert_eq!(run(&["draw", &json], "").out, run(&["draw", &text], "").out);
    assert_eq!(run(&["check", &json], "").code, 0);
    let again = run(&["solve", "--quiet", &json], "");
    let first = "Klotski: solved in 81 moves (style 2: one piece, any number of steps)\n";
    assert_eq!(again.out, first);
}

/// A hook with a piece between its arms.
const HOOK: &str = "4 x 2 (Hook)\n1 = 11/01/11\n2 = 1\n1200\n0012\n";

#[test]
fn another_style_with_a_solution_is_named() {
    let reported = "1 move in style 5, where 1 and 2 have to move together\n";
    let text = run(&["solve", "-"], HOOK);
    let first = "Hook: no solution (style 2: one piece, any number of steps)\n";
    assert_eq!((text.code, text.err.as_str()), (1, ""));
    assert!(text.out.starts_with(&format!("{first}{reported}\n")), "{}", text.out);
    // No other command, and no other output of this one, searches in other styles.
    for line in ["solve --quiet", "solve --format json", "count", "hint", "rate", "why"] {
        let other = run(&line.split(' ').chain(["-"]).collect::<Vec<_>>(), HOOK);
        assert_eq!((other.code, other.err.as_str()), (1, ""), "{line}");
        assert!(!other.out.contains("elsewhere") && !other.out.contains("style 5"), "{line}");
    }
    let exhaust = run(&["solve", "--exhaust", "-"], HOOK);
    assert!(exhaust.out.starts_with(first) && !exhaust.out.contains(reported), "{}", exhaust.out);
    let check = run(&["check", "-"], HOOK);
    let advice = format!("advice: no solution in styles 0 to 2; {reported}");
    assert!(check.code == 0 && check.out.ends_with(&advice), "{}", check.out);
    let hint = &run(&["check", "--format", "json", "-"], HOOK).json()[0]["advice"][0];
    assert_eq!(hint["about"], "elsewhere");
}

#[test]
fn the_reason_is_given_if_no_style_has_a_solution() {
    let passing = "1 x 4\n1 = 1\n2 = 1\n12\n???1\n";
    let reason = "there is one without piece 2 at row 1, column 2";
    let text = run(&["solve", "-"], passing);
    assert!(text.out.contains(&format!("\nno style has a solution: {reason}\n")), "{}", text.out);
    let hint = &run(&["check", "--format", "json", "-"], passing).json()[0]["advice"][0];
    assert_eq!(hint["about"], "no-style");
    // A search that met a limit says nothing of other styles.
    let limited = run(&["solve", "--max-moves", "0", "-"], passing);
    assert!(limited.code == 3 && !limited.out.contains("no style"), "{}", limited.out);
}
