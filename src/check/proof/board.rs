//! The board of a puzzle with a border around it, and a position laid out on it cell by cell.

use super::refused::PositionError;
use crate::puzzle::{Demand, Lock, Placement, Puzzle, Style, Want};

/// Larger boards are not supported.
pub const MAX_CELLS: usize = 1 << 12;

/// The content of a cell where no piece lies; pieces are numbered from 1.
pub const EMPTY: u32 = 0;
pub const BLOCKED: u32 = u32::MAX - 1;
const BORDER: u32 = u32::MAX;

/// Number of directions: right, left, down, up.
pub const DIRECTIONS: usize = 4;

/// A kind of pieces.
pub struct ProofKind {
    name: u8,
    /// The offsets of its cells from its origin.
    pub offsets: Vec<isize>,
    /// Whether its lock lets it go in each direction.
    pub goes: [bool; DIRECTIONS],
    /// The places that gates close to it.
    pub closed: Vec<bool>,
}

/// What all positions of a puzzle share.
pub struct ProofBoard<'a> {
    pub puzzle: &'a Puzzle,
    pub style: Style,
    pub kinds: Vec<ProofKind>,
    /// The place of each cell of the puzzle, and back.
    pub places: Vec<usize>,
    numbers: Vec<usize>,
    /// The places without pieces.
    bare: Vec<u32>,
    /// The offset to the next place in each direction.
    pub steps: [isize; DIRECTIONS],
}

impl<'a> ProofBoard<'a> {
    pub fn new(puzzle: &'a Puzzle, style: Style) -> Self {
        let size = puzzle.size();
        // The border is as wide and as high as the board, so that no shape reaches beyond it.
        let stride = 2 * size.cols as usize;
        let place = |cell: u32| {
            let (row, col) = size.row_col(cell);
            (row as usize + 1) * stride + col as usize
        };
        let places: Vec<usize> = (0..size.cells() as u32).map(place).collect();
        let mut bare = vec![BORDER; (2 * size.rows as usize + 1) * stride];
        let mut numbers = vec![0; bare.len()];
        for (number, &place) in places.iter().enumerate() {
            (bare[place], numbers[place]) = (EMPTY, number);
        }
        puzzle.blocked().iter().for_each(|&cell| bare[place(cell)] = BLOCKED);
        let mut kinds = Vec::new();
        for (number, kind) in (0..).zip(puzzle.kinds()) {
            // Gates are closed to every kind that they do not name.
            let mut closed = vec![false; bare.len()];
            for gate in puzzle.gates().iter().filter(|gate| !gate.kinds.contains(&number)) {
                gate.cells.iter().for_each(|&cell| closed[place(cell)] = true);
            }
            let offset = |&(row, col): &(i32, i32)| row as isize * stride as isize + col as isize;
            let (across, along) = (kind.lock() != Lock::Vertical, kind.lock() != Lock::Horizontal);
            kinds.push(ProofKind {
                name: kind.name() as u8,
                offsets: kind.cells().iter().map(offset).collect(),
                goes: [across, across, along, along],
                closed,
            });
        }
        let steps = [1, -1, stride as isize, -(stride as isize)];
        Self { puzzle, style, kinds, places, numbers, bare, steps }
    }

    /// Returns the number of bytes of a key: one for each cell.
    pub fn width(&self) -> usize {
        self.places.len()
    }
}

/// A piece: its kind, and the place of its origin.
#[derive(Clone, Copy)]
pub struct ProofPiece {
    pub kind: usize,
    pub origin: usize,
}

/// A position, or some of its pieces.
pub struct ProofPosition<'a> {
    pub board: &'a ProofBoard<'a>,
    /// The content of each place; pieces by their number.
    pub cells: Vec<u32>,
    pub pieces: Vec<ProofPiece>,
    /// The name of the kind at the cell of each origin, and 0 elsewhere: another position has
    /// another key.
    pub key: Vec<u8>,
    /// Number of pieces of each kind that do not lie on the board.
    pub left: Vec<u32>,
}

impl<'a> ProofPosition<'a> {
    /// Returns the board without pieces.
    pub fn new(board: &'a ProofBoard<'a>) -> Self {
        let (cells, key) = (board.bare.clone(), vec![0; board.width()]);
        Self { board, cells, pieces: Vec::new(), key, left: board.puzzle.counts() }
    }

    /// Returns the puzzle's start.
    pub fn start(board: &'a ProofBoard<'a>) -> Self {
        let mut position = Self::new(board);
        for &placement in board.puzzle.start().placements() {
            position.put(position.piece(placement));
        }
        position
    }

    pub fn piece(&self, Placement { cell, kind }: Placement) -> ProofPiece {
        ProofPiece { kind: usize::from(kind), origin: self.board.places[cell as usize] }
    }

