//! `sliding hunt`, `sliding generate` and `sliding why`.

use std::fs::{self, File};
use std::io::Write;

use super::{HOPELESS, folder, path, run};

#[test]
fn found_puzzles_are_written_with_expectations_and_proofs() {
    let folder = folder(&[]);
    let found = path(&folder, "found");
    let arguments = ["hunt", "--board", "3x3", "--shapes", "1,11,1/1", "--pieces", "5-8"];
    let hunted = run(&[&arguments[..], &["--output", &found, "--prove"]].concat(), "");
    assert_eq!((hunted.code, hunted.err.as_str()), (0, ""));
    assert!(hunted.out.contains("members searched"), "{}", hunted.out);
    let corpus = run(&["test", &found], "");
    assert_eq!(corpus.code, 0, "{}", corpus.out);
    let mut proofs = 0;
    for entry in fs::read_dir(&found).unwrap() {
        let file = entry.unwrap().path();
        let name = file.to_str().unwrap();
        if name.ends_with(".proof.gz") {
            let puzzle = name.replace(".proof.gz", ".txt");
            assert_eq!(run(&["check-proof", "--puzzle", &puzzle, name], "").code, 0, "{name}");
            proofs += 1;
        }
    }
    assert_eq!(proofs, 4);
}

#[test]
fn a_hunt_resumes_from_its_journal() {
    let folder = folder(&[]);
    let journal = path(&folder, "journal");
    let arguments = ["hunt", "--board", "3x3", "--quiet", "--threads", "1"];
    let whole = run(&arguments, "");
    let kept = [&arguments[..], &["--journal", &journal]].concat();
    assert_eq!(run(&kept, "").code, 0);
    let text = fs::read_to_string(&journal).unwrap();
    // All but the time, which comes last.
    let table = |out: &str| out.trim_end().rsplit_once('\n').unwrap().0.to_owned();
    // A half, and a line that was not finished.
    let half = text.lines().count() / 2;
    let mut cut: String = text.split_inclusive('\n').take(half).collect();
    cut.push_str("17 3");
    fs::write(&journal, cut).unwrap();
    let resumed = run(&kept, "");
    assert_eq!((resumed.code, table(&resumed.out)), (0, table(&whole.out)));
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), text.lines().count());
    // All known: only the hardest are searched for again.
    assert_eq!(table(&run(&kept, "").out), table(&whole.out));

    let other = run(&["hunt", "--board", "2x3", "--journal", &journal], "");
    assert_eq!(other.code, 2);
    assert!(other.err.contains("not the journal of this hunt: found"), "{}", other.err);
}

#[test]
fn a_journal_in_use_by_another_process_is_unchanged() {
    let folder = folder(&[]);
    let journal = path(&folder, "journal");
    let arguments = ["hunt", "--board", "3x3", "--quiet", "--journal", &journal];
    assert_eq!(run(&arguments, "").code, 0);
    // This process writes it, and is in the middle of a line.
    let mut file = File::options().append(true).open(&journal).unwrap();
    file.lock().unwrap();
    file.write_all(b"17 3").unwrap();
    let before = fs::read_to_string(&journal).unwrap();
    let refused = run(&arguments, "");
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("another hunt is writing it"), "{}", refused.err);
    assert_eq!(fs::read_to_string(&journal).unwrap(), before);
}

#[test]
fn journals_have_names_of_their_own_for_rules() {
    let folder = folder(&[]);
    for (rule, name) in [
        ("corner", "rule corner main"),
        ("anywhere", "rule anywhere main"),
        ("exit", "rule exit row 2 main"),
        ("nearest", "rule nearest row 2 main"),
        ("any", "rule any main"),
    ] {
        let journal = path(&folder, rule);
        let arguments = ["hunt", "--board", "3x3", "--shapes", "units", "--pieces", "3", "--quiet"];
        let more = ["--rule", rule, "--journal", &journal];
        assert_eq!(run(&[&arguments[..], &more].concat(), "").code, 0);
        let text = fs::read_to_string(&journal).unwrap();
        let head = text.lines().next().unwrap();
        assert!(head.starts_with("sliding-hunt 2 style 2 3x3 "), "{head}");
        assert!(head.contains(name), "{head}");
    }
}

