//! Codes: positions in a few words, which a move changes with a few operations.
//!
//! Each kind on the board has a number from 1. Plane `i` of a code has, for every cell, bit `i` of
//! the number of the kind whose piece has its origin there. The planes follow each other without
//! gaps. So Klotski's five kinds take 3 bits for each of 20 cells, one word in all, and a move
//! masks, shifts and inserts the bits of a piece. The ring engine's packing is shorter, but has to
//! be rebuilt for every move.

use std::cmp::Ordering;
use std::iter;

use super::{CellLanes, Cells, PieceShape, PieceShapes, words};
use crate::puzzle::{Configuration, Goal, MAX_KINDS, Placement, Puzzle, Want};

/// A position in `W` words. Never all 0 if there is a piece.
#[derive(Clone, Copy, Debug, Eq, Hash)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "equal codes have equal words")]
#[repr(transparent)]
pub struct Code<const W: usize>(pub [u64; W]);

impl<const W: usize> Code<W> {
    /// The code without pieces.
    pub const ZERO: Self = Self([0; W]);

    /// Returns the bitwise AND.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        let mut result = self;
        for at in 0..W {
            result.0[at] &= other.0[at];
        }
        result
    }

    /// Returns the bitwise XOR.
    #[inline(always)]
    pub fn xor(self, other: Self) -> Self {
        let mut result = self;
        for at in 0..W {
            result.0[at] ^= other.0[at];
        }
        result
    }

    /// Returns the bitwise OR.
    #[inline(always)]
    pub fn or(self, other: Self) -> Self {
        let mut result = self;
        for at in 0..W {
            result.0[at] |= other.0[at];
        }
        result
    }

    /// Returns all bits shifted `by` places up, or down if `by` is negative.
    #[inline(always)]
    pub fn shifted(self, by: i32) -> Self {
        if W == 1 {
            let mut one = self;
            // Bits that leave on one side are 0 anyway, so a rotation is enough.
            one.0[0] = one.0[0].rotate_left(by as u32 & 63);
            return one;
        }
        if W == 2 {
            let wide = u128::from(self.0[0]) | u128::from(self.0[1]) << 64;
            let wide = wide.rotate_left(by as u32 & 127);
            let mut two = self;
            (two.0[0], two.0[1]) = (wide as u64, (wide >> 64) as u64);
            return two;
        }
        Self(words::shifted(&self.0, by))
    }

    /// Returns the bits from this one on, as many as fit a word.
    #[inline(always)]
    pub fn bits_from(&self, bit: usize) -> u64 {
        let (whole, part) = (bit / 64, bit % 64);
        let low = self.0[whole] >> part;
        if W == 1 {
            return low;
        }
        // Two shifts, because a shift by 64 is not defined.
        low | self.0.get(whole + 1).copied().unwrap_or(0) << 1 << (63 - part)
    }

    #[inline(always)]
    fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }
}

impl<const W: usize> PartialEq for Code<W> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        words::equal(&self.0, &other.0)
    }
}

impl<const W: usize> Ord for Code<W> {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<const W: usize> PartialOrd for Code<W> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    /// Compares in the order of the words, without a branch for codes of two words: this sorts
    /// lists of codes.
    #[inline(always)]
    fn lt(&self, other: &Self) -> bool {
        if W == 2 {
            let wide = |code: &Self| u128::from(code.0[0]) << 64 | u128::from(code.0[1]);
            return wide(self) < wide(other);
        }
        self.0 < other.0
    }
}

/// The most words of a code: six planes of the largest board that [`Cells`] are used for.
const MAX_WORDS: usize = 96;

/// The encoding of a puzzle's positions as codes.
pub struct Coding<const N: usize> {
    /// Number of cells of the board.
    pub cells: usize,
    /// Number of planes.
    pub planes: usize,
    /// The first bit of each plane.
    columns: Vec<u64>,
    /// All cells that are not blocked.
    pub open: Cells<N>,
    /// The shapes of the pieces on the board, the one with the most kinds last.
    pub figures: Vec<PieceShape>,
    /// The index in [`Puzzle::kinds`] for each number of a kind, from 1.
    kinds: Vec<u8>,
    /// For each kind of each shape but the last: the shape, and the planes that its number has or
    /// lacks, as indices into a list in which each plane follows its complement.
    literals: Vec<(u8, [u8; MAX_PLANES])>,
    /// For all cells of all shapes but their origins: the shape, and the difference of cells.
    parts: Vec<(u8, u32)>,
}

/// Bits of the greatest number of a kind.
pub const MAX_PLANES: usize = 6;

/// Stands for number 0, which belongs to no kind.
const NO_KIND: u8 = u8::MAX;

