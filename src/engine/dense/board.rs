//! The board of the dense engine: its open cells in a row, where the pieces of each kind fit, and
//! the paths of single pieces in one move.

use std::collections::VecDeque;

use super::Parity;
use crate::puzzle::{Configuration, Direction, Kind, Lock, Placement, Puzzle, Reach, Size};

/// A set of open cells. Open cells are numbered along the board's shorter side, without blocked
/// ones.
pub type OpenCells = u128;

/// Boards with more open cells are not supported.
const MOST_CELLS: usize = 128;

/// Numbers of pieces of all kinds in one word. A kind takes no more bits than it has pieces, so all
/// fit.
pub type Tally = u128;

/// The place of a piece: the number of its kind, and the first of the open cells that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedPiece {
    /// The cell comes first, so that pieces sort by cell.
    pub cell: u8,
    /// The index of its kind in [`Puzzle::kinds`].
    pub kind: u8,
}

/// The open cells of a board, and the cells that pieces cover.
pub struct Board {
    size: Size,
    /// The number on the board of each open cell.
    open: Vec<u32>,
    /// The number of each cell of the board, if it is open.
    numbers: Vec<Option<u8>>,
    kinds: Vec<BoardKind>,
    /// For each open cell, the pieces that fit with their place there, by ascending kind, and the
    /// cells that they cover.
    fitting: Vec<Vec<(PlacedPiece, OpenCells)>>,
    /// The number of all pieces.
    pub all: Tally,
}

struct BoardKind {
    /// The offset in rows and columns of its first cell from its origin.
    ahead: (i32, i32),
    lock: Lock,
    area: u32,
    /// The shift and the mask of its number in a [`Tally`].
    shift: u32,
    mask: Tally,
    /// For each open cell, the cells that a piece with its place there covers; 0 if it does not fit.
    covers: Vec<OpenCells>,
}

impl Board {
    /// Builds the board of a puzzle; `None` if it has too many open cells.
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
        let fitting = vec![Vec::new(); open.len()];
        let mut board = Self { size, open, numbers, kinds: Vec::new(), fitting, all: 0 };
        let first = |kind: &Kind| kind.cells().iter().copied().min_by_key(|&cell| in_order(cell));
        let mut used_bits = 0;
        for (kind, (form, count)) in (0..).zip(puzzle.kinds().iter().zip(puzzle.counts())) {
            let bits = u32::BITS - count.leading_zeros();
            // A kind without pieces has an empty field, whatever its shift.
            let shift = if bits == 0 { 0 } else { used_bits };
            used_bits += bits;
            board.all |= Tally::from(count) << shift;
            board.kinds.push(BoardKind {
                ahead: first(form).unwrap_or_default(),
                lock: form.lock(),
                area: form.cells().len() as u32,
                shift,
                mask: ((1 << bits) - 1) << shift,
                covers: Vec::new(),
            });
            for cell in 0..board.cells() as u8 {
                let piece = PlacedPiece { cell, kind };
                let cells = board.covered(puzzle, piece).unwrap_or_default();
                board.kinds[usize::from(kind)].covers.push(cells);
                if count > 0 && cells != 0 {
                    board.fitting[usize::from(cell)].push((piece, cells));
                }
            }
        }
        Some(board)
    }

    fn covered(&self, puzzle: &Puzzle, piece: PlacedPiece) -> Option<OpenCells> {
        let placement = self.placement(piece)?;
        let mut covered = 0;
        for cell in puzzle.kind(placement).covers(placement.cell, self.size) {
            covered |= 1 << self.number(cell?)?;
        }
        puzzle.gates_allow(placement).then_some(covered)
    }

    fn kind(&self, kind: u8) -> &BoardKind {
        &self.kinds[usize::from(kind)]
    }

    /// Returns the piece in board coordinates; `None` if it is off the board.
    fn placement(&self, PlacedPiece { cell, kind }: PlacedPiece) -> Option<Placement> {
        let (down, right) = self.kind(kind).ahead;
        let cell = self.moved(self.open[usize::from(cell)], (-down, -right))?;
        Some(Placement { cell, kind })
    }

    /// Returns the piece with its origin in some place, whether it fits or not; `None` if its first
    /// cell is not open.
    pub fn piece(&self, Placement { cell, kind }: Placement) -> Option<PlacedPiece> {
        let first = self.moved(cell, self.kind(kind).ahead)?;
        Some(PlacedPiece { cell: self.number(first)?, kind })
    }

    /// Returns the cell of the board `down` rows and `right` columns from another.
    fn moved(&self, cell: u32, (down, right): (i32, i32)) -> Option<u32> {
        let (row, col) = self.size.row_col(cell);
        self.size.cell(i64::from(row) + i64::from(down), i64::from(col) + i64::from(right))
    }

    /// Returns the number of an open cell.
    pub fn number(&self, cell: u32) -> Option<u8> {
        self.numbers[cell as usize]
    }

    /// Returns the number of open cells.
    pub fn cells(&self) -> usize {
        self.open.len()
    }

    /// Returns the cells that a piece covers; none if it does not fit.
    #[inline]
    pub fn covers(&self, piece: PlacedPiece) -> OpenCells {
        self.kind(piece.kind).covers[usize::from(piece.cell)]
    }

    /// Returns the pieces of the puzzle's kinds that fit with their place in a cell, by ascending
    /// kind, and the cells that they cover.
    #[inline]
    pub fn fitting(&self, cell: usize) -> &[(PlacedPiece, OpenCells)] {
        &self.fitting[cell]
    }

    /// Returns the place of a piece after one step, ignoring other pieces.
    fn step(&self, from: PlacedPiece, direction: Direction) -> Option<PlacedPiece> {
        let lock = self.kind(from.kind).lock;
        let cell = self.moved(self.open[usize::from(from.cell)], direction.delta())?;
        let to = PlacedPiece { cell: self.number(cell)?, ..from };
        let is_allowed =
            lock == Lock::Free || direction.is_horizontal() == (lock == Lock::Horizontal);
        (is_allowed && self.covers(from) != 0 && self.covers(to) != 0).then_some(to)
    }

    /// Returns the number of pieces of a kind in a tally.
    #[inline]
    pub fn count(&self, tally: Tally, kind: u8) -> u32 {
        let BoardKind { shift, mask, .. } = self.kind(kind);
        ((tally & mask) >> shift) as u32
    }

    /// Whether not all pieces of a kind are used.
    #[inline]
    pub fn is_left(&self, used: Tally, kind: u8) -> bool {
        (used ^ self.all) & self.kind(kind).mask != 0
    }

    /// Returns the tally of one piece of a kind.
    #[inline]
    pub fn one(&self, kind: u8) -> Tally {
        1 << self.kind(kind).shift
    }

    /// Returns the number of pieces of all kinds.
    pub fn pieces_of(&self, tally: Tally) -> usize {
        (0..self.kinds.len() as u8).map(|kind| self.count(tally, kind) as usize).sum()
    }

    /// Returns the number of cells of the pieces of all kinds.
    pub fn area_of(&self, tally: Tally) -> usize {
        let area = |kind: u8| (self.count(tally, kind) * self.kind(kind).area) as usize;
        (0..self.kinds.len() as u8).map(area).sum()
    }

    /// Returns the number of cells that no piece covers.
    pub fn gaps(&self) -> usize {
        self.cells() - self.area_of(self.all)
    }

    /// Returns the parity of a piece's row plus column. A step of the piece changes it.
    #[inline]
    pub fn parity(&self, piece: PlacedPiece) -> Parity {
        let (row, col) = self.size.row_col(self.open[usize::from(piece.cell)]);
        Parity::of((row + col).into())
    }

    /// Returns the parity of a move.
    pub fn turn(&self, path: PiecePath) -> Parity {
        self.parity(path.from) ^ self.parity(path.to)
    }

    /// Returns the cells that a path needs empty.
    pub fn needed(&self, path: PiecePath) -> OpenCells {
        path.passed & !self.covers(path.from)
    }

    /// Returns the parity of the sum of all coordinates.
    pub fn parity_of(&self, pieces: &[PlacedPiece]) -> Parity {
        pieces.iter().fold(Parity::Even, |parity, &piece| parity ^ self.parity(piece))
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

/// One path of a piece: it is open if all cells that it passes are empty, apart from the piece
/// itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PiecePath {
    pub from: PlacedPiece,
    pub to: PlacedPiece,
    /// All cells that the piece covers along the path, including start and end.
    pub passed: OpenCells,
}

