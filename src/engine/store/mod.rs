//! Where positions are kept. This room knows words and levels, but nothing of puzzles.

mod keys;
mod planes;
mod words;

pub use keys::{Hasher, Insertion, Keys};
pub use planes::{Mark, MarkSlice, Marks, PER_WORD, Plane};
pub use words::Words;

/// The places of the ones in a word, ascending.
#[inline(always)]
pub fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let one = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        one
    })
}

/// Tells the processor that `slice[index]` will be read soon.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(place) = slice.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and it has no effect but on speed.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
