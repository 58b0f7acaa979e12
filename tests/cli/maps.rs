use serde_json::Value;

use super::{BROKEN, EASY, HOPELESS, KLOTSKI, PAIR, Run, fifteen, folder, path, run};

/// The commands that look at all of a puzzle.
const COMMANDS: [&[&str]; 4] =
    [&["explore"], &["count"], &["solve", "--style", "all"], &["components"]];

/// A report in which all times, which differ, are one word.
fn timeless(text: &str) -> String {
    let line = |line: &str| -> String {
        let mut words: Vec<&str> = line.split(' ').collect();
        while let Some(unit) = words.iter().position(|word| ["ms", "s"].contains(word)) {
            words.splice(unit - 1..=unit, ["TIME"]);
        }
        words.join(" ")
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

/// Runs a command on a small puzzle, and has nothing to complain about.
fn quietly(arguments: &[&str], puzzle: &str) -> String {
    let run = run(arguments, puzzle);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
    timeless(&run.out)
}

#[test]
fn explore_in_text() {
    insta::assert_snapshot!(quietly(&["explore", "-"], PAIR), @"
    Pair (style 2: one piece, any number of steps)

    positions       6
    neighbours      9 pairs, 3.00 of each on average, at most 4
    dead ends       0
    from the start  at most 2 moves, to 2 positions
    to the goal     2 moves
    goals           1 of the positions
    from the goals  at most 2 moves, to 3 positions
    time            TIME

    positions at each distance from the start

      0  ████████████████ 1
      1  ████████████████████████████████████████████████ 3
      2  ████████████████████████████████ 2

    farthest from the start: all 2 positions at 2 moves

    1               2
    ┌───┬───┬───┐   ┌───┬───┬───┐
    │   │ 2 │ 1 │   │   │ 2 │   │
    │   │   ├───┤   │   │   ├───┤
    │   │   │   │   │   │   │ 1 │
    └───┴───┴───┘   └───┴───┴───┘

    hardest start for the goal: 2 moves

    ┌───┬───┬───┐
    │ 2 │ 1 │   │
    │   ├───┘   │
    │   │       │
    └───┴───────┘
    1. piece 1 at row 1, column 2: right, down
    2. piece 2 at row 1, column 1: right
    ");
}

/// Engines with bits for all positions do not count neighbours.
#[test]
fn explore_by_bits_says_that_neighbours_are_not_counted() {
    for engine in ["index", "cut"] {
        let text = quietly(&["explore", "--engine", engine, "-"], PAIR);
        let note = "neighbours      not counted by bits; --engine table counts them\n";
        assert!(text.contains(note) && !text.contains("dead ends"), "{text}");
    }
}

#[test]
fn explore_from_the_goal() {
    let text = quietly(&["explore", "--origin", "goal", "--limit", "1", "-"], PAIR);
    let (_, plot) = text.split_once("at each distance from the nearest goal\n\n").expect("a plot");
    let numbers = plot.lines().take(3).map(|row| row.rsplit_once(' ').expect("a number").1);
    assert_eq!(numbers.collect::<Vec<_>>(), ["1", "2", "3"]);
    let farthest = "farthest from the nearest goal: 1 of the 3 positions at 2 moves\n";
    assert!(text.contains(farthest), "{text}");
    let none = quietly(&["explore", "--origin", "goal", "-"], HOPELESS);
    assert!(none.contains("\nto the goal     no solution\n"), "{none}");
    assert!(none.ends_with("No goal can be reached, so nothing is measured from there.\n"));
}

#[test]
fn explore_as_values_separated_by_commas() {
    let csv =
        |options: &[&str]| quietly(&[&["explore", "--format", "csv", "-"], options].concat(), PAIR);
    assert_eq!(csv(&[]), "distance,configurations\n0,1\n1,3\n2,2\n");
    assert_eq!(csv(&["--origin", "goal"]), "distance,configurations\n0,1\n1,2\n2,3\n");
    let none = quietly(&["explore", "--format", "csv", "--origin", "goal", "-"], HOPELESS);
    assert_eq!(none, "distance,configurations\n");
}

/// The small piece goes right and down, and the other one right as soon as the small one is out of
/// its way: right, down, right; down, right, right; or, in between, right, right, down.
#[test]
fn count_in_text() {
    insta::assert_snapshot!(quietly(&["count", "--style", "0", "-"], PAIR), @"
    Pair: 3 shortest solutions of 3 moves, ending in 1 position (style 0: one piece, one step)

      move  positions  choices  here  one shortest solution
         1          1        2     2  piece 1 at row 1, column 2: right
         2          2      1-2     2  piece 1 at row 1, column 3: down
         3          2        1     1  piece 2 at row 1, column 1: right

    1 of 3 steps leave no choice, whatever the moves before
    6 positions, TIME
    ");
    let quiet = quietly(&["count", "--quiet", "-"], PAIR);
    assert_eq!(quiet.lines().count(), 2, "{quiet}");
}

#[test]
fn styles_in_text() {
    let text = quietly(&["solve", "--style", "all", "-"], PAIR);
    let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    insta::assert_snapshot!(rows.collect::<Vec<_>>().join("\n"), @"
    Pair

    style moves positions depth time a move is
    0 3 6 3 TIME one piece, one step
    1 3 6 3 TIME one piece, any number of steps in one direction
    2 2 6 2 TIME one piece, any number of steps
    3 2 6 2 TIME any set of pieces together, one step
    4 2 6 2 TIME any set of pieces together, any number of steps in one direction
    5 2 6 2 TIME any set of pieces together, any number of steps
    ");
}

#[test]
fn survey_in_text() {
    insta::assert_snapshot!(quietly(&["components", "-"], PAIR), @"
    Pair (style 2: one piece, any number of steps)

    positions   12
    components  2; 1 with a goal
    time        TIME

      2 components of 6, 1 with a goal

    component 1: 6 positions, no goal
    diameter 2

    one end         the other
    ┌───┬───┬───┐   ┌───┬───┬───┐
    │ 1 │ 2 │   │   │   │ 1 │ 2 │
    ├───┤   │   │   │   └───┤   │
    │   │   │   │   │       │   │
    └───┴───┴───┘   └───────┴───┘

    component 2: 6 positions, has the start, 1 goal
    diameter 2
    hardest start for the goal 2 moves

    one end         the other       hardest
    ┌───┬───┬───┐   ┌───┬───┬───┐   ┌───┬───┬───┐
    │ 2 │ 1 │   │   │   │ 2 │ 1 │   │ 2 │ 1 │   │
    │   ├───┘   │   │   │   ├───┤   │   ├───┘   │
    │   │       │   │   │   │   │   │   │       │
    └───┴───────┘   └───┴───┴───┘   └───┴───────┘
    ");
}

#[test]
fn exit_codes() {
    let codes = |text: &str| COMMANDS.map(|command| run(&[command, &["-"]].concat(), text).code);
    assert_eq!(codes(EASY), [0, 0, 0, 0]);
    // A map and components are complete for a puzzle without a solution, too.
    assert_eq!(codes(HOPELESS), [0, 1, 1, 0]);
    assert_eq!(codes(BROKEN), [2, 2, 2, 2]);
}

#[test]
fn no_time_is_a_limit() {
    for command in COMMANDS {
        let stopped = run(&[command, &["--time-limit", "0", "-"]].concat(), KLOTSKI);
        assert_eq!(stopped.code, 3, "{command:?}");
        let reported = "stopped at --time-limit: raise it to search further\n";
        assert!(stopped.err.starts_with("sliding: <stdin>"), "{}", stopped.err);
        assert!(stopped.err.ends_with(reported), "{}", stopped.err);
        let arguments = [command, &["--time-limit", "0", "--format", "json", "-"]].concat();
        let json = run(&arguments, KLOTSKI).json();
        let object = if command.contains(&"all") { &json[0]["rows"][5] } else { &json[0] };
        assert_eq!(object["limit"], "time", "{object}");
    }
}

#[test]
fn engines_report_what_they_do() {
    let solve = |engine: &str, puzzle: &str| {
        run(&["solve", "--quiet", "--verbose", "--engine", engine, "-"], puzzle)
    };
    for engine in ["ring", "table", "meet", "index"] {
        let reported = solve(engine, PAIR);
        let first = format!("engine {engine}: as requested\ndistance 0: 1 position\n");
        assert!(reported.code == 0 && reported.err.starts_with(&first), "{}", reported.err);
        assert!(reported.out.starts_with("Pair: solved in 2 moves "), "{}", reported.out);
    }
    let auto = solve("auto", PAIR).err;
    assert!(auto.starts_with("engine table: there are only 12 positions\n"), "{auto}");
}

/// A run that ends without a result, and with a single complaint.
fn refused(arguments: &[&str], puzzle: &str) -> Run {
    let run = run(arguments, puzzle);
    assert_eq!(run.out, "", "{arguments:?}");
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    run
}

#[test]
fn unsuitable_engines_are_rejected() {
    let meet = refused(&["solve", "--engine", "meet", "--exhaust", "-"], EASY);
    assert_eq!(meet.code, 2);
    assert_eq!(meet.err, "sliding: <stdin>: the meet engine stops at the goal\n");
    let small = ["solve", "--engine", "index", "--memory", "8MB", "-"];
    let index = refused(&small, &fifteen());
    assert_eq!(index.code, 3);
    for words in ["20922789888000 positions", " bytes, the limit is 8000000; try another "] {
        assert!(index.err.contains(words), "{}", index.err);
    }
    let cut = refused(&["solve", "--engine", "cut", "--style", "3", "-"], EASY);
    assert_eq!(cut.code, 2);
    assert_eq!(cut.err, "sliding: <stdin>: the cut engine takes only styles 0 to 2\n");
    // Two pieces that walk about a large empty board.
    let empty = format!("9 x 9\n1 = 1\n2 = 1\n12\n{}12\n", "0".repeat(79));
    let walks = refused(&["solve", "--engine", "cut", "--style", "2", "-"], &empty);
    assert_eq!(walks.code, 2);
    let why = "sliding: <stdin>: there are too many ways to walk for the cut engine\n";
    assert_eq!(walks.err, why);
    let unknown = run(&["solve", "--engine", "steam", "-"], EASY);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("auto, ring, table, meet, index, cut"), "{}", unknown.err);
    let many = run(&["components", "--format", "json", "--memory", "64MB", "-"], &fifteen());
    assert_eq!((many.code, &many.json()[0]["placements"]), (3, &"20922789888000".into()));
    assert_eq!(many.json()[0]["limit"], "memory");
    let advice = "machines have; `sliding explore` searches what the start leads to\n";
    assert!(many.err.ends_with(advice), "{}", many.err);
}

/// What is said to be enough memory is enough, and the searches begin.
#[test]
fn advice_for_too_little_memory_works() {
    // A map of 12! placements, of which half can be reached.
    let names = "123456789ab";
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    let eleven = format!("3 x 4\n{kinds}{names}\n{names}\n");
    let advised = |command: &[&str], reported: &str| {
        let little = run(&[command, &["--memory", "20MiB", "-"]].concat(), &eleven);
        assert_eq!(little.code, 3, "{}", little.err);
        assert_eq!(little.err, format!("sliding: <stdin>: {reported}\n"));
        let (_, advice) = reported.split_once("--memory ").expect("advice");
        let enough = advice.split_whitespace().next().expect("an amount");
        let more = [command, &["--time-limit", "0", "--memory", enough, "-"]].concat();
        assert_eq!(run(&more, &eleven).json()[0]["limit"], "time");
    };
    advised(
        &["components", "--format", "json"],
        "the 479001600 positions were only counted: searching them takes at least --memory 131MiB",
    );
    let other = run(&["explore", "--style", "0", "--memory", "20MiB", "-"], &eleven);
    let reported = "sliding: <stdin>: not enough memory (20.0MiB): ";
    assert!(
        other.err.starts_with(reported) && other.err.ends_with(" are free, or try --disk DIR\n"),
        "{}",
        other.err
    );
}

#[test]
#[cfg(unix)]
fn an_interrupted_search_reports_partial_results() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let folder = folder(&[("fifteen.txt", &fifteen())]);
    let file = path(&folder, "fifteen.txt");
    for (signal, arguments) in [
        ("-INT", &["solve", "--exhaust", "--engine", "table", "--format", "json"][..]),
        ("-TERM", &["solve", "--exhaust", "--engine", "ring", "--format", "json"]),
        ("-INT", &["explore", "--format", "json"]),
        ("-TERM", &["count", "--format", "json"]),
    ] {
        let options = ["--progress", "json", "--time-limit", "120", &file];
        let mut child = super::command(&[arguments, &options].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut reported = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        // A command that reports progress can be interrupted.
        while !line.contains("sliding/progress/1") {
            line.clear();
            assert!(reported.read_line(&mut line).expect("text") > 0, "{arguments:?}");
        }
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.expect("a signal is sent").success());
        let mut rest = String::new();
        reported.read_to_string(&mut rest).expect("text");
        assert!(rest.ends_with(": interrupted\n"), "{arguments:?}: {rest}");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        let object: Value = serde_json::from_slice(&output.stdout).expect("a JSON object");
        assert_eq!(object["limit"], "cancelled", "{arguments:?}");
        // The published numbers at distances 0 to 8 add up to 860.
        assert!(object["states"].as_u64().is_some_and(|states| states >= 860), "{object}");
    }
}
