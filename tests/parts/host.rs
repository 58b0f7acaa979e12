//! Threads, memory and files.

use std::convert::Infallible;
use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

use sliding::solve::{Budget, Stopped};
use sliding::testing::{Guard, JournalFile, PartialFile, Pool, map, sweep};

#[test]
fn all_threads_of_a_pool_do_every_job() {
    for members in [1, 2, 5] {
        let mut pool = Pool::new(members);
        let mut sums = [0; 5];
        for round in 0..1000 {
            // Waiting members fall asleep.
            sleep(Duration::from_millis(if round % 250 == 0 { 5 } else { 0 }));
            pool.each(sums.iter_mut(), |at, sum| *sum += at * round);
        }
        assert_eq!(sums, [0, 1, 2, 3, 4].map(|at| at * 500 * 999));
    }
}

#[test]
fn a_panic_of_any_member_is_that_of_the_job() {
    for failing in 0..3 {
        let mut pool = Pool::new(3);
        let job = AssertUnwindSafe(|| pool.each(0..3, |at, _| assert_ne!(at, failing)));
        catch_unwind(job).expect_err("one of them panics");
    }
}

#[test]
fn results_are_those_of_one_thread() {
    let squares: Vec<u32> = (0..1000).map(|n| n * n).collect();
    for threads in [0, 1, 3, 100] {
        assert_eq!(map(threads, 0..1000_u32, |n| n * n), squares);
        assert!(map(threads, 0..0_u32, |n| n).is_empty());
        let mut sums = vec![0; threads.max(1)];
        let add = |sum: &mut usize, task: usize| *sum += task;
        let mut pool = Pool::new(threads);
        let goes_on = pool.share(&mut sums, 1000, add, &mut |_| Ok::<(), Infallible>(()));
        assert_eq!(goes_on, Ok(()));
        assert_eq!(sums.iter().sum::<usize>(), 1000 * 999 / 2);
        assert_eq!(pool.share(&mut sums, 9, add, &mut |_| Err(7)), Err(7));
    }
}

#[test]
fn memory_is_reclaimed_before_a_search_is_stopped() {
    let (budget, spare) = (Budget::default(), AtomicU64::new(30));
    let reclaim = |wanted: u64| {
        let given = wanted.min(spare.load(Relaxed));
        spare.fetch_sub(given, Relaxed);
        given
    };
    let guard = Guard::new(&budget, 100, 90, &reclaim);
    assert!(guard.try_reserve(10) && guard.try_reserve(25));
    assert_eq!(guard.held(), 100);
    assert!(!guard.try_reserve(6));
    assert_eq!(guard.verdict(), Ok(()));
    guard.release(50);
    guard.reserve(56);
    assert_eq!(guard.verdict(), Err(Stopped::Memory));
}

#[test]
fn a_journal_is_begun_anew_where_its_first_line_is_incomplete() {
    let (folder, head) = (tempfile::tempdir().unwrap(), "sliding-hunt 2 this hunt");
    let path = folder.path().join("journal");
    for (text, is_own) in [("", true), (&head[..5], true), (head, true), ("a letter", false)] {
        fs::write(&path, text).unwrap();
        let opened = JournalFile::open(&path, "hunt", head, |_| Some(()));
        assert_eq!(opened.is_ok(), is_own, "{text}");
        let whole = format!("{head}\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), if is_own { &whole } else { text });
    }
}

#[test]
fn files_are_complete_or_absent_and_only_half_written_ones_are_swept() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let others =
        ["a.pdb", "a.pdb.part", "a.pdb.12.part", "a.pdb.1-x.part", "a.txt.1-2.part", "1-2.part"];
    for name in others.into_iter().chain(["a.pdb.12-0.part"]) {
        fs::write(at(name), "").unwrap();
    }
    fs::create_dir(at("b.pdb.1-2.part")).unwrap();
    let mut alive = PartialFile::of(&at("c.pdb")).unwrap();
    sweep(folder.path(), ".pdb");
    assert!(!at("a.pdb.12-0.part").exists() && at("b.pdb.1-2.part").exists());
    assert!(others.iter().all(|name| at(name).exists()));
    alive.write_all(b"whole").unwrap();
    assert!(!at("c.pdb").exists());
    alive.finish().unwrap();
    drop(PartialFile::of(&at("c.pdb")).unwrap());
    assert_eq!(fs::read(at("c.pdb")).unwrap(), b"whole");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), others.len() + 2);
}

