//! A sliding-block puzzle engine.

pub mod advice;
pub mod check;
mod moves;
pub mod puzzle;
pub mod report;
pub mod search;
mod space;
mod store;

pub use puzzle::Puzzle;
pub use store::MAX_RING_WORDS;
