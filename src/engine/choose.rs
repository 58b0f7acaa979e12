//! Which engine searches, and when another one takes over: all thresholds, with their figures.
//!
//! Two exact engines answer everything: the sparse engine keeps the positions that it has found, the
//! dense engine some bits for each position that there could be. How many positions can be reached is
//! unknown until they are found, so exhaustive searches begin with the sparse engine: small spaces
//! are done before the dense engine would be set up. After some levels the shape of the space is
//! clear, and the dense engine may begin anew ([`Trial`]).

use num_bigint::BigUint;

use super::board::piece_shapes;
use super::compiled::check_puzzle;
use super::dense::{self, BuildError, Census, Dense, Keep, MOST_ORDERS};
use super::folder::{CHOSEN, Content, content_of};
use super::host::IS_WASM;
use super::query::{Budget, Disk, Engine, Layout, Observer, Query, Refusal, Stopped, Until};
use super::rank::{Class, Ranking, meeting_any};
use super::table::SearchSize;
use crate::puzzle::{Movers, Puzzle, Style};

/// Beyond this number of goals, the backward side of a bidirectional search starts too wide.
pub const FEW_GOALS: usize = 64;

/// Up to this many positions a search from one end takes less than a millisecond, and counts the
/// positions at each distance. Counting them may use `FEW_BYTES`, which takes less than a tenth of a
/// millisecond.
const FEW_PLACEMENTS: u32 = 10_000;
const FEW_BYTES: u64 = 1 << 16;

/// On larger boards codes have 96 words, and the ring's positions a few: one solution on boards of
/// 129 to 1,024 cells takes the ring 284 ms, the sparse engine 382 ms.
const SHORT_CODES: usize = 128;

/// The number of orders of the pieces among themselves from which rows are worth building.
const MANY_ORDERS: u32 = 48;

/// Number of positions found before the first decision.
const EARLY: u64 = 1 << 14;

/// Number of positions found before the second check whether levels are wide.
pub const LATE: u64 = 1 << 20;

/// Matrices are scanned for each level, nearly all rows. That pays if levels are wide: at least one
/// position per `MATRIX_ROWS` rows, and at least one part in `GROWING` of all found so far, so that
/// much more is to come. Where it does not pay, it takes many times as long as the sparse engine.
const MATRIX_ROWS: u64 = 64;
const GROWING: u64 = 16;

/// Early, at least one part in `DENSE` of the placements must have been found.
const DENSE: u64 = 64;

/// If at least one part in `NEARLY` of the placements has been found, the sparse engine is left to
/// finish.
const NEARLY: u64 = 4;

/// Memory for counting the placements: one part in `COUNTING_PART` of the limit, and early at most
/// `COUNTING_BYTES`, which takes a millisecond.
const COUNTING_PART: u64 = 8;
const COUNTING_BYTES: u64 = 1 << 19;

/// An engine, the layout if it is the dense one and only that will do, and the reason for both.
pub struct Choice {
    pub engine: Engine,
    pub layout: Option<Layout>,
    pub why: String,
}

impl Choice {
    fn new(engine: Engine, why: impl Into<String>) -> Self {
        Self { engine, layout: None, why: why.into() }
    }

    fn rows(orders: &BigUint) -> Self {
        let why = format!("pieces of the same shape have {orders} orders at once");
        Self { engine: Engine::Dense, layout: Some(Layout::Rows), why }
    }
}

/// Chooses an engine for a query.
pub fn for_query(query: &Query) -> Choice {
    let puzzle = query.puzzle;
    if query.engine != Engine::Auto {
        return Choice { layout: query.layout, ..Choice::new(query.engine, "as requested") };
    }
    if let Some(disk) = &query.disk {
        return in_folder(query, disk);
    }
    if let Err(error) = check_puzzle(puzzle) {
        return Choice::new(Engine::Ring, error.to_string());
    }
    if query.until == Until::Exhausted {
        return Choice::new(Engine::Sparse, "it shows soon whether another is better");
    }
    if let (Some(total), false) = (few_placements(puzzle), IS_WASM) {
        return Choice::new(Engine::Sparse, format!("there are only {total} positions"));
    }
    if puzzle.size().cells() > SHORT_CODES && !IS_WASM {
        return Choice::new(Engine::Ring, "the board has more than 128 cells");
    }
    if meeting_any(puzzle, FEW_GOALS).is_some_and(|goals| !goals.is_empty()) {
        return Choice::new(Engine::Meet, "there are many positions, and few meet the goal");
    }
    Choice::new(Engine::Sparse, "many positions meet the goal")
}

/// Chooses for a folder: resumes the search that it holds; a query for numbers of positions uses rows
/// where pieces have many orders.
fn in_folder(query: &Query, disk: &Disk) -> Choice {
    let (layout, why) = match content_of(&disk.folder) {
        Some(Content::Rows) => (Layout::Rows, "there is its search in the folder"),
        Some(Content::Matrices) => (Layout::Matrices, "there is its search in the folder"),
        None if is_count(query) && many_orders(query.puzzle, Orders::Unlike).is_some() => {
            (Layout::Rows, "there is a folder for it, and pieces have many orders")
        }
        _ => return Choice::new(Engine::Sparse, CHOSEN),
    };
    Choice { layout: Some(layout), ..Choice::new(Engine::Dense, why) }
}

