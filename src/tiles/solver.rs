//! Solves tile puzzles: one shortest or good solution, of one board or of many.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::construct::construct;
use super::databases::{DatabaseFamily, Databases, bytes, patterns};
use super::deepening::{TileAnswer, TooLarge, is_searched};
use super::parity::Parity;
use super::pdb::PatternError;
use super::query::{Plan, TileQuery, beam_time, is_tractable, time_left};
use super::{Metric, Run, Tiles, beam, korf, slides};
use crate::engine::host::{Instant, Pool, lock};
use crate::engine::query::{Advice, Budget, Engine, Observer, Status, Stopped};
use crate::puzzle::Size;

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
    TileSolver::new(1).solve(tiles, query, run)
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
    let (solver, limit) = (TileSolver::new(boards.len()), time_left(budget));
    Pool::new(budget.threads().min(boards.len())).each(boards.iter(), |number, tiles| {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        let budget = Budget { deadline, ..budget.clone() };
        let run = &mut Run { budget: &budget, observer: &mut observer(number) };
        each(number, solver.solve(tiles, query, run));
    });
}

/// Solves several puzzles. Those of the same size, metric and goal of the blank share their
/// databases, which are opened when the first of them needs them, and stay open.
///
/// ```
/// use sliding::solve::Budget;
/// use sliding::tiles::{Metric, Run, TileQuery, TileSolver, Tiles, notation::blank_last};
///
/// let size = sliding::puzzle::Size { rows: 3, cols: 3 };
/// let solver = TileSolver::new(2);
/// for start in [[8, 6, 7, 2, 5, 4, 3, 0, 1], [6, 4, 7, 8, 5, 0, 3, 2, 1]] {
///     let tiles = Tiles::new(size, start.to_vec(), blank_last(size)).unwrap();
///     let run = &mut Run { budget: &Budget::default(), observer: &mut () };
///     let answer = solver.solve(&tiles, &TileQuery::default(), run).unwrap();
///     assert_eq!(answer.moves(Metric::Steps), Some(31));
/// }
/// ```
pub struct TileSolver {
    boards: usize,
    open: Mutex<Vec<OpenDatabases>>,
}

/// Databases for puzzles of one size and goal of the blank.
struct OpenDatabases {
    key: (Metric, Size, usize, DatabaseFamily),
    bytes: u64,
    /// What stopped the building also stops the other boards that wait for them.
    databases: Result<Arc<Databases>, PatternError>,
}

/// The search for one board, with the time that it has waited for databases.
struct BoardSearch<'a> {
    solver: &'a TileSolver,
    tiles: &'a Tiles,
    query: &'a TileQuery,
    waited: Duration,
}

impl TileSolver {
    /// Creates a solver for about this number of boards, which share the threads.
    pub fn new(boards: usize) -> TileSolver {
        TileSolver { boards, open: Mutex::default() }
    }

    /// Solves a puzzle, as [`solve`] does.
    ///
    /// # Errors
    ///
    /// As for [`solve`].
    pub fn solve(
        &self,
        tiles: &Tiles,
        query: &TileQuery,
        run: &mut Run,
    ) -> Result<TileAnswer, TooLarge> {
        let mut answer = self.search(tiles, query, run)?;
        let is_limited = matches!(answer.status, Status::Stopped(_));
        if is_limited && answer.engine != Engine::Construct && answer.path.is_none() {
            // There is a good solution within a tenth of a second.
            let budget =
                Budget { threads: NonZeroUsize::new(1), memory: QUICK_BYTES, ..Budget::default() };
            let mut run = Run { budget: &budget, observer: &mut () };
            let (first, least) = (construct(tiles, &mut run).path, answer.at_least);
            let shorter = |first| beam::shorter(tiles, query.metric, first, least, QUICK, run).0;
            answer.path = first.map(shorter);
        }
        Ok(answer)
    }

    /// The same, without a solution if a limit ends the search before it has any.
    pub(crate) fn search(
        &self,
        tiles: &Tiles,
        query: &TileQuery,
        run: &mut Run,
    ) -> Result<TileAnswer, TooLarge> {
        let begun = Instant::now();
        let mut search = BoardSearch { solver: self, tiles, query, waited: Duration::ZERO };
        let mut answer = search.run(run)?;
        answer.elapsed = begun.elapsed().saturating_sub(search.waited);
        Ok(answer)
    }

    /// Returns the budget of one board, with its share of the threads and of the memory.
    fn share(&self, budget: &Budget) -> Budget {
        let all = budget.threads();
        let at_once = self.boards.clamp(1, all);
        let threads = NonZeroUsize::new(all / at_once);
        Budget { threads, memory: budget.room() / at_once as u64, ..budget.clone() }
    }
}