#[test]
fn time_limits_are_for_the_whole() {
    for command in ["hunt", "generate"] {
        let help = run(&[command, "--help"], "").out;
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("--time-limit <SECONDS> Time limit for the whole command"),
            "{help}"
        );
    }
}

#[test]
fn invalid_families_are_reported() {
    for (arguments, reported) in [
        (&["--board", "9x9"][..], "limit for a family is 64 cells"),
        (&["--board", "2x2", "--shapes", "11/11"], "no members"),
        (&["--board", "3x3", "--rule", "exit", "--shapes", "1v"], "moves along the exit row"),
        (&["--board", "3x3", "--exit-row", "2"], "--rule exit or nearest"),
        (&["--board", "3x3", "--shapes", "11", "--pieces", "4294967295"], "no members"),
        (&["--board", "6x6", "--shapes", "cars", "--exit-row", "7"], "no row 7"),
        (&["--board", "3x3", "--shapes", "12"], "`2` in `12`"),
        (&["--board", "three"], "as in 4x5"),
        (
            &["--board", "6x6", "--rule", "any", "--shapes", "polyominoes:4"],
            "the family has more than 4000000 members",
        ),
        (&["--board", "3x3", "--rule", "any", "--sample", "5"], "--sample needs a target piece"),
    ] {
        let run = run(&[&["hunt"][..], arguments].concat(), "");
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.out);
        assert!(run.err.contains(reported), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_stopped_hunt_is_reported_as_stopped() {
    let run = run(
        &[
            "hunt",
            "--board",
            "6x6",
            "--shapes",
            "units",
            "--empty",
            "1",
            "--time-limit",
            "0.3",
            "-q",
        ],
        "",
    );
    assert_eq!(run.code, 3);
    assert!(run.out.contains("not searched"), "{}", run.out);
    assert!(run.err.contains("the hunt: stopped at --time-limit"), "{}", run.err);
    // To list the members takes time as well.
    let listing = ["--board", "6x6", "--rule", "corner", "--shapes", "polyominoes:4"];
    let run = super::run(&[&["hunt", "--time-limit", "0.01"][..], &listing].concat(), "");
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    assert!(run.err.contains("the list of all members: stopped at --time-limit"), "{}", run.err);
    // More boards than can be listed, with any numbers of pieces.
    let boards = ["hunt", "--board", "3x3", "--shapes", "1", "--pieces", "0-4294967295"];
    let many = ["--sample", "18446744073709551615", "--time-limit", "0.1", "-q"];
    let run = super::run(&[&boards[..], &many].concat(), "");
    assert_eq!(run.code, 3);
    assert!(run.err.contains("the hunt: stopped at --time-limit"), "{}", run.err);
}

#[test]
fn generated_puzzles_have_the_requested_difficulty() {
    let arguments = [
        "generate", "--board", "6x6", "--shapes", "cars", "--pieces", "8-12", "--style", "1",
        "--moves", "8-12", "--number", "10", "--seed", "5",
    ];
    let made = run(&arguments, "");
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    for (wanted, within) in [("1", 1..=1), ("2", 2..=2), ("3-7", 3..=7)] {
        let given = ["generate", "--board", "3x3", "--pieces", "4-6", "--moves", "5-9"];
        let made = run(&[&given[..], &["--number", "3", "--solutions", wanted]].concat(), "");
        assert_eq!(made.code, 0, "{}", made.err);
        let puzzles: Vec<&str> = made.out.trim_end().split("\n\n").collect();
        assert_eq!(puzzles.len(), 3);
        for puzzle in puzzles {
            let count = run(&["count", "--format", "json", "-"], &format!("{puzzle}\n"));
            let solutions: u64 = count.json()[0]["solutions"].as_str().unwrap().parse().unwrap();
            assert!(within.contains(&solutions), "{solutions} of {wanted}");
        }
    }
    let lines = run(&[&arguments[..], &["--format", "rush"]].concat(), "");
    assert_eq!(lines.out.lines().filter(|line| line.len() == 36).count(), 10, "{}", lines.out);
}

#[test]
fn impossible_requests_are_reported() {
    let run = |given: &[&str]| run(&[&["generate"], given].concat(), "");
    let small = run(&["--board", "2x2", "--moves", "50-60"]);
    assert_eq!(small.code, 2);
    assert!(small.err.contains("0 such puzzles exist: all"), "{}", small.err);
    // The board is full.
    let full = "--board 2x3 --shapes 11/11:1,1/1:1 --main 11/11 --empty 0 --moves 1-5";
    let full = run(&full.split(' ').collect::<Vec<_>>());
    assert_eq!((full.code, full.out.as_str()), (2, ""));
    assert!(full.err.contains("no board of the family has a solution"), "{}", full.err);
}

/// `hunt` says that the hardest start of this family needs 85 moves.
#[test]
fn small_families_are_searched_completely() {
    let family = "--board 5x4 --shapes 11/11:1,1/1:4,11:1,1:4 --main 11/11 --moves";
    let family: Vec<&str> = [&["generate"], &family.split(' ').collect::<Vec<_>>()[..]].concat();
    let made = run(&[&family[..], &["85"]].concat(), "");
    let solved = run(&["solve", "--quiet", "--engine", "ring", "-"], &made.out);
    assert!(solved.out.contains("solved in 85 moves"), "{}{}", made.err, solved.out);
    let harder = run(&[&family[..], &["86-200"]].concat(), "");
    assert_eq!(harder.code, 2);
    assert!(harder.err.contains("to 85 moves"), "{}", harder.err);
    let rising = run(&[&family[..family.len() - 1], &["--ramp", "3-80", "-n", "4"]].concat(), "");
    assert_eq!((rising.code, rising.out.matches("# expect").count()), (0, 4), "{}", rising.err);
    // Fewer starts than are compared for a felt difficulty: those are compared.
    let tiny = "generate --board 2x4 --shapes 1:6 --main 1 --ramp difficulty:1-2 --moves 8-100";
    let felt = run(&tiny.split(' ').collect::<Vec<_>>(), "");
    assert_eq!((felt.code, felt.out.matches("# expect: 2 8").count()), (0, 1), "{}", felt.err);
}

#[test]
fn why_reports_what_matters() {
    // A wall in the way, a piece that need not move, and one locked to its row.
    let puzzle = "3 x 3\n1 = 1\n2 = 1\n3 = 1 h\n10x020003\n??x?????1\n";
    let text = run(&["why", "--style", "0", "-"], puzzle).out;
    assert!(text.contains("row 1, column 3"), "{text}");
    assert!(text.contains("of its axis"), "{text}");
    // Together they take one move, else two.
    let row = "1 x 3\n1 = 1\n2 = 1\n12\n012\n";
    let text = run(&["why", "--style", "3", "-"], row).out;
    assert!(text.contains("moves if these do not move together\n1 and 2  "), "{text}");
    assert!(text.contains(" 2*\n* every shortest solution moves such pieces together"), "{text}");
    let reported = run(&["why", "--style", "3", "--format", "json", "-"], row).json().remove(0);
    let superpiece = &reported["superpieces"][0];
    assert_eq!(superpiece["kinds"], serde_json::json!(["1", "2"]));
    assert_eq!(superpiece["without"]["moves"], 2);
    assert_eq!((&superpiece["before"], &superpiece["distance"]), (&"12".into(), &0.into()));
    assert_eq!(
        (superpiece["pieces"].as_array().unwrap().len(), reported["moves"].as_u64()),
        (2, Some(1))
    );

    let none = run(&["why", "-"], HOPELESS);
    assert_eq!(none.code, 1);
    assert!(none.out.contains("no solution"), "{}", none.out);
}
