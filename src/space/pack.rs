//! Positions packed into words, and back.
//!
//! A packed position is its shorthand: one symbol for every cell that is neither blocked nor
//! covered by an earlier piece, 0 for an empty cell and else the kind's code. Eight 4-bit symbols
//! share a 32-bit word (four 8-bit ones where there are more than 15 kinds), the first in the
//! least significant place, and words behind the last piece are left out. As all positions of a
//! puzzle have the same pieces, no packed position is the beginning of another.

use super::{Bits, MAX_PLANES, Position, Source, Space};
use crate::puzzle::Lock;

impl<B: Bits> Space<B> {
    /// The largest number of words that [`Space::pack`] writes.
    pub fn packed_words(&self) -> usize {
        self.packed_words
    }

    /// Packs a position into `out`, which must hold [`Space::packed_words`] words, and returns how
    /// many it takes.
    ///
    /// Speed: with BMI2, a board of one word and 4-bit symbols, the planes are compressed as a
    /// whole; see `docs/PERFORMANCE.md`.
    #[inline(always)]
    pub fn pack(&self, position: &Position<B>, out: &mut [u32]) -> usize {
        #[cfg(target_arch = "x86_64")]
        if let ([inner], 4, true) = (position.inner.words(), self.symbol_bits, self.bmi2) {
            let planes: [u64; 4] = std::array::from_fn(|i| position.planes[i].words()[0]);
            // SAFETY: `bmi2` says that the processor has the instructions.
            let words = unsafe { compress(&planes[..self.planes.min(4)], !inner) };
            return unload(&words, &mut out[..self.packed_words]);
        }
        self.pack_piecewise(position, out)
    }

    /// Packs piece by piece: the place of a symbol is the number of cells before its piece's
    /// origin that the shorthand does not pass over.
    fn pack_piecewise(&self, position: &Position<B>, out: &mut [u32]) -> usize {
        out[..self.packed_words].fill(0);
        let per_word = 32 / self.symbol_bits;
        let (mut before, mut length) = (0, 0);
        let words = position.occupied.words().iter().zip(position.inner.words());
        for (at, (&occupied, &inner)) in words.enumerate() {
            let mut origins = occupied & !inner;
            while origins != 0 {
                let bit = origins.trailing_zeros();
                let place = before + (!inner & ((1 << bit) - 1)).count_ones();
                let code = self.code(position, at * 64 + bit as usize);
                out[(place / per_word) as usize] |=
                    u32::from(code) << (place % per_word * self.symbol_bits);
                length = place / per_word + 1;
                origins &= origins - 1;
            }
            before += (!inner).count_ones();
        }
        length as usize
    }

    /// The hash of a packed position. Its upper half is good.
    #[inline(always)]
    pub fn hash(&self, packed: &[u32]) -> u64 {
        let terms =
            packed.iter().zip(&self.factors).map(|(&word, &f)| u64::from(word).wrapping_mul(f));
        terms.fold(0, u64::wrapping_add)
    }

    /// Unpacks the position at the beginning of `packed` and returns how many words it takes.
    #[inline(always)]
    pub fn unpack(&self, packed: &[u32], source: &mut Source<B>) -> usize {
        let Source { position, origins, pieces, fixed } = source;
        position.occupied.copy(&self.walls);
        position.inner.copy(&self.walls);
        position.planes.iter_mut().take(self.planes).for_each(Bits::clear);
        origins.iter_mut().for_each(Bits::clear);
        fixed.iter_mut().for_each(Bits::clear);
        pieces.clear();

        let per_word = 32 / self.symbol_bits as usize;
        let mask = (1 << self.symbol_bits) - 1;
        let (mut place, mut symbols) = (0, 0);
        for at in 0..position.occupied.words().len() {
            let mut open = !position.occupied.words()[at];
            while open != 0 {
                if place % per_word == 0 {
                    symbols = packed[place / per_word];
                }
                place += 1;
                let code = symbols & mask;
                symbols >>= self.symbol_bits;
                let cell = at * 64 + open.trailing_zeros() as usize;
                open &= open - 1;
                if code == 0 {
                    continue;
                }
                self.place(cell, code as u8, position, origins, pieces, fixed);
                if pieces.len() == self.pieces {
                    return (place - 1) / per_word + 1;
                }
                open &= !position.occupied.words()[at];
            }
        }
        unreachable!("a packed position has all pieces")
    }

    #[inline(always)]
    fn place(
        &self,
        cell: usize,
        code: u8,
        position: &mut Position<B>,
        origins: &mut [B],
        pieces: &mut Vec<(u32, u8)>,
        fixed: &mut [B; 2],
    ) {
        for (i, plane) in position.planes.iter_mut().enumerate().take(self.planes) {
            if code >> i & 1 != 0 {
                plane.insert(cell);
            }
        }
        let shape = self.shape_of_kind[usize::from(code) - 1].expect("a kind on the board");
        origins[usize::from(shape)].insert(cell);
        pieces.push((cell as u32, shape));
        let shape = &self.shapes[usize::from(shape)];
        position.occupied.insert(cell);
        for &offset in &shape.offsets[1..] {
            position.occupied.insert(cell + offset as usize);
            position.inner.insert(cell + offset as usize);
        }
        if shape.lock != Lock::Free {
            let fixed = &mut fixed[usize::from(shape.lock == Lock::Vertical)];
            shape.offsets.iter().for_each(|&offset| fixed.insert(cell + offset as usize));
        }
    }
}

/// Compresses bit planes to the cells in `kept` and weaves them into 4-bit symbols.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn compress(planes: &[u64], kept: u64) -> [u64; 4] {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};
    const LOWEST: u64 = 0x1111_1111_1111_1111;
    let mut words = [0; 4];
    for (i, &plane) in planes.iter().enumerate() {
        let symbols = _pext_u64(plane, kept);
        for (at, word) in words.iter_mut().enumerate() {
            *word |= _pdep_u64(symbols >> (at * 16), LOWEST) << i;
        }
    }
    words
}

/// Writes words of 64 bits as words of 32, and returns the number up to the last that is not 0.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn unload(words: &[u64; 4], out: &mut [u32]) -> usize {
    let mut length = 0;
    for (i, out) in out.iter_mut().enumerate() {
        *out = (words[i / 2] >> (i % 2 * 32)) as u32;
        if *out != 0 {
            length = i + 1;
        }
    }
    length
}

const _: () = assert!(MAX_PLANES == 6, "the codes of 60 kinds take 6 bits");
