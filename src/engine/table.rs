//! The table engine: frontier search with hash tables, on several threads.
//!
//! The search itself needs only the last two levels ([`Frontier`]). If a path is wanted, the older
//! ones are kept as plain lists of positions, without links: the goal's predecessor is whichever of
//! its neighbours is at the distance before, and so on. If even these lists grow too large, the
//! oldest are dropped.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::compiled::{Compiled, dispatch, images};
use super::drive::{BATCH, Level, Listed, OnBatch, Run, Search, add_solution, count_levels};
use super::guard::Guard;
use super::sparse::Frontier;
use super::trail::Trail;
use crate::engine::board::Code;
use crate::engine::host::lock;
use crate::engine::query::{Answer, Budget, Engine, Found, Observer, Progress, Query, Stopped};
use crate::puzzle::Configuration;

/// Bytes for each position while a level is listed, for those who sort it; and the part of the memory
/// that they may take from the older levels.
#[cfg(feature = "pages")]
const SPARED: u64 = 64;
#[cfg(feature = "pages")]
const SPARED_PART: u64 = 4;

/// Searches a puzzle that [`check_puzzle`](super::compiled::check_puzzle) accepts.
pub fn search(query: &Query, budget: &Budget, observer: &mut dyn Observer) -> Answer {
    search_until(query, budget, observer, &mut |_| ControlFlow::Continue(()))
}

/// How much a search holds after a level.
pub struct SearchSize {
    /// The number of positions found.
    pub positions: u64,
    pub bytes: u64,
}

/// Receives the size of the search after each level, and says whether to go on.
pub type LevelCallback<'a> = dyn FnMut(SearchSize) -> ControlFlow<Stopped> + 'a;

/// Like [`search`], unless the callback ends it after a level. Then it returns no solution.
pub fn search_until(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    continues: &mut LevelCallback,
) -> Answer {
    let images = images(query);
    let run = &mut Run { budget, observer };
    dispatch!(all (query.puzzle, query.style, &images), compiled => {
        search_compiled(compiled, query, run, continues)
    })
}

fn search_compiled<const W: usize>(
    compiled: &Compiled<W>,
    query: &Query,
    run: &mut Run,
    continues: &mut LevelCallback,
) -> Answer {
    let mut table = TableSearch::from_start(compiled, run.budget);
    table.keeps_levels = query.wants_solution;
    let mut is_ended = false;
    let each = &mut |table: &mut TableSearch<W>, _| {
        let continues = continues(table.size());
        is_ended = continues.is_break();
        continues
    };
    let mut answer = count_levels(&mut table, query, Engine::Table, run, each);
    if !is_ended {
        add_solution(&mut table, query, &mut answer, run);
    }
    answer
}

/// The target of a search.
#[derive(Clone, Copy)]
pub enum SearchTarget<const W: usize> {
    /// The goals of the puzzle.
    Goals,
    /// This position.
    One(Code<W>),
    /// Nothing.
    Nothing,
}

/// A search with hash tables.
pub struct TableSearch<'a, const W: usize> {
    pub compiled: &'a Compiled<'a, W>,
    sources: Vec<Code<W>>,
    target: SearchTarget<W>,
    /// Whether the levels needed for a path are kept.
    pub keeps_levels: bool,
    pub frontier: Frontier<'a, W>,
    /// The levels before the last two, up to the goal.
    pub trail: Trail<W>,
    /// The smallest of the first goals, and their distance.
    goal: Option<(u64, Code<W>)>,
    /// Number of positions found.
    pub found: u64,
    /// Bytes that others hold meanwhile within the same budget.
    pub others: u64,
}

impl<'a, const W: usize> TableSearch<'a, W> {
    /// Builds a search from some positions.
    pub fn new(
        compiled: &'a Compiled<'a, W>,
        budget: &Budget,
        sources: Vec<Code<W>>,
        target: SearchTarget<W>,
    ) -> Self {
        let (threads, room) = (budget.threads(), budget.room());
        Self {
            frontier: Frontier::new(
                &sources,
                &|| compiled.neighbours(),
                compiled.fold.as_ref(),
                threads,
                room,
            ),
            compiled,
            sources,
            target,
            keeps_levels: false,
            trail: Trail::default(),
            goal: None,
            found: 0,
            others: 0,
        }
    }

    /// Builds a search from the puzzle's start for its goals.
    pub fn from_start(compiled: &'a Compiled<'a, W>, budget: &Budget) -> Self {
        let start = compiled.encode(compiled.puzzle.start());
        Self::new(compiled, budget, vec![start], SearchTarget::Goals)
    }

    /// Restarts the search at other positions.
    pub fn restart_at(&mut self, sources: Vec<Code<W>>) {
        self.sources = sources;
        self.restart_sources();
    }

    fn restart_sources(&mut self) {
        (self.trail, self.goal, self.found) = (Trail::default(), None, 0);
        self.frontier.restart(&self.sources);
    }

