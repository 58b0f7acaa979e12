//! Names and texts from outside on their way to a terminal: what would steer it stays away. Files and pipes
//! get everything as it is.

use std::fs;
use std::io::Read;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::Value;

use super::{folder, path, run};

/// Clears the screen, by one character and by two; turns the text round; deletes.
const HOSTILE: &str = "a\u{1b}[2J\u{9b}2J\u{202e}\u{2066}\u{61c}\u{7f}b";

fn is_hostile(c: char) -> bool {
    let is_line = matches!(c, '\n' | '\r' | '\t');
    c.is_control() && !is_line || HOSTILE.contains(c) && !c.is_ascii()
}

/// A puzzle with such a title, such facts, and such a name for a piece.
fn puzzle() -> String {
    format!(
        "1 x 3 ({HOSTILE})\n1 = 1\n1\n001\n# name: 1 {HOSTILE}\n# source: {HOSTILE}\n# expect: 2 1 3\n"
    )
}

/// All that the program writes to a terminal without colours.
fn shown(folder: &tempfile::TempDir, arguments: &[&str]) -> String {
    let size = PtySize { rows: 30, cols: 100, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_sliding"));
    command.args(arguments);
    command.cwd(folder.path());
    for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8"), ("NO_COLOR", "1")] {
        command.env(name, value);
    }
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    // The end of a terminal is an error on Linux.
    while let Ok(count @ 1..) = reader.read(&mut part) {
        bytes.extend_from_slice(&part[..count]);
    }
    child.wait().unwrap();
    String::from_utf8(bytes).expect("text")
}

#[test]
#[cfg(unix)]
fn control_characters_do_not_reach_a_terminal() {
    let name = format!("{HOSTILE}.txt");
    let broken = format!("broken{name}");
    let moves = format!("moves{name}");
    let folder = folder(&[
        (&name, &puzzle()),
        (&broken, &format!("1 x 3 ({HOSTILE})\n1 = {HOSTILE}\n1\n001\n")),
        ("drawn.txt", &format!("# title: {HOSTILE}\nstart:\n+---+\n|1{HOSTILE}..|\n+---+\n")),
        (&moves, &format!("1 right {HOSTILE}\n")),
        ("tiles.txt", &format!("2 x 2 ({HOSTILE})\n1 = 1\n2 = 1\n3 = 1\n123\n1203\n")),
        ("boards.txt", &format!("1 2 3 {HOSTILE}\n")),
        ("proof", &format!("sliding-proof 1\n{HOSTILE}\n")),
        ("json.json", &format!("{{\"puzzle\":\"{HOSTILE}")),
    ]);
    let (missing, option) = (format!("no{name}"), format!("--{HOSTILE}"));
    let cases: &[&[&str]] = &[
        &["solve", &name],
        &["solve", &name, "--quiet", "--verbose"],
        &["solve", &name, "--format", "json"],
        &["solve", &name, "--format", "svg"],
        &["solve", &name, "--format", "html"],
        &["solve", &name, "--moves"],
        &["solve", &name, "--moves=rush"],
        &["solve", &name, "-o", "a.jpg"],
        &["solve", &name, "-o", &format!("no/{name}")],
        &["solve", &name, "--start", HOSTILE],
        &["solve", &name, "--style", HOSTILE],
        &["solve", &name, &option],
        &["solve", &name, "--disk", &name],
        &["solve", &missing],
        &["solve", &format!("@{HOSTILE}")],
        &[HOSTILE],
        &["check", &name],
        &["check", &name, "--format", "json"],
        &["check", &broken],
        &["check", &broken, "--format", "json"],
        &["check", "drawn.txt", "json.json", "moves", "boards.txt"],
        &["check", "--as", "sgt", &name],
        &["draw", &name],
        &["draw", &name, "--format", "text"],
        &["explore", &name],
        &["explore", &name, "--format", "csv"],
        &["graph", &name],
        &["graph", &name, "--format", "json"],
        &["graph", &name, "--limit", "1"],
        &["count", &name],
        &["count", "--list", "100", &name],
        &["solve", "--style", "all", &name],
        &["components", &name],
        &["why", &name],
        &["hint", &name],
        &["verify", &name, &moves],
        &["prove", &name, "-o", "-"],
        &["prove", &name, "-o", &format!("proof{HOSTILE}")],
        &["check-proof", &format!("proof{HOSTILE}")],
        &["check-proof", "proof"],
        &["convert", &name, "--to", "sliding"],
        &["convert", &name, "--to", "drawn"],
        &["convert", &name, "--to", "rush"],
        &["convert", &broken, "--to", "sliding"],
        &["tiles", "solve", "tiles.txt", "--cache", "cache"],
        &["tiles", "solve", "tiles.txt", "--cache", "cache", "--format", "csv"],
        &["tiles", "solve", HOSTILE],
        &["tiles", "solve", "--batch", "boards.txt"],
        &["test", "."],
        &["test", &name, &missing],
        &["puzzles", "--show", HOSTILE],
        &["site", &name, &name],
        &["hunt", "--board", "2x2", "--shapes", HOSTILE],
    ];
    let mut failures = Vec::new();
    for arguments in cases {
        let shown = shown(&folder, arguments);
        assert!(!shown.is_empty(), "{arguments:?}");
        // The program's own way to take a line back.
        let shown = shown.replace("\r\u{1b}[K", "");
        let hostile: String = shown.chars().filter(|&c| is_hostile(c)).collect();
        if !hostile.is_empty() {
            failures.push(format!("{arguments:?}: {shown:.600?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn pipes_and_files_get_texts_as_they_are() {
    let folder = folder(&[("puzzle.txt", &puzzle())]);
    let (file, copy) = (path(&folder, "puzzle.txt"), path(&folder, "copy.txt"));
    let converted = run(&["convert", "--to", "sliding", &file], "");
    assert_eq!((converted.code, converted.err.as_str()), (0, ""));
    assert!(converted.out.starts_with(&format!("1 x 3 ({HOSTILE})\n")), "{:?}", converted.out);
    assert_eq!(run(&["convert", "--to", "sliding", "-"], &converted.out).out, converted.out);
    assert_eq!(run(&["draw", "--format", "text", &file, "-o", &copy], "").code, 0);
    let copy = fs::read_to_string(copy).unwrap();
    assert!(copy.starts_with(&format!("# title: {HOSTILE}\n")), "{copy:?}");
}

/// Programs get the text itself; a terminal shows escapes.
#[test]
fn json_escapes_control_characters() {
    let folder = folder(&[("puzzle.txt", &puzzle())]);
    let file = path(&folder, "puzzle.txt");
    for arguments in [
        &["solve"][..],
        &["check"],
        &["explore"],
        &["graph"],
        &["count"],
        &["components"],
        &["hint"],
    ] {
        let report = run(&[arguments, &["--format", "json", &file]].concat(), "");
        assert_eq!(report.code, 0, "{}", report.err);
        let hostile: String = report.out.chars().filter(|&c| is_hostile(c)).collect();
        assert_eq!(hostile, "", "{arguments:?}: {:?}", report.out);
        let object: Value = serde_json::from_str(&report.out).unwrap();
        assert_eq!(object["puzzle"], HOSTILE, "{arguments:?}");
    }
    let page = path(&folder, "page.html");
    assert_eq!(run(&["solve", &file, "-o", &page], "").code, 0);
    let page = fs::read_to_string(page).unwrap();
    assert!(!page.contains(['\u{202e}', '\u{9b}']) && page.contains("\\u202e"));
}
