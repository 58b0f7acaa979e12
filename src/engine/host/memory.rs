//! Memory mapped by the page.

use std::io;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use memmap2::{MmapMut, MmapRaw};

/// Zeroed bytes. The system commits pages only when they are first touched.
pub type Pages = MmapMut;

/// Maps `bytes` bytes, in huge pages where the system has them, which saves TLB misses.
///
/// # Errors
///
/// Where the system refuses the memory.
pub fn pages(bytes: usize) -> io::Result<Pages> {
    let map = MmapMut::map_anon(bytes)?;
    // Miri, which checks the tests of this crate's `unsafe`, does not know this advice.
    #[cfg(all(target_os = "linux", not(miri)))]
    let _ = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}

/// Zeroed words that several threads may change. The system commits pages only when they are first
/// touched.
pub struct AtomicPages(MmapRaw);

/// Maps `words` words.
///
/// # Errors
///
/// Where the system refuses the memory.
pub fn atomic_pages(words: usize) -> io::Result<AtomicPages> {
    let bytes = words.checked_mul(size_of::<AtomicU64>()).ok_or(io::ErrorKind::OutOfMemory)?;
    pages(bytes).map(|pages| AtomicPages(pages.into()))
}

impl Deref for AtomicPages {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        let words = self.0.as_mut_ptr().cast::<AtomicU64>();
        // SAFETY: the map is writable, and this pointer may be written through, as it was not
        // derived from a reference. The map is page-aligned and so aligned for words, is zeroed at
        // first, and lives as long as `self`. Nothing else accesses its memory.
        unsafe { std::slice::from_raw_parts(words, self.0.len() / size_of::<AtomicU64>()) }
    }
}

/// Returns the bytes of free memory, if known.
#[cfg(not(target_os = "linux"))]
pub fn free() -> Option<u64> {
    None
}
