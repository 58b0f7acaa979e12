//! Shapes of pieces of a family, and the words for shapes, boards and numbers.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::engine::board::BoardSymmetry;
use crate::notation::knuth::{pattern, rows};
use crate::puzzle::{KindSetup, Lock, Size};

/// Maximum number of shapes of a family.
pub const MOST_SHAPES: usize = 1 << 18;

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
pub const MOST_CELLS: usize = 64;

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
        let [row, last] = [cells.first(), cells.last()].map(|cell| cell.map(|cell| cell.0));
        let cols = || cells.iter().map(|cell| cell.1);
        let (Some(row), Some(last), Some(col)) = (row, last, cols().min()) else {
            return Err(ShapeError::Empty);
        };
        let cols = cols().map(|other| other.abs_diff(col));
        if cols.chain([last.abs_diff(row)]).any(|side| side >= MOST_CELLS as u32)
            || cells.len() > MOST_CELLS
        {
            return Err(ShapeError::TooLarge);
        }
        Ok(Self { cells: cells.into_iter().map(|(r, c)| (r - row, c - col)).collect(), lock })
    }

    /// Creates a rectangle.
    ///
    /// # Errors
    ///
    /// Returns an error if a side is 0, or it is too large for a board.
    pub fn rectangle(rows: u32, cols: u32) -> Result<Self, ShapeError> {
        Self::bar(rows, cols, Lock::Free)
    }

    fn bar(rows: u32, cols: u32, lock: Lock) -> Result<Self, ShapeError> {
        if u64::from(rows) * u64::from(cols) > MOST_CELLS as u64 {
            return Err(ShapeError::TooLarge);
        }
        let cells = (0..rows as i32).flat_map(|row| (0..cols as i32).map(move |col| (row, col)));
        Self::new(cells, lock)
    }

    /// Returns all rectangles that fit a board, except those that are too large for any.
    pub fn rectangles(size: Size) -> Vec<Self> {
        let [rows, cols] = [size.rows, size.cols].map(|side| 1..=side.min(MOST_CELLS as u32));
        let sides = rows.flat_map(|rows| cols.clone().map(move |cols| (rows, cols)));
        sides.filter_map(|(rows, cols)| Self::rectangle(rows, cols).ok()).collect()
    }

    /// Returns all polyominoes of up to `most` cells that fit a board, in all orientations. Once
    /// there are more than a family may have, no larger ones are generated.
    pub fn polyominoes(most: u32, size: Size) -> Vec<Self> {
        let mut level = BTreeSet::from_iter(Self::rectangle(1, 1));
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
        lying.into_iter().chain(standing).flatten().collect()
    }

    /// Returns cars of one cell, locked to either axis.
    pub fn units() -> Vec<Self> {
        let all = [Lock::Horizontal, Lock::Vertical].map(|lock| Self::bar(1, 1, lock));
        all.into_iter().flatten().collect()
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
        let side = |side: fn(&(i32, i32)) -> i32| self.cells.iter().map(side).max().unwrap_or(-1);
        Size { rows: (side(|cell| cell.0) + 1) as u32, cols: (side(|cell| cell.1) + 1) as u32 }
    }

    pub(super) fn kind(&self, name: char) -> KindSetup {
        KindSetup { lock: self.lock, ..KindSetup::new(name, self.cells.clone()) }
    }

    /// Returns all shapes with one cell more.
    fn grown(&self) -> Vec<Self> {
        let beside = |&(row, col): &(i32, i32)| {
            [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        };
        let new = self.cells.iter().flat_map(beside).filter(|cell| !self.cells.contains(cell));
        let with = |cell| Self::new(self.cells.iter().copied().chain([cell]), Lock::Free).ok();
        new.filter_map(with).collect()
    }

    pub(super) fn mirrored(&self, mirror: BoardSymmetry) -> Self {
        let cells = self.cells.iter().map(|&cell| mirror.offset(cell));
        Self::new(cells, mirror.lock(self.lock)).expect("it is as large")
    }
}

