//! One worker's part in a search: its lists, and its agreements with all others.
//!
//! All workers run the same loop over the levels and take the same decisions, as each gets the same
//! facts about every level. Only worker 0 knows all lists; it writes the checkpoints and decides
//! what comes next.

use std::fs::File;

use super::flow::{Flow, Halt, Reports, WorkerCommand, WorkerReport};
use super::level::LevelWorker;
use super::lists::{ClusterLists, HeldFile};
use super::manifest::{self, ClusterState, ListEntry};
use super::place::ProcessFolder;
use super::shards::{self, Shards};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::disk::checkpoints::{CheckpointClock, complete_level};
use crate::engine::disk::folder::DiskError;
use crate::engine::disk::list::{CodeRange, CodeStream};
use crate::engine::host::Instant;
use crate::engine::layers::{self, Layers, Run};
use crate::engine::query::{Advice, Found, Progress, Stopped};
use crate::puzzle::Configuration;

/// The parameters of all workers of a process.
pub struct MemberOptions<'a> {
    pub place: &'a ProcessFolder,
    pub head: &'a str,
    pub resumes: bool,
    /// Bytes of memory for each worker.
    pub memory: u64,
    /// Whether there is a limit for the folder.
    pub is_limited: bool,
    /// Maximum number of farthest positions that are wanted.
    pub most: usize,
}

/// A worker of a search.
pub struct ClusterMember<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    options: &'a MemberOptions<'a>,
    worker: LevelWorker<'a, W>,
    counts: Vec<u64>,
    goal: Option<(u64, Code<W>)>,
    /// The lists of this worker, of the last two levels, with their distances.
    levels: Vec<(u64, ClusterLists<W>)>,
    /// Files that the last checkpoint may name.
    old: Vec<HeldFile>,
    /// Levels from this distance on may not be flushed to disk yet.
    unsynced: u64,
    /// Number of levels that existed when the search was resumed, and that have not been reported
    /// yet.
    resumed: u64,
    /// What stops the search.
    halt: Option<Halt>,
    /// What only worker 0 knows.
    coordinator: Coordinator,
    /// Bytes of the whole search on disk.
    used: u64,
}

/// Worker 0's knowledge of all workers.
struct Coordinator {
    shards: u32,
    /// The lists of the last two levels, with their distances.
    lists: Vec<(u64, Vec<ListEntry>)>,
    clock: CheckpointClock,
    used: u64,
    sent: u64,
    farthest: Vec<Vec<u64>>,
}

/// The results that are gathered at the end.
pub struct Gathered {
    pub farthest: Vec<Configuration>,
    /// Bytes that all processes have sent.
    pub sent: u64,
}

impl<'a, const W: usize> ClusterMember<'a, W> {
    /// Joins a search, new or resumed.
    ///
    /// # Errors
    ///
    /// Where a folder has not what is expected, or a process is lost.
    pub fn new(
        compiled: &'a Compiled<'a, W>,
        terms: &'a MemberOptions<'a>,
        mut flow: Flow,
        tune: &dyn Fn(&mut LevelWorker<W>),
    ) -> Result<Self, Halt> {
        let workers = flow.workers();
        let mut begin = |_| Self::first_command(terms, workers);
        let order =
            flow.agree(WorkerReport::default(), &mut begin).map_err(|why| Halt::of(&why))?;
        let state = order.state.as_deref().and_then(ClusterState::of_text);
        let Some(state) = state else {
            flow.end();
            return Err(order.halt.unwrap_or(Halt::Cancelled));
        };
        let shards = Shards::new(state.shards, workers);
        let mut bench = LevelWorker::new(compiled, terms.place, flow, shards, terms.memory);
        tune(&mut bench);
        let resumed = state.counts.len() as u64;
        let goal = state.goal.as_ref();
        let goal = goal.and_then(|(at, words)| Some((*at, Code(words[..].try_into().ok()?))));
        let mut member = Self {
            compiled,
            options: terms,
            worker: bench,
            goal,
            levels: Vec::new(),
            old: Vec::new(),
            unsynced: resumed,
            resumed,
            halt: None,
            coordinator: Coordinator::new(&state),
            counts: state.counts.clone(),
            used: 0,
        };
        let opened = member.open(&state, &shards);
        let report = member.report(opened.as_ref().err().map(Halt::of));
        let order = member.agree(report, &mut |_, reports| Coordinator::judge(reports));
        let order = order.map_err(|why| Halt::of(&why))?;
        match order.halt {
            None => Ok(member),
            Some(halt) => {
                member.worker.flow.end();
                Err(halt)
            }
        }
    }

