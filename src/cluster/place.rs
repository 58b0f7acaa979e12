//! The folder of a process, which others of the same search may share.
//!
//! The first process locks it and writes an identity of this run into it; the others find that
//! identity in the introductions of the processes, or else the folder belongs to another search.

use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::hello::Hello;
use super::lists::{ClusterLists, HeldFile, ShardList};
use super::manifest::{self, ClusterState, ListEntry};
use crate::engine::board::Code;
use crate::engine::disk::folder::{DiskError, Folder};
use crate::engine::disk::list::{CodeList, ListWriter};
use crate::engine::host::PartialFile;

/// Prefix and suffix of the names of our files.
const OURS: &str = "sliding-";
const LIST: &str = ".codes";

/// Prefix of the number of a list that is needed for one level only.
const PASSING: &str = "run-";

/// The file with the identity of the run.
const RUN: &str = "sliding-run";

/// The folder of a process.
pub struct ProcessFolder {
    pub folder: Folder,
    process: usize,
    /// Whether this process has locked it.
    pub leads: bool,
    /// Whether it is also the folder of process 0, which has the state of the search.
    pub has_state: bool,
    /// The number of the next list that is needed for one level only.
    number: AtomicU64,
}

impl ProcessFolder {
    /// Opens a folder, or joins the processes that share it.
    pub fn open(path: &Path, limit: Option<u64>, process: usize) -> Result<Self, DiskError> {
        let (folder, leads) = Folder::try_open(path, limit)?;
        let number = AtomicU64::new(0);
        let place = Self { folder, process, leads, has_state: process == 0, number };
        if leads {
            // A `RandomState` has random keys: no two runs have the same identity.
            let chance = RandomState::new().build_hasher().finish();
            let path = place.folder.file(RUN);
            let write = || {
                let mut partial = PartialFile::of(&path)?;
                write!(partial, "{chance:016x}-{}", std::process::id())?;
                partial.finish()
            };
            write().map_err(DiskError::with(&path))?;
        }
        Ok(place)
    }

    /// Returns the identity of the run that the folder belongs to, if it can be read.
    pub fn run(&self) -> String {
        fs::read_to_string(self.folder.file(RUN)).unwrap_or_default()
    }

    /// Finds out which processes share the folder, and how many bytes of it this process may use.
    ///
    /// # Errors
    ///
    /// Where it belongs to another search, or does not have what is expected.
    pub fn settle(&mut self, hellos: &[Hello], head: &str, resumes: bool) -> Result<(), DiskError> {
        let own = &hellos[self.process].folder;
        let shares = |hello: &&Hello| hello.folder == *own;
        if !hellos.iter().any(|hello| shares(&hello) && hello.leads) {
            return self.unsuited("another search is using this folder");
        }
        self.folder.share(hellos.iter().filter(shares).count() as u64);
        self.has_state = shares(&&hellos[0]);
        // One of the processes that share it checks it.
        let looks = if self.has_state { self.process == 0 } else { self.leads };
        let is_there = self.folder.manifest().exists();
        match (looks && is_there, resumes) {
            (true, false) => self.unsuited(
                "there is a search in this folder already: resume it, or take another folder",
            ),
            (true, true) => manifest::check(&self.folder, head),
            (false, true) if self.process == 0 => {
                self.unsuited("there is no search in this folder to take up again")
            }
            (false, _) => Ok(()),
        }
    }

    fn unsuited(&self, what: &str) -> Result<(), DiskError> {
        let path = self.folder.path().to_owned();
        Err(DiskError::Unsuited { path, what: what.to_owned() })
    }

    /// Returns the path of the file with a number at a distance.
    fn path(&self, distance: u64, file: u32) -> PathBuf {
        self.folder.file(&format!("{OURS}{distance}-{file}{LIST}"))
    }

