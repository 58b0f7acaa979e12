//! Files of codes, in chunks that are read one by one.
//!
//! The codes of a chunk are ascending by their last word, then by the one before it, and so on. That
//! order makes small differences: the first words differ most. A code is stored as its difference
//! from the one before: how many of the last words are equal, the increase of the next word, and the
//! remaining words. Numbers are in groups of seven bits, the lowest first; the eighth bit says that
//! more follow.
//!
//! After the chunks follows a table of them, whose CRC-32 is in the manifest. It has the CRC-32 of
//! each chunk. So truncation and damage are detected before codes are used.

use std::fs::File;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::{DiskError, Folder};
use crate::engine::board::Code;
use crate::engine::compiled::sort_dedup;
use crate::engine::host::{lock, read_at};

/// A chunk of a file.
#[derive(Clone, Copy, Default)]
pub struct Chunk {
    place: u64,
    bytes: u64,
    /// The number of codes.
    pub count: u64,
    sum: u64,
}

impl Chunk {
    /// Bytes of its entry in the table: its fields.
    const ENTRY: usize = 32;

    /// Returns its codes, from a file with this path.
    fn read<const W: usize>(&self, file: &File, path: &Path) -> Result<Vec<Code<W>>, DiskError> {
        let mut bytes = vec![0; self.bytes as usize];
        read_at(file, &mut bytes, self.place).map_err(DiskError::with(path))?;
        let is_whole = u64::from(crc32fast::hash(&bytes)) == self.sum;
        let codes = if is_whole { decode(&bytes, self.count) } else { None };
        let what = || format!("the codes from byte {}", self.place);
        codes.ok_or_else(|| DiskError::damaged(path, &what()))
    }
}

/// A complete file.
pub struct CodeFile {
    pub path: PathBuf,
    pub chunks: Vec<Chunk>,
    /// The CRC-32 of the table.
    pub sum: u64,
    pub bytes: u64,
}

impl CodeFile {
    /// Writes chunks of codes to a new file.
    pub fn write<const W: usize>(
        folder: &Folder,
        lists: impl IntoIterator<Item = Result<Vec<Code<W>>, DiskError>>,
    ) -> Result<Self, DiskError> {
        let (writer, mut chunks) = (CodeWriter::new(folder)?, Vec::new());
        for codes in lists {
            chunks.push(writer.add(codes?)?);
        }
        writer.finish(chunks)
    }

    /// Opens a file with this number of chunks and this sum.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, is missing, or is not as it was written.
    pub fn open(path: PathBuf, chunks: u64, sum: u64) -> Result<Self, DiskError> {
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(DiskError::damaged(&path, "it is gone"));
            }
            file => file.map_err(DiskError::with(&path))?,
        };
        let bytes = file.metadata().map_err(DiskError::with(&path))?.len();
        let length = chunks.saturating_mul(Chunk::ENTRY as u64);
        let Some(place) = bytes.checked_sub(length) else {
            return Err(DiskError::damaged(&path, "its end is missing"));
        };
        let mut table = vec![0; length as usize];
        read_at(&file, &mut table, place).map_err(DiskError::with(&path))?;
        if u64::from(crc32fast::hash(&table)) != sum {
            return Err(DiskError::damaged(&path, "its end is not as it was written"));
        }
        let (mut chunks, words) = (Vec::new(), table.as_chunks().0);
        for entry in words.as_chunks::<{ Chunk::ENTRY / 8 }>().0 {
            let [place, bytes, count, sum] = entry.map(u64::from_le_bytes);
            chunks.push(Chunk { place, bytes, count, sum });
        }
        Ok(Self { path, chunks, sum, bytes })
    }

    /// Returns the number of codes.
    pub fn count(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.count).sum()
    }

    /// Returns the codes of a chunk.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or is not as it was written.
    pub fn read<const W: usize>(&self, chunk: usize) -> Result<Vec<Code<W>>, DiskError> {
        let chunk = &self.chunks[chunk];
        if chunk.count == 0 {
            return Ok(Vec::new());
        }
        let file = File::open(&self.path).map_err(DiskError::with(&self.path))?;
        chunk.read(&file, &self.path)
    }

    /// Flushes it to disk.
    pub fn sync(&self) -> Result<(), DiskError> {
        // Windows flushes only files that are open for writing.
        let file = File::options().write(true).open(&self.path);
        file.and_then(|file| file.sync_all()).map_err(DiskError::with(&self.path))
    }
}

