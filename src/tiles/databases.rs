//! Shortest solutions with pattern databases.

use std::sync::LazyLock;
use std::time::Duration;

use super::deepening::{Homes, TileAnswer, deepen};
use super::duplicates::Machine;
use super::ida::IdaData;
use super::partitions::{BoardReflection, DatabaseFamily, bytes, partitions, patterns};
use super::pdb::{Cache, Database, Pattern, PatternError};
use super::trunk::PassPlan;
use super::{Metric, Run, Tiles, slides};
use crate::engine::host::Instant;
use crate::engine::query::Engine;
use crate::puzzle::Size;

/// The machine that recognises duplicate paths of the blank of up to 8 steps.
static MACHINE: LazyLock<Machine> = LazyLock::new(|| Machine::new(8));

/// Partitions are compared by the positions after this number of steps.
const NEAR: usize = 10;

/// Bytes of databases that are built in a second, where that was not measured: 288 MB for 4 x 4 took
/// 13 s on two threads.
const BUILT: f64 = 22e6;

/// Databases in memory, for a metric, one size of board and one goal of the blank.
pub struct Databases {
    metric: Metric,
    size: Size,
    blank: usize,
    databases: Vec<Database>,
    /// The patterns of each partition of the tiles.
    partitions: Vec<Vec<Pattern>>,
    /// About the time to build the large databases, if these are smaller.
    pub(super) time_for_larger: Option<Duration>,
}

impl Databases {
    /// Loads the databases of a family for a size and a goal of the blank from the cache, or else
    /// builds and stores them there.
    ///
    /// # Errors
    ///
    /// As for [`patterns`](super::patterns), or if a limit ended the building.
    pub fn open(
        metric: Metric,
        size: Size,
        blank: usize,
        family: DatabaseFamily,
        cache: Option<&Cache>,
        run: &mut Run,
    ) -> Result<Databases, PatternError> {
        let partitions = partitions(metric, size, blank, family)?;
        let are_there = cache.is_some_and(|cache| {
            cache.sweep();
            partitions.iter().flatten().all(|pattern| cache.has(pattern))
        });
        let patterns = |family| patterns(metric, size, blank, family);
        let bytes = |family| patterns(family).map(|patterns| bytes(&patterns, true) as f64);
        let (own, large) = (bytes(family)?, bytes(DatabaseFamily::Large)?);
        let (begun, is_smaller) = (Instant::now(), own < large);
        let databases = Self::with_partitions(metric, size, blank, partitions, cache, run)?;
        let built = if are_there { BUILT } else { own / begun.elapsed().as_secs_f64() };
        let time_for_larger = is_smaller.then(|| Duration::from_secs_f64(large / built));
        Ok(Databases { time_for_larger, ..databases })
    }

    /// As [`open`](Self::open), with the databases of some partitions of the tiles into patterns. For
    /// each board it takes the partition that needs the fewest positions.
    ///
    /// # Errors
    ///
    /// Returns an error if a limit ended the building.
    pub fn with_partitions(
        metric: Metric,
        size: Size,
        blank: usize,
        partitions: Vec<Vec<Pattern>>,
        cache: Option<&Cache>,
        run: &mut Run,
    ) -> Result<Databases, PatternError> {
        let mut databases: Vec<Database> = Vec::new();
        for pattern in partitions.iter().flatten() {
            if databases.iter().all(|known| known.pattern != *pattern) {
                databases.push(Database::open(pattern.clone(), cache, run)?);
            }
        }
        let time_for_larger = None;
        Ok(Databases { metric, size, blank, databases, partitions, time_for_larger })
    }

    /// Finds a shortest solution, with passes of no more than about `longest` positions. Steps are
    /// searched with all threads once the passes are long; solution and positions are the same for
    /// any number of threads.
    ///
    /// # Panics
    ///
    /// If size or goal of the blank are not those of the databases.
    pub fn solve(&self, tiles: &Tiles, longest: u64, run: &mut Run) -> TileAnswer {
        assert_eq!((tiles.size, Tiles::blank(&tiles.goal)), (self.size, self.blank));
        if self.metric == Metric::Slides {
            // Two readings have different patterns, all of them, or the same.
            let (by_rows, by_cols) = self.databases.split_at(self.partitions[0].len());
            let by_cols = if by_cols.is_empty() { by_rows } else { by_cols };
            return slides::search(tiles, [by_rows, by_cols], longest, run);
        }
        let turn = BoardReflection::of(self.size, self.blank);
        let start = turn.board(&Homes::of(tiles));
        let (row, col) = self.size.row_col(turn.cell(self.blank) as u32);
        let mut answer = if self.size.rows == self.size.cols && row == col {
            self.passes::<2>(tiles, &start, longest, run)
        } else {
            self.passes::<1>(tiles, &start, longest, run)
        };
        answer.path = answer.path.map(|path| turn.path(&path));
        answer
    }

    /// Runs iterative deepening with the board in `V` views: as it is, and reflected.
    fn passes<const V: usize>(
        &self,
        tiles: &Tiles,
        start: &Homes,
        longest: u64,
        run: &mut Run,
    ) -> TileAnswer {
        let data = self.promising::<V>(start);
        let (least, threads) = (data.bound(start).into(), run.budget.threads());
        let mut before = 0;
        deepen(tiles, Engine::Pdb, (least, 2), longest, run, |moves, run| {
            let (end, positions) = data.pass(start, moves, PassPlan::after(before, threads), run);
            before = positions;
            (end, positions)
        })
    }

    /// Returns the data for the partition with which the search promises to be the shortest. For
    /// some boards of 5 x 5 one partition needs nine times as many positions as another, and near
    /// the start it shows which. Korf's board 5 takes 3,826 million positions, board 44 76 instead of 126.
    fn promising<const V: usize>(&self, start: &Homes) -> IdaData<'_, V> {
        let data = |partition: &Vec<Pattern>| {
            let databases = self.databases.iter();
            let databases = databases.filter(|known| partition.contains(&known.pattern)).collect();
            IdaData::new(self.size, databases, &MACHINE)
        };
        let mut all = Vec::from_iter(self.partitions.iter().map(data));
        let near = if all.len() > 1 { all[0].after(NEAR, start) } else { Default::default() };
        let efforts = Vec::from_iter(all.iter().map(|data| data.effort(&near)));
        let best = (0..all.len()).min_by(|&a, &b| efforts[a].total_cmp(&efforts[b]));
        all.swap_remove(best.expect("there is a partition"))
    }
}
