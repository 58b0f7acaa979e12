//! Where positions are kept. This room knows words and levels, but nothing of puzzles.

mod planes;
mod ring;
mod words;

pub use planes::{Mark, MarkSlice, Marks, PER_WORD, Plane};
pub use ring::{Full, Ring, Seen};
pub use words::{MAX_RING_WORDS, Words};
