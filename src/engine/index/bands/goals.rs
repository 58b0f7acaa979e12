//! The goals that a search has found, as the first level of another search.

use std::sync::{Arc, Mutex};

use super::part::{BandPart, PartWriter};
use super::search::BandSearch;
use super::state::LevelTally;
use super::worker::{BandWorker, orders};
use crate::engine::disk::{Checkpointed, DiskError, Folder};
use crate::engine::host::{lock, share};
use crate::engine::query::Budget;

/// Files of levels that a thread has open at a time.
const OPEN: usize = 64;

impl BandSearch<'_> {
    /// Begins at all goals that the other search has found, if this one has not begun.
    pub fn begin_at_goals(&mut self, found: &BandSearch, budget: &Budget) -> Result<(), DiskError> {
        if self.state.counts.is_empty() {
            self.gather(found, budget)?;
            self.state.finish_level();
            self.write_checkpoint()?;
        }
        Ok(())
    }

    /// Makes the parts of the level of all goals that another search has found.
    fn gather(&mut self, found: &BandSearch, budget: &Budget) -> Result<(), DiskError> {
        let Self { builder, state, workers, .. } = self;
        let open = state.next.open();
        let shared = Mutex::new((state, None));
        let work = |worker: &mut BandWorker, task: usize| {
            let gathered = found.goals_of(builder.folder, open[task], worker);
            let (state, trouble) = &mut *lock(&shared);
            match gathered {
                Ok(part) => state.add(open[task], part, &LevelTally::default()),
                Err(error) => *trouble = Some(error),
            }
        };
        let ended = share(workers, open.len(), work, &mut || budget.look());
        if let Some(trouble) = lock(&shared).1.take() {
            return Err(trouble);
        }
        ended.break_value().map_or(Ok(()), |stopped| Err(DiskError::Stopped(stopped)))
    }

    /// Builds, from the goals in a part of some level, a part of a level in another folder.
    fn goals_of(
        &self,
        folder: &Folder,
        number: usize,
        worker: &mut BandWorker,
    ) -> Result<Option<BandPart>, DiskError> {
        let mut all: Option<BandPart> = None;
        let distances: Vec<usize> = (0..self.state.counts.len()).collect();
        for distances in distances.chunks(OPEN) {
            let parts = distances.iter().map(|&distance| self.part(distance, number));
            let mut parts = parts.filter_map(Result::transpose).collect::<Result<Vec<_>, _>>()?;
            let before = all.take().map(Arc::new);
            parts.extend(before.clone());
            let joined = self.join_goals(folder, number, &parts, worker);
            if let Some(before) = before {
                folder.remove(&before.path, before.bytes);
            }
            all = joined?;
        }
        Ok(all)
    }

    /// Merges the goals of several parts with the same number.
    fn join_goals(
        &self,
        folder: &Folder,
        number: usize,
        parts: &[Arc<BandPart>],
        worker: &mut BandWorker,
    ) -> Result<Option<BandPart>, DiskError> {
        let bands = self.builder.bands;
        let (leaf, sheet, leaves) = (bands.cut.leaf, bands.cut.sheet, bands.cut.leaves());
        let mut writer = PartWriter::new(folder, bands.sheets(number), leaves);
        let mut letters = bands.layout.no_letters();
        for band in bands.cut.bands_of(number) {
            let first = band * sheet;
            for row in 0..bands.rows() {
                let goals = bands.goals.of(row, first..first + sheet);
                if goals.are_none() {
                    continue;
                }
                let BandWorker { target, bytes, .. } = worker;
                target.clear();
                let mut put = target.target();
                for part in parts {
                    let sheet = bands.sheet(band, row);
                    part.read(sheet, 0..leaves, leaf as usize, bytes, |order| {
                        if goals.meet(&bands.layout, first + order as u64, &mut letters) {
                            put.put_one(order as u32);
                        }
                    })?;
                }
                if orders(target.words_of(0..sheet as usize)).next().is_some() {
                    let words = |range| target.words_of(range);
                    writer.add(bands.sheet(band, row), leaf as usize, words)?;
                }
            }
        }
        writer.finish()
    }
}
