//! Shortest solutions with pattern databases.

use std::collections::BTreeMap;
use std::iter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::engine::host::{Pages, threads};
use crate::puzzle::{Direction, Size};

use super::deepening::{
    Homes, PassEnd, PassObserver, TileSearchEnd, TileSearchResult, TooLarge, deepen, is_searched,
};
use super::duplicates::Machine;
use super::ida::IdaData;
use super::journal::SearchJournal;
use super::pdb::{BuildProgress, Cache, Database, Pattern, PatternError, memory};
use super::trunk::PassRecord;
use super::{Metric, Tiles};

/// The machine recognises duplicate paths of the blank of up to this number of steps.
const DUPLICATES: usize = 8;

/// The machine of this length rejects only steps back. Longer ones reject one of two equally long
/// paths, both of which may be part of shortest solutions.
const GOING_BACK: usize = 2;

/// Passes after one with fewer positions than this are done by one thread: they take less than some
/// tens of milliseconds.
const SHORT_PASS: u64 = 200_000;

/// A pass for solutions of some number of moves, which also returns the number of positions.
type PassOf<'a> = dyn FnMut(&IdaData, &Homes, u32, &dyn PassObserver) -> (PassEnd, u64) + 'a;

/// The families of databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseFamily {
    /// Patterns of up to five tiles: a second or so to build for a board of 5 x 5.
    Quick,
    /// Patterns of up to six tiles: a second or so to build for a board of 4 x 4.
    Small,
    /// Patterns of seven and eight tiles: 288 MB for a board of 4 x 4. Other boards have only small
    /// ones.
    Large,
}

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

/// Returns the patterns of a family for a board and a goal of the blank.
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::tiles::optimal::{DatabaseFamily, patterns};
///
/// let size = Size { rows: 4, cols: 4 };
/// let tiles = |family| patterns(size, 15, family).unwrap();
/// let tiles = |family| tiles(family).iter().map(|p| p.homes().len()).collect::<Vec<_>>();
/// assert_eq!(tiles(DatabaseFamily::Large), [7, 8]);
/// assert_eq!(tiles(DatabaseFamily::Small), [6, 6, 3]);
/// ```
///
/// # Errors
///
/// Returns an error if boards of this size have no databases, or the goal of the blank is not on
/// the board.
pub fn patterns(
    size: Size,
    blank: usize,
    family: DatabaseFamily,
) -> Result<Vec<Pattern>, PatternError> {
    if !is_searched(size) || size.rows < 2 || size.cols < 2 {
        return Err(PatternError::Board(size));
    }
    if blank >= size.cells() {
        return Err(PatternError::Blank(blank));
    }
    let turn = BoardReflection::of(size, blank);
    let blank = turn.cell(blank);
    let parts: Vec<Vec<usize>> = match (size.rows, size.cols, blank, family) {
        (_, _, _, DatabaseFamily::Quick) => in_turn(size, blank, 5),
        (4, 4, 0, DatabaseFamily::Large) => vec![(1..8).collect(), (8..16).collect()],
        // The two best partitions of Korf and Felner for small databases.
        (4, 4, 0, DatabaseFamily::Small) => {
            vec![vec![3, 6, 7, 10, 11, 15], vec![1, 2, 4, 5, 8, 9], vec![12, 13, 14]]
        }
        (5, 5, 0, _) => vec![
            vec![1, 2, 5, 6, 7, 12],
            vec![3, 4, 8, 9, 13, 14],
            vec![10, 11, 15, 16, 20, 21],
            vec![17, 18, 19, 22, 23, 24],
        ],
        _ => in_turn(size, blank, 6),
    };
    parts.iter().map(|homes| Pattern::new(Metric::Steps, size, blank, homes)).collect()
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
    let cells = size.cells() as u64;
    let placements =
        |pattern: &Pattern| -> u64 { (cells - pattern.homes.len() as u64 + 1..=cells).product() };
    let all: Vec<u64> = patterns(size, blank, family)?.iter().map(placements).collect();
    // A placement takes half a byte, and while it is built one for its distance, and nearly another
    // half for the levels of the search.
    let building = if is_built { 0 } else { all.iter().max().unwrap_or(&0) * 3 / 2 };
    Ok(all.iter().sum::<u64>() / 2 + building)
}

/// Returns the tiles along the shorter side, in equal parts that are not longer than `longest`.
fn in_turn(size: Size, blank: usize, longest: usize) -> Vec<Vec<usize>> {
    let mut homes: Vec<usize> = (0..size.cells()).filter(|&home| home != blank).collect();
    let cols = size.cols as usize;
    if size.rows < size.cols {
        homes.sort_by_key(|home| (home % cols, home / cols));
    }
    let parts = homes.len().div_ceil(longest);
    homes.chunks(homes.len().div_ceil(parts)).map(<[usize]>::to_vec).collect()
}

