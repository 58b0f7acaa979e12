//! The router: one query, one budget, one answer, for puzzles of every kind.
//!
//! [`solve`] takes a [`Query`] and a [`Budget`], runs the [`Engine`] that suits, and returns an
//! [`Answer`]. Tile puzzles go to the solvers of [`tiles`](crate::tiles), unless the query wants
//! all positions; everything else goes to the breadth-first searches. An [`Observer`] receives
//! progress.

use crate::engine::host::{IS_WASM, Instant};

use std::ops::ControlFlow;
use std::path::Path;

use num_bigint::BigUint;

use crate::engine::compiled::{check_puzzle, suits_beam};
use crate::engine::disk::Purpose;
use crate::engine::forecast::Forecast;
use crate::engine::handover::HandoverObserver;
use crate::engine::query;
use crate::engine::rank::{Ranking, meeting_any};
use crate::engine::table::SearchSize;
use crate::engine::whole::{self, Orders};
use crate::engine::{beam, cut, disk, index, meet, table, trial};
use crate::knuth;
use crate::puzzle::{Configuration, Puzzle};
use crate::tiles::bridge::ObserverBridge;
use crate::tiles::choice::{self as tile_solvers, TileAnswer as Tiled};
use crate::tiles::deepening::TileSearchEnd;
use crate::tiles::optimal::DatabaseFamily;
use crate::tiles::parity::{self, Parity};
use crate::tiles::pdb::Cache;
use crate::tiles::{Tiles, request as tile_request};

pub use query::{
    Advice, Answer, BeamOptions, Budget, Counted, Disk, Engine, FLOOR, Found, Interrupt,
    MOST_THREADS, Observer, Progress, Query, Refusal, Ring, Status, Stopped, Until,
};

/// Beyond this number of goals, the backward side of a bidirectional search starts too wide.
const FEW_GOALS: usize = 64;

/// Up to this many positions a search from one end takes less than a millisecond, and counts the
/// positions at each distance. Counting them may use `COUNTING_BYTES`, which takes less than a
/// tenth of a millisecond.
const FEW_PLACEMENTS: u32 = 10_000;
const COUNTING_BYTES: u64 = 1 << 16;

/// On larger boards codes have 96 words, and the ring's positions a few.
const SHORT_CODES: usize = 128;