    /// Returns worker 0's first order: the state to begin with.
    fn first_command(terms: &MemberOptions, workers: usize) -> WorkerCommand {
        let state = match terms.resumes {
            true => ClusterState::read(&terms.place.folder, terms.head),
            false => {
                Ok(ClusterState { shards: shards::for_workers(workers), ..ClusterState::default() })
            }
        };
        match state {
            Ok(state) => WorkerCommand { state: Some(state.text()), ..WorkerCommand::default() },
            Err(trouble) => {
                WorkerCommand { halt: Some(Halt::of(&trouble)), ..WorkerCommand::default() }
            }
        }
    }

    /// Opens the lists of this worker's shards.
    fn open(&mut self, state: &ClusterState, shards: &Shards<W>) -> Result<(), DiskError> {
        let place = self.options.place;
        if self.worker.flow.is_first() && place.leads {
            place.sweep(state)?;
            if !place.has_state {
                manifest::mark(&place.folder, self.options.head)?;
            }
        }
        let levels = state.counts.len() as u64;
        for distance in levels.saturating_sub(2)..levels {
            let is_mine = |entry: &&ListEntry| {
                entry.distance == distance && shards.owner(entry.shard) == self.worker.flow.index()
            };
            let mine: Vec<_> = state.lists.iter().filter(is_mine).collect();
            self.levels.push((distance, place.find(&mine)?));
        }
        Ok(())
    }

    /// Builds this worker's report, common to all agreements.
    fn report(&self, halt: Option<Halt>) -> WorkerReport {
        let flow = &self.worker.flow;
        let (used, sent) = match flow.is_first() {
            true => (self.options.place.folder.used(), flow.sent()),
            false => (0, 0),
        };
        WorkerReport { used, sent, halt, ..WorkerReport::default() }
    }

    /// Agrees with all others. Only worker 0 calls `decide`.
    fn agree(
        &mut self,
        report: WorkerReport,
        decide: &mut dyn FnMut(&mut Coordinator, Reports) -> WorkerCommand,
    ) -> Result<WorkerCommand, DiskError> {
        let Self { worker: bench, coordinator: chief, .. } = self;
        let order = bench.flow.agree(report, &mut |reports| {
            chief.used = reports.iter().map(|(_, report)| report.used).sum();
            chief.sent = reports.iter().map(|(_, report)| report.sent).sum();
            decide(chief, reports)
        })?;
        self.used = self.coordinator.used;
        Ok(order)
    }

    /// Makes the level at a distance, together with all others.
    fn make(&mut self, distance: u64, run: &mut Run) -> Result<(), DiskError> {
        let frontier = self.counts.last().copied().unwrap_or(0);
        let (states, bytes) = (self.counts.iter().sum(), Some(self.used));
        self.worker.begin(Progress { distance, frontier, states, bytes, part: None });
        self.worker.flow.begin_level();
        let made = self.make_part(run);
        let mut report = self.report(None);
        let lists = match made {
            Ok((lists, goal)) => {
                report.goal = goal.map(|code: Code<W>| code.0.to_vec());
                report.lists = lists.entries(distance);
                lists
            }
            Err(trouble) => {
                let was_called = self.worker.flow.is_stop_requested();
                report.halt = Some(if was_called { Halt::OtherWorker } else { Halt::of(&trouble) });
                if !was_called {
                    self.worker.flow.request_stop();
                }
                self.worker.flow.end_level();
                self.worker.discard_all()?;
                ClusterLists::default()
            }
        };
        self.worker.clear();
        let is_limited = self.options.is_limited;
        let order =
            self.agree(report, &mut |chief, reports| chief.level(distance, reports, is_limited))?;
        if let Some(halt) = order.halt {
            lists.files.iter().for_each(|file| self.options.place.remove(file));
            return Err(self.stop(halt));
        }
        self.add(distance, lists, &order);
        if order.commits { self.commit() } else { Ok(()) }
    }

