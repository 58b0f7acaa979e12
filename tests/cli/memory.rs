//! `--memory` is a promise: the process stays within 5 % of it, but for what it takes whatever it is
//! reported. Linux reports how large it ever was.

#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;
use sliding::solve::FLOOR;

use super::{command, fifteen, folder, path};
use crate::oracle::each;

/// Boards with a great many moves from some configurations.
const PEBBLES_6X6: &str = include_str!("../data/memory/pebbles-6x6.txt");
const PEBBLES_6X9: &str = include_str!("../data/memory/pebbles-6x9.txt");
const RANDOM_4X51: &str = include_str!("../data/memory/random-board-4x51.txt");

/// 85,725,640 positions, nearly all of which can be reached.
const DENSE: &str = "5 x 5\n1 = 11\n2 = 1/1\n3 = 1\n112122333333333\n?\n";

/// 3,438,928 positions before the goal, and many goals.
const CLIMB: &str = include_str!("../../docs/records/climb-12.txt");

/// Fourteen different pieces go down, all together in one move.
const ROW: &str = "\
2 x 14
1 = 1
2 = 1
3 = 1
4 = 1
5 = 1
6 = 1
7 = 1
8 = 1
9 = 1
a = 1
b = 1
c = 1
d = 1
e = 1
123456789abcde
00000000000000123456789abcde
";

const MIB: u64 = 1 << 20;

/// Runs the program on a puzzle, and gives its exit code and the most bytes that it held. Something else is looked at
/// meanwhile.
fn held(puzzle: &str, words: &str, mut look: impl FnMut()) -> (i32, u64) {
    let mut child = command(crate::ROOT, words)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(puzzle.as_bytes()).expect("the program reads");
    drop(input);
    let (file, mut most) = (format!("/proc/{}/status", child.id()), 0);
    loop {
        let status = std::fs::read_to_string(&file).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0) << 10);
        look();
        if let Some(status) = child.try_wait().expect("a child") {
            return (status.code().expect("it was not killed"), most);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Bytes that a process may hold that was given this limit.
fn allowed(mebibytes: u64) -> u64 {
    mebibytes * MIB * 105 / 100 + FLOOR
}

/// Runs a command within some memory, and complains if it took more.
fn complaint(puzzle: &str, mebibytes: u64, words: &str) -> Option<String> {
    let words = format!("{words} --memory {mebibytes}MiB -");
    let (code, most) = held(puzzle, &words, || ());
    // It ends at a limit, or is refused at once; a fast machine may be done before.
    let is_kept = most <= allowed(mebibytes) && matches!(code, 0 | 3);
    (!is_kept).then(|| format!("{words}: exit code {code}, {most} bytes\n"))
}

/// Puzzles that need more than they get, each with the memory in MiB and the command.
#[test]
fn every_engine_and_command_keeps_the_memory_limit() {
    let fifteen = fifteen();
    let mut table: Vec<(&str, u64, String)> = Vec::new();
    let engines =
        ["sparse -s 0", "sparse -s 5", "meet -s 2", "ring -s 0", "ring -s 4", "dense -s 0"];
    for threads in [1, 8] {
        for engine in engines {
            let line = format!("solve --quiet --threads {threads} --engine {engine}");
            table.push((&fifteen, 48, line.clone()));
            if threads == 8 && (engine.starts_with("sparse") || engine.starts_with("ring")) {
                table.push((&fifteen, 96, format!("{line} --exhaust")));
            }
        }
        for line in ["explore -s 0", "count -s 1", "explore --all -s 0"] {
            table.push((&fifteen, 48, format!("{line} --threads {threads}")));
        }
        let (puzzle, mebibytes) = if threads == 1 { (RANDOM_4X51, 24) } else { (PEBBLES_6X9, 32) };
        for style in [0, 3, 5] {
            for engine in ["sparse", "ring"] {
                let line = format!(
                    "solve --quiet --threads {threads} --time-limit 1 --engine {engine} -s {style}"
                );
                table.push((puzzle, mebibytes, line));
            }
        }
    }
    table.push((&fifteen, 48, "solve --style all --threads 8".into()));
    for (puzzle, mebibytes) in [(&fifteen[..], 48), (DENSE, 32), (DENSE, 160)] {
        let cut = "solve --quiet --time-limit 1 --engine dense -s 0 --exhaust";
        table.push((puzzle, mebibytes, cut.into()));
    }
    table.push((&fifteen, 48, "graph -s 0 --nodes 4294967295".into()));
    // Levels from the goals, which are looked for after a search on disk, do not fit.
    let place = folder(&[]);
    let disk = format!("--disk {} --disk-limit 1GB", path(&place, "levels"));
    table.push((CLIMB, 48, format!("prove --engine sparse {disk} -o /dev/null")));
    let limited = "solve --quiet --time-limit 1 -s 3 --exhaust --threads 18446744073709551615";
    table.push((PEBBLES_6X6, 64, limited.into()));
    table.push((PEBBLES_6X6, 64, "explore --time-limit 1 -s 3".into()));
    table.push((PEBBLES_6X6, 64, "count --time-limit 1 -s 3".into()));
    // Any set of the pieces moves together.
    table.push((ROW, 32, "why -s 3".into()));
    let complaints = each(&table, |(puzzle, mebibytes, line)| complaint(puzzle, *mebibytes, line));
    let complaints: String = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "of {} cases:\n{complaints}", table.len());
}

