//! One level made of the last two, by sorting and merging.
//!
//! Threads list the neighbours of the last level, block by block, into buffers; what is in a full buffer is
//! sorted, and goes into a file. In the end all these are merged, each code once, without those of the last two
//! levels: R. Korf's delayed duplicate detection (2004). Ranges of codes are merged by different threads. Where there is little
//! to be sorted it is [done in memory](super::small).

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::folder::{Folder, Trouble};
use super::list::{List, Range, Stream, Writer, most_codes};
use super::merged::Merged;
use super::worker::{Room, Worker};
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, list_once};
use crate::engine::host::{for_each, share};
use crate::engine::layers::sums;
use crate::engine::query::Stopped;

/// No more files than so many are merged at once; where there would be, some become one first.
const MOST_FILES: usize = 64;

/// Fewer candidates are not worth more than one thread.
const FEW: u64 = 1 << 16;

/// A level stays in memory if its candidates take this part of it at most, and no more than so many bytes: one thread puts it
/// down together with a state, which should not take long.
const HELD_PART: usize = 16;
const MOST_HELD: usize = 1 << 24;

/// Candidates of a bin: the table of them fits the cache that each processor has.
const BIN: usize = 1 << 12;

/// All configurations at one distance: ascending lists, one behind the other.
pub struct Level<const W: usize> {
    pub lists: Vec<List<W>>,
    pub count: u64,
}

impl<const W: usize> Level<W> {
    pub fn new(lists: Vec<List<W>>) -> Self {
        let count = lists.iter().map(|list| list.count).sum();
        Self { lists, count }
    }

    /// Whether a code is in it.
    pub fn contains(&self, code: &Code<W>) -> Result<bool, Trouble> {
        let behind = self.lists.partition_point(|list| list.first <= *code);
        behind.checked_sub(1).map_or(Ok(false), |at| self.lists[at].contains(code))
    }

    /// The first codes.
    pub fn first(&self, most: usize) -> Result<Vec<Code<W>>, Trouble> {
        let (mut first, mut codes) = (Vec::new(), self.stream(&Range::ALL)?);
        while let Some(code) = codes.head().filter(|_| first.len() < most) {
            first.push(code);
            codes.step()?;
        }
        Ok(first)
    }

    /// Tells of all that is in it, ascending, until `tell` is in trouble.
    pub fn each(
        &self,
        tell: &mut dyn FnMut(Code<W>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let mut codes = self.stream(&Range::ALL)?;
        while let Some(code) = codes.head() {
            tell(code)?;
            codes.step()?;
        }
        Ok(())
    }

    /// All that lie in a range.
    pub(super) fn stream(&self, range: &Range<W>) -> Result<Stream<'_, W>, Trouble> {
        Stream::of_lists(&self.lists, range)
    }

    /// Makes sure that it is in files.
    pub fn put_down(&mut self, folder: &Folder) -> Result<(), Trouble> {
        self.lists.iter_mut().try_for_each(|list| list.put_down(folder))
    }

    /// Leaves it to its files.
    pub fn let_go(&mut self) {
        self.lists.iter_mut().for_each(List::let_go);
    }
}

/// What is needed to make levels.
pub struct Maker<'a, const W: usize> {
    pub(super) folder: &'a Folder,
    pub(super) workers: Vec<Worker<W>>,
    pub(super) room: Room,
}

/// A new level.
pub struct Made<const W: usize> {
    pub level: Level<W>,
    /// How many of its codes are looked for, and the smallest of them.
    pub goals: u64,
    pub goal: Option<Code<W>>,
}

/// A part of a level; how many of its codes are looked for, and the smallest of them.
pub type Part<const W: usize> = (Option<List<W>>, (u64, Option<Code<W>>));

/// Whether a code is looked for.
pub type IsGoal<'a, const W: usize> = dyn Fn(&Code<W>) -> bool + Sync + 'a;

/// Hands on codes to whom it is given.
pub type Feed<'a, const W: usize> =
    dyn FnMut(&mut dyn FnMut(Code<W>) -> Result<(), Trouble>) -> Result<(), Trouble> + 'a;

/// Hears now and then which part of a level is done, from 0 to 1; whether to go on.
pub type Pause<'a> = dyn FnMut(f64) -> ControlFlow<Stopped> + 'a;

