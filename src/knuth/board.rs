//! The position that is expanded, cell by cell, and its packed form before and after a move.
//!
//! A border surrounds the board: a row above, a row below, and a column on the right, which is also
//! the left border of the next row. So a step in any direction adds a constant to the number of a
//! cell, and never leaves the arrays.
//!
//! A packed position is its shorthand: one symbol for every cell that is neither blocked nor
//! covered by an earlier piece, 0 for an empty cell and else the kind's code. Eight 4-bit symbols
//! share a 32-bit word (four 8-bit ones if there are more than 15 kinds), the first in the least
//! significant place, and words after the last piece are omitted. As all positions of a puzzle have
//! the same pieces, no packed position is a prefix of another.

use std::ops::Range;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::cells::{EMPTY, SKIPPED, Square, WALL, contains, displaced, insert, span};
use crate::engine::store::ones;
use crate::puzzle::{Configuration, Direction, Goal, Lock, Placement, Puzzle, Size, Want};

/// A kind of piece on the bordered board. Cells are differences from the origin; lists end with the
/// last of them repeated, as loops of always four rounds (or eight, ...) are easy to predict.
struct Shape {
    /// The piece's cells, descending, the last 0.
    offsets: Vec<usize>,
    /// The same as bits.
    mask: Vec<u64>,
    /// Whether a lock keeps the piece from vertical, and from horizontal steps.
    held: [bool; 2],
    /// For each cell whether a gate bars it to the piece; empty if none does.
    closed: Vec<bool>,
}

#[derive(Clone, Copy, Default)]
struct Piece {
    origin: u32,
    /// 1 plus the index of its kind.
    code: u8,
    /// Its cells, if they are [`ONE`](Board) word.
    cells: u64,
}

/// A position, and a move of some of its pieces together. Nothing is done to the position: what is
/// on a cell after the move is asked where it matters, [between](Board::pack) the first and the last
/// cell that the pieces cover before or after it.
///
/// Sets of cells are bits, in one word on a small board: then `ONE` is true.
pub struct Board<const ONE: bool> {
    size: Size,
    stride: usize,
    /// The change of a cell's number by a step in each direction.
    deltas: [isize; 4],
    /// By the index of the kind.
    shapes: Vec<Shape>,
    squares: Vec<Square>,
    /// Sets of cells, as bits, with an empty word at the end: those without walls,
    free: Vec<u64>,
    /// those with an own symbol, which are empty or the origin of a piece,
    open: Vec<u64>,
    /// those that are not empty,
    taken: Vec<u64>,
    /// and those of the pieces that were chosen to move.
    leaving: Vec<u64>,
    /// They are numbered n, n-1, ..., 1 by ascending origin.
    pieces: Vec<Piece>,
    /// The numbers of the pieces that were chosen to move.
    movers: Vec<u32>,
    /// Their first and their last cell.
    movers_span: (usize, usize),
    /// Whether a lock or a gate keeps any kind from something.
    has_rules: bool,
    /// By how much they are displaced.
    moved: isize,
    /// The position that was unpacked, and a pair of words more.
    source: Vec<u64>,
    /// For each cell that it does not skip, the bits of `source` before that symbol.
    bits_before: Vec<u32>,
    /// Bits of a packed symbol: 4, or 8 if there are more than 15 kinds.
    symbol_bits: u32,
    packed_words: usize,
    /// A random odd factor for each pair of packed words.
    factors: Vec<u64>,
}

/// Seed of the hash function; any number would do.
const SEED: u128 = 2003;

/// Returns the axis of a direction: 0 vertical, 1 horizontal.
fn axis(direction: Direction) -> usize {
    usize::from(direction.is_horizontal())
}

