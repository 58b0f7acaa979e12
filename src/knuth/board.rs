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

use crate::puzzle::{Configuration, Direction, Goal, Lock, Placement, Puzzle, Size, Want};

/// What is on a cell: its symbol, and above these eight bits the number of the piece that covers it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Square(u32);

/// An empty cell; its symbol is 0. A piece's origin has the code of its kind, which is 1 plus the
/// index in [`Puzzle::kinds`].
const EMPTY: Square = Square(0);

/// Bit of all cells that the shorthand skips: blocked, on the border, or covered by a piece but not
/// its origin. The other bits of their symbols are 0.
const SKIPPED: u32 = 1 << 7;

/// A blocked cell, or one of the border. The walls have the number 0.
const WALL: Square = Square(SKIPPED);

impl Square {
    /// Whether nothing is there.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == EMPTY
    }

    /// Returns the number of the piece that is there, and 0 for a wall and an empty cell.
    #[inline(always)]
    pub fn number(self) -> u32 {
        self.0 >> 8
    }

    #[inline(always)]
    fn symbol(self) -> u8 {
        self.0 as u8
    }

    /// Returns the code of a piece whose origin this is.
    fn origin(self) -> Option<u8> {
        let code = self.symbol();
        (code != 0 && u32::from(code) != SKIPPED).then_some(code)
    }
}

/// A kind of piece on the bordered board. Cells are differences from the origin; lists end with the
/// last of them repeated, as loops of always four rounds (or eight, ...) are easy to predict.
struct Shape {
    /// The piece's cells, descending, the last 0.
    offsets: Vec<usize>,
    /// The same as bits, if the difference is below 64.
    mask: u64,
    /// For each direction the cells that a step enters.
    entered: [Vec<isize>; 4],
    /// Whether a lock keeps the piece from vertical, and from horizontal steps.
    held: [bool; 2],
    /// For each cell whether a gate bars it to the piece; empty if none does.
    closed: Vec<bool>,
}

