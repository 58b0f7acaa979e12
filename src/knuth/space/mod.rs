//! The compiled puzzle, which the searches work on.
//!
//! A [`Space`] turns the pieces and cells of a [`Puzzle`] into bit masks, and packs positions into
//! a few words. Cells are numbered row by row from 0, and are bits of some [`Bits`].
//!
//! A [`Position`] is a handful of masks that a move shifts as they are: which cells are *inner*,
//! and in bit planes the codes of the kinds at the pieces' origins. A [`MoveSource`] of moves also
//! has which piece covers each cell.

mod bits;
mod pack;
mod shape;
mod targets;

pub use bits::Bits;
pub use shape::SpaceShape;
pub use targets::Targets;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use crate::puzzle::{Configuration, Direction, Lock, Placement, Puzzle, Size};

/// A compiled puzzle.
pub struct Space {
    /// The board's size.
    pub size: Size,
    /// The shapes of the pieces on the board.
    pub shapes: Vec<SpaceShape>,
    /// The index in `shapes` for each code of a kind, which is 1 plus the index in
    /// [`Puzzle::kinds`]. Undefined for 0 and for kinds that are not on the board.
    shape_of_code: [u8; 64],
    /// Blocked cells, and all bits after the last cell.
    pub walls: Bits,
    /// For each direction, the cells from which a step leaves the board.
    pub edges: [Bits; 4],
    /// For each direction, the change of a cell's number by a step.
    deltas: [isize; 4],
    /// Whether any piece is locked.
    pub locked: bool,
    /// Whether a gate bars any piece from a cell.
    pub gated: bool,
    /// Number of pieces.
    pub pieces: usize,
    /// Number of bits of the codes.
    planes: usize,
    /// Bits of a packed symbol: 4, or 8 if there are more than 15 kinds.
    symbol_bits: u32,
    /// Largest number of 32-bit words of a packed position.
    packed_words: usize,
    /// A random odd factor for each pair of packed words.
    factors: Vec<u64>,
}

/// A position, as masks.
#[derive(Clone)]
pub struct Position {
    /// Cells that the shorthand skips: blocked, or covered by a piece but not its origin.
    pub inner: Bits,
    /// Plane `i` has the origins of the pieces whose kind's code has bit `i`.
    pub planes: Box<[Bits]>,
}

/// A position with the further data of a source of moves.
pub struct MoveSource {
    /// The position.
    pub position: Position,
    /// Cells that are blocked or covered by a piece.
    pub occupied: Bits,
    /// Cells of pieces that are locked against vertical, and against horizontal steps. Stays empty
    /// if the puzzle has no locks.
    pub fixed: [Bits; 2],
    /// For each covered cell, the code of the piece's kind if it is the origin, and else how far
    /// back in cell numbers the origin is, plus [`INNER`]. Undefined for other cells.
    contents: Vec<u32>,
}

/// Added to the content of cells that are not their piece's origin.
const INNER: u32 = 1 << 31;

/// Returns the axis of a direction: 0 vertical, 1 horizontal.
#[inline(always)]
pub fn axis(direction: Direction) -> usize {
    usize::from(direction.is_horizontal())
}

/// Returns the number of words for a board of `cells` cells.
pub fn words_for(cells: usize) -> usize {
    cells.div_ceil(64)
}

