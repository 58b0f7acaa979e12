//! What `docs/internals/architecture.md` says of the house, against the house: the rooms and who may go into
//! which. What `grep` can check stands in `.ci/documents`.
//!
//! The sources are read as text: whatever stands behind `crate::` outside of comments names a
//! room.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::files;

/// The page with the tables.
const MAP: &str = "docs/internals/architecture.md";

/// The rows of the table in [`MAP`] that has these columns.
pub fn table<const COLUMNS: usize>(columns: [&str; COLUMNS]) -> Vec<[String; COLUMNS]> {
    let cells = |line: &str| -> Option<[String; COLUMNS]> {
        let cells = line.strip_prefix('|')?.strip_suffix('|')?.split('|');
        cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>().try_into().ok()
    };
    let text = files::read(MAP);
    let mut lines = text.lines().skip_while(|&line| cells(line).is_none_or(|row| row != columns));
    assert!(lines.next().is_some(), "{MAP} has no table of {columns:?}");
    lines.skip(1).map_while(cells).collect()
}

/// The names in backticks.
pub fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The sources without comments, by their paths in `src` without the ending. A `//` in a string would be taken for one,
/// which does no harm here.
fn sources() -> BTreeMap<String, String> {
    let mut sources = files::texts("src", ".rs");
    for text in sources.values_mut() {
        let code = text.lines().map(|line| line.split("//").next().unwrap_or(""));
        *text = code.collect::<Vec<_>>().join("\n");
    }
    sources
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
    let parts: Vec<_> = file.split('/').collect();
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
    for (file, code) in sources() {
        assert!(!code.contains("super::super"), "src/{file} reaches too far");
        assert!(!code.contains("#[cfg(test)]"), "src/{file} has tests that are never compiled");
        // The program is another package, and sees what is public.
        if ["lib", "testing"].contains(&&*file) || file.starts_with("cli/") {
            continue;
        }
        let room = room_of(&file, &rooms);
        let allowed = rooms.get(&room).unwrap_or_else(|| panic!("{room} is no room in {MAP}"));
        // It is about graphs alone, and uses nothing else at all.
        let is_standalone = file == "knuth/ideals";
        for name in rooms_in(&code, &rooms) {
            let may = name == room || allowed.contains(&name);
            assert!(may && !is_standalone, "src/{file} uses crate::{name}");
            used.insert((room.clone(), name));
        }
        assert!(names_behind("sliding", &code).is_empty(), "src/{file}");
        // In a room's first file, `super` is outside.
        let is_first = [room.clone(), format!("{room}/mod")].contains(&file);
        let is_inside = !is_first && !is_standalone;
        assert!(is_inside || names_behind("super", &code).is_empty(), "src/{file} uses super");
    }
    // What may be used and is not would make the map less true every year.
    for (room, allowed) in &rooms {
        let at = |end: &str| Path::new(crate::ROOT).join(format!("src/{room}{end}"));
        let is_there = ["", ".rs"].iter().any(|end| at(end).exists());
        assert!(is_there, "{MAP} has a room {room}, and there is none");
        for name in allowed {
            let is_used = used.contains(&(room.clone(), name.clone()));
            assert!(is_used, "{MAP} lets {room} use {name}, which it does not");
        }
    }
}
