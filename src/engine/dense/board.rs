//! The board of the dense engine: its open cells in a row, where the pieces of each kind fit, and
//! the paths of single pieces in one move.

use std::collections::VecDeque;

use super::{Parity, alternates};
use crate::puzzle::{Configuration, Direction, Lock, Placement, Puzzle, Reach, Size, Style};

/// A set of open cells. Open cells are numbered along the board's shorter side, without blocked
/// ones.
pub type OpenCells = u128;

/// Boards with more open cells are not supported.
const MOST_CELLS: usize = 128;

/// Numbers of pieces of all kinds in one word. A kind takes no more bits than it has pieces, so all
/// fit.
pub type Tally = u128;

/// The place of a piece: the number of its kind, and the first of the open cells that it covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// Whether each move changes the parity of the sum of all coordinates. If some do not, the
    /// parity does not matter, and counts as even.
    pub turn: Parity,
}

struct BoardKind {
    lock: Lock,
    area: u32,
    /// The shift and the mask of its number in a [`Tally`].
    shift: u32,
    mask: Tally,
    /// For each open cell, the cells that a piece with its place there covers; 0 if it does not fit.
    covers: Vec<OpenCells>,
    /// The origin of this piece.
    origins: Vec<u32>,
    /// The inverse: the place of a piece, by its origin, if it fits.
    places: Vec<Option<u8>>,
}

impl Board {
    /// Builds the board of a puzzle and a style; `None` if it has too many open cells.
    pub fn new(puzzle: &Puzzle, style: Style) -> Option<Self> {
        let size = puzzle.size();
        // The shorter the lines, the fewer cells stick out: Lodzianka is counted in three fifths of
        // the time.
        let goes_down = size.cols > size.rows;
        let mut open: Vec<u32> = (0..size.cells() as u32).collect();
        open.retain(|cell| puzzle.blocked().binary_search(cell).is_err());
        if open.len() > MOST_CELLS {
            return None;
        }
        open.sort_by_key(|&cell| {
            let (row, col) = size.row_col(cell);
            if goes_down { (col, row) } else { (row, col) }
        });
        let mut numbers = vec![None; size.cells()];
        for (number, &cell) in (0..).zip(&open) {
            numbers[cell as usize] = Some(number);
        }
        let fitting = vec![Vec::new(); open.len()];
        let turn = if alternates(style) { Parity::Odd } else { Parity::Even };
        let mut board = Self { size, open, numbers, kinds: Vec::new(), fitting, all: 0, turn };
        let mut used_bits = 0;
        for (kind, (form, count)) in (0..).zip(puzzle.kinds().iter().zip(puzzle.counts())) {
            let bits = u32::BITS - count.leading_zeros();
            // A kind without pieces has an empty field, whatever its shift.
            let shift = if bits == 0 { 0 } else { used_bits };
            used_bits += bits;
            board.all |= Tally::from(count) << shift;
            let mut own = BoardKind {
                lock: form.lock(),
                area: form.cells().len() as u32,
                shift,
                mask: ((1 << bits) - 1) << shift,
                covers: vec![0; board.cells()],
                origins: vec![0; board.cells()],
                places: vec![None; size.cells()],
            };
            for origin in 0..size.cells() as u32 {
                let Some(cells) = board.covered(puzzle, Placement { cell: origin, kind }) else {
                    continue;
                };
                let cell = cells.trailing_zeros() as u8;
                own.covers[usize::from(cell)] = cells;
                own.origins[usize::from(cell)] = origin;
                own.places[origin as usize] = Some(cell);
                if count > 0 {
                    board.fitting[usize::from(cell)].push((PlacedPiece { cell, kind }, cells));
                }
            }
            board.kinds.push(own);
        }
        Some(board)
    }

    fn covered(&self, puzzle: &Puzzle, placement: Placement) -> Option<OpenCells> {
        let mut covered = 0;
        for cell in puzzle.kind(placement).covers(placement.cell, self.size) {
            covered |= 1 << self.number(cell?)?;
        }
        puzzle.gates_allow(placement).then_some(covered)
    }

    fn kind(&self, kind: u8) -> &BoardKind {
        &self.kinds[usize::from(kind)]
    }

    /// Returns a piece that fits in board coordinates.
    fn placement(&self, PlacedPiece { cell, kind }: PlacedPiece) -> Placement {
        Placement { cell: self.kind(kind).origins[usize::from(cell)], kind }
    }

