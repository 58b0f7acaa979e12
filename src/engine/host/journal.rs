//! Text files to which a long work appends whole lines, and from which it resumes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// An open journal. No other process can open it for as long.
#[derive(Debug)]
pub struct JournalFile {
    file: File,
    path: PathBuf,
    /// What is recorded: `hunt` or `search`.
    work: &'static str,
}

impl JournalFile {
    /// Opens the journal of a work, which its first line `head` describes, and returns the entry of
    /// each other line; creates it if there is none. An incomplete last line is removed.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system, with the name of the file;
    /// [`ResourceBusy`](io::ErrorKind::ResourceBusy) if another process is writing it; and
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) if it is no regular file; and
    /// [`InvalidData`](io::ErrorKind::InvalidData) if the first line is another one, or `entry`
    /// returns `None` for a line. The file is unchanged then.
    pub fn open<T>(
        path: &Path,
        work: &'static str,
        head: &str,
        entry: impl Fn(&str) -> Option<T>,
    ) -> io::Result<(Self, Vec<T>)> {
        let failed = |error: io::Error| named(path, work, &error);
        let mut file = locked(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (entries, whole) = match read(bytes, head, entry) {
            Ok(read) => read,
            Err(found) => {
                let what = format!("found `{found}`, expected `{head}`");
                let path = path.display();
                let message = format!("{path}: it is not the journal of this {work}: {what}");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        };
        file.set_len(whole).map_err(failed)?;
        let mut journal = Self { file, path: path.to_owned(), work };
        if whole == 0 {
            journal.append(&format!("{head}\n"))?;
        }
        Ok((journal, entries))
    }

    /// Appends whole lines. A single call writes them, so that a kill leaves one incomplete line at
    /// most.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system, with the name of the file.
    pub fn append(&mut self, lines: &str) -> io::Result<()> {
        match self.file.write_all(lines.as_bytes()) {
            Err(error) => Err(named(&self.path, self.work, &error)),
            Ok(()) => Ok(()),
        }
    }
}

/// Opens a file and locks it, before it is read or truncated, so that no other process writes it
/// from then on.
fn locked(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    // A device or a pipe may have no end.
    if !file.metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::ResourceBusy.into()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Reads a journal, and returns its entries and its valid length in bytes: an incomplete last line
/// does not count.
///
/// # Errors
///
/// Returns what was found instead.
fn read<T>(
    bytes: Vec<u8>,
    head: &str,
    entry: impl Fn(&str) -> Option<T>,
) -> Result<(Vec<T>, u64), String> {
    let Ok(text) = String::from_utf8(bytes) else { return Err("no text".to_owned()) };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    match lines.next() {
        Some(found) if found != head => return Err(found.to_owned()),
        // The first line may be incomplete as well.
        None if !head.starts_with(&text) => return Err(text),
        _ => {}
    }
    let mut entries = Vec::new();
    for line in lines {
        let Some(entry) = entry(line) else { return Err(line.to_owned()) };
        entries.push(entry);
    }
    Ok((entries, whole as u64))
}

/// Returns an error with the name of the file.
fn named(path: &Path, work: &str, error: &io::Error) -> io::Error {
    let why = match error.kind() {
        io::ErrorKind::ResourceBusy => format!("another {work} is writing it"),
        io::ErrorKind::InvalidInput => "expected a file, not a device or a pipe".to_owned(),
        kind => kind.to_string(),
    };
    io::Error::new(error.kind(), format!("{}: {why}", path.display()))
}
