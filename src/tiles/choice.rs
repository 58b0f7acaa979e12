//! Chooses the engine for a tile puzzle.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::beam;
use super::construct::construct;
use super::deepening::{
    Pass, PassObserver, TileSearchEnd, TileSearchResult, TooLarge, is_searched,
};
use super::journal::SearchJournal;
use super::near::{SMALL_CELLS, near_optimal, quick_solution, share_of_one, with_known};
use super::optimal::{self, BuildEvent, DatabaseFamily, StepSolver};
use super::parity::Parity;
use super::pdb::{Cache, PatternError};
use super::{Metric, Tiles, korf0, korf1, slides};
use crate::engine::host::lock;
use crate::engine::query::Engine;
use crate::puzzle::{Direction, Size};

pub use super::observer::TileObserver;

/// The settings of a search.
#[derive(Clone, Debug, Default)]
pub struct TileRequest {
    /// The engine: one of those for tile puzzles.
    pub engine: Engine,
    /// The databases to use; if `None`, the large ones if the cache has them, else small ones.
    pub family: Option<DatabaseFamily>,
    /// The cache of databases, if any.
    pub cache: Option<Cache>,
    /// Number of threads, for building databases and for [`solve_all`](super::batch::solve_all);
    /// all cores if `None`.
    pub threads: Option<NonZeroUsize>,
    /// Memory limit for databases, in bytes. If they need more, steps are searched by
    /// [`Engine::Korf1`] instead. Slides, and lists of all solutions, need databases, and end as
    /// [`TileSearchEnd::TooLittleMemory`].
    pub memory: Option<u64>,
    /// The metric. Slides are only searched by [`Engine::Pdb`] and beams, on boards of up to 25
    /// cells.
    pub metric: Metric,
    /// Maximum length of solutions; constructed ones may be longer.
    pub max_moves: Option<u64>,
    /// Time limit for each board, including the building of databases.
    /// [`solve_all`](super::batch::solve_all) enforces it. For [`solve`] the observer enforces it,
    /// and this field announces it.
    pub time_limit: Option<Duration>,
    /// The journal of the search by databases, of a request for one board:
    /// [`with_journal`](Self::with_journal).
    pub journal: Option<Arc<Mutex<SearchJournal>>>,
}

impl TileRequest {
    /// Returns the request for a board by [`Engine::Pdb`] and its present databases, with a journal
    /// from which the search resumes.
    ///
    /// # Errors
    ///
    /// As for [`SearchJournal::open`].
    pub fn with_journal(self, path: &Path, tiles: &Tiles) -> io::Result<TileRequest> {
        let family = family(tiles, &self);
        let journal = SearchJournal::open(path, tiles, family)?;
        let journal = Some(Arc::new(Mutex::new(journal)));
        Ok(TileRequest { engine: Engine::Pdb, family: Some(family), journal, ..self })
    }
}

/// The result, and the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileAnswer {
    /// The result.
    pub found: TileSearchResult,
    /// The engine that found it.
    pub engine: Engine,
    /// A longer solution, if a search for a shortest one ended at a limit.
    pub fallback: Option<Vec<Direction>>,
}

impl TileAnswer {
    /// Returns the shortest known solution.
    pub fn moves(&self) -> Option<&[Direction]> {
        match &self.found.ending {
            TileSearchEnd::Solved(path) | TileSearchEnd::Constructed(path) => Some(path),
            TileSearchEnd::Unsolvable
            | TileSearchEnd::Exceeded
            | TileSearchEnd::Stopped
            | TileSearchEnd::TooLittleMemory => self.fallback.as_deref(),
        }
    }

    pub(super) fn new(found: TileSearchResult, engine: Engine) -> TileAnswer {
        TileAnswer { found, engine, fallback: None }
    }

    /// Adds a longer solution, if the search ended at a limit.
    pub(super) fn with_fallback(mut self, tiles: &Tiles, metric: Metric) -> TileAnswer {
        use TileSearchEnd::{Exceeded, Stopped, TooLittleMemory};
        let is_limited = matches!(self.found.ending, Exceeded | Stopped | TooLittleMemory);
        if is_limited && self.engine != Engine::Construct && self.fallback.is_none() {
            self.fallback = quick_solution(tiles, metric, self.found.lower_bound);
        }
        self
    }
}

/// From this number of boards on, databases pay off sooner than for one alone.
pub(super) const MANY: usize = 5;

/// Maximum number of positions that a plain search may visit in a pass, as estimated: about half a
/// second. Building the small databases takes longer.
const PLAIN: u64 = 100_000_000;

