//! Partitions of the tiles into patterns, and the reflection of the board in which they are given.

use super::Metric;
use super::deepening::{Homes, is_searched};
use super::pdb::{Pattern, PatternError, Places};
use crate::puzzle::{Direction, Size};

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
pub(super) fn bytes(patterns: &[Pattern], is_built: bool) -> u64 {
    let bytes = patterns.iter().map(|pattern| Places::of(pattern).bytes() as u64);
    let (all, largest) = bytes.fold((0, 0), |(all, most), bytes| (all + bytes, bytes.max(most)));
    // An entry takes half a byte, and while it is built one for its distance, and nearly another half
    // for the levels of the search.
    if is_built { all } else { all + largest * 3 }
}

/// Returns the partitions of a family for a board and a goal of the blank: the tiles of each are all
/// tiles. For slides, the patterns of the board read by rows, and those by columns if they differ.
pub(super) fn partitions(
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
pub(super) struct BoardReflection {
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
