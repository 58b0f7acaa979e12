//! How much memory is taken. An input that asks for more than it should is a failure, as is one that
//! leads to a wrong answer.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, with a count of what is held.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that are held.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// The most that were held since [`within`] last began.
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// More is never given, so that a bad input ends the program and not the machine.
const MOST: usize = 4 << 30;

/// Counts bytes, if they may be given.
fn take(bytes: usize) -> bool {
    let held = HELD.fetch_add(bytes, Relaxed).saturating_add(bytes);
    if held > MOST {
        HELD.fetch_sub(bytes, Relaxed);
        return false;
    }
    PEAK.fetch_max(held, Relaxed);
    true
}

/// Takes bytes for a block that is null if it was not made.
fn counted(bytes: usize, make: impl FnOnce() -> *mut u8) -> *mut u8 {
    if !take(bytes) {
        return std::ptr::null_mut();
    }
    let block = make();
    if block.is_null() {
        HELD.fetch_sub(bytes, Relaxed);
    }
    block
}

// SAFETY: All blocks come from the system's allocator and go back to it, with their own layouts.
// The counts beside it are atomic numbers and never unwind.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller keeps the rules.
        counted(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller keeps the rules.
        counted(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: The caller keeps the rules, and the block is the system's.
        unsafe { System.dealloc(block, layout) };
        HELD.fetch_sub(layout.size(), Relaxed);
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While a block is moved, both are held.
        // SAFETY: The caller keeps the rules, and the block is the system's.
        let moved = counted(size, || unsafe { System.realloc(block, layout, size) });
        if !moved.is_null() {
            HELD.fetch_sub(layout.size(), Relaxed);
        }
        moved
    }
}

/// Runs something that may allocate this number of bytes at a time, besides what is held already.
///
/// # Panics
///
/// If it takes more.
pub fn within<T>(most: u64, run: impl FnOnce() -> T) -> T {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = run();
    let taken = PEAK.load(Relaxed).saturating_sub(before) as u64;
    assert!(taken <= most, "{taken} bytes were allocated, but {most} were allowed");
    result
}

/// Does the same for all memory that is in use, mapped pages included. On other systems than Linux
/// it sees only what is allocated.
pub fn resident_within<T>(most: u64, run: impl FnOnce() -> T) -> T {
    let before = begin();
    let result = within(most, run);
    if let (Some(before), Some(peak)) = (before, status("VmHWM:")) {
        let taken = peak.saturating_sub(before);
        assert!(taken <= most, "{taken} bytes were in use, but {most} were allowed");
    }
    result
}

/// Forgets the peak, and gives what is in use now.
fn begin() -> Option<u64> {
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    status("VmRSS:")
}

fn status(key: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix(key))?;
    Some(value.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All in one test: what is counted is the program's.
    #[test]
    fn too_much_memory_is_reported() {
        let hold = |bytes: usize| std::hint::black_box(vec![0u8; bytes]).len();
        assert_eq!(within(40 << 20, || hold(32 << 20)), 32 << 20);
        let fails = |run: fn(u64, fn() -> usize) -> usize, take: fn() -> usize| {
            std::panic::catch_unwind(|| run(16 << 20, take)).is_err()
        };
        assert!(fails(within, || std::hint::black_box(vec![0u8; 32 << 20]).len()));
        assert!(fails(resident_within, || std::hint::black_box(vec![1u8; 32 << 20]).len()));
    }
}
