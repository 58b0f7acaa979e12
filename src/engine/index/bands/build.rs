//! How a part of a level is made.

use std::ops::Range;

use super::cut::{Division, SheetEffect};
use super::part::{BandPart, PartWriter};
use super::rows::Bands;
use super::state::{BandLevel, LevelTally};
use super::worker::{BandWorker, orders};
use crate::engine::disk::{DiskError, Folder};
use crate::engine::index::sheet::{OrderTarget, Sheet};
use crate::puzzle::Configuration;

/// What to look for in a level.
#[derive(Clone, Copy)]
pub struct CountOptions {
    /// Positions that meet a goal.
    pub goals: bool,
}

/// How levels are made, and where they are stored.
pub struct BandBuilder<'a> {
    pub bands: &'a Bands<'a>,
    pub folder: &'a Folder,
    /// Whether levels alternate between the two colours of rows.
    pub has_two_colours: bool,
}

impl BandBuilder<'_> {
    /// Builds the part with a position and nothing else, and returns it with its number.
    pub fn start(
        &self,
        configuration: &Configuration,
        looks: CountOptions,
    ) -> Result<(usize, BandPart, LevelTally), DiskError> {
        let place = self.bands.layout.place(configuration);
        let (row, order) = place.expect("the start has a row");
        let Division { leaf, sheet, .. } = self.bands.cut;
        let (band, within) = (order / sheet, order % sheet);
        let number = self.bands.cut.part_of(band);
        let mut writer = self.writer(number);
        let word = (within as usize / 64 * 64, 1 << (within % 64));
        let own = |range: Range<usize>| {
            let is_in = range.contains(&(within as usize));
            is_in.then_some(word).into_iter()
        };
        writer.add(self.bands.sheet(band, row), leaf as usize, own)?;
        let part = writer.finish()?.expect("the start is in it");
        let mut tally = LevelTally::default();
        let has = |order| order == within as usize;
        self.count(band, row, || [word].into_iter(), has, looks, &mut tally);
        Ok((number, part, tally))
    }

    fn writer(&self, part: usize) -> PartWriter<'_> {
        PartWriter::new(self.folder, self.bands.sheets(part), self.bands.cut.leaves())
    }

    /// Returns the part of a level with a band, if it is not empty.
    fn part_of<'l>(&self, level: &'l BandLevel, band: u64) -> Option<&'l BandPart> {
        level.parts[self.bands.cut.part_of(band)].as_deref()
    }

    /// Makes a part of the next level from the last level and the same part of the level before the
    /// last, and counts what is looked for in it.
    pub fn make(
        &self,
        part: usize,
        before: Option<&BandPart>,
        last: &BandLevel,
        looks: CountOptions,
        worker: &mut BandWorker,
    ) -> Result<(Option<BandPart>, LevelTally), DiskError> {
        let mut writer = self.writer(part);
        let mut tally = LevelTally::default();
        for band in self.bands.cut.bands_of(part) {
            self.read(band, last, worker)?;
            for row in 0..self.bands.rows() {
                worker.target.clear();
                self.gather(band, row, last, worker)?;
                if !worker.target.may_have() {
                    continue;
                }
                self.sift(band, row, before, worker)?;
                let target = &worker.target;
                let Division { leaf, sheet, .. } = self.bands.cut;
                if target.words_of(0..sheet as usize).next().is_some() {
                    let words = |range| target.words_of(range);
                    writer.add(self.bands.sheet(band, row), leaf as usize, words)?;
                    let words = || target.words_of(0..sheet as usize);
                    self.count(band, row, words, |order| target.has(order), looks, &mut tally);
                }
            }
        }
        Ok((writer.finish()?, tally))
    }

    /// Reads the sheets of a band in the last level.
    fn read(&self, band: u64, last: &BandLevel, worker: &mut BandWorker) -> Result<(), DiskError> {
        let BandWorker { sources, has, bytes, .. } = worker;
        let part = self.part_of(last, band);
        for (row, source) in sources.iter_mut().enumerate() {
            let sheet = self.bands.sheet(band, row);
            let Some(part) = part.filter(|part| part.has(sheet)) else {
                has[row] = false;
                continue;
            };
            has[row] = true;
            let source = source.get_or_insert_with(|| Sheet::new(self.bands.cut.sheet));
            source.clear();
            let mut target = source.target();
            let leaf = self.bands.cut.leaf as usize;
            part.read(sheet, 0..self.bands.cut.leaves(), leaf, bytes, |order| {
                target.put_one(order as u32);
            })?;
        }
        Ok(())
    }

    /// Gathers all that leads from the last level to a sheet.
    fn gather(
        &self,
        band: u64,
        row: usize,
        last: &BandLevel,
        worker: &mut BandWorker,
    ) -> Result<(), DiskError> {
        let BandWorker { sources, has, target, bytes } = worker;
        let mut target = target.target();
        let Bands { layout, cut, .. } = self.bands;
        let parity = layout.fields.is_odd_before(cut.sheet, band * cut.sheet);
        for arc in layout.graph.arcs(row) {
            let from = arc.from as usize;
            match self.bands.reaches[arc.action as usize] {
                SheetEffect::Band => {
                    if let Some(source) = sources[from].as_ref().filter(|_| has[from]) {
                        let is_odd = layout.odd[from] ^ parity;
                        target.bring(source.source(), layout, layout.steps(arc.action), is_odd);
                    }
                }
                SheetEffect::Leaves(back) => {
                    self.gather_leaves(band, from, back, last, &mut target, bytes)?;
                }
            }
        }
        Ok(())
    }

    /// Gathers whole leaves of another row into a band, each to the leaf that the action maps it
    /// to.
    fn gather_leaves(
        &self,
        band: u64,
        from: usize,
        back: u32,
        last: &BandLevel,
        target: &mut OrderTarget,
        bytes: &mut Vec<u8>,
    ) -> Result<(), DiskError> {
        let (leaves, orders) = (self.bands.cut.leaves() as u64, self.bands.cut.leaf as usize);
        let action = &self.bands.layout.actions.list[back as usize];
        let source = |leaf: u64| {
            let before = band * leaves + leaf;
            self.bands.layout.actions.apply_before(action, self.bands.cut.leaf, before)
        };
        let mut leaf = 0;
        while leaf < leaves {
            // Adjacent leaves whose sources are adjacent in one sheet are read at once.
            let first = source(leaf);
            let most = (leaves - leaf).min(leaves - first % leaves);
            let run = (1..most).take_while(|&next| source(leaf + next) == first + next);
            let run = 1 + run.count() as u64;
            let there = first / leaves;
            if let Some(part) = self.part_of(last, there) {
                let begin = (first % leaves) as usize;
                let range = begin..begin + run as usize;
                let by = (leaf as usize).wrapping_sub(begin).wrapping_mul(orders);
                part.read(self.bands.sheet(there, from), range, orders, bytes, |order| {
                    target.put_one(order.wrapping_add(by) as u32);
                })?;
            }
            leaf += run;
        }
        Ok(())
    }

    /// Removes the last two levels from the sheet in progress.
    fn sift(
        &self,
        band: u64,
        row: usize,
        before: Option<&BandPart>,
        worker: &mut BandWorker,
    ) -> Result<(), DiskError> {
        let BandWorker { sources, has, target, bytes } = worker;
        if let Some(before) = before {
            let leaf = self.bands.cut.leaf as usize;
            before.read(
                self.bands.sheet(band, row),
                0..self.bands.cut.leaves(),
                leaf,
                bytes,
                |order| {
                    target.remove(order);
                },
            )?;
        }
        // With two colours, a row that may be in the next level has nothing in the last one.
        if !self.has_two_colours && has[row] {
            target.remove_all(sources[row].as_ref().expect("it has something"));
        }
        Ok(())
    }

    /// Counts what is looked for in a sheet, given its words and a test for orders.
    pub fn count<I: Iterator<Item = (usize, u64)>>(
        &self,
        band: u64,
        row: usize,
        words: impl Fn() -> I,
        has: impl Fn(usize) -> bool,
        looks: CountOptions,
        tally: &mut LevelTally,
    ) {
        let layout = &self.bands.layout;
        let first = band * self.bands.cut.sheet;
        let goals = self.bands.goals.of(row, first..first + self.bands.cut.sheet);
        if looks.goals && goals.wide.is_empty() {
            let met = goals.listed.iter().filter(|(_, order)| has((order - first) as usize));
            tally.goals += met.count() as u64;
        } else if looks.goals {
            let mut letters = layout.no_letters();
            let met = orders(words())
                .filter(|&order| goals.meet(layout, first + order as u64, &mut letters));
            tally.goals += met.count() as u64;
        }
    }
}
