//! Bitmap searches with checkpoints in a folder.
//!
//! The next level depends on the last two only, so a checkpoint contains these: the numbers of
//! their placements, as lists like those of codes.

use std::time::Duration;

use super::folder::{DiskError, Folder, SearchFolder};
use super::is_due;
use super::level::DiskLevel;
use super::list::ListWriter;
use super::manifest::{self, DiskState, Identity, Purpose, sum};
use crate::engine::bitmap::{Bitmap, DistanceTable};
use crate::engine::board::Code;
use crate::engine::host::Instant;
use crate::engine::layers::{self, Layers, Run, count_levels};
use crate::engine::query::{Advice, Answer, Disk, Engine, Query, Stopped};
use crate::puzzle::Puzzle;

/// Counts the positions at each distance with a table that has not begun.
///
/// # Errors
///
/// Where the folder cannot be used, or belongs to another search.
pub fn search(
    table: &mut dyn DistanceTable,
    engine: Engine,
    query: &Query,
    disk: &Disk,
    run: &mut Run,
) -> Result<Answer, DiskError> {
    let place = SearchFolder::of(disk, run.observer)?;
    let folder = Folder::open(place.path(), disk.limit)?;
    let purpose = if engine == Engine::Cut { Purpose::CountByCut } else { Purpose::CountByRows };
    let identity = Identity::new(query.puzzle, query.style, purpose);
    let identity = identity.numbered(numbering(table, query.puzzle));
    let mut planes = PlaneSearch {
        bitmap: Bitmap::from_start(table, query.puzzle),
        folder: &folder,
        identity,
        state: DiskState::new(),
        resumed: 0,
        written: Instant::now(),
        took: Duration::ZERO,
        is_between: false,
        error: None,
    };
    match disk.resumes {
        true => planes.resume()?,
        false => manifest::begin(&folder)?,
    }
    let answer = count_levels(&mut planes, query, engine, run);
    planes.end(run);
    Ok(answer)
}

/// Returns numbers that identify a table's numbering: its own, with the number of the start, and a
/// checksum of the start's neighbours.
fn numbering(table: &dyn DistanceTable, puzzle: &Puzzle) -> Vec<u64> {
    let mut numbering = table.numbering(puzzle.start());
    let start = table.number(puzzle.start()).expect("the start is a placement");
    let mut beside = Vec::new();
    table.each_neighbour(start, &mut |number| beside.push(number));
    beside.sort_unstable();
    numbering.extend([start, sum(beside)]);
    numbering
}

struct PlaneSearch<'a, 'b> {
    bitmap: Bitmap<'a>,
    folder: &'b Folder,
    identity: Identity,
    /// Its levels are those of the last checkpoint.
    state: DiskState<1>,
    /// Number of levels that existed when the search was resumed.
    resumed: u64,
    written: Instant,
    /// The time that the last checkpoint took.
    took: Duration,
    /// Whether the planes have two complete levels.
    is_between: bool,
    error: Option<DiskError>,
}

impl PlaneSearch<'_, '_> {
    /// Resumes the search in the folder.
    fn resume(&mut self) -> Result<(), DiskError> {
        self.state = DiskState::read(self.folder, &self.identity)?;
        let Self { bitmap, state, .. } = self;
        for (distance, level) in &state.levels {
            bitmap.table.continue_from(*distance);
            level.each(&mut |number| {
                bitmap.table.seed(number.0[0]);
                Ok(())
            })?;
        }
        let goal = state.goal.map(|(_, goal)| goal.0[0]);
        bitmap.resume(state.counts[state.counts.len() - 1], state.counts.iter().sum(), goal);
        self.resumed = state.counts.len() as u64;
        Ok(())
    }

    /// Writes a checkpoint of the last two levels, and removes those of the checkpoint before.
    fn write_checkpoint(&mut self) -> Result<(), DiskError> {
        let started = Instant::now();
        let Self { bitmap, folder, identity, state, .. } = self;
        let distance = state.counts.len() as u64 - 1;
        let mut levels = Vec::new();
        if distance > 0 {
            let before = distance - 1;
            let level = written(folder, |visit| bitmap.table.each_before(visit))?;
            levels.push((before, level));
        }
        let last = written(folder, |visit| bitmap.table.each_last(visit))?;
        levels.push((distance, last));
        let old = std::mem::replace(&mut state.levels, levels);
        state.write(folder, identity)?;
        for list in old.into_iter().flat_map(|(_, level)| level.lists) {
            folder.remove(&list.path, list.bytes);
        }
        (self.written, self.took) = (Instant::now(), started.elapsed());
        Ok(())
    }

    /// Records that a level was made.
    fn add(&mut self, level: layers::Level) -> layers::Level {
        self.is_between = level.stopped.is_none();
        if !self.is_between {
            return level;
        }
        let distance = self.state.counts.len() as u64;
        self.state.counts.push(level.found);
        if let (None, Some(goal)) = (self.state.goal, self.bitmap.goal) {
            self.state.goal = Some((distance, Code([goal])));
        }
        if is_due(self.written, self.took) {
            // If that fails, the level counts all the same, and the search ends after it.
            self.error = self.write_checkpoint().err();
        }
        level
    }

    /// Returns the stored facts of a level that exists already.
    fn stored_level(&self, distance: u64) -> layers::Level {
        let has_goal = self.state.goal.is_some_and(|(goal, _)| goal <= distance);
        layers::Level { found: self.state.counts[distance as usize], has_goal, stopped: None }
    }

    /// Writes a checkpoint at the end, and reports trouble.
    fn end(mut self, run: &mut Run) {
        let kept =
            if self.is_between && self.error.is_none() { self.write_checkpoint() } else { Ok(()) };
        if let Some(trouble) = self.error.or(kept.err()) {
            run.observer.advised(&Advice::Disk(trouble.to_string()));
        }
    }
}

/// Writes a level of numbers, which `each` passes on ascending, as one list.
fn written(
    folder: &Folder,
    each: impl FnOnce(&mut dyn FnMut(u64)),
) -> Result<DiskLevel<1>, DiskError> {
    let mut writer = ListWriter::new(folder)?;
    let mut done = Ok(());
    each(&mut |number| {
        if done.is_ok() {
            done = writer.push(Code([number]));
        }
    });
    done?;
    let list = writer.finish()?;
    list.iter().try_for_each(|list| list.sync())?;
    Ok(DiskLevel::new(list.into_iter().collect()))
}

impl Layers for PlaneSearch<'_, '_> {
    fn begin(&mut self, run: &mut Run) -> layers::Level {
        if self.resumed > 0 {
            self.bitmap.report_start(run);
            return self.stored_level(0);
        }
        let level = self.bitmap.begin(run);
        self.add(level)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> layers::Level {
        if distance < self.resumed {
            return self.stored_level(distance);
        }
        if self.error.is_some() {
            return layers::Level { stopped: Some(Stopped::Disk), ..layers::Level::default() };
        }
        let level = self.bitmap.advance(distance, run);
        self.add(level)
    }
}
