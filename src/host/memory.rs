//! Memory that the system gives by the page.

use std::io;
use std::path::Path;

use memmap2::MmapMut;

/// Bytes that are all 0 at first. The system gives them page by page, and only as far as they are
/// used.
pub type Pages = MmapMut;

/// So many bytes. The pages are large where there are such, which saves look-ups of addresses.
///
/// # Errors
///
/// Where the system refuses so much memory.
pub fn pages(bytes: usize) -> io::Result<Pages> {
    let map = MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Ok(map)
}

/// So many bytes in a nameless file in a folder, which vanishes with the process.
///
/// # Errors
///
/// Where the file cannot be made, extended or mapped.
pub fn pages_of_file(bytes: usize, folder: &Path) -> io::Result<Pages> {
    let file = tempfile::tempfile_in(folder)?;
    file.set_len(bytes as u64)?;
    // SAFETY: the file has no name, so nobody else can change or shorten it while it is mapped.
    unsafe { MmapMut::map_mut(&file) }
}

/// Bytes of memory that a process may still take without anything being written to disk for it, where
/// that is known: what the system has free, or what is left to the group that the process is in.
pub fn free() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let read = |path: &str| std::fs::read_to_string(path).ok();
        let of_system = read("/proc/meminfo").as_deref().and_then(available);
        let number = |path: &str| read(path).and_then(|text| text.trim().parse::<u64>().ok());
        // A group without a limit has the word `max` in place of a number.
        let limit = number("/sys/fs/cgroup/memory.max");
        let of_group = limit.map(|limit| {
            limit.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0))
        });
        [of_system, of_group].into_iter().flatten().min()
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// The line `MemAvailable: NUMBER kB` of what the system says, in bytes.
#[cfg(target_os = "linux")]
fn available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1 << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_free_is_found() {
        let text = "MemTotal: 100 kB\nMemFree:  7 kB\nMemAvailable:     42 kB\n";
        assert_eq!(available(text), Some(42 << 10));
        assert_eq!(available("MemTotal: 100 kB\n"), None);
        assert!(free().is_some_and(|free| free > 1 << 20));
    }
}
