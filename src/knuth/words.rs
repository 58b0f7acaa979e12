//! The memory of a store: on the heap, or a file mapped into memory.

use std::io;
use std::path::Path;

use crate::engine::host::{Pages, pages, pages_of_file};

/// The largest ring, in words: 2^31, or 8 GiB.
pub const MAX_RING_WORDS: u64 = 1 << 31;

/// Words of 32 bits that are all 0 at first. The system commits memory, or space in the file, only
/// when they are first used.
pub enum RingWords {
    /// Ordinary memory.
    Heap(Vec<u32>),
    /// An unnamed file, which vanishes with the process.
    Mapped(Pages),
}

impl RingWords {
    /// Allocates `count` words on the heap.
    ///
    /// # Errors
    ///
    /// Where the system refuses the memory.
    pub fn heap(count: usize) -> io::Result<RingWords> {
        let bytes = count.checked_mul(4).ok_or(io::ErrorKind::OutOfMemory)?;
        match bytes {
            0..SMALL => Ok(RingWords::Heap(vec![0; count])),
            _ => pages(bytes).map(RingWords::Mapped),
        }
    }

    /// Maps `count` words of a temporary file in `folder`.
    ///
    /// # Errors
    ///
    /// Where the file cannot be created, extended or mapped.
    pub fn file(count: usize, folder: &Path) -> io::Result<RingWords> {
        let bytes = count.checked_mul(4).ok_or(io::ErrorKind::OutOfMemory)?;
        pages_of_file(bytes, folder).map(RingWords::Mapped)
    }

    /// Returns the words.
    pub fn as_mut_slice(&mut self) -> &mut [u32] {
        match self {
            RingWords::Heap(words) => words,
            RingWords::Mapped(map) => bytemuck::cast_slice_mut(map),
        }
    }
}

/// Below this many bytes a map is not worth its system calls.
const SMALL: usize = 1 << 20;
