//! What needs an operating system: the clock, threads, mapped memory, files.
//!
//! The engines use them through this module, so a target that lacks some of them needs another
//! version of it; what works with files is left out there. WebAssembly gets its memory from the allocator and the time
//! from the browser, and has one thread and no files.

mod files;
#[cfg(target_os = "linux")]
mod free;
#[cfg(target_family = "wasm")]
mod heap;
mod journal;
mod lock;
#[cfg(not(target_family = "wasm"))]
mod memory;
mod random;
mod team;
mod threads;

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use web_time::Instant;

pub use files::{PartialFile, read_at, sweep};
#[cfg(target_os = "linux")]
pub use free::{free, free_below};
#[cfg(target_family = "wasm")]
pub use heap::{Pages, free, pages};
pub use journal::JournalFile;
pub use lock::{lock, unlocked};
#[cfg(all(not(target_family = "wasm"), not(target_os = "linux")))]
pub use memory::free;
#[cfg(not(target_family = "wasm"))]
pub use memory::{Pages, pages};
pub use random::{below, mixed};
pub use team::Team;
pub use threads::{MOST_THREADS, for_each, map, share, share_parts, threads};

/// Building for the browser: fewer engines and code widths, and one copy of each for all styles, to
/// keep the download small. `bindings/web/README.md` has the cost.
pub const IS_WASM: bool = cfg!(target_family = "wasm");
