//! Configurations: complete positions, as the kinds of the pieces on the board.

use super::{Direction, Puzzle, Size};

/// A piece of some kind with its origin in some cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The cell of the piece's origin.
    pub cell: u32,
    /// Index of the kind in [`Puzzle::kinds`].
    pub kind: u8,
}

impl Placement {
    /// Returns the piece after a step, which must not leave a board of this size.
    ///
    /// ```
    /// use sliding::puzzle::{Direction, Placement, Size};
    ///
    /// let piece = Placement { cell: 5, kind: 0 };
    /// assert_eq!(piece.stepped(Direction::Up, Size { rows: 3, cols: 4 }).cell, 1);
    /// ```
    pub fn stepped(self, direction: Direction, size: Size) -> Placement {
        let (down, right) = direction.delta();
        let by = i64::from(down) * i64::from(size.cols) + i64::from(right);
        Placement { cell: (i64::from(self.cell) + by) as u32, ..self }
    }
}

/// A complete position by kind: the placements of all pieces, by ascending cell.
///
/// Two arrangements that differ only by swapping pieces of one kind are the same position.
///
/// Only a puzzle makes configurations, by [`Puzzle::configuration`] or in a search, so they have
/// its pieces in places its board allows. A configuration does not record its puzzle. Functions
/// that are given one of another puzzle return an error or `false`, or show as much as fits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Configuration {
    placements: Vec<Placement>,
}

impl Configuration {
    /// Creates the configuration with these placements, in any order. They must be valid: engines
    /// do not check what they find.
    pub(crate) fn new(mut placements: Vec<Placement>) -> Self {
        placements.sort_unstable();
        Self { placements }
    }

    /// Returns the pieces by ascending cell of their origins.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Returns the kind of the piece whose origin is in `cell`, if there is one.
    pub fn kind_at(&self, cell: u32) -> Option<u8> {
        let index = self.placements.binary_search_by_key(&cell, |p| p.cell).ok()?;
        Some(self.placements[index].kind)
    }

    /// Returns the number of pieces of each of `kinds` kinds.
    pub(crate) fn counts(&self, kinds: usize) -> Vec<u32> {
        let mut counts = vec![0; kinds];
        for placement in &self.placements {
            counts[usize::from(placement.kind)] += 1;
        }
        counts
    }
}

/// What a cell of a [`Board`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A wall that nothing can enter.
    Blocked,
    /// The piece with this index in [`Configuration::placements`].
    Piece(u32),
    /// Unconstrained: it may hold anything. Only on the board of a partial goal.
    Any,
}

/// A board spelt out cell by cell, for drawing and for checking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    cells: Vec<Cell>,
}

impl Board {
    /// Lays out `configuration` on the board of `puzzle`.
    pub(super) fn new(puzzle: &Puzzle, configuration: &Configuration) -> Self {
        let mut board =
            Self { size: puzzle.size(), cells: vec![Cell::Empty; puzzle.size().cells()] };
        for &cell in puzzle.blocked() {
            board.cells[cell as usize] = Cell::Blocked;
        }
        for (index, &placement) in configuration.placements().iter().enumerate() {
            board.cover(puzzle, placement, index as u32);
        }
        board
    }

    /// Puts a piece on the board. Cells off the board, and kinds of another puzzle, are ignored.
    pub(super) fn cover(&mut self, puzzle: &Puzzle, placement: Placement, index: u32) {
        let Some(kind) = puzzle.kinds().get(usize::from(placement.kind)) else { return };
        for cell in kind.covers(placement.cell, self.size).flatten() {
            self.set(cell, Cell::Piece(index));
        }
    }

    pub(super) fn set(&mut self, cell: u32, content: Cell) {
        if let Some(known) = self.cells.get_mut(cell as usize) {
            *known = content;
        }
    }

    /// Returns height and width.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the content at `row` and `col`; `None` off the board.
    pub fn at(&self, row: i64, col: i64) -> Option<Cell> {
        self.size.cell(row, col).map(|cell| self.cells[cell as usize])
    }
}
