//! Makes one level from the last two, with workers that own shards of it.
//!
//! A worker lists the neighbours of its part of the last level, by shard. It sorts what it has
//! found for a shard, removes duplicates, and sends it to the shard's owner, in blocks of the same
//! format as in lists on disk. When all of a level has arrived, each worker sorts what it received
//! for each of its shards, removes the last two levels, and has the new lists.

use std::ops::ControlFlow;

use super::flow::{Flow, Parcel};
use super::lists::{ClusterLists, HeldFile, ShardList};
use super::place::ProcessFolder;
use super::shards::Shards;
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::disk::block;
use crate::engine::disk::folder::DiskError;
use crate::engine::disk::list::{CodeList, CodeRange, CodeStream, ListWriter, most_codes};
use crate::engine::disk::merged::Merged;
use crate::engine::layers::Run;
use crate::engine::moves::{Batch, LastMove, Neighbours};
use crate::engine::query::Progress;

/// Maximum number of lists of a shard to be merged; beyond it, they are merged into one first.
const MOST_LISTS: usize = 64;

/// Number of codes that are merged between two checks whether to go on.
const MANY: u64 = 1 << 16;

/// Limit for bytes that wait to be sent: this fraction of a worker's memory.
const WAITING_PART: u64 = 8;

/// The working data of a worker while it makes a level.
pub struct LevelWorker<'a, const W: usize> {
    pub flow: Flow,
    pub place: &'a ProcessFolder,
    shards: Shards<W>,
    neighbours: Box<dyn Neighbours<W>>,
    /// What was found for each shard, and is not sent yet.
    found: Vec<Vec<Code<W>>>,
    /// What arrived for each of the worker's own shards.
    piles: Vec<Pile<W>>,
    room: LevelLimits,
    /// Bytes in all piles.
    held: usize,
    progress: Progress,
}

/// What arrived for a shard.
struct Pile<const W: usize> {
    shard: u32,
    parcels: Vec<Parcel>,
    codes: usize,
    bytes: usize,
    /// The part that did not fit the memory.
    lists: Vec<CodeList<W>>,
}

/// The memory limits of a worker.
struct LevelLimits {
    /// Codes of a shard before they are sent.
    found: usize,
    /// Bytes in all piles.
    piles: usize,
    /// Received codes of a shard before they are written to a list.
    codes: usize,
    waiting: u64,
}

impl LevelLimits {
    /// Divides a number of bytes: at most three eighths for what is found, a quarter for what
    /// arrives, and a quarter for the codes of a shard while they are sorted, which takes half as
    /// much again.
    fn new<const W: usize>(bytes: u64, shards: usize) -> Self {
        let code = size_of::<Code<W>>();
        let bytes = bytes as usize;
        // A power of two, because vectors double when they grow.
        let found = (bytes / 8 * 3 / shards / code).max(64);
        Self {
            found: 1 << found.ilog2(),
            piles: (bytes / 4).max(1 << 16),
            codes: (bytes / 6 / code).max(1 << 10),
            waiting: (bytes as u64 / WAITING_PART).max(1 << 16),
        }
    }
}

impl<'a, const W: usize> LevelWorker<'a, W> {
    /// Builds it with a memory limit in bytes.
    pub fn new(
        compiled: &Compiled<W>,
        place: &'a ProcessFolder,
        flow: Flow,
        shards: Shards<W>,
        bytes: u64,
    ) -> Self {
        let pile =
            |shard| Pile { shard, parcels: Vec::new(), codes: 0, bytes: 0, lists: Vec::new() };
        let count = shards.count() as usize;
        Self {
            piles: shards.of_worker(flow.index()).map(pile).collect(),
            found: vec![Vec::new(); count],
            room: LevelLimits::new::<W>(bytes, count),
            held: 0,
            neighbours: compiled.neighbours(),
            progress: Progress { distance: 0, frontier: 0, states: 0, bytes: None, part: None },
            flow,
            place,
            shards,
        }
    }

    /// Shrinks all limits, so that tests meet in small spaces what happens in large ones.
    #[cfg(test)]
    pub fn shrink_limits(&mut self) {
        self.room = LevelLimits { found: 4, piles: 40, codes: 8, waiting: 64 };
    }

    /// Begins a level, given its progress.
    pub fn begin(&mut self, progress: Progress) {
        self.progress = progress;
    }

    /// Adds a code that was found.
    pub fn put(&mut self, code: Code<W>) {
        let shard = self.shards.of(&code);
        self.found[shard as usize].push(code);
    }

    /// Lists the neighbours of a list.
    pub fn expand(&mut self, list: &CodeList<W>, run: &mut Run) -> Result<(), DiskError> {
        let file = list.file()?;
        for block in 0..list.blocks.len() {
            self.list_neighbours(&list.read(&file, block)?);
            self.turn(run)?;
        }
        Ok(())
    }