/// Tile boards with at least this many cells have more than 10^8 positions.
const MANY_CELLS: usize = 12;

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
    let begun = Instant::now();
    if query.ring != Ring::default() && !matches!(query.engine, Engine::Auto | Engine::Ring) {
        return Err(Refusal::Unsuited("only the ring engine has a ring"));
    }
    let has_folder =
        matches!(query.engine, Engine::Auto | Engine::Disk | Engine::Index | Engine::Cut);
    if query.has_folder() && !has_folder {
        return Err(Refusal::Unsuited("only the engines disk, index and cut have a folder"));
    }
    let answer = match of_tiles(query, budget, observer)? {
        Some(answer) => answer,
        None => of_blocks_or_disk(query, budget, observer)?,
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

/// Searches in memory; if that is not enough and the query allows files, on disk.
fn of_blocks_or_disk(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let Some(disk) = query.spare_disk().filter(|_| !IS_WASM) else {
        return of_blocks(query, budget, observer);
    };
    let mut rest = HandoverObserver::new(observer);
    let answer = of_blocks(query, budget, &mut rest)?;
    if answer.status != Status::Stopped(Stopped::Memory) || check_puzzle(query.puzzle).is_err() {
        return Ok(answer);
    }
    rest.advised(&Advice::OnDisk);
    Ok(match in_files(query, disk, budget, &mut rest) {
        Ok(next) => next.or_earlier(answer),
        Err(error) => {
            rest.advised(&Advice::Disk(error.to_string()));
            answer
        }
    })
}

/// Searches on disk when memory is not enough.
fn in_files(
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let why = "not enough memory";
    if suits_rows(query) {
        observer.engine_chosen(Engine::Index, why);
        if let Ok(answer) = index::search_and_keep(query, disk, budget, observer) {
            return Ok(answer);
        }
    }
    observer.engine_chosen(Engine::Disk, why);
    disk::search(query, disk, budget, observer)
}

/// Searches the positions of a puzzle of any kind.
fn of_blocks(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let beam_may_follow = beam_may_follow(query, budget);
    let (engine, why) = match query.engine {
        Engine::Auto => match choose(query) {
            // It takes more memory than the ring, and less time, and ends when either is short.
            (Engine::Ring, _) if beam_may_follow && query.ring == Ring::default() => {
                (Engine::Table, "the time is limited".to_owned())
            }
            chosen => chosen,
        },
        engine => (engine, "as requested".to_owned()),
    };
    if IS_WASM && !matches!(engine, Engine::Table | Engine::Meet | Engine::Beam) {
        check_puzzle(query.puzzle)?;
        return Err(Refusal::Unsuited("only the engines table, meet and beam are here"));
    }
    observer.engine_chosen(engine, &why);
    if let Some(disk) = &query.disk
        && !IS_WASM
        && (query.has_folder() || engine == Engine::Disk)
    {
        return on_disk(engine, query, disk, budget, observer);
    }
    if let Some(deadline) = budget.deadline.filter(|_| beam_may_follow) {
        return until_deadline(engine, deadline, query, budget, observer);
    }
    match engine {
        Engine::Ring if !IS_WASM => knuth::search(query, budget, observer),
        Engine::Index if !IS_WASM => index::search(query, budget, observer),
        Engine::Cut if !IS_WASM => cut::search(query, budget, observer),
        Engine::Beam => asked_beam(query, budget, observer),
        Engine::Disk => Err(Refusal::NO_FOLDER),
        Engine::Meet => {
            check_puzzle(query.puzzle)?;
            let goals = goals(query, budget)?;
            Ok(meet::search(query, &goals, budget, observer))
        }
        _ => {
            check_puzzle(query.puzzle)?;
            let is_open = query.engine == Engine::Auto && query.until == Until::Exhausted;
            if !IS_WASM && is_open {
                return Ok(trial::search(query, budget, observer));
            }
            Ok(table::search(query, budget, observer))
        }
    }
}

/// Whether the beam engine may get the rest of the time, if an exact search does not suffice.
fn beam_may_follow(query: &Query, budget: &Budget) -> bool {
    query.beam.is_some()
        && query.engine == Engine::Auto
        && query.until == Until::Solved
        && budget.deadline.is_some()
        && budget.max_moves.is_none()
        && query.disk.is_none()
        && check_puzzle(query.puzzle).is_ok()
        && suits_beam(query.puzzle, query.style)
}

/// Searches exactly; once it is clear that this will not end in time, or not in the memory, the
/// beam engine gets the rest of the time.
fn until_deadline(
    engine: Engine,
    deadline: Instant,
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let mut forecast = Forecast::new(deadline);
    let mut trial = None;
    let continues = &mut |size: SearchSize| {
        forecast.look(size.positions)?;
        let Some(end) = forecast.trial() else { return ControlFlow::Continue(()) };
        let memory = budget.memory.saturating_sub(size.bytes);
        let part = Budget { deadline: Some(end), memory, ..budget.clone() };
        let answer = trial.insert(beam(query, &part, beam::Known::default(), &mut ()));
        budget.look()?;
        match answer.is_final() {
            true => ControlFlow::Break(Stopped::Rounds),
            false => forecast.tried(answer.moves),
        }
    };
    let exact = match engine {
        Engine::Ring if !IS_WASM => knuth::search(query, &forecast.first_part(budget), observer)?,
        Engine::Meet => {
            let goals = goals(query, budget)?;
            meet::search_until(query, &goals, budget, observer, continues)
        }
        _ => table::search_until(query, budget, observer, continues),
    };
    if exact.is_final() || exact.moves.is_some() {
        return Ok(exact);
    }
    let at_least = exact.at_least().unwrap_or(0);
    let trial = trial.filter(|answer| answer.moves.is_some() || answer.is_final());
    let trial = trial.map(|answer| answer.with_bound(at_least));
    if budget.look().is_break() || trial.as_ref().is_some_and(Answer::is_final) {
        return Ok(trial.unwrap_or(exact));
    }
    observer.engine_chosen(Engine::Beam, "an exact search would not end within the limits");
    let moves = trial.as_ref().and_then(|answer| answer.moves);
    if let Some(moves) = moves {
        observer.improved(moves, at_least);
    }
    let positions = exact.counted.total();
    let known = beam::Known { at_least, positions, moves, ..Default::default() };
    let mut answer = beam(query, budget, known, observer);
    if let Some(trial) = trial {
        answer = answer.or_shorter(trial);
    }
    Ok(answer.or_earlier(exact))
}

/// Runs the beam engine because the query asks for it.
fn asked_beam(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    check_puzzle(query.puzzle)?;
    let why = if !suits_beam(query.puzzle, query.style) {
        "the beam engine takes boards of up to 256 cells and styles 0 to 2 here"
    } else if query.until == Until::Exhausted {
        "the beam engine stops at the goal"
    } else if budget.max_moves.is_some() {
        "the beam engine takes no limit on moves: it cannot prove that no solution is within it"
    } else if budget.deadline.is_none() && query.beam.is_none_or(|beam| beam.rounds.is_none()) {
        "the beam engine needs a limit: set a time limit or a number of rounds"
    } else {
        return Ok(beam(query, budget, beam::Known::default(), observer));
    };
    Err(Refusal::Unsuited(why))
}

/// Runs the beam engine, with exact searches for its lower bounds.
fn beam(query: &Query, budget: &Budget, known: beam::Known, observer: &mut dyn Observer) -> Answer {
    let few_goals = meeting_any(query.puzzle, FEW_GOALS).filter(|goals| !goals.is_empty());
    let exact_query = Query { engine: Engine::Auto, ..query.clone() };
    let mut exact = |positions: u64, max_moves: Option<u64>| {
        // The beam holds the other half of the memory meanwhile.
        let budget = Budget { max_moves, memory: budget.memory / 2, ..budget.clone() };
        let continues = &mut |size: SearchSize| match size.positions < positions {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Stopped::Rounds),
        };
        match &few_goals {
            Some(goals) => meet::search_until(&exact_query, goals, &budget, &mut (), continues),
            None => table::search_until(&exact_query, &budget, &mut (), continues),
        }
    };
    let known = beam::Known { goals: few_goals.as_deref().unwrap_or_default(), ..known };
    beam::search(query, budget, known, &mut exact, observer)
}

