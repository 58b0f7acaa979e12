//! Free memory as Linux reports it, for the whole system and for the control groups of this
//! process.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path};

/// Returns the bytes that this process can still use without swapping, if known: the system's
/// available memory or the rest of a control group's limit, whichever is less.
pub fn free() -> Option<u64> {
    free_below(Path::new("/"))
}

/// Like [`free`], but reads `proc` and `sys` below the folder `root`.
fn free_below(root: &Path) -> Option<u64> {
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
    let mut folder = mount.clone();
    let names = Path::new(path).components().filter_map(|component| match component {
        Component::Normal(name) => Some(name),
        _ => None,
    });
    let below = names.map(|name| {
        folder.push(name);
        folder.clone()
    });
    let folders = [mount].into_iter().chain(below.collect::<Vec<_>>());
    folders.filter_map(|folder| version.left(&folder)).min()
}

impl CgroupVersion {
    /// Returns what is left of one group's memory, if it is limited.
    fn left(&self, group: &Path) -> Option<u64> {
        let mut space = [0; SPACE];
        let mut number =
            |name: &str| read(&group.join(name), &mut space)?.trim().parse::<u64>().ok();
        // A group without a limit has the word `max` instead of a number, or one near 2^63.
        let limits = self.limits.iter().filter_map(|name| number(name));
        let limit = limits.min().filter(|&limit| limit < 1 << 62)?;
        let used = number(self.usage)?;
        let stat = read(&group.join("memory.stat"), &mut space).unwrap_or_default();
        let of_line = |line: &str| {
            let (name, bytes) = line.split_once(' ')?;
            self.reclaimable.contains(&name).then(|| bytes.trim().parse::<u64>().ok())?
        };
        let reclaimable = stat.lines().filter_map(of_line).fold(0, u64::saturating_add);
        Some(limit.saturating_sub(used.saturating_sub(reclaimable)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Builds a temporary tree with these files, each with its text.
    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let tree = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let path = tree.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        tree
    }

    fn free_in(files: &[(&str, &str)]) -> Option<u64> {
        free_below(tree(files).path())
    }

    const MEMINFO: (&str, &str) =
        ("proc/meminfo", "MemTotal: 9000 kB\nMemFree:  7 kB\nMemAvailable:     4200 kB\n");

    #[test]
    fn free_memory_is_the_smallest_limit() {
        assert_eq!(free_in(&[MEMINFO]), Some(4200 << 10));
        assert_eq!(free_in(&[("proc/meminfo", "MemTotal: 100 kB\n")]), None);
        assert!(free().is_some_and(|free| free > 1 << 20));
    }

    #[test]
    fn cached_files_do_not_count_as_used() {
        let stat = "anon 1000\nfile 900000\ninactive_file 600000\nactive_file 300000\n\
                    shmem 500\nslab_reclaimable 90\nslab_unreclaimable 10\n";
        let mut files = vec![
            MEMINFO,
            ("proc/self/cgroup", "0::/\n"),
            ("sys/fs/cgroup/memory.max", "1000000\n"),
            ("sys/fs/cgroup/memory.current", "999000\n"),
        ];
        assert_eq!(free_in(&files), Some(1_000));
        files.push(("sys/fs/cgroup/memory.stat", stat));
        assert_eq!(free_in(&files), Some(1_000 + 900_090));
        // The files are not read at one moment, so reclaimable memory may exceed the usage.
        files[3].1 = "500\n";
        assert_eq!(free_in(&files), Some(1_000_000));
        files[2].1 = "max\n";
        assert_eq!(free_in(&files), Some(4200 << 10));
        files.push(("sys/fs/cgroup/memory.high", "600\n"));
        files[3].1 = "900590\n";
        assert_eq!(free_in(&files), Some(100));
    }

    #[test]
    fn the_tightest_group_counts() {
        let group = |max: &'static str| {
            [
                MEMINFO,
                ("proc/self/cgroup", "0::/user/app.scope/inner\n"),
                ("sys/fs/cgroup/user/memory.max", "900000\n"),
                ("sys/fs/cgroup/user/memory.current", "500000\n"),
                ("sys/fs/cgroup/user/app.scope/memory.max", max),
                ("sys/fs/cgroup/user/app.scope/memory.current", "200000\n"),
                ("sys/fs/cgroup/user/app.scope/inner/memory.max", "max\n"),
                ("sys/fs/cgroup/user/app.scope/inner/memory.current", "100000\n"),
                // Other groups.
                ("sys/fs/cgroup/other/memory.max", "1\n"),
                ("sys/fs/cgroup/other/memory.current", "1\n"),
            ]
        };
        assert_eq!(free_in(&group("max\n")), Some(400_000));
        assert_eq!(free_in(&group("500000\n")), Some(300_000));
        assert_eq!(free_in(&group("100000\n")), Some(0));
    }

    #[test]
    fn groups_of_version_one_are_read() {
        let groups = "9:name=systemd:/x\n4:cpu,memory:/box/job\n1:cpuset:/box\n0::/\n";
        let stat = "inactive_file 1\ntotal_inactive_file 4000\ntotal_active_file 2000\n";
        let mut files = vec![
            MEMINFO,
            ("proc/self/cgroup", groups),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "100\n"),
            ("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "20000\n"),
            ("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "9000\n"),
            ("sys/fs/cgroup/memory/box/memory.stat", stat),
        ];
        assert_eq!(free_in(&files), Some(20_000 - 3_000));
        // In a container the mount shows the group itself, whatever its path outside.
        files[1].1 = "4:memory:/docker/0123abcd\n";
        files[2].1 = "5000\n";
        assert_eq!(free_in(&files), Some(4_900));
        files[1].1 = "4:memory:/../../outside\n";
        assert_eq!(free_in(&files), Some(4_900));
    }
}
