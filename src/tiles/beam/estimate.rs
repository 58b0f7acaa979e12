//! How far a position is from the goal: a bound that holds, and an estimate that guides the beam.

use crate::puzzle::Size;
use crate::tiles::Tiles;

/// Maximum number of cells, as a byte holds the home of a tile.
const MOST_CELLS: usize = 256;

/// Maximum number of cells in a row or column, as a word holds a set of them.
const MOST_IN_LINE: u32 = 32;

/// A tile at distance d from home costs `UNIT * d^POWER`: far tiles count for more than their
/// distance, because a tile that the others have left behind is expensive to bring home.
///
/// With a width of 10,000, boards of 6 x 6 take 208 moves with a power of 1, and 189 with 1.5 to 2.
const POWER: f64 = 1.6;
const UNIT: f64 = 10.0;

/// The cost of a conflict. The two moves that it takes would cost 20.
const CONFLICT: i32 = 60;

/// Whether this module estimates boards of a size.
pub(super) fn is_estimated(size: Size) -> bool {
    let Size { rows, cols } = size;
    rows.min(cols) > 1 && rows.max(cols) <= MOST_IN_LINE && size.cells() <= MOST_CELLS
}

/// Returns a lower bound on the number of moves: the sum of all distances, and two moves for each
/// conflict. Of boards that are not estimated, the sum of all distances.
///
/// A conflict is a tile that has to leave its row or column to let others pass. (Hansson, Mayer and
/// Yung 1992.)
///
/// ```
/// use sliding::tiles::{Tiles, lower_bound, notation};
///
/// let (size, start) = notation::board("2 1 3/4 5 6/7 8 0", None).unwrap();
/// let tiles = Tiles::new(size, start, notation::blank_last(size)).unwrap();
/// // Both tiles are one step from home, and one makes way for the other.
/// assert_eq!(lower_bound(&tiles), 4);
/// ```
pub fn lower_bound(tiles: &Tiles) -> u64 {
    if !is_estimated(tiles.size()) {
        return tiles.distances();
    }
    let (estimate, homes) = (Estimate::new(tiles), homes(tiles));
    let blank = Tiles::blank(tiles.start());
    tiles.distances() + 2 * estimate.all_conflicts(&homes, blank) as u64
}

/// Returns the home of the tile on each cell, and the blank's goal on its cell.
pub(super) fn homes(tiles: &Tiles) -> Vec<u8> {
    tiles.homes().into_iter().map(|home| home as u8).collect()
}

/// The estimate for the boards of one size.
pub(super) struct Estimate {
    rows: usize,
    cols: usize,
    /// For each home and then each cell.
    costs: Vec<i32>,
    /// The row and the column of each cell.
    at: Vec<(u8, u8)>,
}

