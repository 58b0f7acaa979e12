//! Bit sets, and marks of two bits each.
//!
//! Members `64 i` to `64 i + 63` share word `i`, the first in its lowest bit. The words are atomic,
//! so that threads may share them. If only one thread writes a word, it loads and stores it, which
//! costs no more than ordinary words.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::engine::host::{AtomicPages, atomic_pages};

/// Number of members per word.
pub const PER_WORD: u64 = 64;

/// A bit set.
pub enum BitPlane {
    /// Ordinary memory.
    Heap(Vec<AtomicU64>),
    /// Memory mapped by the page.
    Mapped(AtomicPages),
}

/// Below this many words a map is not worth its system calls.
const SMALL: u64 = 1 << 17;

impl BitPlane {
    /// Builds an empty set of `words` words.
    ///
    /// # Errors
    ///
    /// Where the system refuses the memory.
    pub fn new(words: u64) -> io::Result<Self> {
        if words < SMALL {
            return Ok(BitPlane::Heap((0..words).map(|_| AtomicU64::new(0)).collect()));
        }
        let words = usize::try_from(words).map_err(|_| io::ErrorKind::OutOfMemory)?;
        atomic_pages(words).map(BitPlane::Mapped)
    }

    /// Returns the words.
    #[inline]
    pub fn words(&self) -> &[AtomicU64] {
        match self {
            BitPlane::Heap(words) => words,
            BitPlane::Mapped(words) => words,
        }
    }
}

/// One of three marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u8);

impl Mark {
    /// Returns the mark of a number: its remainder modulo 3.
    pub fn of(number: u64) -> Self {
        Self((number % 3) as u8 + 1)
    }
}

/// At most one mark per member: two planes, interleaved word by word.
pub struct Marks(BitPlane);

impl Marks {
    /// Builds `words` words without marks.
    ///
    /// # Errors
    ///
    /// Where the system refuses the memory.
    pub fn new(words: u64) -> io::Result<Self> {
        BitPlane::new(words.checked_mul(2).ok_or(io::ErrorKind::OutOfMemory)?).map(Self)
    }

    /// Returns a view of all marks, for reading and writing.
    #[inline]
    pub fn as_slice(&self) -> MarkSlice<'_> {
        MarkSlice(self.0.words())
    }

    /// Removes all marks.
    pub fn clear(&self) {
        self.0.words().iter().for_each(|word| word.store(0, Relaxed));
    }

    /// Returns the mark of a member, if it has one.
    pub fn get(&self, thing: u64) -> Option<Mark> {
        let (word, bit) = ((thing / PER_WORD) as usize, thing % PER_WORD);
        let plane = |plane: usize| self.0.words()[2 * word + plane].load(Relaxed) >> bit & 1;
        let mark = (plane(0) | plane(1) << 1) as u8;
        (mark != 0).then_some(Mark(mark))
    }
}

/// A view of marks.
#[derive(Clone, Copy)]
pub struct MarkSlice<'a>(&'a [AtomicU64]);

impl MarkSlice<'_> {
    /// Returns the unmarked members of a word.
    #[inline(always)]
    pub fn unmarked(self, word: usize) -> u64 {
        !(self.0[2 * word].load(Relaxed) | self.0[2 * word + 1].load(Relaxed))
    }

    /// Marks unmarked members of a word. No other thread may change the marks of this word
    /// meanwhile.
    #[inline(always)]
    pub fn set(self, word: usize, things: u64, mark: Mark) {
        for plane in (0..2).filter(|plane| mark.0 >> plane & 1 != 0) {
            let bits = &self.0[2 * word + plane];
            bits.store(bits.load(Relaxed) | things, Relaxed);
        }
    }
}