/// The same if the small databases need not be built.
pub(super) const PLAIN_BEFORE_CACHE: u64 = 400_000;

/// Approximate growth from one pass to the next.
const GROWTH: u64 = 6;

/// Some starts on boards with more cells, rows or columns take days even with databases.
const HOPEFUL_CELLS: usize = 16;
const HOPEFUL_LINES: u32 = 5;

/// Databases up to this size, in bytes, take a few seconds to build. For such boards larger ones
/// are built only if there is much time.
const CHEAP: u64 = 64 << 20;
const MUCH_TIME: Duration = Duration::from_secs(60);

/// Maximum number of positions for a pass with databases there without a time limit, as estimated:
/// about two seconds on the smaller of them, which are often solved then, and half a second.
const MODEST: u64 = 20_000_000;
const MODEST_FOR_LARGE: u64 = 5_000_000;

/// Solves a tile puzzle.
///
/// [`Engine::Auto`] finds a shortest solution of boards of up to 16 cells and 5 rows and columns.
/// Of larger ones it finds a good solution: by beam search until
/// [`TileRequest::time_limit`], or for about a second if there is none. On boards of up to 25 cells
/// databases then look for a shorter one, or prove that there is none. Boards of more than 256
/// cells go to [`Engine::Construct`].
///
/// # Errors
///
/// Returns an error if the board has more than 25 cells and the engine can only search, or if it is
/// too large for any engine.
///
/// ```
/// use sliding::tiles::{Tiles, choice::{TileRequest, solve}, deepening::TileSearchEnd, notation};
///
/// let (size, start) = notation::board("bc9e80df3412a756", None).unwrap();
/// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
/// let answer = solve(&tiles, &TileRequest::default(), &mut ()).unwrap();
/// let TileSearchEnd::Solved(way) = answer.found.ending else { panic!() };
/// assert_eq!((way.len(), answer.engine.name()), (56, "korf1"));
/// ```
pub fn solve(
    tiles: &Tiles,
    request: &TileRequest,
    observer: &mut dyn TileObserver,
) -> Result<TileAnswer, TooLarge> {
    let before = match begin(tiles, request, 1, observer)? {
        FirstAttempt::Answered(answer) => return Ok(answer),
        FirstAttempt::NeedsDatabases(before) => before,
    };
    if !has_room(tiles, request) {
        return without_databases(tiles, request, before, observer);
    }
    let solver = solver(tiles, request, &mut |building| {
        observer.building(&building);
        !observer.should_stop()
    })?;
    continue_with(tiles, request, 1, solver.as_ref(), before, observer)
}

/// How far a puzzle is solved without databases.
pub(super) enum FirstAttempt {
    /// Completely.
    Answered(TileAnswer),
    /// The result up to the point where databases became the better choice.
    NeedsDatabases(TileSearchResult),
}

/// Solves a puzzle as far as possible without databases. It is one of `boards` that share them, and
/// the threads.
pub(super) fn begin(
    tiles: &Tiles,
    request: &TileRequest,
    boards: usize,
    observer: &mut dyn TileObserver,
) -> Result<FirstAttempt, TooLarge> {
    if !Parity::of(tiles).is_solvable() {
        return Ok(FirstAttempt::Answered(TileAnswer::new(
            TileSearchResult::unsolvable(),
            Engine::Parity,
        )));
    }
    if let Some(path) = tiles.line_path() {
        observer.engine_chosen(Engine::Construct, "in one line only the blank's way is open");
        let at_least = request.metric.moves(&path).count() as u64;
        let found = TileSearchResult {
            ending: TileSearchEnd::Solved(path),
            lower_bound: at_least,
            positions: 0,
        };
        return Ok(FirstAttempt::Answered(TileAnswer::new(found, Engine::Construct)));
    }
    let asked = "as requested";
    if request.metric == Metric::Slides {
        if !slides::is_searched(tiles.size) {
            return Err(TooLarge(tiles.size));
        }
        if may_be_suboptimal(tiles, request) {
            return near_optimal(tiles, request, boards, observer);
        }
        observer.engine_chosen(Engine::Pdb, "it is the one for slides");
        let found =
            TileSearchResult { ending: TileSearchEnd::Stopped, lower_bound: 0, positions: 0 };
        return Ok(FirstAttempt::NeedsDatabases(found));
    }
    let fits = is_searched(tiles.size);
    let (engine, max_moves) = (request.engine, request.max_moves);
    let answer = match engine {
        Engine::Construct => constructed(tiles, asked, observer),
        Engine::Korf0 | Engine::Korf1 | Engine::Pdb if !fits => return Err(TooLarge(tiles.size)),
        Engine::Korf0 => {
            observer.engine_chosen(engine, asked);
            TileAnswer::new(korf0::solve(tiles, max_moves, &mut ForwardPasses(observer))?, engine)
        }
        Engine::Korf1 => {
            observer.engine_chosen(engine, asked);
            TileAnswer::new(korf1::solve(tiles, max_moves, &mut ForwardPasses(observer))?, engine)
        }
        Engine::Pdb => {
            observer.engine_chosen(engine, asked);
            let at_least = tiles.distances();
            let found = TileSearchResult {
                ending: TileSearchEnd::Stopped,
                lower_bound: at_least,
                positions: 0,
            };
            return Ok(FirstAttempt::NeedsDatabases(found));
        }
        _ if is_tractable(tiles.size) => return auto(tiles, request, boards, observer),
        _ if beam::is_searched(tiles.size) => {
            return near_optimal(tiles, request, boards, observer);
        }
        _ => constructed(tiles, "the board is too large for a search", observer),
    };
    Ok(FirstAttempt::Answered(answer.with_fallback(tiles, request.metric)))
}

