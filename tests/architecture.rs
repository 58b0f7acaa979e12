//! What `docs/internals/architecture.md` says of the house, against the house: the rooms and who may go into
//! which, the dependencies, and where there is `unsafe` code. And the files that any page of the
//! documentation names have to be there.
//!
//! The sources are read as text: whatever stands behind `crate::` outside of comments names a
//! room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The page with the tables.
const MAP: &str = "docs/internals/architecture.md";

/// A file with more lines is too long to be read at one go.
const MAX_LINES: usize = 600;

/// Files that may use nothing else at all.
const STANDALONE: &[&str] = &["knuth/moves/ideals.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The rows of the table in [`MAP`] that has these columns.
fn table<const COLUMNS: usize>(columns: [&str; COLUMNS]) -> Vec<[String; COLUMNS]> {
    let cells = |line: &str| -> Option<[String; COLUMNS]> {
        let cells = line.trim().strip_prefix('|')?.strip_suffix('|')?.split('|');
        cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>().try_into().ok()
    };
    let text = read(MAP);
    let mut lines = text.lines().skip_while(|&line| cells(line).is_none_or(|row| row != columns));
    assert!(lines.next().is_some(), "{MAP} has no table of {columns:?}");
    lines.skip(1).map_while(cells).collect()
}

/// The names in backticks.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Each room, and the rooms that it may use besides itself.
fn rooms() -> BTreeMap<String, Vec<String>> {
    let rows = table(["room", "what is in it", "may use"]);
    let count = rows.len();
    let rooms: BTreeMap<_, _> =
        rows.into_iter().map(|[room, _, uses]| (quoted(&room).remove(0), quoted(&uses))).collect();
    assert_eq!(rooms.len(), count, "a room has two rows");
    rooms
}

/// The room of a file: the folder at the top, or the one below it where that is a room of its own.
fn room_of(file: &str, rooms: &BTreeMap<String, Vec<String>>) -> String {
    let parts: Vec<_> = file.trim_end_matches(".rs").split('/').collect();
    let inner = parts[..parts.len().min(2)].join("/");
    if rooms.contains_key(&inner) { inner } else { parts[0].to_owned() }
}

/// The rooms that some code names.
fn rooms_in(code: &str, rooms: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let is_parted = |room: &str| rooms.keys().any(|key| key.starts_with(&format!("{room}/")));
    let (parted, mut named): (Vec<_>, Vec<_>) =
        names_behind("crate", code).into_iter().partition(|room| is_parted(room));
    for room in parted.into_iter().collect::<BTreeSet<_>>() {
        for inner in names_behind(&format!("crate::{room}"), code) {
            named.push(room_of(&format!("{room}/{inner}"), rooms));
        }
    }
    named
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

/// Whether a file is compiled for tests alone, by what the first file of its folder says. Such files
/// may use whatever they like.
fn is_test(file: &str, sources: &[(String, String)]) -> bool {
    let Some((folder, name)) = file.rsplit_once('/') else { return false };
    let declared = format!("#[cfg(test)]\nmod {};", name.trim_end_matches(".rs"));
    let first = sources.iter().find(|(file, _)| *file == format!("{folder}/mod.rs"));
    first.is_some_and(|(_, text)| code(text).contains(&declared))
}

#[test]
fn modules_use_only_allowed_modules() {
    let rooms = rooms();
    let sources = sources("src");
    let mut used = BTreeSet::new();
    for (file, text) in &sources {
        if file == "lib.rs" || is_test(file, &sources) {
            continue;
        }
        let room = &*room_of(file, &rooms);
        let allowed = rooms.get(room).unwrap_or_else(|| panic!("{room} is no room in {MAP}"));
        let code = code(text);
        for name in rooms_in(&code, &rooms) {
            let is_standalone = STANDALONE.contains(&file.as_str());
            let may = name == room || allowed.contains(&name);
            assert!(may && !is_standalone, "src/{file} uses crate::{name}");
            used.insert((room.to_owned(), name));
        }
        let is_binary = ["main", "cli"].contains(&room);
        assert!(is_binary || names_behind("sliding", &code).is_empty(), "src/{file}");
        assert!(!code.contains("super::super"), "src/{file} reaches too far");
        // In a room's first file, `super` is outside, except for a module in that same file.
        if *file == format!("{room}.rs") || *file == format!("{room}/mod.rs") {
            let own = code.split("#[cfg(test)]").next().unwrap();
            assert!(names_behind("super", own).is_empty(), "src/{file} uses super");
        }
    }
    // What may be used and is not would make the map less true every year.
    for (room, allowed) in rooms.iter().filter(|(room, _)| *room != "main") {
        let is_there =
            ["", ".rs"].iter().any(|end| root().join(format!("src/{room}{end}")).exists());
        assert!(is_there, "{MAP} has a room {room}, and there is none");
        for name in allowed {
            let is_used = used.contains(&(room.clone(), name.clone()));
            assert!(is_used, "{MAP} lets {room} use {name}, which it does not");
        }
    }
}

/// Whoever doubts the searches has to be able to read all that a proof hangs on: the checker uses what a puzzle
/// is and the sharing out of work, sets and the hash, and no other code.
#[test]
fn the_checker_of_proofs_uses_nothing_of_the_engines() {
    let rooms = rooms();
    let allowed = ["ahash", "blake3", "crate", "host", "map", "puzzle", "self", "std", "super"];
    let files: Vec<_> =
        sources("src").into_iter().filter(|(file, _)| file.starts_with("check/proof/")).collect();
    assert!(files.len() > 5);
    for (file, text) in files {
        let code = code(&text);
        for name in rooms_in(&code, &rooms) {
            let allowed = ["engine/host", "engine/query", "puzzle"];
            assert!(allowed.contains(&name.as_str()), "src/{file} uses {name}");
        }
        // Limits end a check: all else that is asked of a search is none of its business.
        for name in names_behind("crate::engine::query", &code) {
            assert!(
                ["Budget", "Stopped"].contains(&name.as_str()),
                "src/{file} uses query::{name}"
            );
        }
        for name in
            names_behind("crate::engine::host", &code).iter().chain(&names_behind("host", &code))
        {
            assert!(["map", "threads"].contains(&name.as_str()), "src/{file} uses host::{name}");
        }
        // What stands beside the folder is the replaying of solutions, of which it uses nothing either.
        let is_first = file == "check/proof/mod.rs";
        assert!(!is_first || names_behind("super", &code).is_empty(), "src/{file} uses super");
        let used = code.lines().filter_map(|line| line.trim().strip_prefix("use "));
        for path in used.filter_map(|path| path.split("::").next()) {
            assert!(allowed.contains(&path.trim_end_matches(';')), "src/{file} uses {path}");
        }
    }
}

/// The crates of a section of `Cargo.toml`, those for some targets alone included.
fn dependencies(section: &str) -> BTreeSet<String> {
    let (own, of_target) = (format!("[{section}]"), format!(".{section}]"));
    let mut is_in = false;
    let mut names = BTreeSet::new();
    for line in read("Cargo.toml").lines() {
        if line.starts_with('[') {
            is_in = line == own || line.starts_with("[target.") && line.ends_with(&of_target);
        } else if let Some((name, _)) =
            line.split_once('=').filter(|_| is_in && !line.starts_with('#'))
        {
            names.insert(name.trim().to_owned());
        }
    }
    names
}

#[test]
fn every_dependency_has_a_reason() {
    let of_program = dependencies("dependencies");
    let of_tests: BTreeSet<_> =
        dependencies("dev-dependencies").difference(&of_program).cloned().collect();
    assert!(of_program.len() > 10 && !of_tests.is_empty());
    let mut wanted: Vec<(String, bool)> =
        of_program.into_iter().map(|name| (name, false)).collect();
    wanted.extend(of_tests.into_iter().map(|name| (name, true)));
    let rows = table(["crate", "for", "why"]);
    let named = |[names, part, _]: [String; 3]| -> Vec<(String, bool)> {
        quoted(&names).into_iter().map(|name| (name, part == "tests")).collect()
    };
    let mut named: Vec<_> = rows.into_iter().flat_map(named).collect();
    wanted.sort();
    named.sort();
    assert_eq!(named, wanted, "the crates in {MAP}, and those in Cargo.toml");
}

#[test]
fn unsafe_code_is_only_in_listed_files() {
    // Not the name of a lint or of a policy for pages.
    let has_unsafe =
        |text: &str| code(text).split("unsafe").skip(1).any(|rest| rest.starts_with(' '));
    let sources = sources("src").into_iter();
    let found: Vec<_> =
        sources.filter(|(_, text)| has_unsafe(text)).map(|(file, _)| file).collect();
    let rows = table(["place", "what", "why"]);
    let mut reported: Vec<_> = rows.iter().flat_map(|[place, ..]| quoted(place)).collect();
    reported.sort();
    assert_eq!(reported, found, "the places in {MAP}, and those in the sources");
}

/// The name under which a heading can be linked to: what web sites make of it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The text of a page without what stands between fences, which is none of ours.
fn prose(text: &str) -> Vec<&str> {
    text.split("\n```").step_by(2).flat_map(str::lines).collect()
}

/// Documents beside those in `docs`.
const PAGES: &[&str] = &[
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "bindings/python/GUIDE.md",
    "bindings/python/README.md",
    "bindings/web/README.md",
    "puzzles/README.md",
];

/// Links lead somewhere, and files and folders in backticks are there: from the root, from `src`, or from the
/// folder of the page.
#[test]
fn documents_name_existing_files() {
    let pages = files("docs", &["md"]).into_iter().map(|(file, _)| format!("docs/{file}"));
    for page in pages.chain(PAGES.iter().map(|&page| page.to_owned())) {
        let text = read(&page);
        let folder = root().join(&page).parent().unwrap().to_owned();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let file = if path.is_empty() { root().join(&page) } else { folder.join(path) };
            assert!(file.exists(), "{page} has a link to {link}");
            if !place.is_empty() {
                let other = fs::read_to_string(file).unwrap();
                let mut headings = prose(&other).into_iter().filter_map(|l| l.split_once("# "));
                let is_there = headings.any(|(_, heading)| anchor(heading) == place);
                assert!(is_there, "{page} has a link to {link}");
            }
        }
        let names = prose(&text).into_iter().flat_map(quoted);
        for name in names.filter(|name| name.ends_with(".rs") || name.ends_with('/')) {
            let is_there = [root(), root().join("src"), folder.clone()]
                .iter()
                .any(|place| place.join(&name).exists());
            assert!(is_there, "{page} names {name}");
        }
    }
}

/// The pages for users are few and short: ten pages of 15,000 words, and a README of 1,000.
#[test]
fn pages_for_users_are_short() {
    let words = |text: &str| text.split_whitespace().count();
    let pages: Vec<_> =
        files("docs", &["md"]).into_iter().filter(|(file, _)| !file.contains('/')).collect();
    let all: usize = pages.iter().map(|(_, text)| words(text)).sum();
    assert!(pages.len() <= 10 && all <= 15_000, "{} pages of {all} words", pages.len());
    let readme = words(&read("README.md"));
    assert!(readme <= 1000, "README.md has {readme} words");
}

/// Words that pages for users do not need: there are plain ones.
const ODD_WORDS: &[&str] =
    &["whoever", "somebody", "nobody", "told", "tells", "hang on", "hangs on", "by chance"];

#[test]
fn pages_for_users_use_plain_words() {
    let pages = files("docs", &["md"]).into_iter().filter(|(file, _)| !file.contains('/'));
    let pages = pages.map(|(file, text)| (format!("docs/{file}"), text));
    let others =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(|file| (file.to_owned(), read(file)));
    for (page, text) in pages.chain(others) {
        let text = prose(&text).join(" ").to_lowercase();
        let text = format!(" {} ", text.replace(|c: char| !c.is_alphanumeric(), " "));
        for word in ODD_WORDS {
            assert!(!text.contains(&format!(" {word} ")), "{page} says {word}");
        }
    }
}

/// `CITATION.cff` names the version that is there.
#[test]
fn the_citation_is_of_this_version() {
    let version = format!("version: {}", env!("CARGO_PKG_VERSION"));
    assert!(read("CITATION.cff").lines().any(|line| line == version), "{version}");
}

/// Standalone modules may not use others through their parent either.
#[test]
fn standalone_modules_use_no_other_modules() {
    for (file, text) in
        sources("src").iter().filter(|(file, _)| STANDALONE.contains(&file.as_str()))
    {
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
fn schemas_are_in_the_table() {
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