impl Display for Shape {
    /// Writes the pattern of a kind as in a puzzle file.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let cells = self.cells.iter().map(|&(row, col)| (row as usize, col as usize));
        f.write_str(&rows(cells, ["0", "1"]))?;
        f.write_str(match self.lock {
            Lock::Free => "",
            Lock::Horizontal => " h",
            Lock::Vertical => " v",
        })
    }
}

/// A list of shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// All rectangles that lie on the board.
    Rectangles,
    /// All polyominoes of up to this number of cells.
    Polyominoes(u32),
    /// As in Rush Hour: see [`Shape::cars`].
    Cars,
    /// Cars of one cell: see [`Shape::units`].
    Units,
    /// Others, with their numbers if given.
    Listed(Vec<(Shape, Option<RangeInclusive<u32>>)>),
}

impl Shapes {
    /// Returns the shapes for a board, with their numbers if given.
    pub(super) fn list(&self, size: Size) -> Vec<(Shape, Option<RangeInclusive<u32>>)> {
        let shapes = match self {
            Shapes::Rectangles => Shape::rectangles(size),
            Shapes::Polyominoes(most) => Shape::polyominoes(*most, size),
            Shapes::Cars => Shape::cars(),
            Shapes::Units => Shape::units(),
            Shapes::Listed(shapes) => return shapes.clone(),
        };
        shapes.into_iter().map(|shape| (shape, None)).collect()
    }
}

impl FromStr for Shapes {
    type Err = String;

    /// Reads `rectangles`, `polyominoes:N`, `cars`, `units`, or patterns as in `1,11h:2-3,01/11`.
    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("polyominoes:")) {
            ("rectangles", _) => Ok(Shapes::Rectangles),
            ("cars", _) => Ok(Shapes::Cars),
            ("units", _) => Ok(Shapes::Units),
            (_, Some(most)) => {
                let most = most.parse().ok().filter(|most| (1..=64).contains(most));
                let expected = "expected polyominoes:N with N from 1 to 64";
                most.map(Shapes::Polyominoes).ok_or_else(|| expected.to_owned())
            }
            _ => text.split(',').map(shape).collect::<Result<_, _>>().map(Shapes::Listed),
        }
    }
}

/// Reads a pattern, optionally followed by a number of pieces.
fn shape(text: &str) -> Result<(Shape, Option<RangeInclusive<u32>>), String> {
    let (shape, number) = match text.split_once(':') {
        Some((shape, number)) => (shape, Some(range(number)?)),
        None => (text, None),
    };
    let shape = shape.trim();
    // `11h` is read like `11 h`, which would need quotes in a shell.
    let spaced = match shape.strip_suffix(['h', 'v']) {
        Some(cells) if !cells.ends_with(' ') => format!("{cells} {}", &shape[cells.len()..]),
        _ => shape.to_owned(),
    };
    let expected =
        "expected rectangles, polyominoes:N, cars, units, or patterns as in 1,11/01,11h:2-3";
    let kind = pattern('1', &spaced).map_err(|(_, c)| format!("`{c}` in `{text}`: {expected}"))?;
    let shape = Shape::new(kind.cells, kind.lock).map_err(|why| format!("`{text}`: {why}"))?;
    Ok((shape, number))
}

/// Reads the size of a board: `4x5`. A side has up to 255 cells.
///
/// # Errors
///
/// Returns what was expected.
pub fn board(text: &str) -> Result<Size, String> {
    let sides = text.split_once('x').and_then(|(rows, cols)| {
        let side =
            |text: &str| text.trim().parse().ok().filter(|&side: &u32| (1..=255).contains(&side));
        Some(Size { rows: side(rows)?, cols: side(cols)? })
    });
    sides.ok_or_else(|| "expected rows and columns, as in 4x5".to_owned())
}

/// Reads a number, or an ascending range: `5`, `3-8`.
///
/// # Errors
///
/// Returns what was expected.
pub fn range<N: FromStr + PartialOrd + Copy>(text: &str) -> Result<RangeInclusive<N>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let bounds = least.parse().ok().zip(most.parse().ok());
    match bounds {
        Some((least, most)) if least > most => Err("expected the smaller number first".into()),
        Some((least, most)) => Ok(least..=most),
        None => Err("expected a number, or two as in 3-8".into()),
    }
}
