//! What the commands that search have in common: a puzzle is read and searched, what was found is
//! written, and refusals and limits are told on standard error.

use std::io::{self, Write};
use std::path::Path;

use sliding::Puzzle;
use sliding::analyse::{Count, Graph, GraphError, Map, Survey};
use sliding::search::{Limit, Observer, Outcome, Request, SearchError, Status, search};

use super::input::{self, Input};
use super::progress::Watch;
use super::tiles::{self, ForPuzzle};
use super::{Verdict, complain, options};

/// What a search gives back.
pub trait Finding {
    /// What it makes of the run, limits left aside.
    fn verdict(&self) -> Verdict {
        Verdict::Fine
    }

    /// What stopped the search before its end.
    fn limit(&self) -> Option<Limit>;

    /// How to get farther, where this limit stopped the search.
    fn way_out(&self, limit: Limit, request: &Request) -> String {
        options::way_out(limit, request.ring)
    }
}

impl Finding for Outcome {
    fn verdict(&self) -> Verdict {
        match self.status {
            Status::Unsolvable => Verdict::Negative,
            Status::Solved | Status::Limit(_) => Verdict::Fine,
        }
    }

    fn limit(&self) -> Option<Limit> {
        match self.status {
            Status::Limit(limit) => Some(limit),
            Status::Solved | Status::Unsolvable => None,
        }
    }
}

impl Finding for Map {
    fn limit(&self) -> Option<Limit> {
        self.limit
    }
}

impl Finding for Count {
    fn verdict(&self) -> Verdict {
        if self.moves.is_none() { Verdict::Negative } else { Verdict::Fine }
    }

    fn limit(&self) -> Option<Limit> {
        self.limit
    }
}

impl Finding for Survey {
    fn limit(&self) -> Option<Limit> {
        self.limit
    }

    fn way_out(&self, limit: Limit, request: &Request) -> String {
        match (limit, &self.placements) {
            (Limit::Memory, Some(placements)) if self.sizes.is_empty() => format!(
                "the {placements} placements were only counted: to search them takes a bit for each \
                 in half of --memory"
            ),
            _ => options::way_out(limit, request.ring),
        }
    }
}

/// A graph is whole, or there is none.
impl Finding for Graph {
    fn limit(&self) -> Option<Limit> {
        None
    }
}

/// Why nothing was found.
pub trait Refusal {
    /// The reason for people, and what it makes of the run.
    fn told(&self, request: &Request) -> (String, Verdict);
}

impl Refusal for SearchError {
    fn told(&self, request: &Request) -> (String, Verdict) {
        options::refusal(self, request)
    }
}

impl Refusal for GraphError {
    fn told(&self, request: &Request) -> (String, Verdict) {
        match self {
            GraphError::Limit(limit) => (options::way_out(*limit, request.ring), Verdict::Limit),
            GraphError::TooMany { .. } => {
                (format!("{self}; a larger --max-nodes allows more"), Verdict::Limit)
            }
            GraphError::Search(error) => error.told(request),
        }
    }
}

/// Why a puzzle was not searched by the engine that suits it.
#[derive(Debug, thiserror::Error)]
pub enum Unsuited {
    /// By those for tile puzzles.
    #[error("{0}")]
    Tiles(String),
    /// By all others.
    #[error("{0}")]
    Search(SearchError),
}

impl Refusal for Unsuited {
    fn told(&self, request: &Request) -> (String, Verdict) {
        match self {
            Unsuited::Tiles(message) => (message.clone(), Verdict::BadInput),
            Unsuited::Search(error) => error.told(request),
        }
    }
}

/// Searches a puzzle for a solution: as a tile puzzle if `tiles` says so and it is the better way.
pub fn solution(
    puzzle: &Puzzle,
    request: &Request,
    tiles: Option<&ForPuzzle>,
    observer: &mut dyn Observer,
) -> Result<Outcome, Unsuited> {
    if let Some(asked) = tiles
        && let Some(outcome) = tiles::outcome(puzzle, asked).map_err(Unsuited::Tiles)?
    {
        return Ok(outcome);
    }
    search(puzzle, request, observer).map_err(Unsuited::Search)
}

/// Lets `find` search, and tells why if it cannot.
pub fn ask<T, E: Refusal>(
    input: &Input,
    request: &Request,
    mut watch: Watch,
    find: impl FnOnce(&Puzzle, &Request, &mut Watch) -> Result<T, E>,
) -> Result<T, Verdict> {
    let found = find(&input.puzzle, request, &mut watch);
    // The bar goes before anything is written.
    drop(watch);
    found.map_err(|error| {
        let (message, verdict) = error.told(request);
        complain(&format!("{}: {message}", input.file));
        verdict
    })
}

/// Tells of a limit, after the name of what met it.
pub fn stopped(name: &str, way_out: &str) -> Verdict {
    complain(&format!("{name}: {way_out}"));
    Verdict::Limit
}

/// Lets `find` search a puzzle that was read, and `write` write what was found.
pub fn run_query_on<T: Finding, E: Refusal>(
    input: &Input,
    (request, watch): (&Request, Watch),
    find: impl FnOnce(&Puzzle, &Request, &mut Watch) -> Result<T, E>,
    out: &mut dyn Write,
    write: impl FnOnce(T, &mut dyn Write) -> io::Result<Verdict>,
) -> io::Result<Verdict> {
    let found = match ask(input, request, watch, find) {
        Ok(found) => found,
        Err(verdict) => return Ok(verdict),
    };
    let verdict = found.verdict();
    let way_out = found.limit().map(|limit| found.way_out(limit, request));
    let written = write(found, out)?;
    out.flush()?;
    let limited = way_out.map_or(Verdict::Fine, |way_out| stopped(&input.file, &way_out));
    Ok(verdict.max(written).max(limited))
}

/// Reads a puzzle, lets `find` search it, and `write` write what was found.
pub fn run_query<T: Finding, E: Refusal>(
    file: &Path,
    asked: (&Request, Watch),
    find: impl FnOnce(&Puzzle, &Request, &mut Watch) -> Result<T, E>,
    out: &mut dyn Write,
    write: impl FnOnce(&Input, T, &mut dyn Write) -> io::Result<Verdict>,
) -> io::Result<Verdict> {
    match input::puzzle(file) {
        Err(verdict) => Ok(verdict),
        Ok(input) => run_query_on(&input, asked, find, out, |found, out| write(&input, found, out)),
    }
}