impl<const ONE: bool> Board<ONE> {
    /// Builds the board of a puzzle, without pieces.
    pub fn new(puzzle: &Puzzle) -> Self {
        let size = puzzle.size();
        let stride = size.cols as usize + 1;
        let deltas = [1, -1, stride as isize, -(stride as isize)];
        let mut squares = vec![WALL; (size.rows as usize + 2) * stride + 1];
        for row in 1..=size.rows as usize {
            squares[row * stride..][..stride - 1].fill(EMPTY);
        }
        for &cell in puzzle.blocked() {
            squares[bordered(size, cell)] = WALL;
        }
        let nothing = vec![0; squares.len() / 64 + 2];
        let mut free = nothing.clone();
        for cell in (0..squares.len()).filter(|&cell| squares[cell].is_empty()) {
            insert::<false>(&mut free, cell, &[1]);
        }

        let (mut shapes, mut has_rules) = (Vec::new(), false);
        for (number, kind) in (0..).zip(puzzle.kinds()) {
            let mut closed = Vec::new();
            for &cell in puzzle.closed_to(number) {
                closed.resize(squares.len(), false);
                closed[bordered(size, cell)] = true;
            }
            let cells = kind.cells().iter().rev();
            let offsets: Vec<usize> =
                cells.map(|&(row, col)| (row * stride as i32 + col) as usize).collect();
            let mut mask = vec![0; offsets[0] / 64 + 2];
            for &at in &offsets {
                insert::<false>(&mut mask, at, &[1]);
            }
            mask.pop();
            let offsets = padded(offsets);
            let held = [kind.lock() == Lock::Horizontal, kind.lock() == Lock::Vertical];
            has_rules |= kind.lock() != Lock::Free || !closed.is_empty();
            shapes.push(Shape { offsets, mask, held, closed });
        }
        let pieces = puzzle.start().placements();
        let mut skipped = puzzle.blocked().len();
        for piece in pieces {
            skipped += puzzle.kinds()[usize::from(piece.kind)].cells().len() - 1;
        }
        let symbol_bits = if shapes.len() < 16 { 4 } else { 8 };
        let packed_words = (size.cells() - skipped).div_ceil(32 / symbol_bits as usize);
        let mut random = Pcg64::new(SEED, 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        Self {
            size,
            stride,
            deltas,
            has_rules,
            shapes,
            bits_before: vec![0; squares.len()],
            squares,
            source: vec![0; packed_words.div_ceil(2) + 1],
            free,
            open: nothing.clone(),
            taken: nothing.clone(),
            leaving: nothing,
            pieces: vec![Piece::default(); pieces.len() + 1],
            movers: Vec::new(),
            movers_span: (0, 0),
            moved: 0,
            symbol_bits,
            packed_words,
            factors: (0..packed_words.div_ceil(2)).map(|_| random.next_u64() | 1).collect(),
        }
    }

    /// Returns the change of a cell's number by a step.
    #[inline(always)]
    pub fn delta(&self, direction: Direction) -> isize {
        self.deltas[direction as usize]
    }

    /// Returns the number of cells, including the border.
    pub fn cells(&self) -> usize {
        self.squares.len()
    }

    /// Returns what is on a cell.
    #[inline(always)]
    pub fn at(&self, cell: usize) -> Square {
        self.squares[cell]
    }

    /// Adds to `numbers`, as bits, the pieces that have an empty cell before them in a direction.
    #[inline(always)]
    pub fn add_behind_empty(&self, direction: Direction, numbers: &mut [u64]) {
        let back = -self.delta(direction);
        for at in 0..self.words() {
            for bit in ones(self.open[at] & !self.taken[at]) {
                let cell = (64 * at + bit as usize).wrapping_add_signed(back);
                let number = self.squares[cell].number();
                numbers[if ONE { 0 } else { number as usize / 64 }] |= 1 << (number % 64);
            }
        }
        // A wall behind it or another empty cell is no piece.
        numbers[0] &= !1;
    }

    /// Returns the number of words of a set of cells.
    #[inline(always)]
    fn words(&self) -> usize {
        if ONE { 1 } else { self.free.len() - 1 }
    }

    /// Returns the numbers of the pieces and walls, as bits, that a piece bumps into by a step. There
    /// are less than 64.
    #[inline(always)]
    pub fn ahead(&self, number: u32, direction: Direction) -> u64 {
        let (delta, mut found) = (self.delta(direction), 0);
        for at in self.span_of(number, delta) {
            let ahead = self.piece_word(number, delta, at) & !self.piece_word(number, 0, at);
            for bit in ones(ahead & self.taken[at]) {
                found |= 1 << self.squares[64 * at + bit as usize].number();
            }
        }
        found
    }

    /// Returns the words with the cells of a piece and with these displaced.
    #[inline(always)]
    fn span_of(&self, number: u32, by: isize) -> Range<usize> {
        if ONE {
            return 0..1;
        }
        let Piece { origin, code, .. } = self.pieces[number as usize];
        let last = origin as usize + self.shapes[usize::from(code) - 1].offsets[0];
        span::<ONE>((origin as usize, last), by)
    }

    /// Returns a word of the cells of a piece that is displaced.
    #[inline(always)]
    fn piece_word(&self, number: u32, by: isize, at: usize) -> u64 {
        let Piece { origin, code, cells } = self.pieces[number as usize];
        if ONE {
            return displaced::<ONE>(&[cells], by, at);
        }
        let mask = &self.shapes[usize::from(code) - 1].mask;
        displaced::<ONE>(mask, origin as isize + by, at)
    }

    /// Returns the numbers of the pieces.
    pub fn numbers(&self) -> Range<u32> {
        1..self.pieces.len() as u32
    }

    /// Returns the origin of a piece.
    pub fn origin(&self, number: u32) -> u32 {
        self.pieces[number as usize].origin
    }

    /// Returns the cells of a piece, descending; the last perhaps several times.
    #[inline(always)]
    pub fn cells_of(&self, number: u32) -> impl Iterator<Item = usize> {
        let Piece { origin, code, .. } = self.pieces[number as usize];
        let offsets = &self.shapes[usize::from(code) - 1].offsets;
        offsets.iter().map(move |&at| origin as usize + at)
    }

    /// Whether a lock or a gate keeps a piece from a step that displaces it by `moved`.
    #[inline(always)]
    pub fn is_kept(&self, number: u32, moved: isize, direction: Direction) -> bool {
        if !self.has_rules {
            return false;
        }
        let shape = &self.shapes[usize::from(self.pieces[number as usize].code) - 1];
        let mut is_kept = shape.held[axis(direction)];
        for cell in self.cells_of(number) {
            is_kept |= shape.closed.get(cell.wrapping_add_signed(moved)) == Some(&true);
        }
        is_kept
    }

    /// Chooses the pieces that are moved from now on.
    #[inline(always)]
    pub fn choose(&mut self, numbers: impl Iterator<Item = u32>) {
        for at in span::<ONE>(self.movers_span, 0) {
            self.leaving[at] = 0;
        }
        self.movers.clear();
        let (mut first, mut last) = (usize::MAX, 0);
        for number in numbers {
            let Piece { origin, code, cells } = self.pieces[number as usize];
            if ONE {
                self.leaving[0] |= cells;
            } else {
                let shape = &self.shapes[usize::from(code) - 1];
                first = first.min(origin as usize);
                last = last.max(origin as usize + shape.offsets[0]);
                insert::<ONE>(&mut self.leaving, origin as usize, &shape.mask);
            }
            self.movers.push(number);
        }
        if ONE {
            let cells = self.leaving[0];
            (first, last) = (cells.trailing_zeros() as usize, (cells | 1).ilog2() as usize);
        }
        (self.movers_span, self.moved) = ((first, last), 0);
    }

    /// Whether the chosen pieces may take a step that displaces them by `moved` from their cells.
    #[inline(always)]
    pub fn fits(&self, moved: isize, direction: Direction) -> bool {
        for at in span::<ONE>(self.movers_span, moved) {
            let stays = self.taken[at] & !self.leaving[at];
            if displaced::<ONE>(&self.leaving, moved, at) & stays != 0 {
                return false;
            }
        }
        if self.has_rules {
            for &number in &self.movers {
                if self.is_kept(number, moved, direction) {
                    return false;
                }
            }
        }
        true
    }

    /// Displaces the chosen pieces by `moved` from their cells.
    pub fn shift(&mut self, moved: isize) {
        self.moved = moved;
    }

    /// Returns what is on a cell after the move.
    #[inline(always)]
    fn after(&self, cell: usize) -> Square {
        let from = cell.wrapping_add_signed(-self.moved);
        if contains(&self.leaving, from) {
            self.squares[from]
        } else if contains(&self.leaving, cell) {
            EMPTY
        } else {
            self.squares[cell]
        }
    }

    /// Returns the numbers of the chosen pieces.
    pub fn movers(&self) -> &[u32] {
        &self.movers
    }

    /// Returns a number of the chosen pieces after the move: its lower 30 bits differ for any two
    /// single pieces, as `x * (2 * x + 1)` takes each value modulo a power of two once.
    #[inline(always)]
    pub fn movers_number(&self) -> u32 {
        let mut sum = 0_u32;
        for &number in &self.movers {
            let origin = self.origin(number).wrapping_add_signed(self.moved as i32);
            sum = sum.wrapping_add(origin.wrapping_mul(2 * origin + 1));
        }
        sum
    }

    /// Returns the largest number of words of a packed position.
    pub fn packed_words(&self) -> usize {
        self.packed_words
    }

    /// Packs the position after the move into `out`, which must have two words for every two, or
    /// last one, of [`Board::packed_words`] and two more, and returns how many it uses. Before the
    /// cells that change, and behind them, the symbols are those of the source, in the same places.
    #[inline(always)]
    pub fn pack(&self, out: &mut [u32]) -> usize {
        let put = |out: &mut [u32], at: usize, word: u64| {
            (out[2 * at], out[2 * at + 1]) = (word as u32, (word >> 32) as u32);
        };
        for (at, &word) in self.source.iter().enumerate() {
            put(out, at, word);
        }
        let (first, last) = self.movers_span;
        let first = first.wrapping_add_signed(self.moved.min(0));
        let last = last.wrapping_add_signed(self.moved.max(0));
        let before = self.bits_before[first];
        let (mut at, mut used) = ((before / u64::BITS) as usize, before % u64::BITS);
        let mut word = self.source[at] & !(u64::MAX << used);
        for place in span::<ONE>((first, last), 0) {
            let leaving = self.leaving[place];
            let covered = displaced::<ONE>(&self.leaving, self.moved, place);
            let come = covered & displaced::<ONE>(&self.open, self.moved, place);
            let empty = leaving & !covered;
            let mut open = self.open[place] & !covered | empty | come;
            if place == first / 64 {
                open &= u64::MAX << (first % 64);
            }
            if place == last / 64 {
                open &= u64::MAX >> (63 - last % 64);
            }
            // Without a branch on what is there, which would be hard to predict.
            for bit in ones(open) {
                let from =
                    64 * place as isize + bit as isize - self.moved * (come >> bit & 1) as isize;
                let symbol = self.squares[from as usize].symbol();
                word |= (u64::from(symbol) * (!empty >> bit & 1)) << used;
                used += self.symbol_bits;
                if used == u64::BITS {
                    put(out, at, word);
                    (at, word, used) = (at + 1, 0, 0);
                }
            }
        }
        put(out, at, word | self.source[at] & u64::MAX << used);
        let mut length = out.len();
        while length > 0 && out[length - 1] == 0 {
            length -= 1;
        }
        length
    }

    /// Becomes the position at the beginning of `packed`, and returns how many words that has.
    pub fn unpack(&mut self, packed: &[u32]) -> usize {
        self.clear();
        let (mut word, mut unused, mut length, mut before) = (0, 0, 0, 0);
        let mut number = self.pieces.len() as u32 - 1;
        for at in 0..self.words() {
            let mut open = self.free[at] & !self.taken[at];
            while open != 0 {
                let bit = open.trailing_zeros();
                let cell = 64 * at + bit as usize;
                self.open[at] |= 1 << bit;
                open &= open - 1;
                if unused == 0 {
                    (word, unused) = (0, u32::BITS);
                    if number > 0 {
                        (word, length) = (packed[length], length + 1);
                    }
                }
                let code = word & ((1 << self.symbol_bits) - 1);
                word >>= self.symbol_bits;
                unused -= self.symbol_bits;
                self.bits_before[cell] = before;
                before += self.symbol_bits;
                if code == 0 {
                    self.squares[cell] = EMPTY;
                } else {
                    self.place(number, cell as u32, code as u8);
                    open &= !self.taken[at];
                    number -= 1;
                }
            }
        }
        let mut words = packed[..length].iter().map(|&word| u64::from(word));
        for source in &mut self.source {
            *source = words.next().unwrap_or(0) | words.next().unwrap_or(0) << 32;
        }
        length
    }

    /// Becomes a position of this puzzle.
    pub fn set(&mut self, configuration: &Configuration) {
        self.clear();
        self.source.fill(0);
        self.bits_before[self.stride] = 0;
        for (number, piece) in (1..).zip(configuration.placements().iter().rev()) {
            let origin = bordered(self.size, piece.cell);
            self.place(number, origin as u32, piece.kind + 1);
            insert::<ONE>(&mut self.open, origin, &[1]);
        }
        for cell in 0..self.squares.len() {
            let is_empty = (self.free[cell / 64] & !self.taken[cell / 64]) >> (cell % 64) & 1 != 0;
            if is_empty {
                self.squares[cell] = EMPTY;
                insert::<ONE>(&mut self.open, cell, &[1]);
            }
        }
        self.movers_span = (self.stride, self.squares.len() - 1);
    }

    fn clear(&mut self) {
        for at in 0..self.words() {
            (self.taken[at], self.open[at]) = (!self.free[at], 0);
        }
        self.choose([].into_iter());
    }

    /// Places a piece.
    #[inline(always)]
    fn place(&mut self, number: u32, origin: u32, code: u8) {
        let shape = &self.shapes[usize::from(code) - 1];
        let cells = if ONE { shape.mask[0] << origin } else { 0 };
        self.pieces[number as usize] = Piece { origin, code, cells };
        for &offset in &shape.offsets {
            self.squares[origin as usize + offset] = Square(number << 8 | SKIPPED);
        }
        self.squares[origin as usize] = Square(number << 8 | u32::from(code));
        insert::<ONE>(&mut self.taken, origin as usize, &shape.mask);
    }

    /// Returns the number of words of the packed position at the beginning of `packed`.
    pub fn packed_length(&self, packed: &[u32]) -> usize {
        let lowest_bits = u32::MAX / ((1 << self.symbol_bits) - 1);
        let (mut left, mut length) = (self.pieces.len() as u32 - 1, 0);
        while left > 0 {
            let word = packed[length];
            let mut origins = 0;
            for bit in 0..self.symbol_bits {
                origins |= word >> bit;
            }
            left -= (origins & lowest_bits).count_ones();
            length += 1;
        }
        length
    }

    /// Returns the hash of a packed position, whose upper bits are the best: multiply-shift hashing
    /// of pairs of words, with random odd factors (Dietzfelbinger and others, 1997).
    #[inline(always)]
    pub fn hash(&self, packed: &[u32]) -> u64 {
        let mut hash = 0_u64;
        for at in 0..packed.len() {
            let word = u64::from(packed[at]) << (at % 2 * 32);
            hash = hash.wrapping_add(word.wrapping_mul(self.factors[at / 2]));
        }
        hash
    }

    /// Returns the position in its public form.
    pub fn configuration(&self) -> Configuration {
        let mut placements = Vec::new();
        for cell in self.stride..self.squares.len() {
            if let Some(code) = self.after(cell).origin() {
                let (row, col) = ((cell / self.stride - 1) as u32, (cell % self.stride) as u32);
                placements.push(Placement { cell: row * self.size.cols + col, kind: code - 1 });
            }
        }
        Configuration::new(placements)
    }

    /// Returns the cells that a goal demands, with their symbols.
    pub fn target(&self, goal: &Goal) -> Target {
        let mut target = Vec::new();
        for demand in goal.demands() {
            let symbol = match demand.want {
                Want::Empty => 0,
                Want::Origin(kind) => kind + 1,
            };
            target.push((bordered(self.size, demand.cell), symbol));
        }
        target
    }

    /// Returns one position as a goal.
    pub fn target_at(&self, configuration: &Configuration) -> Target {
        let mut target = Vec::new();
        for piece in configuration.placements() {
            target.push((bordered(self.size, piece.cell), piece.kind + 1));
        }
        target
    }

    /// Whether the position meets a goal.
    #[inline(always)]
    pub fn meets(&self, target: &Target) -> bool {
        target.iter().all(|&(cell, symbol)| self.after(cell).symbol() == symbol)
    }
}

/// A goal as cells and the symbols that they must have.
pub type Target = Vec<(usize, u8)>;

/// Returns the number of a cell on the bordered board.
fn bordered(size: Size, cell: u32) -> usize {
    let (row, col) = size.row_col(cell);
    ((row + 1) * (size.cols + 1) + col) as usize
}

/// Repeats the last number, so that there are four, or eight, ...
fn padded(mut list: Vec<usize>) -> Vec<usize> {
    let last = list[list.len() - 1];
    list.resize(list.len().next_multiple_of(4), last);
    list
}
