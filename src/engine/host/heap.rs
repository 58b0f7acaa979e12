//! Memory from the allocator, for targets that cannot map pages.

use std::io;
use std::ops::{Deref, DerefMut};

/// Zeroed bytes with the alignment of words.
pub struct Pages(Vec<u64>);

impl Deref for Pages {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

impl DerefMut for Pages {
    fn deref_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}

/// Allocates `bytes` bytes, rounded up to a whole word.
///
/// # Errors
///
/// Where the allocator refuses the memory.
pub fn pages(bytes: usize) -> io::Result<Pages> {
    let words = bytes.div_ceil(size_of::<u64>());
    let mut memory = Vec::new();
    memory.try_reserve_exact(words).map_err(|_| io::ErrorKind::OutOfMemory)?;
    memory.resize(words, 0);
    Ok(Pages(memory))
}

/// Returns `None`: free memory is unknown on this target.
pub fn free() -> Option<u64> {
    None
}
