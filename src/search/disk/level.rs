//! One level made of the last two, by sorting and merging.
//!
//! Threads list the neighbours of the last level, block by block, into buffers; what is in a full buffer is
//! sorted, and goes into a file. In the end all these are merged, each code once, without those of the last two
//! levels: R. Korf's delayed duplicate detection (2004). Ranges of codes are merged by different threads.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::folder::{Folder, Trouble};
use super::list::{List, Range, Stream, Writer, most_codes};
use super::parity::GROUP;
use crate::board::Code;
use crate::host::share;
use crate::moves::{Batch, LastMove, Neighbours};
use crate::query::Stopped;
use crate::search::compiled::Compiled;
use crate::search::layers::sums;

/// No more files than so many are merged at once; where there would be, some become one first.
const MOST_FILES: usize = 64;

/// Fewer candidates are not worth more than one thread.
const FEW: u64 = 1 << 16;

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

    /// The codes that one of its lists is for: from its first up to that of the next.
    pub fn range(&self, list: usize) -> Range<W> {
        let end = self.lists.get(list + 1).map(|next| next.first);
        Range { begin: self.lists[list].first, end }
    }

    /// The first codes.
    pub fn first(&self, most: usize) -> Result<Vec<Code<W>>, Trouble> {
        let mut first = Vec::new();
        for list in &self.lists {
            let file = list.file()?;
            for block in 0..list.blocks.len() {
                first.extend(list.read(&file, block)?);
                if first.len() >= most {
                    first.truncate(most);
                    return Ok(first);
                }
            }
        }
        Ok(first)
    }

    /// Tells of all that is in it, ascending, until `tell` is in trouble.
    pub fn each(
        &self,
        tell: &mut dyn FnMut(Code<W>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        for list in &self.lists {
            let file = list.file()?;
            for block in 0..list.blocks.len() {
                list.read(&file, block)?.into_iter().try_for_each(&mut *tell)?;
            }
        }
        Ok(())
    }

    /// All that lie in a range.
    fn streams(&self, range: &Range<W>) -> Result<Vec<Stream<'_, W>>, Trouble> {
        self.lists.iter().map(|list| Stream::of_file(list, range)).collect()
    }
}

/// What a thread has found and not merged yet.
struct Worker<const W: usize> {
    neighbours: Box<dyn Neighbours<W>>,
    found: Vec<Code<W>>,
    files: Vec<List<W>>,
    /// If neighbours are counted: the number of configurations with each number of them.
    degrees: Option<Vec<u64>>,
    trouble: Option<Trouble>,
}

/// What is needed to make levels.
pub struct Maker<'a, const W: usize> {
    folder: &'a Folder,
    workers: Vec<Worker<W>>,
    room: Room,
}

/// What each worker may have.
#[derive(Clone, Copy)]
struct Room {
    /// Codes that it holds before they go into a file.
    codes: usize,
    /// Files before they become one.
    files: usize,
    /// Fewer candidates are merged by one thread.
    few: u64,
}

/// A new level.
pub struct Made<const W: usize> {
    pub level: Level<W>,
    /// How many of its codes are looked for, and the smallest of them.
    pub goals: u64,
    pub goal: Option<Code<W>>,
}

/// Hands on codes to whom it is given.
pub type Feed<'a, const W: usize> =
    dyn FnMut(&mut dyn FnMut(Code<W>) -> Result<(), Trouble>) -> Result<(), Trouble> + 'a;

/// Hears now and then which part of a level is done, from 0 to 1; whether to go on.
pub type Pause<'a> = dyn FnMut(f64) -> ControlFlow<Stopped> + 'a;

impl<'a, const W: usize> Maker<'a, W> {
    /// With so many threads, and so many bytes for all of them.
    pub fn new(compiled: &Compiled<W>, folder: &'a Folder, threads: usize, room: u64) -> Self {
        // What is read and written at a time: a block of each file, and of either level.
        let merging = (MOST_FILES + 4) * most_codes::<W>() * size_of::<Code<W>>();
        let each = (room as usize / threads).saturating_sub(merging).max(merging / 8);
        let worker = || Worker {
            neighbours: compiled.neighbours(),
            found: Vec::new(),
            files: Vec::new(),
            degrees: None,
            trouble: None,
        };
        let room = Room {
            codes: each / size_of::<Code<W>>(),
            files: (MOST_FILES / threads).max(2),
            few: FEW,
        };
        Self { folder, workers: (0..threads).map(|_| worker()).collect(), room }
    }

