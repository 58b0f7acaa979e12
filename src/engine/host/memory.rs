//! Memory mapped by the page.

use std::io;

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;

/// Zeroed bytes. The system commits pages only when they are first touched.
#[cfg(not(target_family = "wasm"))]
pub type Pages = MmapMut;

/// Zeroed bytes: this target maps no pages.
#[cfg(target_family = "wasm")]
pub type Pages = Vec<u8>;

/// Maps `bytes` bytes, in huge pages where the system has them, which saves TLB misses.
///
/// # Errors
///
/// Where the system refuses the memory.
pub fn pages(bytes: usize) -> io::Result<Pages> {
    #[cfg(target_family = "wasm")]
    return Ok(vec![0; bytes]);
    #[cfg(not(target_family = "wasm"))]
    {
        let map = MmapMut::map_anon(bytes)?;
        // Miri, which checks the tests of this crate's `unsafe`, does not know this advice.
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(map)
    }
}
