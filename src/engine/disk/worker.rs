//! The work of one thread: lists the neighbours of a level, sorts them, and writes them to files if
//! they are too many.

use std::ops::ControlFlow;

use super::folder::{DiskError, Folder};
use super::list::{CodeList, CodeRange, CodeStream, ListWriter};
use super::merged::Merged;
use crate::engine::board::Code;
use crate::engine::compiled::sort_dedup;
use crate::engine::drive::tally;
use crate::engine::moves::{Batch, LastMove, Neighbours};
use crate::engine::query::Stopped;
use crate::engine::store::{Hasher, KeySet};

/// The candidates that a thread has found and not merged yet.
pub struct ListWorker<const W: usize> {
    neighbours: Box<dyn Neighbours<W>>,
    /// For small levels: a table, and bins.
    pub keys: KeySet<W>,
    pub dealt: Vec<Vec<Code<W>>>,
    pub found: Vec<Code<W>>,
    pub files: Vec<CodeList<W>>,
    /// If neighbours are counted: the number of positions with each number of them.
    pub degrees: Option<Vec<u64>>,
    pub error: Option<DiskError>,
}

/// The limits of each worker.
#[derive(Clone, Copy)]
pub struct WorkerLimits {
    /// Codes in memory before they are written to a file.
    pub codes: usize,
    /// Files before they are merged into one.
    pub files: usize,
    /// Fewer candidates are merged by one thread.
    pub few: u64,
    /// Codes of a level that stays in memory.
    pub held: usize,
    /// Candidates of one bin.
    pub bin: usize,
}

impl<const W: usize> ListWorker<W> {
    /// Builds a worker that has found nothing yet.
    pub fn new(neighbours: Box<dyn Neighbours<W>>) -> Self {
        let (found, files) = (Vec::new(), Vec::new());
        let (keys, dealt) = (KeySet::with_room_for(0, Hasher::fixed()), Vec::new());
        Self { neighbours, found, files, keys, dealt, degrees: None, error: None }
    }

    /// Lists the neighbours of some positions.
    pub fn expand(
        &mut self,
        sources: &[Code<W>],
        folder: &Folder,
        room: WorkerLimits,
    ) -> Result<(), DiskError> {
        if self.degrees.is_some() {
            return sources.iter().try_for_each(|source| {
                let beside = self.counted_neighbours(source, room)?;
                self.put(&beside, folder, room)
            });
        }
        let Self { neighbours, found, files, .. } = self;
        let mut trouble = None;
        let keep = |listed: &mut Vec<(Code<W>, LastMove)>, found: &mut Vec<Code<W>>| {
            found.extend(listed.drain(..).map(|(code, _)| code));
        };
        let mut take = |listed: &mut Vec<(Code<W>, LastMove)>| {
            keep(listed, found);
            let is_full = found.len() >= room.codes;
            let done = if is_full { shorten(found, files, folder, room) } else { Ok(()) };
            trouble = done.err();
            if trouble.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let last_moves = vec![LastMove::UNKNOWN; sources.len()];
        let mut batch = Batch::new(Vec::with_capacity(Batch::<W>::MOST), &mut take);
        neighbours.list(sources, &last_moves, &mut batch);
        let mut rest = batch.into_list();
        if trouble.is_none() {
            keep(&mut rest, found);
        }
        trouble.map_or(Ok(()), Err)
    }

    /// Adds some codes.
    pub fn put(
        &mut self,
        codes: &[Code<W>],
        folder: &Folder,
        room: WorkerLimits,
    ) -> Result<(), DiskError> {
        self.found.extend(codes);
        let is_full = self.found.len() >= room.codes;
        if is_full { shorten(&mut self.found, &mut self.files, folder, room) } else { Ok(()) }
    }

    /// Returns all neighbours of a position, each once, and counts them.
    fn counted_neighbours(
        &mut self,
        source: &Code<W>,
        room: WorkerLimits,
    ) -> Result<Vec<Code<W>>, DiskError> {
        let Self { neighbours, degrees, .. } = self;
        let mut beside: Vec<Code<W>> = Vec::new();
        let mut take = |listed: &mut Vec<(Code<W>, LastMove)>| {
            beside.extend(listed.drain(..).map(|(code, _)| code));
            let is_much = beside.len() > room.codes.max(Batch::<W>::MOST);
            if is_much { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut batch = Batch::new(Vec::with_capacity(Batch::<W>::MOST), &mut take);
        neighbours.list(&[*source], &[LastMove::UNKNOWN], &mut batch);
        let rest = batch.into_list();
        if beside.len() > room.codes.max(Batch::<W>::MOST) {
            return Err(DiskError::Stopped(Stopped::Memory));
        }
        beside.extend(rest.into_iter().map(|(code, _)| code));
        sort_dedup(&mut beside);
        if let Some(counts) = degrees {
            tally(counts, beside.len(), 1);
        }
        Ok(beside)
    }
}

/// Removes duplicates. If more than half of the room is still full, writes the codes to a file.
fn shorten<const W: usize>(
    found: &mut Vec<Code<W>>,
    files: &mut Vec<CodeList<W>>,
    folder: &Folder,
    room: WorkerLimits,
) -> Result<(), DiskError> {
    sort_dedup(found);
    if found.len() <= room.codes / 2 {
        return Ok(());
    }
    files.extend(ListWriter::write_all(folder, found)?);
    found.clear();
    if files.len() == room.files {
        let streams = files.iter().map(|file| CodeStream::of_file(file, &CodeRange::ALL));
        let mut merged = Merged::new(streams.collect::<Result<_, _>>()?)?;
        let mut writer = ListWriter::new(folder)?;
        while let Some(code) = merged.next()? {
            writer.push(code)?;
        }
        let one = writer.finish()?;
        files.drain(..).for_each(|file| folder.remove(&file.path, file.bytes));
        files.extend(one);
    }
    Ok(())
}
