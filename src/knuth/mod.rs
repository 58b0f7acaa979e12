//! Knuth's search: SLIDING's order of discovery, in bounded memory.
//!
//! Reproducing SLIDING's output byte for byte needs its packing of positions, its order of
//! superpieces, and its ring of positions. They are kept here, apart from the faster engines, which
//! do not use them.

mod board;
mod cells;
mod ideals;
mod movers;
mod ring;
mod search;

pub use search::{CLASSIC_RING_WORDS, MAX_RING_WORDS, search};
