//! Frontier search: breadth first, level by level, with a minimum of stored positions.
//!
//! Moves can be undone, so a move from the last complete level, the *frontier*, leads to that
//! level, the one before it, or the next. Older levels may be forgotten at any time (R. Korf's
//! frontier search, 1999).
//!
//! A level is a set of buckets of positions with the same top bits of the hash; their number grows
//! with the level. Threads list the neighbours of the frontier, bucket by bucket, and deal them into
//! the buckets of the next level as candidates. Then each bucket is finished alone: its candidates
//! are looked up in a scratch table of what is known of the bucket, which is small enough for the
//! cache. If memory is short, buckets are finished earlier and several times.
//!
//! In a folder, levels are files, and so are candidates that do not fit the memory. Each bucket is
//! read back, looked up, sorted and written alone. R. Korf's delayed duplicate detection (2004)
//! sorts all candidates instead.
//!
//! If a path is wanted, older levels are kept, without links: the goal's predecessor is whichever of
//! its neighbours is at the distance before, and so on. In memory they are plain lists of codes, of
//! which the oldest are dropped if they grow too large.
//!
//! The result does not depend on the number of threads. All memory is reserved with a
//! [`Guard`](super::guard::Guard) before it is used.

mod bucket;
mod level;
mod next;
mod worker;

use std::borrow::Cow;

use self::bucket::{BlockPool, Blocks, Finder, bucket_of};
pub use self::level::Level;
use self::level::Trail;
use self::next::bits_for;
use self::worker::Worker;
use super::compiled::{Compiled, sort_dedup};
use super::drive::{BATCH, Level as Made, Listed, OnBatch, Run, Search};
use super::folder::{Checkpoints, CodeFile, Content, DiskError, Folder, Identity, Keep, Totals};
use crate::engine::board::Code;
use crate::engine::host::{Instant, Pool};
use crate::engine::moves::{Batch, Neighbour};
use crate::engine::query::{Budget, Found, Stopped};
use crate::engine::store::{Hasher, KeySet};
use crate::puzzle::Configuration;

/// Bytes for each position while a level is listed, for those who sort it; and the part of the memory
/// that they may take from the older levels.
#[cfg(feature = "pages")]
const SPARED: u64 = 64;
#[cfg(feature = "pages")]
const SPARED_PART: u64 = 4;

/// Reserve of each thread for memory that the guard does not see (stacks, allocator caches): this
/// fraction of the memory, and at most a number of bytes.
const OWN_PART: u64 = 64;
const MOST_OWN: u64 = 1 << 19;

/// The target of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SearchTarget<const W: usize> {
    /// The goals of the puzzle.
    Goals,
    /// This position, which stands for its images.
    One(Code<W>),
    /// Nothing.
    Nothing,
}

impl<const W: usize> SearchTarget<W> {
    fn is_met_by(&self, code: &Code<W>, compiled: &Compiled<W>) -> bool {
        match self {
            SearchTarget::Goals => compiled.meets_a_goal(code),
            SearchTarget::One(one) => code == one,
            SearchTarget::Nothing => false,
        }
    }
}

/// How much a search holds after a level.
pub struct SearchSize {
    /// The number of positions found.
    pub positions: u64,
    pub bytes: u64,
}

/// A search in progress.
pub struct TableSearch<'a, const W: usize> {
    /// If symmetries are used, one position stands for all its images.
    pub compiled: &'a Compiled<'a, W>,
    sources: Vec<Code<W>>,
    target: SearchTarget<W>,
    /// Whether every move leads to a position of the other parity. No position of a level is a
    /// neighbour of another then, and s4v4 takes 0.95 of the time if that is used.
    alternates: bool,
    keep: Keep,
    /// The levels before the last two that are kept.
    trail: Trail<W>,
    /// The last complete levels, two at most, the last of all at the end.
    last: Vec<Level<W>>,
    blocks: BlockPool<W>,
    /// One for each thread, unless the system refuses some.
    workers: Vec<Worker<W>>,
    pool: Pool,
    /// Bytes for what is found, and those that others hold meanwhile of them.
    room: u64,
    pub others: u64,
    checkpoints: Checkpoints<'a>,
}