    fn clear(&mut self) {
        self.cells.copy_from_slice(&self.board.bare);
        self.key.fill(0);
        self.pieces.drain(..).for_each(|piece| self.left[piece.kind] += 1);
    }

    /// Lays a position from its text, validating it.
    pub fn lay_text(&mut self, text: &[u8]) -> Result<(), PositionError> {
        self.clear();
        let mut symbols = text.iter();
        for &origin in &self.board.places {
            match self.cells[origin] {
                BLOCKED if symbols.next() != Some(&b'x') => return Err(PositionError::Blocked),
                EMPTY => match symbols.next() {
                    None | Some(b'0') => {}
                    Some(b'x') => return Err(PositionError::Blocked),
                    Some(name) => {
                        let kind = self.board.kinds.iter().position(|kind| kind.name == *name);
                        let kind = kind.ok_or(PositionError::Symbol)?;
                        if self.left[kind] == 0 {
                            return Err(PositionError::Pieces);
                        }
                        let piece = ProofPiece { kind, origin };
                        self.fits(piece)?;
                        self.put(piece);
                    }
                },
                _ => {}
            }
        }
        if symbols.next().is_some() || text.last() == Some(&b'0') {
            return Err(PositionError::Trailing);
        }
        let is_whole = self.left.iter().all(|&left| left == 0);
        if is_whole { Ok(()) } else { Err(PositionError::Pieces) }
    }

    /// Lays a position that was validated before.
    pub fn lay(&mut self, key: &[u8]) {
        self.clear();
        for (&name, &origin) in key.iter().zip(&self.board.places) {
            if name != 0 {
                let kind = self.board.kinds.iter().position(|kind| kind.name == name);
                self.put(ProofPiece { kind: kind.expect("it was validated"), origin });
            }
        }
    }

    /// Checks that one more piece fits somewhere, and says why not.
    #[inline(always)]
    pub fn fits(&self, ProofPiece { kind, origin }: ProofPiece) -> Result<(), PositionError> {
        let kind = &self.board.kinds[kind];
        kind.offsets.iter().try_for_each(|&offset| {
            let place = origin.wrapping_add_signed(offset);
            match self.cells[place] {
                EMPTY if kind.closed[place] => Err(PositionError::Gate),
                EMPTY => Ok(()),
                BORDER => Err(PositionError::Border),
                _ => Err(PositionError::Overlap),
            }
        })
    }

    /// Puts one more piece on empty cells.
    pub fn put(&mut self, piece: ProofPiece) {
        self.left[piece.kind] -= 1;
        self.pieces.push(piece);
        self.cover(self.pieces.len() - 1, self.pieces.len() as u32);
        self.mark(piece, self.board.kinds[piece.kind].name);
    }

    /// Removes the piece that was put last.
    pub fn remove_last(&mut self) {
        self.cover(self.pieces.len() - 1, EMPTY);
        if let Some(piece) = self.pieces.pop() {
            self.mark(piece, 0);
            self.left[piece.kind] += 1;
        }
    }

    /// Fills the cells of a piece.
    pub fn cover(&mut self, piece: usize, content: u32) {
        let ProofPiece { kind, origin } = self.pieces[piece];
        for &offset in &self.board.kinds[kind].offsets {
            self.cells[origin.wrapping_add_signed(offset)] = content;
        }
    }

    fn mark(&mut self, piece: ProofPiece, name: u8) {
        self.key[self.board.numbers[piece.origin]] = name;
    }

    /// Changes the key alone: pieces go from some displacement of where they lie to another one.
    pub fn shift(&mut self, pieces: &[usize], from: isize, to: isize) {
        // All are removed before any is put back: one may enter the former place of another.
        for (by, is_there) in [(from, false), (to, true)] {
            for &piece in pieces {
                let ProofPiece { kind, origin } = self.pieces[piece];
                let name = if is_there { self.board.kinds[kind].name } else { 0 };
                self.mark(ProofPiece { kind, origin: origin.wrapping_add_signed(by) }, name);
            }
        }
    }

    /// Returns the position in shorthand.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (&name, &place) in self.key.iter().zip(&self.board.places) {
            match self.cells[place] {
                BLOCKED => text.push('x'),
                EMPTY => text.push('0'),
                _ if name != 0 => text.push(name.into()),
                _ => {}
            }
        }
        text.truncate(text.trim_end_matches('0').len());
        text
    }

    /// Whether a goal is met.
    pub fn meets_a_goal(&self) -> bool {
        let board = self.board;
        let holds = |demand: &Demand| {
            let cell = demand.cell as usize;
            match demand.want {
                Want::Empty => self.cells[board.places[cell]] == EMPTY,
                Want::Origin(kind) => self.key[cell] == board.kinds[usize::from(kind)].name,
            }
        };
        board.puzzle.goals().iter().any(|goal| goal.demands().iter().all(holds))
    }
}
