//! Makes one level from the last two, by sorting and merging.
//!
//! Threads list the neighbours of the last level, block by block, into buffers; a full buffer is
//! sorted and written to a file. In the end all these are merged, without duplicates and without
//! the codes of the last two levels: R. Korf's delayed duplicate detection (2004). Ranges of codes
//! are merged by different threads. Small levels are [made in memory](super::small).

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::folder::{DiskError, Folder};
use super::list::{CodeList, CodeRange, CodeStream, ListWriter, most_codes};
use super::merged::Merged;
use super::worker::{ListWorker, WorkerLimits};
use crate::engine::bitmap::ProgressCheck;
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, sort_dedup};
use crate::engine::drive::sums;
use crate::engine::host::{for_each, share_parts};

/// Maximum number of files that are merged at once; with more, some are merged into one first.
const MOST_FILES: usize = 64;

/// Fewer candidates are not worth more than one thread.
const FEW: u64 = 1 << 16;

/// Limits for the candidates of a level that stays in memory: this fraction of the memory, and a
/// number of bytes. One thread writes it to disk with a checkpoint, which should not take long.
const HELD_PART: usize = 16;
const MOST_HELD: usize = 1 << 24;

/// Candidates of a bin: their table should fit the cache of a core.
const BIN: usize = 1 << 12;

/// All positions at one distance: ascending lists, one after the other.
pub struct DiskLevel<const W: usize> {
    pub lists: Vec<CodeList<W>>,
    pub count: u64,
}

impl<const W: usize> DiskLevel<W> {
    pub fn new(lists: Vec<CodeList<W>>) -> Self {
        let count = lists.iter().map(|list| list.count).sum();
        Self { lists, count }
    }

    /// Whether the level contains a code.
    pub fn contains(&self, code: &Code<W>) -> Result<bool, DiskError> {
        let behind = self.lists.partition_point(|list| list.first <= *code);
        behind.checked_sub(1).map_or(Ok(false), |at| self.lists[at].contains(code))
    }

    /// Returns the first `most` codes.
    pub fn first(&self, most: usize) -> Result<Vec<Code<W>>, DiskError> {
        let (mut first, mut codes) = (Vec::new(), self.stream(&CodeRange::ALL)?);
        while let Some(code) = codes.head().filter(|_| first.len() < most) {
            first.push(code);
            codes.step()?;
        }
        Ok(first)
    }

    /// Calls `visit` with all codes, ascending, until it fails.
    pub fn each(
        &self,
        visit: &mut dyn FnMut(Code<W>) -> Result<(), DiskError>,
    ) -> Result<(), DiskError> {
        let mut codes = self.stream(&CodeRange::ALL)?;
        while let Some(code) = codes.head() {
            visit(code)?;
            codes.step()?;
        }
        Ok(())
    }

    /// Returns a stream of all codes in a range.
    pub(super) fn stream(&self, range: &CodeRange<W>) -> Result<CodeStream<'_, W>, DiskError> {
        CodeStream::of_lists(&self.lists, range)
    }

    /// Writes the level to files, unless it is there already.
    pub fn write_to_disk(&mut self, folder: &Folder) -> Result<(), DiskError> {
        self.lists.iter_mut().try_for_each(|list| list.write_to_disk(folder))
    }

    /// Drops the copy in memory.
    pub fn evict(&mut self) {
        self.lists.iter_mut().for_each(CodeList::evict);
    }
}

/// The resources for making levels.
pub struct LevelBuilder<'a, const W: usize> {
    pub(super) folder: &'a Folder,
    pub(super) workers: Vec<ListWorker<W>>,
    pub(super) room: WorkerLimits,
}

/// A new level.
pub struct BuiltLevel<const W: usize> {
    pub level: DiskLevel<W>,
    /// How many of its codes are goals, and the smallest of them.
    pub goals: u64,
    pub goal: Option<Code<W>>,
}

/// A part of a level; how many of its codes are goals, and the smallest of them.
pub type ListPart<const W: usize> = (Option<CodeList<W>>, (u64, Option<Code<W>>));

/// Whether a code is a goal.
pub type IsGoal<'a, const W: usize> = dyn Fn(&Code<W>) -> bool + Sync + 'a;

/// Passes codes to the callback that it gets.
pub type Feed<'a, const W: usize> =
    dyn FnMut(&mut dyn FnMut(Code<W>) -> Result<(), DiskError>) -> Result<(), DiskError> + 'a;