impl<'a, const W: usize> TableSearch<'a, W> {
    /// Builds a search in memory from some positions, all at distance 0.
    pub fn new(
        compiled: &'a Compiled<'a, W>,
        budget: &Budget,
        sources: Vec<Code<W>>,
        target: SearchTarget<W>,
    ) -> Self {
        let mut search = Self {
            compiled,
            sources,
            target,
            alternates: false,
            keep: Keep::Last,
            trail: Trail::default(),
            last: Vec::new(),
            blocks: BlockPool::default(),
            workers: Vec::new(),
            pool: Pool::new(budget.threads()),
            room: budget.room(),
            others: 0,
            checkpoints: Checkpoints::new(),
        };
        for _ in 0..budget.threads() {
            search.workers.push(Worker::new(compiled.neighbours()));
        }
        search.begin_again();
        search
    }

    /// Builds a search in memory from the puzzle's start for its goals.
    pub fn from_start(compiled: &'a Compiled<'a, W>, budget: &Budget) -> Self {
        let start = compiled.encode(compiled.puzzle.start());
        Self::new(compiled, budget, vec![start], SearchTarget::Goals)
    }

    /// Opens the search in a folder from the puzzle's start if it is to be resumed; else begins it.
    /// With all levels it also counts the neighbours of positions.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be used, or belongs to another search.
    pub fn open(
        compiled: &'a Compiled<'a, W>,
        budget: &Budget,
        folder: &'a Folder,
        keep: Keep,
        resumes: bool,
    ) -> Result<Self, DiskError> {
        let mut search = Self::from_start(compiled, budget);
        if !search.resume(folder, keep, Content::Codes, resumes)? {
            search.begin_with(CodeFile::write(folder, [Ok(search.sources.clone())])?)?;
        }
        if keep == Keep::All {
            search.count_degrees();
        }
        Ok(search)
    }

    /// Opens the search from all goals that another search has found if it is to be resumed; else
    /// begins it.
    ///
    /// # Errors
    ///
    /// Where one of the folders cannot be used.
    pub fn open_at_goals(
        found: &Self,
        budget: &Budget,
        folder: &'a Folder,
        resumes: bool,
    ) -> Result<Self, DiskError> {
        let mut search = Self::new(found.compiled, budget, Vec::new(), SearchTarget::Nothing);
        if !search.resume(folder, Keep::All, Content::CodesFromGoals, resumes)? {
            let bits = bits_for::<W>(found.totals().goals as usize);
            let buckets = (0..1 << bits).map(|bucket| found.goals(bucket, bits, budget));
            let goals = CodeFile::write(folder, buckets)?;
            search.checkpoints.totals.counts = vec![goals.count()];
            search.begin_with(goals)?;
        }
        Ok(search)
    }

    /// Resumes a search in a folder, or prepares the folder for a new one. Returns whether it was
    /// resumed.
    fn resume(
        &mut self,
        folder: &'a Folder,
        keep: Keep,
        content: Content,
        resumes: bool,
    ) -> Result<bool, DiskError> {
        let Compiled { puzzle, style, .. } = *self.compiled;
        // All codes use the same coding as the start's, so the start's words identify it.
        let numbering = self.compiled.encode(puzzle.start()).0.to_vec();
        let identity = Identity::new(puzzle, style, keep, content, numbering);
        self.keep = keep;
        self.last.clear();
        for (distance, file) in self.checkpoints.open(folder, identity, resumes)? {
            if distance + 2 < self.totals().counts.len() as u64 {
                self.trail.push(Level::File(file));
            } else {
                self.last.push(Level::File(file));
            }
        }
        Ok(resumes)
    }

    /// Begins a search in a folder with the first level.
    fn begin_with(&mut self, level: CodeFile) -> Result<(), DiskError> {
        self.last = vec![Level::File(level)];
        self.write_checkpoint()
    }

