//! What `docs/internals/architecture.md` says of the house, against the house: the rooms and who may go into
//! which. What `grep` can check stands in `.ci/documents`.
//!
//! The sources are read as text: whatever stands behind `crate::` outside of comments names a
//! room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The page with the tables.
const MAP: &str = "docs/internals/architecture.md";

/// The place of a file or folder of the project.
fn at(path: &str) -> PathBuf {
    Path::new(crate::ROOT).join(path)
}

fn read(file: &str) -> String {
    fs::read_to_string(at(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The rows of the table in [`MAP`] that has these columns.
pub fn table<const COLUMNS: usize>(columns: [&str; COLUMNS]) -> Vec<[String; COLUMNS]> {
    let cells = |line: &str| -> Option<[String; COLUMNS]> {
        let cells = line.strip_prefix('|')?.strip_suffix('|')?.split('|');
        cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>().try_into().ok()
    };
    let text = read(MAP);
    let mut lines = text.lines().skip_while(|&line| cells(line).is_none_or(|row| row != columns));
    assert!(lines.next().is_some(), "{MAP} has no table of {columns:?}");
    lines.skip(1).map_while(cells).collect()
}

/// The names in backticks.
pub fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The sources below a folder without comments, by their paths in `src` with `/`. A `//` in a string would be
/// taken for one, which does no harm here.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(at("src").join(folder)).unwrap() {
        let path = format!("{folder}{}", entry.unwrap().file_name().to_str().unwrap());
        if at("src").join(&path).is_dir() {
            found.extend(sources(&format!("{path}/")));
        } else if path.ends_with(".rs") {
            let text = read(&format!("src/{path}"));
            let code = text.lines().map(|line| line.split("//").next().unwrap_or(""));
            found.insert(path, code.collect::<Vec<_>>().join("\n"));
        }
    }
    found
}

/// The names that stand directly behind `path::` in some code, those in braces included.
fn names_behind(path: &str, code: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let path = format!("{path}::");
    let mut names = Vec::new();
    for (at, _) in code.match_indices(&path) {
        if !code[..at].ends_with(|c: char| is_word(c) || c == ':') {
            let rest = &code[at + path.len()..];
            let group = rest.strip_prefix('{').and_then(|group| group.split('}').next());
            let each = group.map_or(vec![rest], |group| group.split(',').collect());
            let name = |part: &str| part.trim().chars().take_while(|&c| is_word(c)).collect();
            names.extend(each.into_iter().map(name).filter(|name: &String| !name.is_empty()));
        }
    }
    names
}

type Rooms = BTreeMap<String, Vec<String>>;

/// The room of a file: the folder at the top, or the one below it where that is a room, too.
fn room_of(file: &str, rooms: &Rooms) -> String {
    let parts: Vec<_> = file.trim_end_matches(".rs").split('/').collect();
    let inner = parts[..parts.len().min(2)].join("/");
    if rooms.contains_key(&inner) { inner } else { parts[0].to_owned() }
}

/// The rooms that some code names.
fn rooms_in(code: &str, rooms: &Rooms) -> BTreeSet<String> {
    let inner = |name: String| {
        let is_parted = rooms.keys().any(|key| key.starts_with(&format!("{name}/")));
        let below = names_behind(&format!("crate::{name}"), code).into_iter();
        let below = below.map(|inner| room_of(&format!("{name}/{inner}"), rooms)).collect();
        if is_parted { below } else { BTreeSet::from([name]) }
    };
    names_behind("crate", code).into_iter().flat_map(inner).collect()
}

#[test]
fn modules_use_only_allowed_modules() {
    let rows = table(["room", "what is in it", "may use"]).into_iter();
    let rooms: Vec<_> =
        rows.map(|[room, _, uses]| (quoted(&room).remove(0), quoted(&uses))).collect();
    let count = rooms.len();
    let rooms: Rooms = rooms.into_iter().collect();
    assert_eq!(rooms.len(), count, "a room has two rows");
    let mut used = BTreeSet::new();
    for (file, code) in sources("") {
        assert!(!code.contains("super::super"), "src/{file} reaches too far");
        assert!(!code.contains("#[cfg(test)]"), "src/{file} has tests that are never compiled");
        // The program is another package, and sees what is public.
        if ["lib.rs", "testing.rs"].contains(&&*file) || file.starts_with("cli/") {
            continue;
        }
        let room = room_of(&file, &rooms);
        let allowed = rooms.get(&room).unwrap_or_else(|| panic!("{room} is no room in {MAP}"));
        // It is about graphs alone, and uses nothing else at all.
        let is_standalone = file == "knuth/ideals.rs";
        for name in rooms_in(&code, &rooms) {
            let may = name == room || allowed.contains(&name);
            assert!(may && !is_standalone, "src/{file} uses crate::{name}");
            used.insert((room.clone(), name));
        }
        assert!(names_behind("sliding", &code).is_empty(), "src/{file}");
        // In a room's first file, `super` is outside.
        let is_first = [format!("{room}.rs"), format!("{room}/mod.rs")].contains(&file);
        let is_inside = !is_first && !is_standalone;
        assert!(is_inside || names_behind("super", &code).is_empty(), "src/{file} uses super");
    }
    // What may be used and is not would make the map less true every year.
    for (room, allowed) in &rooms {
        let is_there = ["", ".rs"].iter().any(|end| at(&format!("src/{room}{end}")).exists());
        assert!(is_there, "{MAP} has a room {room}, and there is none");
        for name in allowed {
            let is_used = used.contains(&(room.clone(), name.clone()));
            assert!(is_used, "{MAP} lets {room} use {name}, which it does not");
        }
    }
}