/// Searches with the files in a folder.
fn on_disk(
    engine: Engine,
    query: &Query,
    disk: &Disk,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let has_ways = matches!(engine, Engine::Disk | Engine::Index);
    if !has_ways && !is_count(query) {
        let why = "in a folder, this engine only counts: expected --exhaust and --quiet";
        return Err(Refusal::Unsuited(why));
    }
    let answer = match engine {
        Engine::Index => index::search_and_keep(query, disk, budget, observer),
        Engine::Cut => return cut::search_and_keep(query, disk, budget, observer),
        _ => {
            return check_puzzle(query.puzzle)
                .and_then(|()| disk::search(query, disk, budget, observer));
        }
    };
    match answer {
        // Another engine cannot use what the folder already holds.
        Err(error) if query.engine == Engine::Auto && !disk.resumes && lists_may_do(&error) => {
            observer.engine_chosen(Engine::Disk, &format!("not the index, as {error}"));
            disk::search(query, disk, budget, observer)
        }
        answer => answer,
    }
}

/// Chooses an engine by the query and the puzzle, and says why.
fn choose(query: &Query) -> (Engine, String) {
    let puzzle = query.puzzle;
    if query.ring != Ring::default() {
        return (Engine::Ring, "a ring was asked for".to_owned());
    }
    if let Some(folder) = query.disk.as_ref().and_then(|disk| disk.folder.as_deref()) {
        return in_folder(query, folder);
    }
    if let Err(error) = check_puzzle(puzzle) {
        return (Engine::Ring, error.to_string());
    }
    match query.until {
        Until::Solved => match (!IS_WASM).then(|| few_placements(puzzle)).flatten() {
            Some(total) => (Engine::Table, format!("there are only {total} positions")),
            None if puzzle.size().cells() > SHORT_CODES && !IS_WASM => {
                (Engine::Ring, "the board has more than 128 cells".to_owned())
            }
            None if has_few_goals(puzzle) => {
                (Engine::Meet, "there are many positions, and few meet the goal".to_owned())
            }
            None => (Engine::Table, "many positions meet the goal".to_owned()),
        },
        Until::Exhausted => (Engine::Table, "it shows soon whether another is better".to_owned()),
    }
}

