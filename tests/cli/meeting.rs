//! How the processes of a search meet: strangers, hosts that do not come, other searches, and the
//! time that the processes have.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fs, iter};

use super::cluster::{ended, hosts, in_memory, start, start_within};
use super::{KLOTSKI, PAIR, folder, path, run};

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
fn what_keeps_a_process_from_coming_is_reported() {
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

/// In a separate network nothing answers when a host is looked up, which takes the system longer
/// than the process waits.
#[test]
#[cfg(target_os = "linux")]
fn looking_up_a_host_does_not_hold_a_process_past_its_wait() {
    const NETWORK: &str = "mount --bind resolv.conf /etc/resolv.conf && ip link set lo up && \
                           ip route add 192.0.2.1 dev lo";
    let unshare = |run: &str| {
        let place = folder(&[
            ("puzzle.txt", KLOTSKI),
            ("hosts.txt", "silent.example:2101\n127.0.0.1:2102\n"),
            ("resolv.conf", "nameserver 192.0.2.1\noptions timeout:9 attempts:2\n"),
        ]);
        let all =
            ["--map-root-user", "--net", "--mount", "sh", "-c", &format!("{NETWORK} && {run}")];
        let output = Command::new("unshare").args(all).current_dir(place.path()).output();
        output.map(|output| (output.status.code(), String::from_utf8(output.stderr).unwrap()))
    };
    if !matches!(unshare("true"), Ok((Some(0), _))) {
        eprintln!("skipped: a separate network is not permitted here");
        return;
    }
    let begun = Instant::now();
    let program = env!("CARGO_BIN_EXE_sliding");
    let asked = "cluster --wait 2 --hosts hosts.txt --process 1 explore puzzle.txt --disk search";
    let (code, err) = unshare(&format!("{program} {asked}")).unwrap();
    let took = begun.elapsed();
    assert_eq!(code, Some(3), "{err}");
    assert!(err.contains("did not come within 2 s: the system was still looking up"), "{err}");
    assert!((2.0..8.0).contains(&took.as_secs_f64()), "{took:?}");
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
