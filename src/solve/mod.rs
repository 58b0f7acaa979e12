//! The router: one query, one budget, one answer, for puzzles of every kind.
//!
//! [`solve`] takes a [`Query`] and a [`Budget`], runs the [`Engine`] that suits, and returns an
//! [`Answer`]. Tile puzzles go to the solvers of [`tiles`](crate::tiles), unless the query wants
//! all positions; everything else goes to the breadth-first searches. An [`Observer`] receives
//! progress.

mod deadline;
mod tiles;

use self::deadline::{asked_beam, beam_may_follow, until_deadline};
use self::tiles::of_tiles;
use crate::engine::choose::{self, Trial, is_count, report_fallback};
use crate::engine::compiled::check_puzzle;
use crate::engine::dense::{self, Keep};
use crate::engine::handover::HandoverObserver;
use crate::engine::host::{IS_WASM, Instant};
use crate::engine::query;
use crate::engine::{beam, folder, meet, table};
use crate::knuth;
use crate::puzzle::Configuration;
use crate::tiles::{TileSolver, is_odd};

pub use self::tiles::is_for_tiles;
pub use query::{
    Advice, Answer, BeamOptions, Budget, Counted, Disk, Engine, FLOOR, Found, Interrupt, Layout,
    MOST_THREADS, Observer, Progress, Query, Refusal, Status, Stopped, Until,
};

/// Solves a puzzle, or finds all reachable positions.
///
/// # Errors
///
/// Returns an error if the search cannot begin; a limit that is reached later is a [`Status`].
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query, Status, solve};
///
/// let puzzle: Puzzle = "2 x 2\n1 = 1\n2 = 1\n12\n0012\n".parse().unwrap();
/// let answer = solve(&Query::new(&puzzle, Style::STEP), &Budget::default(), &mut ()).unwrap();
/// assert_eq!((answer.status, answer.moves), (Status::Solved, Some(2)));
/// ```
pub fn solve(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    solve_with(&TileSolver::new(1), query, budget, observer)
}

/// As [`solve`], with a solver of tile puzzles, which keeps their databases open for the next one.
/// Several threads may use one solver.
///
/// # Errors
///
/// As for [`solve`].
///
/// ```
/// use sliding::puzzle::Style;
/// use sliding::solve::{Budget, Query, solve_with};
/// use sliding::tiles::TileSolver;
///
/// let solver = TileSolver::new(2);
/// for board in ["8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"] {
///     let (puzzle, _) = sliding::notation::parse(board)?;
///     let query = Query::new(&puzzle, Style::STEP);
///     let answer = solve_with(&solver, &query, &Budget::default(), &mut ())?;
///     assert_eq!(answer.moves, Some(31));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_with(
    tiles: &TileSolver,
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let begun = Instant::now();
    let has_folder = matches!(query.engine, Engine::Auto | Engine::Sparse | Engine::Dense);
    if query.disk.is_some() && !has_folder {
        return Err(Refusal::Unsuited("only the engines sparse and dense have a folder"));
    }
    let answer = match of_tiles(tiles, query, budget, observer)? {
        Some(answer) => answer,
        None => of_blocks(query, budget, observer)?,
    };
    Ok(Answer { elapsed: begun.elapsed(), ..answer })
}

/// Makes a solution shorter: searches the neighbourhood of its positions, in tunnels that grow
/// whenever they do not help, up to a quarter of the memory.
///
/// `path` are the positions of the solution, first the start. Each has to be one move of the
/// query's style after the one before, so steps are always allowed; the answer joins them into
/// moves.
///
/// # Errors
///
/// Returns an error if the board is too large.
///
/// # Panics
///
/// If the positions are not those of a solution of the query's puzzle.
///
/// ```
/// use sliding::puzzle::{Puzzle, Style};
/// use sliding::solve::{Budget, Query, shorten};
///
/// let puzzle: Puzzle = "1 x 4\n1 = 1\n1\n0001\n".parse()?;
/// let at = |cell| puzzle.configuration(vec![sliding::puzzle::Placement { cell, kind: 0 }]);
/// let path = [at(0)?, at(1)?, at(2)?, at(1)?, at(2)?, at(3)?];
/// let answer = shorten(&Query::new(&puzzle, Style::STEP), &path, &Budget::default(), &mut ())?;
/// assert_eq!(answer.moves, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shorten(
    query: &Query,
    path: &[Configuration],
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    check_puzzle(query.puzzle)?;
    let begun = Instant::now();
    let answer = beam::shorten(query, path, budget, observer);
    Ok(Answer { elapsed: begun.elapsed(), ..answer })
}

