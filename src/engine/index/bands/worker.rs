//! How a part of a level is made.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::cut::{Division, SheetEffect};
use super::part::{BUFFER, BandPart};
use super::state::{BandLevel, LevelTally};
use super::{BandBuilder, Bands};
use crate::engine::disk::DiskError;
use crate::engine::index::sheet::{BLOCK, OrderTarget, Sheet};
use crate::engine::layers;
use crate::engine::store::{PER_WORD, ones};

/// What to look for in a level.
#[derive(Clone, Copy)]
pub struct CountOptions {
    /// Positions that meet a goal.
    pub goals: bool,
    /// Numbers of neighbours.
    pub degrees: bool,
}

/// The state of one thread.
pub struct BandWorker {
    /// The sheets of a band that are not empty in the last level, by row.
    sources: Vec<Option<Sheet>>,
    has: Vec<bool>,
    /// The sheet in progress.
    pub target: Sheet,
    /// Read buffer.
    pub bytes: Vec<u8>,
}

impl BandWorker {
    pub fn new(rows: usize, cut: &Division) -> Self {
        let sources = (0..rows).map(|_| None).collect();
        Self { sources, has: vec![false; rows], target: Sheet::new(cut.sheet), bytes: Vec::new() }
    }

    /// Returns the memory of one worker.
    pub fn bytes(rows: usize, cut: &Division) -> u64 {
        let sheet = cut.sheet.div_ceil(8) + cut.sheet / (PER_WORD * BLOCK as u64) + 64;
        // The sheet in progress; the read buffer; and data to be written after what is waiting:
        // each is shorter than two sheets.
        (rows as u64 + 1 + 2 + 2) * sheet + BUFFER as u64
    }
}

impl Sheet {
    /// Returns the word of an order, if its block is not empty.
    #[inline(always)]
    fn word(&self, order: usize) -> Option<&AtomicU64> {
        let at = order / 64;
        self.blocks[at / BLOCK].then(|| &self.words[at])
    }

    /// Removes an order.
    #[inline(always)]
    fn remove(&self, order: usize) {
        if let Some(word) = self.word(order) {
            word.store(word.load(Relaxed) & !(1 << (order % 64)), Relaxed);
        }
    }

    /// Removes all orders of another sheet.
    fn remove_all(&self, other: &Sheet) {
        other.source().each(|at, bits| {
            if self.blocks[at / BLOCK] {
                let word = &self.words[at];
                word.store(word.load(Relaxed) & !bits, Relaxed);
            }
        });
    }

    fn has(&self, order: usize) -> bool {
        self.word(order).is_some_and(|word| word.load(Relaxed) >> (order % 64) & 1 != 0)
    }

    /// Returns the words that have orders in a range: the first order of the word, and the bits.
    pub fn words_of(&self, range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
        let words = range.start / 64..range.end.div_ceil(64);
        let blocks = words.start / BLOCK..words.end.div_ceil(BLOCK);
        let blocks = blocks.filter(|&block| self.blocks[block]);
        let words = blocks.flat_map(move |block| {
            (block * BLOCK).max(words.start)..((block + 1) * BLOCK).min(words.end)
        });
        words.filter_map(move |at| {
            let first = at * 64;
            let mut bits = self.words[at].load(Relaxed);
            if first < range.start {
                bits &= u64::MAX << (range.start - first);
            }
            if range.end - first < 64 {
                bits &= (1 << (range.end - first)) - 1;
            }
            (bits != 0).then_some((first, bits))
        })
    }
}

/// Returns the orders in words.
pub fn orders(words: impl Iterator<Item = (usize, u64)>) -> impl Iterator<Item = usize> {
    words.flat_map(|(first, bits)| ones(bits).map(move |bit| first + bit as usize))
}

impl BandBuilder<'_> {
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
        if looks.degrees {
            let mut moves = layout.moves_of(row);
            if let Some(same) = moves.same() {
                let all = words().map(|(_, bits)| u64::from(bits.count_ones())).sum();
                layers::tally(&mut tally.degrees, same, all);
                return;
            }
            for order in orders(words()) {
                let to = |action| self.bands.apply(action, row, first + order as u64);
                layers::tally(&mut tally.degrees, moves.neighbours(to), 1);
            }
        }
    }
}
