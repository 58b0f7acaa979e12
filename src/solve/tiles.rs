//! Tile puzzles, where their own solvers are the better choice.

use crate::engine::host::IS_WASM;
use crate::engine::query::{
    Answer, Budget, Counted, Engine, Observer, Query, Refusal, Status, Until,
};
use crate::tiles::MOST_CELLS;
use crate::tiles::pdb::Cache;
use crate::tiles::{Metric, Parity, Run, TileAnswer, TileQuery, TileSolver, Tiles, is_tractable};

/// Tile boards with at least this many cells have more than 10^8 positions.
const MANY_CELLS: usize = 12;

/// Whether the solvers of tile puzzles take a query: databases that [`solve_with`](super::solve_with)
/// keeps open are of use for it.
///
/// ```
/// use sliding::puzzle::Style;
/// use sliding::solve::{Query, is_for_tiles};
///
/// let is = |board| {
///     let (puzzle, _) = sliding::notation::parse(board).unwrap();
///     is_for_tiles(&Query::new(&puzzle, Style::STEP))
/// };
/// assert!(is("d68cfe0ab7459132"));
/// assert!(!is("8 6 7/2 5 4/3 0 1"), "the other searches are as good");
/// ```
pub fn is_for_tiles(query: &Query) -> bool {
    matches!(tiles_of(query), Ok(Some(_)))
}

/// Returns the tiles of a puzzle, if the tile solvers are the better choice, or if the query asks for
/// one of them.
fn tiles_of(query: &Query) -> Result<Option<Tiles>, Refusal> {
    let is_asked_for = query.engine.is_for_tiles();
    if IS_WASM {
        let why = "the solvers of tile puzzles are not here";
        return if is_asked_for { Err(Refusal::Unsuited(why)) } else { Ok(None) };
    }
    if !is_asked_for && (query.engine != Engine::Auto || query.disk.is_some()) {
        return Ok(None);
    }
    match suits_tiles(query, is_asked_for) {
        Ok(tiles) => Ok(Some(tiles)),
        Err(why) if is_asked_for => Err(Refusal::Unsuited(why)),
        Err(_) => Ok(None),
    }
}

/// Returns the answer of the tile solvers, if they take the query.
pub fn of_tiles(
    solver: &TileSolver,
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Answer>, Refusal> {
    // So the browser's part for other puzzles has no solvers of tiles.
    let Some(tiles) = tiles_of(query)?.filter(|_| !IS_WASM) else { return Ok(None) };
    let cache = query.databases.as_deref().map(Cache::new);
    let tile_query = TileQuery { engine: query.engine, cache, metric: query.style.into() };
    if query.engine == Engine::Construct && budget.max_moves.is_some() {
        return Err(Refusal::Unsuited(
            "this engine does not look for few moves, so it takes no limit",
        ));
    }
    if query.engine == Engine::Pdb
        && let Some(needed) = tile_query.lack_of_memory(&tiles, budget)
    {
        let needed = budget.memory - budget.room() + needed;
        return Err(Refusal::TooLittleMemory { allowed: budget.memory, needed });
    }
    let answer = solver.search(&tiles, &tile_query, &mut Run { budget, observer });
    let answer = answer.map_err(|error| Refusal::TooLarge(error.to_string()))?;
    Ok(Some(answer_of(query, &tiles, tile_query.metric, answer)))
}

/// Returns the tiles of a puzzle that suits the tile solvers, or the reason why it does not.
fn suits_tiles(query: &Query, is_asked_for: bool) -> Result<Tiles, &'static str> {
    let tiles = Tiles::of(query.puzzle).ok_or("this engine takes only tile puzzles")?;
    if tiles.is_line() {
        return Err("this engine takes no single rows or columns");
    }
    let is_of_one = Metric::from(query.style) == Metric::Steps;
    if query.until == Until::Exhausted {
        return Err("this engine stops at the goal");
    }
    if is_asked_for {
        let is_right = is_of_one || query.engine == Engine::Pdb;
        return if is_right { Ok(tiles) } else { Err("this engine takes only styles 0, 1 and 2") };
    }
    // Two rows of six make solutions too long for these searches, and have few enough positions for
    // the others.
    let cells = tiles.size().cells();
    let suits = match is_of_one {
        true => is_tractable(tiles.size()) || cells > MANY_CELLS,
        false => (MANY_CELLS + 1..=MOST_CELLS).contains(&cells),
    };
    let is_better = cells >= MANY_CELLS && suits || !Parity::of(&tiles).is_solvable();
    if is_better { Ok(tiles) } else { Err("the other searches are as good") }
}

fn answer_of(query: &Query, tiles: &Tiles, metric: Metric, found: TileAnswer) -> Answer {
    let path = found.path.as_ref().filter(|_| found.status == Status::Solved);
    Answer {
        status: found.status,
        moves: path.map(|path| metric.moves(path).count() as u64),
        is_shortest: path.is_none() || found.is_shortest(metric),
        counted: Counted::Visited { positions: found.positions, at_least: found.at_least },
        solution: path
            .filter(|_| query.wants_solution)
            .and_then(|path| tiles.solution(path, metric)),
        elapsed: Default::default(),
        engine: found.engine,
    }
}