/// Searches the positions of a puzzle of any kind.
fn of_blocks(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let beam_may_follow = beam_may_follow(query, budget);
    let mut choice = choose::for_query(query);
    if query.engine == Engine::Auto && choice.engine == Engine::Ring && beam_may_follow {
        // It takes more memory than the ring, and less time, and ends when either is short.
        (choice.engine, choice.why) = (Engine::Sparse, "the time is limited".to_owned());
    }
    let engine = choice.engine;
    if IS_WASM && !matches!(engine, Engine::Sparse | Engine::Meet | Engine::Beam) {
        check_puzzle(query.puzzle)?;
        return Err(Refusal::Unsuited("only the engines sparse, meet and beam are here"));
    }
    observer.engine_chosen(engine, &choice.why);
    if let Some(disk) = &query.disk
        && !IS_WASM
    {
        return on_disk(engine, choice.layout, query, disk, budget, observer);
    }
    if let Some(deadline) = budget.deadline.filter(|_| beam_may_follow) {
        return until_deadline(engine, deadline, query, budget, observer);
    }
    match engine {
        Engine::Ring if !IS_WASM => knuth::search(query, budget, observer),
        Engine::Dense if !IS_WASM => {
            let built = choose::dense(query, choice.layout, Keep::of(query), budget);
            dense::search(built, query, None, budget, observer)
        }
        Engine::Beam => asked_beam(query, budget, observer),
        _ => {
            check_puzzle(query.puzzle)?;
            let is_open = query.engine == Engine::Auto && query.until == Until::Exhausted;
            if !IS_WASM && is_open {
                return Ok(exhaust(query, budget, observer));
            }
            let goals = goals(engine, query, budget)?;
            Ok(table::search(query, goals.as_deref(), budget, observer, &mut |_| Ok(())))
        }
    }
}

/// Searches all positions, with the sparse engine as long as the dense one is not better.
fn exhaust(query: &Query, budget: &Budget, observer: &mut dyn Observer) -> Answer {
    let (keep, mut rest) = (Keep::of(query), HandoverObserver::new(observer));
    let mut trial = Trial::new(query.puzzle, query.style, keep, budget);
    let answer = table::search(query, None, budget, &mut rest, &mut |size| trial.look(size));
    let stopped = match answer.status {
        Status::Stopped(stopped) => Some(stopped),
        Status::Solved | Status::Unsolvable => None,
    };
    let Some(switch) = trial.end(stopped) else { return answer };
    let built = switch.build(query, keep, budget, &mut rest);
    match dense::search(built, query, None, budget, &mut rest) {
        Ok(next) => next.or_earlier(answer),
        Err(_) if stopped == Some(Stopped::Memory) => answer,
        Err(error) => {
            report_fallback(&error, &mut rest);
            table::search(query, None, budget, &mut rest, &mut |_| Ok(())).or_earlier(answer)
        }
    }
}

/// Returns the goals from which the search starts as well, if it is bidirectional.
fn goals(
    engine: Engine,
    query: &Query,
    budget: &Budget,
) -> Result<Option<Vec<Configuration>>, Refusal> {
    if engine != Engine::Meet {
        return Ok(None);
    }
    if query.until == Until::Exhausted {
        return Err(Refusal::Unsuited("the meet engine stops at the goal"));
    }
    meet::goals(query.puzzle, budget).map(Some)
}

/// Searches with the files in a folder.
fn on_disk(
    engine: Engine,
    layout: Option<Layout>,
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    folder::refuse_older(&disk.folder)?;
    if engine == Engine::Sparse {
        check_puzzle(query.puzzle)?;
        return table::search_in_folder(query, disk, budget, observer);
    }
    if !is_count(query) {
        let why = "in a folder, this engine only counts: expected --exhaust and --quiet";
        return Err(Refusal::Unsuited(why));
    }
    let built = choose::dense(query, layout, Keep::Levels, budget);
    match dense::search(built, query, Some(disk), budget, observer) {
        // Another engine cannot use what the folder already holds.
        Err(error) if query.engine == Engine::Auto && !disk.resumes && is_of_memory(&error) => {
            report_fallback(&error, observer);
            table::search_in_folder(query, disk, budget, observer)
        }
        answer => answer,
    }
}

/// Searches a puzzle for a row of a comparison of styles: all positions, unless the parity of tiles
/// shows that there is no solution in any style.
///
/// # Errors
///
/// As for [`solve`].
pub fn compare_style(
    mut query: Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    query.wants_solution = false;
    if !is_odd(query.puzzle) {
        query.until = Until::Exhausted;
    }
    solve(&query, budget, observer)
}

/// Whether there was not enough memory.
fn is_of_memory(error: &Refusal) -> bool {
    use Refusal::{NoRoom, TooManyPlacements, Uncountable};
    matches!(error, NoRoom { .. } | TooManyPlacements { .. } | Uncountable { .. })
}