impl<const N: usize> Coding<N> {
    /// Builds the coding of a puzzle, whose board must have at most `64 * N` cells.
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut open = Cells::EMPTY;
        (0..puzzle.size().cells()).for_each(|cell| open.insert(cell));
        let mut walls = Cells::EMPTY;
        puzzle.blocked().iter().for_each(|&cell| walls.insert(cell as usize));
        let shapes = PieceShapes::new(puzzle);
        let mut figures = shapes.list().to_vec();
        figures.sort_by_key(|shape| shape.kinds.len());
        let on_board = (0..).zip(shapes.of_kinds()).filter(|(_, shape)| shape.is_some());
        let kinds: Vec<u8> = iter::once(NO_KIND).chain(on_board.map(|(kind, _)| kind)).collect();
        let planes = (usize::BITS - (kinds.len() - 1).leading_zeros()) as usize;
        let cells = puzzle.size().cells();
        let mut columns = vec![0; MAX_WORDS];
        (0..planes).for_each(|plane| columns[plane * cells / 64] |= 1 << (plane * cells % 64));
        let (mut literals, mut parts) = (Vec::new(), Vec::new());
        for (at, figure) in figures.iter().enumerate() {
            let is_last = at + 1 == figures.len();
            let numbered = (0_u8..).zip(&kinds).filter(|(_, kind)| figure.kinds.contains(kind));
            for (number, _) in numbered.filter(|_| !is_last) {
                let literal = |plane: usize| 2 * plane as u8 + (number >> plane & 1);
                // Pads with the last plane: repeating a literal changes nothing.
                literals.push((at as u8, std::array::from_fn(|i| literal(i.min(planes - 1)))));
            }
            parts.extend(figure.offsets[1..].iter().map(|&offset| (at as u8, offset as u32)));
        }
        let open = open & !walls;
        Self { cells, planes, columns, open, figures, kinds, literals, parts }
    }

    /// Returns the number of bits of a code.
    pub fn bits(puzzle: &Puzzle) -> usize {
        let kinds = puzzle.counts().iter().filter(|&&count| count > 0).count();
        puzzle.size().cells() * (usize::BITS - kinds.leading_zeros()) as usize
    }

    /// Returns plane number `plane` of a code.
    #[inline(always)]
    pub fn plane<const W: usize>(&self, code: &Code<W>, plane: usize) -> Cells<N> {
        let begin = plane * self.cells;
        let (whole, part) = (begin / 64, begin % 64);
        let word = |at: usize| if at < W { code.0[at] } else { 0 };
        let mut cells = Cells::EMPTY;
        for at in 0..N {
            // Two shifts, because a shift by 64 is not defined.
            let all = word(whole + at) >> part | word(whole + at + 1) << 1 << (63 - part);
            let rest = self.cells.saturating_sub(64 * at);
            cells.0[at] = all & if rest >= 64 { u64::MAX } else { (1 << rest) - 1 };
        }
        cells
    }

    /// Finds the origins of the pieces of each shape, in the order of the shapes, on as many boards
    /// at a time as `F` has; lanes beyond the last code are empty. Returns the origins of all
    /// shapes together.
    #[inline(always)]
    pub fn origins<F: CellLanes<N>, const W: usize>(
        &self,
        codes: &[Code<W>],
        origins: &mut [F],
    ) -> F {
        let mut planes = [F::NOTHING; 2 * MAX_PLANES];
        let mut all = F::NOTHING;
        for at in 0..self.planes {
            let mut plane = F::NOTHING;
            for (lane, code) in codes.iter().enumerate() {
                plane.set_lane(lane, self.plane(code, at));
            }
            (planes[2 * at], planes[2 * at + 1]) = (!plane, plane);
            all = all | plane;
        }
        origins.fill(F::NOTHING);
        let mut others = F::NOTHING;
        for (figure, literals) in &self.literals {
            let mut these = all;
            for &literal in &literals[..self.planes] {
                these = these & planes[usize::from(literal) % (2 * MAX_PLANES)];
            }
            let origins = &mut origins[usize::from(*figure)];
            *origins = *origins | these;
            others = others | these;
        }
        if let Some(last) = origins.last_mut() {
            *last = all & !others;
        }
        all
    }

    /// Returns the cells that pieces with these origins cover, given shape by shape and all
    /// together.
    #[inline(always)]
    pub fn covered<F: CellLanes<N>>(&self, origins: &[F], all: F) -> F {
        let mut covered = all;
        for &(figure, offset) in &self.parts {
            covered = covered | origins[usize::from(figure)].up(offset);
        }
        covered
    }

    /// Returns the number of the kind that has its origin in a cell.
    #[inline(always)]
    pub fn number<const W: usize>(&self, code: &Code<W>, cell: usize) -> usize {
        let bit = |plane: usize| {
            let at = plane * self.cells + cell;
            (code.0[at / 64 % W] >> (at % 64) & 1) as usize
        };
        let mut number = 0;
        for plane in 0..self.planes {
            number |= bit(plane) << plane;
        }
        number
    }

    /// Returns the mask of all bits of a code that belong to this cell.
    #[inline(always)]
    pub fn column<const W: usize>(&self, cell: usize) -> Code<W> {
        let mut first = Code::ZERO;
        first.0.copy_from_slice(&self.columns[..W]);
        first.shifted(cell as i32)
    }

    /// Returns the mask of all bits of a code that belong to these cells.
    #[inline(always)]
    pub fn spread<const W: usize>(&self, cells: Cells<N>) -> Code<W> {
        let mut first = Code::ZERO;
        if N == 1 && W <= 2 {
            // The first bits of all planes, times the cells: no two products overlap.
            let mut columns = 0;
            for at in 0..W {
                columns |= u128::from(self.columns[at]) << (64 * at);
            }
            let all = u128::from(cells.0[0]).wrapping_mul(columns);
            for at in 0..W {
                first.0[at] = (all >> (64 * at)) as u64;
            }
            return first;
        }
        let words = W.min(N);
        first.0[..words].copy_from_slice(&cells.0[..words]);
        let mut code = first;
        for plane in 1..self.planes {
            code = code.or(first.shifted((plane * self.cells) as i32));
        }
        code
    }

    /// Returns the code of a position.
    pub fn encode<const W: usize>(&self, configuration: &Configuration) -> Code<W> {
        let mut code = Code::ZERO;
        for piece in configuration.placements() {
            self.put(&mut code, piece.cell as usize, piece.kind);
        }
        code
    }

    /// Returns the kind with this number, if there are such pieces.
    pub fn kind(&self, number: usize) -> Option<u8> {
        self.kinds.get(number).copied().filter(|&kind| kind != NO_KIND)
    }

    /// Adds a piece in a cell without an origin.
    pub fn put<const W: usize>(&self, code: &mut Code<W>, cell: usize, kind: u8) {
        let number = self.kinds.iter().position(|&known| known == kind).unwrap_or(0);
        let planes = (0..self.planes).filter(|plane| number >> plane & 1 != 0);
        planes.for_each(|plane| code.set(plane * self.cells + cell));
    }

    /// Returns the position of a code, the inverse of [`Coding::encode`].
    pub fn decode<const W: usize>(&self, code: &Code<W>) -> Configuration {
        let mut pieces = Vec::new();
        self.pieces(code, &mut pieces);
        Configuration::new(pieces)
    }

    /// Replaces the contents of a list by the pieces of a position, cell by cell.
    pub fn pieces<const W: usize>(&self, code: &Code<W>, pieces: &mut Vec<Placement>) {
        let mut planes = [Cells::EMPTY; MAX_PLANES];
        let mut origins = Cells::EMPTY;
        for (plane, cells) in planes[..self.planes].iter_mut().enumerate() {
            *cells = self.plane(code, plane);
            origins = origins | *cells;
        }
        pieces.clear();
        while let Some(cell) = origins.pop() {
            let bits = planes[..self.planes].iter().rev().map(|plane| plane.contains(cell));
            let number = bits.fold(0, |number, bit| number << 1 | usize::from(bit));
            pieces.push(Placement { cell: cell as u32, kind: self.kinds[number] });
        }
    }
}

