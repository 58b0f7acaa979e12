//! Databases in files.
//!
//! A file has a header of 64 bytes and then the database. Numbers are little-endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0-7 | `slidpdb` and a line feed; for slides, `slidpsh` and a line feed |
//! | 8-11 | the version of the format: 2 |
//! | 12, 13, 14 | rows, columns, the goal of the blank; for slides, lines, their length, its line |
//! | 15 | number of tiles |
//! | 16-23 | the homes of the tiles, then 255 |
//! | 24-31 | length of the database in bytes |
//! | 32-35 | CRC-32 of the database |
//! | 36-39 | CRC-32 of bytes 0-35 |
//! | 40-63 | 0 |
//!
//! The database has a row for each order of the tiles, with half a byte for each set of cells, or for
//! each region of the blank of each set (`places.rs`). For slides it has half a byte for each line of
//! the blank and each set of places.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::Pattern;
use crate::engine::host::{PartialFile, map, read_at, sweep};
use crate::tiles::Metric;

const STEPS: (&[u8; 8], u32) = (b"slidpdb\n", 2);
const SLIDES: (&[u8; 8], u32) = (b"slidpsh\n", 2);
const HEAD: usize = 64;
/// The extension of the files.
const ENDING: &str = ".pdb";

/// Bytes that are read and checksummed at a time.
const CHUNK: usize = 1 << 20;

/// A folder with databases.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// Why a file is rejected that can be read.
const FOREIGN: &str = "it is another kind of file, or of another version";
const DAMAGED: &str = "it is damaged";

impl Cache {
    /// Creates a cache in a folder, which is created when needed.
    pub fn new(folder: &Path) -> Cache {
        Cache { folder: folder.to_owned() }
    }

    /// Returns the file of a pattern's database: `4x4-blank0-1.2.3.4.5.6.7.pdb`, and for slides
    /// `4x4-slides3-0.1.2.3.4.5.pdb`.
    pub fn file(&self, pattern: &Pattern) -> PathBuf {
        let homes: Vec<String> = pattern.homes.iter().map(u8::to_string).collect();
        let Pattern { rows, cols, blank, .. } = pattern;
        let word = match pattern.metric {
            Metric::Steps => "blank",
            Metric::Slides => "slides",
        };
        self.folder.join(format!("{rows}x{cols}-{word}{blank}-{}{ENDING}", homes.join(".")))
    }

    /// Whether there is a file for a pattern's database, valid or not.
    pub fn has(&self, pattern: &Pattern) -> bool {
        self.file(pattern).is_file()
    }

    /// Reads the bytes of a pattern's database from its file with `threads` threads, and verifies its
    /// checksum.
    ///
    /// The file is read, not mapped: another process might change or truncate it any time. Also,
    /// pages of a file are small, and a search among large ones is 1.5 times as fast.
    pub(super) fn read(
        &self,
        pattern: &Pattern,
        bytes: &mut [u8],
        threads: usize,
    ) -> io::Result<()> {
        let mut file = File::open(self.file(pattern))?;
        let mut head = [0; HEAD];
        file.read_exact(&mut head).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => io::Error::other(FOREIGN),
            _ => error,
        })?;
        let expected = head_of(pattern, bytes.len() as u64, number(&head[32..36]));
        if head != expected {
            return Err(io::Error::other(FOREIGN));
        }
        let is_whole = file.metadata()?.len() == (HEAD + bytes.len()) as u64;
        if !is_whole || read(&file, bytes, threads)? != number(&head[32..36]) {
            return Err(io::Error::other(DAMAGED));
        }
        Ok(())
    }

    /// Writes the bytes of a pattern's database to a temporary file beside its own, and renames that.
    pub(super) fn write(&self, pattern: &Pattern, bytes: &[u8], threads: usize) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = PartialFile::of(&self.file(pattern))?;
        file.write_all(&head_of(pattern, bytes.len() as u64, checksum(bytes, threads)))?;
        file.write_all(bytes)?;
        file.finish()
    }

    /// Removes the temporary files of killed processes.
    pub(crate) fn sweep(&self) {
        sweep(&self.folder, ENDING);
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn head_of(pattern: &Pattern, length: u64, checksum: u32) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    let (label, version) = match pattern.metric {
        Metric::Steps => STEPS,
        Metric::Slides => SLIDES,
    };
    head[..8].copy_from_slice(label);
    head[8..12].copy_from_slice(&version.to_le_bytes());
    head[12..16].copy_from_slice(&[
        pattern.rows,
        pattern.cols,
        pattern.blank,
        pattern.homes.len() as u8,
    ]);
    head[16..24].fill(255);
    head[16..16 + pattern.homes.len()].copy_from_slice(&pattern.homes);
    head[24..32].copy_from_slice(&length.to_le_bytes());
    head[32..36].copy_from_slice(&checksum.to_le_bytes());
    let sum = crc32fast::hash(&head[..36]);
    head[36..40].copy_from_slice(&sum.to_le_bytes());
    head
}

/// Returns the CRC-32 of some bytes.
fn checksum(bytes: &[u8], threads: usize) -> u32 {
    joined(map(threads, bytes.chunks(CHUNK), hashed))
}

/// Reads what follows the header of a file, and computes its CRC-32.
fn read(file: &File, bytes: &mut [u8], threads: usize) -> io::Result<u32> {
    let chunks = bytes.chunks_mut(CHUNK).enumerate();
    let parts = map(threads, chunks, |(number, chunk)| {
        read_at(file, chunk, (HEAD + number * CHUNK) as u64)?;
        Ok(hashed(chunk))
    });
    Ok(joined(parts.into_iter().collect::<io::Result<_>>()?))
}

fn hashed(bytes: &[u8]) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(bytes);
    hasher
}

/// Returns the CRC-32 of all parts together.
fn joined(parts: Vec<crc32fast::Hasher>) -> u32 {
    let mut whole = crc32fast::Hasher::new();
    parts.iter().for_each(|part| whole.combine(part));
    whole.finalize()
}
