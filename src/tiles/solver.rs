//! Solves tile puzzles: one shortest or good solution, or all shortest ones, of one board or of many.

use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::construct::construct;
use super::deepening::{TileAnswer, TooLarge, is_searched};
use super::optimal::StepSolver;
use super::parity::Parity;
use super::partitions::DatabaseFamily;
use super::pdb::{Cache, PatternError};
use super::query::{Plan, TileQuery, beam_time, is_tractable, time_left};
use super::slides::{self, SlideSolver};
use super::{Metric, Run, Tiles, Visit, beam, korf};
use crate::engine::host::{Instant, Pool, lock};
use crate::engine::query::{Advice, Budget, Engine, Observer, Status, Stopped};
use crate::puzzle::{Direction, Size};

/// From this number of boards on, databases pay off sooner than for one alone.
const MANY: usize = 5;

/// Maximum number of positions that a plain search may visit in a pass, as estimated: about half a
/// second. Building the small databases takes longer.
const PLAIN: u64 = 100_000_000;

/// The same if the small databases need not be built.
const PLAIN_BEFORE_CACHE: u64 = 400_000;

/// Positions that a beam and the windows after it keep each: about a second if there is no time
/// limit; at first if there is one, so that a good solution is there early; and after a limit.
const WORK: usize = 4_000_000;
const FIRST: usize = 300_000;
const QUICK: usize = 200_000;
const QUICK_BYTES: u64 = 64 << 20;

/// Solves a tile puzzle.
///
/// [`Engine::Auto`] finds a shortest solution of boards of up to 16 cells and 5 rows and columns.
/// Of larger ones it finds a good solution: by beam search until the budget's deadline, or for about
/// a second if there is none. On boards of up to 25 cells databases then look for a shorter one, or
/// prove that there is none. Boards of more than 256 cells go to [`Engine::Construct`]. Constructed
/// solutions may have more moves than the budget allows. If databases need more memory than the
/// budget has, steps are searched by [`Engine::Korf1`] instead.
///
/// # Errors
///
/// Returns an error if the board has more than 25 cells and the engine can only search, or slides
/// are counted.
///
/// ```
/// use sliding::solve::Budget;
/// use sliding::tiles::{Run, TileQuery, Tiles, notation, solve};
///
/// let (size, start) = notation::board("bc9e80df3412a756", None).unwrap();
/// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
/// let run = &mut Run { budget: &Budget::default(), observer: &mut () };
/// let answer = solve(&tiles, &TileQuery::default(), run).unwrap();
/// assert_eq!((answer.path.unwrap().len(), answer.engine.name()), (56, "korf1"));
/// ```
pub fn solve(tiles: &Tiles, query: &TileQuery, run: &mut Run) -> Result<TileAnswer, TooLarge> {
    TileSolver::new(query, 1).solve(tiles, run)
}

/// Solves puzzles with several threads, each in one of them, and passes the answers to `each` as soon
/// as they are known, with the number of the puzzle. The time until the deadline is the limit of each
/// puzzle, and includes its wait for databases. `observer` returns the observer of a puzzle.
///
/// ```
/// use std::sync::Mutex;
/// use sliding::solve::Budget;
/// use sliding::tiles::{Metric, TileQuery, Tiles, notation, solve_each};
///
/// let boards = ["1 2 3/4 5 6/7 0 8", "8 2 0/4 6 1/3 7 5"].map(|text| {
///     let (size, start) = notation::board(text, None).unwrap();
///     Tiles::new(size, start, notation::blank_last(size)).unwrap()
/// });
/// let moves = Mutex::new([0; 2]);
/// solve_each(&boards, &TileQuery::default(), &Budget::default(), |_| (), |number, answer| {
///     moves.lock().unwrap()[number] = answer.unwrap().moves(Metric::Steps).unwrap();
/// });
/// let [few, many] = moves.into_inner().unwrap();
/// assert_eq!((few, many % 2), (1, 0));
/// ```
pub fn solve_each<O: Observer>(
    boards: &[Tiles],
    query: &TileQuery,
    budget: &Budget,
    observer: impl Fn(usize) -> O + Sync,
    each: impl Fn(usize, Result<TileAnswer, TooLarge>) + Sync,
) {
    let (solver, limit) = (TileSolver::new(query, boards.len()), time_left(budget));
    Pool::new(budget.threads().min(boards.len())).each(boards.iter(), |number, tiles| {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        let budget = Budget { deadline, ..budget.clone() };
        let run = &mut Run { budget: &budget, observer: &mut observer(number) };
        each(number, solver.solve(tiles, run));
    });
}

