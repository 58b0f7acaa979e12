//! What only a machine with an operating system has: the clock, threads, memory by the page, files.
//!
//! The rest of the library asks for them here. So a target that lacks some of them needs another
//! version of this room, and of nothing else.

mod files;
mod memory;
mod share;
mod team;
mod threads;

pub use std::time::Instant;

pub use files::{Partial, read_at, sweep};
pub use memory::{Pages, free, pages, pages_of_file};
pub use share::share;
pub use team::Team;
pub use threads::{MOST_THREADS, for_each, map, threads};
