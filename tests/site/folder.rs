//! A site in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A site, which goes when this goes.
pub struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    /// Lets the program write a site of these puzzles, or of all that it brings along.
    pub fn write(puzzles: &[&str]) -> Folder {
        let folder = tempfile::tempdir().expect("a folder");
        let run = Command::new(env!("CARGO_BIN_EXE_sliding"))
            .arg("site")
            .arg(folder.path())
            .args(puzzles)
            .output()
            .expect("the program runs");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        Folder { folder }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The address of a page on disk, with what stands behind it.
    pub fn page(&self, page: &str) -> String {
        format!("file://{}/{page}", self.path().display())
    }

    /// The bytes of all files together.
    pub fn bytes(&self) -> u64 {
        files(self.path()).iter().map(|file| fs::metadata(file).expect("a file").len()).sum()
    }
}

/// All files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(Result::unwrap) {
        match entry.path().is_dir() {
            true => found.extend(files(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}
