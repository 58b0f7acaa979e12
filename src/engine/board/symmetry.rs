//! Rotations and reflections of cells, kinds of pieces, and whole puzzles.

use std::collections::BTreeSet;

use crate::puzzle::{Configuration, Demand, Goal, Kind, Lock, Placement, Puzzle, Size, Want};

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
        let bit = |number: u8, at: u8| number >> at & 1 != 0;
        (0..8).map(move |n| Self { diagonal: bit(n, 0), rows: bit(n, 1), cols: bit(n, 2) })
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
        let (row, col) = if self.diagonal { (col, row) } else { (row, col) };
        let row = if self.rows { size.rows - 1 - row } else { row };
        let col = if self.cols { size.cols - 1 - col } else { col };
        size.cell(row.into(), col.into())
    }

    /// Returns the images of several cells, ascending.
    fn cells(self, size: Size, cells: &[u32]) -> Option<Vec<u32>> {
        let mut cells: Vec<u32> =
            cells.iter().map(|&cell| self.cell(size, cell)).collect::<Option<_>>()?;
        cells.sort_unstable();
        Some(cells)
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
    mirror: BoardSymmetry,
    size: Size,
    /// Its cells relative to the image's origin, and which of its cells was the origin before.
    cells: Vec<Offset>,
    origin: Offset,
    lock: Lock,
    closed: Vec<u32>,
}

impl KindImage {
    /// Builds the image of a kind of a puzzle whose board is [kept](BoardSymmetry::keeps_board).
    pub fn new(puzzle: &Puzzle, kind: u8, mirror: BoardSymmetry) -> Option<Self> {
        let (size, closed) = (puzzle.size(), puzzle.closed_to(kind));
        let kind: &Kind = &puzzle.kinds()[usize::from(kind)];
        let (first, origin) = kind.cells().iter().map(|&cell| (mirror.offset(cell), cell)).min()?;
        let from_first = |&cell: &Offset| {
            let (row, col) = mirror.offset(cell);
            (row - first.0, col - first.1)
        };
        let mut cells: Vec<Offset> = kind.cells().iter().map(from_first).collect();
        cells.sort_unstable();
        let (lock, closed) = (mirror.lock(kind.lock()), mirror.cells(size, closed)?);
        Some(Self { mirror, size, cells, origin, lock, closed })
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
        let (row, col) = self.size.row_col(origin);
        let (row, col) =
            (i64::from(row) + i64::from(self.origin.0), i64::from(col) + i64::from(self.origin.1));
        self.size.cell(row, col).and_then(|cell| self.mirror.cell(self.size, cell))
    }
}

/// A symmetry of a puzzle: a rotation or reflection and a renaming of kinds that map the board, the
/// gates, the start and the goals to themselves. So the image of a position has the same distance
/// from the start and from the goals as the position.
pub struct Image {
    /// For each kind its image, if there are such pieces.
    kinds: Vec<Option<(u8, KindImage)>>,
}

impl Image {
    /// Returns all symmetries but the identity, each once. Takes time linear in the sizes of the
    /// board and of the goals.
    pub fn all(puzzle: &Puzzle) -> Vec<Self> {
        let mut images: Vec<Self> =
            BoardSymmetry::all().filter_map(|mirror| Self::new(puzzle, mirror)).collect();
        // On a narrow board, several mirrors may have the same effect.
        let mut known = BTreeSet::new();
        images.retain(|image| known.insert(image.effect(puzzle)));
        images.remove(0);
        images
    }

    /// Returns the image of each piece that fits the board.
    fn effect(&self, puzzle: &Puzzle) -> Vec<Option<(u32, u8)>> {
        let size = puzzle.size();
        let kinds = (0..).zip(puzzle.kinds());
        let places = kinds.flat_map(|(at, kind)| {
            let fits = move |cell: &u32| kind.covers(*cell, size).all(|cell| cell.is_some());
            let cells = (0..size.cells() as u32).filter(fits);
            cells.map(move |cell| Placement { cell, kind: at })
        });
        places.map(|piece| self.piece(piece).map(|to| (to.cell, to.kind))).collect()
    }

    fn new(puzzle: &Puzzle, mirror: BoardSymmetry) -> Option<Self> {
        if !mirror.keeps_board(puzzle) {
            return None;
        }
        let image = Self { kinds: renamed(puzzle, puzzle.start(), mirror)? };
        let is_wanted = |goal: &&Goal| {
            let pieces = goal.demanded();
            pieces.placements().iter().all(|piece| image.kinds[usize::from(piece.kind)].is_some())
        };
        // A goal that needs a missing piece is never met, so it does not count.
        let goals: BTreeSet<&[Demand]> =
            puzzle.goals().iter().filter(is_wanted).map(Goal::demands).collect();
        let is_goal = |demands: &&[Demand]| {
            let turned = demands.iter().map(|&demand| image.demand(puzzle.size(), mirror, demand));
            let mut turned: Vec<Demand> = turned.collect::<Option<_>>()?;
            turned.sort_unstable();
            goals.contains(&turned[..]).then_some(())
        };
        goals.iter().all(|demands| is_goal(demands).is_some()).then_some(image)
    }

    /// Returns the image of a piece, if it can lie there.
    pub fn piece(&self, piece: Placement) -> Option<Placement> {
        let (kind, turned) = self.kinds[usize::from(piece.kind)].as_ref()?;
        Some(Placement { cell: turned.origin(piece.cell)?, kind: *kind })
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

/// Returns the renaming of kinds under which the start is its own image.
fn renamed(
    puzzle: &Puzzle,
    start: &Configuration,
    mirror: BoardSymmetry,
) -> Option<Vec<Option<(u8, KindImage)>>> {
    let mut kinds: Vec<Option<(u8, KindImage)>> = puzzle.kinds().iter().map(|_| None).collect();
    for piece in start.placements() {
        let kind = &mut kinds[usize::from(piece.kind)];
        let turned = KindImage::new(puzzle, piece.kind, mirror)?;
        let there = start.kind_at(turned.origin(piece.cell)?)?;
        if kind.as_ref().is_some_and(|(other, _)| *other != there) || !turned.is_like(puzzle, there)
        {
            return None;
        }
        *kind = Some((there, turned));
    }
    let counts = puzzle.counts();
    let is_one_to_one = |(kind, to): (usize, &Option<(u8, KindImage)>)| {
        to.as_ref().is_none_or(|(to, _)| counts[kind] == counts[usize::from(*to)])
    };
    kinds.iter().enumerate().all(is_one_to_one).then_some(kinds)
}