/// Solves several puzzles. Those of the same size and goal of the blank share their databases, which
/// are opened when the first of them needs them.
///
/// ```
/// use std::ops::ControlFlow;
/// use sliding::solve::Budget;
/// use sliding::tiles::{Run, TileQuery, TileSolver, Tiles, notation};
///
/// // The farthest board of 2 x 2: the blank goes round either way.
/// let (size, start) = notation::board("0 3/2 1", None).unwrap();
/// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
/// let run = &mut Run { budget: &Budget::default(), observer: &mut () };
/// let mut moved = Vec::new();
/// let listed = TileSolver::new(&TileQuery::default(), 1).list(&tiles, run, &mut |way| {
///     moved.push(tiles.moved(way));
///     ControlFlow::Continue(())
/// });
/// moved.sort();
/// assert_eq!(moved, [[2, 1, 3, 2, 1, 3], [3, 1, 2, 3, 1, 2]]);
/// assert_eq!(listed.unwrap().1, Some(2));
/// ```
pub struct TileSolver {
    query: TileQuery,
    boards: usize,
    open: Mutex<Vec<OpenDatabases>>,
}

/// Databases for puzzles of one size and goal of the blank.
struct OpenDatabases {
    key: (Size, usize),
    bytes: u64,
    /// What stopped the building also stops the other boards that wait for them.
    databases: Result<Arc<Databases>, PatternError>,
}

/// The solver with databases for a metric.
pub enum Databases {
    /// For steps.
    Steps(StepSolver),
    /// For slides.
    Slides(SlideSolver),
}

impl Databases {
    /// Loads the databases of a family for a size and a goal of the blank from the cache, or else
    /// builds and stores them there.
    ///
    /// # Errors
    ///
    /// As for [`patterns`](super::patterns), or if a limit ended the building.
    pub fn open(
        metric: Metric,
        size: Size,
        blank: usize,
        family: DatabaseFamily,
        cache: Option<&Cache>,
        run: &mut Run,
    ) -> Result<Databases, PatternError> {
        if let Some(cache) = cache {
            cache.sweep();
        }
        Ok(match metric {
            Metric::Steps => Databases::Steps(StepSolver::new(size, blank, family, cache, run)?),
            Metric::Slides => Databases::Slides(SlideSolver::new(size, blank, family, cache, run)?),
        })
    }
}

impl TileSolver {
    /// Creates a solver for a number of boards, which share the threads.
    pub fn new(query: &TileQuery, boards: usize) -> TileSolver {
        TileSolver { query: query.clone(), boards, open: Mutex::default() }
    }

    /// Solves a puzzle, as [`solve`] does.
    ///
    /// # Errors
    ///
    /// As for [`solve`].
    pub fn solve(&self, tiles: &Tiles, run: &mut Run) -> Result<TileAnswer, TooLarge> {
        Ok(self.search(tiles, None, run)?.with_fallback(tiles, self.query.metric))
    }

    /// Passes each shortest solution of a puzzle, as moves of the blank, to `visit`, until it
    /// returns `Break`. Also returns their number, if these were all. Uses databases, whatever the
    /// engine.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has more than 25 cells.
    pub fn list(
        &self,
        tiles: &Tiles,
        run: &mut Run,
        visit: &mut Visit,
    ) -> Result<(TileAnswer, Option<u64>), TooLarge> {
        let (mut first, mut solutions, mut wish) = (None, 0, Continue(()));
        let visit: &mut Visit = &mut |path| {
            first.get_or_insert_with(|| path.to_vec());
            solutions += 1;
            wish = visit(path);
            wish
        };
        let mut answer = self.search(tiles, Some(visit), run)?;
        let are_all = wish.is_continue() && !matches!(answer.status, Status::Stopped(_));
        if first.is_some() {
            (answer.path, answer.status) = (first, Status::Solved);
        }
        let answer = answer.with_fallback(tiles, self.query.metric);
        Ok((answer, are_all.then_some(solutions)))
    }

