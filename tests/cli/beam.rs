//! `--engine beam` and `sliding shorten`.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;
use serde_json::{Value, json};

use super::{KLOTSKI, command, folder, path, run};

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

/// A board of 24 tiles, 90 random steps from the goal: solved soon, and too large for a proof.
const TILES: &str = "2 6 0 20 8\n11 1 3 4 10\n7 17 9 5 15\n22 21 23 12 14\n16 18 13 24 19\n";

#[test]
fn shorter_solutions_are_lines_before_the_answer() {
    let beam = ["solve", "--engine", "beam", "--rounds", "2", "--format", "json", "--every", "-"];
    let answer = run(&beam, TILES);
    let mut lines = answer.json();
    let last = lines.pop().expect("an answer");
    assert_eq!((answer.code, &last["schema"]), (0, &json!("sliding/solve/1")), "{}", answer.err);
    assert!(lines.iter().all(|line| line["schema"] == "sliding/improved/1"), "{}", answer.out);
    let moves: Vec<u64> = lines.iter().map(|line| line["moves"].as_u64().unwrap()).collect();
    assert!(!moves.is_empty() && moves.is_sorted_by(|a, b| a >= b), "{moves:?}");
    assert_eq!(moves.last(), last["moves"].as_u64().as_ref());
    for wrong in [&["--every"][..], &["--every", "--format", "json", "-o", "a.json"]] {
        let refused = run(&[&["solve", "--rounds", "1", "-"], wrong].concat(), TILES);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{wrong:?}");
        assert!(refused.err.contains("--every"), "{}", refused.err);
    }
}

/// Interrupts a beam search after random times. It ends with the shortest solution that it has
/// reported, or says that it has none. Shells let jobs in the background ignore SIGINT from the start.
#[test]
#[cfg(unix)]
fn an_interrupted_beam_search_returns_its_best() {
    let files = folder(&[("tiles.txt", TILES)]);
    let file = path(&files, "tiles.txt");
    let options = ["--time-limit", "120", "--format", "json", "--every"];
    let arguments = [&["solve", "--engine", "beam", &file], &options[..]].concat();
    let seed = 40;
    let mut random = Pcg64::new(seed, 0);
    let mut answers = 0;
    for turn in 0..6 {
        let mut child = command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut text = String::new();
        // Every other time, a solution is known before.
        if turn % 2 == 1 {
            out.read_line(&mut text).expect("a line");
        }
        std::thread::sleep(Duration::from_millis(random.next_u64() % 2000));
        let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(kill.expect("a signal is sent").success());
        out.read_to_string(&mut text).expect("text");
        let code = child.wait().expect("it ends").code();
        let mut lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        let case = format!("seed {seed}, turn {turn}: {code:?} {text}");
        // Before there is anything to report, an interrupt ends the program at once.
        let Some(last) = lines.pop() else {
            assert!(code.is_none() && turn % 2 == 0, "{case}");
            continue;
        };
        assert_eq!(last["schema"], "sliding/solve/1", "{case}");
        let Some(best) = lines.last() else {
            assert_eq!((code, &last["limit"]), (Some(3), &json!("cancelled")), "{case}");
            continue;
        };
        assert_eq!((code, &last["moves"]), (Some(0), &best["moves"]), "{case}");
        let verified = run(&["verify", &file, "-"], text.lines().last().unwrap());
        assert_eq!(verified.code, 0, "{case}{}", verified.out);
        answers += 1;
    }
    assert!(answers >= 3, "seed {seed}: {answers}");
}

/// Where the bounds meet, there is a proof, and the checker agrees.
#[test]
fn what_is_proven_fewest_can_be_written_as_a_proof() {
    let files = folder(&[("klotski.txt", KLOTSKI)]);
    let (file, proof) = (path(&files, "klotski.txt"), path(&files, "klotski.proof"));
    let beam = ["solve", "--engine", "beam", "--rounds", "3", "--format", "json", &file];
    let found = run(&beam, "").json().remove(0);
    assert_eq!((&found["engine"], &found["shortest"]), (&json!("beam"), &json!(true)));
    assert_eq!(run(&["prove", &file, "-o", &proof], "").code, 0);
    let checked = run(&["check-proof", &proof, "--format", "json"], "");
    assert_eq!(
        (checked.code, &checked.json()[0]["moves"]),
        (0, &found["moves"]),
        "{}",
        checked.err
    );
}
