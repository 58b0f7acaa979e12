//! What all searches with checkpoints have in common: the levels that a resumed search has already,
//! when a checkpoint is due, and the trouble that ends a search.

use std::time::Duration;

use super::folder::DiskError;
use crate::engine::drive::{Level, Run};
use crate::engine::host::Instant;
use crate::engine::query::{Advice, Stopped};

/// A checkpoint is due when this time has passed since the last, and also `PATIENCE` times as long
/// as the last one took: a disk may be slower than the search.
const PAUSE: Duration = Duration::from_millis(500);
const PATIENCE: u32 = 10;

/// When the next checkpoint is due.
pub struct CheckpointClock {
    written: Instant,
    /// The time that the last checkpoint took.
    took: Duration,
}

impl CheckpointClock {
    pub fn start() -> Self {
        Self { written: Instant::now(), took: Duration::ZERO }
    }

    pub fn is_due(&self) -> bool {
        self.written.elapsed() >= PAUSE.max(PATIENCE * self.took)
    }

    /// Writes a checkpoint, and measures the time.
    pub fn time(&mut self, write: impl FnOnce() -> Result<(), DiskError>) -> Result<(), DiskError> {
        let started = Instant::now();
        write()?;
        *self = Self { written: Instant::now(), took: started.elapsed() };
        Ok(())
    }
}

/// The state of a search that does not depend on how its levels are stored.
pub struct Checkpoints {
    pub clock: CheckpointClock,
    /// Number of levels that existed when the search was resumed.
    resumed: u64,
    /// What ends the search.
    trouble: Option<DiskError>,
}

impl Checkpoints {
    /// Builds the state of a search that has some levels already.
    pub fn after(resumed: usize) -> Self {
        Self { clock: CheckpointClock::start(), resumed: resumed as u64, trouble: None }
    }
}

/// A search with checkpoints.
pub trait Checkpointed: Sized {
    fn checkpoints(&mut self) -> &mut Checkpoints;

    /// Returns the number of positions at each distance, as far as levels are complete.
    fn counts(&self) -> &[u64];

    /// Returns the distance of the first goals.
    fn goal_distance(&self) -> Option<u64>;

    /// Makes the level at a distance, and writes a checkpoint if one is due. If only the checkpoint
    /// fails, the level is complete.
    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), DiskError>;

    /// Returns the number of positions found in a level that is not complete.
    fn found_in_part(&self) -> u64 {
        0
    }

    /// Writes a checkpoint, and removes files that it does not name.
    fn write_checkpoint(&mut self) -> Result<(), DiskError>;

    /// Returns a complete level.
    fn complete_level(&self, distance: u64) -> Level {
        let has_goal = self.goal_distance().is_some_and(|goal| goal <= distance);
        Level { found: self.counts()[distance as usize], has_goal, stopped: None }
    }

    /// Returns the level at a distance, which is made unless the search was resumed after it.
    fn level(&mut self, distance: u64, run: &mut Run) -> Level {
        let Checkpoints { resumed, trouble, .. } = self.checkpoints();
        let made = match trouble {
            Some(_) => Err(DiskError::Stopped(Stopped::Disk)),
            None if distance < *resumed => Ok(()),
            None => self.make(distance, run),
        };
        if let Err(trouble) = made {
            let stopped = Some(self.stop(trouble));
            // A complete level counts even if the checkpoint failed. The search ends after it.
            if distance >= self.counts().len() as u64 {
                return Level { found: self.found_in_part(), has_goal: false, stopped };
            }
        }
        self.complete_level(distance)
    }

    /// Stores the trouble for the end of the search, and stops it.
    fn stop(&mut self, trouble: DiskError) -> Stopped {
        match trouble {
            DiskError::Stopped(stopped) => stopped,
            trouble => {
                self.checkpoints().trouble.get_or_insert(trouble);
                Stopped::Disk
            }
        }
    }

    /// Ends the search: writes a checkpoint, and reports trouble.
    fn finish(mut self, run: &mut Run) {
        let written = self.write_checkpoint();
        if let Some(trouble) = self.checkpoints().trouble.take().or(written.err()) {
            run.observer.advised(&Advice::Disk(trouble.to_string()));
        }
    }
}
