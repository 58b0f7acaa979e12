//! The folder of a search: who may use it, how much may be in it, and which files are ours.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tempfile::TempDir;

use crate::engine::host::{spare_folders, sweep};
use crate::engine::query::{Advice, Disk, Observer, Stopped};

/// Where the folder of a search is.
pub enum Place {
    /// Where whoever asked wants it.
    Told(PathBuf),
    /// A spare one on disk. It is removed in the end.
    Own(TempDir),
}

impl Place {
    /// The folder that was told. If none was, makes a spare one, and says where.
    ///
    /// # Errors
    ///
    /// Where there can be no spare one.
    pub fn of(disk: &Disk, observer: &mut dyn Observer) -> Result<Self, Trouble> {
        let Some(path) = &disk.folder else {
            let place = Self::spare(&spare_folders())?;
            observer.advised(&Advice::SpareFolder(place.path().to_owned()));
            return Ok(place);
        };
        Ok(Place::Told(path.clone()))
    }

    /// A folder in the first of some where there can be one.
    fn spare(folders: &[PathBuf]) -> Result<Self, Trouble> {
        let what = "temporary files would be in memory here: name a folder on disk".to_owned();
        let mut trouble = Trouble::Unsuited { path: std::env::temp_dir(), what };
        for folder in folders {
            match tempfile::Builder::new().prefix(OURS).tempdir_in(folder) {
                Ok(own) => return Ok(Place::Own(own)),
                Err(error) => trouble = Trouble::with(folder)(error),
            }
        }
        Err(trouble)
    }

    pub fn path(&self) -> &Path {
        match self {
            Place::Told(path) => path,
            Place::Own(folder) => folder.path(),
        }
    }
}

/// How the names of our files begin, and how those of lists of codes end.
const OURS: &str = "sliding-";
const LIST: &str = ".codes";

/// What keeps a search from going on.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The budget.
    #[error("stopped")]
    Stopped(Stopped),
    /// There is more than may be in the folder.
    #[error("there is no room for more within the {0} bytes that are allowed in the folder")]
    Limit(u64),
    /// What the system says.
    #[error("{}: {error}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// A file is not as it was written.
    #[error(
        "{} is damaged: {what}; put a sound copy in its place, or search again from the start in another folder",
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
        /// Why not.
        what: String,
    },
}

impl Trouble {
    /// Says what the system said of a file.
    pub fn with(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Trouble::Failed { path: path.to_owned(), error }
    }
}

/// The name of a file of ours in its folder.
pub fn name_of(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("a name of ours")
}

/// Where the state of the search in a folder is told.
pub fn manifest_of(folder: &Path) -> PathBuf {
    folder.join(format!("{OURS}manifest"))
}

/// A file that is locked as long as this lives.
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // A program that another thread starts has the file as well until it runs, and closing it here would leave it locked
        // as long. What cannot be unlocked is closed all the same.
        let _ = self.0.unlock();
    }
}

/// A folder that this process has for itself.
pub struct Folder {
    path: PathBuf,
    /// As long as the search lives.
    _lock: Option<Lock>,
    limit: u64,
    used: AtomicU64,
    /// The number of the next file.
    number: AtomicU64,
}

impl Folder {
    /// Takes a folder for a search, which may have so many bytes in it; makes it if it is not there.
    ///
    /// # Errors
    ///
    /// Where another process has it, and those of the file system.
    pub fn open(path: &Path, limit: Option<u64>) -> Result<Self, Trouble> {
        let (folder, is_ours) = Self::try_open(path, limit)?;
        if is_ours {
            return Ok(folder);
        }
        let what = "another search is using this folder".to_owned();
        Err(Trouble::Unsuited { path: folder.path, what })
    }

