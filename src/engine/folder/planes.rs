//! Bitmap searches with checkpoints in a folder.
//!
//! The next level depends on the last two only, so a checkpoint contains these: the numbers of
//! their placements, as codes of one word.

use std::iter;

use super::checkpoints::Checkpoints;
use super::codes::CodeFile;
use super::manifest::{Content, Identity, Keep, Totals};
use super::{DiskError, Folder};
use crate::engine::board::Code;
use crate::engine::dense::{Dense, report_start};
use crate::engine::drive::{Level, Run, Search, answer};
use crate::engine::host::Instant;
use crate::engine::query::{Answer, Disk, Engine, Layout, Query};

/// Numbers of a chunk.
const CHUNK: usize = 1 << 13;

/// Counts the positions at each distance with a search that has not begun.
///
/// # Errors
///
/// Where the folder cannot be used, or belongs to another search.
pub fn search(
    dense: &mut Dense,
    query: &Query,
    disk: &Disk,
    run: &mut Run,
) -> Result<Answer, DiskError> {
    let folder = Folder::open(&disk.folder, disk.limit)?;
    let content = match dense.layout() {
        Layout::Matrices => Content::Matrices,
        Layout::Rows => Content::Rows,
    };
    let (puzzle, numbering) = (query.puzzle, dense.numbering());
    let identity = Identity::new(puzzle, query.style, Keep::Last, content, numbering);
    let checkpoints = Checkpoints::new();
    let mut planes =
        PlaneSearch { dense, folder: &folder, levels: Vec::new(), checkpoints, incomplete: None };
    planes.open(identity, disk.resumes)?;
    let answer = answer(&mut planes, query, Engine::Dense, run);
    let written = planes.write_checkpoint();
    planes.checkpoints.finish(written, run);
    Ok(answer)
}

struct PlaneSearch<'a, 'b, 'p> {
    dense: &'a mut Dense<'p>,
    folder: &'b Folder,
    /// The levels of the last checkpoint, with their distances.
    levels: Vec<(u64, CodeFile)>,
    checkpoints: Checkpoints<'b>,
    /// The number of positions in a level that is not complete: then the planes do not have the last
    /// two levels any more.
    incomplete: Option<u64>,
}

impl PlaneSearch<'_, '_, '_> {
    /// Opens the search in the folder.
    fn open(&mut self, identity: Identity, resumes: bool) -> Result<(), DiskError> {
        self.levels = self.checkpoints.open(self.folder, identity, resumes)?;
        for (distance, file) in &self.levels {
            self.dense.restore_level(*distance);
            for chunk in 0..file.chunks.len() {
                for Code([number]) in file.read(chunk)? {
                    self.dense.restore(number);
                }
            }
        }
        let Totals { counts, goal, .. } = &self.checkpoints.totals;
        if !counts.is_empty() {
            let goal = goal.as_ref().map(|(_, words)| words[0]);
            self.dense.resume(counts.iter().sum(), goal);
        }
        Ok(())
    }

    /// Makes the level at a distance, and writes a checkpoint if one is due.
    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), DiskError> {
        if !self.checkpoints.is_new(distance)? {
            return Ok(());
        }
        let level = match distance {
            0 => self.dense.begin(run),
            _ => self.dense.advance(distance, run),
        };
        if let Some(stopped) = level.stopped {
            self.incomplete = Some(level.found);
            return Err(stopped.into());
        }
        let totals = &mut self.checkpoints.totals;
        totals.counts.push(level.found);
        if totals.goal.is_none() {
            totals.goal = self.dense.goal.map(|goal| (distance, vec![goal]));
        }
        if self.checkpoints.is_due() { self.write_checkpoint() } else { Ok(()) }
    }

    /// Writes the last two levels, and removes those of the checkpoint before.
    fn write_checkpoint(&mut self) -> Result<(), DiskError> {
        let Self { dense, folder, levels, checkpoints, incomplete } = self;
        let count = checkpoints.totals.counts.len() as u64;
        if checkpoints.levels == count || incomplete.is_some() {
            return Ok(());
        }
        let begun = Instant::now();
        // If the manifest cannot be written, it is not certain which files it names, so all stay.
        for (_, file) in levels.drain(..) {
            checkpoints.old.push(file);
        }
        if let Some(before) = count.checked_sub(2) {
            levels.push((before, written(folder, dense.numbers_before())?));
        }
        levels.push((count - 1, written(folder, dense.last_numbers())?));
        let levels: Vec<_> = levels.iter().map(|(distance, file)| (*distance, file)).collect();
        checkpoints.write(begun, &levels)
    }
}

/// Writes numbers to a file.
fn written(folder: &Folder, mut numbers: impl Iterator<Item = u64>) -> Result<CodeFile, DiskError> {
    let chunks = iter::from_fn(|| {
        let chunk: Vec<_> = numbers.by_ref().take(CHUNK).map(|number| Code([number])).collect();
        if chunk.is_empty() { None } else { Some(Ok(chunk)) }
    });
    let file = CodeFile::write(folder, chunks)?;
    file.sync()?;
    Ok(file)
}

impl Search for PlaneSearch<'_, '_, '_> {
    fn begin(&mut self, run: &mut Run) -> Level {
        if !self.levels.is_empty() {
            report_start(self.dense.puzzle, run.observer);
        }
        self.advance(0, run)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let made = self.make(distance, run);
        self.checkpoints.level(distance, made, self.incomplete.unwrap_or(0))
    }
}
