//! Fillings: placements of pieces in one part of the board.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use super::board::{Board, OpenCells, PlacedPiece};
use super::census::{Profile, contents};
use crate::engine::guard::Guard;
use crate::engine::query::Stopped;
use crate::engine::store::{join, remove};

/// Fillings with the same number of pieces, sorted by their *strings*: cell by cell, the kind of
/// the piece whose place is there; an empty entry is less than any kind.
///
/// In this order a step of a piece of some kind from one cell to another is *monotone*: the first
/// filling that allows it leads to the first of the results, and so on. Two strings that agree in
/// both cells differ first in another cell, and still do after the step.
#[derive(Default)]
pub struct Fillings {
    /// Number of pieces of each filling.
    each: usize,
    pieces: Vec<PlacedPiece>,
    /// For each filling, the cells that it covers.
    covered: Vec<OpenCells>,
}

impl Fillings {
    /// Allocates memory for `count` fillings.
    pub fn with_room(count: usize) -> Self {
        Self { covered: Vec::with_capacity(count), ..Self::default() }
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
    pub fn covered(&self, filling: usize) -> OpenCells {
        self.covered[filling]
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
        self.covered.push(covered);
    }

    /// Releases spare capacity.
    pub fn shrink(&mut self) {
        self.pieces.shrink_to_fit();
        self.covered.shrink_to_fit();
    }

    /// Returns the memory of a filling of `pieces` pieces.
    pub fn bytes_of(pieces: usize) -> u64 {
        (pieces * size_of::<PlacedPiece>() + size_of::<OpenCells>()) as u64
    }
}

/// Compares by string. A piece in an earlier cell makes a string greater, as the other has an empty
/// entry there.
fn by_string(one: &[PlacedPiece], other: &[PlacedPiece]) -> Ordering {
    let key = |piece: &PlacedPiece| (Reverse(piece.cell), piece.kind);
    one.iter().map(key).cmp(other.iter().map(key))
}

/// Sets of fillings, as bits: those with a piece in some place, and those that leave a cell empty.
#[derive(Default)]
pub struct FillingSets {
    /// Number of words of a set.
    words: usize,
    all: Vec<u64>,
    /// The pieces that occur, ascending, and the sets of fillings that have them.
    pieces: Vec<PlacedPiece>,
    having: Vec<u64>,
    /// The first cell of the part, and for each cell from there on a set.
    first: usize,
    empty: Vec<u64>,
}

impl FillingSets {
    /// Builds the sets for fillings of some cells. They are empty if the guard stops it.
    pub fn new(fillings: &Fillings, cells: Range<usize>, guard: &Guard) -> Self {
        let words = fillings.len().div_ceil(64);
        // By cell and kind: whether the piece occurs, then where its set begins.
        let mut sets = [[None; 64]; 128];
        for piece in &fillings.pieces {
            sets[usize::from(piece.cell)][usize::from(piece.kind)] = Some(0);
        }
        let mut pieces = Vec::new();
        for (cell, sets) in (0..).zip(&mut sets) {
            for (kind, set) in (0..).zip(sets) {
                if let Some(set) = set {
                    *set = pieces.len() * words;
                    pieces.push(PlacedPiece { cell, kind });
                }
            }
        }
        let bytes = 8 * words * (pieces.len() + cells.len() + 1);
        if guard.look().is_err() || !guard.reserve(bytes as u64) {
            return Self::default();
        }
        let [mut having, mut empty, mut all] =
            [pieces.len(), cells.len(), 1].map(|sets| vec![0; sets * words]);
        for filling in 0..fillings.len() {
            let (word, bit) = (filling / 64, 1 << (filling % 64));
            all[word] |= bit;
            for piece in fillings.pieces(filling) {
                let set = sets[usize::from(piece.cell)][usize::from(piece.kind)];
                having[set.unwrap_or(0) + word] |= bit;
            }
            for (at, cell) in cells.clone().enumerate() {
                if fillings.covered(filling) >> cell & 1 == 0 {
                    empty[at * words + word] |= bit;
                }
            }
        }
        Self { words, all, pieces, having, first: cells.start, empty }
    }

