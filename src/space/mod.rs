//! The compiled puzzle: what the searches work on.
//!
//! A [`Space`] turns the pieces and cells of a [`Puzzle`] into bit masks, and packs positions into
//! a few words. Cells keep their numbers, row by row from 0, and are bits of some [`Bits`].

mod bits;
mod pack;
mod targets;

pub use bits::Bits;
pub use targets::Targets;

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use crate::puzzle::{Configuration, Direction, Lock, Placement, Puzzle, Size};

/// Bits enough for the codes of all 60 kinds, and so the largest number of planes.
pub const MAX_PLANES: usize = 6;

/// A pattern and its lock; kinds that differ only by name share one.
pub struct Shape<B> {
    /// The cells of a piece with its origin in cell 0. No offset is negative, as the origin is the
    /// first cell in row-major order.
    pub cells: B,
    /// The same as differences of cell numbers, ascending, the first 0.
    pub offsets: Vec<u32>,
    /// Row and column of the same.
    pub pattern: Vec<(i32, i32)>,
    /// The axis that the piece is locked to.
    pub lock: Lock,
    /// For each direction, the offsets of the cells whose next cell in that direction is not the
    /// piece's own.
    pub borders: [Vec<u32>; 4],
}

/// A compiled puzzle.
pub struct Space<B> {
    /// The board's size.
    pub size: Size,
    /// The shapes of the pieces on the board.
    pub shapes: Vec<Shape<B>>,
    /// The index in `shapes` for each code, which is 1 plus the index in [`Puzzle::kinds`]. Means
    /// nothing for 0 and for kinds that are not on the board.
    shape_of_code: [u8; 64],
    /// The codes of the kinds on the board.
    codes: Vec<u8>,
    /// Those of a single cell, and for each 4-bit code the cells besides the origin, as bits
    /// relative to it: for boards of one word.
    small_codes: Vec<u8>,
    covers_of_code: [u64; 16],
    /// Blocked cells, and all bits behind the last cell.
    pub walls: B,
    /// For each direction, the cells from which a step leaves the board.
    pub edges: [B; 4],
    /// Whether any piece is locked.
    pub locked: bool,
    /// Number of pieces.
    pub pieces: usize,
    /// The code of a kind is its index plus 1, and takes this many bits.
    planes: usize,
    /// Bits of a packed symbol: 4, or 8 where there are more than 15 kinds.
    symbol_bits: u32,
    /// Largest number of 32-bit words of a packed position.
    packed_words: usize,
    /// A random odd factor for each pair of packed words.
    factors: Vec<u64>,
    #[cfg(target_arch = "x86_64")]
    bmi2: bool,
}

/// What lies where, as masks.
#[derive(Clone)]
pub struct Position<B> {
    /// Cells that are blocked or covered by a piece.
    pub occupied: B,
    /// Cells that the shorthand passes over: blocked, or covered by a piece but not its origin.
    pub inner: B,
    /// Plane `i` has the origins of the pieces whose kind's code has bit `i`.
    pub planes: [B; MAX_PLANES],
}

/// A position with what a source of moves needs besides.
pub struct Source<B> {
    /// What lies where.
    pub position: Position<B>,
    /// Cells of pieces that are locked against vertical, and against horizontal steps. Stays empty
    /// where the puzzle has no locks.
    pub fixed: [B; 2],
}

/// Which of the two axes a direction lies on: 0 vertical, 1 horizontal.
#[inline(always)]
pub fn axis(direction: Direction) -> usize {
    usize::from(direction.is_horizontal())
}

/// The number of words that a board of so many cells takes.
pub fn words_for(cells: usize) -> usize {
    cells.div_ceil(64)
}

