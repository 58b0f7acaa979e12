//! Files that tests compare with, and write anew when asked to.

use std::fs;
use std::path::Path;

/// The text of a file, given by its path in this project.
///
/// Where the variable `SLIDING_REGENERATE` is set, the file becomes `anew` first.
pub fn text(path: &str, anew: &str) -> String {
    let file = Path::new(crate::ROOT).join(path);
    if std::env::var_os("SLIDING_REGENERATE").is_some() {
        fs::write(&file, anew).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Holds a page to what it should be. `filter` chooses the tests that write it.
pub fn holds(path: &str, anew: &str, filter: &str) {
    let recorded = text(path, anew);
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
