//! Large zeroed arrays of words for one thread at a time.

use std::io;
use std::ops::{Deref, DerefMut};

use crate::engine::host::{IS_WASM, Pages, pages};

/// Words that are 0 at first.
pub enum WordBuffer {
    /// Ordinary memory.
    Heap(Vec<u64>),
    /// Memory mapped by the page.
    Mapped(Pages),
}

/// Below this many words a map is not worth its system calls.
const SMALL: usize = 1 << 17;

impl WordBuffer {
    /// Allocates `words` words.
    ///
    /// # Errors
    ///
    /// Where the system refuses the memory.
    pub fn new(words: usize) -> io::Result<Self> {
        if words < SMALL || IS_WASM {
            // Written now, not zeroed by the system when it is first read: then each page would fault
            // twice, and the second fault interrupts all threads. `design::generate` took 1.15
            // times as long.
            let mut heap = Vec::new();
            heap.try_reserve_exact(words)?;
            heap.resize(words, 0);
            return Ok(WordBuffer::Heap(heap));
        }
        let Some(bytes) = words.checked_mul(size_of::<u64>()) else {
            return Err(io::ErrorKind::OutOfMemory.into());
        };
        Ok(WordBuffer::Mapped(pages(bytes)?))
    }
}

impl Deref for WordBuffer {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        match self {
            WordBuffer::Heap(words) => words,
            WordBuffer::Mapped(pages) => bytemuck::cast_slice(pages),
        }
    }
}

impl DerefMut for WordBuffer {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            WordBuffer::Heap(words) => words,
            WordBuffer::Mapped(pages) => bytemuck::cast_slice_mut(pages),
        }
    }
}
