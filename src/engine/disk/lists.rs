//! A search with lists: its state and its checkpoints.

use std::ops::ControlFlow;

use super::batches::in_batches;
use super::checkpoints::{Checkpointed, Checkpoints};
use super::folder::{DiskError, Folder};
use super::level::{BuiltLevel, DiskLevel, Feed, LevelBuilder};
use super::list::CodeList;
use super::manifest::{self, DiskState, Identity, Purpose};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::drive::{BATCH, Level, Listed, OnBatch, Run, Search, sums};
use crate::engine::query::{Budget, Found, Progress, Stopped};
use crate::puzzle::Configuration;

/// The fraction of the memory for candidates is 1 / `ROOM_PART`. The rest is for read and write
/// buffers, and for the tables of the files.
const ROOM_PART: u64 = 2;

/// The part of the memory that is left to those who sort a level that is listed. The lists get half.
#[cfg(feature = "pages")]
const SPARED_PART: u64 = 4;

/// Neighbours of one position that are looked up at a time.
const FEW: usize = 1 << 16;

/// A search with lists.
pub struct ListSearch<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    folder: &'a Folder,
    budget: &'a Budget,
    pub(super) builder: LevelBuilder<'a, W>,
    identity: Identity,
    state: DiskState<W>,
    /// Levels that the last checkpoint may name, and that are no longer needed.
    old: Vec<DiskLevel<W>>,
    /// Levels from this distance on may not be flushed to disk yet.
    unsynced: u64,
    checkpoints: Checkpoints,
}

impl<'a, const W: usize> ListSearch<'a, W> {
    /// Opens the search in a folder if it is to be resumed; else builds one without any level.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be used, or belongs to another search.
    pub fn open(
        compiled: &'a Compiled<'a, W>,
        folder: &'a Folder,
        purpose: Purpose,
        resumes: bool,
        budget: &'a Budget,
    ) -> Result<Self, DiskError> {
        // All codes use the same coding as the start's, so the start's words identify it.
        let start = compiled.encode(compiled.puzzle.start());
        let identity = Identity::new(compiled.puzzle, compiled.style, purpose);
        let identity = identity.numbered(start.0.to_vec());
        let mut builder =
            LevelBuilder::new(compiled, folder, budget.threads(), budget.room() / ROOM_PART);
        if purpose == Purpose::Map {
            builder.count_degrees();
        }
        let state = if resumes {
            DiskState::read(folder, &identity)?
        } else {
            manifest::begin(folder)?;
            DiskState::new()
        };
        let resumed = state.counts.len();
        Ok(Self {
            compiled,
            folder,
            budget,
            builder,
            identity,
            state,
            old: Vec::new(),
            unsynced: resumed as u64,
            checkpoints: Checkpoints::after(resumed),
        })
    }

    /// Begins at the puzzle's start, if the search has not begun.
    ///
    /// # Errors
    ///
    /// Those of the folder.
    pub fn begin_at_start(&mut self) -> Result<(), DiskError> {
        if self.state.counts.is_empty() {
            let start = self.compiled.encode(self.compiled.puzzle.start());
            let goal = self.compiled.meets_a_goal(&start).then_some(start);
            let level = self.builder.level_of(&[start])?;
            self.add(BuiltLevel { level, goals: goal.is_some().into(), goal })?;
            self.write_checkpoint()?;
        }
        Ok(())
    }

    /// Begins at all goals, if the search has not begun. `goals` passes them on, in any order,
    /// perhaps with duplicates.
    ///
    /// # Errors
    ///
    /// Those of `goals`, and those of the folder.
    pub fn begin_at_goals(&mut self, goals: &mut Feed<W>) -> Result<(), DiskError> {
        if self.state.counts.is_empty() {
            let Self { builder, budget, .. } = self;
            let level = builder.gather(goals, &mut |_| budget.look())?;
            self.add(BuiltLevel { level, goals: 0, goal: None })?;
            self.write_checkpoint()?;
        }
        Ok(())
    }

    /// Whether the level at a distance is kept once it is not one of the last two.
    fn is_kept(&self, distance: u64) -> bool {
        match self.identity.purpose {
            Purpose::Path => self.state.goal.is_none_or(|(goal, _)| distance < goal),
            Purpose::Map | Purpose::MapFromGoals => true,
            _ => false,
        }
    }

