//! Lists all shortest solutions of tile puzzles.
//!
//! They are searched with pattern databases, for either [`Metric`](super::Metric).

use std::ops::ControlFlow;
use std::time::Duration;

use super::Tiles;
use super::batch::{BatchObserver, BoardObserver};
use super::choice::{MANY, TileObserver as _, begin, too_little_memory};
use super::deepening::{TileSearchEnd, TileSearchResult, TooLarge};
use super::optimal::DatabaseFamily;
use super::request::{FirstAttempt, TileAnswer, TileRequest, bytes, has_room};
use super::session::Session;
use crate::engine::host::Instant;
use crate::engine::query::Engine;
use crate::puzzle::Direction;

/// Lists the shortest solutions of puzzles, one puzzle after the other. The databases of a puzzle
/// are reused for the next one if it has the same size and the same goal of the blank.
///
/// ```
/// use std::ops::ControlFlow;
/// use sliding::tiles::{Tiles, choice::TileRequest, listing::SolutionLister, notation};
///
/// // The farthest board of 2 x 2: the blank goes round either way.
/// let (size, start) = notation::board("0 3/2 1", None).unwrap();
/// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
/// let mut moved = Vec::new();
/// let listing = SolutionLister::new(&TileRequest::default(), &()).list(&tiles, &mut |way| {
///     moved.push(tiles.moved(way));
///     ControlFlow::Continue(())
/// });
/// moved.sort();
/// assert_eq!(moved, [[2, 1, 3, 2, 1, 3], [3, 1, 2, 3, 1, 2]]);
/// assert_eq!(listing.unwrap().solutions, 2);
/// ```
pub struct SolutionLister<'a> {
    request: TileRequest,
    observer: &'a dyn BatchObserver,
    /// Number of puzzles listed.
    puzzles: usize,
    session: Session,
}

/// The result of listing the shortest solutions of a puzzle.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The first of the solutions; if there is none, why.
    pub answer: TileAnswer,
    /// Number of solutions passed to the callback.
    pub solutions: u64,
    /// Whether these are all.
    pub are_all: bool,
    /// The time for this puzzle, without the time for its databases.
    pub elapsed: Duration,
}

impl<'a> SolutionLister<'a> {
    /// Creates a lister. It always uses databases, whatever the request's engine. The request's
    /// time limit is for each puzzle, including the building of databases.
    pub fn new(request: &TileRequest, overseer: &'a dyn BatchObserver) -> SolutionLister<'a> {
        let request = TileRequest { engine: Engine::Pdb, ..request.clone() };
        SolutionLister { request, observer: overseer, puzzles: 0, session: Session::default() }
    }

    /// Passes each shortest solution of a puzzle, as moves of the blank, to `visit`, until it
    /// returns `Break`.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has more than 25 cells.
    pub fn list(
        &mut self,
        tiles: &Tiles,
        visit: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    ) -> Result<Listing, TooLarge> {
        let number = self.puzzles;
        self.puzzles += 1;
        let listing = self.search(number, tiles, visit);
        self.observer.answered(number);
        listing
    }

    fn search(
        &mut self,
        number: usize,
        tiles: &Tiles,
        visit: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    ) -> Result<Listing, TooLarge> {
        let mut one = BoardObserver::new(number, self.request.time_limit, self.observer);
        let before = match begin(tiles, &self.request, MANY, &mut one)? {
            FirstAttempt::NeedsDatabases(found) => found,
            FirstAttempt::Answered(answer) => {
                let elapsed = one.started.elapsed();
                let solutions = u64::from(answer.moves().is_some());
                let _ = answer.moves().map(visit);
                return Ok(Listing { answer, solutions, are_all: true, elapsed });
            }
        };
        if !has_room(tiles, &self.request) {
            one.lacks_memory(
                bytes(tiles, &self.request, DatabaseFamily::Small).unwrap_or(u64::MAX),
            );
            let answer = too_little_memory(before).with_fallback(tiles, self.request.metric);
            let elapsed = one.started.elapsed();
            return Ok(Listing { answer, solutions: 0, are_all: false, elapsed });
        }
        let begun = Instant::now();
        let databases = self.session.databases(tiles, &self.request, &mut one)?;
        let waited = begun.elapsed();
        let (mut first, mut solutions, mut wish) = (None, 0, ControlFlow::Continue(()));
        let mut counted = |path: &[Direction]| {
            first.get_or_insert_with(|| path.to_vec());
            solutions += 1;
            wish = visit(path);
            wish
        };
        let mut found = match databases {
            Some(databases) => {
                databases.each(tiles, self.request.max_moves, &mut one, &mut counted)?
            }
            None => TileSearchResult { ending: TileSearchEnd::Stopped, ..before },
        };
        let are_all = matches!(found.ending, TileSearchEnd::Solved(_)) && wish.is_continue();
        if let Some(path) = first {
            found.ending = TileSearchEnd::Solved(path);
        }
        let answer = TileAnswer::new(found, Engine::Pdb).with_fallback(tiles, self.request.metric);
        let elapsed = one.started.elapsed().saturating_sub(waited);
        Ok(Listing { answer, solutions, are_all, elapsed })
    }
}