fn auto(
    tiles: &Tiles,
    request: &TileRequest,
    boards: usize,
    observer: &mut dyn TileObserver,
) -> Result<FirstAttempt, TooLarge> {
    let are_there = boards >= MANY || has(tiles, request, family(tiles, request));
    let limit = if are_there { PLAIN_BEFORE_CACHE } else { PLAIN };
    let (found, is_short) = plain_passes(tiles, request, limit, observer)?;
    if !is_short {
        let answer = TileAnswer::new(found, Engine::Korf1);
        return Ok(FirstAttempt::Answered(answer.with_fallback(tiles, request.metric)));
    }
    observer.engine_chosen(Engine::Pdb, "the next pass of a plain search would take too long");
    Ok(FirstAttempt::NeedsDatabases(found))
}

/// Runs passes of a plain search while each visits no more than about `limit` positions. Also
/// returns whether that is what ended it.
pub(super) fn plain_passes(
    tiles: &Tiles,
    request: &TileRequest,
    limit: u64,
    observer: &mut dyn TileObserver,
) -> Result<(TileSearchResult, bool), TooLarge> {
    observer.engine_chosen(Engine::Korf1, "it will do for starts that need few sad moves");
    let mut passing = ForwardPasses(observer);
    let mut short = StopBeforeLongPass { observer: &mut passing, limit, is_stopped: false };
    let found = korf1::solve(tiles, request.max_moves, &mut short)?;
    let is_short = found.ending == TileSearchEnd::Stopped && short.is_stopped;
    Ok((found, is_short))
}

/// Whether databases find shortest solutions of all boards of this size in reasonable time.
pub(crate) fn is_tractable(size: Size) -> bool {
    size.cells() <= HOPEFUL_CELLS && size.rows.max(size.cols) <= HOPEFUL_LINES
}

/// Marks a constructed solution as a shortest one if none can be shorter.
pub(super) fn proven(ending: TileSearchEnd, metric: Metric, at_least: u64) -> TileSearchEnd {
    match ending {
        TileSearchEnd::Constructed(path) if metric.moves(&path).count() as u64 == at_least => {
            TileSearchEnd::Solved(path)
        }
        ending => ending,
    }
}

fn constructed(tiles: &Tiles, why: &str, observer: &mut dyn TileObserver) -> TileAnswer {
    observer.engine_chosen(Engine::Construct, why);
    let at_least = tiles.distances();
    let ending = proven(construct(tiles, &*observer), Metric::Steps, at_least);
    TileAnswer::new(
        TileSearchResult { ending, lower_bound: at_least, positions: 0 },
        Engine::Construct,
    )
}

/// Databases for puzzles of one size and goal of the blank.
pub(super) enum Databases {
    Steps(Box<StepSolver>),
    Slides(Box<slides::SlideSolver>),
}

impl Databases {
    /// Passes each shortest solution to `visit`, until it returns `Break`. If the observer stops
    /// the search, that is the ending.
    pub fn each(
        &self,
        tiles: &Tiles,
        max_moves: Option<u64>,
        observer: &mut dyn TileObserver,
        visit: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    ) -> Result<TileSearchResult, TooLarge> {
        let is_due = matches!(self, Databases::Steps(solver) if solver.has_larger());
        let mut watch = WarnOnce { observer, is_due };
        match self {
            Databases::Steps(solver) => solver.each(tiles, max_moves, &mut watch, visit),
            Databases::Slides(solver) => Ok(solver.each(tiles, max_moves, &mut watch, visit)),
        }
    }
}

