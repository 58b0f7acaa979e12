//! Tile puzzles, where their own solvers are the better choice.

use std::num::NonZeroUsize;

use crate::engine::host::{IS_WASM, Instant};
use crate::engine::query::{
    Answer, Budget, Counted, Engine, Observer, Query, Refusal, Stopped, Until,
};
use crate::tiles::bridge::ObserverBridge;
use crate::tiles::choice::{self as tile_solvers, TileAnswer as Tiled};
use crate::tiles::deepening::TileSearchEnd;
use crate::tiles::optimal::DatabaseFamily;
use crate::tiles::parity::Parity;
use crate::tiles::pdb::Cache;
use crate::tiles::{Tiles, request as tile_request};

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
    let request = tile_solvers::TileRequest {
        engine: query.engine,
        cache: query.databases.as_deref().map(Cache::new),
        memory: Some(budget.room()),
        max_moves: budget.max_moves,
        time_limit: budget.deadline.map(|end| end.saturating_duration_since(Instant::now())),
        threads: NonZeroUsize::new(budget.threads()),
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
    let stopped = budget.look().err().unwrap_or(Stopped::Time);
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
