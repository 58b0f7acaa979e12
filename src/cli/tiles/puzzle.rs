//! The part of `sliding solve` that is for tile puzzles.

use std::path::PathBuf;
use std::time::Instant;

use sliding::Puzzle;
use sliding::solve::{Answer, Request as SearchRequest};
use sliding::tiles::Tiles;
use sliding::tiles::choice::{Answer, Engine, Request, solve};
use sliding::tiles::deepening::{Ending, is_searched};
use sliding::tiles::parity::Parity;

use super::watch::Progress;
use super::{cache, status};
use crate::cli::options::Pace;

/// What `sliding solve` asks of the searches for tile puzzles.
pub struct ForPuzzle<'a> {
    /// `None` where none of them was asked for by name.
    pub engine: Option<Engine>,
    pub request: &'a SearchRequest,
    pub pace: Pace,
    pub verbose: bool,
    pub cache: Option<PathBuf>,
}

/// Boards of so many cells and more have more than 10^8 configurations.
const MANY_CELLS: usize = 12;

/// Solves a puzzle if it is a tile puzzle and this is the better way, or was asked for.
pub fn outcome(puzzle: &Puzzle, asked: &ForPuzzle) -> Result<Option<Answer>, String> {
    let begun = Instant::now();
    // With one empty cell a tile cannot go on after a step, so a move of one piece is one step in
    // styles 1 and 2 as well.
    let is_of_one = asked.request.style.number() <= 2;
    let tiles = match (Tiles::of(puzzle), asked.engine) {
        (None, Some(_)) => return Err("this engine takes only tile puzzles".into()),
        (None, None) => return Ok(None),
        (Some(_), Some(_)) if !is_of_one => {
            return Err("this engine takes only styles 0, 1 and 2".into());
        }
        (Some(tiles), _) => tiles,
    };
    let is_large = tiles.size.cells() >= MANY_CELLS;
    // Two rows of six are too long for these searches, and not too many for the others.
    let suits = is_of_one && (is_searched(tiles.size) || tiles.size.cells() > MANY_CELLS);
    let is_better = is_large && (suits || !Parity::of(&tiles).is_solvable());
    if asked.engine.is_none() && !is_better {
        return Ok(None);
    }
    let max_moves = asked.request.limits.max_moves;
    let request = Request {
        engine: asked.engine.unwrap_or_default(),
        cache: cache(asked.cache.as_deref()),
        threads: asked.pace.threads,
        max_moves,
        ..Request::default()
    };
    let mut progress = Progress::new(asked.pace, asked.verbose);
    let answer = solve(&tiles, &request, &mut progress);
    let Answer { found, engine, .. } = answer.map_err(|error| error.to_string())?;
    let way = match &found.ending {
        Ending::Solved(way) | Ending::Constructed(way) => Some(way),
        Ending::Unsolvable | Ending::Exceeded | Ending::Stopped => None,
    };
    Ok(Some(Answer {
        status: status(&found.ending, max_moves),
        moves: way.map(|way| way.len() as u64),
        is_shortest: !matches!(found.ending, Ending::Constructed(_)),
        levels: Vec::new(),
        states: found.positions,
        solution: way.filter(|_| asked.request.want_solution).map(|way| tiles.solution(way)),
        elapsed: begun.elapsed(),
        engine,
    }))
}
