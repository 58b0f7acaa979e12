//! Two bits for each of many things: unmarked, or one of three marks.
//!
//! Things `32 i` to `32 i + 31` share word `i`, the first in its lowest two bits. Sets of things of
//! one word are *spread*: the lower bit of a thing's two stands for it. Marks are only ever set, so
//! threads may do that at the same time.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;

/// Number of things that share a word.
pub const PER_WORD: u64 = 32;

/// The lower bit of each pair.
const LOWER: u64 = 0x5555_5555_5555_5555;

/// One of three marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u8);

impl Mark {
    /// The mark of a number, which is taken modulo 3.
    pub fn of(number: u64) -> Self {
        Self((number % 3) as u8 + 1)
    }

    /// The spread set of things in `word` with this mark.
    #[inline(always)]
    pub fn within(self, word: u64) -> u64 {
        let upper = word >> 1;
        let set = match self.0 {
            1 => word & !upper,
            2 => upper & !word,
            _ => word & upper,
        };
        set & LOWER
    }

    /// The bits that give this mark to a spread set of unmarked things.
    #[inline(always)]
    pub fn on(self, set: u64) -> u64 {
        set * u64::from(self.0)
    }
}

/// The spread set of unmarked things in `word`.
#[inline(always)]
pub fn unmarked(word: u64) -> u64 {
    !(word | word >> 1) & LOWER
}

/// The marks of all things.
pub enum Marks {
    /// Ordinary memory.
    Heap(Vec<AtomicU64>),
    /// Memory that the system gives page by page.
    Mapped(MmapMut),
}

impl Marks {
    /// So many words of unmarked things.
    ///
    /// # Errors
    ///
    /// Where the system refuses so much memory.
    pub fn new(words: u64) -> io::Result<Self> {
        let words = usize::try_from(words).map_err(|_| io::ErrorKind::OutOfMemory)?;
        if words < SMALL {
            return Ok(Marks::Heap((0..words).map(|_| AtomicU64::new(0)).collect()));
        }
        let map = MmapMut::map_anon(words.checked_mul(8).ok_or(io::ErrorKind::OutOfMemory)?)?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Marks::Mapped(map))
    }

    /// The words.
    pub fn words(&self) -> &[AtomicU64] {
        match self {
            Marks::Heap(words) => words,
            Marks::Mapped(map) => {
                let words = map.as_ptr().cast::<AtomicU64>();
                // SAFETY: the map is writable, begins with a page and so is aligned, has zeroes
                // for a start, and lives as long as `self`. Nobody else gets at its memory.
                unsafe { std::slice::from_raw_parts(words, map.len() / 8) }
            }
        }
    }

    /// The mark of a thing, if it has any.
    pub fn get(&self, thing: u64) -> Option<Mark> {
        let word = self.words()[(thing / PER_WORD) as usize].load(Relaxed);
        match (word >> (2 * (thing % PER_WORD)) & 3) as u8 {
            0 => None,
            mark => Some(Mark(mark)),
        }
    }
}

/// Below so many words a map is not worth its system calls.
const SMALL: usize = 1 << 17;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_a_word() {
        let (first, last) = (1_u64, 1_u64 << 62);
        for number in 0..6 {
            let mark = Mark::of(number);
            let word = mark.on(first | last);
            assert_eq!(mark.within(word), first | last);
            assert_eq!(unmarked(word), LOWER & !(first | last));
            assert_eq!(Mark::of(number + 1).within(word), 0);
            assert_eq!(Mark::of(number + 2).within(word), 0);
        }
    }

    #[test]
    fn small_and_large_rooms_are_unmarked_at_first() {
        for words in [1, SMALL as u64] {
            let marks = Marks::new(words).unwrap();
            assert_eq!(marks.words().len() as u64, words);
            let last = words * PER_WORD - 1;
            assert_eq!(marks.get(last), None);
            let bits = Mark::of(7).on(1 << 62);
            marks.words()[words as usize - 1].fetch_or(bits, Relaxed);
            assert_eq!((marks.get(last), marks.get(last - 1)), (Some(Mark::of(1)), None));
        }
    }
}
