//! `sliding rate`, `improve`, packs of `generate`, and engines side by side.

use std::collections::BTreeSet;
use std::fs;

use serde_json::json;

use super::{folder, path, run};

const CORRIDOR: &str = "1 x 5 Corridor\n1 = 1\n1\n????1\n";
const SMALL: &str = "3 x 4 Small\n1 = 11\n2 = 1/1\n3 = 1\n12000033\n??????????1\n";

#[test]
fn a_rating_as_text_and_as_json() {
    let rated = run(&["rate", "--style", "step", "-"], CORRIDOR);
    assert_eq!((rated.code, rated.err.as_str()), (0, ""));
    insta::assert_snapshot!(rated.out, @"
    Corridor: felt difficulty 1.00 (style 0: one piece, one step)
    a simulated player takes 4.0 moves on average; the fewest are 4
    1 piece moves in a shortest solution; 1 piece is in the direct way or not home yet
    ");
    let rated = run(&["rate", "--style", "0", "--format", "json", "-"], CORRIDOR);
    let rating = json!({
        "difficulty": 1.0, "player_moves": 4.0, "unsolved_plays": 0, "moves": 4, "pieces": 1,
        "in_the_way": 1,
    });
    assert_eq!(rated.json()[0]["rating"], rating);
    let hopeless = "1 x 3\n1 = 1\n2 = 1\n12\n21?\n";
    let rated = run(&["rate", "-"], hopeless);
    assert_eq!(
        (rated.code, rated.out.as_str()),
        (1, "<stdin>: no solution (style 2: one piece, any number of steps)\n")
    );
    let unrated = run(&["rate", "--format", "json", "-"], hopeless).json()[0].clone();
    assert_eq!((&unrated["rating"], &unrated["limit"]), (&json!(null), &json!(null)));
    let limited = ["rate", "--format", "json", "--time-limit", "0", "puzzles/classics/klotski.txt"];
    let stopped = run(&limited, "");
    assert_eq!(stopped.code, 3);
    assert_eq!(stopped.json()[0]["limit"], "time");
    assert_eq!(stopped.json()[0]["rating"], json!(null));
}

#[test]
fn a_pack_goes_into_one_object_or_into_a_folder() {
    let family = ["generate", "--board", "6x6", "--shapes", "cars", "--pieces", "6-9", "-s", "1"];
    let asked =
        |more: &[&str]| run(&[&family[..], &["--ramp", "3-6", "-n", "4"], more].concat(), "");
    let pack = asked(&["--format", "json", "--title", "Level {n}", "--with-solutions"]);
    let pack = &pack.json()[0];
    let levels = pack["levels"].as_array().unwrap();
    let moves: Vec<_> = levels.iter().map(|level| level["moves"].as_u64().unwrap()).collect();
    assert_eq!(moves, [3, 4, 5, 6]);
    for (number, level) in (1..).zip(levels) {
        assert_eq!(level["title"], format!("Level {number}"));
        assert_eq!(level["solution"].as_array().unwrap().len() as u64, level["moves"]);
    }
    let folder = folder(&[]);
    let here = format!("{}/", path(&folder, "levels"));
    let written = asked(&["--format", "drawn", "-o", &here]);
    assert_eq!((written.code, written.out.as_str()), (0, ""));
    let names = fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().file_name());
    let names: BTreeSet<String> = names.map(|name| name.into_string().unwrap()).collect();
    assert_eq!(
        names.into_iter().collect::<Vec<_>>().join(" "),
        "level-1.txt level-2.txt level-3.txt level-4.txt"
    );
    assert_eq!(run(&["check", &format!("{here}level-1.txt")], "").code, 0);
}

#[test]
fn a_title_replaces_that_of_the_example() {
    let like = ["generate", "--like", "@quzzle", "--moves", "12", "--title", "Level {n}"];
    let made = run(&like, "");
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(
        made.out.starts_with("5 x 4 Level 1\n") && !made.out.contains("Quzzle"),
        "{}",
        made.out
    );
}

