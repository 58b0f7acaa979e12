//! Rotations and reflections of cells, kinds of pieces, and whole puzzles.

use std::collections::BTreeSet;

use crate::puzzle::{Demand, Lock, Placement, Puzzle, Size, Want};

/// A cell, as row and column relative to another.
type Offset = (i32, i32);

/// A rotation or reflection of a board: a reflection in the diagonal, then top to bottom, then left
/// to right, each optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSymmetry {
    /// Whether rows and columns are exchanged.
    pub diagonal: bool,
    /// Whether the rows are reversed then.
    pub rows: bool,
    /// Whether the columns are reversed then.
    pub cols: bool,
}

impl BoardSymmetry {
    /// Returns all eight, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|n| Self { diagonal: n & 1 != 0, rows: n & 2 != 0, cols: n & 4 != 0 })
    }

    /// Whether the image of a board of this size has the same size.
    pub fn keeps_size(self, size: Size) -> bool {
        !self.diagonal || size.rows == size.cols
    }

    /// Whether a puzzle's board, with its blocked cells, is its own image.
    pub fn keeps_board(self, puzzle: &Puzzle) -> bool {
        let (size, blocked) = (puzzle.size(), puzzle.blocked());
        self.keeps_size(size) && self.cells(size, blocked).as_deref() == Some(blocked)
    }

    /// Returns the image of a cell, on a board whose image has the same size.
    pub fn cell(self, size: Size, cell: u32) -> Option<u32> {
        let (row, col) = size.row_col(cell);
        let (row, col) = self.offset((row as i32, col as i32));
        let row = i64::from(row) + if self.rows { i64::from(size.rows) - 1 } else { 0 };
        let col = i64::from(col) + if self.cols { i64::from(size.cols) - 1 } else { 0 };
        size.cell(row, col)
    }

    /// Returns the images of several cells, ascending.
    fn cells(self, size: Size, cells: &[u32]) -> Option<Vec<u32>> {
        let mut images = Vec::with_capacity(cells.len());
        for &cell in cells {
            images.push(self.cell(size, cell)?);
        }
        images.sort_unstable();
        Some(images)
    }

    /// Returns the image of a difference of rows and columns.
    pub fn offset(self, (row, col): Offset) -> Offset {
        let (row, col) = if self.diagonal { (col, row) } else { (row, col) };
        (if self.rows { -row } else { row }, if self.cols { -col } else { col })
    }

    /// Returns the image of the axis that a piece is locked to.
    pub fn lock(self, lock: Lock) -> Lock {
        match lock {
            Lock::Horizontal if self.diagonal => Lock::Vertical,
            Lock::Vertical if self.diagonal => Lock::Horizontal,
            lock => lock,
        }
    }
}

/// The image of a kind of piece.
pub struct KindImage {
    cells: Vec<Offset>,
    lock: Lock,
    closed: Vec<u32>,
    /// For each cell, the origin of the image of a piece with its origin there, if it fits.
    origins: Vec<Option<u32>>,
}

impl KindImage {
    /// Builds the image of a kind of a puzzle whose board is [kept](BoardSymmetry::keeps_board).
    pub fn new(puzzle: &Puzzle, kind: u8, mirror: BoardSymmetry) -> Option<Self> {
        let size = puzzle.size();
        let closed = mirror.cells(size, puzzle.closed_to(kind))?;
        let kind = &puzzle.kinds()[usize::from(kind)];
        let mut cells = kind.cells().to_vec();
        for cell in &mut cells {
            *cell = mirror.offset(*cell);
        }
        cells.sort_unstable();
        let first = cells[0];
        for (row, col) in &mut cells {
            (*row, *col) = (*row - first.0, *col - first.1);
        }
        let mut origins = Vec::new();
        for origin in 0..size.cells() as u32 {
            let covered: Option<Vec<u32>> = kind.covers(origin, size).collect();
            let image = covered.and_then(|covered| mirror.cells(size, &covered));
            origins.push(image.map(|image| image[0]));
        }
        Some(Self { cells, lock: mirror.lock(kind.lock()), closed, origins })
    }