/// A file that is being written, and removed unless it is finished. Several threads may add chunks.
pub struct CodeWriter<'a> {
    /// Its folder.
    pub folder: &'a Folder,
    file: File,
    path: PathBuf,
    end: Mutex<u64>,
}

impl<'a> CodeWriter<'a> {
    /// Creates a new file in a folder.
    pub fn new(folder: &'a Folder) -> Result<Self, DiskError> {
        let path = folder.new_file();
        let file = File::options().read(true).write(true).create_new(true).open(&path);
        let file = file.map_err(DiskError::with(&path))?;
        Ok(Self { folder, file, path, end: Mutex::new(0) })
    }

    /// Adds codes, each once.
    pub fn add<const W: usize>(&self, mut codes: Vec<Code<W>>) -> Result<Chunk, DiskError> {
        for code in &mut codes {
            code.0.reverse();
        }
        sort_dedup(&mut codes);
        let bytes = encode(&codes);
        let (place, sum) = (self.write(&bytes)?, crc32fast::hash(&bytes).into());
        Ok(Chunk { place, bytes: bytes.len() as u64, count: codes.len() as u64, sum })
    }

    /// Returns the codes of a chunk.
    pub fn read<const W: usize>(&self, chunk: &Chunk) -> Result<Vec<Code<W>>, DiskError> {
        chunk.read(&self.file, &self.path)
    }

    /// Appends bytes, and returns their place.
    fn write(&self, bytes: &[u8]) -> Result<u64, DiskError> {
        let (mut end, length) = (lock(&self.end), bytes.len() as u64);
        self.folder.reserve(length)?;
        *end += length;
        (&self.file).write_all(bytes).map_err(DiskError::with(&self.path))?;
        Ok(*end - length)
    }

    /// Finishes the file, with its chunks in this order.
    pub fn finish(mut self, chunks: Vec<Chunk>) -> Result<CodeFile, DiskError> {
        let mut table = Vec::new();
        for &Chunk { place, bytes, count, sum } in &chunks {
            table.extend([place, bytes, count, sum].map(u64::to_le_bytes).as_flattened());
        }
        let bytes = self.write(&table)? + table.len() as u64;
        let (path, sum) = (mem::take(&mut self.path), crc32fast::hash(&table).into());
        Ok(CodeFile { path, chunks, sum, bytes })
    }
}

impl Drop for CodeWriter<'_> {
    fn drop(&mut self) {
        // After `finish` the path is empty.
        if self.path != Path::new("") {
            self.folder.remove(&self.path, *lock(&self.end));
        }
    }
}

/// Encodes ascending, distinct codes whose words are reversed.
fn encode<const W: usize>(codes: &[Code<W>]) -> Vec<u8> {
    let (mut before, mut bytes) = (Code::ZERO, Vec::with_capacity(size_of_val(codes)));
    for code in codes {
        let same = (0..W - 1).take_while(|&at| code.0[at] == before.0[at]).count();
        if W > 1 {
            write_number(same as u64, &mut bytes);
        }
        write_number(code.0[same] - before.0[same], &mut bytes);
        for &word in &code.0[same + 1..] {
            write_number(word, &mut bytes);
        }
        before = *code;
    }
    bytes
}

/// Decodes codes, if there are exactly `count`, and reverses their words again.
fn decode<const W: usize>(mut bytes: &[u8], count: u64) -> Option<Vec<Code<W>>> {
    let (mut code, mut codes) = (Code::ZERO, Vec::with_capacity(count as usize));
    for _ in 0..count {
        let same = if W > 1 { read_number(&mut bytes)? as usize } else { 0 };
        let word = code.0.get_mut(same)?;
        *word = word.checked_add(read_number(&mut bytes)?)?;
        for word in &mut code.0[same + 1..] {
            *word = read_number(&mut bytes)?;
        }
        let mut reversed = code;
        reversed.0.reverse();
        codes.push(reversed);
    }
    bytes.is_empty().then_some(codes)
}

#[inline]
fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 1 << 7 {
        bytes.push(number as u8 | 1 << 7);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 1 << 7 {
            return Some(number);
        }
    }
    None
}
