//! Fast packing and unpacking for boards of one word with 4-bit symbols, on x86-64 processors with
//! BMI2: bit planes are compressed to the cells that have symbols, and interleaved into the
//! symbols, all at once.
//!
//! `docs/log/performance.md` has the speed.

use std::arch::x86_64::{_pdep_u64, _pext_u64};

use super::{Bits, Position, Space};
use crate::puzzle::Puzzle;

/// The first bit of each 4-bit symbol.
const FIRST_BITS: u64 = 0x1111_1111_1111_1111;

/// Codes of kinds have up to 4 bits here, differences of cell numbers up to 6.
const PLANES: usize = 4;
const BACK_PLANES: usize = 6;

/// Its tables for a puzzle. Exists only if the processor has the instructions.
pub(super) struct Interleaving {
    walls: u64,
    pieces: usize,
    cells: usize,
    packed_words: usize,
    /// Number of bits of codes and differences.
    back_planes: usize,
    /// The codes of kinds of a single cell.
    small: Vec<u32>,
    /// For each code of a kind the cells besides the origin, relative to it.
    covers: [u64; 16],
    /// Those of them whose difference from the origin has bit `i`.
    backs: [[u64; BACK_PLANES]; 16],
}

impl Interleaving {
    /// Builds it for a puzzle, if the puzzle and the processor allow.
    pub(super) fn new<B: Bits>(space: &Space<B>, puzzle: &Puzzle) -> Option<Self> {
        let &[walls] = space.walls.words() else { return None };
        let has_instructions = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt");
        if space.symbol_bits != 4 || !has_instructions {
            return None;
        }
        let mut interleaving = Self {
            walls,
            pieces: space.pieces,
            cells: space.size.cells(),
            packed_words: space.packed_words,
            back_planes: space.planes,
            small: Vec::new(),
            covers: [0; 16],
            backs: [[0; BACK_PLANES]; 16],
        };
        for (i, _) in puzzle.counts().iter().enumerate().filter(|&(_, &count)| count > 0) {
            let shape = usize::from(space.shape_of_code[i + 1]);
            let offsets = &space.shapes[shape].offsets[1..];
            if offsets.is_empty() {
                interleaving.small.push(i as u32 + 1);
            }
            for &offset in offsets {
                interleaving.covers[i + 1] |= 1 << offset;
                for (bit, cells) in interleaving.backs[i + 1].iter_mut().enumerate() {
                    *cells |= u64::from(offset >> bit & 1) << offset;
                }
                let bits = (u32::BITS - offset.leading_zeros()) as usize;
                interleaving.back_planes = interleaving.back_planes.max(bits);
            }
        }
        Some(interleaving)
    }

    /// See [`Space::pack`].
    #[inline(always)]
    pub(super) fn pack<B: Bits>(&self, position: &Position<B>, out: &mut [u32]) -> usize {
        // SAFETY: `new` has checked that the processor has the instructions.
        unsafe {
            match self.packed_words {
                1..=2 => interleave::<1, B>(position, &mut out[..self.packed_words]),
                3..=4 => interleave::<2, B>(position, &mut out[..self.packed_words]),
                _ => interleave::<4, B>(position, &mut out[..self.packed_words]),
            }
        }
    }

    /// See [`Space::unpack`]. `bytes` gets the contents of the cells, if wanted.
    #[inline(always)]
    pub(super) fn unpack<B: Bits>(
        &self,
        packed: &[u32],
        position: &mut Position<B>,
        bytes: Option<&mut [u8; 64]>,
    ) -> usize {
        // SAFETY: `new` has checked that the processor has the instructions.
        unsafe {
            match self.packed_words {
                1..=2 => self.deinterleave::<1, B>(packed, position, bytes),
                3..=4 => self.deinterleave::<2, B>(packed, position, bytes),
                _ => self.deinterleave::<4, B>(packed, position, bytes),
            }
        }
    }

