//! Where positions are kept. This room knows words and levels, but nothing of puzzles.

mod keys;
mod planes;

use std::io;

use memmap2::MmapMut;

pub use keys::{Hasher, Keys};
pub use planes::{Mark, MarkSlice, Marks, PER_WORD, Plane};

/// So many bytes from the system, all 0. It gives them page by page, and only as far as they are
/// used. The pages are large where there are such, which saves look-ups of addresses.
///
/// # Errors
///
/// Where the system refuses so much memory.
pub fn pages(bytes: usize) -> io::Result<MmapMut> {
    let map = MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Ok(map)
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