    /// Makes this worker's part of a level.
    fn make_part(
        &mut self,
        run: &mut Run,
    ) -> Result<(ClusterLists<W>, Option<Code<W>>), DiskError> {
        match self.levels.last() {
            Some((_, lists)) => {
                lists.shards.iter().try_for_each(|shard| self.worker.expand(&shard.list, run))?;
            }
            None if self.worker.flow.index() == 0 => {
                self.worker.put(self.compiled.encode(self.compiled.puzzle.start()));
            }
            None => {}
        }
        self.worker.send_all(run)?;
        self.worker.flow.end_level();
        self.worker.wait_for_all(run)?;
        let known: Vec<&ClusterLists<W>> = self.levels.iter().map(|(_, lists)| lists).collect();
        let (compiled, knows_goal) = (self.compiled, self.goal.is_some());
        let is_goal = |code: &Code<W>| !knows_goal && compiled.meets_a_goal(code);
        self.worker.merge(&known, &is_goal, run)
    }

    /// Adds the next level.
    fn add(&mut self, distance: u64, lists: ClusterLists<W>, order: &WorkerCommand) {
        let goal = order.goal.as_ref().and_then(|words| Some(Code(words[..].try_into().ok()?)));
        self.goal = self.goal.or(goal.map(|goal| (distance, goal)));
        self.counts.push(order.found);
        self.levels.push((distance, lists));
        if self.levels.len() > 2 {
            self.old.extend(self.levels.remove(0).1.files);
        }
    }

    /// Writes a checkpoint, and removes files that it does not name.
    fn commit(&mut self) -> Result<(), DiskError> {
        let started = Instant::now();
        let synced = self.sync();
        let report = self.report(synced.err().as_ref().map(Halt::of));
        let (place, head) = (self.options.place, self.options.head);
        let goal = self.goal.map(|(distance, code)| (distance, code.0.to_vec()));
        let counts = self.counts.clone();
        let order = self.agree(report, &mut |chief, reports| {
            let order = Coordinator::judge(reports);
            if order.halt.is_some() {
                return order;
            }
            let halt = chief.state(&counts, &goal).write(&place.folder, head).err();
            chief.clock.written_since(started);
            WorkerCommand { halt: halt.as_ref().map(Halt::of), ..order }
        })?;
        if let Some(halt) = order.halt {
            return Err(self.stop(halt));
        }
        self.unsynced = self.counts.len() as u64;
        self.old.drain(..).for_each(|file| place.remove(&file));
        Ok(())
    }

    /// Flushes all lists to disk.
    fn sync(&self) -> Result<(), DiskError> {
        let new = self.levels.iter().filter(|&&(distance, _)| distance >= self.unsynced);
        for HeldFile { path, .. } in new.flat_map(|(_, lists)| &lists.files) {
            File::open(path).and_then(|file| file.sync_all()).map_err(DiskError::with(path))?;
        }
        self.options.place.folder.sync()
    }

    /// Stores what stops the search.
    fn stop(&mut self, halt: Halt) -> DiskError {
        let stopped = halt.stopped();
        self.halt = Some(halt);
        DiskError::Stopped(stopped)
    }

    /// Writes a last checkpoint, reports why the search stopped, and gathers some of the farthest
    /// positions.
    ///
    /// # Errors
    ///
    /// Where a process is lost.
    pub fn finish(mut self, run: &mut Run) -> Result<Gathered, DiskError> {
        // All workers know the same, so all do the same.
        if (self.counts.len() as u64) > self.unsynced {
            let before = self.halt.take();
            self.commit().or_else(|trouble| self.halt.is_some().then_some(()).ok_or(trouble))?;
            self.halt = before.or(self.halt.take());
        }
        if let Some(Halt::Error(why)) = &self.halt {
            run.observer.advised(&Advice::Disk(why.clone()));
        }
        let mut report = self.report(None);
        match self.farthest() {
            Ok(codes) => report.farthest = codes.iter().map(|code| code.0.to_vec()).collect(),
            Err(trouble) => run.observer.advised(&Advice::Disk(trouble.to_string())),
        }
        let most = self.options.most;
        self.agree(report, &mut |chief, reports| {
            let all = reports.into_iter().flat_map(|(_, report)| report.farthest);
            chief.farthest = all.collect();
            chief.farthest.sort_unstable();
            chief.farthest.truncate(most);
            WorkerCommand::default()
        })?;
        let Self { compiled, worker: bench, coordinator: chief, .. } = self;
        bench.flow.end();
        let decode = |words: Vec<u64>| Some(compiled.decode(&Code(words[..].try_into().ok()?)));
        let farthest = chief.farthest.into_iter().filter_map(decode).collect();
        Ok(Gathered { farthest, sent: chief.sent })
    }