#[test]
fn packs_that_cannot_be_written_are_refused() {
    let family = ["generate", "--board", "3x3", "--pieces", "3-4", "--moves", "3-9"];
    for (more, why) in [
        (&["--with-solutions"][..], "--with-solutions goes only with --format json"),
        (&["--format", "json", "-o", "somewhere/"], "a pack in JSON is one file"),
        (&["--ramp", "3-5"], "--moves goes only with --ramp difficulty"),
        (&["--title", "a\nb"], "--title"),
        (&["--like", "@klotski"], "cannot be used with"),
    ] {
        let refused = run(&[&family[..], more].concat(), "");
        assert_eq!(refused.code, 2, "{more:?}");
        assert!(refused.err.contains(why), "{more:?}: {}", refused.err);
    }
}

#[test]
fn improve_prints_each_step_and_keeps_the_best() {
    let folder = folder(&[("small.txt", SMALL)]);
    let (from, to) = (path(&folder, "small.txt"), path(&folder, "better.txt"));
    let improved = run(&["improve", "--rounds", "8", &from, "-o", &to], "");
    assert_eq!((improved.code, improved.err.as_str()), (0, ""));
    let first = improved.out.lines().next().unwrap();
    assert!(first.ends_with("4 pieces: as given"), "{first}");
    let moves = |line: &str| line.trim().split(' ').next().unwrap().parse::<u64>().unwrap();
    let last = moves(improved.out.lines().last().unwrap());
    assert!(last > moves(first));
    let refused = run(&["improve", "--pin", "walls,Q", &from], "");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("--pin Q: no piece has this name"), "{}", refused.err);
}

#[test]
fn a_solved_puzzle_is_improved_and_a_limit_is_no_missing_solution() {
    let solved = "3 x 3 Solved\n1 = 1\n2 = 11\n00000021\n????????1\n";
    let improved = run(&["improve", "--rounds", "8", "-"], solved);
    assert_eq!((improved.code, improved.err.as_str()), (0, ""));
    assert!(improved.out.trim_start().starts_with("0 moves"), "{}", improved.out);
    let late = run(&["improve", "--time-limit", "0", "-"], SMALL);
    assert_eq!((late.code, late.out.as_str()), (3, ""));
    assert!(late.err.contains("stopped at --time-limit"), "{}", late.err);
}

/// Every command reads a pack.
#[test]
fn packs_are_read() {
    let family = "generate --board 6x6 --shapes cars --pieces 6-9 --style slide --ramp 3-6 -n 3";
    let family: Vec<&str> = family.split(' ').collect();
    let pack = run(&[&family[..], &["--format", "json", "--title", "L{n}"]].concat(), "").out;
    let solved = run(&["solve", "--quiet", "--style", "slide", "-"], &pack);
    let lines: Vec<&str> =
        solved.out.lines().map(|line| line.split(" (").next().unwrap()).collect();
    assert_eq!(lines, ["L1: solved in 3 moves", "L2: solved in 5 moves", "L3: solved in 6 moves"]);
    let reversed = run(&["generate", "--board", "3x3", "--moves", "9-3"], "");
    assert!(reversed.err.contains("expected the smaller number first"), "{}", reversed.err);
    assert_eq!(run(&[&family[..family.len() - 1], &["0"]].concat(), "").code, 2);
}

/// Ctrl-C ends the climb, and keeps the best.
#[test]
#[cfg(unix)]
fn an_interrupt_keeps_the_best_of_improve() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let mut child = super::command(&["improve", "--time-limit", "100", "@dads-puzzler"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut line = || lines.next().map(|line| line.expect("text"));
    while line().is_some_and(|line| !line.contains("as given")) {}
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("a signal is sent").success());
    let mut rest = Vec::new();
    while let Some(line) = line() {
        rest.push(line);
    }
    assert!(child.wait().expect("it ends").success());
    assert!(rest.iter().any(|line| line.starts_with("5 x 4")), "{rest:?}");
}
