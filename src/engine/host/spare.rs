//! Folders for files that do not fit memory. Many systems keep temporary files in memory
//! themselves.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Types of file systems that are in memory.
const IN_MEMORY: [&str; 3] = ["tmpfs", "ramfs", "devtmpfs"];

/// Returns folders for temporary files, the most suitable first: the one set by the user or the
/// system, one that survives a reboot, and the working folder. None of these is in memory, as far
/// as that is known.
pub fn spare_folders() -> Vec<PathBuf> {
    let lasting = cfg!(unix).then(|| PathBuf::from("/var/tmp"));
    let all = [env::temp_dir()].into_iter().chain(lasting).chain(env::current_dir().ok());
    // Only Linux has this list, and other systems keep no temporary files in memory.
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    on_disk(all, &mounts)
}

/// Returns those folders that exist and are not in memory, given the text of Linux's list of
/// mounts.
fn on_disk(folders: impl IntoIterator<Item = PathBuf>, mounts: &str) -> Vec<PathBuf> {
    let there = folders.into_iter().filter_map(|folder| fs::canonicalize(folder).ok());
    there.filter(|folder| !is_in_memory(folder, mounts)).collect()
}

/// Whether a folder, given without symbolic links, is on a file system in memory.
fn is_in_memory(folder: &Path, mounts: &str) -> bool {
    let mounts = mounts.lines().filter_map(mount).filter(|(place, _)| folder.starts_with(place));
    // The last mount at one place hides the others.
    let own = mounts.max_by_key(|(place, _)| place.components().count());
    own.is_some_and(|(_, system)| IN_MEMORY.contains(&system))
}

/// Returns the mount point and the type of the file system from a line `ID PARENT DEVICE ROOT PLACE
/// OPTIONS [FIELDS] - KIND SOURCE OPTIONS`.
fn mount(line: &str) -> Option<(PathBuf, &str)> {
    let (before, behind) = line.split_once(" - ")?;
    Some((unescaped(before.split(' ').nth(4)?), behind.split(' ').next()?))
}

/// Decodes a path in which spaces and the like are escaped as three octal digits, `\040`.
fn unescaped(path: &str) -> PathBuf {
    let (mut bytes, mut rest) = (Vec::new(), path.as_bytes());
    while let [first, others @ ..] = rest {
        let code = (*first == b'\\').then(|| others.get(..3)).flatten();
        let code = code.and_then(|code| u8::from_str_radix(str::from_utf8(code).ok()?, 8).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &others[3..] } else { others };
    }
    #[cfg(unix)]
    let path: OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    #[cfg(not(unix))]
    let path: OsString = String::from_utf8_lossy(&bytes).into_owned().into();
    path.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 27 0:25 / /tmp rw,nosuid - tmpfs tmpfs rw,size=24684084k
31 30 8:1 / /tmp/with\\040space rw shared:7 master:2 - xfs /dev/sdb1 rw
32 27 0:26 / /mnt rw - ext4 /dev/sdc rw
33 27 0:27 / /mnt rw - ramfs none rw
34 27 0:28 / /data rw - tmpfs none rw
35 27 0:29 / /data rw - btrfs /dev/sdd rw
";

    #[test]
    fn file_systems_in_memory_are_recognised() {
        for (folder, is_in) in [
            ("/", false),
            ("/var/tmp", false),
            ("/tmp", true),
            ("/tmp/deep/below", true),
            ("/tmpfs", false),
            ("/tmp/with space/x", false),
            ("/tmp/with", true),
            ("/mnt/x", true),
            ("/data/x", false),
        ] {
            assert_eq!(is_in_memory(Path::new(folder), MOUNTS), is_in, "{folder}");
            assert!(!is_in_memory(Path::new(folder), ""), "{folder}");
        }
        assert!(!is_in_memory(Path::new("/tmp"), "nothing\n1 2 - \n - tmpfs\n"));
    }

    #[test]
    fn spare_folders_are_on_disk_and_in_their_order() {
        let [first, second, third] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let folders = [&first, &second, &third].map(|folder| folder.path().canonicalize().unwrap());
        let line =
            |folder: &Path, kind| format!("1 2 0:1 / {} rw - {kind} x rw\n", folder.display());
        let mounts = format!("1 2 0:1 / / rw - ext4 x rw\n{}", line(&folders[0], "tmpfs"));
        let missing = first.path().join("missing");
        let all = || folders.clone().into_iter().chain([missing.clone()]);
        assert_eq!(on_disk(all(), &mounts), folders[1..]);
        assert_eq!(on_disk(all(), ""), folders);
        assert_eq!(on_disk(all(), &line(Path::new("/"), "tmpfs")), Vec::<PathBuf>::new());
    }
}