impl BoardSearch<'_> {
    fn run(&mut self, run: &mut Run) -> Result<TileAnswer, TooLarge> {
        let BoardSearch { tiles, query, .. } = *self;
        let (metric, size) = (query.metric, tiles.size);
        let (is_exact, is_slides) = (is_searched(size), metric == Metric::Slides);
        if !Parity::of(tiles).is_solvable() {
            return Ok(TileAnswer::new(Engine::Parity, Status::Unsolvable, 0));
        }
        if let Some(path) = tiles.line_path() {
            let why = "in one line only the blank's way is open";
            run.observer.engine_chosen(Engine::Construct, why);
            let at_least = metric.moves(&path).count() as u64;
            return Ok(TileAnswer::solved(Engine::Construct, path, at_least));
        }
        let (mut engine, mut why) = (query.engine, "as requested");
        if is_slides && engine != Engine::Auto {
            engine = Engine::Pdb;
        }
        if !is_exact && (is_slides || engine == Engine::Pdb) {
            return Err(TooLarge(size));
        }
        if engine == Engine::Auto && !is_tractable(size) && !beam::is_estimated(size) {
            (engine, why) = (Engine::Construct, "the board is too large for a search");
        }
        if let Engine::Korf0 | Engine::Korf1 = engine {
            run.observer.engine_chosen(engine, why);
            return korf::solve(tiles, engine, run);
        }
        if engine == Engine::Construct {
            run.observer.engine_chosen(engine, why);
            return Ok(construct(tiles, run));
        }
        let plan = Plan::new(query, tiles, run.budget);
        let least = if is_slides { 0 } else { tiles.distances() };
        let mut known = TileAnswer::new(Engine::Pdb, Status::Stopped(Stopped::Time), least);
        if is_slides {
            why = "it is the one for slides";
        } else if engine == Engine::Auto && is_exact {
            let is_cheap = plan.is_approximate || self.solver.boards >= MANY || plan.are_built;
            let longest = if is_cheap { PLAIN_BEFORE_CACHE } else { PLAIN };
            let why_plain = "it will do for starts that need few sad moves";
            run.observer.engine_chosen(Engine::Korf1, why_plain);
            known = korf::passes(tiles, Engine::Korf1, longest, run)?;
            let is_open =
                matches!(known.status, Status::Stopped(Stopped::Time | Stopped::Cancelled));
            if !is_open || !plan.is_approximate && run.look().is_err() {
                return Ok(known);
            }
            why = "the next pass of a plain search would take too long";
        }
        if plan.is_approximate {
            known = self.beams(known, run);
            let is_shortest = known.is_shortest(metric);
            if !is_shortest && run.budget.interrupt.is_set() {
                known.status = Status::Stopped(Stopped::Cancelled);
            }
            if is_shortest || !is_exact || run.look().is_err() || !plan.has_room {
                return Ok(known);
            }
            why = "it may prove that there is no shorter solution";
        }
        run.observer.engine_chosen(Engine::Pdb, why);
        if !plan.has_room {
            run.observer.advised(&Advice::LittleMemory(plan.bytes));
            if is_slides {
                let status = Status::Stopped(Stopped::Memory);
                return Ok(TileAnswer { status, engine: Engine::Pdb, ..known });
            }
            let why = "there is too little memory for databases";
            run.observer.engine_chosen(Engine::Korf1, why);
            return korf::solve(tiles, Engine::Korf1, run);
        }
        match self.databases(plan.family, run) {
            Ok(databases) => Ok(self.improved(&plan, &databases, known, run)),
            Err(PatternError::Stopped(stopped)) => {
                let found = TileAnswer::new(Engine::Pdb, Status::Stopped(stopped), 0);
                Ok(found.or_known(known, metric, run.budget))
            }
            Err(_) => Err(TooLarge(size)),
        }
    }

    /// Returns a good solution of a board for which even databases may search for days.
    fn beams(&self, before: TileAnswer, run: &mut Run) -> TileAnswer {
        let (tiles, metric) = (self.tiles, self.query.metric);
        // This takes a tenth of a second at most, and there has to be an answer.
        let mut answer =
            construct(tiles, &mut Run { budget: &Budget::default(), observer: &mut () });
        let bound = match metric {
            Metric::Steps => beam::lower_bound(tiles),
            Metric::Slides => slides::lower_bound(tiles),
        };
        answer.at_least = bound.max(before.at_least);
        let first = answer.path.expect("there is a solution, and no limit");
        run.observer.engine_chosen(Engine::Beam, "it finds a good solution of any board soon");
        let mut budget = self.solver.share(run.budget);
        let left = time_left(&budget);
        budget.deadline = left.map(|left| Instant::now() + beam_time(tiles, left));
        let work = if left.is_some() { FIRST } else { WORK };
        let beams = Run { budget: &budget, observer: &mut *run.observer };
        let (path, kept) = beam::shorter(tiles, metric, first, answer.at_least, work, beams);
        (answer.path, answer.engine) = (Some(path), Engine::Beam);
        answer.positions = before.positions + kept;
        answer
    }

    /// Continues with databases after finding `known`. If that includes a solution, a shorter one is
    /// searched. A search that has taken as long as building larger databases would goes on with these.
    fn improved(
        &mut self,
        plan: &Plan,
        databases: &Databases,
        known: TileAnswer,
        run: &mut Run,
    ) -> TileAnswer {
        let BoardSearch { tiles, query, .. } = *self;
        let max_moves = known.shorter(query.metric).into_iter().chain(run.budget.max_moves).min();
        let mut budget = Budget { max_moves, ..self.solver.share(run.budget) };
        let search = |databases: &Databases, budget: &Budget, run: &mut Run| {
            databases.solve(tiles, plan.longest, &mut Run { budget, observer: &mut *run.observer })
        };
        let (begun, large) = (Instant::now(), DatabaseFamily::Large);
        let time = databases.time_for_larger.filter(|&time| {
            let has_room = |(bytes, _)| bytes <= run.budget.room();
            query.databases(tiles, large).is_some_and(has_room)
                && time_left(run.budget).is_none_or(|left| left > 3 * time)
        });
        budget.deadline = time.map(|time| begun + time).or(budget.deadline);
        let mut found = search(databases, &budget, run);
        let is_late = time.is_some_and(|time| begun.elapsed() > time);
        if is_late && found.status == Status::Stopped(Stopped::Time) {
            run.observer.advised(&Advice::LargerDatabases);
            if let Ok(larger) = self.databases(large, run) {
                budget.deadline = run.budget.deadline;
                let positions = found.positions;
                found = search(&larger, &budget, run);
                found.positions += positions;
            }
        }
        found.or_known(known, query.metric, run.budget)
    }

    /// Returns the databases for the board, and builds them if they are not open. Waits while others
    /// build, and adds the time to `waited`.
    fn databases(
        &mut self,
        family: DatabaseFamily,
        run: &mut Run,
    ) -> Result<Arc<Databases>, PatternError> {
        let begun = Instant::now();
        let mut all = lock(&self.solver.open);
        let (metric, size) = (self.query.metric, self.tiles.size);
        let blank = Tiles::blank(&self.tiles.goal);
        // Another board may have built the large ones.
        let mut families = [DatabaseFamily::Large, family].into_iter();
        let is = |family| all.iter().find(|open| open.key == (metric, size, blank, family));
        if let Some(open) = families.find_map(is) {
            return open.databases.clone();
        }
        let bytes = bytes(&patterns(metric, size, blank, family)?, false);
        if all.iter().map(|open| open.bytes).sum::<u64>() + bytes > run.budget.room() {
            all.clear();
        }
        let cache = self.query.cache.as_ref();
        let databases = Databases::open(metric, size, blank, family, cache, run).map(Arc::new);
        let key = (metric, size, blank, family);
        all.push(OpenDatabases { key, bytes, databases: databases.clone() });
        self.waited += begun.elapsed();
        databases
    }
}

impl TileAnswer {
    /// Returns the most moves that a shorter solution may have.
    fn shorter(&self, metric: Metric) -> Option<u64> {
        self.moves(metric).map(|moves| moves.saturating_sub(metric.parity()) as u64)
    }

    /// Adds what was known before to the answer of a search for a shorter solution.
    fn or_known(mut self, known: TileAnswer, metric: Metric, budget: &Budget) -> TileAnswer {
        self.positions += known.positions;
        self.at_least = self.at_least.max(known.at_least);
        let shorter = known.shorter(metric);
        if self.path.is_some() || shorter.is_none() {
            return self;
        }
        if budget.max_moves.is_none() || shorter <= budget.max_moves {
            self.engine = Engine::Beam;
            // If that is why it ended, there is no shorter one.
            if self.status != Status::Stopped(Stopped::Cancelled) {
                self.status = Status::Solved;
            }
        }
        TileAnswer { path: known.path, ..self }
    }
}
