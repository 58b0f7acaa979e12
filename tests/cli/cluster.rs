//! `sliding cluster`: several processes with one search, killed, and taken up again.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
use std::thread;
use std::time::Duration;
use std::{fs, iter};

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::{HOPELESS, KLOTSKI, PAIR, Run, command, folder, path, run};

/// Two million configurations, on 61 levels: some seconds.
const TILES: &str = include_str!("../../puzzles/tiles/2x5.txt");

/// With a gate.
const GATED: &str = include_str!("../data/gates/bus-lane.txt");

/// All styles.
const STYLES: [&str; 6] = ["0", "1", "2", "3", "4", "5"];

/// A row of tiles with three gaps: few configurations among placements that cannot be numbered.
fn row() -> String {
    let names = "123456789abcdefghijklmnopqr";
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    format!("1 x 30\n{kinds}{names}\n0001?\n")
}

/// Klotski with its small blocks distinguished, and the upright ones too if that is wanted.
fn apart(all: bool) -> String {
    let (second, third, fourth) = if all { ('3', '4', '6') } else { ('1', '1', '1') };
    format!(
        "5 x 4\n1 = 1/1\n2 = 11/11\n3 = 1/1\n4 = 1/1\n5 = 11\n6 = 1/1\n7 = 1\n8 = 1\n9 = 1\na = 1\n\
         12{second}{third}5{fourth}78900a\n?????????????2\n"
    )
}

/// The number at each distance, from a table that fits the memory.
pub fn in_memory(puzzle: &str, style: &str) -> String {
    let found = run(&["explore", "--format", "csv", "--engine", "table", "-s", style, "-"], puzzle);
    assert_eq!(found.code, 0, "{}", found.err);
    found.out
}

/// This number of processes, which this machine starts itself.
fn local(processes: usize, puzzle: &str, style: &str, folder: &str, more: &[&str]) -> Run {
    let number = processes.to_string();
    let all = ["cluster", "--local", &number, "explore", "-", "--format", "csv", "--threads", "1"];
    let all = [&all[..], &["-s", style, "--disk", folder], more].concat();
    run(&all, puzzle)
}

#[test]
fn processes_count_the_same_as_in_memory() {
    for (puzzle, processes) in [(KLOTSKI, 2), (GATED, 4), (&row(), 1), (HOPELESS, 2), (PAIR, 4)] {
        for style in STYLES {
            let place = folder(&[]);
            let found = local(processes, puzzle, style, &path(&place, "search"), &[]);
            let case = format!("{processes} processes, style {style}\n{puzzle}{}", found.err);
            assert_eq!((found.code, &found.out), (0, &in_memory(puzzle, style)), "{case}");
        }
    }
}

#[test]
fn large_spaces_are_counted_by_any_number_of_processes() {
    for (puzzle, style) in [(TILES, "0"), (&apart(false), "2")] {
        let expected = in_memory(puzzle, style);
        for processes in [1, 2, 4] {
            let place = folder(&[]);
            let found = local(processes, puzzle, style, &path(&place, "search"), &[]);
            let case = format!("{processes} processes\n{puzzle}{}", found.err);
            assert_eq!((found.code, &found.out), (0, &expected), "{case}");
        }
    }
}

#[test]
#[ignore = "takes many minutes"]
fn long_the_largest_spaces_are_counted_by_two_and_four_processes() {
    let mut tiles: String = "123456789ab".chars().map(|name| format!("{name} = 1\n")).collect();
    tiles = format!("3 x 4\n{tiles}0123456789ab\n0ba987654321\n");
    let styles = STYLES.iter().map(|&style| (TILES.to_owned(), style));
    let apart = STYLES.iter().map(|&style| (apart(false), style));
    let most = [(tiles, "0"), (self::apart(true), "0")];
    for (puzzle, style) in styles.chain(apart).chain(most) {
        let expected = in_memory(&puzzle, style);
        for processes in [2, 4] {
            let place = folder(&[]);
            let found = local(processes, &puzzle, style, &path(&place, "search"), &[]);
            let case = format!("{processes} processes, style {style}\n{puzzle}{}", found.err);
            assert_eq!((found.code, &found.out), (0, &expected), "{case}");
        }
    }
}

