//! An exhaustive search that begins with the table engine, and switches to another engine if that
//! will be faster.
//!
//! The number of positions of a puzzle is unknown until they are found. So the table engine begins:
//! small spaces are done before another engine would be set up. After some levels the shape of the
//! space is clear. Then the other engine starts over, and the observer sees each level once.

use std::ops::ControlFlow;

use super::dense::{self, Census, Keep};
use super::handover::HandoverObserver;
use super::index;
use super::table::{self, SearchSize};
use super::whole::{self, Orders};
use crate::engine::host::IS_WASM;
use crate::engine::query::{Answer, Budget, Engine, Observer, Query, Refusal, Status, Stopped};
use crate::engine::rank::Ranking;
use crate::puzzle::{Movers, Puzzle, Style};

/// Number of positions found before the first decision.
const EARLY: u64 = 1 << 14;

/// Number of positions found before the second check whether levels are wide.
pub const LATE: u64 = 1 << 20;

/// The cut engine scans nearly all rows for each level. That pays if levels are wide: at least one
/// position per `ROWS` rows, and at least one part in `GROWING` of all found so far, so that much
/// more is to come. Where it does not pay, it takes many times as long as the table.
const ROWS: u64 = 64;
const GROWING: u64 = 16;

/// Early, at least one part in `DENSE` of the placements must have been found.
const DENSE: u64 = 64;

/// If at least one part in `NEARLY` of the placements has been found, the table engine is left to
/// finish.
const NEARLY: u64 = 4;

/// The reason for switching to the cut engine.
pub const WIDE: &str = "there are many positions, and levels are wide";

/// Memory for counting the placements: one part in `COUNTING_PART` of the limit, and early at most
/// `COUNTING_BYTES`, which takes a millisecond.
const COUNTING_PART: u64 = 8;
const COUNTING_BYTES: u64 = 1 << 19;

/// Searches with the engine that suits.
pub fn search(query: &Query, budget: &Budget, observer: &mut dyn Observer) -> Answer {
    let mut rest = HandoverObserver::new(observer);
    let mut trial = Trial::new(query, Keep::of(query), budget);
    let answer = table::search_until(query, budget, &mut rest, &mut |size| trial.look(size));
    let next = match trial.better() {
        Some(better) => {
            let engine = better.engine();
            let next = better.search(query, budget, &mut rest).unwrap_or_else(|error| {
                whole::report_fallback(engine, &error, &mut rest);
                table::search(query, budget, &mut rest)
            });
            Some(next)
        }
        None if answer.status == Status::Stopped(Stopped::Memory) => {
            in_bits(query, budget, &mut rest)
        }
        None => None,
    };
    match next {
        Some(next) => next.or_earlier(answer),
        None => answer,
    }
}

/// Searches with an engine that needs only some bits for each placement, if these fit the memory.
fn in_bits(query: &Query, budget: &Budget, observer: &mut dyn Observer) -> Option<Answer> {
    let why = "the table is too large";
    let count = || Census::new(query.puzzle, budget, budget.room() / COUNTING_PART).ok();
    let fits = |census: &Census| fits(census, query.style, Keep::of(query), budget);
    if let Some(census) = may_be_cut(query.style).then(count).flatten().filter(fits) {
        observer.engine_chosen(Engine::Cut, why);
        if let Ok(answer) = dense::search_counted(Ok(census), query, None, budget, observer) {
            return Some(answer);
        }
    }
    observer.engine_chosen(Engine::Index, why);
    index::search(query, budget, observer).ok()
}

/// An engine that takes over.
pub enum BetterEngine {
    Cut(Box<Census>),
    Index,
}

impl BetterEngine {
    /// Returns its name.
    pub fn engine(&self) -> Engine {
        match self {
            BetterEngine::Cut(_) => Engine::Cut,
            BetterEngine::Index => Engine::Index,
        }
    }

