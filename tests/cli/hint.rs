//! `sliding hint`: one move, and how many are left.

use serde_json::{Value, json};

use super::{EASY, HOPELESS, KLOTSKI, PAIR, folder, path, run};

#[test]
fn hints_for_solved_and_unsolvable_puzzles() {
    let solved = run(&["hint", "--start", "001", "-"], EASY);
    assert_eq!((solved.code, solved.out.as_str()), (0, "Easy: solved already\n"));
    let hopeless = run(&["hint", "-"], HOPELESS);
    assert_eq!(hopeless.code, 1);
    assert!(hopeless.out.starts_with("<stdin>: no solution ("), "{}", hopeless.out);
    let late = run(&["hint", "--time-limit", "0", "-"], KLOTSKI);
    assert_eq!(late.code, 3);
}

/// Hint after hint leads to the goal, one move nearer each time.
#[test]
fn hints_lead_to_the_goal() {
    let mut start = "1".to_owned();
    for left in [1, 0] {
        let arguments = ["hint", "-s", "0", "--format", "json", "--start", &start, "-"];
        let object = run(&arguments, EASY).json().remove(0);
        assert_eq!((&object["left"], &object["moves"]), (&json!(left), &json!(left + 1)));
        start = object["next"]["after"].as_str().expect("a configuration").to_owned();
    }
    assert_eq!(start, "001");
    let arguments = ["hint", "--format", "json", "--start", &start, "-"];
    let object = run(&arguments, EASY).json().remove(0);
    assert_eq!((&object["moves"], &object["next"]), (&json!(0), &Value::Null));
}

#[test]
fn every_puzzle_of_several_gets_a_hint() {
    let folder = folder(&[("easy.txt", EASY), ("pair.txt", PAIR), ("hopeless.txt", HOPELESS)]);
    let files = ["easy.txt", "hopeless.txt", "pair.txt"].map(|name| path(&folder, name));
    let all = run(&["hint", "--format", "json", &files[0], &files[1], &files[2]], "");
    assert_eq!((all.code, all.err.as_str()), (1, ""));
    let hints = all.json();
    let alone = files.each_ref().map(|file| run(&["hint", "--format", "json", file], "").json());
    assert_eq!(hints, alone.concat());
}