/// What a Linux system reports as free whose files are these: on each line a path and a text, with `;`
/// for the ends of its lines.
#[cfg(target_os = "linux")]
fn free(files: &str) -> Option<u64> {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in files.lines().filter_map(|line| line.trim().split_once(": ")) {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace(';', "\n")).unwrap();
    }
    sliding::testing::free_below(root.path())
}

#[cfg(target_os = "linux")]
#[test]
fn free_memory_is_what_is_left_to_the_system_and_to_each_group() {
    let all = 4200 << 10;
    let system = "proc/meminfo: MemTotal: 9000 kB;MemFree:  7 kB;MemAvailable:     4200 kB;";
    assert_eq!(free("proc/meminfo: MemTotal: 100 kB;"), None);
    assert_eq!(free(system), Some(all));
    let one = "proc/self/cgroup: 0::/;
        sys/fs/cgroup/memory.max: MAX;
        sys/fs/cgroup/memory.high: HIGH;
        sys/fs/cgroup/memory.current: USED;
        sys/fs/cgroup/memory.stat: anon 1000;file 900000;inactive_file 600000;active_file 300000;shmem 500;slab_reclaimable 90;slab_unreclaimable 10;";
    let nested = "proc/self/cgroup: 0::/user/app.scope/inner;
        sys/fs/cgroup/user/memory.max: 900000;
        sys/fs/cgroup/user/memory.current: 500000;
        sys/fs/cgroup/user/app.scope/memory.max: MAX;
        sys/fs/cgroup/user/app.scope/memory.current: 200000;
        sys/fs/cgroup/user/app.scope/inner/memory.max: HIGH;
        sys/fs/cgroup/user/app.scope/inner/memory.current: USED;
        sys/fs/cgroup/other/memory.max: 1;
        sys/fs/cgroup/other/memory.current: 1;";
    // Version one. In a container the mount is the group itself, whatever its path outside.
    let old = "proc/self/cgroup: 9:name=systemd:/x;4:cpu,memory:USED;1:cpuset:/box;0::/;
        sys/fs/cgroup/memory/memory.limit_in_bytes: MAX;
        sys/fs/cgroup/memory/memory.usage_in_bytes: 100;
        sys/fs/cgroup/memory/box/memory.limit_in_bytes: 20000;
        sys/fs/cgroup/memory/box/memory.usage_in_bytes: 9000;
        sys/fs/cgroup/memory/box/memory.stat: inactive_file 1;total_inactive_file 4000;total_active_file 2000;";
    let none = "9223372036854771712";
    for (files, max, high, used, left) in [
        (one, "1000000", "max", "999000", 1000 + 900_090),
        // The files are not read at one moment.
        (one, "1000000", "max", "500", 1_000_000),
        (one, "max", "max", "500", all),
        (one, "max", "600", "900590", 100),
        (nested, "max", "max", "100000", 400_000),
        (nested, "500000", "max", "100000", 300_000),
        (nested, "100000", "max", "100000", 0),
        (old, none, "", "/box/job", 20_000 - 3000),
        (old, "5000", "", "/docker/0123abcd", 4900),
        (old, "5000", "", "/../../outside", 4900),
    ] {
        let files = files.replace("MAX", max).replace("HIGH", high).replace("USED", used);
        assert_eq!(free(&format!("{system}\n{files}")), Some(left), "{files}");
    }
}
