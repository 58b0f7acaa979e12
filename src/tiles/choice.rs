//! Chooses the engine for a tile puzzle.

use std::ops::ControlFlow;

use super::beam;
use super::construct::construct;
use super::deepening::{TileSearchEnd, TileSearchResult, TooLarge, is_searched};
use super::korf::{self, DirectionOrder};
use super::near::{SMALL_CELLS, near_optimal, proven, with_known};
use super::optimal::{BuildEvent, StepSolver};
use super::parity::Parity;
use super::passes::{
    ForwardPasses, PLAIN_BEFORE_CACHE, StopBeforeLongPass, WarnOnce, plain_passes,
};
use super::request::{
    FirstAttempt, bytes, family, has, has_room, is_tractable, may_be_suboptimal, share_of_one,
};
use super::{Metric, Tiles, slides};
use crate::engine::host::lock;
use crate::engine::query::Engine;
use crate::puzzle::Direction;

pub use super::observer::TileObserver;
pub use super::request::{TileAnswer, TileRequest};

/// From this number of boards on, databases pay off sooner than for one alone.
pub(super) const MANY: usize = 5;

/// Maximum number of positions that a plain search may visit in a pass, as estimated: about half a
/// second. Building the small databases takes longer.
const PLAIN: u64 = 100_000_000;

/// Without a time limit, maximum number of positions for a pass with databases on boards that may
/// take days, as estimated: about two seconds on the smaller of them, which are often solved then,
/// and half a second.
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
/// Returns an error if the board has more than 25 cells and the engine can only search, or slides
/// are counted.
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
    let solver = solver(tiles, request, observer)?;
    continue_with(tiles, request, 1, solver.as_ref(), before, observer)
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
        Engine::Korf0 | Engine::Korf1 => {
            observer.engine_chosen(engine, asked);
            let order = match engine {
                Engine::Korf0 => DirectionOrder::Fixed,
                _ => DirectionOrder::Turning,
            };
            let mut observer = ForwardPasses(observer);
            TileAnswer::new(korf::solve(tiles, order, max_moves, &mut observer)?, engine)
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

/// Returns the databases for a puzzle; `None` if the observer stopped the building.
pub(super) fn solver(
    tiles: &Tiles,
    request: &TileRequest,
    observer: &mut dyn TileObserver,
) -> Result<Option<Databases>, TooLarge> {
    let report = &mut |building: BuildEvent| {
        observer.building(&building);
        if observer.should_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
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
            let mut observer = ForwardPasses(observer);
            let order = DirectionOrder::Turning;
            let found = korf::solve(tiles, order, request.max_moves, &mut observer)?;
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