    fn list_neighbours(&mut self, sources: &[Code<W>]) {
        let Self { neighbours, found, flow, shards, room, .. } = self;
        let mut sort = |listed: &mut Vec<(Code<W>, LastMove)>| {
            for (code, _) in listed.drain(..) {
                let shard = shards.of(&code);
                let found = &mut found[shard as usize];
                found.push(code);
                if found.len() >= room.found {
                    shorten(found);
                    // If removing duplicates does not free enough space, the codes are sent.
                    if found.len() > room.found / 2 {
                        send(flow, shards.owner(shard), shard, found);
                    }
                }
            }
        };
        let mut take = |listed: &mut Vec<(Code<W>, LastMove)>| {
            sort(listed);
            ControlFlow::Continue(())
        };
        let last_moves = vec![LastMove::UNKNOWN; sources.len()];
        let mut batch = Batch::new(Vec::with_capacity(Batch::<W>::MOST), &mut take);
        neighbours.list(sources, &last_moves, &mut batch);
        let mut rest = batch.into_list();
        sort(&mut rest);
    }

    /// Sends all that was found.
    pub fn send_all(&mut self, run: &mut Run) -> Result<(), DiskError> {
        for shard in 0..self.shards.count() {
            let found = &mut self.found[shard as usize];
            if !found.is_empty() {
                shorten(found);
                send(&mut self.flow, self.shards.owner(shard), shard, found);
                self.turn(run)?;
            }
        }
        Ok(())
    }

    /// Receives what has arrived, and checks whether to go on. If too much waits to be sent, waits
    /// until it is.
    pub fn turn(&mut self, run: &mut Run) -> Result<(), DiskError> {
        let mut waits = false;
        loop {
            self.flow.step(waits)?;
            self.stack_parcels()?;
            run.observer.progress(&self.progress);
            if let ControlFlow::Break(stopped) = run.budget.look() {
                return Err(DiskError::Stopped(stopped));
            }
            if self.flow.is_stop_requested() {
                return Err(DiskError::Stopped(crate::engine::query::Stopped::Cancelled));
            }
            if self.flow.waiting() <= self.room.waiting {
                return Ok(());
            }
            waits = true;
        }
    }

    /// Waits until all of a level has arrived, at all workers.
    pub fn wait_for_all(&mut self, run: &mut Run) -> Result<(), DiskError> {
        while !self.flow.has_all() {
            self.flow.step(true)?;
            self.turn(run)?;
        }
        self.stack_parcels()
    }

    /// Waits for the same, but drops what arrives.
    pub fn discard_all(&mut self) -> Result<(), DiskError> {
        while !self.flow.has_all() {
            self.flow.step(true)?;
            self.flow.parcels();
        }
        self.flow.parcels();
        Ok(())
    }

    /// Adds what arrived to the piles.
    fn stack_parcels(&mut self) -> Result<(), DiskError> {
        let (index, workers) = (self.flow.index(), self.flow.workers());
        for parcel in self.flow.parcels() {
            let at = (parcel.shard as usize).checked_sub(index).map_or(usize::MAX, |n| n / workers);
            let pile = self.piles.get_mut(at).filter(|pile| pile.shard == parcel.shard);
            let pile = pile.ok_or_else(|| damaged(self.place))?;
            self.held += parcel.bytes.len();
            pile.add(parcel);
            if pile.codes > self.room.codes {
                self.held -= pile.spill(self.place)?;
            }
        }
        while self.held > self.room.piles {
            let largest = self.piles.iter_mut().max_by_key(|pile| pile.bytes);
            let Some(largest) = largest else { break };
            self.held -= largest.spill(self.place)?;
        }
        Ok(())
    }

    /// Makes the lists of the new level, and finds the smallest goal. `known` are the lists of the
    /// last two levels.
    pub fn merge(
        &mut self,
        known: &[&ClusterLists<W>],
        is_goal: &dyn Fn(&Code<W>) -> bool,
        run: &mut Run,
    ) -> Result<(ClusterLists<W>, Option<Code<W>>), DiskError> {
        let (mut lists, mut goal) = (ClusterLists::default(), None);
        let worker = self.flow.index();
        let mut writer = self.place.writer(self.progress.distance, worker)?;
        let mut from = 0;
        for at in 0..self.piles.len() {
            self.merge_shard(at, known, is_goal, &mut goal, &mut writer, run)?;
            if let Some(list) = writer.end_part(from)? {
                let (number, file) = (self.piles[at].shard, worker as u32);
                let shard = ShardList { number, file, from: from as u32, list };
                from += shard.list.blocks.len();
                lists.shards.push(shard);
            }
        }
        let whole = writer.finish()?;
        lists.files.extend(whole.map(|CodeList { path, bytes, .. }| HeldFile { path, bytes }));
        Ok((lists, goal))
    }