    fn search(
        &self,
        tiles: &Tiles,
        visit: Option<&mut Visit>,
        run: &mut Run,
    ) -> Result<TileAnswer, TooLarge> {
        let (begun, mut waited) = (Instant::now(), Duration::ZERO);
        let mut answer = self.untimed(tiles, visit, &mut waited, run)?;
        answer.elapsed = begun.elapsed().saturating_sub(waited);
        Ok(answer)
    }

    /// Adds the time for databases to `waited`.
    fn untimed(
        &self,
        tiles: &Tiles,
        visit: Option<&mut Visit>,
        waited: &mut Duration,
        run: &mut Run,
    ) -> Result<TileAnswer, TooLarge> {
        let engine = if visit.is_some() { Engine::Pdb } else { self.query.engine };
        if let Some(answer) = self.at_once(tiles, engine, run)? {
            if let (Some(visit), Some(path)) = (visit, &answer.path) {
                let _ = visit(path);
            }
            return Ok(answer);
        }
        let plan = Plan::new(&self.query, tiles, run.budget);
        let before = match self.without_databases(tiles, engine, &plan, run)? {
            Break(answer) => return Ok(answer),
            Continue(before) => before,
        };
        if !plan.has_room {
            run.observer.advised(&Advice::LittleMemory(plan.bytes));
            let is_plain = self.query.metric == Metric::Steps && self.query.journal.is_none();
            // Without databases there is nothing to resume or to list.
            if is_plain && visit.is_none() {
                let why = "there is too little memory for databases";
                run.observer.engine_chosen(Engine::Korf1, why);
                return korf::solve(tiles, Engine::Korf1, run);
            }
            let status = Status::Stopped(Stopped::Memory);
            return Ok(TileAnswer { status, engine: Engine::Pdb, ..before });
        }
        let waiting = Instant::now();
        let databases = self.databases(tiles, &plan, run);
        *waited = waiting.elapsed();
        match (databases, visit) {
            (Ok(databases), Some(visit)) => match &*databases {
                Databases::Steps(solver) => solver.each(tiles, run, visit),
                Databases::Slides(solver) => Ok(solver.each(tiles, u64::MAX, run, visit)),
            },
            (Ok(databases), None) => self.improved(tiles, &plan, Ok(&databases), before, run),
            (Err(PatternError::Stopped(stopped)), _) => {
                self.improved(tiles, &plan, Err(stopped), before, run)
            }
            (Err(_), _) => Err(TooLarge(tiles.size)),
        }
    }

    /// Returns the answer if it needs no databases in any case.
    fn at_once(
        &self,
        tiles: &Tiles,
        engine: Engine,
        run: &mut Run,
    ) -> Result<Option<TileAnswer>, TooLarge> {
        if !Parity::of(tiles).is_solvable() {
            return Ok(Some(TileAnswer::new(Engine::Parity, Status::Unsolvable, 0)));
        }
        if let Some(path) = tiles.line_path() {
            let why = "in one line only the blank's way is open";
            run.observer.engine_chosen(Engine::Construct, why);
            let at_least = self.query.metric.moves(&path).count() as u64;
            return Ok(Some(TileAnswer::solved(Engine::Construct, path, at_least)));
        }
        let (is_searched, is_slides) =
            (is_searched(tiles.size), self.query.metric == Metric::Slides);
        let why = match engine {
            _ if is_slides && !is_searched => return Err(TooLarge(tiles.size)),
            _ if is_slides => return Ok(None),
            Engine::Korf0 | Engine::Korf1 => {
                run.observer.engine_chosen(engine, "as requested");
                return korf::solve(tiles, engine, run).map(Some);
            }
            Engine::Pdb if !is_searched => return Err(TooLarge(tiles.size)),
            Engine::Construct => "as requested",
            Engine::Pdb => return Ok(None),
            _ if is_tractable(tiles.size) || beam::is_searched(tiles.size) => return Ok(None),
            _ => "the board is too large for a search",
        };
        run.observer.engine_chosen(Engine::Construct, why);
        Ok(Some(construct(tiles, run)))
    }

