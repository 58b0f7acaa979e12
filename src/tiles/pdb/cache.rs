//! Databases in files.
//!
//! A file has a line of 64 bytes and then the database. The line has the version of the format, the
//! pattern as in the file's name, blanks, and the CRC-32 of the database in hexadecimal digits:
//!
//! ```text
//! sliding-pdb 3 4x4-blank0-1.2.3.4.5.6.7                 3f2a91c0
//! ```
//!
//! The database has a row for each order of the tiles, with half a byte for each set of cells, or for
//! each region of the blank of each set (`places.rs`). For slides it has half a byte for each line of
//! the blank and each set of places.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::Pattern;
use crate::engine::host::{PartialFile, sweep};
use crate::tiles::Metric;

/// The file type, and the version of the format. Increase it when entries get other places.
const LABEL: &str = "sliding-pdb 3";
/// Bytes of the first line, and those of them before the checksum.
const HEAD: usize = 64;
const NAMED: usize = 55;
/// The extension of the files.
const ENDING: &str = ".pdb";

/// Why a file is rejected that can be read.
const FOREIGN: &str = "it is another kind of file, or of another version";
const DAMAGED: &str = "it is damaged";

/// A folder with databases.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Creates a cache in a folder, which is created when needed.
    pub fn new(folder: &Path) -> Cache {
        Cache { folder: folder.to_owned() }
    }

    /// Returns the file of a pattern's database: `4x4-blank0-1.2.3.4.5.6.7.pdb`, and for slides
    /// `4x4-slides3-0.1.2.3.4.5.pdb`.
    pub fn file(&self, pattern: &Pattern) -> PathBuf {
        self.folder.join(name(pattern) + ENDING)
    }

    /// Whether there is a file for a pattern's database, valid or not.
    pub fn has(&self, pattern: &Pattern) -> bool {
        self.file(pattern).is_file()
    }

    /// Reads the bytes of a pattern's database from its file, and verifies its checksum.
    ///
    /// The file is read, not mapped: another process might change or truncate it any time. Also,
    /// pages of a file are small, and a search among large ones is 1.5 times as fast.
    pub(super) fn read(&self, pattern: &Pattern, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = File::open(self.file(pattern))?;
        let mut found = Vec::new();
        Read::by_ref(&mut file).take(HEAD as u64).read_to_end(&mut found)?;
        if !found.starts_with(&head(pattern, 0).as_bytes()[..NAMED]) {
            return Err(io::Error::other(FOREIGN));
        }
        let is_whole = file.metadata()?.len() == (HEAD + bytes.len()) as u64;
        if is_whole {
            file.read_exact(bytes)?;
        }
        if !is_whole || found != head(pattern, crc32fast::hash(bytes)).as_bytes() {
            return Err(io::Error::other(DAMAGED));
        }
        Ok(())
    }

    /// Writes the bytes of a pattern's database to a temporary file beside its own, and renames that.
    pub(super) fn write(&self, pattern: &Pattern, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = PartialFile::of(&self.file(pattern))?;
        file.write_all(head(pattern, crc32fast::hash(bytes)).as_bytes())?;
        file.write_all(bytes)?;
        file.finish()
    }

    /// Removes the temporary files of killed processes.
    pub(crate) fn sweep(&self) {
        sweep(&self.folder, ENDING);
    }
}

/// Returns the name of a pattern.
fn name(pattern: &Pattern) -> String {
    let homes: Vec<String> = pattern.homes.iter().map(u8::to_string).collect();
    let (rows, cols) = (pattern.size.rows, pattern.size.cols);
    let word = match pattern.metric {
        Metric::Steps => "blank",
        Metric::Slides => "slides",
    };
    format!("{rows}x{cols}-{word}{}-{}", pattern.blank, homes.join("."))
}

/// Returns the first line of a file.
fn head(pattern: &Pattern, checksum: u32) -> String {
    let named = format!("{LABEL} {}", name(pattern));
    format!("{named:NAMED$}{checksum:08x}\n")
}
