//! Positions packed into words, and back.
//!
//! A packed position is its shorthand: one symbol for every cell that is neither blocked nor
//! covered by an earlier piece, 0 for an empty cell and else the kind's code. Eight 4-bit symbols
//! share a 32-bit word (four 8-bit ones where there are more than 15 kinds), the first in the
//! least significant place, and words behind the last piece are left out. As all positions of a
//! puzzle have the same pieces, no packed position is the beginning of another.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{_pdep_u64, _pext_u64};

use super::{Bits, Position, Source, Space, insert_code};
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
        if self.is_woven() {
            // SAFETY: `is_woven` says that the processor has the instructions.
            return unsafe { self.weave(position, out) };
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

    /// The hash of a packed position, whose upper bits are the best: multiply-shift hashing of
    /// pairs of words, with random odd factors (Dietzfelbinger and others, 1997).
    #[inline(always)]
    pub fn hash(&self, packed: &[u32]) -> u64 {
        let (pairs, rest) = packed.as_chunks::<2>();
        let mut hash: u64 = 0;
        for (&[low, high], factor) in pairs.iter().zip(&self.factors) {
            hash = hash.wrapping_add((u64::from(low) | u64::from(high) << 32).wrapping_mul(*factor));
        }
        if let &[low] = rest {
            hash = hash.wrapping_add(u64::from(low).wrapping_mul(self.factors[pairs.len()]));
        }
        hash
    }

    /// Unpacks the position at the beginning of `packed` and returns how many words it takes.
    ///
    /// Speed: see [`Space::pack`].
    #[inline(always)]
    pub fn unpack(&self, packed: &[u32], source: &mut Source<B>) -> usize {
        let length = self.unpack_position(packed, &mut source.position);
        if self.locked {
            self.fix(source);
        }
        length
    }

    /// Unpacks only what lies where. `packed` may end behind the position.
    #[inline(always)]
    pub fn unpack_position(&self, packed: &[u32], position: &mut Position<B>) -> usize {
        #[cfg(target_arch = "x86_64")]
        if self.is_woven() {
            // SAFETY: `is_woven` says that the processor has the instructions.
            return unsafe { self.unweave(packed, position) };
        }
        self.unpack_piecewise(packed, position)
    }

    /// Unpacks symbol by symbol, each into the next cell that is not covered yet.
    fn unpack_piecewise(&self, packed: &[u32], position: &mut Position<B>) -> usize {
        position.occupied.copy(&self.walls);
        position.inner.copy(&self.walls);
        position.planes.iter_mut().for_each(Bits::clear);
        let per_word = 32 / self.symbol_bits as usize;
        let (mut place, mut symbols, mut left) = (0, 0, self.pieces);
        for at in 0..self.walls.words().len() {
            let mut open = !position.occupied.words()[at];
            while open != 0 {
                if place % per_word == 0 {
                    symbols = packed[place / per_word];
                }
                place += 1;
                let code = symbols & ((1 << self.symbol_bits) - 1);
                symbols >>= self.symbol_bits;
                let cell = at * 64 + open.trailing_zeros() as usize;
                open &= open - 1;
                if code == 0 {
                    continue;
                }
                insert_code(&mut position.planes, cell, code as u8);
                position.occupied.insert(cell);
                for &offset in &self.shape_of(code as u8).offsets[1..] {
                    position.occupied.insert(cell + offset as usize);
                    position.inner.insert(cell + offset as usize);
                }
                left -= 1;
                if left == 0 {
                    return (place - 1) / per_word + 1;
                }
                open &= !position.occupied.words()[at];
            }
        }
        unreachable!("a packed position has all pieces")
    }

    /// Finds the cells of locked pieces.
    #[cold]
    fn fix(&self, source: &mut Source<B>) {
        source.fixed.iter_mut().for_each(Bits::clear);
        let position = &source.position;
        let mut origins = position.occupied.clone();
        origins.subtract(&position.inner);
        for cell in origins.ascending() {
            let shape = self.shape_of(self.code(position, cell));
            if shape.lock != Lock::Free {
                let fixed = &mut source.fixed[usize::from(shape.lock == Lock::Vertical)];
                shape.offsets.iter().for_each(|&offset| fixed.insert(cell + offset as usize));
            }
        }
    }
}

