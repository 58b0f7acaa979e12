use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use super::{KLOTSKI, command, folder, path, run};

#[test]
fn help_fits_the_screen() {
    let help = run(&["--help"], "");
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    assert!(help.out.lines().count() <= 50, "{}", help.out);
    for word in ["Solve:", "check", "test", "STYLE [VERBOSITY]", "sliding solve @klotski"] {
        assert!(help.out.contains(word), "{word}");
    }
    let commands = help.out.lines().take_while(|line| !line.contains("--help"));
    let commands = commands.filter_map(|line| line.strip_prefix("  "));
    let commands = commands.filter(|line| !line.starts_with(' '));
    let commands: Vec<&str> = commands.filter_map(|line| line.split(' ').next()).collect();
    assert!(commands.len() >= 20, "{commands:?}");
    for command in commands.into_iter().filter(|&command| command != "tiles") {
        let more = run(&[command, "--help"], "");
        assert!(more.out.lines().count() <= 90, "{}", more.out);
        assert!(more.out.contains("Examples:\n  sliding "), "{}", more.out);
        for line in help.out.lines().chain(more.out.lines()) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

/// The options that many commands share, and the commands that have them: the others print no
/// colours, or search nothing. `graph` searches on one thread.
#[test]
fn shared_options_have_the_same_help_everywhere() {
    let options = [
        "--color <WHEN> Use colours: auto, always, never [default: auto]",
        "--threads <N> Number of threads [default: all cores]",
        "--progress <FORM> auto (a bar on a terminal), none, or json (one object per line) \
         [default: auto]",
    ];
    let table = [
        ("solve", [true, true, true]),
        ("hint", [false, true, true]),
        ("verify", [false, false, false]),
        ("shorten", [true, true, true]),
        ("prove", [false, true, true]),
        ("check-proof", [false, true, false]),
        ("play", [true, true, false]),
        ("explore", [true, true, true]),
        ("graph", [false, false, true]),
        ("count", [false, true, true]),
        ("why", [false, true, true]),
        ("rate", [false, true, true]),
        ("components", [true, true, true]),
        ("check", [true, false, false]),
        ("draw", [false, false, false]),
        ("convert", [false, false, false]),
        ("generate", [false, true, true]),
        ("improve", [false, true, true]),
        ("hunt", [true, true, true]),
        ("puzzles", [false, false, false]),
        ("site", [false, true, true]),
        ("test", [false, true, true]),
        ("tiles solve", [false, true, true]),
        ("tiles build", [false, true, true]),
    ];
    for (command, has) in table {
        let arguments: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = run(&arguments, "").out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(options.map(|option| help.contains(option)), has, "{command}");
    }
    let help = run(&["--help"], "").out;
    let listed = help.lines().take_while(|line| !line.contains("--help"));
    for line in listed.filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
        let name = line.split_whitespace().next();
        let is_known = table.iter().any(|(command, _)| command.split(' ').next() == name);
        assert!(is_known, "not in the table: {line}");
    }
}

#[test]
fn bad_usage_is_code_2() {
    for arguments in [
        &[][..],
        &["6"],
        &["-1"],
        &["klotski.txt"],
        &["2", "klotski.txt"],
        &["2", "--memory", "much"],
        &["2", "--ring-words", "1000"],
        &["2", "--ring-words", "1024", "--memory", "1MB"],
        &["2", "--threads", "2"],
        &["--max-moves", "2"],
        &["solve"],
        &["solve", "--style", "6", "-"],
        &["solve", "--format", "xml", "-"],
        &["solve", "--time-limit", "soon", "-"],
        &["check"],
        &["explore"],
        &["explore", "--origin", "nowhere", "-"],
        &["count", "--style", "6", "-"],
        &["count", "--threads", "0", "-"],
        &["solve", "--style", "all", "--max-moves", "2", "-"],
        &["components", "--progress", "loud", "-"],
        &["solve", "--engine", "steam", "-"],
        &["hint"],
        &["verify", "-"],
        &["count", "--list", "few", "-"],
        &["solve", "--moves", "--quiet", "-"],
        &["solve", "--moves", "--format", "json", "-"],
        &["completions"],
        &["test"],
        &["test", "--styles", "0,9", "."],
    ] {
        let run = run(arguments, KLOTSKI);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_is_a_command_too() {
    assert_eq!(run(&["help"], "").out, run(&["--help"], "").out);
    let (help, of_solve) = (run(&["help", "solve"], ""), run(&["solve", "--help"], ""));
    assert_eq!((help.code, help.out), (0, of_solve.out));
}

#[test]
fn unreadable_files_are_named() {
    let folder = folder(&[]);
    let (here, missing) = (path(&folder, ""), path(&folder, "missing.txt"));
    for command in ["solve", "check"] {
        let run = run(&[command, &here, &missing], "");
        assert_eq!((run.code, run.out.trim()), (2, ""));
        assert!(run.err.contains(&format!("cannot read {here}: it is a directory")), "{}", run.err);
        assert!(run.err.contains(&format!("cannot read {missing}: ")), "{}", run.err);
        assert!(!run.err.contains("sliding tiles solve"), "{}", run.err);
    }
    let board = run(&["solve", "1 2 3/4 5 6/7 0 8"], "");
    assert!(board.err.trim_end().ends_with("for a board of tiles: sliding tiles solve"));
}

/// Starts the program, reads one line, and closes its output.
fn read_one_line(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, KLOTSKI.as_bytes()).expect("it reads");
    drop(input);
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let mut complaints = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaints).expect("text");
    (child.wait().expect("it ends").code(), line, complaints)
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let (code, line, complaints) = read_one_line(&["0", "1"]);
    assert_eq!((code, line.as_str()), (Some(0), "Starting configuration:\n"));
    assert_eq!(complaints, "");
    let (code, line, complaints) = read_one_line(&["solve", "-"]);
    assert!(line.starts_with("Klotski: solved in 81 moves"), "{line}");
    assert_eq!((code, complaints.as_str()), (Some(0), ""));
}

#[test]
#[cfg(target_os = "linux")]
fn unwritable_output_is_reported() {
    let full = std::fs::File::create("/dev/full").expect("a device that is always full");
    let mut child = command(&["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, KLOTSKI.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(74));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("sliding: cannot write: "));
}