    /// Returns the piece with its origin in some place; `None` if it does not fit.
    pub fn piece(&self, Placement { cell, kind }: Placement) -> Option<PlacedPiece> {
        Some(PlacedPiece { cell: self.kind(kind).places[cell as usize]?, kind })
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
    pub fn covers(&self, piece: PlacedPiece) -> OpenCells {
        self.kind(piece.kind).covers[usize::from(piece.cell)]
    }

    /// Returns the pieces of the puzzle's kinds that fit with their place in a cell, by ascending
    /// kind, and the cells that they cover.
    pub fn fitting(&self, cell: usize) -> &[(PlacedPiece, OpenCells)] {
        &self.fitting[cell]
    }

    /// Returns the place of a piece after one step, ignoring other pieces.
    fn step(&self, from: PlacedPiece, direction: Direction) -> Option<PlacedPiece> {
        let cell = self.size.shifted(self.placement(from).cell, direction.delta())?;
        let lock = self.kind(from.kind).lock;
        let is_allowed =
            lock == Lock::Free || direction.is_horizontal() == (lock == Lock::Horizontal);
        self.piece(Placement { cell, kind: from.kind }).filter(|_| is_allowed)
    }

    /// Returns the number of pieces of a kind in a tally.
    pub fn count(&self, tally: Tally, kind: u8) -> u32 {
        let BoardKind { shift, mask, .. } = self.kind(kind);
        ((tally & mask) >> shift) as u32
    }

    /// Whether not all pieces of a kind are used.
    pub fn is_left(&self, used: Tally, kind: u8) -> bool {
        (used ^ self.all) & self.kind(kind).mask != 0
    }

    /// Returns the tally of one piece of a kind.
    pub fn one(&self, kind: u8) -> Tally {
        1 << self.kind(kind).shift
    }

    /// Returns the number of pieces of all kinds.
    pub fn pieces_of(&self, tally: Tally) -> usize {
        let mut pieces = 0;
        for kind in 0..self.kinds.len() as u8 {
            pieces += self.count(tally, kind);
        }
        pieces as usize
    }

    /// Returns the number of cells of the pieces of all kinds.
    pub fn area_of(&self, tally: Tally) -> usize {
        let mut area = 0;
        for kind in 0..self.kinds.len() as u8 {
            area += self.count(tally, kind) * self.kind(kind).area;
        }
        area as usize
    }

    /// Returns the number of cells that no piece covers.
    pub fn gaps(&self) -> usize {
        self.cells() - self.area_of(self.all)
    }

    /// Returns the parity of the sum of the rows and columns of some pieces, if it matters.
    pub fn parity_of<'a>(&self, pieces: impl IntoIterator<Item = &'a PlacedPiece>) -> Parity {
        let mut sum = 0;
        for piece in pieces {
            let (row, col) = self.size.row_col(self.open[usize::from(piece.cell)]);
            sum += row + col;
        }
        if self.turn == Parity::Odd { Parity::of(sum.into()) } else { Parity::Even }
    }

    /// Returns the pieces of a position, by ascending cell.
    pub fn pieces(&self, configuration: &Configuration) -> Option<Vec<PlacedPiece>> {
        let mut pieces = Vec::new();
        for &placement in configuration.placements() {
            pieces.push(self.piece(placement)?);
        }
        pieces.sort_unstable();
        Some(pieces)
    }

    /// Returns the position with these pieces.
    pub fn configuration(&self, pieces: &[PlacedPiece]) -> Configuration {
        Configuration::new(pieces.iter().map(|&piece| self.placement(piece)).collect())
    }
}

/// One path of a piece: it is open if all cells that it passes are empty, apart from the piece
/// itself.
#[derive(Clone, Copy, PartialEq)]
pub struct PiecePath {
    pub from: PlacedPiece,
    pub to: PlacedPiece,
    /// All cells that the piece covers along the path, including start and end.
    pub passed: OpenCells,
}

/// The most paths: in style 2 with many empty cells there are more than can be tried in reasonable
/// time.
const MOST_PATHS: usize = 1 << 16;

/// Returns all paths of single pieces on a board, by where they begin. Each is reversible. Of two
/// paths to one place, none passes all cells of the other, and none needs more empty cells than the
/// board has. `None` if there are too many.
pub fn paths(board: &Board, reach: Reach) -> Option<Vec<PiecePath>> {
    let mut paths = Vec::new();
    for &(from, _) in board.fitting.iter().flatten() {
        paths.extend(paths_from(board, from, reach, MOST_PATHS - paths.len())?);
    }
    Some(paths)
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
