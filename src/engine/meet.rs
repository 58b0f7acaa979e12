//! The meet engine: bidirectional search, from the start and from the goals at once.
//!
//! Moves can be undone, so a path from the start to a goal can be searched from both ends. The side
//! with the smaller frontier goes on. When the last levels of both sides first have a position in
//! common, the two distances add up to the least number of moves: on a shorter path, earlier levels
//! would have met.

use super::compiled::Compiled;
use super::drive::{Level, Run, Search, answer_while, way_back};
use super::table::{LevelCallback, SearchSize, SearchTarget, TableSearch};
use crate::engine::board::Code;
use crate::engine::query::{Answer, Budget, Counted, Engine, Query, Refusal, Stopped};
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
        "too many positions meet the goal for the meet engine; try --engine sparse",
    ))
}

/// Searches from both ends, unless the callback ends it after a level. `goals` are all positions that
/// meet a goal, reachable or not.
pub fn search<const W: usize>(
    compiled: &Compiled<W>,
    query: &Query,
    goals: &[Configuration],
    run: &mut Run,
    continues: &mut LevelCallback,
) -> Answer {
    let mut codes = Vec::new();
    for goal in goals {
        codes.push(compiled.encode(goal));
    }
    let mut meet = Meet::new(compiled, codes, query.wants_solution, run.budget);
    let mut answer =
        answer_while(&mut meet, query, Engine::Meet, run, &mut |meet, _| continues(meet.size()));
    answer.counted = Counted::BothEnds {
        from_start: meet.forward.totals().counts.clone(),
        from_goals: meet.backward.totals().counts.clone(),
    };
    answer
}

/// One of the two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    Start,
    Goals,
}

/// A search from both ends.
pub struct Meet<'a, const W: usize> {
    forward: TableSearch<'a, W>,
    backward: TableSearch<'a, W>,
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
        let mut forward = TableSearch::from_start(compiled, budget);
        let mut backward = TableSearch::new(compiled, budget, goals, SearchTarget::Nothing);
        forward.keeps_path(keeps_levels);
        backward.keeps_path(keeps_levels);
        Self { forward, backward, met: None, advanced: SearchEnd::Start }
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
            SearchEnd::Start => &mut self.forward,
            SearchEnd::Goals => &mut self.backward,
        }
    }

    /// Returns how much both ends hold.
    fn size(&self) -> SearchSize {
        let (forward, backward) = (self.forward.size(), self.backward.size());
        SearchSize {
            positions: forward.positions + backward.positions,
            bytes: forward.bytes + backward.bytes,
        }
    }

    /// Whether the start's side goes on next.
    fn is_forward_next(&self) -> bool {
        self.forward.totals().counts.last() <= self.backward.totals().counts.last()
    }
}

impl<const W: usize> Search for Meet<'_, W> {
    fn begin(&mut self, run: &mut Run) -> Level {
        let level = self.forward.begin(run);
        self.met = self.forward.common(&self.backward);
        Level { has_goal: self.met.is_some(), ..level }
    }

    fn advance(&mut self, _: u64, run: &mut Run) -> Level {
        let is_forward = self.is_forward_next();
        self.advanced = if is_forward { SearchEnd::Start } else { SearchEnd::Goals };
        let Self { forward, backward, met, .. } = self;
        let (side, other) = if is_forward { (forward, backward) } else { (backward, forward) };
        side.others = other.bytes();
        let level = side.advance(side.distance() + 1, run);
        if level.stopped.is_none() {
            *met = side.common(other);
        }
        Level { has_goal: met.is_some(), ..level }
    }

    fn path(&mut self, _: u64, run: &mut Run) -> Result<Vec<Configuration>, Stopped> {
        let Self { forward, backward, met, .. } = self;
        let met = forward.compiled.decode(&met.expect("the two sides have met"));
        let (to_start, to_goal) = (forward.distance(), backward.distance());
        let mut path = way_back(forward, to_start, met.clone(), run)?;
        let rest = way_back(backward, to_goal, met, run)?;
        path.extend(rest.into_iter().rev().skip(1));
        Ok(path)
    }

    fn distance_from_start(&self, _: u64) -> Option<u64> {
        if self.is_forward_next() { Some(self.forward.distance() + 1) } else { None }
    }
}
