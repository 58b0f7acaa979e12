//! Fillings: placements of pieces in one part of the board.

use std::cmp::{Ordering, Reverse};
use std::ops::ControlFlow;

use super::ground::{Ground, OpenCells, PlacedPiece};
use super::tally::PieceTally;
use super::{CutCheck, cells_from, spend};

/// Fillings with the same number of pieces, sorted by their *strings*: cell by cell, the kind of
/// the piece whose place is there; an empty entry is less than any kind.
///
/// In this order a step of a piece of some kind from one cell to another is *monotone*: the first
/// filling that allows it leads to the first of the results, and so on. Two strings that agree in
/// both cells differ first in another cell, and still do after the step.
#[derive(Clone, Default)]
pub struct Fillings {
    /// Number of pieces of each filling.
    each: usize,
    pieces: Vec<PlacedPiece>,
    /// For each filling, the bit set of covered cells among the first 64.
    covered: Vec<u64>,
    /// The same for the other cells, up to the last filling that covers any of these.
    covered_above: Vec<u64>,
}

impl Fillings {
    /// Allocates memory for `count` fillings.
    pub fn with_room(count: usize) -> Self {
        Self { covered: Vec::with_capacity(count), ..Self::default() }
    }

    /// Removes all fillings, and keeps the memory.
    pub fn clear(&mut self) {
        self.pieces.clear();
        self.covered.clear();
        self.covered_above.clear();
    }

    /// Returns the number of fillings.
    pub fn len(&self) -> usize {
        self.covered.len()
    }

    /// Returns the pieces of a filling, by ascending cell.
    pub fn pieces(&self, filling: usize) -> &[PlacedPiece] {
        &self.pieces[filling * self.each..][..self.each]
    }

    /// Returns the cells that a filling covers.
    #[inline(always)]
    pub fn covered(&self, filling: usize) -> OpenCells {
        let above = self.covered_above.get(filling).copied().unwrap_or(0);
        OpenCells::from(self.covered[filling]) | OpenCells::from(above) << 64
    }

    /// Returns the number of the filling with these pieces, by ascending cell.
    pub fn find(&self, pieces: &[PlacedPiece]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match by_string(self.pieces(middle), pieces) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Appends a filling. All have the same number of pieces.
    pub fn push(&mut self, pieces: &[PlacedPiece], covered: OpenCells) {
        debug_assert!(
            self.len() == 0 || by_string(self.pieces(self.len() - 1), pieces) == Ordering::Less
        );
        if self.covered.is_empty() {
            self.each = pieces.len();
            self.pieces.reserve_exact(self.covered.capacity() * self.each);
        }
        self.pieces.extend(pieces);
        let above = (covered >> 64) as u64;
        if above != 0 {
            self.covered_above.resize(self.covered.len(), 0);
            self.covered_above.push(above);
        }
        self.covered.push(covered as u64);
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        let covered = self.covered.len() + self.covered_above.len();
        (size_of_val(&self.pieces[..]) + size_of::<u64>() * covered) as u64
    }
}

/// Compares by string. A piece in an earlier cell makes a string greater, as the other has an empty
/// entry there.
fn by_string(one: &[PlacedPiece], other: &[PlacedPiece]) -> Ordering {
    let key = |piece: &PlacedPiece| (Reverse(piece.cell), piece.kind);
    one.iter().map(key).cmp(other.iter().map(key))
}

/// Fillings between two checks whether to go on.
const PORTION: u64 = 1 << 14;

/// Enumerates the placements of pieces in one part of the board.
pub struct Filler<'a, T> {
    pub ground: &'a Ground,
    pub tally: &'a PieceTally,
    /// The end of the range of cells where pieces are placed.
    pub end: usize,
    /// At least one of these sets of cells has to stay free.
    pub beside: &'a [OpenCells],
    /// Receives, in order, each filling that leaves no more cells empty than allowed: pieces,
    /// covered cells, and the tally of all pieces so far. Says whether to go on.
    pub visit: T,
    /// Number of fillings that may still be tried, including those that leave more empty.
    pub looks: &'a mut u64,
    /// Checks now and then whether to go on.
    pub pause: &'a mut CutCheck<'a>,
    /// The pieces so far.
    pub pieces: Vec<PlacedPiece>,
}

impl<T: FnMut(&[PlacedPiece], OpenCells, u128) -> ControlFlow<()>> Filler<'_, T> {
    /// Enumerates all ways to place pieces from a cell on, including none. At most `gaps` of these
    /// cells may stay empty before the last piece.
    pub fn fill(
        &mut self,
        cell: usize,
        covered: OpenCells,
        used: u128,
        gaps: usize,
    ) -> ControlFlow<()> {
        if self.beside.iter().all(|cells| cells & covered != 0) {
            return ControlFlow::Continue(());
        }
        spend(self.looks, 1)?;
        if self.looks.is_multiple_of(PORTION) {
            (self.pause)()?;
        }
        let open =
            cells_from(OpenCells::MAX, cell) & !cells_from(OpenCells::MAX, self.end) & !covered;
        // The first open cells, one more than may stay empty.
        let (mut rest, mut count) = (open, 0);
        while rest != 0 && count <= gaps {
            (rest, count) = (rest & (rest - 1), count + 1);
        }
        if count <= gaps {
            (self.visit)(&self.pieces, covered, used)?;
        }
        let mut free = open ^ rest;
        // The later the next place, the smaller the string.
        while free != 0 {
            let cell = free.ilog2() as usize;
            (free, count) = (free ^ 1 << cell, count - 1);
            let gaps = gaps - count;
            for &(piece, covers) in self.ground.fitting(cell) {
                let kind = piece.kind;
                if covers & covered == 0 && self.tally.is_left(used, kind) {
                    self.pieces.push(piece);
                    let used = used + self.tally.one(kind);
                    self.fill(cell + 1, covered | covers, used, gaps)?;
                    self.pieces.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }
}
