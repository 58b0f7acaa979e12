//! Shortest solutions with pattern databases.

use crate::engine::query::{Advice, Engine};
use crate::puzzle::Size;

use super::deepening::{Homes, TileAnswer, TooLarge, deepen};
use super::duplicates::Machine;
use super::ida::IdaData;
use super::journal::SearchJournal;
use super::partitions::{BoardReflection, DatabaseFamily, partitions};
use super::pdb::{Cache, Database, Pattern, PatternError};
use super::trunk::PassPlan;
use super::{Run, Tiles, Visit};

/// The machine recognises duplicate paths of the blank of up to this number of steps.
const DUPLICATES: usize = 8;

/// The machine of this length rejects only steps back. Longer ones reject one of two equally long
/// paths, both of which may be part of shortest solutions.
const GOING_BACK: usize = 2;

/// Partitions are compared by the positions after this number of steps.
const NEAR: usize = 10;

/// Positions of a pass with small databases after which the next takes long: about half a minute.
const LONG: u64 = 50_000_000;

/// A solver with databases in memory, for one size of board and one goal of the blank.
pub struct StepSolver {
    size: Size,
    blank: usize,
    databases: Vec<Database>,
    /// Indices of the databases of each partition of the tiles.
    partitions: Vec<Vec<usize>>,
    /// Whether there are larger databases for this board than these.
    has_larger: bool,
    /// The machine for one solution, and that for all.
    machines: [Machine; 2],
}

impl StepSolver {
    /// Creates a solver with the databases of a family. They are loaded from the cache, or else
    /// built and stored there.
    ///
    /// # Errors
    ///
    /// As for [`patterns`](super::patterns), or if a limit ended the building.
    pub fn new(
        size: Size,
        blank: usize,
        family: DatabaseFamily,
        cache: Option<&Cache>,
        run: &mut Run,
    ) -> Result<StepSolver, PatternError> {
        let (wanted, large) = (partitions(size, blank, family)?, DatabaseFamily::Large);
        let has_larger = wanted != partitions(size, blank, large)?;
        let solver = Self::with_partitions(size, blank, wanted, cache, run)?;
        Ok(StepSolver { has_larger, ..solver })
    }

    /// Creates a solver, as [`new`](Self::new) does, with the databases of some partitions of the tiles
    /// into patterns. For each board it takes the partition that needs the fewest positions.
    ///
    /// # Errors
    ///
    /// Returns an error if a limit ended the building.
    ///
    /// # Panics
    ///
    /// If there is no partition.
    pub fn with_partitions(
        size: Size,
        blank: usize,
        partitions: Vec<Vec<Pattern>>,
        cache: Option<&Cache>,
        run: &mut Run,
    ) -> Result<StepSolver, PatternError> {
        assert!(!partitions.is_empty(), "there is a partition");
        let mut databases: Vec<Database> = Vec::new();
        let mut indices = Vec::new();
        for patterns in partitions {
            let mut of_partition = Vec::new();
            for pattern in patterns {
                let known = databases.iter().position(|database| *database.pattern() == pattern);
                of_partition.push(known.unwrap_or(databases.len()));
                if known.is_none() {
                    databases.push(Database::open(pattern, &databases, cache, run)?);
                }
            }
            indices.push(of_partition);
        }
        let (partitions, machines) = (indices, [DUPLICATES, GOING_BACK].map(Machine::new));
        Ok(StepSolver { size, blank, databases, partitions, has_larger: false, machines })
    }

    /// Finds a shortest solution, with all threads once the passes are long, and with passes of no
    /// more than about `longest` positions. Solution and positions are the same for any number of
    /// threads.
    ///
    /// With a journal, the search resumes from there, and records its progress. Solution and
    /// positions are those of a search that was not interrupted. If the journal cannot be
    /// written, the search stops, and [`SearchJournal::take_error`] has the reason.
    ///
    /// # Panics
    ///
    /// If size or goal of the blank are not those of the solver, or if the journal is that of another
    /// search.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is too large.
    pub fn solve(
        &self,
        tiles: &Tiles,
        longest: u64,
        journal: Option<&mut SearchJournal>,
        run: &mut Run,
    ) -> Result<TileAnswer, TooLarge> {
        if let Some(journal) = &journal {
            let patterns = self.databases.iter().map(Database::pattern);
            assert!(journal.is_of(tiles, patterns), "the journal is that of another search");
        }
        self.search(tiles, longest, journal, None, run)
    }

    /// Passes each shortest solution, as moves of the blank, to `visit`, until it returns `Break`.
    /// The first of them is in the return value, unless a limit ended the search before all were
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
    /// use sliding::solve::Budget;
    /// use sliding::tiles::{DatabaseFamily, Run, StepSolver, Tiles, notation};
    ///
    /// // The farthest board of 2 x 2: the blank goes round either way.
    /// let (size, start) = notation::board("0 3/2 1", None).unwrap();
    /// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
    /// let run = &mut Run { budget: &Budget::default(), observer: &mut () };
    /// let solver = StepSolver::new(size, 3, DatabaseFamily::Small, None, run).unwrap();
    /// let mut lengths = Vec::new();
    /// let answer = solver.each(&tiles, run, &mut |way| {
    ///     lengths.push(way.len());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(answer.unwrap().at_least, 6);
    /// assert_eq!(lengths, [6, 6]);
    /// ```
    pub fn each(
        &self,
        tiles: &Tiles,
        run: &mut Run,
        visit: &mut Visit,
    ) -> Result<TileAnswer, TooLarge> {
        if tiles.start == tiles.goal {
            let _ = visit(&[]);
        }
        let turn = BoardReflection::of(self.size, self.blank);
        let visit: &mut Visit = &mut |path| visit(&turn.path(path));
        self.search(tiles, u64::MAX, None, Some(visit), run)
    }

    fn search(
        &self,
        tiles: &Tiles,
        longest: u64,
        journal: Option<&mut SearchJournal>,
        visit: Option<&mut Visit>,
        run: &mut Run,
    ) -> Result<TileAnswer, TooLarge> {
        assert_eq!((tiles.size, Tiles::blank(&tiles.goal)), (self.size, self.blank));
        let turn = BoardReflection::of(self.size, self.blank);
        let start = turn.board(&Homes::of(tiles)?);
        let (row, col) = self.size.row_col(turn.cell(self.blank) as u32);
        let mut answer = if self.size.rows == self.size.cols && row == col {
            self.passes::<2>(tiles, &start, longest, journal, visit, run)
        } else {
            self.passes::<1>(tiles, &start, longest, journal, visit, run)
        };
        answer.path = answer.path.map(|path| turn.path(&path));
        Ok(answer)
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
        let data = self.promising::<V>(start, &self.machines[usize::from(visit.is_some())]);
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
            if self.has_larger && positions > LONG {
                run.observer.advised(&Advice::LargerDatabases);
            }
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
