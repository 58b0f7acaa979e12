//! Which search finds a shortest solution.

use super::Tiles;
use super::deepening::{Ending, Found, MOST_ROWS, Pass, TooLarge, Watch};
use super::optimal::{Building, Family, Solver, patterns};
use super::parity::Parity;
use super::pdb::Cache;
use super::{korf0, korf1};

/// A way to find a shortest solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Whatever suits the start, and what is in the cache.
    #[default]
    Auto,
    /// Iterative deepening, plain.
    Korf0,
    /// Iterative deepening, unrolled.
    Korf1,
    /// Iterative deepening with pattern databases.
    Pdb,
}

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The way to find it.
    pub engine: Engine,
    /// The databases to be used; else the large ones if the cache has them, and small ones if not.
    pub family: Option<Family>,
    /// Where databases are kept, if anywhere.
    pub cache: Option<Cache>,
    /// Longer solutions are not wanted.
    pub max_moves: Option<u64>,
}

/// Somebody who watches a search, and the building of databases for it.
pub trait Observer: Watch {
    /// This search begins.
    fn engine_chosen(&mut self, _engine: &'static str, _why: &str) {}

    /// Databases are being built.
    fn building(&mut self, _building: &Building) {}
}

impl Observer for () {}

/// What came out, and of which search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was found.
    pub found: Found,
    /// `parity`, `korf0`, `korf1` or `pdb`.
    pub engine: &'static str,
}

/// Positions that a plain search may visit in a pass, as far as can be foreseen: about half a
/// second. Building the small databases takes longer.
const PLAIN: u64 = 100_000_000;

/// The same if the small databases need not be built.
const PLAIN_BEFORE_CACHE: u64 = 2_000_000;

/// How much larger the next pass is, nearly.
const GROWTH: u64 = 6;

/// Finds a shortest solution of a tile puzzle up to 5 x 5.
///
/// # Errors
///
/// Where the board is larger.
///
/// ```
/// use sliding::tiles::{Tiles, choice::{Request, solve}, deepening::Ending, notation};
///
/// let (size, start) = notation::board("bc9e80df3412a756", None).unwrap();
/// let tiles = Tiles { size, start, goal: notation::blank_last(size) };
/// let answer = solve(&tiles, &Request::default(), &mut ()).unwrap();
/// let Ending::Solved(way) = answer.found.ending else { panic!() };
/// assert_eq!((way.len(), answer.engine), (56, "korf1"));
/// ```
pub fn solve(
    tiles: &Tiles,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, TooLarge> {
    Solvers::default().solve(tiles, request, observer)
}

/// Keeps the databases from one puzzle to the next.
#[derive(Default)]
pub struct Solvers {
    /// The solver that was used last, and its databases.
    held: Option<(Family, Solver)>,
}

impl Solvers {
    /// What [`solve`] does; databases that are still there from the puzzle before are used again.
    ///
    /// # Errors
    ///
    /// Where the board is larger than 5 x 5.
    pub fn solve(
        &mut self,
        tiles: &Tiles,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, TooLarge> {
        if !Parity::of(tiles).is_solvable() {
            let found = Found { ending: Ending::Unsolvable, positions: 0 };
            return Ok(Answer { found, engine: "parity" });
        }
        if tiles.size.rows.max(tiles.size.cols) > MOST_ROWS {
            return Err(TooLarge(tiles.size));
        }
        match request.engine {
            Engine::Korf0 => {
                observer.engine_chosen("korf0", "it was asked for");
                let found = korf0::solve(tiles, request.max_moves, &mut Passing(observer))?;
                Ok(Answer { found, engine: "korf0" })
            }
            Engine::Korf1 => {
                observer.engine_chosen("korf1", "it was asked for");
                let found = korf1::solve(tiles, request.max_moves, &mut Passing(observer))?;
                Ok(Answer { found, engine: "korf1" })
            }
            Engine::Pdb => {
                let family = request.family.unwrap_or_else(|| cached(tiles, request));
                self.with_databases(tiles, request, family, "it was asked for", observer)
            }
            Engine::Auto => self.auto(tiles, request, observer),
        }
    }

    fn auto(
        &mut self,
        tiles: &Tiles,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, TooLarge> {
        let family = request.family.unwrap_or_else(|| cached(tiles, request));
        let is_there = self.holds(tiles, family) || has(tiles, request, family);
        let limit = if is_there { PLAIN_BEFORE_CACHE } else { PLAIN };
        observer.engine_chosen("korf1", "it will do for starts that need few sad moves");
        let mut short = Short { observer, limit, is_over: false };
        let found = korf1::solve(tiles, request.max_moves, &mut short)?;
        if found.ending != Ending::Stopped || !short.is_over {
            return Ok(Answer { found, engine: "korf1" });
        }
        let why = "the next pass of a plain search would take too long";
        self.with_databases(tiles, request, family, why, observer)
    }

    fn with_databases(
        &mut self,
        tiles: &Tiles,
        request: &Request,
        family: Family,
        why: &str,
        observer: &mut dyn Observer,
    ) -> Result<Answer, TooLarge> {
        observer.engine_chosen("pdb", why);
        if !self.holds(tiles, family) {
            let mut tell = |building: Building| {
                observer.building(&building);
                !observer.is_over()
            };
            self.held = None;
            let (blank, cache) = (Tiles::blank(&tiles.goal), request.cache.as_ref());
            let solver = Solver::new(tiles.size, blank, family, cache, &mut tell)?;
            self.held = solver.map(|solver| (family, solver));
        }
        let found = match &self.held {
            Some((_, solver)) => solver.solve(tiles, request.max_moves, &mut Passing(observer))?,
            None => Found { ending: Ending::Stopped, positions: 0 },
        };
        Ok(Answer { found, engine: "pdb" })
    }

    fn holds(&self, tiles: &Tiles, family: Family) -> bool {
        let blank = Tiles::blank(&tiles.goal);
        let suits = |solver: &Solver| solver.suits(tiles.size, blank);
        self.held.as_ref().is_some_and(|(held, solver)| *held == family && suits(solver))
    }
}

/// The large databases if the cache has them, else the small ones.
fn cached(tiles: &Tiles, request: &Request) -> Family {
    if has(tiles, request, Family::Large) { Family::Large } else { Family::Small }
}

fn has(tiles: &Tiles, request: &Request, family: Family) -> bool {
    let patterns = patterns(tiles.size, Tiles::blank(&tiles.goal), family);
    request.cache.as_ref().is_some_and(|cache| patterns.iter().all(|pattern| cache.has(pattern)))
}

/// Lets an observer watch.
struct Passing<'a>(&'a mut dyn Observer);

impl Watch for Passing<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.0.pass_ends(pass);
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }
}

/// Stops a search before a pass that would take too long.
struct Short<'a> {
    observer: &'a mut dyn Observer,
    limit: u64,
    is_over: bool,
}

impl Watch for Short<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.observer.pass_ends(pass);
        self.is_over = pass.positions.saturating_mul(GROWTH) > self.limit;
    }

    fn is_over(&self) -> bool {
        self.is_over || self.observer.is_over()
    }
}
