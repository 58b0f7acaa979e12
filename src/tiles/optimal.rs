//! Shortest solutions with pattern databases.

use std::collections::BTreeMap;
use std::iter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::engine::host::{self, Pages};
use crate::puzzle::{Direction, Size};

use super::Tiles;
use super::deepening::{
    Homes, PassEnd, PassObserver, TileSearchEnd, TileSearchResult, TooLarge, deepen,
};
use super::duplicates::Machine;
use super::ida::IdaData;
use super::journal::SearchJournal;
use super::partitions::{BoardReflection, partitions};
use super::pdb::{BuildProgress, Cache, Database, Pattern, PatternError, Places, memory};
use super::trunk::{PassPlan, PassRecord};

pub use super::partitions::{DatabaseFamily, patterns};

/// The machine recognises duplicate paths of the blank of up to this number of steps.
const DUPLICATES: usize = 8;

/// The machine of this length rejects only steps back. Longer ones reject one of two equally long
/// paths, both of which may be part of shortest solutions.
const GOING_BACK: usize = 2;

/// Partitions are compared by the positions after this number of steps.
const NEAR: usize = 10;

/// Passes after one with fewer positions than this are done by one thread: they take some
/// milliseconds.
const SHORT_PASS: u64 = 20_000;

/// A pass for solutions of some number of moves, which also returns the number of positions.
type PassOf<'a> = dyn FnMut(&IdaData, &Homes, u32, &dyn PassObserver) -> (PassEnd, u64) + 'a;