/// All paths of single pieces, by where they begin. Each is reversible.
pub struct PiecePaths(Vec<PiecePath>);

/// The most paths: in style 2 with many empty cells there are more than can be tried in reasonable
/// time.
const MOST_PATHS: usize = 1 << 16;

impl PiecePaths {
    /// Builds the paths on a board. Of two paths to one place, none passes all cells of the other,
    /// and none needs more empty cells than the board has. `None` if there are too many.
    pub fn new(board: &Board, reach: Reach) -> Option<Self> {
        let mut paths = Vec::new();
        for &(from, _) in board.fitting.iter().flatten() {
            paths.extend(paths_from(board, from, reach, MOST_PATHS - paths.len())?);
        }
        Some(Self(paths))
    }

    /// Returns the paths of a piece from where it is.
    pub fn of(&self, piece: PlacedPiece) -> &[PiecePath] {
        let begin = self.0.partition_point(|path| path.from < piece);
        let count = self.0[begin..].partition_point(|path| path.from == piece);
        &self.0[begin..begin + count]
    }

    /// Returns all paths.
    pub fn all(&self) -> &[PiecePath] {
        &self.0
    }
}

/// Returns the paths of a piece; `None` if there are more than `most`.
fn paths_from(
    board: &Board,
    from: PlacedPiece,
    reach: Reach,
    most: usize,
) -> Option<Vec<PiecePath>> {
    let begin = PiecePath { from, to: from, passed: board.covers(from) };
    // The paths that no other makes unnecessary, shorter ones first, as these exclude others.
    let mut found = vec![begin];
    let mut open = VecDeque::from([(begin, None)]);
    while let Some((path, last)) = open.pop_front() {
        // A better path may have been found by now.
        if !found.contains(&path) {
            continue;
        }
        for direction in Direction::ALL {
            let goes_on = match reach {
                Reach::Step => last.is_none(),
                Reach::Slide => last.is_none_or(|last| last == direction),
                Reach::Walk => true,
            };
            let Some(to) = board.step(path.to, direction).filter(|_| goes_on) else { continue };
            let passed = path.passed | board.covers(to);
            let needed = (passed & !begin.passed).count_ones() as usize;
            let is_known = found.iter().any(|other| other.to == to && other.passed & !passed == 0);
            if is_known || needed > board.gaps() {
                continue;
            }
            found.retain(|other| other.to != to || passed & !other.passed != 0);
            found.push(PiecePath { from, to, passed });
            if found.len() - 1 > most {
                return None;
            }
            open.push_back((PiecePath { from, to, passed }, Some(direction)));
        }
    }
    found.retain(|path| path.to != from);
    Some(found)
}
