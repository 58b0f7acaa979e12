//! Makes a small level from candidates in memory, without sorting most of them.
//!
//! They are dealt into bins by their first words. Each bin is looked up in a hash table that fits
//! the cache, together with the last two levels' codes in its range. Only new codes are sorted, and
//! they stay in memory.

use std::mem::take;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::folder::DiskError;
use super::level::{BuiltLevel, DiskLevel, IsGoal, LevelBuilder, ListPart};
use super::list::{CodeList, CodeRange};
use super::worker::ListWorker;
use crate::engine::bitmap::ProgressCheck;
use crate::engine::board::Code;
use crate::engine::query::Stopped;
use crate::engine::store::{Insertion, KeySet};

/// Candidates that a thread deals at a time.
const DEAL: usize = 1 << 14;

/// Samples per bin for finding the boundaries of bins.
const SAMPLES: usize = 8;

/// The bins of each thread.
type Bins<const W: usize> = [Vec<Vec<Code<W>>>];

impl<const W: usize> LevelBuilder<'_, W> {
    /// Whether the level stays in memory: if it is small, and the folder has room for it whenever
    /// it has to be written to disk.
    pub(super) fn is_small(&self) -> bool {
        let is_in_memory = self.workers.iter().all(|worker| worker.files.is_empty());
        // There may be three levels that are not written yet, and files have more than codes.
        let room = (4 * self.room.held * size_of::<Code<W>>()) as u64;
        let is_roomy = self.folder.left().is_none_or(|left| left >= room);
        is_in_memory && is_roomy && self.candidates() <= self.room.held as u64
    }

    /// Makes the level after the last, if it [is small](Self::is_small).
    pub(super) fn sift(
        &mut self,
        last: &DiskLevel<W>,
        before: Option<&DiskLevel<W>>,
        is_goal: &IsGoal<W>,
        pause: &mut ProgressCheck,
    ) -> Result<BuiltLevel<W>, DiskError> {
        let (bins, lists) = (self.bins(), self.list_count());
        self.fill_bins(&bins)?;
        let dealt: Vec<_> = self.workers.iter_mut().map(|worker| take(&mut worker.dealt)).collect();
        let each = bins.len().div_ceil(lists);
        let make = |worker: &mut ListWorker<W>, part: usize| {
            let mut new = Vec::new();
            for bin in (part * each..bins.len()).take(each) {
                worker.sift(&dealt, bin, &bins[bin], [Some(last), before], &mut new)?;
            }
            let mut goals = new.iter().filter(|code| is_goal(code));
            let goal = goals.next().copied();
            let count = goal.iter().len() + goals.count();
            Ok::<ListPart<W>, _>((CodeList::in_memory(new), (count as u64, goal)))
        };
        let made = self.in_parts(bins.len().div_ceil(each), make, pause);
        // Keeps the buffers for reuse.
        for (worker, mut dealt) in self.workers.iter_mut().zip(dealt) {
            dealt.iter_mut().for_each(Vec::clear);
            worker.dealt = dealt;
        }
        made
    }

    /// Returns bins with roughly equal numbers of candidates.
    fn bins(&self) -> Vec<CodeRange<W>> {
        let wanted = (self.candidates() as usize).div_ceil(self.room.bin).max(1);
        let step = (self.room.bin / SAMPLES).max(1);
        let found = self.workers.iter().flat_map(|worker| worker.found.iter().step_by(step));
        let mut samples: Vec<u64> = found.map(|code| code.0[0]).collect();
        samples.sort_unstable();
        let begin = |bin: usize| samples.get(bin * samples.len() / wanted).copied();
        let mut begins: Vec<u64> = [0].into_iter().chain((1..wanted).filter_map(begin)).collect();
        begins.dedup();
        let code = |word| Code(std::array::from_fn(|at| if at == 0 { word } else { 0 }));
        let ends = begins[1..].iter().map(|&end| Some(code(end))).chain([None]);
        begins.iter().zip(ends).map(|(&begin, end)| CodeRange { begin: code(begin), end }).collect()
    }

    /// Deals all candidates into bins.
    fn fill_bins(&mut self, bins: &[CodeRange<W>]) -> Result<(), DiskError> {
        let begins: Vec<u64> = bins[1..].iter().map(|bin| bin.begin.0[0]).collect();
        let found: Vec<_> = self.workers.iter_mut().map(|worker| take(&mut worker.found)).collect();
        for worker in &mut self.workers {
            worker.dealt.resize_with(bins.len().max(worker.dealt.len()), Vec::new);
        }
        let hands: Vec<&[Code<W>]> = found.iter().flat_map(|found| found.chunks(DEAL)).collect();
        let work = |worker: &mut ListWorker<W>, hand: usize| {
            for code in hands[hand] {
                let bin = begins.partition_point(|&begin| begin <= code.0[0]);
                worker.dealt[bin].push(*code);
            }
        };
        let check = &mut |_| ControlFlow::<Stopped>::Continue(());
        let done = self.share(hands.len(), &AtomicBool::new(false), work, check);
        // Keeps the buffers for reuse.
        for (worker, found) in self.workers.iter_mut().zip(found) {
            worker.found = found;
        }
        done
    }
}

impl<const W: usize> ListWorker<W> {
    /// Appends the new codes of a bin to a list, ascending.
    fn sift(
        &mut self,
        dealt: &Bins<W>,
        bin: usize,
        range: &CodeRange<W>,
        known: [Option<&DiskLevel<W>>; 2],
        new: &mut Vec<Code<W>>,
    ) -> Result<(), DiskError> {
        let candidates = || dealt.iter().filter_map(|dealt| dealt.get(bin));
        let keys = &mut self.keys;
        // Hardly ever too few: most candidates are in the level before the last, or are duplicates.
        keys.restart(candidates().map(Vec::len).sum());
        for level in known.into_iter().flatten() {
            let mut codes = level.stream(range)?;
            while let Some(code) = codes.head() {
                add(keys, &code);
                codes.step()?;
            }
        }
        let begin = new.len();
        for codes in candidates() {
            for code in codes {
                if add(keys, code) {
                    new.push(*code);
                }
            }
        }
        new[begin..].sort_unstable();
        Ok(())
    }
}

/// Inserts a code into a table; returns whether it is new.
#[inline(always)]
fn add<const W: usize>(keys: &mut KeySet<W>, code: &Code<W>) -> bool {
    let hash = keys.hash(&code.0);
    loop {
        match keys.insert(&code.0, hash) {
            Insertion::Full => keys.grow_to(2 * keys.len()),
            put => return put == Insertion::New,
        }
    }
}
