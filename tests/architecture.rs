//! What `docs/internals/architecture.md` says of the house, against the house: the rooms and who may go into
//! which, the dependencies, and where there is `unsafe` code. And the files that any page of the
//! documentation names have to be there.
//!
//! The sources are read as text: whatever stands behind `crate::` outside of comments names a
//! room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use sliding::report::schema;

/// The page with the tables.
const MAP: &str = "docs/internals/architecture.md";

/// The place of a file or folder of the project.
fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
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

/// All files below a folder with one of these endings, by their paths in it with `/`.
fn files(folder: &str, endings: &[&str]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(at(folder)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let path = format!("{folder}/{name}");
        if at(&path).is_dir() {
            let below = files(&path, endings).into_iter();
            found.extend(below.map(|(file, text)| (format!("{name}/{file}"), text)));
        } else if name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending)) {
            found.insert(name, read(&path));
        }
    }
    found
}

/// The sources without comments. A `//` in a string would be taken for one, which does no harm here.
fn sources() -> BTreeMap<String, String> {
    let code = |text: String| {
        text.lines().map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n").collect()
    };
    files("src", &["rs"]).into_iter().map(|(file, text)| (file, code(text))).collect()
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

/// The room of a file: the folder at the top, or the one below it where that is a room of its own.
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
    for (file, code) in sources() {
        assert!(!code.contains("super::super"), "src/{file} reaches too far");
        assert!(!code.contains("#[cfg(test)]"), "src/{file} has tests that are never compiled");
        if ["lib.rs", "testing.rs"].contains(&&*file) {
            continue;
        }
        let room = room_of(&file, &rooms);
        let allowed = rooms.get(&room).unwrap_or_else(|| panic!("{room} is no room in {MAP}"));
        // It is about graphs alone, and uses nothing else at all.
        let is_standalone = file == "knuth/moves/ideals.rs";
        for name in rooms_in(&code, &rooms) {
            let may = name == room || allowed.contains(&name);
            assert!(may && !is_standalone, "src/{file} uses crate::{name}");
            used.insert((room.clone(), name));
        }
        let is_binary = ["main", "cli"].contains(&&*room);
        assert!(is_binary || names_behind("sliding", &code).is_empty(), "src/{file}");
        // In a room's first file, `super` is outside.
        let is_first = [format!("{room}.rs"), format!("{room}/mod.rs")].contains(&file);
        let is_inside = !is_first && !is_standalone;
        assert!(is_inside || names_behind("super", &code).is_empty(), "src/{file} uses super");
    }
    // What may be used and is not would make the map less true every year.
    for (room, allowed) in rooms.iter().filter(|(room, _)| *room != "main") {
        let is_there = ["", ".rs"].iter().any(|end| at(&format!("src/{room}{end}")).exists());
        assert!(is_there, "{MAP} has a room {room}, and there is none");
        // The program uses the library from outside.
        for name in allowed {
            let is_used = used.contains(&(room.clone(), name.clone()));
            assert!(is_used, "{MAP} lets {room} use {name}, which it does not");
        }
    }
}

/// Whoever doubts the searches has to be able to read all that a proof depends on: the checker uses what a
/// puzzle is and the sharing out of work, limits, sets and the hash, and no other code.
#[test]
fn the_checker_of_proofs_uses_nothing_of_the_engines() {
    let mut count = 0;
    for (file, code) in sources().into_iter().filter(|(file, _)| file.starts_with("check/proof/")) {
        count += 1;
        for (path, allowed) in [
            ("crate", &["engine", "puzzle"][..]),
            ("crate::engine", &["host", "query"]),
            ("crate::engine::query", &["Budget", "Stopped"]),
            ("crate::engine::host", &["map", "threads"]),
            ("host", &["map", "threads"]),
        ] {
            for name in names_behind(path, &code) {
                assert!(allowed.contains(&&*name), "src/{file} uses {path}::{name}");
            }
        }
        // What stands beside the folder is the replaying of solutions, of which it uses nothing either.
        let is_first = file == "check/proof/mod.rs";
        assert!(!is_first || names_behind("super", &code).is_empty(), "src/{file} uses super");
        let used = code.lines().filter_map(|line| line.trim().strip_prefix("use "));
        let known = ["ahash", "blake3", "crate", "host", "map", "puzzle", "self", "std", "super"];
        for path in used.filter_map(|path| path.split([':', ';']).next()) {
            assert!(known.contains(&path), "src/{file} uses {path}");
        }
    }
    assert!(count > 5);
}

