//! What needs an operating system: the clock, threads, mapped memory, files.
//!
//! The engines use them through this module, so a target that lacks some of them needs another
//! version of it; what works with files is left out there. WebAssembly gets its memory from the allocator and the time
//! from the browser, and has one thread and no files.

mod files;
mod free;
mod journal;
mod memory;
mod pool;
mod random;

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use web_time::Instant;

pub use files::{PartialFile, read_at, sweep};
pub use free::{free, free_below};
pub use journal::JournalFile;
pub use memory::{Pages, pages};
pub use pool::{MOST_THREADS, Pool, lock, map, threads, unlocked};
pub use random::{below, mixed};

/// Building for the browser: fewer engines and code widths, and one copy of each for all styles, to
/// keep the download small. `bindings/web/README.md` has the cost.
pub const IS_WASM: bool = cfg!(target_family = "wasm");

/// Whether the processor has the instructions that processors have had for the last ten years. For
/// older ones there are few copies of the hot loops: a second copy of each lister of moves would double
/// the compile time.
pub fn has_wide_instructions() -> bool {
    #[cfg(target_arch = "x86_64")]
    let is_able = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    let is_able = !cfg!(target_family = "wasm");
    is_able
}