    /// Deinterleaves `N` words of 64 bits.
    #[target_feature(enable = "bmi1,bmi2,lzcnt")]
    fn deinterleave<const N: usize, B: Bits>(
        &self,
        packed: &[u32],
        position: &mut Position<B>,
        bytes: Option<&mut [u8; 64]>,
    ) -> usize {
        let (mut words, mut symbols) = ([0_u64; N], [0_u64; PLANES]);
        let within = self.packed_words.min(packed.len());
        for (at, &half) in packed[..within.min(2 * N)].iter().enumerate() {
            words[at / 2] |= u64::from(half) << (at % 2 * 32);
        }
        for (i, plane) in symbols.iter_mut().enumerate() {
            for (at, &word) in words.iter().enumerate() {
                *plane |= _pext_u64(word, FIRST_BITS << i) << (at * 16);
            }
        }
        let mut all = symbols.iter().fold(0, |all, plane| all | plane);
        // Words after the last piece belong to the next packet.
        let last = _pdep_u64(1 << (self.pieces - 1), all).trailing_zeros();
        all &= u64::MAX >> (63 - last);
        // Only pieces of several cells change which cells have symbols.
        let mut large = all;
        for &code in &self.small {
            large &= !having_code(&symbols, code);
        }
        let (mut inner, mut contents) = (self.walls, [0; BACK_PLANES]);
        while large != 0 {
            let place = large.trailing_zeros();
            large &= large - 1;
            let code = (words[place as usize / 16 % N] >> (place % 16 * 4) & 15) as usize;
            let cell = _pdep_u64(1 << place, !inner).trailing_zeros();
            inner |= self.covers[code] << cell;
            for (at, plane) in contents[..self.back_planes].iter_mut().enumerate() {
                *plane |= self.backs[code][at] << cell;
            }
        }
        position.inner.words_mut()[0] = inner;
        for (i, plane) in position.planes.iter_mut().enumerate() {
            let origins = _pdep_u64(symbols[i % PLANES] & all, !inner);
            contents[i % BACK_PLANES] |= origins;
            plane.words_mut()[0] = origins;
        }
        if let Some(bytes) = bytes {
            spread(inner, &contents[..self.back_planes], self.cells, bytes);
        }
        last as usize / 8 + 1
    }
}

/// Interleaves `N` words of 64 bits.
#[target_feature(enable = "bmi1,bmi2,lzcnt")]
fn interleave<const N: usize, B: Bits>(position: &Position<B>, out: &mut [u32]) -> usize {
    let kept = !position.inner.words()[0];
    let (mut interleaved, mut all) = ([0; N], 0);
    for (i, plane) in position.planes.iter().enumerate() {
        let symbols = _pext_u64(plane.words()[0], kept);
        all |= symbols;
        for (at, word) in interleaved.iter_mut().enumerate() {
            *word |= _pdep_u64(symbols >> (at * 16), FIRST_BITS) << i;
        }
    }
    let most = out.len().min(2 * N);
    for (at, half) in out[..most].iter_mut().enumerate() {
        *half = (interleaved[at / 2] >> (at % 2 * 32)) as u32;
    }
    (63 - all.leading_zeros()) as usize / 8 + 1
}

/// Spreads bit planes to one byte per cell, with the highest bit for inner cells.
#[target_feature(enable = "bmi1,bmi2,lzcnt")]
fn spread(inner: u64, planes: &[u64], cells: usize, bytes: &mut [u8; 64]) {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    for (at, eight) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate().take(cells.div_ceil(8)) {
        let mut word = _pdep_u64(inner >> (at * 8), LOWEST) << 7;
        for (i, plane) in planes.iter().enumerate() {
            word |= _pdep_u64(plane >> (at * 8), LOWEST) << i;
        }
        *eight = word.to_le_bytes();
    }
}

/// Returns the cells where the planes have a code.
#[inline(always)]
fn having_code(planes: &[u64; PLANES], code: u32) -> u64 {
    let mut all = u64::MAX;
    for (at, &plane) in planes.iter().enumerate() {
        all &= if code >> at & 1 != 0 { plane } else { !plane };
    }
    all
}