impl<'a, const W: usize> Maker<'a, W> {
    /// With so many threads, and so many bytes for all of them.
    pub fn new(compiled: &Compiled<W>, folder: &'a Folder, threads: usize, room: u64) -> Self {
        let code = size_of::<Code<W>>();
        // What is read and written at a time: a block of each file, and of either level.
        let merging = (MOST_FILES + 4) * most_codes::<W>() * code;
        // The last two levels, the next, and its candidates while they are dealt.
        let held = (room as usize / HELD_PART).min(MOST_HELD);
        let each = (room as usize - 4 * held) / threads;
        let each = each.saturating_sub(merging).max(merging / 8);
        let room = Room {
            codes: each / code,
            files: (MOST_FILES / threads).max(2),
            few: FEW,
            held: held / code,
            bin: BIN,
        };
        let worker = || Worker::new(compiled.neighbours());
        Self { folder, workers: (0..threads).map(|_| worker()).collect(), room }
    }

    /// With room for next to nothing, so that whatever may happen in large spaces happens in small ones: with files of a few
    /// codes, or where it is not so little with levels in memory and in files.
    #[cfg(test)]
    pub fn squeeze(&mut self, is_so_little: bool) {
        let (codes, held) = if is_so_little { (8, 0) } else { (64, 40) };
        self.room = Room { codes, files: 3, few: 0, held, bin: 4 };
    }

    /// A level of some codes, ascending.
    pub fn level_of(&self, codes: &[Code<W>]) -> Result<Level<W>, Trouble> {
        Ok(Level::new(Writer::write_all(self.folder, codes)?.into_iter().collect()))
    }

    /// A level of what `feed` hands on, in any order, perhaps more than once.
    pub fn gather(&mut self, feed: &mut Feed<W>, pause: &mut Pause) -> Result<Level<W>, Trouble> {
        let (folder, room, none) = (self.folder, self.room, Level::new(Vec::new()));
        let worker = &mut self.workers[0];
        let fed = feed(&mut |code| worker.put(&[code], folder, room));
        let made = fed.and_then(|()| self.merge(&none, None, &|_| false, pause));
        self.clear();
        made.map(|made| made.level)
    }

