//! The rooms of the library, and who may go into which. `docs/ARCHITECTURE.md` has the map.
//!
//! The sources are read as text: whatever stands behind `crate::` outside of comments names a
//! room.

use std::fs;
use std::path::{Path, PathBuf};

/// A file with more lines is too long to be read at one go.
const MAX_LINES: usize = 600;

/// Each room, and the rooms that it may use besides itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("puzzle", &[]),
    ("notation", &["puzzle"]),
    ("host", &[]),
    ("store", &["host"]),
    ("board", &["puzzle"]),
    ("moves", &["board", "knuth", "puzzle"]),
    ("rank", &["board", "knuth", "puzzle"]),
    ("search", &["host", "board", "moves", "rank", "store", "knuth", "puzzle"]),
    ("analyse", &["host", "search", "board", "moves", "rank", "puzzle"]),
    ("knuth", &["host", "moves", "store", "search", "puzzle"]),
    ("tiles", &["host", "store", "puzzle"]),
    ("check", &["puzzle"]),
    ("game", &["puzzle"]),
    ("advice", &["puzzle"]),
    ("report", &["puzzle", "notation", "search", "analyse", "advice"]),
    // The binary is a crate of its own, and has the library's public face as `sliding`.
    ("cli", &[]),
    ("main", &["cli"]),
];

/// Files that may use nothing else at all.
const HERMITS: &[&str] = &["knuth/moves/ideals.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// All `.rs` files below a folder, and their paths in it with `/`.
fn sources(folder: &str) -> Vec<(String, String)> {
    files(folder, &["rs"])
}

/// All files below a folder with one of these endings, and their paths in it with `/`.
fn files(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if endings.iter().any(|&ending| path.extension().is_some_and(|e| e == ending)) {
            let below = path.strip_prefix(root().join(folder)).unwrap();
            let parts: Vec<_> = below.iter().map(|part| part.to_str().unwrap()).collect();
            found.push((parts.join("/"), fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// The text without comments. A `//` in a string would be taken for one, which does no harm here.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names that stand directly behind `path::` in some code, those in braces included.
fn names_behind(path: &str, code: &str) -> Vec<String> {
    let path = format!("{path}::");
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut names = Vec::new();
    for (at, _) in code.match_indices(&path) {
        if code[..at].ends_with(|c: char| is_word(c) || c == ':') {
            continue;
        }
        let rest = &code[at + path.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.push(rest.chars().take_while(|&c| is_word(c)).collect());
            continue;
        };
        let mut depth = 1;
        let mut name = String::new();
        for c in group.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 || depth == 1 && c == ',' {
                names.push(name.trim().split("::").next().unwrap().to_owned());
                name.clear();
            } else {
                name.push(c);
            }
            if depth == 0 {
                break;
            }
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn names_are_found_in_code() {
    let text =
        "use crate::a::{b, c};\nuse crate::{d, e::{f, g}, h,\n};\n// crate::no\nx(crate::i::j)";
    assert_eq!(names_behind("crate", &code(text)), ["a", "d", "e", "h", "i"]);
}

#[test]
fn rooms_use_only_the_rooms_they_may() {
    for (file, text) in sources("src") {
        if file == "lib.rs" {
            continue;
        }
        let room = file.split('/').next().unwrap().trim_end_matches(".rs");
        let known = ROOMS.iter().find(|&&(name, _)| name == room);
        let (_, allowed) = known.unwrap_or_else(|| panic!("{room} is no room in {}", file!()));
        let code = code(&text);
        for name in names_behind("crate", &code) {
            let is_hermit = HERMITS.contains(&file.as_str());
            let may = name == room || allowed.contains(&name.as_str());
            assert!(may && !is_hermit, "src/{file} uses crate::{name}");
        }
        let is_binary = ["main", "cli"].contains(&room);
        assert!(is_binary || names_behind("sliding", &code).is_empty(), "src/{file}");
        assert!(!code.contains("super::super"), "src/{file} reaches too far");
        // In a room's first file, `super` is outside, except for a module in that same file.
        if file == format!("{room}.rs") || file == format!("{room}/mod.rs") {
            let own = code.split("#[cfg(test)]").next().unwrap();
            assert!(names_behind("super", own).is_empty(), "src/{file} uses super");
        }
    }
}

/// Hermits may not go round through their parent either.
#[test]
fn hermits_use_nothing() {
    for (file, text) in sources("src").iter().filter(|(file, _)| HERMITS.contains(&file.as_str())) {
        let code = code(text);
        let own = code.split("#[cfg(test)]").next().unwrap();
        assert!(names_behind("super", own).is_empty(), "src/{file} uses super");
    }
}

#[test]
fn files_are_short() {
    for folder in ["src", "tests", "benches"] {
        for (file, text) in files(folder, &["rs", "js", "css", "html"]) {
            let lines = text.lines().count();
            assert!(lines <= MAX_LINES, "{folder}/{file} has {lines} lines");
        }
    }
}

/// Whatever names a schema takes it from the table, so that none is missing there.
#[test]
fn schemas_stand_in_their_table() {
    let named = |text: &str| {
        let names = text.match_indices("\"sliding/").map(|(at, _)| &text[at + 1..]);
        names
            .filter(|name| {
                let name = name.split('"').next().unwrap();
                name.rsplit('/').next().is_some_and(|version| version.parse::<u32>().is_ok())
            })
            .count()
    };
    for (file, text) in sources("src") {
        let is_table = file == "report/schema.rs";
        assert_eq!(named(&code(&text)) > 0, is_table, "src/{file} names a schema");
    }
}