    /// Returns those of the goals found that belong to a bucket.
    fn goals(&self, bucket: usize, bits: u32, budget: &Budget) -> Result<Vec<Code<W>>, DiskError> {
        let (hasher, mut goals) = (Hasher::fixed(), Vec::new());
        for (_, level) in self.levels() {
            budget.look()?;
            for part in level.shared(bucket, 1 << bits) {
                let codes = level.codes(part)?;
                for code in codes.iter() {
                    let is_own = bucket_of(hasher.hash(&code.0), bits) == bucket;
                    if is_own && self.compiled.meets_a_goal(code) {
                        goals.push(*code);
                    }
                }
            }
        }
        Ok(goals)
    }

    /// Keeps the levels of a search in memory that are needed for a path, or none.
    pub fn keeps_path(&mut self, keeps: bool) {
        self.keep = if keeps { Keep::ToGoal } else { Keep::Last };
    }

    /// Counts the neighbours of every position that is expanded from now on.
    pub fn count_degrees(&mut self) {
        for worker in &mut self.workers {
            worker.degrees = Some(Vec::new());
        }
    }

    /// Restarts the search at other positions. Cheap: the move generators are kept.
    pub fn restart_at(&mut self, sources: Vec<Code<W>>) {
        self.sources = sources;
        self.begin_again();
    }

    fn begin_again(&mut self) {
        let mut codes = Vec::with_capacity(self.sources.len());
        for code in &self.sources {
            codes.push(self.compiled.representative(code));
        }
        sort_dedup(&mut codes);
        self.alternates = self.compiled.alternates(&self.sources);
        (self.trail, self.blocks) = (Trail::default(), BlockPool::default());
        for worker in &mut self.workers {
            worker.finder = Finder::new();
        }
        self.last = vec![Level::Blocks(vec![Blocks(self.blocks.blocks(&codes))])];
        let count = self.compiled.count(codes.iter());
        codes.retain(|code| self.target.is_met_by(code, self.compiled));
        self.checkpoints.totals = Totals {
            counts: vec![count],
            goals: codes.len() as u64,
            goal: codes.first().map(|goal| (0, goal.0.to_vec())),
            ..Totals::default()
        };
    }

    /// Returns what was counted.
    pub fn totals(&self) -> &Totals {
        &self.checkpoints.totals
    }

    fn last(&self) -> &Level<W> {
        self.last.last().expect("there is a level")
    }

    /// Returns the positions of the last complete level of a search in memory.
    pub fn codes(&self) -> impl Iterator<Item = &Code<W>> {
        let buckets = if let Level::Blocks(buckets) = self.last() { &buckets[..] } else { &[] };
        buckets.iter().flat_map(Blocks::codes)
    }

    /// Returns the number of positions of the last complete level, without their images.
    pub fn width(&self) -> usize {
        self.last().width()
    }

    /// Returns the distance of the last complete level.
    pub fn distance(&self) -> u64 {
        self.totals().counts.len() as u64 - 1
    }

    /// Returns how much the search holds.
    pub fn size(&self) -> SearchSize {
        SearchSize { positions: self.totals().counts.iter().sum(), bytes: self.bytes() }
    }

    /// Returns the bytes that the search holds.
    pub fn bytes(&self) -> u64 {
        let lists = (Batch::<Neighbour<W>>::MOST * size_of::<Neighbour<W>>()) as u64;
        let own = lists + (self.room / OWN_PART).min(MOST_OWN);
        let sources = size_of_val(&self.sources[..]) as u64;
        let mut bytes = self.blocks.bytes() + self.trail.bytes() + sources;
        bytes += (self.workers.len() as u64 - 1) * own;
        for worker in &self.workers {
            bytes += worker.finder.bytes();
        }
        bytes
    }

    /// Returns the level at a distance, if it is kept.
    pub fn level_at(&self, distance: u64) -> Option<&Level<W>> {
        match (distance + self.last.len() as u64).checked_sub(self.distance() + 1) {
            Some(at) => self.last.get(at as usize),
            None => self.trail.get(distance),
        }
    }

    /// Returns the levels that are kept, with their distances.
    fn levels(&self) -> impl Iterator<Item = (u64, &Level<W>)> {
        self.trail.levels_and(&self.last, self.distance())
    }