    /// Solves a puzzle as far as possible without databases. Breaks with the final answer, or
    /// continues with what is known.
    fn without_databases(
        &self,
        tiles: &Tiles,
        engine: Engine,
        plan: &Plan,
        run: &mut Run,
    ) -> Result<ControlFlow<TileAnswer, TileAnswer>, TooLarge> {
        let (why, at_least) = match self.query.metric {
            _ if engine != Engine::Pdb && plan.is_approximate => {
                return self.near(tiles, plan, run);
            }
            Metric::Slides => ("it is the one for slides", 0),
            Metric::Steps if engine == Engine::Pdb => ("as requested", tiles.distances()),
            Metric::Steps => {
                let are_there = self.boards >= MANY || plan.are_built;
                let limit = if are_there { PLAIN_BEFORE_CACHE } else { PLAIN };
                let found = plain_passes(tiles, limit, run)?;
                if found.status != Status::Stopped(Stopped::Time) || run.look().is_err() {
                    return Ok(Break(found));
                }
                let why = "the next pass of a plain search would take too long";
                run.observer.engine_chosen(Engine::Pdb, why);
                return Ok(Continue(found));
            }
        };
        run.observer.engine_chosen(Engine::Pdb, why);
        Ok(Continue(TileAnswer::new(Engine::Pdb, Status::Stopped(Stopped::Time), at_least)))
    }

    /// Finds a good solution of a board for which even databases may search for days. Continues if
    /// they may find a shorter one, or prove that there is none.
    fn near(
        &self,
        tiles: &Tiles,
        plan: &Plan,
        run: &mut Run,
    ) -> Result<ControlFlow<TileAnswer, TileAnswer>, TooLarge> {
        let (metric, is_exact) = (self.query.metric, is_searched(tiles.size));
        let (mut answer, lower_bound) = match metric {
            Metric::Steps if is_exact => {
                let found = plain_passes(tiles, PLAIN_BEFORE_CACHE, run)?;
                if !matches!(found.status, Status::Stopped(Stopped::Time | Stopped::Cancelled)) {
                    return Ok(Break(found));
                }
                let lower_bound = beam::lower_bound(tiles).max(found.at_least);
                // This takes milliseconds, and there has to be an answer.
                let first =
                    construct(tiles, &mut Run { budget: &Budget::default(), observer: &mut () });
                (TileAnswer { positions: found.positions, ..first }, lower_bound)
            }
            Metric::Steps => (construct(tiles, run), beam::lower_bound(tiles)),
            Metric::Slides => (construct(tiles, run), slides::lower_bound(tiles)),
        };
        answer.at_least = lower_bound;
        let Some(first) = answer.path else { return Ok(Break(answer)) };
        run.observer.engine_chosen(Engine::Beam, "it finds a good solution of any board soon");
        let mut budget = self.share(run.budget);
        let left = time_left(&budget);
        budget.deadline = left.map(|left| Instant::now() + beam_time(tiles, left));
        let work = if left.is_some() { FIRST } else { WORK };
        let beams = Run { budget: &budget, observer: &mut *run.observer };
        let (path, kept) = beam::shorter(tiles, metric, first, answer.at_least, work, beams);
        answer.positions += kept;
        (answer.path, answer.engine) = (Some(path), Engine::Beam);
        let is_open = !answer.is_shortest(metric);
        if is_open && run.budget.interrupt.is_set() {
            answer.status = Status::Stopped(Stopped::Cancelled);
            return Ok(Break(answer));
        }
        if !is_open || !is_exact || run.look().is_err() || !plan.has_room {
            return Ok(Break(answer));
        }
        let why = "it may prove that there is no shorter solution";
        run.observer.engine_chosen(Engine::Pdb, why);
        Ok(Continue(answer))
    }

