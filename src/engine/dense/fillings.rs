//! Fillings: placements of pieces in one part of the board.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use super::bits::{lowest, members};
use super::board::{Board, OpenCells, PlacedPiece, Tally};
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

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.len() as u64 * Self::bytes_of(self.each)
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
    /// Builds the sets for fillings of some cells, if there is memory for them.
    pub fn new(fillings: &Fillings, cells: Range<usize>, guard: &Guard) -> Option<Self> {
        let words = fillings.len().div_ceil(64);
        let place = |piece: PlacedPiece| usize::from(piece.cell) << 6 | usize::from(piece.kind);
        // By cell and kind: whether the piece occurs, then where its set begins.
        let mut sets = vec![0; 1 << 13];
        fillings.pieces.iter().for_each(|&piece| sets[place(piece)] = 1);
        let mut pieces = Vec::new();
        for (at, set) in sets.iter_mut().enumerate().filter(|(_, set)| **set > 0) {
            *set = pieces.len() * words;
            pieces.push(PlacedPiece { cell: (at >> 6) as u8, kind: (at & 63) as u8 });
        }
        let bytes = 8 * words * (pieces.len() + cells.len() + 1);
        if guard.look().is_break() || !guard.reserve(bytes as u64) {
            return None;
        }
        let [mut having, mut empty, mut all] =
            [pieces.len(), cells.len(), 1].map(|sets| vec![0; sets * words]);
        for filling in 0..fillings.len() {
            let (word, bit) = (filling / 64, 1 << (filling % 64));
            all[word] |= bit;
            for &piece in fillings.pieces(filling) {
                having[sets[place(piece)] + word] |= bit;
            }
            let free = !fillings.covered(filling) >> cells.start;
            for cell in (0..cells.len()).filter(|cell| free >> cell & 1 != 0) {
                empty[cell * words + word] |= bit;
            }
        }
        Some(Self { words, all, pieces, having, first: cells.start, empty })
    }

    /// Returns all pieces that occur, ascending.
    pub fn pieces(&self) -> &[PlacedPiece] {
        &self.pieces
    }

    /// Returns the fillings of a set that leave some cells empty. Cells of the other part do not
    /// matter.
    fn avoiding(&self, set: &[u64], cells: OpenCells) -> Vec<u64> {
        let mut left = set.to_vec();
        let mut cells = cells.checked_shr(self.first as u32).unwrap_or(0);
        for empty in self.empty.chunks_exact(self.words.max(1)) {
            if cells & 1 != 0 {
                left.iter_mut().zip(empty).for_each(|(left, empty)| *left &= empty);
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

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> u64 {
        8 * (self.all.len() + self.having.len() + self.empty.len()) as u64
    }
}

/// Returns the members of a set of fillings as numbers.
pub fn numbers(set: &[u64]) -> impl Iterator<Item = u32> {
    members(set).map(|filling| filling as u32)
}

/// Fillings between two checks whether to go on.
const PORTION: u64 = 1 << 14;

/// Enumerates the ways to place pieces in one part of the board, ascending, including none.
pub struct Filler<'a> {
    board: &'a Board,
    /// The end of the part.
    end: usize,
    /// At least one of these sets of cells has to stay free.
    beside: &'a [OpenCells],
    /// The pieces so far, and the choices that led there; one more than pieces.
    pub pieces: Vec<PlacedPiece>,
    choices: Vec<Choice>,
}

/// The choice of the next piece.
struct Choice {
    covered: OpenCells,
    used: Tally,
    /// How many cells may stay empty before the next piece, and after the last.
    gaps: usize,
    /// The cells for it that are left; its place is in the last of them. The later it is, the
    /// smaller the string.
    free: OpenCells,
    /// Index of the next piece to try, of those that [fit](Board::fitting) there.
    next: usize,
    /// Whether the pieces before it were not returned yet.
    is_new: bool,
}

impl<'a> Filler<'a> {
    /// Builds the enumeration for some cells, after the pieces used elsewhere. At most `gaps` of
    /// the cells stay empty.
    pub fn new(
        board: &'a Board,
        cells: Range<usize>,
        used: Tally,
        gaps: usize,
        beside: &'a [OpenCells],
    ) -> Self {
        let (pieces, choices) = (Vec::new(), Vec::new());
        let mut filler = Self { board, end: cells.end, beside, pieces, choices };
        filler.choose(cells.start, 0, used, gaps);
        filler
    }

    fn choose(&mut self, cell: usize, covered: OpenCells, used: Tally, gaps: usize) {
        let cells = cells_from(OpenCells::MAX, cell) & !cells_from(OpenCells::MAX, self.end);
        if self.beside.iter().all(|cells| cells & covered != 0) {
            self.pieces.pop();
            return;
        }
        // The first open cells, one more than may stay empty.
        let free = lowest(cells & !covered, gaps as u32 + 1);
        self.choices.push(Choice { covered, used, gaps, free, next: 0, is_new: true });
    }

    /// Goes on to the next filling. Returns the cells covered, and the tally of all pieces so far;
    /// or `None` at the end, and where the guard stops it. `looks` fillings may still be tried,
    /// including those that leave more empty.
    pub fn next(&mut self, looks: &mut u64, guard: &Guard) -> Option<(OpenCells, Tally)> {
        while let Some(choice) = self.choices.last_mut() {
            if std::mem::take(&mut choice.is_new) {
                if *looks == 0 {
                    guard.stop(Stopped::Memory);
                }
                *looks = looks.saturating_sub(1);
                if looks.is_multiple_of(PORTION) && guard.look().is_break() {
                    return None;
                }
                if choice.free.count_ones() as usize <= choice.gaps {
                    return Some((choice.covered, choice.used));
                }
            }
            if choice.free == 0 {
                self.choices.pop();
                self.pieces.pop();
                continue;
            }
            let cell = choice.free.ilog2() as usize;
            let Some(&(piece, covers)) = self.board.fitting(cell).get(choice.next) else {
                choice.free ^= 1 << cell;
                choice.next = 0;
                continue;
            };
            choice.next += 1;
            if covers & choice.covered == 0 && self.board.is_left(choice.used, piece.kind) {
                let gaps = choice.gaps + 1 - choice.free.count_ones() as usize;
                let used = choice.used + self.board.one(piece.kind);
                let covered = choice.covered | covers;
                self.pieces.push(piece);
                self.choose(cell + 1, covered, used, gaps);
            }
        }
        None
    }
}

/// Returns the cells from some cell on.
pub fn cells_from(cells: OpenCells, cell: usize) -> OpenCells {
    cells & OpenCells::MAX.checked_shl(cell as u32).unwrap_or(0)
}