/// Events while databases are built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildEvent<'a> {
    /// The progress of this pattern's database.
    Progress(&'a Pattern, BuildProgress),
    /// The cached file of this pattern is rejected, for this reason.
    Refused(&'a Pattern, String),
    /// The database could not be stored, for this reason.
    NotSaved(&'a Pattern, String),
}

/// Returns the bytes of the databases of a family in memory; if they have to be built first,
/// including the peak while they are.
///
/// # Errors
///
/// As for [`patterns`].
pub fn bytes(
    size: Size,
    blank: usize,
    family: DatabaseFamily,
    is_built: bool,
) -> Result<u64, PatternError> {
    let patterns = patterns(size, blank, family)?;
    let bytes = patterns.iter().map(|pattern| Places::bytes_of(pattern) as u64);
    let (all, largest) = bytes.fold((0, 0), |(all, most), bytes| (all + bytes, bytes.max(most)));
    // An entry takes half a byte, and while it is built one for its distance, and nearly another half
    // for the levels of the search.
    Ok(if is_built { all } else { all + largest * 3 })
}

/// A solver with databases in memory, for one size of board and one goal of the blank.
pub struct StepSolver {
    size: Size,
    blank: usize,
    databases: Vec<Database>,
    /// Indices of the databases of each partition of the tiles.
    partitions: Vec<Vec<usize>>,
    /// Whether there are larger databases for this board than these.
    has_larger: bool,
    machine: Machine,
}

impl StepSolver {
    /// Creates a solver with the databases of a family. They are loaded from the cache, or else
    /// built with `threads` threads (all cores if `None`) and stored there. `None` if `report`
    /// stopped the building.
    ///
    /// # Errors
    ///
    /// As for [`patterns`].
    pub fn new(
        size: Size,
        blank: usize,
        family: DatabaseFamily,
        cache: Option<&Cache>,
        threads: Option<NonZeroUsize>,
        report: &mut dyn FnMut(BuildEvent) -> ControlFlow<()>,
    ) -> Result<Option<StepSolver>, PatternError> {
        let (wanted, large) = (partitions(size, blank, family)?, DatabaseFamily::Large);
        let has_larger = wanted != partitions(size, blank, large)?;
        let solver = Self::with_partitions(size, blank, wanted, cache, threads, report);
        Ok(solver.map(|solver| StepSolver { has_larger, ..solver }))
    }

    /// Creates a solver, as [`new`](Self::new) does, with the databases of some partitions of the tiles
    /// into patterns. For each board it takes the partition that needs the fewest positions.
    ///
    /// # Panics
    ///
    /// If there is no partition.
    pub fn with_partitions(
        size: Size,
        blank: usize,
        partitions: Vec<Vec<Pattern>>,
        cache: Option<&Cache>,
        threads: Option<NonZeroUsize>,
        report: &mut dyn FnMut(BuildEvent) -> ControlFlow<()>,
    ) -> Option<StepSolver> {
        assert!(!partitions.is_empty(), "there is a partition");
        if let Some(cache) = cache {
            cache.sweep();
        }
        let threads = host::threads(threads);
        let mut databases: Vec<Database> = Vec::new();
        let mut indices = Vec::new();
        for patterns in partitions {
            let mut of_partition = Vec::new();
            for pattern in patterns {
                let known = databases.iter().position(|database| *database.pattern() == pattern);
                of_partition.push(known.unwrap_or(databases.len()));
                if known.is_some() {
                    continue;
                }
                let places = Database::places(&pattern, &databases);
                let build = |progress: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>| {
                    Database::bytes(&pattern, &places, threads, progress)
                };
                let bytes = content(&pattern, places.bytes(), cache, threads, report, build)?;
                databases.push(Database::of(pattern, places, bytes));
            }
            indices.push(of_partition);
        }
        let (partitions, machine) = (indices, Machine::new(DUPLICATES));
        Some(StepSolver { size, blank, databases, partitions, has_larger: false, machine })
    }

    /// Whether larger databases exist for this board, which would shorten long searches.
    pub fn has_larger(&self) -> bool {
        self.has_larger
    }

    /// Finds a shortest solution in no more moves than `max_moves`, with `threads` threads once the
    /// passes are long. Solution and positions are the same for any number of threads.
    ///
    /// # Panics
    ///
    /// If size or goal of the blank are not those of the solver.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is too large.
    pub fn solve(
        &self,
        tiles: &Tiles,
        max_moves: Option<u64>,
        threads: usize,
        observer: &mut dyn PassObserver,
    ) -> Result<TileSearchResult, TooLarge> {
        self.first(tiles, max_moves, threads, None, observer)
    }

    /// As [`solve`](Self::solve), resumes from a journal, and records the progress there. Solution
    /// and positions are those of a search that was not interrupted. If the journal cannot be
    /// written, the search stops, and [`SearchJournal::take_error`] has the reason.
    ///
    /// # Panics
    ///
    /// As for [`solve`](Self::solve), and if the journal is that of another search.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is too large.
    pub fn resume(
        &self,
        tiles: &Tiles,
        max_moves: Option<u64>,
        threads: usize,
        journal: &mut SearchJournal,
        observer: &mut dyn PassObserver,
    ) -> Result<TileSearchResult, TooLarge> {
        let is_ours = journal.is_of(tiles, self.databases.iter().map(Database::pattern));
        assert!(is_ours, "the journal is that of another search");
        self.first(tiles, max_moves, threads, Some(journal), observer)
    }

    fn first(
        &self,
        tiles: &Tiles,
        max_moves: Option<u64>,
        threads: usize,
        mut journal: Option<&mut SearchJournal>,
        observer: &mut dyn PassObserver,
    ) -> Result<TileSearchResult, TooLarge> {
        let mut before = 0;
        self.search(
            tiles,
            &self.machine,
            max_moves,
            observer,
            &mut |data, start, moves, observer| {
                let is_short = before < SHORT_PASS;
                let plan = PassPlan::after(before, if is_short { 1 } else { threads });
                let pass = recorded(journal.as_deref_mut(), moves, is_short, &mut |record| {
                    data.first(start, moves, plan, record, observer)
                });
                before = pass.1;
                pass
            },
        )
    }

    /// Passes each shortest solution, as moves of the blank, to `visit`, until it returns `Break`.
    /// The first of them is in the return value, unless the observer cancelled before all were
    /// passed.
    ///
    /// # Panics
    ///
    /// If size or goal of the blank are not those of the solver.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is too large.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use sliding::tiles::{Tiles, notation, optimal::{DatabaseFamily, StepSolver}};
    ///
    /// // The farthest board of 2 x 2: the blank goes round either way.
    /// let (size, start) = notation::board("0 3/2 1", None).unwrap();
    /// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
    /// let solver = StepSolver::new(size, 3, DatabaseFamily::Small, None, None, &mut |_| ControlFlow::Continue(()));
    /// let mut lengths = Vec::new();
    /// let found = solver.unwrap().unwrap().each(&tiles, None, &mut (), &mut |way| {
    ///     lengths.push(way.len());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(found.unwrap().lower_bound, 6);
    /// assert_eq!(lengths, [6, 6]);
    /// ```
    pub fn each(
        &self,
        tiles: &Tiles,
        max_moves: Option<u64>,
        observer: &mut dyn PassObserver,
        visit: &mut dyn FnMut(&[Direction]) -> ControlFlow<()>,
    ) -> Result<TileSearchResult, TooLarge> {
        if tiles.start == tiles.goal {
            let _ = visit(&[]);
        }
        let turn = BoardReflection::of(self.size, self.blank);
        let mut visit = |path: &[Direction]| visit(&turn.path(path));
        let machine = Machine::new(GOING_BACK);
        self.search(tiles, &machine, max_moves, observer, &mut |data, start, moves, observer| {
            data.each(start, moves, observer, &mut visit)
        })
    }

    /// Runs iterative deepening, with the paths that a machine rejects pruned.
    fn search(
        &self,
        tiles: &Tiles,
        machine: &Machine,
        max_moves: Option<u64>,
        observer: &mut dyn PassObserver,
        pass: &mut PassOf,
    ) -> Result<TileSearchResult, TooLarge> {
        assert_eq!((tiles.size, Tiles::blank(&tiles.goal)), (self.size, self.blank));
        let turn = BoardReflection::of(self.size, self.blank);
        let start = turn.board(&Homes::of(tiles)?);
        let first = turn.cell(self.blank);
        let is_symmetric =
            self.size.rows == self.size.cols && first / start.cols == first % start.cols;
        let data = self.promising(&start, is_symmetric, machine);
        let bound = data.bound(&start);
        let mut found = deepen(tiles, bound, max_moves, observer, |_, sad, observer| {
            pass(&data, &start, bound + 2 * sad, observer)
        });
        if let TileSearchEnd::Solved(path) = &mut found.ending {
            *path = turn.path(path);
        }
        Ok(found)
    }

    /// Returns the data for the partition with which the search promises to be the shortest. For
    /// some boards of 5 x 5 one partition needs nine times as many positions as another, and near
    /// the start it shows which. Korf's board 5 takes 3,826 million positions, board 44 76 instead of 126.
    fn promising<'a>(
        &'a self,
        start: &Homes,
        is_symmetric: bool,
        machine: &'a Machine,
    ) -> IdaData<'a> {
        let data = |partition: &Vec<usize>| {
            let databases = partition.iter().map(|&index| &self.databases[index]).collect();
            IdaData::new(start.rows, start.cols, databases, is_symmetric, machine)
        };
        let mut all = self.partitions.iter().map(data);
        let mut best = all.next().expect("there is a partition");
        if self.partitions.len() > 1 {
            let near = best.after(NEAR, start);
            let mut least = best.effort(&near);
            for other in all {
                let effort = other.effort(&near);
                if effort < least {
                    (best, least) = (other, effort);
                }
            }
        }
        best
    }
}

