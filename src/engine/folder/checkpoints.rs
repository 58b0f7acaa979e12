//! What all searches with checkpoints have in common: the levels that a resumed search has already,
//! when a checkpoint is due, and the error that ends a search.

use std::time::Duration;

use super::manifest::{self, Identity, Totals};
use super::{CodeFile, DiskError, Folder};
use crate::engine::drive::{Level, Run};
use crate::engine::host::Instant;
use crate::engine::query::{Advice, Stopped};

/// A checkpoint is due when this time has passed since the last, and also `PATIENCE` times as long
/// as the last one took: a disk may be slower than the search.
const PAUSE: Duration = Duration::from_millis(500);
const PATIENCE: u32 = 10;

/// What a search has counted, and its checkpoints.
pub struct Checkpoints<'a> {
    pub totals: Totals,
    /// The folder, and what identifies the search; `None` for a search that has none.
    place: Option<(&'a Folder, Identity)>,
    /// Files that the last checkpoint may name and that are no longer needed.
    pub old: Vec<CodeFile>,
    /// The number of levels at the last checkpoint. The files of later ones may not be flushed to
    /// disk yet.
    pub levels: u64,
    /// When the last checkpoint was written, and the time that it took.
    written: Instant,
    took: Duration,
    /// The number of levels that existed when the search was resumed.
    resumed: u64,
    /// What ends the search.
    error: Option<DiskError>,
}

impl<'a> Checkpoints<'a> {
    /// Builds the state of a search that has no folder and has not begun.
    pub fn new() -> Self {
        Self {
            totals: Totals::default(),
            place: None,
            old: Vec::new(),
            levels: 0,
            written: Instant::now(),
            took: Duration::ZERO,
            resumed: 0,
            error: None,
        }
    }

    /// Returns the folder.
    pub fn folder(&self) -> Option<&'a Folder> {
        self.place.as_ref().map(|(folder, _)| *folder)
    }

    /// Opens a folder. Reads the last checkpoint if the search is to be resumed, and returns the
    /// levels with their distances. Otherwise prepares the folder for a new search.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be used, or belongs to another search.
    pub fn open(
        &mut self,
        folder: &'a Folder,
        identity: Identity,
        resumes: bool,
    ) -> Result<Vec<(u64, CodeFile)>, DiskError> {
        let mut levels = Vec::new();
        if resumes {
            (self.totals, levels) = Totals::read(folder, &identity)?;
            self.resumed = self.totals.counts.len() as u64;
            self.levels = self.resumed;
        } else {
            manifest::begin(folder)?;
        }
        self.place = Some((folder, identity));
        Ok(levels)
    }

    /// Whether the next checkpoint is due.
    pub fn is_due(&self) -> bool {
        self.place.is_some() && self.written.elapsed() >= PAUSE.max(PATIENCE * self.took)
    }

    /// Writes a checkpoint that was begun at some time, given the files of the levels that are kept
    /// with their distances, and removes files that it does not name.
    pub fn write(&mut self, begun: Instant, levels: &[(u64, &CodeFile)]) -> Result<(), DiskError> {
        let Some((folder, identity)) = &self.place else { return Ok(()) };
        for (distance, file) in levels {
            if *distance >= self.levels {
                file.sync()?;
            }
        }
        self.totals.write(folder, identity, levels)?;
        for file in self.old.drain(..) {
            folder.remove(&file.path, file.bytes);
        }
        self.levels = self.totals.counts.len() as u64;
        (self.written, self.took) = (Instant::now(), begun.elapsed());
        Ok(())
    }

    /// Whether the level at a distance has to be made: it is not one of a search that was resumed.
    ///
    /// # Errors
    ///
    /// Where the last level could be completed, but not its checkpoint.
    pub fn is_new(&self, distance: u64) -> Result<bool, DiskError> {
        if self.error.is_some() {
            return Err(Stopped::Disk.into());
        }
        Ok(distance >= self.resumed)
    }

    /// Returns the level at a distance, once it is made. If it is not complete, `found` positions were
    /// found in it.
    pub fn level(&mut self, distance: u64, made: Result<(), DiskError>, found: u64) -> Level {
        if let Err(error) = made {
            let stopped = Some(self.stop(error));
            // A complete level counts even if the checkpoint failed. The search ends after it.
            if distance >= self.totals.counts.len() as u64 {
                return Level { found, has_goal: false, stopped };
            }
        }
        let Totals { counts, goal, .. } = &self.totals;
        let has_goal = goal.as_ref().is_some_and(|(goal, _)| *goal <= distance);
        Level { found: counts[distance as usize], has_goal, stopped: None }
    }

    /// Stores the error for the end of the search, and stops it.
    pub fn stop(&mut self, error: DiskError) -> Stopped {
        match error {
            DiskError::Stopped(stopped) => stopped,
            error => {
                self.error.get_or_insert(error);
                Stopped::Disk
            }
        }
    }

    /// Ends the search, after its last checkpoint: reports the first error.
    pub fn finish(&mut self, written: Result<(), DiskError>, run: &mut Run) {
        if let Some(error) = self.error.take().or(written.err()) {
            run.observer.advised(&Advice::Disk(error.to_string()));
        }
    }
}
