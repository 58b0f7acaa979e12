//! A beam search that is interrupted.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::damage::ask;
use super::{command, folder};
use crate::oracle::random::Dice;

/// A board of 24 tiles, 90 random steps from the goal: solved soon, and too large for a proof.
const TILES: &str = "2 6 0 20 8\n11 1 3 4 10\n7 17 9 5 15\n22 21 23 12 14\n16 18 13 24 19\n";

/// It ends with the shortest solution that it has reported, or says that it has none.
#[test]
fn an_interrupted_beam_search_returns_its_best() {
    let place = folder(&[("tiles.txt", TILES)]);
    let words = "solve --engine beam --time-limit 120 --format json --every tiles.txt";
    let words: Vec<_> = words.split(' ').collect();
    let seed = 40;
    let mut dice = Dice::new(seed);
    let mut answers = 0;
    for turn in 0..6 {
        let mut child = command(&words)
            .current_dir(place.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        // Every other time, a solution is known before.
        if turn % 2 == 1 {
            out.read_line(&mut text).unwrap();
        }
        sleep(Duration::from_millis(dice.below(2000) as u64));
        // Shells let jobs in the background ignore SIGINT from the start.
        let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        out.read_to_string(&mut text).unwrap();
        let code = child.wait().unwrap().code();
        let case = format!("seed {seed}, turn {turn}: {code:?} {text}");
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let mut lines: Vec<Value> = lines.collect();
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
        fs::write(place.path().join("best.json"), last.to_string()).unwrap();
        let verified = ask(&place, "verify tiles.txt best.json");
        assert_eq!(verified.code, 0, "{case}{}", verified.out);
        answers += 1;
    }
    assert!(answers >= 3, "seed {seed}: {answers}");
}
