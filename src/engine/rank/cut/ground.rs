//! The board of the cut index: its open cells in a row, and where the pieces of each kind fit.

use super::tally::PieceTally;
use crate::puzzle::{Configuration, Direction, Kind, Lock, Placement, Puzzle, Size};

/// A set of open cells. Open cells are numbered along the board's shorter side, without blocked
/// ones.
pub type OpenCells = u128;

/// Boards with more open cells are not supported.
const MOST_CELLS: usize = 128;

/// The place of a piece: the number of its kind, and the first of the open cells that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedPiece {
    /// The cell comes first, so that pieces sort by cell.
    pub cell: u8,
    /// The index of its kind in [`Puzzle::kinds`].
    pub kind: u8,
}

/// The open cells of a board, and the cells that pieces cover.
pub struct Ground {
    size: Size,
    /// The number on the board of each open cell.
    open: Vec<u32>,
    /// The number of each cell of the board, if it is open.
    numbers: Vec<Option<u8>>,
    /// For each kind, the offset in rows and columns of its first cell from its origin.
    ahead: Vec<(i32, i32)>,
    /// The number of pieces of each kind.
    counts: Vec<u32>,
    /// The kinds that have pieces.
    kinds: Vec<u8>,
    /// The number of cells of a piece of each kind.
    areas: Vec<u32>,
    /// For each kind and each open cell, the cells that a piece with its place there covers; 0 if
    /// it does not fit.
    covers: Vec<Vec<OpenCells>>,
    /// For each open cell, the pieces that fit with their place there, by ascending kind, and the
    /// cells that they cover.
    fitting: Vec<Vec<(PlacedPiece, OpenCells)>>,
    /// For each kind and each open cell, its place after one step in each direction.
    beside: Vec<Vec<[Option<u8>; 4]>>,
}

