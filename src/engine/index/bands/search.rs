//! A search that makes level after level, and can be resumed.

use std::sync::Mutex;

use super::build::{BandBuilder, CountOptions};
use super::rows::Bands;
use super::state::BandState;
use super::worker::BandWorker;
use crate::engine::bitmap::report_start;
use crate::engine::disk::manifest::{self, Identity};
use crate::engine::disk::{CheckpointClock, Checkpointed, Checkpoints, DiskError, Folder, Purpose};
use crate::engine::host::{lock, share};
use crate::engine::layers::{self, Layers, Run};
use crate::engine::query::{Progress, Query};
use crate::puzzle::{Configuration, Puzzle};

/// A search by bands.
pub struct BandSearch<'a> {
    puzzle: &'a Puzzle,
    pub builder: BandBuilder<'a>,
    pub identity: Identity,
    pub state: BandState,
    pub workers: Vec<BandWorker>,
    checkpoints: Checkpoints,
}

impl<'a> BandSearch<'a> {
    /// Opens the search in a folder if it is to be resumed; else builds one without any level.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be used.
    pub fn open(
        bands: &'a Bands,
        query: &Query<'a>,
        folder: &'a Folder,
        purpose: Purpose,
        resumes: bool,
    ) -> Result<Self, DiskError> {
        let (puzzle, cut) = (query.puzzle, &bands.cut);
        let identity = Identity::new(puzzle, query.style, purpose);
        let identity = identity.numbered(bands.layout.numbering(puzzle.start()));
        let state = if resumes {
            BandState::read(folder, &identity, cut, |part| bands.sheets(part))?
        } else {
            manifest::begin(folder)?;
            BandState::new(cut.parts(), purpose)
        };
        // Goals may have both colours.
        let is_from_goals = purpose == Purpose::MapFromGoalsByBands;
        let has_two_colours = !is_from_goals && bands.layout.graph.colours().is_some();
        let builder = BandBuilder { bands, folder, has_two_colours };
        let checkpoints = Checkpoints::after(state.counts.len());
        let workers = (0..bands.threads).map(|_| BandWorker::new(bands.rows(), cut)).collect();
        Ok(Self { puzzle, builder, identity, state, workers, checkpoints })
    }

    fn begins_at_start(&self) -> bool {
        self.identity.purpose != Purpose::MapFromGoalsByBands
    }

    /// Begins at a position, if the search has not begun.
    pub fn begin_at(&mut self, configuration: &Configuration) -> Result<(), DiskError> {
        if self.state.counts.is_empty() {
            let (number, part, tally) = self.builder.start(configuration, self.count_options())?;
            self.state.add(number, Some(part), &tally);
            self.state.finish_level();
            self.write_checkpoint()?;
        }
        Ok(())
    }

    /// Returns what to look for in the levels.
    fn count_options(&self) -> CountOptions {
        match self.identity.purpose {
            Purpose::MapByBands => CountOptions { goals: true },
            Purpose::MapFromGoalsByBands => CountOptions { goals: false },
            _ => CountOptions { goals: self.state.goal.is_none() },
        }
    }

    /// Makes the missing parts of the next level.
    fn make_parts(&mut self, distance: u64, run: &mut Run) -> Result<(), DiskError> {
        let looks = self.count_options();
        let Self { builder, identity, state, workers, checkpoints, .. } = self;
        let last = state.last.clone();
        let open = state.next.open();
        let (frontier, states) = (last.found(), state.counts.iter().sum());
        let parts = state.next.made.len() as f64;
        let shared = Mutex::new((state, &mut checkpoints.clock, None));
        let write = |state: &mut BandState, clock: &mut CheckpointClock| {
            clock.time(|| state.write(builder.folder, identity, &builder.bands.cut))
        };
        let work = |worker: &mut BandWorker, task: usize| {
            let part = open[task];
            let before = {
                let (state, _, trouble) = &*lock(&shared);
                if trouble.is_some() {
                    return;
                }
                state.before.parts[part].clone()
            };
            let mut make = || builder.make(part, before.as_deref(), &last, looks, worker);
            let made = match make() {
                // A checkpoint frees the parts that are not needed any more.
                Err(DiskError::Limit(_)) => {
                    let written = {
                        let (state, clock, _) = &mut *lock(&shared);
                        write(state, clock)
                    };
                    written.and_then(|()| make())
                }
                made => made,
            };
            // Its file stays open while there are references to it.
            drop(before);
            let (state, clock, trouble) = &mut *lock(&shared);
            let noted = made.and_then(|(made, tally)| {
                state.add(part, made, &tally);
                if clock.is_due() { write(state, clock) } else { Ok(()) }
            });
            if let Err(error) = noted {
                trouble.get_or_insert(error);
            }
        };
        let ended = share(workers, open.len(), work, &mut || {
            let made = lock(&shared).0.next.made.iter().filter(|&&made| made).count() as f64;
            run.observer.progress(&Progress {
                distance,
                frontier,
                states,
                bytes: Some(builder.folder.used()),
                part: Some(made / parts),
            });
            run.budget.look()
        });
        if let Some(trouble) = lock(&shared).2.take() {
            return Err(trouble);
        }
        ended.break_value().map_or(Ok(()), |stopped| Err(DiskError::Stopped(stopped)))
    }
}

impl Checkpointed for BandSearch<'_> {
    fn checkpoints(&mut self) -> &mut Checkpoints {
        &mut self.checkpoints
    }

    fn counts(&self) -> &[u64] {
        &self.state.counts
    }

    fn goal_distance(&self) -> Option<u64> {
        self.state.goal
    }

    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), DiskError> {
        let made = self.make_parts(distance, run);
        // Then the level is complete, even if a checkpoint failed.
        if self.state.next.open().is_empty() {
            self.state.finish_level();
        }
        made
    }

    fn found_in_part(&self) -> u64 {
        self.state.next.found()
    }

    fn write_checkpoint(&mut self) -> Result<(), DiskError> {
        let Self { builder, identity, state, checkpoints, .. } = self;
        // If not even the start could be written, there is nothing to resume.
        if state.counts.is_empty() {
            return Ok(());
        }
        checkpoints.clock.time(|| state.write(builder.folder, identity, &builder.bands.cut))
    }
}

impl Layers for BandSearch<'_> {
    fn begin(&mut self, run: &mut Run) -> layers::Level {
        if self.begins_at_start() {
            report_start(self.puzzle, run.observer);
        }
        self.complete_level(0)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> layers::Level {
        self.level(distance, run)
    }
}
