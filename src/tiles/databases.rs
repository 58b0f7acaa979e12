//! Shortest solutions with pattern databases.

use std::ops::ControlFlow::Break;
use std::sync::LazyLock;
use std::time::Duration;

use super::deepening::{Homes, TileAnswer, deepen};
use super::duplicates::Machine;
use super::ida::IdaData;
use super::journal::SearchJournal;
use super::partitions::{BoardReflection, DatabaseFamily, bytes, partitions, patterns};
use super::pdb::{Cache, Database, Pattern, PatternError};
use super::trunk::PassPlan;
use super::{Metric, Run, Tiles, Visit, slides};
use crate::engine::host::Instant;
use crate::engine::query::Engine;
use crate::puzzle::Size;

/// The machine for one solution, which recognises duplicate paths of the blank of up to 8 steps, and
/// that for all. This rejects only steps back: longer ones reject one of two equally long paths, both
/// of which may be part of shortest solutions.
static MACHINES: LazyLock<[Machine; 2]> = LazyLock::new(|| [8, 2].map(Machine::new));

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
    /// Indices of the databases of each partition of the tiles.
    partitions: Vec<Vec<usize>>,
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
        let own = bytes(&patterns(metric, size, blank, family)?, true) as f64;
        let large = bytes(&patterns(metric, size, blank, DatabaseFamily::Large)?, true) as f64;
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
        let mut indices = Vec::new();
        for patterns in partitions {
            let mut of_partition = Vec::new();
            for pattern in patterns {
                let known = databases.iter().position(|database| database.pattern == pattern);
                of_partition.push(known.unwrap_or(databases.len()));
                if known.is_none() {
                    databases.push(Database::open(pattern, &databases, cache, run)?);
                }
            }
            indices.push(of_partition);
        }
        let (partitions, time_for_larger) = (indices, None);
        Ok(Databases { metric, size, blank, databases, partitions, time_for_larger })
    }

    /// Finds a shortest solution, with passes of no more than about `longest` positions. Steps are
    /// searched with all threads once the passes are long; solution and positions are the same for
    /// any number of threads.
    ///
    /// With a journal, the search for steps resumes from there, and records its progress. Solution and
    /// positions are those of a search that was not interrupted. If the journal cannot be
    /// written, the search stops, and [`SearchJournal::take_error`] has the reason.
    ///
    /// # Panics
    ///
    /// If size or goal of the blank are not those of the databases, or if the journal is that of
    /// another search.
    pub fn solve(
        &self,
        tiles: &Tiles,
        longest: u64,
        journal: Option<&mut SearchJournal>,
        run: &mut Run,
    ) -> TileAnswer {
        if let Some(journal) = &journal {
            let patterns = self.databases.iter().map(|database| &database.pattern);
            assert!(journal.is_of(tiles, patterns), "the journal is that of another search");
        }
        match self.metric {
            Metric::Steps => self.search(tiles, longest, journal, None, run),
            Metric::Slides => self.slides(tiles, longest, run, &mut |_| Break(())),
        }
    }

    /// Passes each shortest solution, as moves of the blank, to `visit`, until it returns `Break`.
    /// The first of them is in the return value, unless a limit ended the search before all were
    /// passed.
    ///
    /// # Panics
    ///
    /// If size or goal of the blank are not those of the databases.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use sliding::solve::Budget;
    /// use sliding::tiles::{DatabaseFamily, Databases, Metric, Run, Tiles, notation};
    ///
    /// // The farthest board of 2 x 2: the blank goes round either way.
    /// let (size, start) = notation::board("0 3/2 1", None).unwrap();
    /// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
    /// let run = &mut Run { budget: &Budget::default(), observer: &mut () };
    /// let family = DatabaseFamily::Small;
    /// let databases = Databases::open(Metric::Steps, size, 3, family, None, run).unwrap();
    /// let mut lengths = Vec::new();
    /// let answer = databases.each(&tiles, run, &mut |way| {
    ///     lengths.push(way.len());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(answer.at_least, 6);
    /// assert_eq!(lengths, [6, 6]);
    /// ```
    pub fn each(&self, tiles: &Tiles, run: &mut Run, visit: &mut Visit) -> TileAnswer {
        if tiles.start == tiles.goal {
            let _ = visit(&[]);
        }
        match self.metric {
            Metric::Steps => self.search(tiles, u64::MAX, None, Some(visit), run),
            Metric::Slides => self.slides(tiles, u64::MAX, run, visit),
        }
    }

    fn slides(&self, tiles: &Tiles, longest: u64, run: &mut Run, visit: &mut Visit) -> TileAnswer {
        self.check(tiles);
        // Two readings have different patterns, all of them, or the same.
        let (by_rows, by_cols) = self.databases.split_at(self.partitions[0].len());
        let by_cols = if by_cols.is_empty() { by_rows } else { by_cols };
        slides::search(tiles, [by_rows, by_cols], longest, run, visit)
    }

    fn check(&self, tiles: &Tiles) {
        assert_eq!((tiles.size, Tiles::blank(&tiles.goal)), (self.size, self.blank));
    }

    fn search(
        &self,
        tiles: &Tiles,
        longest: u64,
        journal: Option<&mut SearchJournal>,
        visit: Option<&mut Visit>,
        run: &mut Run,
    ) -> TileAnswer {
        self.check(tiles);
        let turn = BoardReflection::of(self.size, self.blank);
        let start = turn.board(&Homes::of(tiles));
        let (row, col) = self.size.row_col(turn.cell(self.blank) as u32);
        let mut turned = visit.map(|visit| move |path: &[_]| visit(&turn.path(path)));
        let visit = turned.as_mut().map(|visit| visit as &mut Visit);
        let mut answer = if self.size.rows == self.size.cols && row == col {
            self.passes::<2>(tiles, &start, longest, journal, visit, run)
        } else {
            self.passes::<1>(tiles, &start, longest, journal, visit, run)
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
        mut journal: Option<&mut SearchJournal>,
        mut visit: Option<&mut Visit>,
        run: &mut Run,
    ) -> TileAnswer {
        let data = self.promising::<V>(start, &MACHINES[usize::from(visit.is_some())]);
        let (least, threads) = (data.bound(start).into(), run.budget.threads());
        let mut before = 0;
        deepen(tiles, Engine::Pdb, (least, 2), longest, run, |moves, run| {
            let known = journal.as_ref().and_then(|journal| journal.pass(moves));
            let (end, positions) = known.map_or_else(
                || {
                    let plan = PassPlan::after(before, threads, visit.is_some());
                    let (journal, visit) = (journal.as_deref_mut(), visit.as_deref_mut());
                    data.pass(start, moves, plan, journal, visit, run)
                },
                |positions| (Ok(None), positions),
            );
            before = positions;
            (end, positions)
        })
    }

    /// Returns the data for the partition with which the search promises to be the shortest. For
    /// some boards of 5 x 5 one partition needs nine times as many positions as another, and near
    /// the start it shows which. Korf's board 5 takes 3,826 million positions, board 44 76 instead of 126.
    fn promising<'a, const V: usize>(
        &'a self,
        start: &Homes,
        machine: &'a Machine,
    ) -> IdaData<'a, V> {
        let data = |partition: &Vec<usize>| {
            let databases = partition.iter().map(|&index| &self.databases[index]).collect();
            IdaData::new(self.size, databases, machine)
        };
        let mut all = Vec::from_iter(self.partitions.iter().map(data));
        let near = if all.len() > 1 { all[0].after(NEAR, start) } else { Vec::new() };
        let efforts = Vec::from_iter(all.iter().map(|data| data.effort(&near)));
        let best = (0..all.len()).min_by(|&a, &b| efforts[a].total_cmp(&efforts[b]));
        all.swap_remove(best.expect("there is a partition"))
    }
}