    /// From now on, counts the neighbours of what a level is made from.
    pub fn count_degrees(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.degrees = Some(Vec::new()));
    }

    /// The number of configurations with each number of neighbours, of all that were counted since this was
    /// last asked.
    pub fn take_degrees(&mut self) -> Vec<u64> {
        let counts = self.workers.iter_mut().filter_map(|worker| worker.degrees.as_mut());
        let counts: Vec<_> = counts.map(std::mem::take).collect();
        sums(counts.iter().map(|counts| &counts[..]))
    }

    /// The level behind the last.
    pub fn next(
        &mut self,
        last: &Level<W>,
        before: Option<&Level<W>>,
        is_goal: &IsGoal<W>,
        pause: &mut Pause,
    ) -> Result<Made<W>, Trouble> {
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
    fn expand(&mut self, last: &Level<W>, pause: &mut Pause) -> Result<(), Trouble> {
        let portions = |(at, list): (usize, &List<W>)| (0..list.portions()).map(move |n| (at, n));
        let tasks: Vec<_> = last.lists.iter().enumerate().flat_map(portions).collect();
        let (folder, room, fails) = (self.folder, self.room, AtomicBool::new(false));
        let work = |worker: &mut Worker<W>, task: usize| {
            let (at, portion) = tasks[task];
            let sources = last.lists[at].portion(portion);
            let done = sources.and_then(|sources| worker.expand(&sources, folder, room));
            if let Err(trouble) = done {
                worker.trouble = Some(trouble);
                fails.store(true, Relaxed);
            }
        };
        self.share(tasks.len(), &fails, work, &mut |part| pause(part / 2.0))
    }

    /// Sorts what was found.
    fn sort(&mut self) {
        for_each(self.workers.len(), &mut self.workers, |worker| {
            list_once(&mut worker.found);
        });
    }

    /// Does tasks on all workers, until one of them is in trouble.
    pub(super) fn share(
        &mut self,
        tasks: usize,
        fails: &AtomicBool,
        work: impl Fn(&mut Worker<W>, usize) + Sync,
        pause: &mut Pause,
    ) -> Result<(), Trouble> {
        let done = AtomicUsize::new(0);
        let work = |worker: &mut Worker<W>, task: usize| {
            if !fails.load(Relaxed) {
                work(worker, task);
            }
            done.fetch_add(1, Relaxed);
        };
        let mut pause = || pause(done.load(Relaxed) as f64 / tasks.max(1) as f64);
        // Others would find nothing to do.
        let some = self.workers.len().min(tasks.max(1));
        let ended = share(&mut self.workers[..some], tasks, work, &mut pause);
        match self.workers.iter_mut().find_map(|worker| worker.trouble.take()) {
            Some(trouble) => Err(trouble),
            None => ended.break_value().map_or(Ok(()), |stopped| Err(Trouble::Stopped(stopped))),
        }
    }

    /// Makes a level in parts, one behind the other, each with the number of its goals and the first of them.
    pub(super) fn in_parts(
        &mut self,
        parts: usize,
        make: impl Fn(&mut Worker<W>, usize) -> Result<Part<W>, Trouble> + Sync,
        pause: &mut Pause,
    ) -> Result<Made<W>, Trouble> {
        let made: Vec<_> = (0..parts).map(|_| Mutex::new(None)).collect();
        let fails = AtomicBool::new(false);
        let work = |worker: &mut Worker<W>, task: usize| match make(worker, task) {
            Ok(part) => *made[task].lock().expect("no thread panics") = Some(part),
            Err(trouble) => {
                worker.trouble = Some(trouble);
                fails.store(true, Relaxed);
            }
        };
        let ended = self.share(parts, &fails, work, &mut |part| pause((1.0 + part) / 2.0));
        let made = made.into_iter().filter_map(|part| part.into_inner().expect("no thread panics"));
        let (lists, goals): (Vec<_>, Vec<_>) = made.unzip();
        let lists: Vec<List<W>> = lists.into_iter().flatten().collect();
        if let Err(trouble) = ended {
            lists.iter().for_each(|list| self.folder.remove(&list.path, list.bytes));
            return Err(trouble);
        }
        let (counts, goals): (Vec<u64>, Vec<_>) = goals.into_iter().unzip();
        let goal = goals.into_iter().flatten().min();
        Ok(Made { level: Level::new(lists), goals: counts.iter().sum(), goal })
    }

    /// Merges what was found.
    fn merge(
        &mut self,
        last: &Level<W>,
        before: Option<&Level<W>>,
        is_goal: &IsGoal<W>,
        pause: &mut Pause,
    ) -> Result<Made<W>, Trouble> {
        self.sort();
        let ranges = self.ranges();
        let found: Vec<_> =
            self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).collect();
        let files: Vec<_> =
            self.workers.iter_mut().flat_map(|worker| std::mem::take(&mut worker.files)).collect();
        let folder = self.folder;
        let merge_range = |range: &Range<W>| {
            let memory = found.iter().map(|found| Ok(Stream::of_memory(found, range)));
            let streams = memory.chain(files.iter().map(|file| Stream::of_file(file, range)));
            let known = [last].into_iter().chain(before).map(|level| level.stream(range));
            let mut known = Merged::new(known.collect::<Result<_, _>>()?)?;
            let mut new = Merged::new(streams.collect::<Result<_, _>>()?)?;
            let (mut writer, mut goals, mut goal) = (Writer::new(folder)?, 0, None);
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
        // Room to be used again; and files that are not needed any more.
        for (worker, found) in self.workers.iter_mut().zip(found) {
            worker.found = found;
        }
        self.workers[0].files = files;
        made
    }

    fn files(&self) -> impl Iterator<Item = &List<W>> {
        self.workers.iter().flat_map(|worker| &worker.files)
    }

    /// How many were found, some perhaps more than once.
    pub(super) fn candidates(&self) -> u64 {
        let found = self.workers.iter().map(|worker| worker.found.len() as u64);
        found.chain(self.files().map(|file| file.count)).sum()
    }

    /// The number of lists that are to be made of them: a few for each thread.
    pub(super) fn wanted(&self) -> usize {
        if self.candidates() < self.room.few { 1 } else { 4 * self.workers.len() }
    }

    /// Ranges of codes with about as many candidates each.
    fn ranges(&self) -> Vec<Range<W>> {
        let wanted = self.wanted();
        // One code stands for as many in a file as in memory.
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
        begins.iter().zip(ends).map(|(&begin, end)| Range { begin, end }).collect()
    }
}