    /// A folder, made if it is not there, and whether this process has it for itself now. Where another has
    /// it, that may be one of the same search.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn try_open(path: &Path, limit: Option<u64>) -> Result<(Self, bool), Trouble> {
        let path = path.to_owned();
        fs::create_dir_all(&path).map_err(Trouble::with(&path))?;
        let lock_path = path.join(format!("{OURS}lock"));
        let lock = File::options().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(Trouble::with(&lock_path))?;
        let lock = match lock.try_lock() {
            Ok(()) => Some(Lock(lock)),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(error)) => return Err(Trouble::with(&lock_path)(error)),
        };
        let (is_ours, limit) = (lock.is_some(), limit.unwrap_or(u64::MAX));
        let (used, number) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok((Self { path, _lock: lock, limit, used, number }, is_ours))
    }

    /// How many bytes more may be in it; `None` for any number.
    pub fn left(&self) -> Option<u64> {
        (self.limit < u64::MAX).then(|| self.limit.saturating_sub(self.used()))
    }

    /// Where the state of the search is told.
    pub fn manifest(&self) -> PathBuf {
        manifest_of(&self.path)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file of this name.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// A new file for codes.
    pub fn new_list(&self) -> PathBuf {
        self.list(self.number.fetch_add(1, Relaxed))
    }

    /// The file for codes with a number.
    pub fn list(&self, number: u64) -> PathBuf {
        self.path.join(format!("{OURS}{number}{LIST}"))
    }

    /// Returns the number in the name of a file for codes.
    fn number_of(name: &str) -> Option<u64> {
        name.strip_prefix(OURS)?.strip_suffix(LIST)?.parse().ok()
    }

    /// Removes all files for codes but those with these names, and unfinished states. New files get numbers that are not in
    /// use.
    pub fn sweep(&self, kept: &[&str]) -> Result<(), Trouble> {
        sweep(&self.path, name_of(&self.manifest()));
        let entries = fs::read_dir(&self.path).map_err(Trouble::with(&self.path))?;
        for entry in entries {
            let entry = entry.map_err(Trouble::with(&self.path))?;
            let name = entry.file_name();
            let Some((name, number)) = name.to_str().and_then(|n| Some((n, Self::number_of(n)?)))
            else {
                continue;
            };
            self.number.fetch_max(number + 1, Relaxed);
            if !kept.contains(&name) {
                fs::remove_file(entry.path()).map_err(Trouble::with(&entry.path()))?;
            }
        }
        Ok(())
    }

    /// So many bytes more are going to be written.
    pub fn take(&self, bytes: u64) -> Result<(), Trouble> {
        let used = self.used.fetch_add(bytes, Relaxed) + bytes;
        if used <= self.limit {
            return Ok(());
        }
        self.give(bytes);
        Err(Trouble::Limit(self.limit))
    }

    /// So many bytes are gone.
    pub fn give(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    /// The limit is for so many processes together.
    #[cfg(feature = "cluster")]
    pub fn share(&mut self, processes: u64) {
        self.limit /= processes;
    }

    /// Bytes that are in it.
    pub fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// Removes a file with so many bytes.
    pub fn remove(&self, path: &Path, bytes: u64) {
        // What cannot be removed now is swept when the search is taken up again.
        let _ = fs::remove_file(path);
        self.give(bytes);
    }

    /// Makes sure that new names are on the disk as well.
    pub fn sync(&self) -> Result<(), Trouble> {
        // Other systems cannot open folders, and need not.
        #[cfg(unix)]
        File::open(&self.path)
            .and_then(|folder| folder.sync_all())
            .map_err(Trouble::with(&self.path))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spare_folder_is_where_there_can_be_one() {
        let place = tempfile::tempdir().unwrap();
        let (missing, there) = (place.path().join("missing"), place.path().to_owned());
        let spare = Place::spare(&[missing.clone(), there.clone()]).unwrap();
        let own = spare.path().to_owned();
        assert!(own.parent() == Some(&there) && name_of(&own).starts_with(OURS), "{own:?}");
        drop(spare);
        assert!(!own.exists());
        let refused = Place::spare(&[missing]).err().unwrap().to_string();
        assert!(refused.contains("missing"), "{refused}");
        let refused = Place::spare(&[]).err().unwrap().to_string();
        assert!(refused.contains("would be in memory here: name a folder"), "{refused}");
    }

    #[test]
    fn a_folder_that_is_not_used_any_more_is_free_at_once() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), None).unwrap();
        let refused = Folder::open(place.path(), None).err().unwrap().to_string();
        assert!(refused.contains("another search is using this folder"), "{refused}");
        // As a program has it that is being started just now.
        let inherited = folder._lock.as_ref().unwrap().0.try_clone().unwrap();
        drop(folder);
        let folder = Folder::open(place.path(), None).unwrap();
        drop(inherited);
        assert!(Folder::open(place.path(), None).is_err());
        drop(folder);
    }
}