/// Chooses an engine that keeps a whole map, or the levels of a proof, by properties of the puzzle, and
/// reports it. Returns the dense search, if it is that one and can be built; `None` stands for the
/// sparse engine. A limit that stops the building stops that one as well.
///
/// # Errors
///
/// Where the requested engine keeps no map, or cannot be built.
pub fn dense_for_map<'a>(
    query: &Query<'a>,
    keep: Keep,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Dense<'a>>, Refusal> {
    let choice = match query.engine {
        Engine::Auto if IS_WASM => Choice::new(Engine::Sparse, "it is the only one here"),
        Engine::Auto => match many_orders(query.puzzle, Orders::Tabled) {
            Some(orders) => Choice::rows(&orders),
            None => Choice::new(Engine::Sparse, "pieces of the same shape have few orders at once"),
        },
        Engine::Sparse | Engine::Dense if !IS_WASM || query.engine == Engine::Sparse => {
            Choice { layout: query.layout, ..Choice::new(query.engine, "as requested") }
        }
        _ => return Err(Refusal::Unsuited("whole spaces are for the engines sparse and dense")),
    };
    observer.engine_chosen(choice.engine, &choice.why);
    if IS_WASM || choice.engine == Engine::Sparse {
        return Ok(None);
    }
    match dense(query, choice.layout, keep, budget) {
        Ok(dense) => return Ok(Some(dense)),
        Err(BuildError::Refused(refusal)) if query.engine != Engine::Auto => return Err(refusal),
        Err(BuildError::Refused(refusal)) => report_fallback(&refusal, observer),
        Err(BuildError::Stopped(_)) => {}
    }
    Ok(None)
}

/// Whether only the number at each distance is wanted.
pub fn is_count(query: &Query) -> bool {
    let wants_path = query.wants_solution && !query.puzzle.goals().is_empty();
    !wants_path && query.until == Until::Exhausted
}

/// Returns the number of positions, if it can be counted quickly and is small.
fn few_placements(puzzle: &Puzzle) -> Option<BigUint> {
    let ranking = Ranking::new(puzzle, FEW_BYTES)?;
    (ranking.total <= FEW_PLACEMENTS.into()).then(|| ranking.total.clone())
}

/// Which shapes count when orders are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Orders {
    /// Shapes of which no two pieces are alike: their orders are numbered digit by digit.
    Unlike,
    /// Also shapes whose orders are listed in tables. Building these takes longer than searching a
    /// small space.
    Tabled,
}

/// Returns the number of orders that rows handle at once for each skeleton, if it is large enough to
/// be faster than the sparse engine.
fn many_orders(puzzle: &Puzzle, which: Orders) -> Option<BigUint> {
    let counts = puzzle.counts();
    let mut orders = BigUint::from(1_u32);
    for shape in piece_shapes(puzzle) {
        let class = Class::new(shape.kinds, &counts, 0);
        let is_tabled = which == Orders::Tabled && class.orders <= MOST_ORDERS.into();
        if class.is_distinct() || is_tabled {
            orders *= class.orders;
        }
    }
    (orders >= MANY_ORDERS.into()).then_some(orders)
}

/// Whether the dense engine has matrices for moves of a style.
fn has_matrices(style: Style) -> bool {
    !IS_WASM && style.movers() == Movers::Single
}

/// Builds a dense search in a layout; if none is given, in the one that suits, or else in the other.
///
/// # Errors
///
/// Those of [`Dense::build`], for the layout that suits.
pub fn dense<'a>(
    query: &Query<'a>,
    layout: Option<Layout>,
    keep: Keep,
    budget: &Budget,
) -> Result<Dense<'a>, BuildError> {
    if layout.is_some() || !has_matrices(query.style) {
        return Dense::build(query, layout.unwrap_or(Layout::Rows), keep, budget);
    }
    let [first, other] = match many_orders(query.puzzle, Orders::Unlike) {
        Some(_) => [Layout::Rows, Layout::Matrices],
        None => [Layout::Matrices, Layout::Rows],
    };
    match Dense::build(query, first, keep, budget) {
        Err(BuildError::Refused(refusal)) => match Dense::build(query, other, keep, budget) {
            Err(BuildError::Refused(_)) => Err(BuildError::Refused(refusal)),
            built => built,
        },
        built => built,
    }
}

/// Reports that the sparse engine replaces the dense one, which cannot run.
pub fn report_fallback(error: &Refusal, observer: &mut dyn Observer) {
    observer.engine_chosen(Engine::Sparse, &format!("not the dense engine, as {error}"));
}

