//! Shapes of pieces of a family.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use crate::engine::board::BoardSymmetry;
use crate::puzzle::{KindSetup, Lock, Size};

/// Maximum number of shapes of a family.
pub(super) const MOST_SHAPES: usize = 1 << 18;

/// A shape of pieces, and the axis that they are locked to.
///
/// ```
/// use sliding::design::Shape;
/// use sliding::puzzle::Size;
///
/// assert_eq!(Shape::polyominoes(3, Size { rows: 3, cols: 3 }).len(), 1 + 2 + 6);
/// assert_eq!(Shape::rectangle(1, 2)?.to_string(), "11");
/// # Ok::<(), sliding::design::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    /// Rows and columns of the cells, from the upper left corner of the smallest rectangle around
    /// them; ascending, each once.
    cells: Vec<(i32, i32)>,
    lock: Lock,
}

/// Maximum number of cells of a family's board, and so of a shape.
pub(super) const MOST_CELLS: usize = 64;

/// Why cells are not a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// There are no cells.
    #[error("a shape has at least one cell")]
    Empty,
    /// There are too many cells, or they are too far apart.
    #[error("a shape has at most {MOST_CELLS} cells, rows and columns")]
    TooLarge,
}

impl Shape {
    /// Creates the shape of these cells.
    ///
    /// # Errors
    ///
    /// Returns an error if there are none, or too many for a board.
    pub fn new(
        cells: impl IntoIterator<Item = (i32, i32)>,
        lock: Lock,
    ) -> Result<Self, ShapeError> {
        let cells: BTreeSet<(i32, i32)> = cells.into_iter().collect();
        let rows = cells.iter().map(|&(row, _)| row);
        let cols = cells.iter().map(|&(_, col)| col);
        let bounds = rows.clone().min().zip(rows.max()).zip(cols.clone().min().zip(cols.max()));
        let ((top, bottom), (left, right)) = bounds.ok_or(ShapeError::Empty)?;
        let most = MOST_CELLS as u32;
        let is_small = bottom.abs_diff(top).max(right.abs_diff(left)) < most;
        if !is_small || cells.len() > MOST_CELLS {
            return Err(ShapeError::TooLarge);
        }
        Ok(Self::at_origin(cells, lock))
    }

    /// Creates the shape of cells known to be valid: at least one, and not too many.
    fn at_origin(cells: BTreeSet<(i32, i32)>, lock: Lock) -> Self {
        let row = cells.iter().map(|&(row, _)| row).min().unwrap_or(0);
        let col = cells.iter().map(|&(_, col)| col).min().unwrap_or(0);
        Self { cells: cells.into_iter().map(|(r, c)| (r - row, c - col)).collect(), lock }
    }

    /// Creates a rectangle.
    ///
    /// # Errors
    ///
    /// Returns an error if a side is 0, or it is too large for a board.
    pub fn rectangle(rows: u32, cols: u32) -> Result<Self, ShapeError> {
        match u64::from(rows) * u64::from(cols) {
            0 => Err(ShapeError::Empty),
            number if number <= MOST_CELLS as u64 => Ok(Self::bar(rows, cols, Lock::Free)),
            _ => Err(ShapeError::TooLarge),
        }
    }

    /// Returns all rectangles that fit a board, except those that are too large for any.
    pub fn rectangles(size: Size) -> Vec<Self> {
        let most = MOST_CELLS as u32;
        let sides = (1..=size.rows.min(most))
            .flat_map(|rows| (1..=size.cols.min(most / rows)).map(move |cols| (rows, cols)));
        sides.map(|(rows, cols)| Self::bar(rows, cols, Lock::Free)).collect()
    }

    /// Creates a rectangle known to be small enough.
    fn bar(rows: u32, cols: u32, lock: Lock) -> Self {
        Self::at_origin(cells(rows, cols).collect(), lock)
    }

    /// Returns all polyominoes of up to `most` cells that fit a board, in all orientations. Once
    /// there are more than a family may have, no larger ones are generated.
    pub fn polyominoes(most: u32, size: Size) -> Vec<Self> {
        let mut level = BTreeSet::from([Self::bar(1, 1, Lock::Free)]);
        let mut all = Vec::new();
        for _ in 0..most.min(MOST_CELLS as u32) {
            let fits = |shape: &Self| {
                let own = shape.size();
                own.rows <= size.rows && own.cols <= size.cols
            };
            let grows = all.len() + level.len() <= MOST_SHAPES;
            let grown = level.iter().filter(|_| grows).flat_map(Self::grown).filter(fits).collect();
            all.extend(std::mem::replace(&mut level, grown));
        }
        all
    }

    /// Returns cars as in Rush Hour: two or three cells long, locked to their axes.
    pub fn cars() -> Vec<Self> {
        let lying = [2, 3].map(|long| Self::bar(1, long, Lock::Horizontal));
        let standing = [2, 3].map(|long| Self::bar(long, 1, Lock::Vertical));
        lying.into_iter().chain(standing).collect()
    }

    /// Returns cars of one cell, locked to either axis.
    pub fn units() -> Vec<Self> {
        [Lock::Horizontal, Lock::Vertical].map(|lock| Self::bar(1, 1, lock)).into()
    }

    /// Returns its cells as rows and columns from the upper left corner of the smallest rectangle
    /// around them, ascending.
    pub fn cells(&self) -> &[(i32, i32)] {
        &self.cells
    }

    /// Returns the axis that it is locked to.
    pub fn lock(&self) -> Lock {
        self.lock
    }

    /// Returns height and width of the smallest rectangle around it.
    pub fn size(&self) -> Size {
        let rows = self.cells.iter().map(|&(row, _)| row as u32 + 1).max().unwrap_or(0);
        let cols = self.cells.iter().map(|&(_, col)| col as u32 + 1).max().unwrap_or(0);
        Size { rows, cols }
    }

    pub(super) fn kind(&self, name: char) -> KindSetup {
        let mut kind = KindSetup::new(name, self.cells.clone());
        kind.lock = self.lock();
        kind
    }

    /// Returns all shapes with one cell more.
    fn grown(&self) -> BTreeSet<Self> {
        let beside = |&(row, col): &(i32, i32)| {
            [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        };
        let new = self.cells.iter().flat_map(beside).filter(|cell| !self.cells.contains(cell));
        let with = |cell| self.cells.iter().copied().chain([cell]).collect();
        new.map(|cell| Self::at_origin(with(cell), Lock::Free)).collect()
    }

    pub(super) fn mirrored(&self, mirror: BoardSymmetry) -> Self {
        let cells = self.cells.iter().map(|&cell| mirror.offset(cell));
        Self::at_origin(cells.collect(), mirror.lock(self.lock()))
    }
}

/// Returns the cells of a rectangle.
fn cells(rows: u32, cols: u32) -> impl Iterator<Item = (i32, i32)> {
    (0..rows as i32).flat_map(move |row| (0..cols as i32).map(move |col| (row, col)))
}

impl Display for Shape {
    /// Writes the pattern of a kind as in a puzzle file.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Size { rows, .. } = self.size();
        for row in 0..rows as i32 {
            let cols = self.cells.iter().filter(|cell| cell.0 == row).map(|cell| cell.1);
            let last = cols.max().unwrap_or(0);
            let has = |col| if self.cells.contains(&(row, col)) { '1' } else { '0' };
            let line: String = (0..=last).map(has).collect();
            write!(f, "{}{line}", if row == 0 { "" } else { "/" })?;
        }
        f.write_str(match self.lock {
            Lock::Free => "",
            Lock::Horizontal => " h",
            Lock::Vertical => " v",
        })
    }
}
