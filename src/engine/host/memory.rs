//! Memory that the system gives by the page.

use std::io;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::AtomicU64;

use memmap2::{MmapMut, MmapRaw};

/// Bytes that are all 0 at first. The system gives them page by page, and only as far as they are
/// used.
pub type Pages = MmapMut;

/// So many bytes. The pages are large where there are such, which saves look-ups of addresses.
///
/// # Errors
///
/// Where the system refuses so much memory.
pub fn pages(bytes: usize) -> io::Result<Pages> {
    let map = MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}

/// Words that several threads may change, all 0 at first. The system gives them page by page.
pub struct AtomicPages(MmapRaw);

/// So many words.
///
/// # Errors
///
/// Where the system refuses so much memory.
pub fn atomic_pages(words: usize) -> io::Result<AtomicPages> {
    let bytes = words.checked_mul(size_of::<AtomicU64>()).ok_or(io::ErrorKind::OutOfMemory)?;
    pages(bytes).map(|pages| AtomicPages(pages.into()))
}

impl Deref for AtomicPages {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        let words = self.0.as_mut_ptr().cast::<AtomicU64>();
        // SAFETY: the map is writable, and this pointer may be written through, as it was made of no reference. It begins
        // with a page and so is aligned, holds zeroes at first, and lives as long as `self`. Nothing else gets at its
        // memory.
        unsafe { std::slice::from_raw_parts(words, self.0.len() / size_of::<AtomicU64>()) }
    }
}

/// So many bytes in a nameless file in a folder, which vanishes with the process.
///
/// # Errors
///
/// Where the file cannot be made, extended or mapped.
pub fn pages_of_file(bytes: usize, folder: &Path) -> io::Result<Pages> {
    let file = tempfile::tempfile_in(folder)?;
    file.set_len(bytes as u64)?;
    // SAFETY: the file has no name, so nobody else can change or shorten it while it is mapped.
    unsafe { MmapMut::map_mut(&file) }
}

/// Bytes of memory that are free, where that is known.
#[cfg(not(target_os = "linux"))]
pub fn free() -> Option<u64> {
    None
}