    /// Returns the distance of a position, if it is in a level that is kept.
    ///
    /// # Errors
    ///
    /// Where a file cannot be read, or is not as it was written.
    pub fn distance_of(&self, code: &Code<W>) -> Result<Option<u64>, DiskError> {
        for (distance, level) in self.levels() {
            if level.contains(code)? {
                return Ok(Some(distance));
            }
        }
        Ok(None)
    }

    /// Returns the smallest position of the last complete level that is in the other's, too. Both
    /// must be in memory, and use the same symmetries.
    pub fn common(&self, other: &Self) -> Option<Code<W>> {
        let (Level::Blocks(mine), Level::Blocks(others)) = (self.last(), other.last()) else {
            return None;
        };
        let (mine, others) =
            if mine.len() < others.len() { (others, mine) } else { (mine, others) };
        let (each, mut keys) =
            (mine.len() / others.len(), KeySet::with_room_for(0, Hasher::fixed()));
        // The keys of a bucket share these bits of their hashes, and the next ones spread them.
        let (bits, mut common) = (others.len().ilog2(), None);
        for (mine, other) in mine.chunks(each).zip(others) {
            keys.restart(other.len());
            for code in other.codes() {
                keys.insert(&code.0, keys.hash(&code.0) << bits);
            }
            let both = mine.iter().flat_map(Blocks::codes);
            let both = both.filter(|code| keys.contains(&code.0, keys.hash(&code.0) << bits));
            common = both.chain(common).min();
        }
        common.copied()
    }

    /// Whether goals still have to be found: maps count all, other searches look for the first.
    fn looks_for_goals(&self) -> bool {
        self.totals().goal.is_none() || self.keep == Keep::All
    }

    /// Keeps a level at a distance before the last two, or forgets it.
    fn keep(&mut self, distance: u64, mut level: Level<W>) {
        let goal = self.totals().goal.as_ref().map(|(goal, _)| *goal);
        let is_kept = match self.keep {
            Keep::Last => false,
            Keep::ToGoal => goal.is_none_or(|goal| distance < goal),
            Keep::All => true,
        };
        if let Level::Blocks(lists) = &mut level {
            let mut packed = Vec::new();
            for list in lists.drain(..) {
                if is_kept {
                    packed.push(self.blocks.packed(list));
                    self.blocks.free_all();
                } else {
                    self.blocks.take_back(list);
                }
            }
            level = Level::Codes(packed);
        }
        match level {
            // It can be removed as soon as no checkpoint names it.
            Level::File(file) if !is_kept => self.checkpoints.old.push(file),
            level if is_kept => self.trail.push(level),
            _ => {}
        }
    }

    /// Returns the smallest neighbour of a position in the level at a distance, if that is kept.
    fn before(
        &mut self,
        distance: u64,
        code: &Code<W>,
        budget: &Budget,
    ) -> Result<Option<Code<W>>, DiskError> {
        budget.look()?;
        let (compiled, neighbours) = (self.compiled, &mut *self.workers[0].neighbours);
        let neighbours = compiled.neighbours_of(neighbours, code, usize::MAX);
        let Some(level) = self.level_at(distance) else { return Ok(None) };
        for code in neighbours {
            if level.contains(&compiled.representative(&code))? {
                return Ok(Some(code));
            }
        }
        match level {
            Level::File(file) => {
                Err(DiskError::damaged(&file.path, "a position on the way is missing"))
            }
            _ => unreachable!("a position was reached from the level before"),
        }
    }

    /// Returns the codes of a bucket of the level at a distance, or of the last before it; `None` after
    /// the last bucket.
    fn bucket(&mut self, distance: u64, bucket: usize) -> Result<Option<Vec<Code<W>>>, Stopped> {
        let level = self.level_at(distance.min(self.distance())).expect("it is kept");
        if bucket == level.buckets() {
            return Ok(None);
        }
        match level.codes(bucket).map(Cow::into_owned) {
            Ok(codes) => Ok(Some(codes)),
            Err(error) => Err(self.checkpoints.stop(error)),
        }
    }

