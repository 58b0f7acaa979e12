//! Answers say what was read, and a text with several readings is a question.

use serde_json::json;

use super::{PAIR, command, folder, path, run};

const TILES: &str = "1 2/0 3\n";
const LINE: &str = "read as tiles: in order, the gap last\n";
/// A board of cars, none of which is the one that must leave.
const OPEN: &str = "..RR..\nAA.B..\n...B..\nCC....\n......\n......\n";

#[test]
fn reports_begin_with_what_was_read() {
    for command in ["solve", "check", "explore", "count", "components", "why", "hint"] {
        let reported = run(&[command, "-"], TILES);
        assert!(reported.out.starts_with(LINE), "{command}: {}{}", reported.out, reported.err);
        assert_eq!(reported.out.matches("read as").count(), 1, "{command}");
        let plain = run(&[command, "-"], PAIR);
        assert!(!plain.out.contains("read as"), "{command}: {}", plain.out);
    }
    assert!(run(&["count", "--list", "100", "-"], TILES).out.starts_with(LINE));
    let folder = folder(&[("tiles.txt", TILES)]);
    let moves = run(&["solve", "--moves", "-"], TILES);
    let replayed = run(&["verify", &path(&folder, "tiles.txt"), "-"], &moves.out);
    assert!(replayed.out.starts_with(LINE), "{}{}", replayed.out, replayed.err);
}

#[test]
fn other_outputs_report_readings_on_standard_error() {
    let reported = format!("sliding: <stdin>: {LINE}");
    for arguments in [
        &["solve", "-q", "-"][..],
        &["solve", "--moves", "-"],
        &["solve", "--format", "svg", "-"],
        &["solve", "--format", "html", "-"],
        &["draw", "-"],
        &["draw", "--format", "text", "-"],
        &["graph", "-"],
        &["convert", "--to", "sliding", "-"],
        &["explore", "--format", "csv", "-"],
    ] {
        let run = run(arguments, TILES);
        assert_eq!(run.err, reported, "{arguments:?}");
        assert!(run.code == 0 && !run.out.starts_with("read as"), "{arguments:?}: {}", run.out);
    }
}

#[test]
fn equal_consecutive_readings_are_reported_once() {
    let boards = "1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/0 7 8\n";
    assert_eq!(run(&["solve", "-"], boards).out.matches(LINE).count(), 1);
    let quiet = run(&["solve", "-q", "-"], boards);
    assert_eq!(quiet.err.matches("read as").count(), 1, "{}", quiet.err);
    let converted = run(&["convert", "--to", "sliding", "-"], boards);
    assert_eq!(converted.err.matches("read as").count(), 1, "{}", converted.err);
}

#[test]
fn objects_have_what_was_assumed() {
    let expected = json!({
        "convention": "tiles",
        "assumptions": [
            {"text": "in order, the gap last", "source": "convention", "options": {"goal": "ordered"}}
        ]
    });
    for command in ["solve", "check", "explore", "count", "components", "why", "hint", "graph"] {
        let reported = run(&[command, "--format", "json", "-"], TILES);
        assert_eq!(reported.json()[0]["read_as"], expected, "{command}");
        assert_eq!(reported.err, "", "{command}");
        let plain = run(&[command, "--format", "json", "-"], PAIR);
        assert!(plain.json()[0].get("read_as").is_none(), "{command}");
    }
}

