//! The meet engine: bidirectional search, from the start and from the goals at once.
//!
//! Moves can be undone, so a path from the start to a goal can be searched from both ends. The side
//! with the smaller frontier goes on. When the last levels of both sides first have a position in
//! common, the two distances add up to the least number of moves: on a shorter path, earlier levels
//! would have met.

use std::ops::ControlFlow;

use super::compiled::{Compiled, dispatch, images};
use super::drive::{Level, Run, Search, SearchOutcome, drive, way_back};
use super::table::{LevelCallback, SearchSize, SearchTarget, TableSearch};
use crate::engine::board::Code;
use crate::engine::moves::solution_from_positions;
use crate::engine::query::{
    Answer, Budget, Counted, Engine, Observer, Query, Refusal, Status, Stopped, Until,
};
use crate::engine::rank::meeting_any;
use crate::puzzle::{Configuration, Puzzle};

/// The most positions to list for the goals, and the bytes that each needs meanwhile.
const MOST_GOALS: u64 = 1 << 22;
const GOAL_BYTES: u64 = 512;

/// Returns all positions that meet a goal, reachable or not, for a search within a budget.
///
/// # Errors
///
/// Where they are too many.
pub fn goals(puzzle: &Puzzle, budget: &Budget) -> Result<Vec<Configuration>, Refusal> {
    let most = MOST_GOALS.min(budget.room() / GOAL_BYTES) as usize;
    meeting_any(puzzle, most).ok_or(Refusal::Unsuited(
        "too many positions meet the goal for the meet engine; try --engine table",
    ))
}

/// Searches from both ends. `goals` are all positions that meet a goal, reachable or not.
pub fn search(
    query: &Query,
    goals: &[Configuration],
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer {
    search_until(query, goals, budget, observer, &mut |_| ControlFlow::Continue(()))
}

/// Like [`search`], unless the callback ends it after a level.
pub fn search_until(
    query: &Query,
    goals: &[Configuration],
    budget: &Budget,
    observer: &mut dyn Observer,
    continues: &mut LevelCallback,
) -> Answer {
    let images = images(query);
    let run = &mut Run { budget, observer };
    dispatch!(all (query.puzzle, query.style, &images), compiled => {
        search_compiled(compiled, query, goals, run, continues)
    })
}

fn search_compiled<const W: usize>(
    compiled: &Compiled<W>,
    query: &Query,
    goals: &[Configuration],
    run: &mut Run,
    continues: &mut LevelCallback,
) -> Answer {
    let goals = goals.iter().map(|goal| compiled.encode(goal)).collect();
    let mut meet = Meet::new(compiled, goals, query.wants_solution, run.budget);
    let each = &mut |meet: &mut Meet<W>, _| continues(meet.size());
    let outcome = drive(&mut meet, Until::Solved, run, each);
    meet.answer(query, outcome, run)
}

/// The search from one of the two ends.
struct SearchSide<'a, const W: usize> {
    table: TableSearch<'a, W>,
    /// The number of positions at each distance.
    levels: Vec<u64>,
}

impl<'a, const W: usize> SearchSide<'a, W> {
    fn new(mut table: TableSearch<'a, W>, keeps_levels: bool) -> Self {
        table.keeps_levels = keeps_levels;
        Self { levels: vec![table.compiled.count(table.frontier.codes())], table }
    }

    fn distance(&self) -> u64 {
        self.levels.len() as u64 - 1
    }

    /// Returns the path from a source of this side to a position of its last level.
    fn path(&mut self, met: Code<W>, run: &mut Run) -> ControlFlow<Stopped, Vec<Configuration>> {
        let (distance, met) = (self.distance(), self.table.compiled.decode(&met));
        way_back(&mut self.table, distance, met, run)
    }
}

/// One of the two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    Start,
    Goals,
}

/// A search from both ends.
pub struct Meet<'a, const W: usize> {
    forward: SearchSide<'a, W>,
    backward: SearchSide<'a, W>,
    /// Where the two sides meet.
    met: Option<Code<W>>,
    /// The end whose level was made last.
    advanced: SearchEnd,
}

