//! Containers for positions. This module knows words and levels, but no puzzles.

mod keys;
mod words;

pub use keys::{Hasher, KeySet, SOME};
pub use words::WordBuffer;

/// Returns the positions of the one bits of a word, ascending.
#[inline(always)]
pub fn ones(word: u64) -> Ones {
    Ones(word)
}

/// The one bits of a word that are still to be returned.
#[derive(Clone)]
pub struct Ones(u64);

impl Iterator for Ones {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let one = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(one)
    }
}

/// Returns the bits of `word` selected by `mask`, packed: if `NATIVE`, with the instruction `pext`,
/// which the caller must be compiled for.
#[inline(always)]
pub fn gather<const NATIVE: bool>(word: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if NATIVE {
        // SAFETY: only functions that are compiled for this instruction are `NATIVE`.
        return unsafe { std::arch::x86_64::_pext_u64(word, mask) };
    }
    // Most masks are a few runs of bits.
    let (mut all, mut rest, mut count) = (0, mask, 0);
    while rest != 0 {
        let first = rest.trailing_zeros();
        let run = (rest >> first).trailing_ones();
        let bits = u64::MAX >> (64 - run);
        all |= (word >> first & bits) << count;
        rest &= !(bits << first);
        count += run;
    }
    all
}

/// Sets the bits of `from` in `to`, word by word. A plain loop, as in
/// [`crate::engine::board::Cells`].
///
/// # Panics
///
/// If `from` is shorter.
#[inline(always)]
pub fn join(to: &mut [u64], from: &[u64]) {
    let from = &from[..to.len()];
    for (at, to) in to.iter_mut().enumerate() {
        *to |= from[at];
    }
}

/// Clears the bits of `bits` in `from`, word by word.
///
/// # Panics
///
/// If `bits` is shorter.
#[inline(always)]
pub fn remove(from: &mut [u64], bits: &[u64]) {
    let bits = &bits[..from.len()];
    for (at, from) in from.iter_mut().enumerate() {
        *from &= !bits[at];
    }
}

/// Prefetches `slice[index]`.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(place) = slice.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and it only affects speed.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
