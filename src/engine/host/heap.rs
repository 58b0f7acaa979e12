//! Memory where there are no pages to be had: from the allocator, as any other.

use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::atomic::AtomicU64;

/// Bytes that are all 0 at first, and lie as words do.
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

/// So many bytes, and up to seven more.
///
/// # Errors
///
/// Where the allocator refuses so much memory.
pub fn pages(bytes: usize) -> io::Result<Pages> {
    let words = bytes.div_ceil(size_of::<u64>());
    let mut memory = Vec::new();
    memory.try_reserve_exact(words).map_err(|_| io::ErrorKind::OutOfMemory)?;
    memory.resize(words, 0);
    Ok(Pages(memory))
}

/// Words that several threads may change.
pub type AtomicPages = Vec<AtomicU64>;

/// So many words, all 0 at first.
///
/// # Errors
///
/// Where the allocator refuses so much memory.
pub fn atomic_pages(words: usize) -> io::Result<AtomicPages> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(words).map_err(|_| io::ErrorKind::OutOfMemory)?;
    memory.resize_with(words, AtomicU64::default);
    Ok(memory)
}

/// There are no files.
///
/// # Errors
///
/// Always.
pub fn pages_of_file(_bytes: usize, _folder: &Path) -> io::Result<Pages> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Nobody tells how much memory is free.
pub fn free() -> Option<u64> {
    None
}