    /// Returns the fillings of a set that leave some cells empty. Cells of the other part do not
    /// matter.
    fn avoiding(&self, set: &[u64], cells: OpenCells) -> Vec<u64> {
        let mut left = set.to_vec();
        let mut cells = cells.checked_shr(self.first as u32).unwrap_or(0);
        for empty in self.empty.chunks_exact(self.words.max(1)) {
            if cells & 1 != 0 {
                for (left, empty) in left.iter_mut().zip(empty) {
                    *left &= empty;
                }
            }
            cells >>= 1;
        }
        left
    }

    /// Returns the fillings on which a piece can take one of several paths, as far as this part
    /// matters, but none of the paths in `others`; paths are the cells passed. The piece is in the
    /// other part if there is none.
    pub fn allowing(
        &self,
        board: &Board,
        piece: Option<PlacedPiece>,
        paths: &[OpenCells],
        others: &[OpenCells],
    ) -> Vec<u64> {
        let (mut having, mut own) = (&self.all[..], 0);
        if let Some(piece) = piece {
            let Ok(at) = self.pieces.binary_search(&piece) else { return Vec::new() };
            having = &self.having[at * self.words..][..self.words];
            own = board.covers(piece);
        }
        let mut set = self.avoiding(having, paths[0] & !own);
        for passed in &paths[1..] {
            join(&mut set, &self.avoiding(having, passed & !own));
        }
        for passed in others {
            remove(&mut set, &self.avoiding(having, passed & !own));
        }
        set
    }
}

/// Bytes of the memory limit per filling that may be tried: that takes seconds with gigabytes. Most
/// fail where few pieces are left for much room, which takes time and no memory.
const BYTES_OF_TRY: u64 = 4;

/// Fillings between two checks whether to go on.
const PORTION: u64 = 1 << 14;

/// Receives a filling: its pieces, the cells that they cover, and the profile after the part.
type OnFilling<'a> = dyn FnMut(&[PlacedPiece], OpenCells, Profile) + 'a;

/// Enumerates the ways to place pieces in one part of the board, ascending, including none.
pub struct Filler<'a> {
    board: &'a Board,
    guard: &'a Guard<'a>,
    /// The number of fillings that may still be tried, including those that leave too much empty.
    tries: u64,
    /// The pieces so far, and the cells that they cover.
    pieces: Vec<PlacedPiece>,
    covered: OpenCells,
}

impl<'a> Filler<'a> {
    /// Builds the enumeration for a board, within `bytes` bytes.
    pub fn new(board: &'a Board, bytes: u64, guard: &'a Guard) -> Self {
        Self { board, guard, tries: bytes / BYTES_OF_TRY, pieces: Vec::new(), covered: 0 }
    }

    /// Passes on the fillings of some cells, given the profile before them. At least one of the sets
    /// of cells `beside` stays free. `None` if the guard stops it.
    pub fn fill(
        &mut self,
        mut cells: Range<usize>,
        before: Profile,
        beside: &[OpenCells],
        each: &mut OnFilling,
    ) -> Option<()> {
        let Some(cell) = cells.next() else {
            each(&self.pieces, self.covered, before);
            return Some(());
        };
        for (piece, profile) in contents(self.board, cell, before) {
            let Some(piece) = piece else {
                self.fill(cells.clone(), profile, beside, each)?;
                continue;
            };
            if self.tries == 0 {
                self.guard.stop(Stopped::Memory);
            }
            self.tries = self.tries.saturating_sub(1);
            if self.tries.is_multiple_of(PORTION) && self.guard.look().is_err() {
                return None;
            }
            self.pieces.push(piece);
            self.covered ^= self.board.covers(piece);
            if beside.iter().any(|beside| beside & self.covered == 0) {
                self.fill(cells.clone(), profile, beside, each)?;
            }
            self.covered ^= self.board.covers(piece);
            self.pieces.pop();
        }
        Some(())
    }
}
