use serde_json::json;

use super::{BROKEN, folder, path, run};

const ODD: &str = "\
2 x 3 (Odd)
1 = 1
2 = 1/1
3 = 11 h
12
?2
or 12
# title: Odd one
# expect: 0 1
# expect: 5 none 7
something else
";

#[test]
fn the_report_as_text() {
    let run = run(&["check", "-"], ODD);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    insta::assert_snapshot!(run.out, @"
    Odd one: valid (<stdin>)
    2 x 3, 2 pieces, 3 empty cells, 0 blocked

    kind  pieces  cells  moves       pattern
    1          1      1  all ways    1
    2          1      2  all ways    1/1
    3          0      2  left-right  11

    start           goal 1          goal 2
    ┌───┬───┬───┐   ┌───┬───┬───┐   ┌───┬───┬───┐
    │ 1 │ 2 │   │   │ ? │ 2 │ ? │   │ 1 │ 2 │   │
    ├───┤   │   │   │   │   │   │   ├───┤   │   │
    │   │   │   │   │ ? │   │ ? │   │   │   │   │
    └───┴───┴───┘   └───┴───┴───┘   └───┴───┴───┘

    title: Odd one
    expected in style 0: 1 move
    expected in style 5: no solution, 7 positions
    advice: kind 3 is defined but never used
    advice: the start already meets goal 1
    advice: the start already meets goal 2
    advice: line 11: this line is ignored; expected `or CONFIGURATION`, `only KINDS: MASK`, `# key: value`, or nothing
    ");
}

#[test]
fn broken_files_exit_with_code_2() {
    let folder = folder(&[("odd.txt", ODD), ("broken.txt", BROKEN)]);
    let (odd, broken) = (path(&folder, "odd.txt"), path(&folder, "broken.txt"));
    let run = run(&["check", &broken, &odd], "");
    assert_eq!(run.code, 2);
    assert!(run.out.contains("broken.txt: not a puzzle (2 problems)\n"), "{}", run.out);
    assert!(run.out.contains("Odd one: valid"), "{}", run.out);
    assert_eq!(run.err.matches("\n --> ").count(), 2, "{}", run.err);
}

/// All cells are covered: nothing moves, and only that is said of the pieces.
#[test]
fn a_puzzle_without_moves_is_reported_at_once() {
    let full = "2 x 2\n1 = 11\n2 = 1\n122\n221\n";
    let checked = run(&["check", "-"], full);
    let advice: Vec<&str> =
        checked.out.lines().filter_map(|line| line.strip_prefix("advice: ")).collect();
    assert_eq!(advice[0], "no piece can move, in any style");
    assert!(!checked.out.contains("advice: piece"), "{}", checked.out);
}

#[test]
fn json_of_a_broken_file_lists_its_problems() {
    let run = run(&["check", "--format", "json", "-"], BROKEN);
    assert_eq!(run.code, 2);
    let object = &run.json()[0];
    assert_eq!(object["valid"], json!(false));
    assert_eq!(object["problems"][0]["line"], json!(2));
    let problem = &object["problems"][1];
    assert_eq!(problem["message"], json!("kind `2` is used but never defined"));
    assert_eq!((&problem["code"], &problem["args"]), (&json!("undefined"), &json!("2")));
}