    /// Returns the budget of one board, with its share of the threads and of the memory.
    fn share(&self, budget: &Budget) -> Budget {
        let all = budget.threads();
        let at_once = self.boards.clamp(1, all);
        let threads = NonZeroUsize::new(all / at_once);
        Budget { threads, memory: budget.room() / at_once as u64, ..budget.clone() }
    }

    /// Continues with databases after finding `before`. If that includes a solution, a shorter one is
    /// searched.
    fn improved(
        &self,
        tiles: &Tiles,
        plan: &Plan,
        databases: Result<&Databases, Stopped>,
        before: TileAnswer,
        run: &mut Run,
    ) -> Result<TileAnswer, TooLarge> {
        let metric = self.query.metric;
        let shorter =
            before.moves(metric).map(|moves| moves.saturating_sub(metric.parity()) as u64);
        let max_moves = shorter.into_iter().chain(run.budget.max_moves).min();
        let budget = Budget { max_moves, ..self.share(run.budget) };
        let run = &mut Run { budget: &budget, observer: &mut *run.observer };
        let mut found = match databases {
            Ok(Databases::Steps(solver)) => {
                let mut journal = self.query.journal.as_deref().map(lock);
                solver.solve(tiles, plan.longest, journal.as_deref_mut(), run)?
            }
            Ok(Databases::Slides(solver)) => {
                solver.each(tiles, plan.longest, run, &mut |_| Break(()))
            }
            Err(stopped) => TileAnswer::new(Engine::Pdb, Status::Stopped(stopped), 0),
        };
        found.positions += before.positions;
        found.at_least = found.at_least.max(before.at_least);
        if found.path.is_none() && before.path.is_some() {
            found.path = before.path;
            if max_moves == shorter {
                found.engine = Engine::Beam;
                // If that is why it ended, there is no shorter one.
                if found.status != Status::Stopped(Stopped::Cancelled) {
                    found.status = Status::Solved;
                }
            }
        }
        Ok(found)
    }

    /// Returns the databases for a puzzle, and builds them if they are not open. Waits while others
    /// build.
    fn databases(
        &self,
        tiles: &Tiles,
        plan: &Plan,
        run: &mut Run,
    ) -> Result<Arc<Databases>, PatternError> {
        let mut all = lock(&self.open);
        let (size, blank) = (tiles.size, Tiles::blank(&tiles.goal));
        let key = (size, blank);
        if let Some(open) = all.iter().find(|open| open.key == key) {
            return open.databases.clone();
        }
        if all.iter().map(|open| open.bytes).sum::<u64>() + plan.bytes > run.budget.room() {
            all.clear();
        }
        let (metric, cache) = (self.query.metric, self.query.cache.as_ref());
        let databases = Databases::open(metric, size, blank, plan.family, cache, run);
        let databases = databases.map(Arc::new);
        all.push(OpenDatabases { key, bytes: plan.bytes, databases: databases.clone() });
        databases
    }
}

/// Runs passes of a plain search while each visits no more than about `limit` positions.
fn plain_passes(tiles: &Tiles, limit: u64, run: &mut Run) -> Result<TileAnswer, TooLarge> {
    let why = "it will do for starts that need few sad moves";
    run.observer.engine_chosen(Engine::Korf1, why);
    korf::passes(tiles, Engine::Korf1, limit, run)
}

impl TileAnswer {
    /// Adds a good solution, found within a tenth of a second, if the search has ended at a limit and
    /// knows none.
    fn with_fallback(mut self, tiles: &Tiles, metric: Metric) -> TileAnswer {
        let is_limited = matches!(self.status, Status::Stopped(_));
        if is_limited && self.engine != Engine::Construct && self.path.is_none() {
            let budget =
                Budget { threads: NonZeroUsize::new(1), memory: QUICK_BYTES, ..Budget::default() };
            let mut run = Run { budget: &budget, observer: &mut () };
            let first: Option<Vec<Direction>> = construct(tiles, &mut run).path;
            let shorter = |first| beam::shorter(tiles, metric, first, self.at_least, QUICK, run).0;
            self.path = first.map(shorter);
        }
        self
    }
}