/// Reflections of a board that bring the blank's goal to the first cell, if it is a corner.
#[derive(Clone, Copy)]
struct BoardReflection {
    rows: usize,
    cols: usize,
    flip_rows: bool,
    flip_cols: bool,
}

impl BoardReflection {
    fn of(size: Size, blank: usize) -> BoardReflection {
        let (rows, cols) = (size.rows as usize, size.cols as usize);
        let (row, col) = (blank / cols, blank % cols);
        let is_corner = (row == 0 || row == rows - 1) && (col == 0 || col == cols - 1);
        BoardReflection {
            rows,
            cols,
            flip_rows: is_corner && row > 0,
            flip_cols: is_corner && col > 0,
        }
    }

    fn cell(self, cell: usize) -> usize {
        let flipped = |flip: bool, at: usize, of: usize| if flip { of - 1 - at } else { at };
        let row = flipped(self.flip_rows, cell / self.cols, self.rows);
        row * self.cols + flipped(self.flip_cols, cell % self.cols, self.cols)
    }

    fn direction(self, direction: Direction) -> Direction {
        let flip = if direction.is_horizontal() { self.flip_cols } else { self.flip_rows };
        if flip { direction.opposite() } else { direction }
    }

    fn path(self, path: &[Direction]) -> Vec<Direction> {
        path.iter().map(|&direction| self.direction(direction)).collect()
    }

    fn board(self, board: &Homes) -> Homes {
        let mut homes = vec![0; board.homes.len()];
        for (cell, &home) in board.homes.iter().enumerate() {
            homes[self.cell(cell)] = self.cell(usize::from(home)) as u8;
        }
        Homes { homes, blank: self.cell(board.blank), ..*board }
    }
}

/// A solver with databases in memory, for one size of board and one goal of the blank.
pub struct StepSolver {
    size: Size,
    blank: usize,
    databases: Vec<Database>,
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
        wanted: Option<NonZeroUsize>,
        report: &mut dyn FnMut(BuildEvent) -> bool,
    ) -> Result<Option<StepSolver>, PatternError> {
        let patterns = patterns(size, blank, family)?;
        if let Some(cache) = cache {
            cache.sweep();
        }
        let threads = threads(wanted);
        let mut databases = Vec::new();
        for pattern in patterns {
            let length = Database::length(&pattern);
            let build = |progress: &mut dyn FnMut(BuildProgress) -> bool| {
                Database::bytes(&pattern, threads, progress)
            };
            match content(&pattern, length, cache, threads, report, build) {
                Some(bytes) => databases.push(Database::of(pattern, bytes)),
                None => return Ok(None),
            }
        }
        let large = self::patterns(size, blank, DatabaseFamily::Large)?;
        let has_larger = !databases.iter().map(Database::pattern).eq(&large);
        Ok(Some(StepSolver {
            size,
            blank,
            databases,
            has_larger,
            machine: Machine::new(DUPLICATES),
        }))
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
            &mut |ground, start, moves, observer| {
                let is_short = before < SHORT_PASS;
                let threads = if is_short { 1 } else { threads };
                let pass = recorded(journal.as_deref_mut(), moves, is_short, &mut |record| {
                    ground.first(start, moves, threads, record, observer)
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
    /// let solver = StepSolver::new(size, 3, DatabaseFamily::Small, None, None, &mut |_| true);
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
        self.search(tiles, &machine, max_moves, observer, &mut |ground, start, moves, observer| {
            ground.each(start, moves, observer, &mut visit)
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
        let ground = IdaData::new(start.rows, start.cols, &self.databases, is_symmetric, machine);
        let bound = ground.bound(&start);
        let mut found = deepen(tiles, bound, max_moves, observer, |_, sad, observer| {
            pass(&ground, &start, bound + 2 * sad, observer)
        });
        if let TileSearchEnd::Solved(path) = &mut found.ending {
            *path = turn.path(path);
        }
        Ok(found)
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
    report: &mut dyn FnMut(BuildEvent) -> bool,
    build: impl FnOnce(&mut dyn FnMut(BuildProgress) -> bool) -> Option<Pages>,
) -> Option<Pages> {
    if let Some(cache) = cache.filter(|cache| cache.has(pattern)) {
        let mut bytes = memory(length);
        match cache.read(pattern, &mut bytes, threads) {
            Ok(()) => return Some(bytes),
            Err(refusal) => {
                let why = format!("{}: {refusal}", cache.file(pattern).display());
                report(BuildEvent::Refused(pattern, why))
            }
        };
    }
    let bytes = build(&mut |built| report(BuildEvent::Progress(pattern, built)))?;
    let saved = cache.map(|cache| (cache, cache.write(pattern, &bytes, threads)));
    if let Some((cache, Err(error))) = saved {
        let why = format!("{}: {error}", cache.file(pattern).display());
        report(BuildEvent::NotSaved(pattern, why));
    }
    Some(bytes)
}
