//! Free memory as Linux reports it, for the whole system and for the control groups of this
//! process.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path};

use super::IS_WASM;

/// Returns the bytes that this process can still use without swapping, if known: the system's
/// available memory or the rest of a control group's limit, whichever is less.
pub fn free() -> Option<u64> {
    // Systems other than Linux have no such files.
    if IS_WASM { None } else { free_below(Path::new("/")) }
}

/// Like `free`, but reads `proc` and `sys` below the folder `root`.
pub fn free_below(root: &Path) -> Option<u64> {
    let mut space = [0; SPACE];
    let of_system = read(&root.join("proc/meminfo"), &mut space).and_then(available);
    let groups = read(&root.join("proc/self/cgroup"), &mut space).unwrap_or_default();
    let of_groups = groups.lines().filter_map(|line| left_to_group(root, line));
    of_groups.chain(of_system).min()
}

/// Bytes that are read of a file. The lines wanted are in the first 2,000 bytes of each.
const SPACE: usize = 8192;

/// Reads the beginning of a file, by one system call for files of the kernel.
fn read<'s>(path: &Path, space: &'s mut [u8; SPACE]) -> Option<&'s str> {
    let length = File::open(path).and_then(|mut file| file.read(space)).ok()?;
    std::str::from_utf8(&space[..length]).ok()
}

/// Returns the value of the line `MemAvailable: NUMBER kB` in bytes.
fn available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1 << 10)
}

/// The files of one version of control groups.
struct CgroupVersion {
    /// Where the groups are mounted, below the root of the file system.
    mount: &'static str,
    limits: &'static [&'static str],
    usage: &'static str,
    /// Entries of `memory.stat` for memory of the group and its descendants that the kernel
    /// reclaims on demand: cached file pages, active or not, and reclaimable kernel memory.
    reclaimable: &'static [&'static str],
}

const FIRST: CgroupVersion = CgroupVersion {
    mount: "sys/fs/cgroup/memory",
    limits: &["memory.limit_in_bytes"],
    usage: "memory.usage_in_bytes",
    reclaimable: &["total_inactive_file", "total_active_file"],
};

const SECOND: CgroupVersion = CgroupVersion {
    mount: "sys/fs/cgroup",
    // Beyond `high` a process is not killed, but throttled to a standstill.
    limits: &["memory.max", "memory.high"],
    usage: "memory.current",
    reclaimable: &["inactive_file", "active_file", "slab_reclaimable"],
};

/// Returns what is left to a group and its ancestors, given a line `NUMBER:CONTROLLERS:PATH` of
/// `/proc/self/cgroup`.
fn left_to_group(root: &Path, line: &str) -> Option<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, path) = (fields.next()?, fields.next()?);
    let version = match controllers {
        "" => SECOND,
        names if names.split(',').any(|name| name == "memory") => FIRST,
        _ => return None,
    };
    let mount = root.join(version.mount);
    // Inside a container the path may lead outside, or be that of the host. Then some of these
    // folders do not exist, and the groups visible here start at the mount itself.
    let mut group = mount.clone();
    for name in Path::new(path).components() {
        if let Component::Normal(name) = name {
            group.push(name);
        }
    }
    let groups = group.ancestors().take_while(|group| group.starts_with(&mount));
    groups.filter_map(|group| version.left(group)).min()
}

impl CgroupVersion {
    /// Returns what is left of one group's memory, if it is limited.
    fn left(&self, group: &Path) -> Option<u64> {
        let mut limit = u64::MAX;
        for name in self.limits {
            limit = limit.min(number(&group.join(name)).unwrap_or(u64::MAX));
        }
        // A group without a limit has the word `max` instead of a number, or one near 2^63.
        if limit >= 1 << 62 {
            return None;
        }
        let mut used = number(&group.join(self.usage))?;
        let mut space = [0; SPACE];
        for line in read(&group.join("memory.stat"), &mut space).unwrap_or_default().lines() {
            if let Some((name, bytes)) = line.split_once(' ')
                && self.reclaimable.contains(&name)
            {
                used = used.saturating_sub(bytes.trim().parse().unwrap_or(0));
            }
        }
        Some(limit.saturating_sub(used))
    }
}

/// Returns the number in a file.
fn number(path: &Path) -> Option<u64> {
    read(path, &mut [0; SPACE])?.trim().parse().ok()
}
