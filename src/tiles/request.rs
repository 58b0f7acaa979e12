//! What is asked of the solvers of tile puzzles, what they answer, and which databases suit.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::deepening::{TileSearchEnd, TileSearchResult};
use super::journal::SearchJournal;
use super::optimal::{self, DatabaseFamily};
use super::pdb::{Cache, PatternError};
use super::{Metric, Tiles, slides};
use crate::engine::host::{free, threads};
use crate::engine::query::{Budget, Engine};
use crate::puzzle::{Direction, Size};

/// Some starts on boards with more cells, rows or columns take days even with databases.
const HOPEFUL_CELLS: usize = 16;
const HOPEFUL_LINES: u32 = 5;

/// Databases up to this size, in bytes, take a few seconds to build. For such boards larger ones
/// are built only if there is much time.
const CHEAP: u64 = 64 << 20;
const MUCH_TIME: Duration = Duration::from_secs(60);

/// The settings of a search.
#[derive(Clone, Debug, Default)]
pub struct TileRequest {
    /// The engine: one of those for tile puzzles.
    pub engine: Engine,
    /// The databases to use; if `None`, the large ones if the cache has them, else small ones.
    pub family: Option<DatabaseFamily>,
    /// The cache of databases, if any.
    pub cache: Option<Cache>,
    /// Number of threads; all cores if `None`. They share the building of databases, the passes of
    /// [`Engine::Pdb`] for steps, and the boards of [`solve_all`](super::batch::solve_all).
    pub threads: Option<NonZeroUsize>,
    /// Memory limit for databases, in bytes. If they need more, steps are searched by
    /// [`Engine::Korf1`] instead. Slides, and lists of all solutions, need databases, and end as
    /// [`TileSearchEnd::TooLittleMemory`].
    pub memory: Option<u64>,
    /// The metric. Slides are only searched by [`Engine::Pdb`] and beams, on boards of up to 25
    /// cells.
    pub metric: Metric,
    /// Maximum length of solutions; constructed ones may be longer.
    pub max_moves: Option<u64>,
    /// Time limit for each board, including the building of databases.
    /// [`solve_all`](super::batch::solve_all) enforces it. For [`solve`](super::choice::solve) the observer enforces it,
    /// and this field announces it.
    pub time_limit: Option<Duration>,
    /// The journal of the search by databases, of a request for one board:
    /// [`with_journal`](Self::with_journal).
    pub journal: Option<Arc<Mutex<SearchJournal>>>,
}

impl TileRequest {
    /// Returns the request for a board by [`Engine::Pdb`] and its present databases, with a journal
    /// from which the search resumes.
    ///
    /// # Errors
    ///
    /// As for [`SearchJournal::open`].
    pub fn with_journal(self, path: &Path, tiles: &Tiles) -> io::Result<TileRequest> {
        let family = family(tiles, &self);
        let journal = SearchJournal::open(path, tiles, family)?;
        let journal = Some(Arc::new(Mutex::new(journal)));
        Ok(TileRequest { engine: Engine::Pdb, family: Some(family), journal, ..self })
    }
}

/// The result, and the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileAnswer {
    /// The result.
    pub found: TileSearchResult,
    /// The engine that found it.
    pub engine: Engine,
    /// A longer solution, if a search for a shortest one ended at a limit.
    pub fallback: Option<Vec<Direction>>,
}

impl TileAnswer {
    /// Returns the shortest known solution.
    pub fn moves(&self) -> Option<&[Direction]> {
        match &self.found.ending {
            TileSearchEnd::Solved(path) | TileSearchEnd::Constructed(path) => Some(path),
            TileSearchEnd::Unsolvable
            | TileSearchEnd::Exceeded
            | TileSearchEnd::Stopped
            | TileSearchEnd::TooLittleMemory => self.fallback.as_deref(),
        }
    }

    pub(super) fn new(found: TileSearchResult, engine: Engine) -> TileAnswer {
        TileAnswer { found, engine, fallback: None }
    }
}