impl<'a, const W: usize> Meet<'a, W> {
    /// Builds a search between the puzzle's start and all positions that meet a goal. It has to
    /// keep levels if a path is wanted.
    pub fn new(
        compiled: &'a Compiled<'a, W>,
        goals: Vec<Code<W>>,
        keeps_levels: bool,
        budget: &Budget,
    ) -> Self {
        let back = TableSearch::new(compiled, budget, goals, SearchTarget::Nothing);
        Self {
            forward: SearchSide::new(TableSearch::from_start(compiled, budget), keeps_levels),
            backward: SearchSide::new(back, keeps_levels),
            met: None,
            advanced: SearchEnd::Start,
        }
    }

    /// Returns the end whose level was made last.
    #[cfg(feature = "pages")]
    pub fn advanced(&self) -> SearchEnd {
        self.advanced
    }

    /// Returns the search from one end.
    #[cfg(feature = "pages")]
    pub fn table(&mut self, end: SearchEnd) -> &mut TableSearch<'a, W> {
        match end {
            SearchEnd::Start => &mut self.forward.table,
            SearchEnd::Goals => &mut self.backward.table,
        }
    }

    /// Returns the path from the start to a goal, once the two sides have met; else an empty one.
    pub fn path(&mut self, run: &mut Run) -> ControlFlow<Stopped, Vec<Configuration>> {
        let Some(met) = self.met else { return ControlFlow::Continue(Vec::new()) };
        let mut path = self.forward.path(met, run)?;
        let rest = self.backward.path(met, run)?;
        path.extend(rest.into_iter().rev().skip(1));
        ControlFlow::Continue(path)
    }

    /// Returns how much both ends hold.
    fn size(&self) -> SearchSize {
        let (forward, backward) = (self.forward.table.size(), self.backward.table.size());
        SearchSize {
            positions: forward.positions + backward.positions,
            bytes: forward.bytes + backward.bytes,
        }
    }

    /// Whether the start's side goes on next.
    fn is_forward_next(&self) -> bool {
        self.forward.levels.last() <= self.backward.levels.last()
    }

    fn answer(mut self, query: &Query, outcome: SearchOutcome, run: &mut Run) -> Answer {
        let mut answer = Answer {
            status: outcome.status(),
            moves: outcome.met,
            is_shortest: true,
            counted: Counted::BothEnds {
                from_start: self.forward.levels.clone(),
                from_goals: self.backward.levels.clone(),
            },
            solution: None,
            elapsed: Default::default(),
            engine: Engine::Meet,
        };
        if self.met.is_some() && query.wants_solution {
            match self.path(run) {
                ControlFlow::Continue(path) => {
                    answer.solution =
                        Some(solution_from_positions(query.puzzle, query.style, &path));
                }
                ControlFlow::Break(stopped) => answer.status = Status::Stopped(stopped),
            }
        }
        answer
    }
}

impl<const W: usize> Search for Meet<'_, W> {
    fn begin(&mut self, run: &mut Run) -> Level {
        let level = self.forward.table.begin(run);
        self.met = self.forward.table.frontier.common(&self.backward.table.frontier);
        Level { has_goal: self.met.is_some(), ..level }
    }

    fn advance(&mut self, _: u64, run: &mut Run) -> Level {
        let is_forward = self.is_forward_next();
        self.advanced = if is_forward { SearchEnd::Start } else { SearchEnd::Goals };
        let Self { forward, backward, met, .. } = self;
        let (side, other) = if is_forward { (forward, backward) } else { (backward, forward) };
        side.table.others = other.table.bytes();
        let level = side.table.advance(side.distance() + 1, run);
        if level.stopped.is_none() {
            side.levels.push(level.found);
            *met = side.table.frontier.common(&other.table.frontier);
        }
        Level { has_goal: met.is_some(), ..level }
    }

    fn distance_from_start(&self, _: u64) -> Option<u64> {
        self.is_forward_next().then(|| self.forward.distance() + 1)
    }
}
