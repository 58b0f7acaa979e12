//! A position laid out cell by cell.

use super::ground::{EMPTY, ProofGround};
use super::keys::Key;
use super::refused::PositionError;
use crate::puzzle::{Configuration, Demand, Want};

/// A piece: its kind, and the cell of its origin.
#[derive(Clone, Copy)]
pub struct ProofPiece {
    pub kind: usize,
    pub origin: usize,
}

pub struct ProofBoard<'a, K> {
    pub ground: &'a ProofGround<'a>,
    pub cells: Vec<u32>,
    pub pieces: Vec<ProofPiece>,
    pub key: K,
    /// Number of pieces laid of each kind.
    laid: Vec<u32>,
}

impl<'a, K: Key> ProofBoard<'a, K> {
    pub fn new(ground: &'a ProofGround<'a>) -> Self {
        let (laid, key) = (vec![0; ground.kinds.len()], K::bare(ground.open.len()));
        Self { ground, cells: ground.bare.clone(), pieces: Vec::new(), key, laid }
    }

    pub fn clear(&mut self) {
        self.cells.copy_from_slice(&self.ground.bare);
        self.pieces.clear();
        self.key = K::bare(self.ground.open.len());
        self.laid.fill(0);
    }

    /// Lays a position from its text, validating it.
    pub fn lay_text(&mut self, text: &[u8]) -> Result<(), PositionError> {
        self.clear();
        let ground = self.ground;
        let mut symbols = text.iter();
        for &(cell, is_blocked) in &ground.all {
            if is_blocked {
                if symbols.next() != Some(&b'x') {
                    return Err(PositionError::Blocked);
                }
                continue;
            }
            if self.cells[cell] != EMPTY {
                continue;
            }
            match symbols.next() {
                None if cell > ground.last_blocked => break,
                None | Some(b'x') => return Err(PositionError::Blocked),
                Some(b'0') => {}
                Some(&name) => {
                    let kind = ground.of_name[usize::from(name)].ok_or(PositionError::Symbol)?;
                    let piece = ProofPiece { kind: usize::from(kind), origin: cell };
                    self.fits(piece)?;
                    self.put(piece);
                }
            }
        }
        if symbols.next().is_some() || text.last() == Some(&b'0') {
            return Err(PositionError::Trailing);
        }
        if self.laid == ground.counts { Ok(()) } else { Err(PositionError::Pieces) }
    }

    /// Lays a position that was validated before.
    pub fn lay(&mut self, key: &K) {
        self.clear();
        let ground = self.ground;
        for (place, &origin) in ground.open.iter().enumerate() {
            let symbol = key.symbol(place, ground.bits);
            if symbol != 0 {
                self.pieces
                    .push(ProofPiece { kind: ground.of_symbol[usize::from(symbol) - 1], origin });
                self.fill(self.pieces.len() - 1, self.pieces.len() as u32);
            }
        }
        self.key.clone_from(key);
    }

    /// Lays the puzzle's start.
    pub fn lay_start(&mut self) {
        let start: &Configuration = self.ground.puzzle.start();
        self.clear();
        for piece in start.placements() {
            let origin = self.ground.place(piece.cell);
            self.put(ProofPiece { kind: usize::from(piece.kind), origin });
        }
    }

    /// Returns the key of the puzzle's start.
    pub fn start(ground: &'a ProofGround<'a>) -> K {
        let mut board = Self::new(ground);
        board.lay_start();
        board.key
    }

    /// Checks that one more piece fits somewhere, and says why not.
    pub fn fits(&self, piece: ProofPiece) -> Result<(), PositionError> {
        let kind = &self.ground.kinds[piece.kind];
        if !kind.room[piece.origin] {
            return Err(PositionError::Border);
        }
        let covered = kind.cells.iter().map(|&offset| piece.origin.wrapping_add_signed(offset));
        if covered.clone().any(|cell| self.cells[cell] != EMPTY) {
            return Err(PositionError::Overlap);
        }
        if !covered.clone().all(|cell| kind.may_cover(cell)) {
            return Err(PositionError::Gate);
        }
        Ok(())
    }

    /// Puts one more piece on empty cells.
    pub fn put(&mut self, piece: ProofPiece) {
        self.laid[piece.kind] += 1;
        self.pieces.push(piece);
        self.fill(self.pieces.len() - 1, self.pieces.len() as u32);
        self.toggle_last(piece);
    }

    /// Removes the piece that was put last.
    pub fn remove_last(&mut self) {
        self.fill(self.pieces.len() - 1, EMPTY);
        if let Some(piece) = self.pieces.pop() {
            self.toggle_last(piece);
            self.laid[piece.kind] -= 1;
        }
    }

    fn toggle_last(&mut self, ProofPiece { kind, origin }: ProofPiece) {
        let ground = self.ground;
        self.key.toggle(ground.numbers[origin], ground.kinds[kind].symbol, ground.bits);
    }

    /// Fills the cells of a piece with its number plus 1, or empties them.
    #[inline(always)]
    pub fn fill(&mut self, piece: usize, content: u32) {
        let ProofPiece { kind, origin } = self.pieces[piece];
        for &offset in &self.ground.kinds[kind].cells {
            self.cells[origin.wrapping_add_signed(offset)] = content;
        }
    }

    /// Changes the key of this board to that with a piece moved.
    #[inline(always)]
    pub fn move_in(&self, key: &mut K, piece: usize, to: usize) {
        let (ProofPiece { kind, origin }, ground) = (self.pieces[piece], self.ground);
        let symbol = ground.kinds[kind].symbol;
        key.toggle(ground.numbers[origin], symbol, ground.bits);
        key.toggle(ground.numbers[to], symbol, ground.bits);
    }

    /// Returns the position in shorthand.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for &(cell, is_blocked) in &self.ground.all {
            match self.cells[cell] {
                _ if is_blocked => text.push('x'),
                EMPTY => text.push('0'),
                piece => {
                    let ProofPiece { kind, origin } = self.pieces[piece as usize - 1];
                    if origin == cell {
                        text.push(self.ground.kinds[kind].name.into());
                    }
                }
            }
        }
        text.truncate(text.trim_end_matches('0').len());
        text
    }

    /// Whether a goal is met.
    pub fn meets_a_goal(&self) -> bool {
        let (ground, bits) = (self.ground, self.ground.bits);
        let holds = |demand: &Demand| {
            let cell = ground.place(demand.cell);
            match demand.want {
                Want::Empty => self.cells[cell] == EMPTY,
                Want::Origin(kind) => {
                    let symbol = ground.kinds[usize::from(kind)].symbol;
                    self.key.symbol(ground.numbers[cell], bits) == symbol && symbol != 0
                }
            }
        };
        ground.puzzle.goals().iter().any(|goal| goal.demands().iter().all(holds))
    }
}