/// Runs a pass, or what a journal leaves of it. Of a short one only the end is recorded.
fn recorded(
    journal: Option<&mut SearchJournal>,
    moves: u32,
    is_short: bool,
    pass: &mut dyn FnMut(PassRecord) -> (PassEnd, u64),
) -> (PassEnd, u64) {
    let Some(journal) = journal else {
        let add = &mut |_: &[_]| ControlFlow::Continue(());
        return pass(PassRecord { known: BTreeMap::new(), add });
    };
    if let Some(positions) = journal.pass(moves) {
        return (PassEnd::Fruitless, positions);
    }
    let known = journal.subtrees(moves);
    let mut add = |searched: &[(usize, u64)]| {
        if is_short {
            return ControlFlow::Continue(());
        }
        journal.add(moves, searched.iter().map(|&(number, n)| (Some(number), n)))
    };
    let (mut end, positions) = pass(PassRecord { known, add: &mut add });
    if matches!(end, PassEnd::Fruitless)
        && journal.add(moves, iter::once((None, positions))).is_break()
    {
        end = PassEnd::Stopped;
    }
    (end, positions)
}

/// Returns the content of a pattern's database, from the cache, or else built and stored there;
/// `None` if `report` stopped the building.
pub(super) fn content(
    pattern: &Pattern,
    length: usize,
    cache: Option<&Cache>,
    threads: usize,
    report: &mut dyn FnMut(BuildEvent) -> ControlFlow<()>,
    build: impl FnOnce(&mut dyn FnMut(BuildProgress) -> ControlFlow<()>) -> Option<Pages>,
) -> Option<Pages> {
    if let Some(cache) = cache.filter(|cache| cache.has(pattern)) {
        let mut bytes = memory(length);
        match cache.read(pattern, &mut bytes, threads) {
            Ok(()) => return Some(bytes),
            Err(refusal) => {
                let why = format!("{}: {refusal}", cache.file(pattern).display());
                if report(BuildEvent::Refused(pattern, why)).is_break() {
                    return None;
                }
            }
        }
    }
    let bytes = build(&mut |built| report(BuildEvent::Progress(pattern, built)))?;
    let saved = cache.map(|cache| (cache, cache.write(pattern, &bytes, threads)));
    if let Some((cache, Err(error))) = saved {
        let why = format!("{}: {error}", cache.file(pattern).display());
        // Nothing is left to stop.
        let _ = report(BuildEvent::NotSaved(pattern, why));
    }
    Some(bytes)
}