impl<'a, const W: usize> LevelBuilder<'a, W> {
    /// Builds a builder with `threads` threads and `room` bytes for all of them.
    pub fn new(compiled: &Compiled<W>, folder: &'a Folder, threads: usize, room: u64) -> Self {
        let code = size_of::<Code<W>>();
        // Buffers for reading and writing: a block of each file, and of each of the levels.
        let merging = (MOST_FILES + 4) * most_codes::<W>() * code;
        // The last two levels, the next, and its candidates while they are dealt.
        let held = (room as usize / HELD_PART).min(MOST_HELD);
        let each = (room as usize - 4 * held) / threads;
        let each = each.saturating_sub(merging).max(merging / 8);
        let room = WorkerLimits {
            codes: each / code,
            files: (MOST_FILES / threads).max(2),
            few: FEW,
            held: held / code,
            bin: BIN,
        };
        let worker = || ListWorker::new(compiled.neighbours());
        Self { folder, workers: (0..threads).map(|_| worker()).collect(), room }
    }

    /// Replaces the limits, if others are given: with smaller ones, small levels are made as large
    /// ones are.
    pub fn limit_to(&mut self, limits: Option<WorkerLimits>) {
        self.room = limits.unwrap_or(self.room);
    }

    /// Builds a level from ascending codes.
    pub fn level_of(&self, codes: &[Code<W>]) -> Result<DiskLevel<W>, DiskError> {
        Ok(DiskLevel::new(ListWriter::write_all(self.folder, codes)?.into_iter().collect()))
    }

    /// Builds a level from what `feed` passes on, in any order, perhaps with duplicates.
    pub fn gather(
        &mut self,
        feed: &mut Feed<W>,
        pause: &mut ProgressCheck,
    ) -> Result<DiskLevel<W>, DiskError> {
        let (folder, room, none) = (self.folder, self.room, DiskLevel::new(Vec::new()));
        let worker = &mut self.workers[0];
        let fed = feed(&mut |code| worker.put(&[code], folder, room));
        let made = fed.and_then(|()| self.merge(&none, None, &|_| false, pause));
        self.clear();
        made.map(|made| made.level)
    }