#[test]
fn unsafe_code_is_only_in_listed_files() {
    // Not the name of a lint or of a policy for pages.
    let found = sources().into_iter().filter(|(_, code)| code.contains("unsafe "));
    let found: BTreeSet<_> = found.map(|(file, _)| file).collect();
    let rows = table(["place", "what", "why"]);
    let reported: BTreeSet<_> = rows.iter().flat_map(|[place, ..]| quoted(place)).collect();
    assert_eq!(reported, found, "the places in {MAP}, and those in the sources");
}

/// The text of a page without what stands between fences, which is none of ours.
fn prose(text: &str) -> String {
    text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n")
}

/// The pages of the documentation; below `docs` those in folders are not for users.
fn pages() -> BTreeMap<String, String> {
    let others = "CHANGELOG.md CONTRIBUTING.md README.md SECURITY.md bindings/python/GUIDE.md \
                  bindings/python/README.md bindings/web/README.md puzzles/README.md";
    let others = others.split(' ').map(|page| (page.to_owned(), read(page)));
    let docs = files("docs", &["md"]).into_iter();
    docs.map(|(page, text)| (format!("docs/{page}"), text)).chain(others).collect()
}

/// The name under which a heading can be linked to: what web sites make of it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Links lead somewhere, and files and folders in backticks are there: from the root, from `src`, or from the
/// folder of the page.
#[test]
fn documents_name_existing_files() {
    for (page, text) in pages() {
        let folder = at(&page).parent().unwrap().to_owned();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let file = if path.is_empty() { at(&page) } else { folder.join(path) };
            assert!(file.exists(), "{page} has a link to {link}");
            let is_there = |text: String| {
                let mut headings = text.lines().filter_map(|line| line.split_once("# "));
                headings.any(|(_, heading)| anchor(heading) == place)
            };
            let leads = place.is_empty() || is_there(prose(&fs::read_to_string(file).unwrap()));
            assert!(leads, "{page} has a link to {link}");
        }
        let names = prose(&text).lines().flat_map(quoted).collect::<Vec<_>>();
        for name in names.iter().filter(|name| name.ends_with(".rs") || name.ends_with('/')) {
            let places = [at(name), at("src").join(name), folder.join(name)];
            assert!(places.iter().any(|place| place.exists()), "{page} names {name}");
        }
    }
}

/// The pages for users are few, short and plain: ten pages of 15,000 words, and a README of 1,000.
#[test]
fn pages_for_users_are_short_and_plain() {
    let odd =
        ["whoever", "somebody", "nobody", "told", "tells", "hang on", "hangs on", "by chance"];
    let (mut count, mut all) = (0, 0);
    for (page, text) in pages() {
        let is_of_docs = page.starts_with("docs/") && page.matches('/').count() == 1;
        if is_of_docs || ["README.md", "CONTRIBUTING.md", "SECURITY.md"].contains(&&*page) {
            let words = text.split_whitespace().count();
            (count, all) = if is_of_docs { (count + 1, all + words) } else { (count, all) };
            assert!(page != "README.md" || words <= 1000, "README.md has {words} words");
            let plain = prose(&text).to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
            for word in odd {
                assert!(!format!(" {plain} ").contains(&format!(" {word} ")), "{page} says {word}");
            }
        }
    }
    assert!(count <= 10 && all <= 15_000, "{count} pages of {all} words");
}

/// `CITATION.cff` names the version that is there.
#[test]
fn the_citation_is_of_this_version() {
    let version = format!("version: {}", env!("CARGO_PKG_VERSION"));
    assert!(read("CITATION.cff").lines().any(|line| line == version), "{version}");
}

/// A longer file is too long to be read at one go.
#[test]
fn files_are_short() {
    for folder in ["src", "tests", "benches"] {
        for (file, text) in files(folder, &["rs", "js", "css", "html"]) {
            let lines = text.lines().count();
            assert!(lines <= 600, "{folder}/{file} has {lines} lines");
        }
    }
}

/// Whatever names a schema takes it from the table, so that none is missing there. Names differ, and have a
/// version.
#[test]
fn schemas_are_in_the_table() {
    let is_name = |text: &&str| {
        let version = text.strip_prefix("sliding/").and_then(|rest| rest.split_once('/'));
        version.is_some_and(|(_, version)| version.parse::<u32>().is_ok())
    };
    for (file, code) in sources() {
        let names = code.split('"').any(|text| is_name(&text));
        assert_eq!(names, file == "report/schema.rs", "src/{file} names a schema");
    }
    let names: BTreeSet<&str> = schema::ALL.iter().map(|schema| schema.name()).collect();
    assert_eq!(names.len(), schema::ALL.len());
    assert!(names.iter().all(is_name), "{names:?}");
}
