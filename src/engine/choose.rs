//! Which engine searches, and when another one takes over: all thresholds, with their figures.
//!
//! Two exact engines answer everything: the sparse engine keeps the positions that it has found, the
//! dense engine some bits for each position that there could be. How many positions can be reached is
//! unknown until they are found, so exhaustive searches begin with the sparse engine: small spaces
//! are done before the dense engine would be set up. After some levels the shape of the space is
//! clear, and the dense engine may begin anew ([`Trial`]).

use num_bigint::BigUint;

use super::board::{PieceShape, piece_shapes};
use super::compiled::check_puzzle;
use super::dense::{self, BuildError, Census, Dense, Keep, MOST_ORDERS};
use super::folder::{CHOSEN, Content, content_of};
use super::host::IS_WASM;
use super::query::{Budget, Disk, Engine, Layout, Observer, Query, Refusal, Stopped, Until};
use super::rank::{Ranking, meeting_any};
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
    let resumed = |layout| {
        let choice = Choice::new(Engine::Dense, "there is its search in the folder");
        Choice { layout: Some(layout), ..choice }
    };
    match content_of(&disk.folder) {
        Some(Content::Rows) => resumed(Layout::Rows),
        Some(Content::Matrices) => resumed(Layout::Matrices),
        None if is_count(query) && many_orders(query.puzzle, Orders::Unlike).is_some() => {
            let why = "there is a folder for it, and pieces have many orders";
            Choice { layout: Some(Layout::Rows), ..Choice::new(Engine::Dense, why) }
        }
        _ => Choice::new(Engine::Sparse, CHOSEN),
    }
}

/// Chooses an engine that keeps a whole map, or the levels of a proof, by properties of the puzzle, and
/// reports it.
///
/// # Errors
///
/// Where the requested engine keeps none.
pub fn for_map(query: &Query, observer: &mut dyn Observer) -> Result<Choice, Refusal> {
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
    Ok(choice)
}

/// Whether only the number at each distance is wanted.
pub fn is_count(query: &Query) -> bool {
    let wants_path = query.wants_solution && !query.puzzle.goals().is_empty();
    !wants_path && query.until == Until::Exhausted
}

/// Returns the number of positions, if it can be counted quickly and is small.
fn few_placements(puzzle: &Puzzle) -> Option<BigUint> {
    let ranking = Ranking::new(puzzle, FEW_BYTES)?;
    (*ranking.total() <= FEW_PLACEMENTS.into()).then(|| ranking.total().clone())
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
    let factorial = |pieces: u32| (1..=pieces).map(BigUint::from).product::<BigUint>();
    let of_shape = |shape: &PieceShape| {
        let counts = shape.kinds.iter().map(|&kind| counts[usize::from(kind)]);
        let all: BigUint = factorial(counts.clone().sum());
        let orders = &all / counts.map(factorial).product::<BigUint>();
        let counts = match which {
            Orders::Unlike => orders == all,
            Orders::Tabled => orders == all || orders <= MOST_ORDERS.into(),
        };
        if counts { orders } else { 1_u32.into() }
    };
    let orders: BigUint = piece_shapes(puzzle).iter().map(of_shape).product();
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

/// The number of positions of a level, and of all levels so far.
#[derive(Clone, Copy)]
pub struct Width {
    pub frontier: u64,
    pub found: u64,
}

/// What a search keeps, for the decision whether levels are wide.
#[derive(Clone, Copy)]
pub struct Kept<'a> {
    pub puzzle: &'a Puzzle,
    pub style: Style,
    pub keep: Keep,
    pub budget: &'a Budget,
}

impl Kept<'_> {
    /// Counts the placements, if matrices should take over after [many](LATE) positions: levels are
    /// wide, and the bits fit half of the memory.
    pub fn wide(self, width: Width) -> Option<Census> {
        self.wide_in(width, self.budget.room() / COUNTING_PART)
    }

    /// Like [`wide`](Self::wide), if the placements can be counted in `bytes` bytes.
    fn wide_in(self, width: Width, bytes: u64) -> Option<Census> {
        let Self { puzzle, style, keep, budget } = self;
        if !has_matrices(style) || width.frontier.saturating_mul(GROWING) < width.found {
            return None;
        }
        let census = Census::new(puzzle, budget, bytes).ok()?;
        let bits = keep.bits(dense::alternates(style)) as u64;
        let is_wide = width.frontier.saturating_mul(MATRIX_ROWS) >= census.size.rows;
        let fits = census.size.words.saturating_mul(8 * bits) <= budget.room() / 2;
        (is_wide && fits).then_some(census)
    }
}

/// A search by the sparse engine that checks after each level whether the dense engine is better.
pub struct Trial<'a> {
    kept: Kept<'a>,
    /// Number of positions found.
    found: u64,
    switch: Option<Switch>,
}

impl<'a> Trial<'a> {
    /// Builds a trial for a search that has found nothing yet.
    pub fn new(query: &Query<'a>, keep: Keep, budget: &'a Budget) -> Self {
        let kept = Kept { puzzle: query.puzzle, style: query.style, keep, budget };
        Self { kept, found: 0, switch: None }
    }

    /// Ends the sparse engine's search after a level if the dense engine is better.
    pub fn look(&mut self, size: SearchSize) -> Result<(), Stopped> {
        let looked = std::mem::replace(&mut self.found, size.positions);
        self.switch = self.switch(self.found - looked, looked);
        match self.switch {
            Some(_) => Err(Stopped::Cancelled),
            None => Ok(()),
        }
    }

    /// Returns how the dense engine takes over, given what stopped the search.
    pub fn end(self, stopped: Option<Stopped>) -> Option<Switch> {
        match stopped {
            Some(Stopped::Memory) => Some(Switch::Memory),
            _ => self.switch.filter(|_| !self.kept.budget.interrupt.is_set()),
        }
    }

    /// Returns the switch that is better from here, if any. The last level has `frontier`
    /// positions, and `looked` were found before it.
    fn switch(&self, frontier: u64, looked: u64) -> Option<Switch> {
        let Self { kept, found, .. } = *self;
        let (room, width) = (kept.budget.room(), Width { frontier, found });
        // Maps have tried rows before.
        let rows = |which| match kept.keep {
            Keep::Map => None,
            _ => many_orders(kept.puzzle, which).map(Switch::Rows),
        };
        if looked < EARLY && found >= EARLY {
            if let Some(rows) = rows(Orders::Unlike) {
                return (!self.is_nearly_done()).then_some(rows);
            }
            let census = kept.wide_in(width, COUNTING_BYTES.min(room / COUNTING_PART));
            let most = DENSE.saturating_mul(found);
            if let Some(census) = census.filter(|census| census.size.placements <= most) {
                return Some(Switch::Matrices(Box::new(census)));
            }
        }
        if looked >= LATE || found < LATE {
            return None;
        }
        match kept.wide(width) {
            Some(census) => Some(Switch::Matrices(Box::new(census))),
            None => rows(Orders::Tabled),
        }
    }

    /// Whether little can be left, as far as that can be computed quickly.
    fn is_nearly_done(&self) -> bool {
        let bytes = COUNTING_BYTES.min(self.kept.budget.room() / COUNTING_PART);
        let ranking = Ranking::new(self.kept.puzzle, bytes);
        ranking.is_some_and(|ranking| *ranking.total() <= NEARLY.saturating_mul(self.found).into())
    }
}