impl Space {
    /// Compiles a puzzle. Takes time and memory linear in the board's size, and in that of its
    /// pieces times the number of shapes. `seed` chooses the hash function.
    pub fn new(puzzle: &Puzzle, seed: u64) -> Self {
        let size = puzzle.size();
        let (shapes, shape_of_code) = shapes(puzzle);
        let mut walls = Bits::empty(words_for(size.cells()));
        puzzle.blocked().iter().for_each(|&cell| walls.insert(cell as usize));
        (size.cells()..walls.words().len() * 64).for_each(|bit| walls.insert(bit));

        let planes = (u32::BITS - (puzzle.kinds().len() as u32).leading_zeros()) as usize;
        let symbol_bits = if planes <= 4 { 4 } else { 8 };
        let inner: usize = (puzzle.start().placements().iter())
            .map(|p| puzzle.kinds()[p.kind as usize].cells().len() - 1)
            .sum();
        let symbols = size.cells() - puzzle.blocked().len() - inner;
        let packed_words = symbols.div_ceil(32 / symbol_bits as usize);
        let mut random = Pcg64::new(seed.into(), 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        let locked = shapes.iter().any(|shape| shape.lock != Lock::Free);
        let gated = shapes.iter().any(|shape| !shape.closed.is_empty());
        Self {
            size,
            locked,
            gated,
            planes,
            shapes,
            shape_of_code,
            edges: edges(size),
            deltas: [1, -1, size.cols as isize, -(size.cols as isize)],
            walls,
            pieces: puzzle.start().placements().len(),
            symbol_bits,
            packed_words,
            factors: (0..packed_words.div_ceil(2)).map(|_| random.next_u64() | 1).collect(),
        }
    }

    fn empty_set(&self) -> Bits {
        Bits::empty(words_for(self.size.cells()))
    }

    /// Returns an empty board.
    pub fn blank(&self) -> Position {
        let planes = vec![self.empty_set(); self.planes].into_boxed_slice();
        Position { inner: self.walls.clone(), planes }
    }

    /// Returns a source of moves, to be filled by [`Space::unpack`].
    pub fn source(&self) -> MoveSource {
        MoveSource {
            position: self.blank(),
            occupied: self.walls.clone(),
            fixed: [self.empty_set(), self.empty_set()],
            contents: vec![0; self.size.cells()],
        }
    }

    /// Returns the masks of a position of this puzzle.
    pub fn position(&self, configuration: &Configuration) -> Position {
        let mut position = self.blank();
        for placement in configuration.placements() {
            self.place(&mut position, placement.cell as usize, placement.kind + 1);
        }
        position
    }

    /// Places a piece of the kind with this code on the board.
    #[inline(always)]
    fn place(&self, position: &mut Position, origin: usize, code: u8) {
        position.insert_code(origin, code);
        let shape = &self.shapes[usize::from(self.shape_of_code[usize::from(code)])];
        for &offset in &shape.offsets[1..] {
            position.inner.insert(origin + offset as usize);
        }
    }

    /// Returns the public form of a position, the inverse of [`Space::position`].
    pub fn configuration(&self, position: &Position) -> Configuration {
        let placements = position
            .origins()
            .into_iter()
            .map(|cell| Placement { cell: cell as u32, kind: position.code(cell) - 1 });
        Configuration::new(placements.collect())
    }

    /// Lists the pieces of a position by ascending origin, with the index of their shape.
    pub fn list_pieces(&self, position: &Position, pieces: &mut Vec<(u32, u8)>) {
        pieces.clear();
        for at in 0..position.inner.words().len() {
            let mut origins = position.origin_word(at);
            while origins != 0 {
                let origin = at * 64 + origins.trailing_zeros() as usize;
                origins &= origins - 1;
                let code = position.code(origin);
                pieces.push((origin as u32, self.shape_of_code[usize::from(code)]));
            }
        }
    }

    /// Returns the origin of the piece that covers `cell`.
    #[inline(always)]
    pub fn origin_of(&self, source: &MoveSource, cell: usize) -> usize {
        let content = source.contents[cell];
        if content >= INNER { cell - (content - INNER) as usize } else { cell }
    }

    /// Returns the shape of the piece that has its origin in `cell`.
    #[inline(always)]
    pub fn shape_at(&self, source: &MoveSource, cell: usize) -> &SpaceShape {
        let code = source.contents[cell] as usize % 64;
        &self.shapes[usize::from(self.shape_of_code[code])]
    }

    /// Finds the covered cells of a source from which a step enters an empty cell.
    #[inline(always)]
    pub fn ahead(&self, source: &MoveSource, direction: Direction, ahead: &mut Bits) {
        let edges = self.edges[direction as usize].words();
        let walls = self.walls.words();
        let occupied = &source.occupied;
        for (at, ahead) in ahead.words_mut().iter_mut().enumerate() {
            let blocked = occupied.shifted_word(at, -self.delta(direction)) | edges[at] | walls[at];
            *ahead = occupied.words()[at] & !blocked;
        }
    }

    /// Returns the change of a cell's number by a step.
    #[inline(always)]
    pub fn delta(&self, direction: Direction) -> isize {
        // A table, because a branch on the direction is hard to predict.
        self.deltas[direction as usize]
    }
}

impl Position {
    #[inline(always)]
    fn insert_code(&mut self, cell: usize, code: u8) {
        for (i, plane) in self.planes.iter_mut().enumerate() {
            if code >> i & 1 != 0 {
                plane.insert(cell);
            }
        }
    }

    /// Returns the code of the kind whose piece has its origin in `cell`.
    fn code(&self, cell: usize) -> u8 {
        let planes = self.planes.iter().rev();
        planes.fold(0, |code, plane| code << 1 | u8::from(plane.contains(cell)))
    }

    /// Returns one word of the origins of all pieces.
    fn origin_word(&self, at: usize) -> u64 {
        self.planes.iter().fold(0, |all, plane| all | plane.words()[at])
    }

    fn origins(&self) -> Vec<usize> {
        let mut origins = Bits::empty(self.inner.words().len());
        self.planes.iter().for_each(|plane| origins.unite(plane));
        origins.ascending().collect()
    }
}

/// Returns the shapes of the kinds on the board, and the index of the shape for each code.
fn shapes(puzzle: &Puzzle) -> (Vec<SpaceShape>, [u8; 64]) {
    let (mut shapes, mut shape_of_code) = (Vec::<SpaceShape>::new(), [0; 64]);
    for (i, (kind, count)) in puzzle.kinds().iter().zip(puzzle.counts()).enumerate() {
        if count > 0 {
            let closed = puzzle.closed_to(i as u8);
            let same = |s: &SpaceShape| {
                s.pattern == kind.cells() && s.lock == kind.lock() && s.closed == closed
            };
            let known = shapes.iter().position(same);
            shape_of_code[i + 1] = known.unwrap_or_else(|| {
                shapes.push(SpaceShape::new(puzzle.size(), kind, closed));
                shapes.len() - 1
            }) as u8;
        }
    }
    (shapes, shape_of_code)
}

fn edges(size: Size) -> [Bits; 4] {
    let empty = || Bits::empty(words_for(size.cells()));
    let [mut right, mut left, mut down, mut up] = [empty(), empty(), empty(), empty()];
    let (rows, cols) = (size.rows as usize, size.cols as usize);
    for row in 0..rows {
        left.insert(row * cols);
        right.insert(row * cols + cols - 1);
    }
    for col in 0..cols {
        up.insert(col);
        down.insert((rows - 1) * cols + col);
    }
    [right, left, down, up]
}