#[test]
fn the_report_has_the_results() {
    let place = folder(&[("mine.txt", "not touched")]);
    let at = path(&place, "");
    let all = ["cluster", "--local", "2", "explore", "-", "-s2", "--threads", "1", "--disk", &at];
    let found = run(&all, KLOTSKI);
    assert_eq!(found.code, 0, "{}", found.err);
    for reported in
        ["positions       25955\n", "to the goal     81 moves\n", "2 processes of 1 thread"]
    {
        assert!(found.out.contains(reported), "{}", found.out);
    }
    // The same is drawn of the farthest as by one process.
    let whole = run(&["explore", "-s2", "--engine", "table", "-"], KLOTSKI);
    let farthest = |text: &str| {
        let behind = text.split_once("\nfarthest").unwrap().1.to_owned();
        behind.split("\nhardest").next().unwrap().to_owned()
    };
    assert_eq!(farthest(&found.out), farthest(&whole.out));
    assert_eq!(fs::read_to_string(place.path().join("mine.txt")).unwrap(), "not touched");
    // It can be asked again, as all is known; by another number as well.
    let again = local(3, KLOTSKI, "2", &at, &["--resume"]);
    assert_eq!((again.code, again.out), (0, in_memory(KLOTSKI, "2")), "{}", again.err);
}

/// Addresses where no process listens. The system gives such ports to no process that asks for any.
pub fn hosts(processes: usize) -> String {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let base = 20_000 + std::process::id() as u16 % 100 * 100;
    let free = iter::from_fn(|| Some(base + NEXT.fetch_add(1, Relaxed) % 1000));
    let free = free.filter(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok());
    free.take(processes).map(|port| format!("127.0.0.1:{port}\n")).collect()
}

/// One of the processes of some hosts, with its output kept.
pub fn start(place: &Path, process: usize, puzzle: &str, more: &[&str]) -> Child {
    start_within("60", place, process, puzzle, more)
}

