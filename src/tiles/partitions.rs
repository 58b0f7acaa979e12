//! Partitions of the tiles into patterns, and the reflection of the board in which they are given.

use super::deepening::{Homes, is_searched};
use super::pdb::{Pattern, PatternError, Places};
use super::{Metric, slides};
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
    let all = match metric {
        Metric::Steps => partitions(size, blank, family)?,
        Metric::Slides => slides::patterns(size, blank, family)?,
    };
    let mut distinct: Vec<Pattern> = Vec::new();
    for pattern in all.into_iter().flatten() {
        if !distinct.contains(&pattern) {
            distinct.push(pattern);
        }
    }
    Ok(distinct)
}

/// Returns the bytes of the databases of a family in memory; if they have to be built first,
/// including the peak while they are.
///
/// # Errors
///
/// As for [`patterns`].
pub fn bytes(
    metric: Metric,
    size: Size,
    blank: usize,
    family: DatabaseFamily,
    is_built: bool,
) -> Result<u64, PatternError> {
    let patterns = patterns(metric, size, blank, family)?;
    let bytes = patterns.iter().map(|pattern| Places::bytes_of(pattern) as u64);
    let (all, largest) = bytes.fold((0, 0), |(all, most), bytes| (all + bytes, bytes.max(most)));
    // An entry takes half a byte, and while it is built one for its distance, and nearly another half
    // for the levels of the search.
    Ok(if is_built { all } else { all + largest * 3 })
}

/// Returns the partitions of a family for a board and a goal of the blank. The tiles of a partition
/// are all tiles.
pub(super) fn partitions(
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
    let turn = BoardReflection::of(size, blank);
    let blank = turn.cell(blank);
    let one = |parts: Vec<Vec<usize>>| vec![parts];
    let all = match (size.rows, size.cols, blank, family) {
        (_, _, _, DatabaseFamily::Quick) => one(in_turn(size, blank, 5)),
        (4, 4, 0, DatabaseFamily::Large) => one(vec![(1..8).collect(), (8..16).collect()]),
        // The two best partitions of Korf and Felner for small databases.
        (4, 4, 0, DatabaseFamily::Small) => {
            one(vec![vec![3, 6, 7, 10, 11, 15], vec![1, 2, 4, 5, 8, 9], vec![12, 13, 14]])
        }
        (5, 5, 0, DatabaseFamily::Small) => one(sixes(OF_5X5[0])),
        (5, 5, 0, DatabaseFamily::Large) => OF_5X5.into_iter().map(sixes).collect(),
        _ => one(in_turn(size, blank, 6)),
    };
    let pattern = |homes: &Vec<usize>| Pattern::new(Metric::Steps, size, blank, homes);
    all.iter().map(|parts| parts.iter().map(pattern).collect()).collect()
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
    rows: usize,
    cols: usize,
    flip_rows: bool,
    flip_cols: bool,
}

impl BoardReflection {
    pub fn of(size: Size, blank: usize) -> BoardReflection {
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

    pub fn cell(self, cell: usize) -> usize {
        let flipped = |flip: bool, at: usize, of: usize| if flip { of - 1 - at } else { at };
        let row = flipped(self.flip_rows, cell / self.cols, self.rows);
        row * self.cols + flipped(self.flip_cols, cell % self.cols, self.cols)
    }

    fn direction(self, direction: Direction) -> Direction {
        let flip = if direction.is_horizontal() { self.flip_cols } else { self.flip_rows };
        if flip { direction.opposite() } else { direction }
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