/// Returns the databases for a puzzle; `None` if `report` stopped the building.
pub(super) fn solver(
    tiles: &Tiles,
    request: &TileRequest,
    report: &mut dyn FnMut(BuildEvent) -> bool,
) -> Result<Option<Databases>, TooLarge> {
    let (size, blank) = (tiles.size, Tiles::blank(&tiles.goal));
    let (family, cache, threads) =
        (family(tiles, request), request.cache.as_ref(), request.threads);
    if request.metric == Metric::Slides {
        let solver = slides::SlideSolver::new(size, blank, family, cache, threads, report);
        let solver = solver.map_err(|_| TooLarge(size))?;
        return Ok(solver.map(|solver| Databases::Slides(Box::new(solver))));
    }
    let solver = StepSolver::new(size, blank, family, cache, threads, report);
    Ok(solver.map_err(|_| TooLarge(size))?.map(|solver| Databases::Steps(Box::new(solver))))
}

/// Continues without the databases, for lack of memory, after finding `before`.
pub(super) fn without_databases(
    tiles: &Tiles,
    request: &TileRequest,
    before: TileSearchResult,
    observer: &mut dyn TileObserver,
) -> Result<TileAnswer, TooLarge> {
    let needed = bytes(tiles, request, family(tiles, request)).unwrap_or(u64::MAX);
    observer.lacks_memory(needed);
    Ok(match request.metric {
        // Without databases there is nothing to resume.
        Metric::Steps if request.journal.is_none() => {
            observer.engine_chosen(Engine::Korf1, "there is too little memory for databases");
            let found = korf1::solve(tiles, request.max_moves, &mut ForwardPasses(observer))?;
            TileAnswer::new(found, Engine::Korf1).with_fallback(tiles, request.metric)
        }
        _ => too_little_memory(before).with_fallback(tiles, request.metric),
    })
}

/// Returns the result for searches that require databases.
pub(super) fn too_little_memory(before: TileSearchResult) -> TileAnswer {
    TileAnswer::new(
        TileSearchResult { ending: TileSearchEnd::TooLittleMemory, ..before },
        Engine::Pdb,
    )
}

/// Continues with databases, if there are any, after finding `before`. If that includes a solution,
/// a shorter one is searched.
pub(super) fn continue_with(
    tiles: &Tiles,
    request: &TileRequest,
    boards: usize,
    solver: Option<&Databases>,
    before: TileSearchResult,
    observer: &mut dyn TileObserver,
) -> Result<TileAnswer, TooLarge> {
    let is_due = matches!(solver, Some(Databases::Steps(solver)) if solver.has_larger());
    let mut warning = WarnOnce { observer, is_due };
    let mut short = StopBeforeLongPass {
        observer: &mut warning,
        limit: limit(tiles, request),
        is_stopped: false,
    };
    let known = match before.ending {
        TileSearchEnd::Constructed(path) => Some(path),
        _ => None,
    };
    let metric = request.metric;
    let fewer =
        |path: &Vec<Direction>| metric.moves(path).count().saturating_sub(metric.parity()) as u64;
    let shorter = known.as_ref().map(fewer);
    let most = shorter.into_iter().chain(request.max_moves).min();
    let (threads, _) = share_of_one(request, boards);
    let mut found = match solver {
        Some(Databases::Steps(solver)) => match request.journal.as_deref().map(lock) {
            Some(mut journal) => solver.resume(tiles, most, threads, &mut journal, &mut short)?,
            None => solver.solve(tiles, most, threads, &mut short)?,
        },
        Some(Databases::Slides(solver)) => solver.solve(tiles, most, &mut short),
        None => TileSearchResult {
            ending: TileSearchEnd::Stopped,
            lower_bound: before.lower_bound,
            positions: 0,
        },
    };
    found.positions += before.positions;
    found.lower_bound = found.lower_bound.max(before.lower_bound);
    let answer = match known {
        Some(path) if most == shorter => with_known(found, path, metric, observer),
        known => TileAnswer { fallback: known, ..TileAnswer::new(found, Engine::Pdb) },
    };
    Ok(answer.with_fallback(tiles, request.metric))
}

/// Returns the maximum number of positions for a pass with databases.
fn limit(tiles: &Tiles, request: &TileRequest) -> u64 {
    let is_modest = request.time_limit.is_none() && may_be_suboptimal(tiles, request);
    match tiles.size.cells() {
        _ if !is_modest => u64::MAX,
        ..=SMALL_CELLS => MODEST,
        _ => MODEST_FOR_LARGE,
    }
}