    /// Returns a writer for the file of a worker at a distance.
    pub fn writer<const W: usize>(
        &self,
        distance: u64,
        worker: usize,
    ) -> Result<ListWriter<'_, W>, DiskError> {
        ListWriter::at(&self.folder, self.path(distance, worker as u32))
    }

    /// Writes a list that is needed for one level only.
    pub fn passing<const W: usize>(
        &self,
        codes: &[Code<W>],
    ) -> Result<Option<CodeList<W>>, DiskError> {
        let mut writer = self.passing_writer()?;
        codes.iter().try_for_each(|&code| writer.push(code))?;
        writer.finish()
    }

    /// Like [`ProcessFolder::passing`], returning a writer.
    pub fn passing_writer<const W: usize>(&self) -> Result<ListWriter<'_, W>, DiskError> {
        let (process, number) = (self.process, self.number.fetch_add(1, Relaxed));
        ListWriter::at(
            &self.folder,
            self.folder.file(&format!("{OURS}{PASSING}{process}-{number}{LIST}")),
        )
    }

    /// Returns the lists of some shards at a distance, given their entries in the checkpoint.
    ///
    /// # Errors
    ///
    /// Where one is missing, or differs from its entry.
    pub fn find<const W: usize>(
        &self,
        entries: &[&ListEntry],
    ) -> Result<ClusterLists<W>, DiskError> {
        let mut lists = ClusterLists::default();
        for same in entries.chunk_by(|one, other| one.file == other.file) {
            let path = self.path(same[0].distance, same[0].file);
            if !path.exists() {
                let name = path.file_name().unwrap_or_default().display();
                self.unsuited(&format!("{name} is missing: copy it from where it was written"))?;
            }
            let whole = CodeList::open(path)?;
            let mut bytes = 0;
            for entry in same {
                let from = entry.from as usize;
                let list = whole.part(from..from.saturating_add(entry.blocks as usize));
                let is_it = |list: &CodeList<W>| {
                    (list.count, list.bytes, list.sum()) == (entry.count, entry.bytes, entry.sum)
                };
                let list = list.filter(is_it).ok_or_else(|| DiskError::Damaged {
                    path: whole.path.clone(),
                    what: "it is not the one that the search has written".to_owned(),
                })?;
                bytes += list.bytes;
                let ListEntry { shard: number, file, from, .. } = **entry;
                lists.shards.push(ShardList { number, file, from, list });
            }
            self.folder.reserve(bytes)?;
            lists.files.push(HeldFile { path: whole.path, bytes });
        }
        Ok(lists)
    }

    /// Removes all our files that a checkpoint does not name: they are not used any more.
    pub fn sweep(&self, state: &ClusterState) -> Result<(), DiskError> {
        let path = self.folder.path();
        for entry in fs::read_dir(path).map_err(DiskError::with(path))? {
            let entry = entry.map_err(DiskError::with(path))?;
            let name = entry.file_name();
            let named = name.to_str().and_then(named);
            let is_known = |(distance, file): (u64, u32)| {
                state.lists.iter().any(|list| (list.distance, list.file) == (distance, file))
            };
            if named.is_some_and(|named| named.is_none_or(|named| !is_known(named))) {
                fs::remove_file(entry.path()).map_err(DiskError::with(&entry.path()))?;
            }
        }
        Ok(())
    }

    /// Removes a file.
    pub fn remove(&self, file: &HeldFile) {
        self.folder.remove(&file.path, file.bytes);
    }

    /// Removes a list that was needed for one level only.
    pub fn pass<const W: usize>(&self, list: &CodeList<W>) {
        self.folder.remove(&list.path, list.bytes);
    }
}

/// Parses the name of one of our files: its distance and number, or `None` for one that was needed
/// for one level only.
fn named(name: &str) -> Option<Option<(u64, u32)>> {
    let name = name.strip_prefix(OURS)?.strip_suffix(LIST)?;
    let is_passing = name.starts_with(PASSING);
    let (first, second) = name.strip_prefix(PASSING).unwrap_or(name).split_once('-')?;
    let numbers = (first.parse().ok()?, second.parse().ok()?);
    Some((!is_passing).then_some(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_our_files_are_recognised() {
        assert_eq!(named("sliding-7-12.codes"), Some(Some((7, 12))));
        assert_eq!(named("sliding-run-0-3.codes"), Some(None));
        for other in ["sliding-7.codes", "sliding-7-12", "7-12.codes", "sliding-a-1.codes", "mine"]
        {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
