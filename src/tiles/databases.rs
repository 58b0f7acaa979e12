//! Shortest solutions with pattern databases: the partitions of the tiles into patterns, and the
//! search with the databases of these.

use std::sync::LazyLock;
use std::time::Duration;

use super::deepening::{Homes, TileAnswer, deepen, is_searched};
use super::ida::{IdaData, Machine};
use super::lanes::PassPlan;
use super::pdb::{Cache, Database, Pattern, PatternError, Places};
use super::{Metric, Run, Tiles, slides};
use crate::engine::host::Instant;
use crate::engine::query::Engine;
use crate::puzzle::{Direction, Size};

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

/// The families of databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseFamily {
    /// Patterns of up to five tiles: a second or so to build for a board of 5 x 5.
    Quick,
    /// Patterns of up to six tiles: a second or so to build for a board of 4 x 4.
    Small,
    /// For 4 x 4 patterns of seven and eight tiles, 288 MB. For 5 x 5 several partitions of six tiles
    /// each, of which each board takes the best: 1.8 GB. Other boards have only small ones, and so have
    /// goals whose blank is not in a corner.
    Large,
}

/// Returns the patterns of a family for a board and a goal of the blank; for slides, those of the
/// board read by rows, and those by columns if they differ.
///
/// ```
/// use sliding::puzzle::Size;
/// use sliding::tiles::{DatabaseFamily::{Large, Small}, Metric::{Slides, Steps}, patterns};
///
/// let size = Size { rows: 4, cols: 4 };
/// let patterns = |metric, family| patterns(metric, size, 15, family).unwrap();
/// let tiles = |metric, family| Vec::from_iter(patterns(metric, family).iter().map(|p| p.homes().len()));
/// assert_eq!(tiles(Steps, Large), [7, 8]);
/// assert_eq!(tiles(Steps, Small), [6, 6, 3]);
/// assert_eq!(tiles(Slides, Large), [7, 7, 7]);
/// ```
///
/// # Errors
///
/// Returns an error if boards of this size have no databases, or the goal of the blank is not on
/// the board.
pub fn patterns(
    metric: Metric,
    size: Size,
    blank: usize,
    family: DatabaseFamily,
) -> Result<Vec<Pattern>, PatternError> {
    let mut distinct: Vec<Pattern> = Vec::new();
    for pattern in partitions(metric, size, blank, family)?.into_iter().flatten() {
        if !distinct.contains(&pattern) {
            distinct.push(pattern);
        }
    }
    Ok(distinct)
}

/// Returns the bytes of the databases of some patterns in memory; if they have to be built first,
/// including the peak while they are.
pub fn bytes(patterns: &[Pattern], is_built: bool) -> u64 {
    let bytes = patterns.iter().map(|pattern| Places::of(pattern).bytes() as u64);
    let (all, largest) = bytes.fold((0, 0), |(all, most), bytes| (all + bytes, bytes.max(most)));
    // An entry takes half a byte, and while it is built one for its distance, and nearly another half
    // for the levels of the search.
    if is_built { all } else { all + largest * 3 }
}

/// Returns the partitions of a family for a board and a goal of the blank: the tiles of each are all
/// tiles. For slides, the patterns of the board read by rows, and those by columns if they differ.
pub fn partitions(
    metric: Metric,
    size: Size,
    blank: usize,
    family: DatabaseFamily,
) -> Result<Vec<Vec<Pattern>>, PatternError> {
    if !is_searched(size) || size.rows < 2 || size.cols < 2 {
        return Err(PatternError::Board(size));
    }
    if blank >= size.cells() {
        return Err(PatternError::Blank(blank));
    }
    if metric == Metric::Slides {
        return Ok(readings(size, blank, family));
    }
    let blank = BoardReflection::of(size, blank).cell(blank);
    let all = match (size.rows, size.cols, blank, family) {
        (_, _, _, DatabaseFamily::Quick) => vec![in_turn(size, blank, 5)],
        (4, 4, 0, DatabaseFamily::Large) => vec![vec![(1..8).collect(), (8..16).collect()]],
        // The two best partitions of Korf and Felner for small databases.
        (4, 4, 0, DatabaseFamily::Small) => {
            vec![vec![vec![3, 6, 7, 10, 11, 15], vec![1, 2, 4, 5, 8, 9], vec![12, 13, 14]]]
        }
        (5, 5, 0, DatabaseFamily::Small) => vec![sixes(OF_5X5[0])],
        (5, 5, 0, DatabaseFamily::Large) => OF_5X5.into_iter().map(sixes).collect(),
        _ => vec![in_turn(size, blank, 6)],
    };
    let pattern = |homes: &Vec<usize>| Pattern::new(Metric::Steps, size, blank, homes);
    Ok(all.iter().map(|parts| parts.iter().map(pattern).collect()).collect())
}

