//! `sliding cluster`: several processes with one search, killed, refused, and taken up again.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
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

/// A row of tiles with three gaps: few configurations among placements that nobody can number.
fn row() -> String {
    let names = "123456789abcdefghijklmnopqr";
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    format!("1 x 30\n{kinds}{names}\n0001?\n")
}

/// Klotski with its small blocks told apart, and the upright ones too if that is wanted.
fn apart(all: bool) -> String {
    let (second, third, fourth) = if all { ('3', '4', '6') } else { ('1', '1', '1') };
    format!(
        "5 x 4\n1 = 1/1\n2 = 11/11\n3 = 1/1\n4 = 1/1\n5 = 11\n6 = 1/1\n7 = 1\n8 = 1\n9 = 1\na = 1\n\
         12{second}{third}5{fourth}78900a\n?????????????2\n"
    )
}

/// The number at each distance, from a table that fits the memory.
fn in_memory(puzzle: &str, style: &str) -> String {
    let found = run(&["explore", "--format", "csv", "--engine", "table", "-s", style, "-"], puzzle);
    assert_eq!(found.code, 0, "{}", found.err);
    found.out
}

/// So many processes, which this machine starts itself.
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
    for told in ["positions       25955\n", "to the goal     81 moves\n", "2 processes of 1 thread"]
    {
        assert!(found.out.contains(told), "{}", found.out);
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

/// Addresses where nobody listens. The system gives such ports to nobody who asks for any.
fn hosts(processes: usize) -> String {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let base = 20_000 + std::process::id() as u16 % 100 * 100;
    let free = iter::from_fn(|| Some(base + NEXT.fetch_add(1, Relaxed) % 1000));
    let free = free.filter(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok());
    free.take(processes).map(|port| format!("127.0.0.1:{port}\n")).collect()
}

/// One of the processes of some hosts, with its output kept.
fn start(place: &Path, process: usize, puzzle: &str, more: &[&str]) -> Child {
    start_within("60", place, process, puzzle, more)
}

/// The same, if it waits for the others no longer than some seconds.
fn start_within(wait: &str, place: &Path, process: usize, puzzle: &str, more: &[&str]) -> Child {
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
fn ended(child: Child) -> (Option<i32>, String, String) {
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

#[test]
fn a_host_that_never_comes_is_named() {
    let place = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", &hosts(3))]);
    let at = path(&place, "search");
    let started = Instant::now();
    let wait = |process| start_within("1", place.path(), process, "puzzle.txt", &["--disk", &at]);
    for child in [wait(0), wait(1)] {
        let (code, out, err) = ended(child);
        assert_eq!((code, out.as_str()), (Some(3), ""), "{err}");
        assert!(err.contains("process 2 (127.0.0.1:") && err.contains("did not come"), "{err}");
    }
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn unknown_connections_are_ignored() {
    let hosts = hosts(2);
    let place = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", &hosts)]);
    let at = path(&place, "search");
    let first = start(place.path(), 0, "puzzle.txt", &["--disk", &at]);
    let address = hosts.lines().next().unwrap();
    for said in [&b"GET / HTTP/1.1\r\n\r\n"[..], b"", &[0xff; 100]] {
        let mut stranger = connected(address);
        stranger.write_all(said).unwrap();
        stranger.shutdown(std::net::Shutdown::Write).unwrap();
        // It hears nothing.
        let heard = stranger.read(&mut [0]);
        assert!(matches!(heard, Ok(0) | Err(_)), "{heard:?}");
    }
    let second = start(place.path(), 1, "puzzle.txt", &["--disk", &at]);
    assert_eq!(ended(second).0, Some(0));
    let (code, out, err) = ended(first);
    assert_eq!((code, out), (Some(0), in_memory(KLOTSKI, "2")), "{err}");
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

/// Connections that announce a message and never end it. Of each three, one is silent, one begins,
/// and one goes on with a byte now and then.
fn strangers(address: &str, number: usize) -> Strangers {
    let (leave, left) = channel();
    let mut all: Vec<TcpStream> = (0..number).map(|_| connected(address)).collect();
    let speaking = thread::spawn(move || {
        for (turn, byte) in [0, 0, 0, 100].into_iter().chain(iter::repeat(b's')).enumerate() {
            for (at, stranger) in all.iter_mut().enumerate() {
                // Those that were dropped do not hear it.
                let _ = if at % 3 == 2 || at % 3 == 1 && turn < 5 {
                    stranger.write_all(&[byte])
                } else {
                    Ok(())
                };
            }
            if left.recv_timeout(Duration::from_millis(200)) != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
    });
    Strangers { _leave: leave, speaking }
}

struct Strangers {
    /// They leave when this is gone.
    _leave: Sender<()>,
    speaking: JoinHandle<()>,
}

impl Strangers {
    fn leave(self) {
        let Strangers { _leave: leave, speaking } = self;
        drop(leave);
        speaking.join().unwrap();
    }
}

/// Connects to a process as soon as it listens.
fn connected(address: &str) -> TcpStream {
    loop {
        match TcpStream::connect(address) {
            Ok(socket) => return socket,
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    }
}

#[test]
fn strangers_do_not_delay_others() {
    let hosts = hosts(2);
    let place = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", &hosts)]);
    let at = path(&place, "search");
    let first = start(place.path(), 0, "puzzle.txt", &["--disk", &at]);
    // One after the other, these would take longer than a process waits for the others.
    let strangers = strangers(hosts.lines().next().unwrap(), 200);
    let second = start(place.path(), 1, "puzzle.txt", &["--disk", &at]);
    let (code, _, err) = ended(second);
    assert_eq!(code, Some(0), "{err}");
    let (code, out, err) = ended(first);
    assert_eq!((code, out), (Some(0), in_memory(KLOTSKI, "2")), "{err}");
    strangers.leave();
}

#[test]
fn strangers_do_not_hold_a_process_past_its_wait() {
    for number in [5, 200] {
        let hosts = hosts(2);
        let place = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", &hosts)]);
        let at = path(&place, "search");
        let begun = Instant::now();
        let first = start_within("3", place.path(), 0, "puzzle.txt", &["--disk", &at]);
        let strangers = strangers(hosts.lines().next().unwrap(), number);
        let (code, _, err) = ended(first);
        let took = begun.elapsed();
        assert_eq!(code, Some(3), "{number} strangers: {err}");
        assert!(err.contains("process 1 (") && err.contains("did not come within 3 s"), "{err}");
        assert!((3.0..10.0).contains(&took.as_secs_f64()), "{number} strangers: {took:?}");
        strangers.leave();
    }
}

/// A process that comes and then says no more does not get the whole time again.
#[test]
fn one_deadline_holds_for_the_whole_meeting() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let hosts = format!("{}\n{}", listener.local_addr().unwrap(), hosts(1));
    let place = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", &hosts)]);
    let begun = Instant::now();
    let at = path(&place, "search");
    let second = start_within("10", place.path(), 1, "puzzle.txt", &["--disk", &at]);
    thread::sleep(Duration::from_secs(4));
    let (mut socket, _) = listener.accept().unwrap();
    let mut length = [0; 4];
    socket.read_exact(&mut length).unwrap();
    let mut hello = vec![0; u32::from_be_bytes(length) as usize];
    socket.read_exact(&mut hello).unwrap();
    // It has the same search, and says so.
    let hello = String::from_utf8(hello).unwrap();
    let (search, _) = hello.rsplit_once('\n').unwrap();
    let answer = format!("{search}\n0 1 true");
    socket.write_all(&(answer.len() as u32).to_be_bytes()).unwrap();
    socket.write_all(answer.as_bytes()).unwrap();
    let (code, _, err) = ended(second);
    let took = begun.elapsed();
    assert_eq!(code, Some(3), "{err}");
    assert!(err.contains("process 0 (") && err.contains("did not meet all others"), "{err}");
    assert!((10.0..13.5).contains(&took.as_secs_f64()), "{took:?}");
}

/// Errors name a host that does not resolve, and lists that differ.
#[test]
fn what_keeps_a_process_from_coming_is_told() {
    let [port] = &hosts(1).lines().map(str::to_owned).collect::<Vec<_>>()[..] else { panic!() };
    let place = folder(&[("puzzle.txt", KLOTSKI)]);
    let at = path(&place, "search");
    let names = format!("no-such-host.invalid:1\n{port}\n");
    fs::write(place.path().join("hosts.txt"), names).unwrap();
    let alone = start_within("1", place.path(), 1, "puzzle.txt", &["--disk", &at]);
    let (code, _, err) = ended(alone);
    assert_eq!(code, Some(3), "{err}");
    assert!(err.contains("did not come within 1 s: "), "{err}");
    assert!(err.contains("lookup") || err.contains("resolve"), "{err}");
    let longer = hosts(3);
    let shorter = longer.lines().take(2).collect::<Vec<_>>().join("\n");
    let other = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", &shorter)]);
    fs::write(place.path().join("hosts.txt"), &longer).unwrap();
    let more = ["--disk", &at];
    let ending = [
        start_within("3", other.path(), 0, "puzzle.txt", &more),
        start_within("3", place.path(), 2, "puzzle.txt", &more),
    ];
    for (process, child) in ending.into_iter().enumerate() {
        let (code, _, err) = ended(child);
        assert_eq!(code, Some(2), "{process}: {err}");
        assert!(err.contains("process 2 called") || err.contains("`processes: "), "{err}");
    }
}

#[test]
fn a_process_that_resets_connections_times_out() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let hosts = format!("{}\n{}", listener.local_addr().unwrap(), hosts(1));
    let place = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", &hosts)]);
    thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            let reset = Some(Duration::ZERO);
            socket2::SockRef::from(&socket).set_linger(reset).unwrap();
        }
    });
    let hosts = path(&place, "hosts.txt");
    let (puzzle, at) = (path(&place, "puzzle.txt"), path(&place, "search"));
    let asked = ["cluster", "--wait", "1", "--hosts", &hosts, "--process", "1"];
    let found = run(&[&asked[..], &["explore", &puzzle, "--disk", &at]].concat(), "");
    assert_eq!(found.code, 3, "{}", found.err);
    assert!(found.err.contains("process 0") && found.err.contains("did not come"), "{}", found.err);
}

#[test]
fn processes_with_another_search_are_rejected() {
    let place = folder(&[("puzzle.txt", KLOTSKI), ("other.txt", PAIR)]);
    let at = path(&place, "search");
    let other = |puzzle: &str, more: &[&str], why: &str| {
        fs::write(place.path().join("hosts.txt"), hosts(3)).unwrap();
        let more = [&["--disk", &at][..], more].concat();
        let processes = [
            start(place.path(), 0, "puzzle.txt", &["--disk", &at]),
            start(place.path(), 1, puzzle, &more),
            start(place.path(), 2, "puzzle.txt", &["--disk", &at]),
        ];
        for child in processes {
            let (code, out, err) = ended(child);
            assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
            assert!(err.contains(why), "{err}");
        }
        assert!(!Path::new(&at).join("sliding-manifest").exists());
    };
    other("other.txt", &[], "has another search: found `puzzle: ");
    other("puzzle.txt", &["-s0"], "found `style: ");
    other("puzzle.txt", &["--max-moves", "7"], "`moves: 7`");
    other("puzzle.txt", &["--resume"], "`search: it is resumed`");
}

/// A process of another version, by hand.
#[test]
fn a_process_of_another_version_is_refused() {
    let hosts = hosts(2);
    let place = folder(&[("puzzle.txt", KLOTSKI), ("hosts.txt", &hosts)]);
    let first = start(place.path(), 0, "puzzle.txt", &["--disk", &path(&place, "search")]);
    let address = hosts.lines().next().unwrap();
    let mut other = connected(address);
    let mut say = |text: &str| {
        other.write_all(&(text.len() as u32).to_be_bytes()).unwrap();
        other.write_all(text.as_bytes()).unwrap();
    };
    say("sliding-cluster 3\nwho knows\n1 1 false");
    say("my folder");
    say("");
    let (code, _, err) = ended(first);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("found `sliding-cluster 3`, expected `sliding-cluster 2`"), "{err}");
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
        let told = run(&[&["cluster"][..], arguments].concat(), KLOTSKI);
        assert!(told.code == 2 && told.err.contains(why), "{arguments:?}: {}", told.err);
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