/// Returns the requested databases; else the large ones if the cache has them, else the small ones,
/// or quick ones if these take too long to build.
pub(super) fn family(tiles: &Tiles, request: &TileRequest) -> DatabaseFamily {
    request.family.unwrap_or_else(|| {
        if has(tiles, request, DatabaseFamily::Large) && fits(tiles, request, DatabaseFamily::Large)
        {
            DatabaseFamily::Large
        } else if has_little_time(tiles, request) && !has(tiles, request, DatabaseFamily::Small) {
            DatabaseFamily::Quick
        } else {
            DatabaseFamily::Small
        }
    })
}

/// Whether `auto` has too little time to build the small databases of a board.
fn has_little_time(tiles: &Tiles, request: &TileRequest) -> bool {
    let is_cheap = bytes(tiles, request, DatabaseFamily::Small).is_ok_and(|bytes| bytes <= CHEAP);
    may_be_suboptimal(tiles, request) && !has_much_time(request) && !is_cheap
}

/// Whether the time is enough for databases of boards that are seldom solved.
pub(super) fn has_much_time(request: &TileRequest) -> bool {
    request.time_limit.is_some_and(|limit| limit >= MUCH_TIME)
}

/// Whether `auto` may end with a constructed solution of a board.
fn may_be_suboptimal(tiles: &Tiles, request: &TileRequest) -> bool {
    let is_tractable = match request.metric {
        Metric::Steps => is_tractable(tiles.size),
        Metric::Slides => tiles.size.cells() <= HOPEFUL_CELLS,
    };
    request.engine == Engine::Auto && !is_tractable
}

/// Whether the databases for a puzzle fit the memory limit.
pub(crate) fn has_room(tiles: &Tiles, request: &TileRequest) -> bool {
    fits(tiles, request, family(tiles, request))
}

fn fits(tiles: &Tiles, request: &TileRequest, family: DatabaseFamily) -> bool {
    // Boards that have no databases are refused elsewhere.
    let bytes = bytes(tiles, request, family).unwrap_or(0);
    request.memory.is_none_or(|memory| bytes <= memory)
}

/// Returns the bytes of the databases for a puzzle.
///
/// # Errors
///
/// Returns an error if boards of this size have none.
pub(crate) fn bytes(
    tiles: &Tiles,
    request: &TileRequest,
    family: DatabaseFamily,
) -> Result<u64, PatternError> {
    let (size, blank) = (tiles.size, Tiles::blank(&tiles.goal));
    let is_built = has(tiles, request, family);
    match request.metric {
        Metric::Steps => optimal::bytes(size, blank, family, is_built),
        Metric::Slides => slides::bytes(size, blank, family, is_built),
    }
}

fn has(tiles: &Tiles, request: &TileRequest, family: DatabaseFamily) -> bool {
    let (size, blank) = (tiles.size, Tiles::blank(&tiles.goal));
    let patterns = match request.metric {
        Metric::Steps => optimal::patterns(size, blank, family),
        Metric::Slides => slides::patterns(size, blank, family),
    };
    let are_in = |cache: &Cache| {
        patterns.is_ok_and(|patterns| patterns.iter().all(|pattern| cache.has(pattern)))
    };
    request.cache.as_ref().is_some_and(are_in)
}

/// Forwards events to an observer.
struct ForwardPasses<'a>(&'a mut dyn TileObserver);

impl PassObserver for ForwardPasses<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.0.pass_ends(pass);
    }

    fn should_stop(&self) -> bool {
        self.0.should_stop()
    }
}

/// Positions of a pass with small databases that takes long: about half a minute.
const LONG: u64 = 300_000_000;

/// Forwards events to an observer, and warns it once if the next pass will take long.
struct WarnOnce<'a> {
    observer: &'a mut dyn TileObserver,
    is_due: bool,
}

impl PassObserver for WarnOnce<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.observer.pass_ends(pass);
        if self.is_due && pass.positions.saturating_mul(GROWTH) > LONG {
            self.is_due = false;
            self.observer.is_slow();
        }
    }

    fn should_stop(&self) -> bool {
        self.observer.should_stop()
    }
}

/// Stops a search before a pass that would take too long.
struct StopBeforeLongPass<'a> {
    observer: &'a mut dyn PassObserver,
    limit: u64,
    is_stopped: bool,
}

impl PassObserver for StopBeforeLongPass<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.observer.pass_ends(pass);
        self.is_stopped = pass.positions.saturating_mul(GROWTH) > self.limit;
    }

    fn should_stop(&self) -> bool {
        self.is_stopped || self.observer.should_stop()
    }
}
