//! Atomic file writes: each file is written beside its destination, then renamed into place, for
//! files that users name. (Those that the program keeps for itself are locked and flushed to disk as
//! well: `engine/host/files.rs`.) Also the folder for the program's own caches.
//!
//! ```
//! use std::io::Write;
//!
//! use sliding::files::PendingFile;
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("a.txt");
//! let mut draft = PendingFile::of(&path)?;
//! draft.write_all(b"a")?;
//! assert!(!path.exists());
//! draft.commit()?;
//! assert_eq!(std::fs::read(&path)?, b"a");
//! # Ok::<(), std::io::Error>(())
//! ```

use std::env;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that is being written. Without [`PendingFile::commit`] it is removed.
#[derive(Debug)]
pub struct PendingFile(Destination);

#[derive(Debug)]
enum Destination {
    /// A temporary file beside the file that it becomes.
    Beside(NamedTempFile, PathBuf),
    /// An existing file that is not a regular one, such as a pipe or a device, is written directly.
    Direct(File),
}

impl PendingFile {
    /// Begins a file. If `path` is a link, its target is written. A new file has the permissions
    /// that the umask leaves; an existing file keeps its own, and has to be writable. An existing
    /// file that is not a regular one, such as a pipe or a device, is written directly.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system.
    pub fn of(path: &Path) -> io::Result<PendingFile> {
        if let Some(there) = open_direct(path)? {
            return Ok(PendingFile(Destination::Direct(there)));
        }
        let target = target(path)?;
        let kept = match OpenOptions::new().write(true).open(&target) {
            Ok(there) => Some(there.metadata()?.permissions()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        Ok(PendingFile(Destination::Beside(new_in(folder_of(&target), kept)?, target)))
    }

    /// Moves the file into place.
    ///
    /// # Errors
    ///
    /// Returns the errors of the file system.
    pub fn commit(self) -> io::Result<()> {
        match self.0 {
            Destination::Beside(file, target) => drop(file.persist(target)?),
            Destination::Direct(_) => {}
        }
        Ok(())
    }

    fn file(&mut self) -> &mut File {
        match &mut self.0 {
            Destination::Beside(file, _) => file.as_file_mut(),
            Destination::Direct(file) => file,
        }
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Seek for PendingFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file().seek(to)
    }
}

/// Opens a file that is written directly: an existing one that is not a regular file, and files
/// that are open already, such as `/dev/fd/3`. These are appended to.
///
/// # Errors
///
/// Returns the errors of the file system.
pub fn open_direct(path: &Path) -> io::Result<Option<File>> {
    let path = target(path)?;
    let is_direct = is_descriptor(&path) || fs::metadata(&path).is_ok_and(|there| !there.is_file());
    is_direct.then(|| OpenOptions::new().append(true).open(&path)).transpose()
}

/// Whether a path is one of the system's names for open files.
fn is_descriptor(path: &Path) -> bool {
    let is_of_system = path.starts_with("/proc") || path.starts_with("/dev");
    is_of_system && path.parent().is_some_and(|folder| folder.ends_with("fd"))
}

/// Longer chains of links are errors: no system follows more.
const MAX_LINKS: usize = 40;

/// Returns the target of a path that is a link; the target may be missing.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(link) if !is_descriptor(&path) => path = folder_of(&path).join(link),
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Creates a file in a folder, with these permissions or those of the umask.
#[cfg(unix)]
fn new_in(folder: &Path, kept: Option<Permissions>) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;

    let kept = kept.map(|kept| Permissions::from_mode(kept.mode() & 0o777));
    // The system removes what the umask forbids.
    let most = kept.clone().unwrap_or(Permissions::from_mode(0o666));
    let file = tempfile::Builder::new().permissions(most).tempfile_in(folder)?;
    kept.map_or(Ok(()), |kept| file.as_file().set_permissions(kept))?;
    Ok(file)
}

/// Creates a file in a folder.
#[cfg(not(unix))]
fn new_in(folder: &Path, _kept: Option<Permissions>) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(folder)
}

/// Returns the folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Returns an error with the name of a file and the system's message. For a temporary file,
/// `tempfile` would add another name.
pub fn with_path(path: &Path, error: &io::Error) -> io::Error {
    let said = error.to_string();
    let said = said.split(" at path \"").next().unwrap_or_default();
    io::Error::new(error.kind(), format!("{}: {said}", path.display()))
}

/// Returns the folder of pattern databases: the named one, else that of this system's caches;
/// `None` if the system has none.
pub fn database_folder(named: Option<&Path>) -> Option<PathBuf> {
    named.map(Path::to_owned).or_else(|| Some(system_cache()?.join("tiles")))
}

/// Returns the system's cache folder for this program.
fn system_cache() -> Option<PathBuf> {
    let named = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || env::home_dir().filter(|path| path.is_absolute());
    if cfg!(windows) {
        return Some(named("LOCALAPPDATA")?.join("sliding").join("cache"));
    }
    let all = match cfg!(target_os = "macos") {
        true => home()?.join("Library/Caches"),
        // As the XDG Base Directory Specification says.
        false => named("XDG_CACHE_HOME").or_else(|| Some(home()?.join(".cache")))?,
    };
    Some(all.join("sliding"))
}
