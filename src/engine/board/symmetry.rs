//! Turning and mirroring boards: what becomes of cells, of kinds of pieces, and of whole puzzles.

use std::collections::BTreeSet;

use crate::puzzle::{Configuration, Demand, Goal, Kind, Lock, Placement, Puzzle, Size, Want};

/// A cell, as row and column from another.
type Offset = (i32, i32);

/// A way to lay a board on itself: turned over its diagonal, then upside down, then left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// Whether rows become columns.
    pub diagonal: bool,
    /// Whether rows are counted from the other end then.
    pub rows: bool,
    /// The same of columns.
    pub cols: bool,
}

impl Mirror {
    /// All eight, the one that changes nothing first.
    pub fn all() -> impl Iterator<Item = Self> {
        let bit = |number: u8, at: u8| number >> at & 1 != 0;
        (0..8).map(move |n| Self { diagonal: bit(n, 0), rows: bit(n, 1), cols: bit(n, 2) })
    }

    /// Whether a board of this size has the same size afterwards.
    pub fn keeps_size(self, size: Size) -> bool {
        !self.diagonal || size.rows == size.cols
    }

    /// Whether the board of a puzzle is the same afterwards, with its blocked cells.
    pub fn keeps_board(self, puzzle: &Puzzle) -> bool {
        let (size, blocked) = (puzzle.size(), puzzle.blocked());
        self.keeps_size(size) && self.cells(size, blocked).as_deref() == Some(blocked)
    }

    /// What becomes of a cell of a board that has the same size afterwards.
    pub fn cell(self, size: Size, cell: u32) -> Option<u32> {
        let (row, col) = size.row_col(cell);
        let (row, col) = if self.diagonal { (col, row) } else { (row, col) };
        let row = if self.rows { size.rows - 1 - row } else { row };
        let col = if self.cols { size.cols - 1 - col } else { col };
        size.cell(row.into(), col.into())
    }

    /// The same of several, ascending.
    fn cells(self, size: Size, cells: &[u32]) -> Option<Vec<u32>> {
        let mut cells: Vec<u32> =
            cells.iter().map(|&cell| self.cell(size, cell)).collect::<Option<_>>()?;
        cells.sort_unstable();
        Some(cells)
    }

    /// What becomes of a difference of rows and columns.
    pub fn offset(self, (row, col): Offset) -> Offset {
        let (row, col) = if self.diagonal { (col, row) } else { (row, col) };
        (if self.rows { -row } else { row }, if self.cols { -col } else { col })
    }

    /// What becomes of the axis that a piece is locked to.
    pub fn lock(self, lock: Lock) -> Lock {
        match lock {
            Lock::Horizontal if self.diagonal => Lock::Vertical,
            Lock::Vertical if self.diagonal => Lock::Horizontal,
            lock => lock,
        }
    }
}

/// A kind of piece as it is when the board has been turned.
pub struct Turned {
    mirror: Mirror,
    size: Size,
    /// Its cells from what is its origin then; and which of its cells that was.
    cells: Vec<Offset>,
    origin: Offset,
    lock: Lock,
    closed: Vec<u32>,
}

impl Turned {
    /// A kind of a puzzle whose board is [kept](Mirror::keeps_board).
    pub fn new(puzzle: &Puzzle, kind: u8, mirror: Mirror) -> Option<Self> {
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

    /// Whether it is like another kind of the puzzle: in its shape, its lock, and the gates.
    pub fn is_like(&self, puzzle: &Puzzle, other: u8) -> bool {
        let kind = &puzzle.kinds()[usize::from(other)];
        kind.cells() == self.cells
            && kind.lock() == self.lock
            && puzzle.closed_to(other) == self.closed
    }

    /// What becomes of the origin of such a piece, where it can lie there.
    pub fn origin(&self, origin: u32) -> Option<u32> {
        let (row, col) = self.size.row_col(origin);
        let (row, col) =
            (i64::from(row) + i64::from(self.origin.0), i64::from(col) + i64::from(self.origin.1));
        self.size.cell(row, col).and_then(|cell| self.mirror.cell(self.size, cell))
    }
}

/// A way to turn or mirror a puzzle and to rename its kinds, after which the whole puzzle is the same: its
/// board, its gates, its start and its goals. So what becomes of a configuration is as far from the start
/// and from the goals as the configuration itself.
pub struct Image {
    /// For each kind what it becomes, if there are such pieces.
    kinds: Vec<Option<(u8, Turned)>>,
}

impl Image {
    /// All there are but the one that changes nothing, each once. Takes time linear in the sizes of the
    /// board and of the goals.
    pub fn all(puzzle: &Puzzle) -> Vec<Self> {
        let mut images: Vec<Self> =
            Mirror::all().filter_map(|mirror| Self::new(puzzle, mirror)).collect();
        // On a narrow board, several ways may do the same.
        let mut known = BTreeSet::new();
        images.retain(|image| known.insert(image.effect(puzzle)));
        images.remove(0);
        images
    }

    /// What becomes of each piece that fits the board.
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

    fn new(puzzle: &Puzzle, mirror: Mirror) -> Option<Self> {
        if !mirror.keeps_board(puzzle) {
            return None;
        }
        let image = Self { kinds: renamed(puzzle, puzzle.start(), mirror)? };
        let is_wanted = |goal: &&Goal| {
            let pieces = goal.demanded();
            pieces.placements().iter().all(|piece| image.kinds[usize::from(piece.kind)].is_some())
        };
        // Whoever wants a piece that is not there cannot be met.
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

    /// What becomes of a piece, where it can lie like that.
    pub fn piece(&self, piece: Placement) -> Option<Placement> {
        let (kind, turned) = self.kinds[usize::from(piece.kind)].as_ref()?;
        Some(Placement { cell: turned.origin(piece.cell)?, kind: *kind })
    }

    fn demand(&self, size: Size, mirror: Mirror, demand: Demand) -> Option<Demand> {
        Some(match demand.want {
            Want::Empty => Demand { cell: mirror.cell(size, demand.cell)?, ..demand },
            Want::Origin(kind) => {
                let piece = self.piece(Placement { cell: demand.cell, kind })?;
                Demand { cell: piece.cell, want: Want::Origin(piece.kind) }
            }
        })
    }
}

/// What the kinds have to become so that the start stays as it is.
fn renamed(
    puzzle: &Puzzle,
    start: &Configuration,
    mirror: Mirror,
) -> Option<Vec<Option<(u8, Turned)>>> {
    let mut kinds: Vec<Option<(u8, Turned)>> = puzzle.kinds().iter().map(|_| None).collect();
    for piece in start.placements() {
        let kind = &mut kinds[usize::from(piece.kind)];
        let turned = Turned::new(puzzle, piece.kind, mirror)?;
        let there = start.kind_at(turned.origin(piece.cell)?)?;
        if kind.as_ref().is_some_and(|(other, _)| *other != there) || !turned.is_like(puzzle, there)
        {
            return None;
        }
        *kind = Some((there, turned));
    }
    let counts = puzzle.counts();
    let is_one_to_one = |(kind, to): (usize, &Option<(u8, Turned)>)| {
        to.as_ref().is_none_or(|(to, _)| counts[kind] == counts[usize::from(*to)])
    };
    kinds.iter().enumerate().all(is_one_to_one).then_some(kinds)
}
