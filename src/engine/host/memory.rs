//! Memory mapped by the page.

use std::io;

use memmap2::MmapMut;

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

/// Returns the bytes of free memory, if known.
#[cfg(not(target_os = "linux"))]
pub fn free() -> Option<u64> {
    None
}