/// What a search takes of memory and of its folder, looked at all the time.
#[test]
fn memory_and_disk_limits_hold_together() {
    for (threads, mebibytes, limit) in [("8", 40, 30_000_000), ("1", 24, 10_000_000)] {
        let place = folder(&[]);
        let at = path(&place, "search");
        let line = format!(
            "solve -s0 --exhaust --quiet --engine sparse --threads {threads} --memory {mebibytes}MiB \
             --disk-limit {limit} --disk {at} -"
        );
        let mut full = 0;
        let (code, most) = held(&fifteen(), &line, || {
            // Files come and go while they are looked at.
            let entries = std::fs::read_dir(&at).into_iter().flatten().flatten();
            let bytes = entries.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum();
            full = u64::max(full, bytes);
        });
        let case = format!("{line}: exit code {code}, {most} bytes held, {full} in the folder");
        assert!(code == 3 && most <= allowed(mebibytes), "{case}");
        // The state is a few lines for each file, twice while it is written.
        assert!(full <= limit + 64_000 && full > limit / 2, "{case}");
    }
}

/// A proof that packs to some kilobytes, and whose lines are far longer than the board.
#[test]
fn a_packed_proof_of_very_long_lines_is_refused_within_the_memory() {
    let begin = "sliding-proof 1\nstyle: 0\nclaim: none\nkind: closed\npuzzle:\n\
                 1 x 3\n1 = 1\n2 = 1\n12\n21\n\npart: start\nlevel: 0 40\n";
    let line = format!("{}\n", "0".repeat(8 << 20));
    let folder = folder(&[]);
    let proof = path(&folder, "long.proof.gz");
    let file = std::fs::File::create(&proof).unwrap();
    let mut packer = GzEncoder::new(file, Compression::best());
    packer.write_all(format!("{begin}{}", line.repeat(40)).as_bytes()).unwrap();
    assert!(packer.finish().unwrap().metadata().unwrap().len() < 1_000_000);
    let (code, most) = held("", &format!("verify --memory 32MiB {proof}"), || ());
    assert_eq!(code, 1);
    assert!(most <= allowed(32), "{most} bytes were held");
}

#[test]
fn reports_to_a_file_are_streamed() {
    // Eight pieces, each of which goes one step to the right, in any order.
    let (start, goal) = ("10".repeat(8), "01".repeat(8));
    let puzzle = format!("8 x 2\n1 = 1\n{start}\n{goal}\n");
    let folder = folder(&[]);
    let most = |name: &str, limit: &str| {
        let file = path(&folder, name);
        let list = format!("count -s 0 --threads 1 --list {limit} -o {file} -");
        let (code, most) = held(&puzzle, &list, || ());
        assert_eq!(code, 0);
        (std::fs::metadata(file).expect("a report").len(), most)
    };
    let (_, least) = most("one.json", "1");
    let (written, most) = most("many.json", "12000");
    assert!(written > 8 * MIB, "{written} bytes");
    assert!(most < least + 4 * MIB, "{least} and {most} bytes");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
}
