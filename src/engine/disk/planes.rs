//! Bitmap searches with checkpoints in a folder.
//!
//! The next level depends on the last two only, so a checkpoint contains these: the numbers of
//! their placements, as lists like those of codes.

use super::checkpoints::{Checkpointed, Checkpoints};
use super::folder::{DiskError, Folder};
use super::level::DiskLevel;
use super::list::ListWriter;
use super::manifest::{self, DiskState, Identity, Purpose, sum};
use crate::engine::bitmap::{Bitmap, DistanceTable};
use crate::engine::board::Code;
use crate::engine::drive::{Level, Run, Search, answer};
use crate::engine::query::{Answer, Disk, Engine, Query};
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
    let folder = Folder::open(&disk.folder, disk.limit)?;
    let purpose = if engine == Engine::Cut { Purpose::CountByCut } else { Purpose::CountByRows };
    let identity = Identity::new(query.puzzle, query.style, purpose);
    let identity = identity.numbered(numbering(table, query.puzzle));
    let mut planes = PlaneSearch {
        bitmap: Bitmap::from_start(table, query.puzzle),
        folder: &folder,
        identity,
        state: DiskState::new(),
        checkpoints: Checkpoints::after(0),
        incomplete: None,
    };
    match disk.resumes {
        true => planes.resume()?,
        false => manifest::begin(&folder)?,
    }
    let answer = answer(&mut planes, query, engine, run);
    planes.finish(run);
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
    checkpoints: Checkpoints,
    /// The number of positions in a level that is not complete: then the planes do not have the last
    /// two levels any more.
    incomplete: Option<u64>,
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
        self.checkpoints = Checkpoints::after(state.counts.len());
        Ok(())
    }
}

impl Checkpointed for PlaneSearch<'_, '_> {
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
        let level = match distance {
            0 => self.bitmap.begin(run),
            _ => self.bitmap.advance(distance, run),
        };
        if let Some(stopped) = level.stopped {
            self.incomplete = Some(level.found);
            return Err(DiskError::Stopped(stopped));
        }
        self.state.counts.push(level.found);
        if let (None, Some(goal)) = (self.state.goal, self.bitmap.goal) {
            self.state.goal = Some((distance, Code([goal])));
        }
        if self.checkpoints.clock.is_due() { self.write_checkpoint() } else { Ok(()) }
    }

    fn found_in_part(&self) -> u64 {
        self.incomplete.unwrap_or(0)
    }

    /// Writes the last two levels, and removes those of the checkpoint before.
    fn write_checkpoint(&mut self) -> Result<(), DiskError> {
        let Self { bitmap, folder, identity, state, checkpoints, incomplete } = self;
        let levels = state.counts.len() as u64;
        let is_written = state.levels.last().is_some_and(|&(last, _)| last + 1 == levels);
        if is_written || incomplete.is_some() {
            return Ok(());
        }
        checkpoints.clock.time(|| {
            let new = written(folder, bitmap, levels - 1)?;
            let old = std::mem::replace(&mut state.levels, new);
            if let Err(trouble) = state.write(folder, identity) {
                // It is not certain which of the two the manifest names, so the files of both stay.
                state.levels = old;
                return Err(trouble);
            }
            remove(folder, old);
            Ok(())
        })
    }
}

/// Writes the last level, at this distance, and the one before it.
fn written(
    folder: &Folder,
    bitmap: &Bitmap,
    distance: u64,
) -> Result<Vec<(u64, DiskLevel<1>)>, DiskError> {
    let mut levels = Vec::new();
    if let Some(before) = distance.checked_sub(1) {
        levels.push((before, written_level(folder, |visit| bitmap.table.each_before(visit))?));
    }
    match written_level(folder, |visit| bitmap.table.each_last(visit)) {
        Ok(last) => levels.push((distance, last)),
        Err(trouble) => {
            remove(folder, levels);
            return Err(trouble);
        }
    }
    Ok(levels)
}

/// Removes the files of levels.
fn remove(folder: &Folder, levels: Vec<(u64, DiskLevel<1>)>) {
    for list in levels.into_iter().flat_map(|(_, level)| level.lists) {
        folder.remove(&list.path, list.bytes);
    }
}

/// Writes a level of numbers, which `each` passes on ascending, as one list.
fn written_level(
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

impl Search for PlaneSearch<'_, '_> {
    fn begin(&mut self, run: &mut Run) -> Level {
        if !self.state.counts.is_empty() {
            self.bitmap.report_start(run);
        }
        self.level(0, run)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        self.level(distance, run)
    }
}
