//! One level made of the last two, by sorting and merging.
//!
//! Threads list the neighbours of the last level, block by block, into buffers; what is in a full buffer is
//! sorted, and goes into a file. In the end all these are merged, each code once, without those of the last two
//! levels: R. Korf's delayed duplicate detection (2004). Ranges of codes are merged by different threads.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::folder::{Folder, Trouble};
use super::list::{List, Range, Stream, Writer, most_codes};
use crate::board::Code;
use crate::host::share;
use crate::moves::{Batch, LastMove, Neighbours};
use crate::query::Stopped;
use crate::search::compiled::Compiled;

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
        let behind = self.lists.partition_point(|list| list.blocks[0].first <= *code);
        behind.checked_sub(1).map_or(Ok(false), |at| self.lists[at].contains(code))
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

/// A new level, and the smallest of its codes that is looked for.
pub type Made<const W: usize> = (Level<W>, Option<Code<W>>);

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

    /// The level behind the last.
    pub fn next(
        &mut self,
        last: &Level<W>,
        before: Option<&Level<W>>,
        is_goal: &(dyn Fn(&Code<W>) -> bool + Sync),
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> Result<Made<W>, Trouble> {
        let made = self.expand(last, pause).and_then(|()| self.merge(last, before, is_goal, pause));
        for worker in &mut self.workers {
            worker.found.clear();
            for file in worker.files.drain(..) {
                self.folder.remove(&file.path, file.bytes);
            }
        }
        made
    }

    /// Lists all neighbours of a level.
    fn expand(
        &mut self,
        last: &Level<W>,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
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
            let done = sources.and_then(|sources| worker.expand(&sources, folder, room));
            if let Err(trouble) = done {
                worker.trouble = Some(trouble);
                fails.store(true, Relaxed);
            }
        };
        self.share(tasks.len(), &fails, work, pause)?;
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
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> Result<(), Trouble> {
        let work = |worker: &mut Worker<W>, task: usize| {
            if !fails.load(Relaxed) {
                work(worker, task);
            }
        };
        let ended = share(&mut self.workers, tasks, work, pause);
        match self.workers.iter_mut().find_map(|worker| worker.trouble.take()) {
            Some(trouble) => Err(trouble),
            None => ended.break_value().map_or(Ok(()), |stopped| Err(Trouble::Stopped(stopped))),
        }
    }

    /// Merges what was found.
    fn merge(
        &mut self,
        last: &Level<W>,
        before: Option<&Level<W>>,
        is_goal: &(dyn Fn(&Code<W>) -> bool + Sync),
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> Result<Made<W>, Trouble> {
        let ranges = self.ranges();
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
            let (mut writer, mut goal) = (Writer::new(folder)?, None);
            while let Some(code) = new.next()? {
                if known.skip_to(code)? {
                    continue;
                }
                if goal.is_none() && is_goal(&code) {
                    goal = Some(code);
                }
                writer.push(code)?;
            }
            Ok((writer.finish()?, goal))
        };
        let work = |worker: &mut Worker<W>, task: usize| match merge_range(&ranges[task]) {
            Ok(part) => *parts[task].lock().expect("no thread panics") = Some(part),
            Err(trouble) => {
                worker.trouble = Some(trouble);
                fails.store(true, Relaxed);
            }
        };
        let ended = self.share(ranges.len(), &fails, work, pause);
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
        Ok((Level::new(lists), goals.into_iter().flatten().min()))
    }

    /// Ranges of codes with about as many candidates each, a few for each thread.
    fn ranges(&self) -> Vec<Range<W>> {
        let files = || self.workers.iter().flat_map(|worker| &worker.files);
        let candidates = self.workers.iter().map(|worker| worker.found.len() as u64).sum::<u64>()
            + files().map(|file| file.count).sum::<u64>();
        let wanted = if candidates < self.room.few { 1 } else { 4 * self.workers.len() };
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
    /// Lists the neighbours of some configurations.
    fn expand(&mut self, sources: &[Code<W>], folder: &Folder, room: Room) -> Result<(), Trouble> {
        let Self { neighbours, found, files, .. } = self;
        let mut trouble = None;
        let mut take = |listed: &mut Vec<(Code<W>, LastMove)>| {
            found.extend(listed.drain(..).map(|(code, _)| code));
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
            found.extend(rest.drain(..).map(|(code, _)| code));
        }
        trouble.map_or(Ok(()), Err)
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
        let all = Range { begin: Code::ZERO, end: None };
        let streams = files.iter().map(|file| Stream::of_file(file, &all));
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