    /// Returns how much the search holds.
    pub fn size(&self) -> SearchSize {
        SearchSize { positions: self.found, bytes: self.bytes() }
    }

    /// Returns the bytes that the search holds.
    pub fn bytes(&self) -> u64 {
        let sources = size_of_val(&self.sources[..]) as u64;
        self.frontier.bytes() + self.trail.bytes() + sources
    }

    /// Looks for a goal in the last level.
    fn level(&mut self, distance: u64) -> Level {
        let compiled = self.compiled;
        let found = self.frontier.count();
        self.found += found;
        if self.goal.is_none() {
            let mut codes = self.frontier.codes();
            let goal = match self.target {
                SearchTarget::Goals => {
                    codes.filter(|code| compiled.meets_a_goal(code)).min().copied()
                }
                SearchTarget::One(one) => {
                    let least = compiled.representative(&one);
                    codes.any(|code| *code == least).then_some(one)
                }
                SearchTarget::Nothing => None,
            };
            self.goal = goal.map(|goal| (distance, goal));
        }
        Level { found, has_goal: self.goal.is_some(), stopped: None }
    }
}

impl<const W: usize> Search for TableSearch<'_, W> {
    fn begin(&mut self, run: &mut Run) -> Level {
        if let Some(first) = self.sources.first() {
            let configuration = self.compiled.decode(first);
            run.observer.found(&Found { configuration, ordinal: 0, address: 0, parent: 0 });
        }
        self.level(0)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        let held = self.bytes() + self.others;
        let Self { frontier, trail, .. } = self;
        let mut progress = Progress {
            distance,
            frontier: frontier.width() as u64,
            states: self.found,
            bytes: None,
            part: None,
        };
        let keep = Mutex::new(&mut *trail);
        let reclaim = |wanted| lock(&keep).evict(wanted);
        let guard = Guard::new(run.budget, run.budget.room(), held, &reclaim);
        // The last turn, or other searches, may have exceeded the limit.
        guard.reserve_or_stop(0);
        let is_on_the_way = self.goal.is_none_or(|(goal, _)| distance <= goal + 1);
        let keeps = self.keeps_levels && distance > 1 && is_on_the_way;
        let forgotten = frontier.advance(keeps, &guard, &mut |bytes| {
            progress.bytes = Some(bytes);
            run.observer.progress(&progress);
        });
        match forgotten {
            ControlFlow::Break(stopped) => Level { stopped: Some(stopped), ..Level::default() },
            ControlFlow::Continue(forgotten) => {
                if keeps {
                    trail.push(forgotten);
                }
                self.level(distance)
            }
        }
    }

    fn goal(&self) -> Option<Configuration> {
        self.goal.map(|(_, goal)| self.compiled.decode(&goal))
    }

    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Configuration>,
        budget: &Budget,
    ) -> ControlFlow<Stopped> {
        // If the search has ended right at the goal, the level before it is not forgotten yet.
        if self.trail.pushed() + 1 == distance {
            self.trail.push(self.frontier.take_previous());
        }
        let compiled = self.compiled;
        let last = compiled.encode(&path[path.len() - 1]);
        let before = self.trail.follow(compiled, budget, last)?;
        path.extend(before.iter().map(|code| compiled.decode(code)));
        ControlFlow::Continue(())
    }

    fn restart(&mut self, goal: &Configuration) {
        self.target = SearchTarget::One(self.compiled.encode(goal));
        self.restart_sources();
    }
}

impl<const W: usize> Listed for TableSearch<'_, W> {
    fn list(&mut self, _: u64, on_batch: &mut OnBatch) -> ControlFlow<Stopped> {
        let compiled = self.compiled;
        let mut batch = Vec::with_capacity(BATCH.min(self.frontier.width()));
        for code in self.frontier.codes() {
            match &compiled.fold {
                Some(fold) => batch.extend(fold.orbit(code)),
                None => batch.push(*code),
            }
            if batch.len() >= BATCH {
                compiled.pass_on(&mut batch, on_batch);
            }
        }
        compiled.pass_on(&mut batch, on_batch);
        ControlFlow::Continue(())
    }

    fn farthest(&mut self, _: u64, most: usize) -> ControlFlow<Stopped, Vec<Configuration>> {
        let (last, compiled) = (self.frontier.take_previous(), self.compiled);
        let mut codes: Vec<_> =
            last.iter().flatten().flat_map(|code| compiled.orbit(code)).collect();
        codes.sort_unstable();
        ControlFlow::Continue(codes.iter().take(most).map(|code| compiled.decode(code)).collect())
    }

    #[cfg(feature = "pages")]
    fn spare(&mut self, budget: &Budget) -> u64 {
        let room = budget.room();
        let wanted = (SPARED * self.frontier.width() as u64).min(room / SPARED_PART);
        let left = room.saturating_sub(self.bytes() + self.others);
        if left < wanted {
            self.trail.evict(wanted - left);
        }
        room.saturating_sub(self.bytes() + self.others)
    }
}