/// How far a puzzle is solved without databases.
pub(super) enum FirstAttempt {
    /// Completely.
    Answered(TileAnswer),
    /// The result up to the point where databases became the better choice.
    NeedsDatabases(TileSearchResult),
}

/// Returns the threads and the bytes of memory for one of several boards.
pub(super) fn share_of_one(request: &TileRequest, boards: usize) -> (usize, u64) {
    let all = threads(request.threads);
    let at_once = boards.clamp(1, all);
    let memory = request.memory.or(free().map(|free| free / 2)).unwrap_or(Budget::default().memory);
    (all / at_once, memory / at_once as u64)
}

/// Whether databases find shortest solutions of all boards of this size in reasonable time.
pub(crate) fn is_tractable(size: Size) -> bool {
    size.cells() <= HOPEFUL_CELLS && size.rows.max(size.cols) <= HOPEFUL_LINES
}

/// Returns the requested databases; else the large ones if the cache has them, else the small ones,
/// or quick ones if these take too long to build.
pub(super) fn family(tiles: &Tiles, request: &TileRequest) -> DatabaseFamily {
    request.family.unwrap_or_else(|| {
        if has(tiles, request, DatabaseFamily::Large) && fits(tiles, request, DatabaseFamily::Large)
        {
            DatabaseFamily::Large
        } else if has_little_time(tiles, request) && !has(tiles, request, DatabaseFamily::Small) {
            DatabaseFamily::Quick
        } else {
            DatabaseFamily::Small
        }
    })
}

/// Whether `auto` has too little time to build the small databases of a board.
fn has_little_time(tiles: &Tiles, request: &TileRequest) -> bool {
    let is_cheap = bytes(tiles, request, DatabaseFamily::Small).is_ok_and(|bytes| bytes <= CHEAP);
    may_be_suboptimal(tiles, request) && !has_much_time(request) && !is_cheap
}

/// Whether the time is enough for databases of boards that are seldom solved.
pub(super) fn has_much_time(request: &TileRequest) -> bool {
    request.time_limit.is_some_and(|limit| limit >= MUCH_TIME)
}

/// Whether `auto` may end with a constructed solution of a board.
pub(super) fn may_be_suboptimal(tiles: &Tiles, request: &TileRequest) -> bool {
    let is_tractable = match request.metric {
        Metric::Steps => is_tractable(tiles.size),
        Metric::Slides => tiles.size.cells() <= HOPEFUL_CELLS,
    };
    request.engine == Engine::Auto && !is_tractable
}

/// Whether the databases for a puzzle fit the memory limit.
pub(crate) fn has_room(tiles: &Tiles, request: &TileRequest) -> bool {
    fits(tiles, request, family(tiles, request))
}

fn fits(tiles: &Tiles, request: &TileRequest, family: DatabaseFamily) -> bool {
    // Boards that have no databases are refused elsewhere.
    let bytes = bytes(tiles, request, family).unwrap_or(0);
    request.memory.is_none_or(|memory| bytes <= memory)
}

/// Returns the bytes of the databases for a puzzle.
///
/// # Errors
///
/// Returns an error if boards of this size have none.
pub(crate) fn bytes(
    tiles: &Tiles,
    request: &TileRequest,
    family: DatabaseFamily,
) -> Result<u64, PatternError> {
    let (size, blank) = (tiles.size, Tiles::blank(&tiles.goal));
    let is_built = has(tiles, request, family);
    match request.metric {
        Metric::Steps => optimal::bytes(size, blank, family, is_built),
        Metric::Slides => slides::bytes(size, blank, family, is_built),
    }
}

pub(super) fn has(tiles: &Tiles, request: &TileRequest, family: DatabaseFamily) -> bool {
    let (size, blank) = (tiles.size, Tiles::blank(&tiles.goal));
    let patterns = match request.metric {
        Metric::Steps => optimal::patterns(size, blank, family),
        Metric::Slides => slides::patterns(size, blank, family),
    };
    let are_in = |cache: &Cache| {
        patterns.is_ok_and(|patterns| patterns.iter().all(|pattern| cache.has(pattern)))
    };
    request.cache.as_ref().is_some_and(are_in)
}