/// Chooses for a folder: resumes the search it holds; a query for all positions uses rows if
/// possible.
fn in_folder(query: &Query, folder: &Path) -> (Engine, String) {
    match disk::purpose_of(folder) {
        Some(Purpose::CountByRows | Purpose::CountByBands | Purpose::PathByBands) => {
            (Engine::Index, "there is its search in the folder".to_owned())
        }
        Some(Purpose::CountByCut) => (Engine::Cut, "there is its search in the folder".to_owned()),
        None if suits_rows(query) => {
            (Engine::Index, "there is a folder for it, and pieces have many orders".to_owned())
        }
        _ => (Engine::Disk, disk::CHOSEN.to_owned()),
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
    if !parity::is_odd(query.puzzle) {
        query.until = Until::Exhausted;
    }
    solve(&query, budget, observer)
}

/// Whether only the number at each distance is wanted.
fn is_count(query: &Query) -> bool {
    !query.wants_solution && query.until == Until::Exhausted
}

/// Whether rows on disk are better than lists: rows hold all orders of their pieces, and every
/// level passes over all of them, so most should be reachable.
fn suits_rows(query: &Query) -> bool {
    let has_orders = || whole::many_orders(query.puzzle, Orders::Unlike).is_some();
    query.until == Until::Exhausted && has_orders()
}

/// Whether rows were refused for something that lists do not need: memory, or pieces that have
/// rows.
fn lists_may_do(error: &Refusal) -> bool {
    use Refusal::{NoRoom, TooManyPlacements, Uncountable, Unsuited};
    matches!(error, NoRoom { .. } | TooManyPlacements { .. } | Uncountable { .. } | Unsuited(_))
}

/// Returns the number of positions, if it can be counted quickly and is small.
fn few_placements(puzzle: &Puzzle) -> Option<BigUint> {
    let ranking = Ranking::new(puzzle, COUNTING_BYTES).ok()?;
    (*ranking.total() <= FEW_PLACEMENTS.into()).then(|| ranking.total().clone())
}

/// Whether there are goals, and few enough to search back from.
fn has_few_goals(puzzle: &Puzzle) -> bool {
    meeting_any(puzzle, FEW_GOALS).is_some_and(|goals| !goals.is_empty())
}

/// Returns the goals from which the bidirectional search starts.
fn goals(query: &Query, budget: &Budget) -> Result<Vec<Configuration>, Refusal> {
    if query.until == Until::Exhausted {
        return Err(Refusal::Unsuited("the meet engine stops at the goal"));
    }
    meet::goals(query.puzzle, budget)
}

/// Returns the answer of the tile solvers, if the puzzle is one for them and they are the better
/// choice, or if the query asks for one of them.
fn of_tiles(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Answer>, Refusal> {
    let is_asked_for = query.engine.is_for_tiles();
    let has_place = query.ring != Ring::default() || query.has_folder();
    if IS_WASM {
        let why = "the solvers of tile puzzles are not here";
        return if is_asked_for { Err(Refusal::Unsuited(why)) } else { Ok(None) };
    }
    if !is_asked_for && (query.engine != Engine::Auto || has_place) {
        return Ok(None);
    }
    let tiles = match suits_tiles(query, is_asked_for) {
        Ok(tiles) => tiles,
        Err(why) if is_asked_for => return Err(Refusal::Unsuited(why)),
        Err(_) => return Ok(None),
    };
    let request = tile_solvers::TileRequest {
        engine: query.engine,
        cache: query.databases.as_deref().map(Cache::new),
        memory: Some(budget.room()),
        max_moves: budget.max_moves,
        time_limit: budget.deadline.map(|end| end.saturating_duration_since(Instant::now())),
        threads: std::num::NonZeroUsize::new(budget.threads()),
        ..Default::default()
    };
    if query.engine == Engine::Construct && budget.max_moves.is_some() {
        return Err(Refusal::Unsuited(
            "this engine does not look for few moves, so it takes no limit",
        ));
    }
    if query.engine == Engine::Pdb && !tile_request::has_room(&tiles, &request) {
        let needed = tile_request::bytes(&tiles, &request, DatabaseFamily::Small).unwrap_or(0);
        let needed = budget.memory - budget.room() + needed;
        return Err(Refusal::TooLittleMemory { allowed: budget.memory, needed });
    }
    let mut watch = ObserverBridge::new(budget, observer);
    let tiled = tile_solvers::solve(&tiles, &request, &mut watch);
    let tiled = tiled.map_err(|error| Refusal::TooLarge(error.to_string()))?;
    Ok(Some(answer_of(query, budget, &tiles, tiled)))
}

/// Returns the tiles of a puzzle that suits the tile solvers, or the reason why it does not.
fn suits_tiles(query: &Query, is_asked_for: bool) -> Result<Tiles, &'static str> {
    let tiles = Tiles::of(query.puzzle).ok_or("this engine takes only tile puzzles")?;
    if tiles.is_line() {
        return Err("this engine takes no single rows or columns");
    }
    // With one empty cell a tile cannot move on after a step, so a move of one piece is one step in
    // styles 1 and 2 as well.
    let is_of_one = query.style.number() <= 2;
    if query.until == Until::Exhausted {
        return Err("this engine stops at the goal");
    }
    if is_asked_for {
        return if is_of_one { Ok(tiles) } else { Err("this engine takes only styles 0, 1 and 2") };
    }
    // Two rows of six make solutions too long for these searches, and have few enough positions for
    // the others.
    let cells = tiles.size().cells();
    let suits = is_of_one && (tile_request::is_tractable(tiles.size()) || cells > MANY_CELLS);
    let is_better = cells >= MANY_CELLS && suits || !Parity::of(&tiles).is_solvable();
    if is_better { Ok(tiles) } else { Err("the other searches are as good") }
}

fn answer_of(query: &Query, budget: &Budget, tiles: &Tiles, tiled: Tiled) -> Answer {
    let found = tiled.found;
    let way = match &found.ending {
        TileSearchEnd::Solved(way) | TileSearchEnd::Constructed(way) => Some(way),
        _ => None,
    };
    let stopped = budget.look().break_value().unwrap_or(Stopped::Time);
    let status = found.ending.status(budget.max_moves, stopped);
    Answer {
        status,
        moves: way.map(|way| way.len() as u64),
        is_shortest: !matches!(found.ending, TileSearchEnd::Constructed(_)),
        counted: Counted::Visited { positions: found.positions, at_least: found.lower_bound },
        solution: way.filter(|_| query.wants_solution).and_then(|way| tiles.solution(way)),
        elapsed: Default::default(),
        engine: tiled.engine,
    }
}