impl<B: Bits> Space<B> {
    /// Compiles a puzzle. Takes time and memory linear in the board's size times the number of
    /// shapes. `seed` chooses the hash function.
    pub fn new(puzzle: &Puzzle, seed: u64) -> Self {
        let size = puzzle.size();
        let words = words_for(size.cells());
        let counts = puzzle.counts();
        let mut shapes: Vec<Shape<B>> = Vec::new();
        let mut shape_of_code = [0; 64];
        for (kind, _) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let (pattern, lock) = (puzzle.kinds()[kind].cells(), puzzle.kinds()[kind].lock());
            let known = shapes.iter().position(|s| s.pattern == pattern && s.lock == lock);
            shape_of_code[kind + 1] = known.unwrap_or_else(|| {
                shapes.push(Shape::new(size, pattern, lock));
                shapes.len() - 1
            }) as u8;
        }
        let codes = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        let codes: Vec<u8> = codes.map(|(kind, _)| kind as u8 + 1).collect();
        let shape = |code: u8| &shapes[usize::from(shape_of_code[usize::from(code)])];
        let mut covers_of_code = [0; 16];
        for &code in codes.iter().filter(|&&code| code < 16) {
            covers_of_code[usize::from(code)] = shape(code).cells.words()[0] & !1;
        }
        let is_small = |&code: &u8| shape(code).offsets.len() == 1;
        let small_codes = codes.iter().copied().filter(is_small).collect();
        let mut walls = B::empty(words);
        puzzle.blocked().iter().for_each(|&cell| walls.insert(cell as usize));
        (size.cells()..walls.words().len() * 64).for_each(|bit| walls.insert(bit));

        let symbol_bits = if counts.len() <= 15 { 4 } else { 8 };
        let inner: usize = (puzzle.start().placements().iter())
            .map(|p| puzzle.kinds()[p.kind as usize].cells().len() - 1)
            .sum();
        let symbols = size.cells() - puzzle.blocked().len() - inner;
        let packed_words = symbols.div_ceil(32 / symbol_bits as usize);
        let mut random = Pcg64::new(seed.into(), 0xa02bdbf7bb3c0a7ac28fa16a64abf96);
        Self {
            size,
            locked: shapes.iter().any(|shape| shape.lock != Lock::Free),
            shapes,
            shape_of_code,
            codes,
            small_codes,
            covers_of_code,
            edges: edges(size),
            walls,
            pieces: puzzle.start().placements().len(),
            planes: (usize::BITS - counts.len().leading_zeros()) as usize,
            symbol_bits,
            packed_words,
            factors: (0..packed_words.div_ceil(2)).map(|_| random.next_u64() | 1).collect(),
            #[cfg(target_arch = "x86_64")]
            bmi2: std::arch::is_x86_feature_detected!("bmi1")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("lzcnt"),
        }
    }

    fn empty_set(&self) -> B {
        B::empty(words_for(self.size.cells()))
    }

    /// An empty board.
    pub fn blank(&self) -> Position<B> {
        Position {
            occupied: self.walls.clone(),
            inner: self.walls.clone(),
            planes: std::array::from_fn(|_| self.empty_set()),
        }
    }

    /// A source of moves, to be filled by [`Space::unpack`].
    pub fn source(&self) -> Source<B> {
        Source {
            position: self.blank(),
            fixed: [self.empty_set(), self.empty_set()],
        }
    }

    /// Number of bit planes in use.
    #[inline(always)]
    pub fn planes(&self) -> usize {
        self.planes
    }

    /// The masks of a configuration of this puzzle.
    pub fn position(&self, configuration: &Configuration) -> Position<B> {
        let mut position = self.blank();
        for placement in configuration.placements() {
            let cell = placement.cell as usize;
            insert_code(&mut position.planes, cell, placement.kind + 1);
            for (i, &offset) in self.shape_of(placement.kind + 1).offsets.iter().enumerate() {
                position.occupied.insert(cell + offset as usize);
                if i > 0 {
                    position.inner.insert(cell + offset as usize);
                }
            }
        }
        position
    }

    /// The configuration that a position stands for, the inverse of [`Space::position`].
    pub fn configuration(&self, position: &Position<B>) -> Configuration {
        let mut origins = position.occupied.clone();
        origins.subtract(&position.inner);
        let placements = origins
            .ascending()
            .map(|cell| Placement { cell: cell as u32, kind: self.code(position, cell) - 1 });
        Configuration::new(placements.collect())
    }

    /// The code of the kind whose piece has its origin in `cell`.
    #[inline(always)]
    fn code(&self, position: &Position<B>, cell: usize) -> u8 {
        let planes = position.planes.iter().take(self.planes).enumerate();
        planes.map(|(i, plane)| u8::from(plane.contains(cell)) << i).sum()
    }

    /// The shape of the kind with this code.
    #[inline(always)]
    fn shape_of(&self, code: u8) -> &Shape<B> {
        &self.shapes[usize::from(self.shape_of_code[usize::from(code)])]
    }

    /// The shape of the piece that has its origin in `cell`.
    #[inline(always)]
    pub fn shape_at(&self, position: &Position<B>, cell: usize) -> &Shape<B> {
        self.shape_of(self.code(position, cell))
    }

    /// Sorts the origins of a position by the shape of their pieces.
    #[inline(always)]
    pub fn sort_by_shape(&self, position: &Position<B>, origins: &mut [B]) {
        if let [origins] = origins {
            origins.copy(&position.occupied);
            origins.subtract(&position.inner);
            return;
        }
        origins.iter_mut().for_each(Bits::clear);
        for &code in &self.codes {
            let shape = usize::from(self.shape_of_code[usize::from(code)]);
            for (at, word) in origins[shape].words_mut().iter_mut().enumerate() {
                let mut having = position.occupied.words()[at] & !position.inner.words()[at];
                for (i, plane) in position.planes.iter().enumerate().take(self.planes) {
                    let plane = plane.words()[at];
                    having &= if code >> i & 1 != 0 { plane } else { !plane };
                }
                *word |= having;
            }
        }
    }

    /// The pieces of a position by ascending origin, with the index of their shape.
    #[inline(always)]
    pub fn list_pieces(&self, position: &Position<B>, pieces: &mut Vec<(u32, u8)>) {
        pieces.clear();
        let occupied = position.occupied.words().iter().zip(position.inner.words());
        for (at, (&occupied, &inner)) in occupied.enumerate() {
            let mut origins = occupied & !inner;
            while origins != 0 {
                let cell = at * 64 + origins.trailing_zeros() as usize;
                origins &= origins - 1;
                let code = self.code(position, cell);
                pieces.push((cell as u32, self.shape_of_code[usize::from(code)]));
            }
        }
    }

    /// The change of a cell's number by a step.
    #[inline(always)]
    pub fn delta(&self, direction: Direction) -> isize {
        match direction {
            Direction::Right => 1,
            Direction::Left => -1,
            Direction::Down => self.size.cols as isize,
            Direction::Up => -(self.size.cols as isize),
        }
    }
}