    fn merge_shard(
        &mut self,
        at: usize,
        known: &[&ClusterLists<W>],
        is_goal: &dyn Fn(&Code<W>) -> bool,
        goal: &mut Option<Code<W>>,
        writer: &mut ListWriter<W>,
        run: &mut Run,
    ) -> Result<(), DiskError> {
        let place = self.place;
        let shard = self.piles[at].shard;
        self.held -= self.piles[at].bytes;
        let codes = self.piles[at].unpack(place)?;
        let files = std::mem::take(&mut self.piles[at].lists);
        let all = CodeRange::ALL;
        let same = known.iter().filter_map(|lists| lists.of(shard));
        let same: Result<Vec<_>, _> = same.map(|list| CodeStream::of_file(list, &all)).collect();
        let merged = (|| {
            let mut known = Merged::new(same?)?;
            let streams = files.iter().map(|list| CodeStream::of_file(list, &all));
            let streams = streams.chain([Ok(CodeStream::of_memory(&codes, &all))]);
            let mut new = Merged::new(streams.collect::<Result<_, _>>()?)?;
            let mut looked = 0;
            while let Some(code) = new.next()? {
                looked += 1;
                if looked % MANY == 0 {
                    self.turn(run)?;
                }
                if known.skip_to(code)? {
                    continue;
                }
                if goal.is_none_or(|goal| code < goal) && is_goal(&code) {
                    *goal = Some(code);
                }
                writer.push(code)?;
            }
            Ok(())
        })();
        files.iter().for_each(|list| place.pass(list));
        merged
    }

    /// Drops what was found and what arrived.
    pub fn clear(&mut self) {
        self.found.iter_mut().for_each(Vec::clear);
        self.held = 0;
        for pile in &mut self.piles {
            pile.parcels.clear();
            (pile.codes, pile.bytes) = (0, 0);
            pile.lists.drain(..).for_each(|list| self.place.pass(&list));
        }
    }
}

impl<const W: usize> Pile<W> {
    fn add(&mut self, parcel: Parcel) {
        self.codes += parcel.count as usize;
        self.bytes += parcel.bytes.len();
        self.parcels.push(parcel);
    }

    /// Returns what arrived and is in memory, ascending, without duplicates.
    fn unpack(&mut self, place: &ProcessFolder) -> Result<Vec<Code<W>>, DiskError> {
        let mut codes = Vec::with_capacity(self.codes);
        for parcel in self.parcels.drain(..) {
            let is_sound = crc32fast::hash(&parcel.bytes) == parcel.sum;
            let some = is_sound.then(|| block::read(&parcel.bytes, parcel.count as usize));
            codes.extend(some.flatten().ok_or_else(|| damaged(place))?);
        }
        (self.codes, self.bytes) = (0, 0);
        // They arrive in ascending runs, which this sort exploits.
        codes.sort();
        codes.dedup();
        Ok(codes)
    }

    /// Writes what is in memory to a list; returns how many bytes it had.
    fn spill(&mut self, place: &ProcessFolder) -> Result<usize, DiskError> {
        let bytes = self.bytes;
        let codes = self.unpack(place)?;
        self.lists.extend(place.passing(&codes)?);
        if self.lists.len() == MOST_LISTS {
            let all = CodeRange::ALL;
            let streams = self.lists.iter().map(|list| CodeStream::of_file(list, &all));
            let mut merged = Merged::new(streams.collect::<Result<_, _>>()?)?;
            let mut writer = place.passing_writer()?;
            while let Some(code) = merged.next()? {
                writer.push(code)?;
            }
            let one = writer.finish()?;
            self.lists.drain(..).for_each(|list| place.pass(&list));
            self.lists.extend(one);
        }
        Ok(bytes)
    }
}

/// Reports that what arrived differs from what was sent.
fn damaged(place: &ProcessFolder) -> DiskError {
    let what = "a block that came over the network is damaged".to_owned();
    DiskError::Unsuited { path: place.folder.path().to_owned(), what }
}

fn shorten<const W: usize>(codes: &mut Vec<Code<W>>) {
    codes.sort_unstable();
    codes.dedup();
}

/// Sends ascending codes of a shard to a worker, in blocks.
fn send<const W: usize>(flow: &mut Flow, to: usize, shard: u32, codes: &mut Vec<Code<W>>) {
    for some in codes.chunks(most_codes::<W>()) {
        let mut bytes = Vec::new();
        block::write(some, &mut bytes);
        let (count, sum) = (some.len() as u32, crc32fast::hash(&bytes));
        flow.send(to, Parcel { shard, count, sum, bytes });
    }
    codes.clear();
}