    /// Adds the next level. Levels that are not needed can be removed as soon as no checkpoint
    /// names them; of the others only the last two stay in memory.
    fn add(&mut self, made: BuiltLevel<W>) -> Result<(), DiskError> {
        let state = &mut self.state;
        let distance = state.counts.len() as u64;
        state.goal = state.goal.or(made.goal.map(|goal| (distance, goal)));
        state.goals += made.goals;
        state.counts.push(made.level.count);
        state.levels.push((distance, made.level));
        let levels = std::mem::take(&mut self.state.levels);
        let (kept, old): (Vec<_>, Vec<_>) =
            levels.into_iter().partition(|&(at, _)| at + 1 >= distance || self.is_kept(at));
        self.state.levels = kept;
        self.old.extend(old.into_iter().map(|(_, level)| level));
        let Self { state, old, folder, .. } = self;
        old.iter_mut().for_each(DiskLevel::evict);
        if let [.., (_, level), _, _] = &mut state.levels[..] {
            level.write_to_disk(folder)?;
            level.evict();
        }
        Ok(())
    }

    fn next(&mut self, distance: u64, run: &mut Run) -> Result<BuiltLevel<W>, DiskError> {
        let Self { state, compiled, folder, identity, .. } = self;
        let (last, before) = match &state.levels[..] {
            [.., (_, before), (_, last)] => (last, Some(before)),
            [(_, last)] => (last, None),
            [] => unreachable!("there is a level"),
        };
        // Maps count all goals; other searches look for the first.
        let looks = match identity.purpose {
            Purpose::Map => true,
            Purpose::MapFromGoals => false,
            _ => state.goal.is_none(),
        };
        let is_goal = |code: &Code<W>| looks && compiled.meets_a_goal(code);
        let (frontier, states) = (last.count, state.counts.iter().sum());
        let mut pause = |part| {
            let (bytes, part) = (Some(folder.used()), Some(part));
            run.observer.progress(&Progress { distance, frontier, states, bytes, part });
            run.budget.look()
        };
        self.builder.next(last, before, &is_goal, &mut pause)
    }

    /// Returns a level that is kept.
    fn kept_level(&self, distance: u64) -> &DiskLevel<W> {
        &self.state.levels[distance as usize].1
    }

    /// Returns how many of the positions found meet a goal.
    pub fn goals(&self) -> u64 {
        self.state.goals
    }

    /// Returns the number of positions with each number of neighbours, of all levels but the last.
    pub fn degrees(&self) -> Vec<u64> {
        self.state.degrees.clone()
    }

    /// Calls `visit` for every code at a distance, until it fails. An error ends the search.
    pub fn each_at(
        &mut self,
        distance: u64,
        visit: &mut dyn FnMut(Code<W>) -> Result<(), DiskError>,
    ) -> ControlFlow<Stopped> {
        match self.kept_level(distance).each(visit) {
            Ok(()) => ControlFlow::Continue(()),
            Err(trouble) => ControlFlow::Break(self.stop(trouble)),
        }
    }

    /// Returns the distance of a position, if it was found.
    ///
    /// # Errors
    ///
    /// Where a file cannot be read, or is not as it was written.
    pub fn distance_of(&self, code: &Code<W>) -> Result<Option<u64>, DiskError> {
        for distance in 0..self.state.counts.len() as u64 {
            if self.kept_level(distance).contains(code)? {
                return Ok(Some(distance));
            }
        }
        Ok(None)
    }

    /// Returns the smallest neighbour of a position in the level at a distance.
    fn neighbour_at(
        &self,
        distance: u64,
        code: &Code<W>,
        budget: &Budget,
    ) -> Result<Option<Code<W>>, DiskError> {
        let (level, mut smallest) = (self.kept_level(distance), None);
        in_batches(self.compiled, code, FEW, &mut |batch| {
            for &code in batch.iter().take_while(|&&code| smallest.is_none_or(|found| code < found))
            {
                if level.contains(&code)? {
                    smallest = Some(code);
                    break;
                }
            }
            budget.look().break_value().map_or(Ok(()), |stopped| Err(DiskError::Stopped(stopped)))
        })?;
        Ok(smallest)
    }
}