    fn search(
        self,
        query: &Query,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Refusal> {
        match self {
            BetterEngine::Cut(census) => {
                let census = Ok(*census);
                observer.engine_chosen(Engine::Cut, WIDE);
                dense::search_counted(census, query, None, budget, observer)
            }
            BetterEngine::Index => {
                observer.engine_chosen(Engine::Index, &whole::choose_engine(query.puzzle).1);
                index::search(query, budget, observer)
            }
        }
    }
}

/// Whether the cut engine is compiled in and supports the style.
pub fn may_be_cut(style: Style) -> bool {
    !IS_WASM && style.movers() == Movers::Single
}

/// The number of positions of a level, and of all levels so far.
#[derive(Clone, Copy)]
pub struct Width {
    pub frontier: u64,
    pub found: u64,
}

/// Returns the plan with which the cut engine takes over after [many](LATE) positions, if levels
/// are wide and it fits the memory.
pub fn plan_for_wide_levels(
    puzzle: &Puzzle,
    style: Style,
    keep: Keep,
    width: Width,
    budget: &Budget,
) -> Option<Census> {
    wide(puzzle, style, keep, width, budget, budget.room() / COUNTING_PART)
}

/// Returns the plan of the cut engine, if levels are wide and the plan can be computed in `bytes`
/// bytes.
fn wide(
    puzzle: &Puzzle,
    style: Style,
    keep: Keep,
    width: Width,
    budget: &Budget,
    bytes: u64,
) -> Option<Census> {
    if !may_be_cut(style) || width.frontier.saturating_mul(GROWING) < width.found {
        return None;
    }
    let census = Census::new(puzzle, budget, bytes).ok()?;
    let is_wide = width.frontier.saturating_mul(ROWS) >= census.size.rows;
    (is_wide && fits(&census, style, keep, budget)).then_some(census)
}

/// Whether the bits of the cut engine fit half of the memory.
fn fits(census: &Census, style: Style, keep: Keep, budget: &Budget) -> bool {
    let bytes = census.size.words.saturating_mul(8 * keep.bits(style) as u64);
    bytes <= budget.room() / 2
}

/// A search by the table engine that checks after each level whether another engine is better.
pub struct Trial<'a> {
    query: &'a Query<'a>,
    keep: Keep,
    budget: &'a Budget,
    /// Number of positions found.
    found: u64,
    better: Option<BetterEngine>,
}

impl<'a> Trial<'a> {
    /// Builds a trial for a search that has found nothing yet.
    pub fn new(query: &'a Query<'a>, keep: Keep, budget: &'a Budget) -> Self {
        Self { query, keep, budget, found: 0, better: None }
    }

    /// Ends the table engine's search after a level if another engine is better.
    pub fn look(&mut self, size: SearchSize) -> ControlFlow<Stopped> {
        let looked = std::mem::replace(&mut self.found, size.positions);
        self.better = self.better_engine(self.found - looked, looked);
        match self.better {
            Some(_) => ControlFlow::Break(Stopped::Cancelled),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns the engine that takes over, if one is better and the search was not interrupted.
    pub fn better(self) -> Option<BetterEngine> {
        self.better.filter(|_| !self.budget.interrupt.is_set())
    }

    /// Returns the engine that is better from here, if any. The last level has `frontier`
    /// positions, and `looked` were found before it.
    fn better_engine(&self, frontier: u64, looked: u64) -> Option<BetterEngine> {
        let (found, room) = (self.found, self.budget.room());
        // Maps have tried the index before.
        let may_be_index = self.keep != Keep::Map;
        let has_many =
            |which| may_be_index && whole::many_orders(self.query.puzzle, which).is_some();
        if looked < EARLY && found >= EARLY {
            if has_many(Orders::Unlike) {
                return (!self.is_nearly_done()).then_some(BetterEngine::Index);
            }
            let census = self.wide(frontier, COUNTING_BYTES.min(room / COUNTING_PART));
            let most = DENSE.saturating_mul(found);
            if let Some(census) = census.filter(|census| census.size.placements <= most) {
                return Some(BetterEngine::Cut(census));
            }
        }
        if looked >= LATE || found < LATE {
            return None;
        }
        match self.wide(frontier, room / COUNTING_PART) {
            Some(census) => Some(BetterEngine::Cut(census)),
            None => has_many(Orders::Tabled).then_some(BetterEngine::Index),
        }
    }

    /// Whether little can be left, as far as that can be computed quickly.
    fn is_nearly_done(&self) -> bool {
        let bytes = COUNTING_BYTES.min(self.budget.room() / COUNTING_PART);
        let ranking = Ranking::new(self.query.puzzle, bytes);
        ranking.is_some_and(|ranking| *ranking.total() <= NEARLY.saturating_mul(self.found).into())
    }

    /// Returns the plan of the cut engine, if levels are wide and the plan can be computed in
    /// `bytes` bytes.
    fn wide(&self, frontier: u64, bytes: u64) -> Option<Box<Census>> {
        let Query { puzzle, style, .. } = *self.query;
        wide(puzzle, style, self.keep, Width { frontier, found: self.found }, self.budget, bytes)
            .map(Box::new)
    }
}