/// A goal compiled for codes.
pub struct CompiledGoal<const W: usize, const N: usize> {
    /// The mask of the bits that matter, and their values.
    mask: Code<W>,
    value: Code<W>,
    /// Cells that must be empty.
    empty: Cells<N>,
}

impl<const W: usize, const N: usize> CompiledGoal<W, N> {
    /// Compiles a goal of the coding's puzzle.
    pub fn new(coding: &Coding<N>, goal: &Goal) -> Self {
        let (mut origins, mut empty, mut want) = (Cells::EMPTY, Cells::EMPTY, Code::ZERO);
        if goal.demanded().placements().iter().any(|piece| !coding.kinds.contains(&piece.kind)) {
            // There is no such piece: a bit wanted outside the mask is never matched.
            want.set(0);
            return Self { mask: Code::ZERO, value: want, empty };
        }
        for demand in goal.demands() {
            let cell = demand.cell as usize;
            match demand.want {
                Want::Empty => empty.insert(cell),
                Want::Origin(kind) => {
                    origins.insert(cell);
                    coding.put(&mut want, cell, kind);
                }
            }
        }
        // If the goal specifies all pieces, the other cells need no check.
        if goal.is_complete() {
            empty = Cells::EMPTY;
        }
        Self { mask: coding.spread(origins), value: want, empty }
    }

    /// Whether a position meets the goal.
    #[inline(always)]
    pub fn is_met_by(&self, coding: &Coding<N>, code: &Code<W>) -> bool {
        code.and(self.mask) == self.value
            && (self.empty.is_empty() || self.are_empty_in(coding, code))
    }

    #[inline(never)]
    fn are_empty_in(&self, coding: &Coding<N>, code: &Code<W>) -> bool {
        let mut origins = [Cells::EMPTY; MAX_KINDS];
        let origins = &mut origins[..coding.figures.len()];
        let all = coding.origins(&[*code], origins);
        (coding.covered(origins, all) & self.empty).is_empty()
    }
}