/// The same, if it waits for the others no longer than some seconds.
pub fn start_within(
    wait: &str,
    place: &Path,
    process: usize,
    puzzle: &str,
    more: &[&str],
) -> Child {
    let at = |name: &str| place.join(name).to_str().unwrap().to_owned();
    let (hosts, puzzle, number) = (at("hosts.txt"), at(puzzle), process.to_string());
    let all = ["cluster", "--wait", wait, "--hosts", &hosts, "--process", &number, "explore"];
    command(&[&all[..], &[&puzzle, "--format", "csv", "--threads", "1"], more].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// How a process ended.
pub fn ended(child: Child) -> (Option<i32>, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Kills one of four processes some time after they were begun, and has others go on.
fn is_killed(times: usize, seed: u64) {
    let expected = in_memory(TILES, "0");
    let mut random = Pcg64::new(seed.into(), 0);
    let place = folder(&[("puzzle.txt", TILES)]);
    let at = path(&place, "search");
    for turn in 0..times {
        fs::write(place.path().join("hosts.txt"), hosts(4)).unwrap();
        let resumes = Path::new(&at).join("sliding-manifest").exists();
        let more = ["-s0", "--disk", &at, "--resume"];
        let more = &more[..if resumes { 4 } else { 3 }];
        let mut processes: Vec<_> =
            (0..4).map(|process| start(place.path(), process, "puzzle.txt", more)).collect();
        thread::sleep(Duration::from_millis(200 + random.next_u64() % 1500));
        let victim = random.next_u64() as usize % 4;
        processes[victim].kill().unwrap();
        for (process, child) in processes.into_iter().enumerate() {
            let (code, out, err) = ended(child);
            let case = format!("seed {seed}, turn {turn}, process {process} of 4: {code:?} {err}");
            if process == victim {
                continue;
            }
            if code == Some(0) {
                assert!(process != 0 || out == expected, "{case}");
                continue;
            }
            assert!(matches!(code, Some(2 | 3)) && out.is_empty(), "{case}");
            let named = format!("process {victim} (127.0.0.1:");
            assert!(err.contains(&named) || err.contains("refuses"), "{case}");
        }
        if turn % 2 == 1 {
            let resumes = Path::new(&at).join("sliding-manifest").exists();
            let more: &[&str] = if resumes { &["--resume"] } else { &[] };
            let done = local(1 + turn / 2 % 4, TILES, "0", &at, more);
            assert_eq!(done.out, expected, "seed {seed}, turn {turn}: {}", done.err);
            fs::remove_dir_all(&at).unwrap();
        }
    }
}

#[test]
fn other_processes_continue_if_one_is_killed() {
    is_killed(4, 1);
}

#[test]
#[ignore = "takes minutes"]
fn long_other_processes_continue_if_some_are_killed_often() {
    is_killed(40, 1);
}

/// As two machines are, by addresses of their own.
#[test]
#[cfg(target_os = "linux")]
fn processes_at_two_addresses_count_the_same_as_in_memory() {
    let [first, second] = ["127.0.0.1", "127.0.0.2"].map(|address| {
        let port = TcpListener::bind((address, 0)).unwrap().local_addr().unwrap().port();
        format!("{address}:{port}\n")
    });
    let place = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", &(first + &second))]);
    let folders = [path(&place, "here"), path(&place, "there")];
    let start = |process: usize, more: &[&str]| {
        let more = [&["--disk", &folders[process]], more].concat();
        start(place.path(), process, "puzzle.txt", &more)
    };
    for (more, code) in [(&["--max-moves", "20"][..], 3), (&["--resume"], 0)] {
        let [one, other] = [0, 1].map(|process| start(process, more));
        let (found, out, err) = ended(one);
        assert_eq!((found, ended(other).0), (Some(code), Some(code)), "{err}");
        assert_eq!(code == 0, out == in_memory(KLOTSKI, "2"), "{out}");
    }
}

#[test]
fn unsuitable_folders_are_rejected_unchanged() {
    let place = folder(&[]);
    let at = path(&place, "");
    let refused = |puzzle: &str, style: &str, more: &[&str], why: &str| {
        let before = fs::read_dir(place.path()).unwrap().count();
        let refused = local(2, puzzle, style, &at, more);
        assert!(refused.code == 2 && refused.out.is_empty(), "{}", refused.err);
        assert!(refused.err.contains(why), "{}", refused.err);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), before.max(2));
    };
    refused(KLOTSKI, "0", &["--resume"], "there is no search in this folder");
    assert_eq!(local(2, KLOTSKI, "0", &at, &["--max-moves", "20"]).code, 3);
    refused(KLOTSKI, "0", &[], "there is a search in this folder already");
    refused(PAIR, "0", &["--resume"], "it has another search: found `puzzle: ");
    refused(KLOTSKI, "1", &["--resume"], "found `style: 0`, expected `style: 1`");
    let alone = run(&["solve", "-s0", "--exhaust", "--disk", &at, "--resume", "-"], KLOTSKI);
    assert!(
        alone.err.contains("found `sliding-cluster 2`, expected `sliding-disk"),
        "{}",
        alone.err
    );
    let manifest = place.path().join("sliding-manifest");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("sliding-cluster 2", "sliding-cluster 3")).unwrap();
    refused(KLOTSKI, "0", &["--resume"], "found `sliding-cluster 3`, expected `sliding-cluster 2`");
    fs::write(&manifest, text.replace("counts: 1", "counts: 2")).unwrap();
    refused(KLOTSKI, "0", &["--resume"], "its text was changed");
    fs::write(&manifest, &text).unwrap();
    let done = local(4, KLOTSKI, "0", &at, &["--resume"]);
    assert_eq!((done.code, done.out), (0, in_memory(KLOTSKI, "0")), "{}", done.err);
    // Nor does it take the folder of a search by one process.
    let alone = folder(&[]);
    let at = path(&alone, "");
    run(&["solve", "-s0", "--exhaust", "--max-moves", "5", "--disk", &at, "-"], KLOTSKI);
    let refused = local(2, KLOTSKI, "0", &at, &["--resume"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("expected `sliding-cluster 2`"), "{}", refused.err);
}

#[test]
fn two_searches_cannot_use_one_folder() {
    let place = folder(&[]);
    let at = path(&place, "");
    let lock = fs::File::create(place.path().join("sliding-lock")).unwrap();
    lock.lock().unwrap();
    for processes in [1, 3] {
        let refused = local(processes, KLOTSKI, "0", &at, &[]);
        assert_eq!(refused.code, 2, "{}", refused.err);
        assert!(refused.err.contains("another search is using this folder"), "{}", refused.err);
    }
    // Closing it would not do while another test starts a program, which has it as well until it runs.
    lock.unlock().unwrap();
    assert_eq!(local(3, KLOTSKI, "0", &at, &[]).code, 0);
}

#[test]
fn changed_files_are_detected_before_use() {
    let place = folder(&[]);
    let at = path(&place, "");
    assert_eq!(local(2, KLOTSKI, "0", &at, &["--max-moves", "60"]).code, 3);
    let expected = in_memory(KLOTSKI, "0");
    let mut random = Pcg64::new(9, 0);
    let names = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".codes"));
    names.sort();
    assert!(names.len() >= 4, "{names:?}");
    for turn in 0..12 {
        let file = place.path().join(&names[random.next_u64() as usize % names.len()]);
        let sound = fs::read(&file).unwrap();
        let at_byte = random.next_u64() as usize % sound.len();
        let mut damaged = sound.clone();
        match turn {
            0 => damaged.truncate(at_byte),
            1 => damaged.clear(),
            _ => damaged[at_byte] ^= 1 << (random.next_u64() % 8),
        }
        fs::write(&file, &damaged).unwrap();
        let found = local(1 + turn % 3, KLOTSKI, "0", &at, &["--resume"]);
        let case = format!("turn {turn}, {file:?}, byte {at_byte}: {}", found.err);
        assert!(matches!(found.code, 2 | 3) && found.err.contains("damaged"), "{case}");
        assert!(expected.starts_with(&found.out), "{case}");
        fs::write(&file, &sound).unwrap();
    }
    fs::remove_file(place.path().join(&names[0])).unwrap();
    let found = local(2, KLOTSKI, "0", &at, &["--resume"]);
    assert!(found.code == 2 && found.err.contains("is missing"), "{}", found.err);
}

