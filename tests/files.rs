//! Files of this project: tests read them, and write some of them anew when asked to.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns the text of a file.
pub fn read(path: &str) -> String {
    let text = fs::read_to_string(Path::new(crate::ROOT).join(path));
    text.unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the contents of all files in a folder and in its folders, by their paths in it, with `/` on every system.
pub fn below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let inner = below(&entry.path()).into_iter();
            files.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// The same of the texts with an ending in a folder of this project, by their paths without the ending.
pub fn texts(folder: &str, ending: &str) -> BTreeMap<String, String> {
    let files = below(&Path::new(crate::ROOT).join(folder)).into_iter();
    let texts = files.filter_map(|(name, bytes)| {
        Some((name.strip_suffix(ending)?.to_owned(), String::from_utf8(bytes).expect("a text")))
    });
    texts.collect()
}

/// Returns the rows of a table below its head; a line that begins with `#` is a comment.
pub fn rows<const COLUMNS: usize>(table: &str) -> Vec<[&str; COLUMNS]> {
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect(line)).collect()
}

/// Returns the text of a file. Where the variable `SLIDING_REGENERATE` is set, the file becomes `anew` first.
pub fn recorded(path: &str, anew: &str) -> String {
    if std::env::var_os("SLIDING_REGENERATE").is_some() {
        fs::write(Path::new(crate::ROOT).join(path), anew).expect(path);
    }
    read(path)
}

/// Holds a page to what it should be. `filter` chooses the tests that write it.
pub fn holds(path: &str, anew: &str, filter: &str) {
    let recorded = recorded(path, anew);
    // By lines, because a checkout may end them in its own way.
    let wrong =
        anew.lines().zip(1..).find(|&(line, at)| recorded.lines().nth(at - 1) != Some(line));
    let command = format!("to write it: SLIDING_REGENERATE=1 cargo test {filter}");
    assert_eq!(wrong, None, "{path}: the first line that should be another; {command}");
    assert_eq!(
        recorded.lines().count(),
        anew.lines().count(),
        "{path}: lines at its end; {command}"
    );
}