    /// Counts from now on the neighbours of the positions from which levels are made.
    pub fn count_degrees(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.degrees = Some(Vec::new()));
    }

    /// Returns the number of positions with each number of neighbours, of all that were counted
    /// since the last call.
    pub fn take_degrees(&mut self) -> Vec<u64> {
        let counts = self.workers.iter_mut().filter_map(|worker| worker.degrees.as_mut());
        let counts: Vec<_> = counts.map(std::mem::take).collect();
        sums(counts.iter().map(|counts| &counts[..]))
    }

    /// Makes the level after the last.
    pub fn next(
        &mut self,
        last: &DiskLevel<W>,
        before: Option<&DiskLevel<W>>,
        is_goal: &IsGoal<W>,
        pause: &mut ProgressCheck,
    ) -> Result<BuiltLevel<W>, DiskError> {
        self.take_degrees();
        let made = self.expand(last, pause).and_then(|()| match self.is_small() {
            true => self.sift(last, before, is_goal, pause),
            false => self.merge(last, before, is_goal, pause),
        });
        self.clear();
        made
    }

    /// Forgets all that was found.
    fn clear(&mut self) {
        for worker in &mut self.workers {
            worker.found.clear();
            for file in worker.files.drain(..) {
                self.folder.remove(&file.path, file.bytes);
            }
        }
    }

    /// Lists all neighbours of a level.
    fn expand(&mut self, last: &DiskLevel<W>, pause: &mut ProgressCheck) -> Result<(), DiskError> {
        let portions =
            |(at, list): (usize, &CodeList<W>)| (0..list.portions()).map(move |n| (at, n));
        let tasks: Vec<_> = last.lists.iter().enumerate().flat_map(portions).collect();
        let (folder, room, fails) = (self.folder, self.room, AtomicBool::new(false));
        let work = |worker: &mut ListWorker<W>, task: usize| {
            let (at, portion) = tasks[task];
            let sources = last.lists[at].portion(portion);
            let done = sources.and_then(|sources| worker.expand(&sources, folder, room));
            if let Err(trouble) = done {
                worker.error = Some(trouble);
                fails.store(true, Relaxed);
            }
        };
        self.share(tasks.len(), &fails, work, &mut |part| pause(part / 2.0))
    }

    /// Sorts the candidates.
    fn sort(&mut self) {
        for_each(self.workers.len(), &mut self.workers, |worker| {
            sort_dedup(&mut worker.found);
        });
    }

    /// Runs tasks on all workers, until one of them fails.
    pub(super) fn share(
        &mut self,
        tasks: usize,
        fails: &AtomicBool,
        work: impl Fn(&mut ListWorker<W>, usize) + Sync,
        pause: &mut ProgressCheck,
    ) -> Result<(), DiskError> {
        let work = |worker: &mut ListWorker<W>, task: usize| {
            if !fails.load(Relaxed) {
                work(worker, task);
            }
        };
        // More workers would find nothing to do.
        let some = self.workers.len().min(tasks.max(1));
        let ended = share_parts(&mut self.workers[..some], tasks, work, pause);
        match self.workers.iter_mut().find_map(|worker| worker.error.take()) {
            Some(trouble) => Err(trouble),
            None => ended.break_value().map_or(Ok(()), |stopped| Err(DiskError::Stopped(stopped))),
        }
    }

    /// Makes a level in parts, one after the other, each with the number of its goals and the first
    /// of them.
    pub(super) fn in_parts(
        &mut self,
        parts: usize,
        make: impl Fn(&mut ListWorker<W>, usize) -> Result<ListPart<W>, DiskError> + Sync,
        pause: &mut ProgressCheck,
    ) -> Result<BuiltLevel<W>, DiskError> {
        let made: Vec<_> = (0..parts).map(|_| Mutex::new(None)).collect();
        let fails = AtomicBool::new(false);
        let work = |worker: &mut ListWorker<W>, task: usize| match make(worker, task) {
            Ok(part) => *made[task].lock().expect("no thread panics") = Some(part),
            Err(trouble) => {
                worker.error = Some(trouble);
                fails.store(true, Relaxed);
            }
        };
        let ended = self.share(parts, &fails, work, &mut |part| pause((1.0 + part) / 2.0));
        let made = made.into_iter().filter_map(|part| part.into_inner().expect("no thread panics"));
        let (lists, goals): (Vec<_>, Vec<_>) = made.unzip();
        let lists: Vec<CodeList<W>> = lists.into_iter().flatten().collect();
        if let Err(trouble) = ended {
            lists.iter().for_each(|list| self.folder.remove(&list.path, list.bytes));
            return Err(trouble);
        }
        let (counts, goals): (Vec<u64>, Vec<_>) = goals.into_iter().unzip();
        let goal = goals.into_iter().flatten().min();
        Ok(BuiltLevel { level: DiskLevel::new(lists), goals: counts.iter().sum(), goal })
    }

    /// Merges the candidates.
    fn merge(
        &mut self,
        last: &DiskLevel<W>,
        before: Option<&DiskLevel<W>>,
        is_goal: &IsGoal<W>,
        pause: &mut ProgressCheck,
    ) -> Result<BuiltLevel<W>, DiskError> {
        self.sort();
        let ranges = self.ranges();
        let found: Vec<_> =
            self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).collect();
        let files: Vec<_> =
            self.workers.iter_mut().flat_map(|worker| std::mem::take(&mut worker.files)).collect();
        let folder = self.folder;
        let merge_range = |range: &CodeRange<W>| {
            let memory = found.iter().map(|found| Ok(CodeStream::of_memory(found, range)));
            let streams = memory.chain(files.iter().map(|file| CodeStream::of_file(file, range)));
            let known = [last].into_iter().chain(before).map(|level| level.stream(range));
            let mut known = Merged::new(known.collect::<Result<_, _>>()?)?;
            let mut new = Merged::new(streams.collect::<Result<_, _>>()?)?;
            let (mut writer, mut goals, mut goal) = (ListWriter::new(folder)?, 0, None);
            while let Some(code) = new.next()? {
                if known.skip_to(code)? {
                    continue;
                }
                if is_goal(&code) {
                    goals += 1;
                    goal = goal.or(Some(code));
                }
                writer.push(code)?;
            }
            Ok((writer.finish()?, (goals, goal)))
        };
        let made = self.in_parts(ranges.len(), |_, task| merge_range(&ranges[task]), pause);
        // Keeps the buffers for reuse, and drops files that are not needed any more.
        for (worker, found) in self.workers.iter_mut().zip(found) {
            worker.found = found;
        }
        self.workers[0].files = files;
        made
    }

    fn files(&self) -> impl Iterator<Item = &CodeList<W>> {
        self.workers.iter().flat_map(|worker| &worker.files)
    }

    /// Returns the number of candidates, including duplicates.
    pub(super) fn candidates(&self) -> u64 {
        let found = self.workers.iter().map(|worker| worker.found.len() as u64);
        found.chain(self.files().map(|file| file.count)).sum()
    }

    /// Returns the number of lists to make from them: a few for each thread.
    pub(super) fn list_count(&self) -> usize {
        if self.candidates() < self.room.few { 1 } else { 4 * self.workers.len() }
    }

    /// Returns ranges of codes with roughly equal numbers of candidates.
    fn ranges(&self) -> Vec<CodeRange<W>> {
        let wanted = self.list_count();
        // A sample stands for the same number of codes in a file as in memory.
        let step = most_codes::<W>().min(self.room.codes);
        let mut samples: Vec<Code<W>> = self
            .workers
            .iter()
            .flat_map(|worker| worker.found.iter().step_by(step).copied())
            .chain(self.files().flat_map(|file| file.blocks.iter().map(|block| block.first)))
            .collect();
        samples.sort_unstable();
        let mut begins: Vec<_> =
            (1..wanted).filter_map(|i| samples.get(i * samples.len() / wanted).copied()).collect();
        begins.insert(0, Code::ZERO);
        begins.dedup();
        let ends = begins[1..].iter().map(|&end| Some(end)).chain([None]);
        begins.iter().zip(ends).map(|(&begin, end)| CodeRange { begin, end }).collect()
    }
}
