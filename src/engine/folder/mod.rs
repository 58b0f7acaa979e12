//! The folder of a search on disk: its lock, its size limit, and the names of our files.
//!
//! Positions are in [files of codes](codes), and what else a search has to remember is in the
//! [manifest]. After a level the search writes a [checkpoint](checkpoints) if one is due, so that
//! another process can resume it after a kill or a full disk. A damaged file is an error that names
//! it. `docs/internals/engines.md` explains the whole.

mod checkpoints;
mod codes;
pub mod manifest;
pub mod planes;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub use self::checkpoints::Checkpoints;
pub use self::codes::{Chunk, CodeFile, CodeWriter};
pub use self::manifest::{Content, Identity, Keep, Totals, content_of, exists, refuse_older};
use crate::engine::host::sweep;
use crate::engine::query::{Refusal, Stopped};

/// The reason given for choosing an engine with a folder if there is a folder.
pub const CHOSEN: &str = "there is a folder for it";

/// Prefix of the names of our files, and suffix of those of files of codes.
const OURS: &str = "sliding-";
const CODES: &str = ".codes";

/// What stopped a search on disk.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The budget.
    #[error("stopped")]
    Stopped(Stopped),
    /// The folder's size limit.
    #[error("there is no room for more within the {0} bytes that are allowed in the folder")]
    Limit(u64),
    /// An error of the system.
    #[error("{}: {error}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// A file is not as it was written.
    #[error(
        "{} is damaged: {what}; put a sound copy in its place, or search again from the start in \
         another folder",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The folder cannot be used.
    #[error("{}: {what}", path.display())]
    Unsuited {
        /// The folder.
        path: PathBuf,
        /// The reason.
        what: String,
    },
}

impl DiskError {
    /// Adds the path of a file to the system's error.
    pub fn with(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| DiskError::Failed { path: path.to_owned(), error }
    }

    /// Says what is wrong with a file.
    pub fn damaged(path: &Path, what: &str) -> Self {
        DiskError::Damaged { path: path.to_owned(), what: what.to_owned() }
    }

    /// Says why a folder cannot be used.
    pub fn unsuited(path: &Path, what: impl Into<String>) -> Self {
        DiskError::Unsuited { path: path.to_owned(), what: what.into() }
    }
}

impl From<Stopped> for DiskError {
    fn from(stopped: Stopped) -> Self {
        DiskError::Stopped(stopped)
    }
}

impl From<DiskError> for Refusal {
    fn from(error: DiskError) -> Self {
        Refusal::Folder(error.to_string())
    }
}

/// Returns the name of one of our files in its folder.
pub fn name_of(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("a name of ours")
}

/// Returns the path of the manifest of the search in a folder.
pub fn manifest_of(folder: &Path) -> PathBuf {
    folder.join(format!("{OURS}manifest"))
}

/// A folder that this process has locked.
pub struct Folder {
    path: PathBuf,
    /// Held as long as the search lives.
    pub lock: File,
    limit: u64,
    used: AtomicU64,
    /// The number of the next file.
    number: AtomicU64,
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A child process that another thread is starting inherits the file until it execs, and
        // closing it here would leave it locked until then. If unlocking fails, it is closed all
        // the same.
        let _ = self.lock.unlock();
    }
}

impl Folder {
    /// Opens a folder for a search with a size limit in bytes; creates it if missing.
    ///
    /// # Errors
    ///
    /// Where another process has locked it or an older version has written it, and those of the file
    /// system.
    pub fn open(path: &Path, limit: Option<u64>) -> Result<Self, DiskError> {
        let path = path.to_owned();
        refuse_older(&path)?;
        fs::create_dir_all(&path).map_err(DiskError::with(&path))?;
        let lock_path = path.join(format!("{OURS}lock"));
        let lock = File::options().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(DiskError::with(&lock_path))?;
        let lock = match lock.try_lock() {
            Ok(()) => lock,
            Err(TryLockError::WouldBlock) => {
                return Err(DiskError::unsuited(&path, "another search is using this folder"));
            }
            Err(TryLockError::Error(error)) => return Err(DiskError::with(&lock_path)(error)),
        };
        let (used, number) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok(Self { path, lock, limit: limit.unwrap_or(u64::MAX), used, number })
    }

    /// Returns how many more bytes it may hold; `None` for any number.
    pub fn left(&self) -> Option<u64> {
        (self.limit < u64::MAX).then(|| self.limit.saturating_sub(self.used()))
    }

    /// Returns the path of the manifest.
    pub fn manifest(&self) -> PathBuf {
        manifest_of(&self.path)
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file with this name.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Returns the path of a new file for codes.
    pub fn new_file(&self) -> PathBuf {
        self.path.join(format!("{OURS}{}{CODES}", self.number.fetch_add(1, Relaxed)))
    }

    /// Returns the number in the name of a file for codes.
    fn number_of(name: &str) -> Option<u64> {
        name.strip_prefix(OURS)?.strip_suffix(CODES)?.parse().ok()
    }

    /// Removes all files for codes but those with these names, and unfinished manifests. New files
    /// get unused numbers.
    pub fn sweep(&self, kept: &[&str]) -> Result<(), DiskError> {
        sweep(&self.path, name_of(&self.manifest()));
        let entries = fs::read_dir(&self.path).map_err(DiskError::with(&self.path))?;
        for entry in entries {
            let entry = entry.map_err(DiskError::with(&self.path))?;
            let name = entry.file_name();
            let name = name.to_str().unwrap_or_default();
            let Some(number) = Self::number_of(name) else { continue };
            self.number.fetch_max(number + 1, Relaxed);
            if !kept.contains(&name) {
                fs::remove_file(entry.path()).map_err(DiskError::with(&entry.path()))?;
            }
        }
        Ok(())
    }

    /// Reserves space for `bytes` more bytes.
    pub fn reserve(&self, bytes: u64) -> Result<(), DiskError> {
        let used = self.used.fetch_add(bytes, Relaxed) + bytes;
        if used <= self.limit {
            return Ok(());
        }
        self.release(bytes);
        Err(DiskError::Limit(self.limit))
    }

    /// Releases the space of `bytes` bytes.
    pub fn release(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    /// Returns the bytes in use.
    pub fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// Removes a file of `bytes` bytes.
    pub fn remove(&self, path: &Path, bytes: u64) {
        // A file that cannot be removed now is swept when the search is resumed.
        let _ = fs::remove_file(path);
        self.release(bytes);
    }

    /// Flushes new names to disk as well.
    pub fn sync(&self) -> Result<(), DiskError> {
        // Other systems cannot open folders, and do not need to.
        #[cfg(unix)]
        File::open(&self.path)
            .and_then(|folder| folder.sync_all())
            .map_err(DiskError::with(&self.path))?;
        Ok(())
    }
}