    /// Whether it equals another kind of the puzzle in shape, lock and gates.
    pub fn is_like(&self, puzzle: &Puzzle, other: u8) -> bool {
        let kind = &puzzle.kinds()[usize::from(other)];
        kind.cells() == self.cells
            && kind.lock() == self.lock
            && puzzle.closed_to(other) == self.closed
    }

    /// Returns the origin of the image of a piece with this origin, if it can lie there.
    pub fn origin(&self, origin: u32) -> Option<u32> {
        self.origins[origin as usize]
    }
}

/// A symmetry of a puzzle: a rotation or reflection and a renaming of kinds that map the board, the
/// gates, the start and the goals to themselves. So the image of a position has the same distance
/// from the start and from the goals as the position.
#[derive(PartialEq)]
pub struct Image {
    /// For each kind with pieces, and each cell, the image of such a piece, if it can lie there.
    pieces: Vec<Vec<Option<Placement>>>,
}

impl Image {
    /// Returns all symmetries but the identity, each once. Takes time linear in the sizes of the
    /// board and of the goals.
    pub fn all(puzzle: &Puzzle) -> Vec<Self> {
        let mut images: Vec<Self> = Vec::new();
        for mirror in BoardSymmetry::all() {
            let image = Self::new(puzzle, mirror);
            // On a narrow board, several mirrors may have the same effect.
            images.extend(image.filter(|image| !images.contains(image)));
        }
        images.remove(0);
        images
    }

    fn new(puzzle: &Puzzle, mirror: BoardSymmetry) -> Option<Self> {
        let (size, start, counts) = (puzzle.size(), puzzle.start(), puzzle.counts());
        if !mirror.keeps_board(puzzle) {
            return None;
        }
        let mut image = Self { pieces: vec![Vec::new(); counts.len()] };
        for piece in start.placements() {
            let kind = usize::from(piece.kind);
            if !image.pieces[kind].is_empty() {
                continue;
            }
            let turned = KindImage::new(puzzle, piece.kind, mirror)?;
            let to = start.kind_at(turned.origin(piece.cell)?)?;
            if !turned.is_like(puzzle, to) || counts[kind] != counts[usize::from(to)] {
                return None;
            }
            for cell in turned.origins {
                image.pieces[kind].push(cell.map(|cell| Placement { cell, kind: to }));
            }
        }
        for &piece in start.placements() {
            let to = image.piece(piece)?;
            if start.kind_at(to.cell) != Some(to.kind) {
                return None;
            }
        }
        let (mut goals, mut turned_goals) = (BTreeSet::new(), BTreeSet::new());
        for goal in puzzle.goals() {
            let pieces = goal.demanded();
            // A goal that needs a missing piece is never met, so it does not count.
            if pieces.placements().iter().any(|piece| counts[usize::from(piece.kind)] == 0) {
                continue;
            }
            let mut turned = goal.demands().to_vec();
            for demand in &mut turned {
                *demand = image.demand(size, mirror, *demand)?;
            }
            turned.sort_unstable();
            goals.insert(goal.demands().to_vec());
            turned_goals.insert(turned);
        }
        (goals == turned_goals).then_some(image)
    }

    /// Returns the image of a piece, if it can lie there.
    pub fn piece(&self, piece: Placement) -> Option<Placement> {
        *self.pieces[usize::from(piece.kind)].get(piece.cell as usize)?
    }

    fn demand(&self, size: Size, mirror: BoardSymmetry, demand: Demand) -> Option<Demand> {
        Some(match demand.want {
            Want::Empty => Demand { cell: mirror.cell(size, demand.cell)?, ..demand },
            Want::Origin(kind) => {
                let piece = self.piece(Placement { cell: demand.cell, kind })?;
                Demand { cell: piece.cell, want: Want::Origin(piece.kind) }
            }
        })
    }
}