#[test]
fn a_search_resumes_when_there_is_disk_space() {
    let place = folder(&[]);
    let at = path(&place, "");
    let stopped = local(2, TILES, "0", &at, &["--disk-limit", "600kB"]);
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    assert!(stopped.err.contains("--resume"), "{}", stopped.err);
    let sizes = fs::read_dir(place.path()).unwrap().map(|e| e.unwrap().metadata().unwrap().len());
    // The manifest is some lines more.
    assert!(sizes.sum::<u64>() <= 600_000 + 20_000);
    let done = local(3, TILES, "0", &at, &["--resume"]);
    assert_eq!((done.code, done.out), (0, in_memory(TILES, "0")), "{}", done.err);
}

#[test]
fn bad_usage_is_reported() {
    let place = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", "127.0.0.1:1\nhere\n")]);
    let (hosts, puzzle) = (path(&place, "hosts.txt"), path(&place, "puzzle.txt"));
    let at = path(&place, "search");
    let refused = |arguments: &[&str], why: &str| {
        let reported = run(&[&["cluster"][..], arguments].concat(), KLOTSKI);
        assert!(
            reported.code == 2 && reported.err.contains(why),
            "{arguments:?}: {}",
            reported.err
        );
    };
    let work = ["explore", &puzzle, "--disk", &at];
    refused(&work, "--hosts");
    refused(&[&["--hosts", &hosts][..], &work].concat(), "--process");
    refused(&[&["--hosts", &hosts, "--process", "0"][..], &work].concat(), "line 2: expected host");
    refused(&[&["--local", "0"][..], &work].concat(), "from 1 to 1024");
    refused(&[&["--local", "2", "--process", "1"][..], &work].concat(), "cannot be used");
    refused(&["--local", "2", "explore", &puzzle], "--disk");
    fs::write(&hosts, "127.0.0.1:1\n").unwrap();
    refused(&[&["--hosts", &hosts, "--process", "1"][..], &work].concat(), "no process 1");
    refused(&["--local", "2", "explore", "-", "--disk", &at, "--start", "nonsense"], "--start");
}
