//! Databases in files.
//!
//! A file has a head of 64 bytes and then the database. Numbers have their lowest byte first.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0-7 | `slidpdb` and a line feed |
//! | 8-11 | the version of the format, 1 |
//! | 12, 13, 14 | rows, columns, the goal of the blank |
//! | 15 | number of tiles |
//! | 16-23 | the homes of the tiles, then 255 |
//! | 24-31 | length of the database in bytes |
//! | 32-35 | CRC-32 of the database |
//! | 36-39 | CRC-32 of bytes 0-35 |
//! | 40-63 | 0 |
//!
//! The database has a row for each order of the tiles, and in it half a byte for each set of cells.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use rayon::prelude::*;

use super::{Database, Index, Pattern, memory};

const LABEL: [u8; 8] = *b"slidpdb\n";
const VERSION: u32 = 1;
const HEAD: usize = 64;

/// Bytes that are copied, and their checksum found, at one go.
const CHUNK: usize = 1 << 20;

/// A folder with databases.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// Why a file in the cache is not taken.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// Its head is not that of this database in this version.
    #[error("it is another kind of file, or of another version")]
    Foreign,
    /// Its length or its checksum is wrong.
    #[error("it is damaged")]
    Damaged,
}

impl Cache {
    /// The cache in a folder, which is made where it is needed.
    pub fn new(folder: &Path) -> Cache {
        Cache { folder: folder.to_owned() }
    }

    /// The cache in the folder that the system has for such; `None` where it has none.
    pub fn of_system() -> Option<Cache> {
        let folders = directories::ProjectDirs::from("", "", "sliding")?;
        Some(Cache { folder: folders.cache_dir().join("tiles") })
    }

    /// The file of a pattern's database: `4x4-blank0-1.2.3.4.5.6.7.pdb`.
    pub fn file(&self, pattern: &Pattern) -> PathBuf {
        let homes: Vec<String> = pattern.homes.iter().map(u8::to_string).collect();
        let Pattern { rows, cols, blank, .. } = pattern;
        self.folder.join(format!("{rows}x{cols}-blank{blank}-{}.pdb", homes.join(".")))
    }

    /// Whether there is a file for a pattern's database, sound or not.
    pub fn has(&self, pattern: &Pattern) -> bool {
        self.file(pattern).is_file()
    }

    /// Takes a pattern's database from its file, and makes sure of every byte.
    ///
    /// The file is mapped, and copied with the threads of the current pool: pages of a file are
    /// small, and a search among large ones is 1.5 times as fast.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or it is not to be trusted.
    pub fn load(&self, pattern: &Pattern) -> Result<Database, Refusal> {
        let mut file = File::open(self.file(pattern))?;
        let mut head = [0; HEAD];
        file.read_exact(&mut head).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Refusal::Foreign,
            _ => error.into(),
        })?;
        let index = Index::new(pattern.cells(), pattern.homes.len());
        let mut bytes = memory(&index);
        let expected = head_of(pattern, bytes.len() as u64, number(&head[32..36]));
        if head != expected {
            return Err(Refusal::Foreign);
        }
        if file.metadata()?.len() != (HEAD + bytes.len()) as u64 {
            return Err(Refusal::Damaged);
        }
        // SAFETY: The map is read-only. This program never writes to a finished file: it writes
        // beside it and renames. If somebody else changes it now, the copy's checksum is wrong, and
        // if somebody cuts it off, the program ends.
        let map = unsafe { Mmap::map(&file)? };
        if copy(&map[HEAD..], &mut bytes) != number(&head[32..36]) {
            return Err(Refusal::Damaged);
        }
        Ok(Database { pattern: pattern.clone(), index, bytes })
    }

    /// Writes a database to a file beside its own, and renames that.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn save(&self, database: &Database) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        let bytes: &[u8] = &database.bytes;
        file.write_all(&head_of(&database.pattern, bytes.len() as u64, checksum(bytes)))?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(self.file(&database.pattern))?;
        Ok(())
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn head_of(pattern: &Pattern, length: u64, checksum: u32) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(&LABEL);
    head[8..12].copy_from_slice(&VERSION.to_le_bytes());
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

/// The CRC-32 of some bytes.
fn checksum(bytes: &[u8]) -> u32 {
    joined(bytes.par_chunks(CHUNK).map(hashed).collect())
}

/// Copies bytes, and finds the CRC-32 of the copy.
fn copy(from: &[u8], to: &mut [u8]) -> u32 {
    let chunks = from.par_chunks(CHUNK).zip(to.par_chunks_mut(CHUNK));
    let copied = chunks.map(|(from, to)| {
        to.copy_from_slice(from);
        hashed(to)
    });
    joined(copied.collect())
}

fn hashed(bytes: &[u8]) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(bytes);
    hasher
}

/// The CRC-32 of all parts together.
fn joined(parts: Vec<crc32fast::Hasher>) -> u32 {
    let mut whole = crc32fast::Hasher::new();
    parts.iter().for_each(|part| whole.combine(part));
    whole.finalize()
}
