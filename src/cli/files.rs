//! The puzzle files below folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Verdict, complain};

/// Returns all files `*.txt` below the folders, sorted within each; a path that is not a folder is
/// used as a file. A folder that cannot be read is reported on standard error, and makes the
/// verdict worse.
pub fn below(folders: &[PathBuf], verdict: &mut Verdict) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in folders {
        if !folder.is_dir() {
            files.push(folder.clone());
            continue;
        }
        let mut found = Vec::new();
        let mut open = vec![folder.clone()];
        while let Some(folder) = open.pop() {
            if let Err(error) = list(&folder, &mut open, &mut found) {
                complain(&format!("cannot read {}: {error}", folder.display()));
                *verdict = Verdict::BadInput;
            }
        }
        found.sort();
        files.extend(found);
    }
    files
}

/// Sorts the entries of a folder into more folders and puzzle files. Links to folders are not
/// followed, as they might form a cycle.
fn list(folder: &Path, folders: &mut Vec<PathBuf>, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            folders.push(path);
        } else if path.extension().is_some_and(|ending| ending == "txt") && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
