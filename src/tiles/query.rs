//! What is asked of the solvers of tile puzzles, and which databases suit. All thresholds of time and
//! memory are here.

use std::time::Duration;

use super::databases::{DatabaseFamily, bytes, patterns};
use super::deepening::MOST_CELLS;
use super::pdb::Cache;
use super::{Metric, Tiles};
use crate::engine::host::Instant;
use crate::engine::query::{Budget, Engine};
use crate::puzzle::Size;

/// Some starts on boards with more cells, rows or columns take days even with databases.
const HOPEFUL_CELLS: usize = 16;
const HOPEFUL_LINES: u32 = 5;

/// Databases up to this size, in bytes, take a few seconds to build. For boards that are seldom
/// solved, larger ones are built only if there is much time: a minute, less what was spent before.
const CHEAP: u64 = 64 << 20;
const MUCH_TIME: Duration = Duration::from_secs(55);

/// Without a time limit, maximum number of positions for a pass with databases on boards that may
/// take days, as estimated: about two seconds on the smaller of them, which are often solved then,
/// and half a second.
const MODEST: u64 = 20_000_000;
const MODEST_FOR_LARGE: u64 = 5_000_000;

/// The part of the time that beams get on boards that databases might solve: the smaller ones
/// often are, and then in seconds, so that more time for beams would be lost; the others hardly
/// ever, unless there is much time.
const BEAM_PART: f64 = 0.2;
const BEAM_MOST: Duration = Duration::from_secs(5);
const BEAM_PART_OF_LARGE: f64 = 0.9;
const BEAM_PART_OF_MUCH: f64 = 0.3;

/// Maximum number of cells of the smaller ones.
const SMALL_CELLS: usize = 20;

/// The settings of a search, besides its [`Budget`].
#[derive(Clone, Debug, Default)]
pub struct TileQuery {
    /// The engine: one of those for tile puzzles.
    pub engine: Engine,
    /// The cache of databases, if any.
    pub cache: Option<Cache>,
    /// The metric. Slides are only searched by [`Engine::Pdb`] and beams, on boards of up to 25
    /// cells.
    pub metric: Metric,
}

impl TileQuery {
    /// Returns the bytes that the databases for a puzzle need, if these are more than the budget has.
    pub(crate) fn lack_of_memory(&self, tiles: &Tiles, budget: &Budget) -> Option<u64> {
        let Plan { bytes, .. } = Plan::new(self, tiles, budget);
        (bytes > budget.room()).then_some(bytes)
    }

    /// Returns the bytes of some databases for a puzzle, and whether the cache has them; `None` if
    /// boards of this size have none.
    pub(super) fn databases(&self, tiles: &Tiles, family: DatabaseFamily) -> Option<(u64, bool)> {
        let (size, blank) = (tiles.size, Tiles::blank(&tiles.goal));
        let patterns = patterns(self.metric, size, blank, family).ok()?;
        let is_built = self
            .cache
            .as_ref()
            .is_some_and(|cache| patterns.iter().all(|pattern| cache.has(pattern)));
        Some((bytes(&patterns, is_built), is_built))
    }
}

/// Whether databases find shortest solutions of all boards of this size in reasonable time.
pub(crate) fn is_tractable(size: Size) -> bool {
    size.cells() <= HOPEFUL_CELLS && size.rows.max(size.cols) <= HOPEFUL_LINES
}

/// What is decided about a board before it is searched with databases.
pub(super) struct Plan {
    /// The large databases if the cache has them, else the small ones, or quick ones if these take too
    /// long to build.
    pub family: DatabaseFamily,
    /// The bytes that they need; 0 for boards that have none, which are refused elsewhere.
    pub bytes: u64,
    /// Whether the cache has them.
    pub are_built: bool,
    /// Whether they fit the memory.
    pub has_room: bool,
    /// Whether the answer may be a solution that is not the shortest.
    pub is_approximate: bool,
    /// Maximum number of positions for a pass with them.
    pub longest: u64,
}

impl Plan {
    pub fn new(query: &TileQuery, tiles: &Tiles, budget: &Budget) -> Plan {
        use DatabaseFamily::{Large, Quick, Small};
        let cells = tiles.size.cells();
        let is_tractable = match query.metric {
            Metric::Steps => is_tractable(tiles.size),
            Metric::Slides => cells <= HOPEFUL_CELLS,
        };
        let is_approximate = query.engine == Engine::Auto && !is_tractable;
        let left = time_left(budget);
        let databases = |family| query.databases(tiles, family).unwrap_or((0, false));
        let is_large = |(bytes, are_built)| are_built && bytes <= budget.room();
        let (small, are_small_built) = databases(Small);
        let is_short = left.is_none_or(|left| left < MUCH_TIME);
        let family = if is_large(databases(Large)) {
            Large
        } else if is_approximate && is_short && small > CHEAP && !are_small_built {
            Quick
        } else {
            Small
        };
        let (bytes, are_built) = databases(family);
        let longest = match cells {
            _ if left.is_some() || !is_approximate => u64::MAX,
            ..=SMALL_CELLS => MODEST,
            _ => MODEST_FOR_LARGE,
        };
        let has_room = bytes <= budget.room();
        Plan { family, bytes, are_built, has_room, is_approximate, longest }
    }
}

/// Returns the time until the deadline, if there is one.
pub(super) fn time_left(budget: &Budget) -> Option<Duration> {
    budget.deadline.map(|end| end.saturating_duration_since(Instant::now()))
}

/// Returns the part of the remaining time that the beams of a board get.
pub fn beam_time(tiles: &Tiles, left: Duration) -> Duration {
    let cells = tiles.size.cells();
    if cells <= SMALL_CELLS {
        left.mul_f64(BEAM_PART).min(BEAM_MOST)
    } else if cells > MOST_CELLS {
        left
    } else if left >= MUCH_TIME {
        left.mul_f64(BEAM_PART_OF_MUCH)
    } else {
        left.mul_f64(BEAM_PART_OF_LARGE)
    }
}