impl Estimate {
    /// # Panics
    ///
    /// If the size is not one that [`is_estimated`].
    pub fn new(tiles: &Tiles) -> Estimate {
        let size = tiles.size();
        assert!(is_estimated(size), "a board of {} x {}", size.rows, size.cols);
        let (rows, cols) = (size.rows as usize, size.cols as usize);
        let cells = rows * cols;
        let at: Vec<(u8, u8)> =
            (0..cells).map(|cell| ((cell / cols) as u8, (cell % cols) as u8)).collect();
        let cost = |home: usize, cell: usize| {
            let ((row, col), (to_row, to_col)) = (at[cell], at[home]);
            let distance = f64::from(row.abs_diff(to_row)) + f64::from(col.abs_diff(to_col));
            (UNIT * distance.powf(POWER)).round() as i32
        };
        let costs = (0..cells).flat_map(|home| (0..cells).map(move |cell| (home, cell)));
        let costs = costs.map(|(home, cell)| cost(home, cell)).collect();
        Estimate { rows, cols, costs, at }
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns the cell that the blank enters by a step; `None` off the board.
    #[inline(always)]
    pub fn step(&self, blank: usize, step: usize) -> Option<usize> {
        let (row, col) = self.at[blank];
        let (row, col) = (usize::from(row), usize::from(col));
        match step {
            0 => (col + 1 < self.cols).then_some(blank + 1),
            1 => (col > 0).then(|| blank - 1),
            2 => (row + 1 < self.rows).then_some(blank + self.cols),
            _ => (row > 0).then(|| blank - self.cols),
        }
    }

    /// Returns the estimate of a position; 0 is the goal.
    pub fn whole(&self, homes: &[u8], blank: usize) -> u32 {
        let tiles = homes.iter().enumerate().filter(|&(cell, _)| cell != blank);
        let costs: i32 = tiles.map(|(cell, &home)| self.cost(home, cell)).sum();
        (costs + CONFLICT * self.all_conflicts(homes, blank)) as u32
    }

    /// Returns how the estimate changes if the tile on `from` moves to `blank`.
    #[inline(always)]
    pub fn change(&self, homes: &[u8], blank: usize, from: usize) -> i32 {
        let home = homes[from];
        let change = self.cost(home, blank) - self.cost(home, from);
        let (home_at, blank_at, from_at) =
            (self.at[usize::from(home)], self.at[blank], self.at[from]);
        // The order within the line along which it moves stays, and of the lines across it only
        // that of its home may have other conflicts.
        let conflicts = if blank_at.1 == from_at.1 {
            let is_home = home_at.0 == blank_at.0 || home_at.0 == from_at.0;
            if !is_home {
                return change;
            }
            let row = usize::from(home_at.0);
            self.in_row(homes, row, from, blank) - self.in_row(homes, row, blank, blank)
        } else {
            let is_home = home_at.1 == blank_at.1 || home_at.1 == from_at.1;
            if !is_home {
                return change;
            }
            let col = usize::from(home_at.1);
            self.in_col(homes, col, from, blank) - self.in_col(homes, col, blank, blank)
        };
        change + CONFLICT * conflicts
    }

    #[inline(always)]
    fn cost(&self, home: u8, cell: usize) -> i32 {
        self.costs[usize::from(home) * self.at.len() + cell]
    }

    fn all_conflicts(&self, homes: &[u8], blank: usize) -> i32 {
        let rows = (0..self.rows).map(|row| self.in_row(homes, row, blank, blank));
        let cols = (0..self.cols).map(|col| self.in_col(homes, col, blank, blank));
        rows.sum::<i32>() + cols.sum::<i32>()
    }

    /// Returns the conflicts in a row, once the blank has gone from `blank` to `to`.
    #[inline(always)]
    fn in_row(&self, homes: &[u8], row: usize, to: usize, blank: usize) -> i32 {
        let mut order = Order::default();
        for cell in row * self.cols..(row + 1) * self.cols {
            let home = homes[if cell == blank { to } else { cell }];
            let (home_row, home_col) = self.at[usize::from(home)];
            if cell != to && usize::from(home_row) == row {
                order.push(home_col);
            }
        }
        order.conflicts()
    }

    /// As [`in_row`](Self::in_row), in a column.
    #[inline(always)]
    fn in_col(&self, homes: &[u8], col: usize, to: usize, blank: usize) -> i32 {
        let mut order = Order::default();
        for cell in (col..self.at.len()).step_by(self.cols) {
            let home = homes[if cell == blank { to } else { cell }];
            let (home_row, home_col) = self.at[usize::from(home)];
            if cell != to && usize::from(home_col) == col {
                order.push(home_row);
            }
        }
        order.conflicts()
    }
}

/// The tiles of a line that belong in it, up to some cell.
#[derive(Default)]
struct Order {
    tiles: u32,
    /// The last tile of the best ascending selection of each length, that with the least last tile.
    ends: u32,
}

impl Order {
    #[inline(always)]
    fn push(&mut self, place: u8) {
        let place = 1_u32 << place;
        let above = self.ends & !(place | (place - 1));
        self.tiles += 1;
        // It makes the longest selection longer, or gives one of the others a lesser end.
        self.ends = self.ends & !(above & above.wrapping_neg()) | place;
    }

    /// Returns the number of tiles that have to leave the line: all but the longest ascending
    /// selection.
    #[inline(always)]
    fn conflicts(&self) -> i32 {
        self.tiles as i32 - self.ends.count_ones() as i32
    }
}
