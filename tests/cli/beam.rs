//! `--engine beam` and `sliding shorten`.

use serde_json::json;

use super::{KLOTSKI, folder, path, run};

#[test]
fn a_beam_search_can_be_repeated_from_its_report() {
    let arguments =
        ["solve", "--engine", "beam", "--rounds", "1", "--seed", "5", "--format", "json", "-"];
    let answer = run(&arguments, KLOTSKI);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let object = answer.json().remove(0);
    assert_eq!((&object["engine"], &object["status"]), (&json!("beam"), &json!("solved")));
    assert_eq!((&object["seed"], &object["rounds"]), (&json!(5), &json!(1)));
    // 81 moves are the fewest, which one round does not prove.
    assert!(object["moves"].as_u64() >= Some(81));
    assert_eq!(object["shortest"], json!(false));
    assert_eq!(run(&arguments, KLOTSKI).json()[0]["solution"], object["solution"]);
}

#[test]
fn later_rounds_prove_the_fewest_moves() {
    let answer = run(&["solve", "--quiet", "--engine", "beam", "--rounds", "3", "-"], KLOTSKI);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains(": solved in 81 moves"), "{}", answer.out);
}

#[test]
fn a_beam_without_a_limit_is_refused() {
    for more in [&[][..], &["--rounds", "1", "--exhaust"], &["--rounds", "1", "--max-moves", "9"]] {
        let answer = run(&[&["solve", "--engine", "beam", "-"], more].concat(), KLOTSKI);
        assert_eq!(answer.code, 2, "{more:?}: {}", answer.err);
        assert!(answer.err.contains("the beam engine"), "{more:?}: {}", answer.err);
    }
}

#[test]
fn a_written_solution_is_made_shorter() {
    let steps = run(&["solve", "--style", "step", "--moves", "-"], KLOTSKI).out;
    let files = folder(&[("klotski.txt", KLOTSKI), ("steps.txt", &steps), ("none.txt", "")]);
    let file = |name: &str| path(&files, name);
    // By steps it takes 116, by walks 81: the tunnel holds the whole puzzle.
    let arguments = ["shorten", "--moves", &file("klotski.txt"), &file("steps.txt")];
    let shorter = run(&arguments, "");
    assert_eq!((shorter.code, shorter.out.lines().count()), (0, 81), "{}", shorter.err);
    let verified = run(&["verify", &file("klotski.txt"), "-"], &shorter.out);
    assert_eq!(verified.code, 0, "{}", verified.out);
    let as_text = run(&["shorten", &file("klotski.txt"), &file("steps.txt")], "").out;
    assert!(as_text.contains("solved in 81 moves, perhaps not the fewest"), "{as_text}");
    let unsolved = run(&["shorten", &file("klotski.txt"), &file("none.txt")], "");
    assert_ne!(unsolved.code, 0, "{}", unsolved.out);
}