/// A file that has the name of a goal changes nothing; with a folder in front it is the file.
#[test]
fn names_of_goals_are_no_files() {
    let folder = folder(&[("reverse", "1 2/3 0\n"), ("tiles.txt", TILES)]);
    let read = |goal: &str| {
        let mut solve = command(&["check", "--goal", goal, "tiles.txt"]);
        let output = solve.current_dir(folder.path()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().next().unwrap().to_owned()
    };
    assert_eq!(read("reverse"), "read as tiles: the goal is reverse");
    assert_eq!(read("./reverse"), "read as tiles: the goal is the one given");
}

#[test]
fn options_of_an_assumption_state_it() {
    let reported = run(&["check", "--goal", "1 2/3 0", "--format", "json", "-"], TILES);
    let assumption = &reported.json()[0]["read_as"]["assumptions"][0];
    assert_eq!(assumption["source"], "option");
    assert_eq!(assumption["options"], json!({"goal": "1 2/3 0"}));
}

#[test]
fn checks_report_questions() {
    let reported = run(&["check", "-"], OPEN);
    assert_eq!(reported.out, "<stdin>: not clear (2 readings, choose one)\n");
    assert!(reported.code == 2 && reported.err.contains("`--target R`: car R leaves to the right"));

    let reported = run(&["check", "--format", "json", "-"], OPEN);
    assert_eq!(reported.code, 2);
    let object = &reported.json()[0];
    assert_eq!(
        (&object["valid"], object["problems"].as_array().map(Vec::len)),
        (&json!(false), Some(1))
    );
    let readings = object["readings"].as_array().expect("readings");
    let options: Vec<_> = readings.iter().map(|reading| &reading["options"]).collect();
    assert_eq!(options, [&json!({"target": "R"}), &json!({"target": "A"})]);
    assert_eq!(readings[0]["text"], "car R leaves to the right");
    assert_eq!(readings[0]["size"], json!({"rows": 6, "cols": 6}));
    assert_eq!(readings[0]["goals"][0]["pieces"][0]["name"], "R");
}

#[test]
fn invalid_texts_have_no_readings() {
    let reported = run(&["check", "--format", "json", "-"], super::BROKEN);
    assert!(reported.code == 2 && reported.json()[0].get("readings").is_none(), "{}", reported.out);
}

#[test]
fn the_classic_form_prints_what_knuths_program_prints() {
    let reported = run(&["2"], TILES);
    assert!(
        !reported.out.contains("read as") && !reported.err.contains("read as"),
        "{}",
        reported.err
    );
}

/// Lines beside the numbers of a tile puzzle count, as beside a drawing.
#[test]
fn lines_beside_tiles_are_obeyed() {
    let solved = |text: &str| run(&["solve", "--quiet", "-"], text).out;
    let slid = "1 2 3\n4 5 0\n7 8 6\n";
    assert!(solved(slid).starts_with("<stdin>: solved in 1 move "));
    let titled = format!("title: Last tile\nexpect: 2 1\n{slid}");
    assert!(solved(&titled).starts_with("Last tile: solved in 1 move "));
    assert_eq!(run(&["test", "-"], &titled).code, 0);
    assert_eq!(run(&["test", "-"], &titled.replace("expect: 2 1", "expect: 2 9")).code, 1);
    // Tile 6 cannot leave its row.
    assert!(solved(&format!("{slid}lock: 6 h\n")).starts_with("<stdin>: no solution"));
    assert!(solved(&format!("{slid}goal: 6 3,3\n")).starts_with("<stdin>: solved in 0 moves"));
    let swapped = "2 1\n3 0\ngoal:\n1 2\n3 0\n";
    assert!(solved(swapped).starts_with("<stdin>: no solution"));
    assert!(solved(&format!("{swapped}alike: 12\n")).starts_with("<stdin>: solved in 0 moves"));
    // Names of two digits have blanks or commas between them.
    let large = "1 2 3 4\n5 6 7 8\n9 10 11 0\n13 14 15 12\n";
    assert!(solved(&format!("{large}lock: 12, 15 v\n")).starts_with("<stdin>: solved in 1 move "));
    let unknown = run(&["solve", "-"], &format!("{slid}speed: 3\n"));
    assert_eq!(unknown.code, 2);
}

/// `0` is the gap in the goal as in the start.
#[test]
fn a_gap_beside_dots_in_a_goal_is_a_gap() {
    let solved = run(&["solve", "--quiet", "-"], "2 1\n3 0\ngoal:\n0 .\n. .\n").out;
    assert!(solved.starts_with("<stdin>: solved in 2 moves"), "{solved}");
}

/// A single cell among the cars does not settle how they move.
#[test]
fn cars_with_a_single_cell_among_them_are_a_question() {
    let board = "AAB...C\n..BD..C\nXX.D.EC\nFGGG.E.\nF..HIII\nJJ.H..K\n";
    let park = format!("{board}goal:\n.......\n.......\n.....XX\n.......\n.......\n.......\n");
    let asked = run(&["solve", "-q", "-s", "slide", "-"], &park);
    assert_eq!(asked.code, 2);
    assert!(asked.err.contains("--lock all") && asked.err.contains("--lock none"), "{}", asked.err);
    let solved = |lock| run(&["solve", "-q", "-s", "slide", "--lock", lock, "-"], &park).out;
    assert!(solved("all").starts_with("<stdin>: solved in 10 moves"), "{}", solved("all"));
    assert!(solved("none").starts_with("<stdin>: solved in 7 moves"), "{}", solved("none"));
}