impl Ground {
    /// Builds the ground of a puzzle; `None` if it has too many open cells.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let size = puzzle.size();
        let is_open = |cell: &u32| puzzle.blocked().binary_search(cell).is_err();
        let mut open: Vec<u32> =
            (0..size.cells() as u32).filter(is_open).take(MOST_CELLS + 1).collect();
        if open.len() > MOST_CELLS {
            return None;
        }
        // The shorter the lines, the fewer cells stick out: Lodzianka is counted in three fifths of
        // the time.
        let goes_down = size.cols > size.rows;
        let in_order = |(row, col): (i32, i32)| if goes_down { (col, row) } else { (row, col) };
        open.sort_by_key(|&cell| {
            let (row, col) = size.row_col(cell);
            in_order((row as i32, col as i32))
        });
        let mut numbers = vec![None; size.cells()];
        for (number, &cell) in (0..).zip(&open) {
            numbers[cell as usize] = Some(number);
        }
        let first = |kind: &Kind| kind.cells().iter().copied().min_by_key(|&cell| in_order(cell));
        let ahead = puzzle.kinds().iter().map(|kind| first(kind).unwrap_or_default()).collect();
        let areas = puzzle.kinds().iter().map(|kind| kind.cells().len() as u32).collect();
        let counts = puzzle.counts();
        let has_any = |&kind: &u8| counts[usize::from(kind)] > 0;
        let kinds = (0..counts.len() as u8).filter(has_any).collect();
        let (covers, beside) = (Vec::new(), Vec::new());
        let fitting = vec![Vec::new(); open.len()];
        let mut ground =
            Self { size, open, numbers, ahead, counts, kinds, areas, covers, fitting, beside };
        for kind in 0..puzzle.kinds().len() as u8 {
            let pieces = (0..ground.cells() as u8).map(|cell| PlacedPiece { cell, kind });
            let covers = pieces.map(|piece| ground.covered(puzzle, piece).unwrap_or_default());
            let covers: Vec<OpenCells> = covers.collect();
            let beside = (0..covers.len()).map(|at| ground.beside(puzzle, at, kind, &covers));
            let beside = beside.collect();
            ground.covers.push(covers);
            ground.beside.push(beside);
        }
        for (cell, fitting) in (0..).zip(&mut ground.fitting) {
            let pieces = ground.kinds.iter().map(|&kind| PlacedPiece { cell, kind });
            let covers =
                |piece: PlacedPiece| ground.covers[usize::from(piece.kind)][usize::from(cell)];
            fitting.extend(
                pieces.map(|piece| (piece, covers(piece))).filter(|&(_, cells)| cells != 0),
            );
        }
        Some(ground)
    }

    fn covered(&self, puzzle: &Puzzle, piece: PlacedPiece) -> Option<OpenCells> {
        let placement = self.placement(piece)?;
        let mut covered = 0;
        for cell in puzzle.kind(placement).covers(placement.cell, self.size) {
            covered |= 1 << self.number(cell?)?;
        }
        puzzle.gates_allow(placement).then_some(covered)
    }

    /// Returns the piece in board coordinates; `None` if it is off the board.
    fn placement(&self, PlacedPiece { cell, kind }: PlacedPiece) -> Option<Placement> {
        let (down, right) = self.ahead[usize::from(kind)];
        let cell = self.moved(self.open[usize::from(cell)], (-down, -right))?;
        Some(Placement { cell, kind })
    }

    /// Returns the piece with its origin in some place, whether it fits or not; `None` if its first
    /// cell is not open.
    pub fn piece(&self, Placement { cell, kind }: Placement) -> Option<PlacedPiece> {
        let first = self.moved(cell, self.ahead[usize::from(kind)])?;
        Some(PlacedPiece { cell: self.number(first)?, kind })
    }

    /// Returns the cell of the board `down` rows and `right` columns from another.
    fn moved(&self, cell: u32, (down, right): (i32, i32)) -> Option<u32> {
        let (row, col) = self.size.row_col(cell);
        self.size.cell(i64::from(row) + i64::from(down), i64::from(col) + i64::from(right))
    }

    fn beside(
        &self,
        puzzle: &Puzzle,
        at: usize,
        kind: u8,
        covers: &[OpenCells],
    ) -> [Option<u8>; 4] {
        let lock = puzzle.kinds()[usize::from(kind)].lock();
        let is_allowed = |direction: Direction| match lock {
            Lock::Free => true,
            Lock::Horizontal => direction.is_horizontal(),
            Lock::Vertical => !direction.is_horizontal(),
        };
        Direction::ALL.map(|direction| {
            let to = self.number(self.moved(self.open[at], direction.delta())?)?;
            let fits = covers[at] != 0 && covers[usize::from(to)] != 0;
            (fits && is_allowed(direction)).then_some(to)
        })
    }

    /// Returns the number of an open cell.
    pub fn number(&self, cell: u32) -> Option<u8> {
        self.numbers[cell as usize]
    }

    /// Returns the number of open cells.
    pub fn cells(&self) -> usize {
        self.open.len()
    }

    /// Returns the kinds that have pieces, ascending.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = u8> {
        self.kinds.iter().copied()
    }

    /// Returns the number of pieces of each kind.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Returns the number of pieces of a kind.
    #[inline]
    pub fn count(&self, kind: u8) -> u32 {
        self.counts[usize::from(kind)]
    }

    /// Returns the number of cells of all pieces of a tally.
    pub fn area_of(&self, tally: &PieceTally, used: u128) -> usize {
        self.kinds().map(|kind| (tally.count(used, kind) * self.area(kind)) as usize).sum()
    }

    /// Returns the number of cells of a piece.
    pub fn area(&self, kind: u8) -> u32 {
        self.areas[usize::from(kind)]
    }

    /// Returns the cells that a piece covers; none if it does not fit.
    #[inline]
    pub fn covers(&self, piece: PlacedPiece) -> OpenCells {
        self.covers[usize::from(piece.kind)][usize::from(piece.cell)]
    }

    /// Returns the pieces of the puzzle's kinds that fit with their place in a cell, by ascending
    /// kind, and the cells that they cover.
    #[inline]
    pub fn fitting(&self, cell: usize) -> &[(PlacedPiece, OpenCells)] {
        &self.fitting[cell]
    }

    /// Returns the place of a piece after one step in each direction, ignoring other pieces.
    pub fn steps(&self, piece: PlacedPiece) -> [Option<PlacedPiece>; 4] {
        let cells = self.beside[usize::from(piece.kind)][usize::from(piece.cell)];
        cells.map(|cell| Some(PlacedPiece { cell: cell?, kind: piece.kind }))
    }

    /// Returns the number of cells that no piece covers.
    pub fn gaps(&self) -> usize {
        let covered = self.kinds().map(|kind| self.count(kind) * self.area(kind)).sum::<u32>();
        self.cells() - covered as usize
    }

    /// Returns the parity of a cell's row plus column. A step of a piece changes it.
    #[inline]
    pub fn parity(&self, cell: u8) -> usize {
        let (row, col) = self.size.row_col(self.open[usize::from(cell)]);
        (row + col) as usize % 2
    }

    /// Returns the pieces of a position, by ascending cell.
    pub fn pieces(&self, configuration: &Configuration) -> Option<Vec<PlacedPiece>> {
        let pieces = configuration.placements().iter().map(|&placement| self.piece(placement));
        let mut pieces: Vec<_> = pieces.collect::<Option<_>>()?;
        pieces.sort_unstable();
        Some(pieces)
    }

    /// Returns the position with these pieces.
    pub fn configuration(&self, pieces: &[PlacedPiece]) -> Configuration {
        let placement =
            |&piece: &PlacedPiece| self.placement(piece).expect("pieces lie on the board");
        Configuration::new(pieces.iter().map(placement).collect())
    }
}