/// The fast way for boards of one word with 4-bit symbols, on processors with BMI2: bit planes are
/// compressed to the cells that have symbols, and woven, as a whole.
#[cfg(target_arch = "x86_64")]
impl<B: Bits> Space<B> {
    /// Whether this way can be gone.
    #[inline(always)]
    fn is_woven(&self) -> bool {
        self.walls.words().len() == 1 && self.symbol_bits == 4 && self.bmi2
    }

    #[target_feature(enable = "bmi1,bmi2,lzcnt")]
    fn weave(&self, position: &Position<B>, out: &mut [u32]) -> usize {
        match self.packed_words {
            1..=2 => self.weave_words::<1>(position, out),
            3..=4 => self.weave_words::<2>(position, out),
            _ => self.weave_words::<4>(position, out),
        }
    }

    /// Weaves `N` words of 64 bits.
    #[target_feature(enable = "bmi1,bmi2,lzcnt")]
    fn weave_words<const N: usize>(&self, position: &Position<B>, out: &mut [u32]) -> usize {
        let kept = !position.inner.words()[0];
        let (mut woven, mut all) = ([0; N], 0);
        for (i, plane) in position.planes.iter().enumerate().take(self.planes) {
            let symbols = _pext_u64(plane.words()[0], kept);
            all |= symbols;
            for (at, word) in woven.iter_mut().enumerate() {
                *word |= _pdep_u64(symbols >> (at * 16), FIRST_BITS) << i;
            }
        }
        for (pair, word) in out[..self.packed_words].chunks_mut(2).zip(woven) {
            pair[0] = word as u32;
            if let Some(second) = pair.get_mut(1) {
                *second = (word >> 32) as u32;
            }
        }
        (63 - all.leading_zeros()) as usize / 8 + 1
    }

    #[target_feature(enable = "bmi1,bmi2,lzcnt")]
    fn unweave(&self, packed: &[u32], position: &mut Position<B>) -> usize {
        let (mut codes, mut planes, mut all) = ([0_u64; 4], [0_u64; 4], 0);
        let within = self.packed_words.min(packed.len());
        for (pair, code) in packed[..within].chunks(2).zip(&mut codes) {
            *code = u64::from(pair[0]) | u64::from(pair.get(1).copied().unwrap_or(0)) << 32;
        }
        for (at, &symbols) in codes[..self.packed_words.div_ceil(2)].iter().enumerate() {
            for (i, plane) in planes.iter_mut().enumerate().take(self.planes) {
                *plane |= _pext_u64(symbols, FIRST_BITS << i) << (at * 16);
            }
        }
        planes.iter().for_each(|plane| all |= plane);
        // What stands behind the last piece belongs to the next packet.
        let last = _pdep_u64(1 << (self.pieces - 1), all).trailing_zeros();
        all &= u64::MAX >> (63 - last);
        // Only pieces of several cells change which cells have symbols.
        let mut large = all;
        for &code in &self.small_codes {
            large &= !having_code(&planes, self.planes, code);
        }
        let mut inner = self.walls.words()[0];
        while large != 0 {
            let place = large.trailing_zeros();
            large &= large - 1;
            let code = codes[place as usize / 16] >> (place % 16 * 4) & 15;
            let cell = _pdep_u64(1 << place, !inner).trailing_zeros();
            inner |= self.covers_of_code[code as usize] << cell;
        }
        for (to, from) in position.planes.iter_mut().zip(planes).take(self.planes) {
            to.words_mut()[0] = _pdep_u64(from & all, !inner);
        }
        position.inner.words_mut()[0] = inner;
        position.occupied.words_mut()[0] = inner | _pdep_u64(all, !inner);
        last as usize / 8 + 1
    }
}

/// The places where the planes spell a code.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn having_code(planes: &[u64; 4], used: usize, code: u8) -> u64 {
    let places = planes.iter().enumerate().take(used);
    places.fold(u64::MAX, |all, (i, &plane)| all & if code >> i & 1 != 0 { plane } else { !plane })
}

/// The first bit of each 4-bit symbol.
#[cfg(target_arch = "x86_64")]
const FIRST_BITS: u64 = 0x1111_1111_1111_1111;
