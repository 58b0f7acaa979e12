//! Where positions are kept. This room knows words and levels, but nothing of puzzles.

mod marks;
mod ring;
mod words;

pub use marks::{Mark, Marks, PER_WORD, unmarked};
pub use ring::{Full, Ring, Seen};
pub use words::{MAX_RING_WORDS, Words};