impl<const W: usize> Checkpointed for ListSearch<'_, W> {
    fn checkpoints(&mut self) -> &mut Checkpoints {
        &mut self.checkpoints
    }

    fn counts(&self) -> &[u64] {
        &self.state.counts
    }

    fn goal_distance(&self) -> Option<u64> {
        self.state.goal.map(|(distance, _)| distance)
    }

    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), DiskError> {
        let made = match self.next(distance, run) {
            // The next checkpoint frees the oldest levels.
            Err(DiskError::Limit(_)) if !self.old.is_empty() => {
                self.write_checkpoint()?;
                self.next(distance, run)
            }
            made => made,
        };
        let made = made?;
        let degrees = self.builder.take_degrees();
        self.state.degrees = sums([&self.state.degrees[..], &degrees].into_iter());
        self.add(made)?;
        if self.checkpoints.clock.is_due() { self.write_checkpoint() } else { Ok(()) }
    }

    fn write_checkpoint(&mut self) -> Result<(), DiskError> {
        let Self { state, folder, identity, old, unsynced, checkpoints, .. } = self;
        checkpoints.clock.time(|| {
            for (_, level) in state.levels.iter_mut().filter(|level| level.0 >= *unsynced) {
                level.write_to_disk(folder)?;
                level.lists.iter().try_for_each(CodeList::sync)?;
            }
            *unsynced = state.counts.len() as u64;
            state.write(folder, identity)?;
            for list in old.drain(..).flat_map(|level| level.lists) {
                folder.remove(&list.path, list.bytes);
            }
            Ok(())
        })
    }
}

impl<const W: usize> Search for ListSearch<'_, W> {
    fn begin(&mut self, run: &mut Run) -> Level {
        if self.identity.purpose != Purpose::MapFromGoals {
            let configuration = self.compiled.puzzle.start().clone();
            run.observer.found(&Found { configuration, ordinal: 0, address: 0, parent: 0 });
        }
        self.complete_level(0)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        self.level(distance, run)
    }

    fn goal(&self) -> Option<Configuration> {
        self.state.goal.map(|(_, goal)| self.compiled.decode(&goal))
    }

    /// Goes back from each position to its smallest neighbour, as all levels up to the goal's are
    /// kept.
    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Configuration>,
        budget: &Budget,
    ) -> ControlFlow<Stopped> {
        let mut last = self.compiled.encode(&path[path.len() - 1]);
        for distance in (0..distance).rev() {
            budget.look()?;
            last = match self.neighbour_at(distance, &last, budget) {
                Ok(Some(before)) => before,
                Ok(None) => {
                    let path = self.folder.path().to_owned();
                    let what = format!("the way back ends at distance {}", distance + 1);
                    return ControlFlow::Break(self.stop(DiskError::Damaged { path, what }));
                }
                Err(trouble) => return ControlFlow::Break(self.stop(trouble)),
            };
            path.push(self.compiled.decode(&last));
        }
        ControlFlow::Continue(())
    }
}

impl<const W: usize> Listed for ListSearch<'_, W> {
    fn list(&mut self, distance: u64, on_batch: &mut OnBatch) -> ControlFlow<Stopped> {
        let compiled = self.compiled;
        let mut batch = Vec::with_capacity(BATCH);
        self.each_at(distance, &mut |code| {
            batch.push(code);
            if batch.len() == BATCH {
                compiled.pass_on(&mut batch, on_batch);
            }
            Ok(())
        })?;
        compiled.pass_on(&mut batch, on_batch);
        ControlFlow::Continue(())
    }

    fn farthest(&mut self, distance: u64, most: usize) -> ControlFlow<Stopped, Vec<Configuration>> {
        match self.kept_level(distance).first(most) {
            Ok(first) => {
                ControlFlow::Continue(first.iter().map(|code| self.compiled.decode(code)).collect())
            }
            Err(trouble) => ControlFlow::Break(self.stop(trouble)),
        }
    }

    #[cfg(feature = "pages")]
    fn spare(&mut self, budget: &Budget) -> u64 {
        budget.room() / SPARED_PART
    }
}
