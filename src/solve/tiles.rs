//! Tile puzzles, where their own solvers are the better choice.

use crate::engine::host::IS_WASM;
use crate::engine::query::{
    Answer, Budget, Counted, Engine, Observer, Query, Refusal, Status, Until,
};
use crate::tiles::pdb::Cache;
use crate::tiles::{Metric, Parity, Run, TileAnswer, TileQuery, Tiles, is_tractable, solve};

/// Tile boards with at least this many cells have more than 10^8 positions.
const MANY_CELLS: usize = 12;

/// Returns the answer of the tile solvers, if the puzzle is one for them and they are the better
/// choice, or if the query asks for one of them.
pub fn of_tiles(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Answer>, Refusal> {
    let is_asked_for = query.engine.is_for_tiles();
    if IS_WASM {
        let why = "the solvers of tile puzzles are not here";
        return if is_asked_for { Err(Refusal::Unsuited(why)) } else { Ok(None) };
    }
    if !is_asked_for && (query.engine != Engine::Auto || query.disk.is_some()) {
        return Ok(None);
    }
    let tiles = match suits_tiles(query, is_asked_for) {
        Ok(tiles) => tiles,
        Err(why) if is_asked_for => return Err(Refusal::Unsuited(why)),
        Err(_) => return Ok(None),
    };
    let cache = query.databases.as_deref().map(Cache::new);
    let tile_query = TileQuery { engine: query.engine, cache, ..TileQuery::default() };
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
    let answer = solve(&tiles, &tile_query, &mut Run { budget, observer });
    let answer = answer.map_err(|error| Refusal::TooLarge(error.to_string()))?;
    Ok(Some(answer_of(query, &tiles, answer)))
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
    let suits = is_of_one && (is_tractable(tiles.size()) || cells > MANY_CELLS);
    let is_better = cells >= MANY_CELLS && suits || !Parity::of(&tiles).is_solvable();
    if is_better { Ok(tiles) } else { Err("the other searches are as good") }
}

fn answer_of(query: &Query, tiles: &Tiles, found: TileAnswer) -> Answer {
    let path = found.path.as_ref().filter(|_| found.status == Status::Solved);
    Answer {
        status: found.status,
        moves: path.map(|path| path.len() as u64),
        is_shortest: path.is_none() || found.is_shortest(Metric::Steps),
        counted: Counted::Visited { positions: found.positions, at_least: found.at_least },
        solution: path.filter(|_| query.wants_solution).and_then(|path| tiles.solution(path)),
        elapsed: Default::default(),
        engine: found.engine,
    }
}
