//! Kinds of pieces: a name, a shape, and the directions in which it may move.

use super::Size;

/// Maximum number of kinds in a puzzle: `1`-`9`, `a`-`z` without `x`, `A`-`Z`.
pub const MAX_KINDS: usize = NAMES.len();

const NAMES: &[u8] = b"123456789abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Returns the number of the kind named `name`, from 1 to [`MAX_KINDS`], or `None` if it is not a
/// valid name.
///
/// ```
/// use sliding::puzzle::{kind_name, kind_number};
/// assert_eq!(kind_number('f'), Some(15));
/// assert_eq!(kind_number('x'), None);
/// assert_eq!((kind_name(0), kind_name(60), kind_name(61)), (None, Some('Z'), None));
/// assert!((1..=60).all(|number| kind_name(number).and_then(kind_number) == Some(number)));
/// ```
pub fn kind_number(name: char) -> Option<u8> {
    NAMES.iter().position(|&n| char::from(n) == name).map(|i| i as u8 + 1)
}

/// Returns the name of the kind with this number, the inverse of [`kind_number`].
pub fn kind_name(number: u8) -> Option<char> {
    let index = usize::from(number).checked_sub(1)?;
    NAMES.get(index).map(|&n| char::from(n))
}

/// The axis, if any, that a piece is locked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lock {
    /// Moves in all four directions.
    #[default]
    Free,
    /// Moves only right and left.
    Horizontal,
    /// Moves only up and down.
    Vertical,
}

/// A kind of piece. Pieces of one kind are indistinguishable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    name: char,
    cells: Vec<(i32, i32)>,
    lock: Lock,
}

impl Kind {
    /// Creates a kind that occupies these cells, which must be as [`Kind::cells`] describes them.
    pub(super) fn new(name: char, cells: Vec<(i32, i32)>, lock: Lock) -> Self {
        Self { name, cells, lock }
    }

    /// Returns the kind's name, one of those that [`kind_number`] knows.
    pub fn name(&self) -> char {
        self.name
    }

    /// Returns row and column of each occupied cell relative to the kind's origin: its topmost cell
    /// and, in that row, the leftmost. In row-major order, so the first is always `(0, 0)`.
    pub fn cells(&self) -> &[(i32, i32)] {
        &self.cells
    }

    /// Returns the axis it is locked to.
    pub fn lock(&self) -> Lock {
        self.lock
    }

    /// Returns the cells that a piece of this kind covers on a board of this size if its origin is
    /// in `origin`, in the order of [`Kind::cells`]; `None` for each that lies off the board.
    ///
    /// ```
    /// use sliding::puzzle::{Puzzle, Size};
    ///
    /// let puzzle: Puzzle = "2 x 3\n1 = 01/11\n01\n001\n".parse().unwrap();
    /// let cells: Vec<_> = puzzle.kinds()[0].covers(2, puzzle.size()).collect();
    /// assert_eq!(cells, [Some(2), Some(4), Some(5)]);
    /// assert!(puzzle.kinds()[0].covers(0, puzzle.size()).any(|cell| cell.is_none()));
    /// ```
    pub fn covers(&self, origin: u32, size: Size) -> impl Iterator<Item = Option<u32>> {
        let (row, col) = size.row_col(origin);
        let cell = move |&(r, c): &(i32, i32)| {
            size.cell(i64::from(row) + i64::from(r), i64::from(col) + i64::from(c))
        };
        self.cells.iter().map(cell)
    }

    /// Returns the first of some cells, given ascending, that such a piece covers.
    pub(super) fn covers_one_of(&self, origin: u32, size: Size, cells: &[u32]) -> Option<u32> {
        let mut covered = self.covers(origin, size).flatten();
        covered.find(|cell| cells.binary_search(cell).is_ok())
    }
}