/// The dense engine, where it takes over from the sparse one.
pub enum Switch {
    /// Levels are wide.
    Matrices(Box<Census>),
    /// Pieces have this many orders at once.
    Rows(BigUint),
    /// The sparse engine has no memory left.
    Memory,
}

impl Switch {
    /// Builds the search.
    ///
    /// # Errors
    ///
    /// Those of [`Dense::build`].
    pub fn build<'a>(
        self,
        query: &Query<'a>,
        keep: Keep,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Dense<'a>, BuildError> {
        let why = match &self {
            Switch::Matrices(_) => "there are many positions, and levels are wide",
            Switch::Rows(orders) => &Choice::rows(orders).why,
            Switch::Memory => "the positions found are too many to be kept",
        };
        observer.engine_chosen(Engine::Dense, why);
        match self {
            Switch::Matrices(census) => Dense::counted(*census, query, keep, budget),
            Switch::Rows(_) => Dense::build(query, Layout::Rows, keep, budget),
            Switch::Memory => dense(query, None, keep, budget),
        }
    }
}

/// A search by the sparse engine that checks after each level whether the dense engine is better.
pub struct Trial<'a> {
    puzzle: &'a Puzzle,
    style: Style,
    /// What the dense engine would keep.
    keep: Keep,
    budget: &'a Budget,
    /// Number of positions found.
    found: u64,
    switch: Option<Switch>,
}

impl<'a> Trial<'a> {
    /// Builds a trial for a search that has found nothing yet.
    pub fn new(puzzle: &'a Puzzle, style: Style, keep: Keep, budget: &'a Budget) -> Self {
        Self { puzzle, style, keep, budget, found: 0, switch: None }
    }

    /// Ends the sparse engine's search after a level if the dense engine is better.
    pub fn look(&mut self, size: SearchSize) -> Result<(), Stopped> {
        let looked = std::mem::replace(&mut self.found, size.positions);
        self.switch = self.switch(self.found - looked, looked);
        if self.switch.is_some() { Err(Stopped::Cancelled) } else { Ok(()) }
    }

    /// Counts the placements, if matrices should take over after [many](LATE) positions: levels are
    /// wide, and the bits fit half of the memory. The last level has `frontier` of `found` positions.
    pub fn wide(&self, frontier: u64, found: u64) -> Option<Census> {
        self.wide_in(frontier, found, self.budget.room() / COUNTING_PART)
    }

    /// Like [`wide`](Self::wide), if the placements can be counted in `bytes` bytes.
    fn wide_in(&self, frontier: u64, found: u64, bytes: u64) -> Option<Census> {
        if !has_matrices(self.style) || frontier.saturating_mul(GROWING) < found {
            return None;
        }
        let census = Census::new(self.puzzle, self.style, self.budget, bytes).ok()?;
        let bits = self.keep.bits(dense::alternates(self.style)) as u64;
        let is_wide = frontier.saturating_mul(MATRIX_ROWS) >= census.size.rows;
        let fits = census.size.words.saturating_mul(8 * bits) <= self.budget.room() / 2;
        (is_wide && fits).then_some(census)
    }

    /// Returns how the dense engine takes over, given what stopped the search.
    pub fn end(self, stopped: Option<Stopped>) -> Option<Switch> {
        match stopped {
            Some(Stopped::Memory) => Some(Switch::Memory),
            _ if self.budget.interrupt.is_set() => None,
            _ => self.switch,
        }
    }

    /// Returns the switch that is better from here, if any. The last level has `frontier`
    /// positions, and `looked` were found before it.
    fn switch(&self, frontier: u64, looked: u64) -> Option<Switch> {
        let found = self.found;
        if looked < EARLY && found >= EARLY {
            let bytes = COUNTING_BYTES.min(self.budget.room() / COUNTING_PART);
            if let Some(rows) = self.rows(Orders::Unlike) {
                return (!self.is_nearly_done(bytes)).then_some(rows);
            }
            if let Some(census) = self.wide_in(frontier, found, bytes)
                && census.size.placements <= DENSE.saturating_mul(found)
            {
                return Some(Switch::Matrices(Box::new(census)));
            }
        }
        if looked >= LATE || found < LATE {
            return None;
        }
        match self.wide(frontier, found) {
            Some(census) => Some(Switch::Matrices(Box::new(census))),
            None => self.rows(Orders::Tabled),
        }
    }

    /// Returns the switch to rows, if they are worth it. Maps have tried them before.
    fn rows(&self, which: Orders) -> Option<Switch> {
        let is_tried = self.keep == Keep::Map;
        if is_tried { None } else { many_orders(self.puzzle, which).map(Switch::Rows) }
    }

    /// Whether little can be left, as far as that can be computed in `bytes` bytes.
    fn is_nearly_done(&self, bytes: u64) -> bool {
        let ranking = Ranking::new(self.puzzle, bytes);
        ranking.is_some_and(|ranking| ranking.total <= NEARLY.saturating_mul(self.found).into())
    }
}