/// A position, and a move of some of its pieces together. Nothing is done to the position: what is
/// on a cell after the move is asked where it matters, [between](Board::pack) the first and the last
/// cell that the pieces cover before or after it.
pub struct Board {
    size: Size,
    stride: usize,
    /// The change of a cell's number by a step in each direction.
    deltas: [isize; 4],
    /// By the index of the kind.
    shapes: Vec<Shape>,
    /// The board without pieces.
    bare: Vec<Square>,
    /// The cells without walls, as bits.
    free: Vec<u64>,
    squares: Vec<Square>,
    /// The origins and codes of the pieces. They are numbered n, n-1, ..., 1 by ascending origin.
    pieces: Vec<(u32, u8)>,
    empty: Vec<u32>,
    /// The numbers of the pieces that were chosen to move.
    movers: Vec<u32>,
    /// For each number whether the piece is one of them: all bits, or none.
    is_mover: Vec<u32>,
    /// Their first and their last cell.
    movers_span: (usize, usize),
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

impl Board {
    /// Builds the board of a puzzle, without pieces.
    pub fn new(puzzle: &Puzzle) -> Self {
        let size = puzzle.size();
        let stride = size.cols as usize + 1;
        let deltas = [1, -1, stride as isize, -(stride as isize)];
        let mut bare = vec![WALL; (size.rows as usize + 2) * stride + 1];
        for row in 1..=size.rows as usize {
            bare[row * stride..][..stride - 1].fill(EMPTY);
        }
        for &cell in puzzle.blocked() {
            bare[bordered(size, cell)] = WALL;
        }
        let mut free = vec![0; bare.len().div_ceil(64)];
        for cell in (0..bare.len()).filter(|&cell| bare[cell].is_empty()) {
            free[cell / 64] |= 1_u64 << (cell % 64);
        }

        let mut shapes = Vec::new();
        for (number, kind) in (0..).zip(puzzle.kinds()) {
            let mut closed = Vec::new();
            for &cell in puzzle.closed_to(number) {
                closed.resize(bare.len(), false);
                closed[bordered(size, cell)] = true;
            }
            let cells = kind.cells().iter().rev();
            let offsets: Vec<usize> =
                cells.map(|&(row, col)| (row * stride as i32 + col) as usize).collect();
            let entered = deltas.map(|delta| {
                let there = offsets.iter().map(|&at| at as isize + delta);
                there.filter(|&at| !offsets.contains(&(at as usize))).collect()
            });
            let mask =
                offsets.iter().fold(0, |all, &at| all | 1_u64.checked_shl(at as u32).unwrap_or(0));
            let offsets = padded(offsets);
            let held = [Lock::Horizontal, Lock::Vertical].map(|lock| kind.lock() == lock);
            shapes.push(Shape { offsets, mask, entered, held, closed });
        }
        let pieces = puzzle.start().placements();
        let covered =
            pieces.iter().map(|piece| puzzle.kinds()[usize::from(piece.kind)].cells().len() - 1);
        let symbol_bits = if shapes.len() < 16 { 4 } else { 8 };
        let skipped = puzzle.blocked().len() + covered.sum::<usize>();
        let packed_words = (size.cells() - skipped).div_ceil(32 / symbol_bits as usize);
        let mut random = Pcg64::new(SEED, 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        Self {
            size,
            stride,
            deltas,
            shapes,
            squares: bare.clone(),
            source: vec![0; packed_words.div_ceil(2) + 1],
            bits_before: vec![0; bare.len()],
            bare,
            free,
            pieces: vec![(0, 0); pieces.len() + 1],
            empty: Vec::new(),
            movers: Vec::new(),
            is_mover: vec![0; pieces.len() + 1],
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

    /// Returns the empty cells, ascending.
    #[inline(always)]
    pub fn empty(&self) -> &[u32] {
        &self.empty
    }

    /// Returns the numbers of the pieces.
    pub fn numbers(&self) -> Range<u32> {
        1..self.pieces.len() as u32
    }

    /// Returns the origin of a piece.
    pub fn origin(&self, number: u32) -> u32 {
        self.pieces[number as usize].0
    }

    /// Returns the cells of a piece, descending; the last perhaps several times.
    #[inline(always)]
    pub fn cells_of(&self, number: u32) -> impl Iterator<Item = usize> {
        let (origin, code) = self.pieces[number as usize];
        let offsets = &self.shapes[usize::from(code) - 1].offsets;
        offsets.iter().map(move |&at| origin as usize + at)
    }

    /// Returns what is on the cells that a piece enters by a step.
    #[inline(always)]
    pub fn ahead(&self, number: u32, direction: Direction) -> impl Iterator<Item = Square> {
        let (origin, code) = self.pieces[number as usize];
        let entered = &self.shapes[usize::from(code) - 1].entered[direction as usize];
        entered.iter().map(move |&at| self.squares[(origin as usize).wrapping_add_signed(at)])
    }

    /// Whether a lock or a gate keeps a piece from a step in a direction.
    #[inline(always)]
    pub fn is_kept(&self, number: u32, direction: Direction) -> bool {
        let shape = &self.shapes[usize::from(self.pieces[number as usize].1) - 1];
        let there = |cell: usize| cell.wrapping_add_signed(self.delta(direction));
        shape.held[axis(direction)]
            || !shape.closed.is_empty()
                && self.cells_of(number).any(|cell| shape.closed[there(cell)])
    }

    /// Chooses the pieces that are moved from now on.
    #[inline(always)]
    pub fn choose(&mut self, numbers: impl Iterator<Item = u32>) {
        for &number in &self.movers {
            self.is_mover[number as usize] = 0;
        }
        self.movers.clear();
        let (mut first, mut last) = (usize::MAX, 0);
        for number in numbers {
            let (origin, code) = self.pieces[number as usize];
            let shape = &self.shapes[usize::from(code) - 1];
            first = first.min(origin as usize);
            last = last.max(origin as usize + shape.offsets[0]);
            self.is_mover[number as usize] = u32::MAX;
            self.movers.push(number);
        }
        (self.movers_span, self.moved) = ((first, last), 0);
    }

    /// Whether the chosen pieces may take a step that displaces them by `moved` from their cells.
    #[inline(always)]
    pub fn fits(&self, moved: isize, direction: Direction) -> bool {
        self.movers.iter().all(|&number| {
            let shape = &self.shapes[usize::from(self.pieces[number as usize].1) - 1];
            !shape.held[axis(direction)]
                && self.cells_of(number).all(|cell| {
                    let there = cell.wrapping_add_signed(moved);
                    let Square(square) = self.squares[there];
                    let stays = !self.is_mover[Square(square).number() as usize];
                    square & stays == 0 && shape.closed.get(there) != Some(&true)
                })
        })
    }

    /// Displaces the chosen pieces by `moved` from their cells.
    pub fn shift(&mut self, moved: isize) {
        self.moved = moved;
    }

    /// Returns what is on a cell after the move.
    #[inline(always)]
    fn after(&self, cell: usize) -> Square {
        let before = |cell: usize| {
            let square = self.squares.get(cell).copied().unwrap_or(EMPTY);
            (square.0, self.is_mover[square.number() as usize])
        };
        let (here, leaves) = before(cell);
        let (there, comes) = before(cell.wrapping_add_signed(-self.moved));
        Square(here & !leaves & !comes | there & comes)
    }

    /// Returns the numbers of the chosen pieces.
    pub fn movers(&self) -> &[u32] {
        &self.movers
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
        // Without a branch on what is skipped, which would be hard to predict.
        let widths = [self.symbol_bits, 0];
        for cell in first..=last {
            let Square(square) = self.after(cell);
            word |= u64::from(square & (SKIPPED - 1)) << used;
            used += widths[((square / SKIPPED) & 1) as usize];
            if used == u64::BITS {
                put(out, at, word);
                (at, word, used) = (at + 1, 0, 0);
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
        let mut covered = 0_u64;
        for at in 0..self.free.len() {
            let mut open = self.free[at] & !std::mem::take(&mut covered);
            while open != 0 {
                let bit = open.trailing_zeros();
                let cell = 64 * at + bit as usize;
                open &= open - 1;
                // The mask of a large piece does not show all of its cells.
                if !self.squares[cell].is_empty() {
                    continue;
                }
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
                    self.empty.push(cell as u32);
                } else {
                    let mask = self.place(number, cell as u32, code as u8);
                    open &= !(mask << bit);
                    covered |= mask >> 1 >> (63 - bit);
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
            self.place(number, bordered(self.size, piece.cell) as u32, piece.kind + 1);
        }
        self.movers_span = (self.stride, self.squares.len() - 1);
    }

    fn clear(&mut self) {
        self.squares.copy_from_slice(&self.bare);
        self.empty.clear();
        self.choose([].into_iter());
    }

    /// Places a piece, and returns the mask of its kind.
    #[inline(always)]
    fn place(&mut self, number: u32, origin: u32, code: u8) -> u64 {
        self.pieces[number as usize] = (origin, code);
        let shape = &self.shapes[usize::from(code) - 1];
        for &offset in &shape.offsets {
            self.squares[origin as usize + offset] = Square(number << 8 | SKIPPED);
        }
        self.squares[origin as usize] = Square(number << 8 | u32::from(code));
        shape.mask
    }

    /// Returns the number of words of the packed position at the beginning of `packed`.
    pub fn packed_length(&self, packed: &[u32]) -> usize {
        let lowest_bits = u32::MAX / ((1 << self.symbol_bits) - 1);
        let (mut left, mut length) = (self.pieces.len() as u32 - 1, 0);
        while left > 0 {
            let word = packed[length];
            let origins = (0..self.symbol_bits).fold(0, |all, bit| all | word >> bit) & lowest_bits;
            left -= origins.count_ones();
            length += 1;
        }
        length
    }

    /// Returns the hash of a packed position, whose upper bits are the best: multiply-shift hashing
    /// of pairs of words, with random odd factors (Dietzfelbinger and others, 1997).
    #[inline(always)]
    pub fn hash(&self, packed: &[u32]) -> u64 {
        let pairs = packed.chunks(2).zip(&self.factors);
        pairs.fold(0, |hash: u64, (pair, factor)| {
            let high = pair.get(1).map_or(0, |&high| u64::from(high) << 32);
            hash.wrapping_add((u64::from(pair[0]) | high).wrapping_mul(*factor))
        })
    }

    /// Returns the position in its public form.
    pub fn configuration(&self) -> Configuration {
        let placements = (0..self.squares.len()).filter_map(|cell| {
            let (row, col) = ((cell / self.stride).wrapping_sub(1), cell % self.stride);
            let kind = self.after(cell).origin()? - 1;
            Some(Placement { cell: row as u32 * self.size.cols + col as u32, kind })
        });
        Configuration::new(placements.collect())
    }

    /// Returns the cells that a goal demands, with their symbols.
    pub fn target(&self, goal: &Goal) -> Target {
        let symbol = |want| match want {
            Want::Empty => 0,
            Want::Origin(kind) => kind + 1,
        };
        let demands = goal.demands().iter();
        demands.map(|demand| (bordered(self.size, demand.cell), symbol(demand.want))).collect()
    }

    /// Returns one position as a goal.
    pub fn target_at(&self, configuration: &Configuration) -> Target {
        let pieces = configuration.placements().iter();
        pieces.map(|piece| (bordered(self.size, piece.cell), piece.kind + 1)).collect()
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
