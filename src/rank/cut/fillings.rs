//! Fillings: ways in which pieces lie in one part of the board.

use std::cmp::{Ordering, Reverse};
use std::ops::ControlFlow;

use super::bits::lowest;
use super::ground::{Cells, Ground, Piece};
use super::profiles::Tally;
use super::{behind, spend};

/// Fillings with the same number of pieces, in the order of their *strings*: these say cell by cell
/// what has its place there, nothing being less than any kind.
///
/// In this order a step of a piece of some kind from one cell to another is *monotone*. Of the
/// fillings that allow it, the first leads to the first of those that result, and so on: two strings
/// that agree in both cells differ first in another cell, and do so behind the step as well.
#[derive(Default)]
pub struct Fillings {
    /// Pieces of each filling.
    each: usize,
    pieces: Vec<Piece>,
    /// For each filling, the cells that are covered.
    covered: Vec<Cells>,
}

impl Fillings {
    /// Number of fillings.
    pub fn len(&self) -> usize {
        self.covered.len()
    }

    /// The pieces of a filling, by ascending cell.
    pub fn pieces(&self, filling: usize) -> &[Piece] {
        &self.pieces[filling * self.each..][..self.each]
    }

    /// For each filling, the cells that are covered.
    pub fn covered(&self) -> &[Cells] {
        &self.covered
    }

    /// The number of the filling with these pieces, by ascending cell.
    pub fn find(&self, pieces: &[Piece]) -> Option<usize> {
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

    /// Adds a filling behind all others. All have as many pieces.
    pub fn push(&mut self, pieces: &[Piece], covered: Cells) {
        debug_assert!(
            self.len() == 0 || by_string(self.pieces(self.len() - 1), pieces) == Ordering::Less
        );
        self.each = pieces.len();
        self.pieces.extend(pieces);
        self.covered.push(covered);
    }

    /// Memory taken.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.pieces[..]) + size_of_val(&self.covered[..])) as u64
    }
}

/// Compares by string. A place in an earlier cell makes a string greater, as the other has nothing
/// there.
fn by_string(one: &[Piece], other: &[Piece]) -> Ordering {
    let key = |piece: &Piece| (Reverse(piece.cell), piece.kind);
    one.iter().map(key).cmp(other.iter().map(key))
}

/// Puts pieces into one part of the board in all ways.
pub struct Filler<'a, T> {
    pub ground: &'a Ground,
    pub tally: &'a Tally,
    /// The first cell behind those where pieces are put.
    pub end: usize,
    /// Of these sets of cells one has to stay free.
    pub beside: &'a [Cells],
    /// Is told of each filling that leaves no more cells empty than may be, in order: pieces, what is covered, and the
    /// tally of all pieces so far. Says whether to go on.
    pub tell: T,
    /// How many may be looked at, those that leave more empty as well.
    pub looks: &'a mut u64,
    /// The pieces so far.
    pub pieces: Vec<Piece>,
}

impl<T: FnMut(&[Piece], Cells, u128) -> ControlFlow<()>> Filler<'_, T> {
    /// Puts pieces into cells from one on, in all ways, none included. So many of these cells may
    /// stay empty before the last piece.
    pub fn fill(
        &mut self,
        cell: usize,
        covered: Cells,
        used: u128,
        gaps: usize,
    ) -> ControlFlow<()> {
        if self.beside.iter().all(|cells| cells & covered != 0) {
            return ControlFlow::Continue(());
        }
        spend(self.looks, 1)?;
        let open = behind(Cells::MAX, cell) & !behind(Cells::MAX, self.end) & !covered;
        if open.count_ones() as usize <= gaps {
            (self.tell)(&self.pieces, covered, used)?;
        }
        let mut free = lowest(open, gaps as u32 + 1);
        // The later the next place, the less the string.
        while free != 0 {
            let cell = free.ilog2() as usize;
            free ^= 1 << cell;
            let gaps = gaps - free.count_ones() as usize;
            for &(piece, covers) in self.ground.fitting(cell) {
                let kind = piece.kind;
                if covers & covered == 0 && self.tally.count(used, kind) < self.ground.count(kind) {
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