    /// Returns some of this worker's codes at the greatest distance, the smallest.
    fn farthest(&self) -> Result<Vec<Code<W>>, DiskError> {
        let deepest = self.counts.iter().rposition(|&count| count > 0).unwrap_or(0) as u64;
        let lists = self.levels.iter().filter(|&&(distance, _)| distance == deepest);
        let mut codes = Vec::new();
        for shard in lists.flat_map(|(_, lists)| &lists.shards) {
            let mut stream = CodeStream::of_file(&shard.list, &CodeRange::ALL)?;
            for _ in 0..self.options.most {
                codes.extend(stream.head());
                stream.step()?;
            }
        }
        codes.sort_unstable();
        codes.truncate(self.options.most);
        Ok(codes)
    }
}

impl Coordinator {
    fn new(state: &ClusterState) -> Self {
        let levels = state.counts.len() as u64;
        let lists = (levels.saturating_sub(2)..levels).map(|distance| {
            let lists = state.lists.iter().filter(|list| list.distance == distance);
            (distance, lists.copied().collect())
        });
        Self {
            shards: state.shards,
            lists: lists.collect(),
            clock: CheckpointClock::start(),
            used: 0,
            sent: 0,
            farthest: Vec::new(),
        }
    }

    /// Makes an order to go on, or what stops a worker. Trouble takes precedence over limits and
    /// requests, and these over workers that were called.
    fn judge(reports: Reports) -> WorkerCommand {
        let weight = |halt: &Halt| match halt {
            Halt::Error(_) => 0,
            Halt::Time => 1,
            Halt::Cancelled => 2,
            Halt::OtherWorker => 3,
        };
        let halts = reports.into_iter().filter_map(|(_, report)| report.halt);
        WorkerCommand { halt: halts.min_by_key(weight), ..WorkerCommand::default() }
    }

    /// Decides what follows a level.
    fn level(&mut self, distance: u64, mut reports: Reports, is_limited: bool) -> WorkerCommand {
        let parts = reports.iter_mut().map(|(_, report)| std::mem::take(&mut report.lists));
        let lists: Vec<ListEntry> = parts.flatten().collect();
        let goal = reports.iter_mut().filter_map(|(_, report)| report.goal.take()).min();
        let order = Self::judge(reports);
        if order.halt.is_some() {
            return order;
        }
        let found = lists.iter().map(|list| list.count).sum();
        self.lists.push((distance, lists));
        if self.lists.len() > 2 {
            self.lists.remove(0);
        }
        // The next checkpoint frees the oldest lists.
        let commits = is_limited || self.clock.is_due();
        WorkerCommand { found, goal, commits, ..order }
    }

    fn state(&self, counts: &[u64], goal: &Option<(u64, Vec<u64>)>) -> ClusterState {
        let lists = self.lists.iter().flat_map(|(_, lists)| lists).copied().collect();
        ClusterState { shards: self.shards, counts: counts.to_vec(), goal: goal.clone(), lists }
    }
}

impl<const W: usize> Layers for ClusterMember<'_, W> {
    fn begin(&mut self, run: &mut Run) -> layers::Level {
        let configuration = self.compiled.puzzle.start().clone();
        run.observer.found(&Found { configuration, ordinal: 0, address: 0, parent: 0 });
        self.advance(0, run)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> layers::Level {
        let made = if distance < self.resumed { Ok(()) } else { self.make(distance, run) };
        match made {
            Ok(()) => {
                complete_level(&self.counts, self.goal.map(|(distance, _)| distance), distance)
            }
            Err(DiskError::Stopped(stopped)) => {
                layers::Level { stopped: Some(stopped), ..layers::Level::default() }
            }
            Err(trouble) => {
                let stopped = Some(self.stop(Halt::of(&trouble)));
                let stopped = stopped.map(|_| Stopped::Disk);
                layers::Level { stopped, ..layers::Level::default() }
            }
        }
    }
}
