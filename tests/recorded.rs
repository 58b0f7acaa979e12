//! Files that tests compare with, and write anew when asked to.

use std::fs;
use std::path::Path;

/// The text of a file, given by its path in this project.
///
/// Where the variable `SLIDING_REGENERATE` is set, the file becomes `anew` first.
pub fn text(path: &str, anew: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("SLIDING_REGENERATE").is_some() {
        fs::write(&file, anew).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"))
}
