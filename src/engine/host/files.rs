//! Positioned reads that threads can do concurrently, and files that are either complete or absent.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Fills `bytes` with a file's contents from `place` on. Several threads may read one file at once.
///
/// # Errors
///
/// Those of the file system, and an early end of the file.
pub fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, place);
    #[cfg(windows)]
    {
        let mut read = 0;
        while read < bytes.len() {
            let rest = &mut bytes[read..];
            match std::os::windows::fs::FileExt::seek_read(file, rest, place + read as u64)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                more => read += more,
            }
        }
        Ok(())
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = (file, bytes, place);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Suffix of the names of files that are being written.
const ENDING: &str = ".part";

/// A file being written next to its target, which it will replace.
///
/// Its name is the target's followed by the process number and `.part`. The writer holds a lock on
/// it, so an unlocked one was left by a process that was killed, and [`sweep`] removes it.
pub struct PartialFile {
    file: File,
    path: PathBuf,
    target: PathBuf,
}

impl PartialFile {
    /// Creates a partial file that is to become `target`.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn of(target: &Path) -> io::Result<PartialFile> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Relaxed);
            let mut path = target.to_owned().into_os_string();
            path.push(format!(".{}-{number}{ENDING}", process::id()));
            let path = PathBuf::from(path);
            let file = match File::create_new(&path) {
                // An earlier process with the same number was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            // Where files cannot be locked, sweeping does nothing either.
            let _ = file.lock();
            // Another process may have swept the file before it was locked.
            if path.exists() {
                return Ok(PartialFile { file, path, target: target.to_owned() });
            }
        }
    }

    /// Flushes the file to disk and renames it to its target.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, &self.target)
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // After `finish` no file has this name.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes files that killed processes left half written in a folder, for targets with a suffix
/// such as `.pdb`. Leaves all other files alone, including those that another process still writes.
pub fn sweep(folder: &Path, ending: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if let Some(target) = name.to_str().and_then(target_of)
            && target.ends_with(ending)
            && let Ok(kind) = entry.file_type()
            && kind.is_file()
        {
            // A file that cannot be removed now is left to the next run.
            let _ = remove_if_left(&entry.path());
        }
    }
}

/// Returns the name of the target, if this is the name of a partial file.
fn target_of(name: &str) -> Option<&str> {
    let (target, numbers) = name.strip_suffix(ENDING)?.rsplit_once('.')?;
    let (process, file) = numbers.split_once('-')?;
    process.parse::<u32>().and(file.parse::<u32>()).ok().and(Some(target))
}

fn remove_if_left(path: &Path) -> io::Result<()> {
    let file = File::options().write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => fs::remove_file(path),
        Err(TryLockError::WouldBlock) => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