    /// With room for next to nothing, so that whatever may happen in large spaces happens in small ones.
    #[cfg(test)]
    pub fn squeeze(&mut self) {
        self.room = Room { codes: 8, files: 3, few: 0 };
    }

    /// A level of some codes, ascending.
    pub fn level_of(&self, codes: &[Code<W>]) -> Result<Level<W>, Trouble> {
        Ok(Level::new(Writer::write_all(self.folder, codes)?.into_iter().collect()))
    }

    /// A level of what `feed` hands on, in any order, perhaps more than once.
    pub fn gather(&mut self, feed: &mut Feed<W>, pause: &mut Pause) -> Result<Level<W>, Trouble> {
        let (fed, none) = (self.take_in(feed, &Range::ALL), Level::new(Vec::new()));
        let made = fed.and_then(|()| self.merge(&self.ranges(), &none, None, &|_| false, pause));
        self.clear();
        made.map(|made| made.level)
    }

    /// What such a level has in a range, as one list if there is anything.
    pub fn part_of_gathered(
        &mut self,
        range: Range<W>,
        feed: &mut Feed<W>,
        pause: &mut Pause,
    ) -> Result<Level<W>, Trouble> {
        let (fed, none) = (self.take_in(feed, &range), Level::new(Vec::new()));
        let made = fed.and_then(|()| self.merge(&[range], &none, None, &|_| false, pause));
        self.clear();
        made.map(|made| made.level)
    }

    /// Takes what `feed` hands on of a range.
    fn take_in(&mut self, feed: &mut Feed<W>, range: &Range<W>) -> Result<(), Trouble> {
        let (folder, room) = (self.folder, self.room);
        let worker = &mut self.workers[0];
        let fed = feed(&mut |code| match range.contains(&code) {
            true => worker.put(&[code], folder, room),
            false => Ok(()),
        });
        worker.found.sort_unstable();
        worker.found.dedup();
        fed
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
        is_goal: &(dyn Fn(&Code<W>) -> bool + Sync),
        pause: &mut Pause,
    ) -> Result<Made<W>, Trouble> {
        self.take_degrees();
        let made = self
            .expand(last, &Range::ALL, pause)
            .and_then(|()| self.merge(&self.ranges(), last, before, is_goal, pause));
        self.clear();
        made
    }