    /// Makes the level at a distance, and writes a checkpoint if one is due. If only the checkpoint
    /// fails, the level is complete.
    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), DiskError> {
        if !self.checkpoints.is_new(distance)? {
            return Ok(());
        }
        let made = match self.next(distance, run) {
            // The next checkpoint frees the oldest levels.
            Err(DiskError::Limit(_)) if !self.checkpoints.old.is_empty() => {
                self.write_checkpoint()?;
                self.next(distance, run)
            }
            made => made,
        };
        self.last.push(made?);
        if self.last.len() > 2 {
            let forgotten = self.last.remove(0);
            self.keep(distance - 2, forgotten);
        }
        if self.checkpoints.is_due() { self.write_checkpoint() } else { Ok(()) }
    }

    /// Ends the search: writes a checkpoint, and reports the first error.
    pub fn finish(mut self, run: &mut Run) {
        let written = self.write_checkpoint();
        self.checkpoints.finish(written, run);
    }

    fn write_checkpoint(&mut self) -> Result<(), DiskError> {
        let begun = Instant::now();
        let mut files = Vec::new();
        for (distance, level) in self.trail.levels_and(&self.last, self.distance()) {
            if let Level::File(file) = level {
                files.push((distance, file));
            }
        }
        self.checkpoints.write(begun, &files)
    }
}

impl<const W: usize> Search for TableSearch<'_, W> {
    fn begin(&mut self, run: &mut Run) -> Made {
        if let Some(first) = self.sources.first() {
            let configuration = self.compiled.decode(first);
            run.observer.found(&Found { configuration, ordinal: 0, address: 0, parent: 0 });
        }
        self.checkpoints.level(0, Ok(()), 0)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Made {
        let made = self.make(distance, run);
        self.checkpoints.level(distance, made, 0)
    }

    fn goal(&self) -> Option<Configuration> {
        let (_, words) = self.totals().goal.as_ref()?;
        Some(self.compiled.decode(&Code(words[..].try_into().ok()?)))
    }

    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Configuration>,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let mut last = self.compiled.encode(&path[path.len() - 1]);
        for distance in (0..distance).rev() {
            match self.before(distance, &last, budget) {
                Ok(Some(before)) => last = before,
                Ok(None) => break,
                Err(error) => return Err(self.checkpoints.stop(error)),
            }
            path.push(self.compiled.decode(&last));
        }
        Ok(())
    }

    fn restart(&mut self, goal: &Configuration) {
        let goal = self.compiled.representative(&self.compiled.encode(goal));
        self.target = SearchTarget::One(goal);
        self.begin_again();
    }
}

impl<const W: usize> Listed for TableSearch<'_, W> {
    fn list(&mut self, distance: u64, on_batch: &mut OnBatch) -> Result<(), Stopped> {
        let (compiled, mut batch) = (self.compiled, Vec::new());
        for bucket in 0.. {
            let Some(codes) = self.bucket(distance, bucket)? else { break };
            for code in &codes {
                match &compiled.fold {
                    Some(fold) => batch.extend(fold.orbit(code)),
                    None => batch.push(*code),
                }
                if batch.len() >= BATCH {
                    compiled.pass_on(&mut batch, on_batch);
                }
            }
        }
        compiled.pass_on(&mut batch, on_batch);
        Ok(())
    }

    fn farthest(&mut self, distance: u64, most: usize) -> Result<Vec<Configuration>, Stopped> {
        let (compiled, mut first) = (self.compiled, Vec::new());
        for bucket in 0.. {
            let Some(codes) = self.bucket(distance, bucket)? else { break };
            for code in &codes {
                first.extend(compiled.orbit(code));
            }
            first.sort_unstable();
            first.truncate(most);
        }
        Ok(first.iter().map(|code| compiled.decode(code)).collect())
    }

    #[cfg(feature = "pages")]
    fn spare(&mut self, budget: &Budget) -> u64 {
        let room = budget.room();
        if self.checkpoints.folder().is_some() {
            return room / SPARED_PART;
        }
        let wanted = (SPARED * self.width() as u64).min(room / SPARED_PART);
        let left = room.saturating_sub(self.bytes() + self.others);
        self.trail.evict(wanted.saturating_sub(left));
        room.saturating_sub(self.bytes() + self.others)
    }
}