/// Returns the patterns for slides. Their tiles are consecutive in the goal, and all have the same
/// number: for 4 x 4 six, which take a second or so to build, or seven, of 65 MB each. So some tiles
/// are in two of them.
fn readings(size: Size, blank: usize, family: DatabaseFamily) -> Vec<Vec<Pattern>> {
    let (row, col) = size.row_col(blank as u32);
    let tiles = size.cells() - 1;
    let most = match (size.rows, size.cols, family) {
        (4, 4, DatabaseFamily::Large) => 7,
        _ if size.cells() > 16 => 5,
        _ => 6,
    };
    let most = most.min(tiles);
    let last = tiles.div_ceil(most) - 1;
    let patterns = |size: Size, line: u32| -> Vec<Pattern> {
        let pattern = |number: usize| {
            let first = number * (tiles - most) / last.max(1);
            let homes = Vec::from_iter(first..first + most);
            Pattern::new(Metric::Slides, size, line as usize, &homes)
        };
        (0..=last).map(pattern).collect()
    };
    let by_cols = Size { rows: size.cols, cols: size.rows };
    let mut all = vec![patterns(size, row), patterns(by_cols, col)];
    // Reflected, the board may be the same.
    all.dedup();
    all
}

/// Partitions of the 24-puzzle: for each home the number of its tile's pattern, row by row. The first
/// is that of Korf and Felner. The others were chosen one by one from 122 random ones into compact
/// patterns, so that the best of all needs the fewest positions on a hundred random boards;
/// together they have 20 patterns. The best of them promises 0.36 of the positions of the first.
const OF_5X5: [&str; 9] = [
    ".0011 00011 22011 22333 22333",
    ".0011 00011 02211 22333 22333",
    ".0011 00011 02211 32222 33333",
    ".0011 00011 02221 32221 33333",
    ".0001 00011 22111 22333 22333",
    ".0001 00011 22331 22331 22331",
    ".0000 00111 22111 22333 22333",
    ".0000 00111 11122 33322 33322",
    ".0000 00111 22133 22133 22133",
];

/// Returns the homes of the four patterns of a partition.
fn sixes(rows: &str) -> Vec<Vec<usize>> {
    let cells = || rows.chars().filter(|cell| *cell != ' ').enumerate();
    let part = |number| cells().filter(|&(_, cell)| cell == number).map(|(home, _)| home).collect();
    "0123".chars().map(part).collect()
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
    size: Size,
    /// Row and column of the corner that becomes the first.
    row: u32,
    col: u32,
}

impl BoardReflection {
    pub fn of(size: Size, blank: usize) -> BoardReflection {
        let (row, col) = size.row_col(blank as u32);
        let is_corner = row % (size.rows - 1) == 0 && col % (size.cols - 1) == 0;
        let (row, col) = if is_corner { (row, col) } else { (0, 0) };
        BoardReflection { size, row, col }
    }

    pub fn cell(self, cell: usize) -> usize {
        let (row, col) = self.size.row_col(cell as u32);
        (row.abs_diff(self.row) * self.size.cols + col.abs_diff(self.col)) as usize
    }

    fn direction(self, direction: Direction) -> Direction {
        let flipped = if direction.is_horizontal() { self.col } else { self.row };
        if flipped > 0 { direction.opposite() } else { direction }
    }

    pub fn path(self, path: &[Direction]) -> Vec<Direction> {
        path.iter().map(|&direction| self.direction(direction)).collect()
    }

    pub fn board(self, board: &Homes) -> Homes {
        let mut homes = vec![0; board.homes.len()];
        for (cell, &home) in board.homes.iter().enumerate() {
            homes[self.cell(cell)] = self.cell(usize::from(home)) as u8;
        }
        Homes { homes, blank: self.cell(board.blank), ..*board }
    }
}