fn insert_code<B: Bits>(planes: &mut [B; MAX_PLANES], cell: usize, code: u8) {
    for (i, plane) in planes.iter_mut().enumerate() {
        if code >> i & 1 != 0 {
            plane.insert(cell);
        }
    }
}

fn edges<B: Bits>(size: Size) -> [B; 4] {
    let empty = || B::empty(words_for(size.cells()));
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

impl<B: Bits> Shape<B> {
    fn new(size: Size, pattern: &[(i32, i32)], lock: Lock) -> Self {
        let offset = |&(row, col): &(i32, i32)| row as isize * size.cols as isize + col as isize;
        let offsets: Vec<u32> = pattern.iter().map(|cell| offset(cell) as u32).collect();
        let mut cells = B::empty(words_for(size.cells()));
        offsets.iter().for_each(|&offset| cells.insert(offset as usize));
        let set: ahash::AHashSet<(i32, i32)> = pattern.iter().copied().collect();
        let borders = Direction::ALL.map(|direction| {
            let (rows, cols) = direction.delta();
            let exposed = pattern.iter().filter(|&&(r, c)| !set.contains(&(r + rows, c + cols)));
            exposed.map(|cell| offset(cell) as u32).collect()
        });
        Self { cells, offsets, pattern: pattern.to_vec(), lock, borders }
    }

    /// Whether the piece is locked against steps in a direction.
    #[inline(always)]
    pub fn is_locked(&self, direction: Direction) -> bool {
        match self.lock {
            Lock::Free => false,
            Lock::Horizontal => !direction.is_horizontal(),
            Lock::Vertical => direction.is_horizontal(),
        }
    }
}