    /// What the level behind the last has in a range, as one list if there is anything.
    pub fn part_of_next(
        &mut self,
        range: Range<W>,
        last: &Level<W>,
        before: Option<&Level<W>>,
        pause: &mut Pause,
    ) -> Result<Level<W>, Trouble> {
        let made = self
            .expand(last, &range, pause)
            .and_then(|()| self.merge(&[range], last, before, &|_| false, pause));
        self.clear();
        made.map(|made| made.level)
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

    /// Lists all neighbours of a level that are in a range.
    fn expand(
        &mut self,
        last: &Level<W>,
        range: &Range<W>,
        pause: &mut Pause,
    ) -> Result<(), Trouble> {
        let blocks = |list: &'_ List<W>| list.blocks.len();
        let tasks: Vec<(usize, usize)> = (0..)
            .zip(&last.lists)
            .flat_map(|(at, list)| (0..blocks(list)).map(move |block| (at, block)))
            .collect();
        let (folder, room, fails) = (self.folder, self.room, AtomicBool::new(false));
        let work = |worker: &mut Worker<W>, task: usize| {
            let (at, block) = tasks[task];
            let list = &last.lists[at];
            let sources = list.file().and_then(|file| list.read(&file, block));
            let done = sources.and_then(|sources| worker.expand(&sources, range, folder, room));
            if let Err(trouble) = done {
                worker.trouble = Some(trouble);
                fails.store(true, Relaxed);
            }
        };
        self.share(tasks.len(), &fails, work, &mut |part| pause(part / 2.0))?;
        for worker in &mut self.workers {
            worker.found.sort_unstable();
            worker.found.dedup();
        }
        Ok(())
    }

    /// Does tasks on all workers, until one of them is in trouble.
    fn share(
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
        let ended = share(&mut self.workers, tasks, work, &mut pause);
        match self.workers.iter_mut().find_map(|worker| worker.trouble.take()) {
            Some(trouble) => Err(trouble),
            None => ended.break_value().map_or(Ok(()), |stopped| Err(Trouble::Stopped(stopped))),
        }
    }

    /// Merges what was found, range by range.
    fn merge(
        &mut self,
        ranges: &[Range<W>],
        last: &Level<W>,
        before: Option<&Level<W>>,
        is_goal: &(dyn Fn(&Code<W>) -> bool + Sync),
        pause: &mut Pause,
    ) -> Result<Made<W>, Trouble> {
        let found: Vec<_> =
            self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).collect();
        let files: Vec<_> =
            self.workers.iter_mut().flat_map(|worker| std::mem::take(&mut worker.files)).collect();
        let parts: Vec<_> = ranges.iter().map(|_| Mutex::new(None)).collect();
        let (folder, fails) = (self.folder, AtomicBool::new(false));
        let merge_range = |range: &Range<W>| {
            let memory = found.iter().map(|found| Ok(Stream::of_memory(found, range)));
            let streams = memory.chain(files.iter().map(|file| Stream::of_file(file, range)));
            let mut known = last.streams(range)?;
            if let Some(before) = before {
                known.extend(before.streams(range)?);
            }
            let mut known = Merged::new(known)?;
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
        let work = |worker: &mut Worker<W>, task: usize| match merge_range(&ranges[task]) {
            Ok(part) => *parts[task].lock().expect("no thread panics") = Some(part),
            Err(trouble) => {
                worker.trouble = Some(trouble);
                fails.store(true, Relaxed);
            }
        };
        let mut pause = |part: f64| pause((1.0 + part) / 2.0);
        let ended = self.share(ranges.len(), &fails, work, &mut pause);
        // Room to be used again; and files that are not needed any more.
        for (worker, found) in self.workers.iter_mut().zip(found) {
            worker.found = found;
        }
        self.workers[0].files = files;
        let parts =
            parts.into_iter().filter_map(|part| part.into_inner().expect("no thread panics"));
        let (lists, goals): (Vec<_>, Vec<_>) = parts.unzip();
        let lists: Vec<List<W>> = lists.into_iter().flatten().collect();
        if let Err(trouble) = ended {
            lists.iter().for_each(|list| folder.remove(&list.path, list.bytes));
            return Err(trouble);
        }
        let (counts, goals): (Vec<u64>, Vec<_>) = goals.into_iter().unzip();
        let goal = goals.into_iter().flatten().min();
        Ok(Made { level: Level::new(lists), goals: counts.iter().sum(), goal })
    }

    /// Ranges of codes with about as many candidates each, a few for each thread, and enough to share a parity.
    fn ranges(&self) -> Vec<Range<W>> {
        let files = || self.workers.iter().flat_map(|worker| &worker.files);
        let candidates = self.workers.iter().map(|worker| worker.found.len() as u64).sum::<u64>()
            + files().map(|file| file.count).sum::<u64>();
        let wanted = if candidates < self.room.few { 1 } else { GROUP.max(4 * self.workers.len()) };
        // One code stands for as many in a file as in memory.
        let step = most_codes::<W>().min(self.room.codes);
        let mut samples: Vec<Code<W>> = self
            .workers
            .iter()
            .flat_map(|worker| worker.found.iter().step_by(step).copied())
            .chain(files().flat_map(|file| file.blocks.iter().map(|block| block.first)))
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

impl<const W: usize> Worker<W> {
    /// Lists the neighbours of some configurations that are in a range.
    fn expand(
        &mut self,
        sources: &[Code<W>],
        range: &Range<W>,
        folder: &Folder,
        room: Room,
    ) -> Result<(), Trouble> {
        if self.degrees.is_some() {
            return sources.iter().try_for_each(|source| {
                let mut beside = self.list_once(source, room)?;
                beside.retain(|code| range.contains(code));
                self.put(&beside, folder, room)
            });
        }
        let Self { neighbours, found, files, .. } = self;
        let mut trouble = None;
        let mut take = |listed: &mut Vec<(Code<W>, LastMove)>| {
            found
                .extend(listed.drain(..).map(|(code, _)| code).filter(|code| range.contains(code)));
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
            found.extend(rest.drain(..).map(|(code, _)| code).filter(|code| range.contains(code)));
        }
        trouble.map_or(Ok(()), Err)
    }

    /// Takes in some codes.
    fn put(&mut self, codes: &[Code<W>], folder: &Folder, room: Room) -> Result<(), Trouble> {
        self.found.extend(codes);
        let is_full = self.found.len() >= room.codes;
        if is_full { shorten(&mut self.found, &mut self.files, folder, room) } else { Ok(()) }
    }

    /// All neighbours of a configuration, each once, which are counted.
    fn list_once(&mut self, source: &Code<W>, room: Room) -> Result<Vec<Code<W>>, Trouble> {
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
            return Err(Trouble::Stopped(Stopped::Memory));
        }
        beside.extend(rest.into_iter().map(|(code, _)| code));
        beside.sort_unstable();
        beside.dedup();
        if let Some(counts) = degrees {
            counts.resize(counts.len().max(beside.len() + 1), 0);
            counts[beside.len()] += 1;
        }
        Ok(beside)
    }
}

/// Leaves out what is there twice. What still fills more than half of the room goes into a file.
fn shorten<const W: usize>(
    found: &mut Vec<Code<W>>,
    files: &mut Vec<List<W>>,
    folder: &Folder,
    room: Room,
) -> Result<(), Trouble> {
    found.sort_unstable();
    found.dedup();
    if found.len() <= room.codes / 2 {
        return Ok(());
    }
    files.extend(Writer::write_all(folder, found)?);
    found.clear();
    if files.len() == room.files {
        let streams = files.iter().map(|file| Stream::of_file(file, &Range::ALL));
        let mut merged = Merged::new(streams.collect::<Result<_, _>>()?)?;
        let mut writer = Writer::new(folder)?;
        while let Some(code) = merged.next()? {
            writer.push(code)?;
        }
        let one = writer.finish()?;
        files.drain(..).for_each(|file| folder.remove(&file.path, file.bytes));
        files.extend(one);
    }
    Ok(())
}

/// Several streams as one, each code once.
pub struct Merged<'a, const W: usize> {
    streams: Vec<Stream<'a, W>>,
    /// The next code of each, the smallest on top.
    heads: BinaryHeap<Reverse<(Code<W>, usize)>>,
}

impl<'a, const W: usize> Merged<'a, W> {
    pub fn new(streams: Vec<Stream<'a, W>>) -> Result<Self, Trouble> {
        let heads = streams.iter().enumerate();
        let heads = heads.filter_map(|(at, stream)| Some(Reverse((stream.head()?, at))));
        Ok(Self { heads: heads.collect(), streams })
    }

    /// The next code.
    pub fn next(&mut self) -> Result<Option<Code<W>>, Trouble> {
        let Some(&Reverse((code, _))) = self.heads.peek() else { return Ok(None) };
        while self.heads.peek().is_some_and(|Reverse((head, _))| *head == code) {
            self.step()?;
        }
        Ok(Some(code))
    }

    /// Leaves out all codes below one; whether that one is there.
    pub fn skip_to(&mut self, code: Code<W>) -> Result<bool, Trouble> {
        while self.heads.peek().is_some_and(|Reverse((head, _))| *head < code) {
            self.step()?;
        }
        Ok(self.heads.peek().is_some_and(|Reverse((head, _))| *head == code))
    }

    /// The stream with the smallest code goes on.
    fn step(&mut self) -> Result<(), Trouble> {
        let Some(mut top) = self.heads.peek_mut() else { return Ok(()) };
        let Reverse((_, at)) = *top;
        self.streams[at].step()?;
        match self.streams[at].head() {
            Some(head) => *top = Reverse((head, at)),
            None => {
                std::collections::binary_heap::PeekMut::pop(top);
            }
        }
        Ok(())
    }
}
