//! `sliding cluster`: processes that search together, one of them killed, and what is in their folders.

use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{array, fs};

use serde_json::Value;
use sliding::puzzle::Style;
use tempfile::TempDir;

use super::documentation::comparable;
use super::{KLOTSKI, Run, ask, command, fifteen, folder};
use crate::oracle::reference::Reference;
use crate::oracle::{random, read};

/// Names this number of processes, with ports that are free.
fn name_hosts<const N: usize>(place: &TempDir) {
    let listeners: [_; N] = array::from_fn(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    let hosts = listeners.map(|listener| format!("{}\n", listener.local_addr().unwrap()));
    fs::write(place.path().join("hosts.txt"), hosts.concat()).unwrap();
}

fn start(place: &TempDir, process: usize, words: &str) -> Child {
    let words = format!("cluster puzzle.txt --hosts hosts.txt -p {process} --threads 1 {words}");
    let mut command = command(place, &words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(child: Child) -> Run {
    child.wait_with_output().unwrap().into()
}

/// What two processes find together.
fn both(place: &TempDir, words: &str) -> Run {
    name_hosts::<2>(place);
    let [first, other] = [0, 1].map(|process| start(place, process, words)).map(ended);
    assert_eq!((other.code, &*other.out), (first.code, ""), "{words}: {}", other.err);
    first
}

/// A report in JSON without what depends on the machine.
fn found(run: &Run) -> Value {
    comparable(run.json().swap_remove(0))
}

#[test]
fn two_processes_find_the_same_as_one_machine() {
    // A random one with few positions.
    let is_small =
        |text: &String| Reference::new(&read(text)).facts(Style::SUPER_WALK, 5_000).is_some();
    let random = (3..).map(|seed| random::puzzle(seed).small).find(is_small).unwrap();
    for (puzzle, styles) in [(KLOTSKI, "03"), (&random, "25")] {
        let place = folder(&[("puzzle.txt", puzzle)]);
        for style in styles.chars() {
            let words = format!("-s {style} --format json");
            for more in ["", " --exhaust"] {
                let alone = ask(&place, &format!("solve puzzle.txt --engine sparse {words}{more}"));
                let both = both(&place, &format!("{words}{more}"));
                assert_eq!((both.code, found(&both)), (alone.code, found(&alone)), "{puzzle}");
            }
            let map = found(&both(&place, &format!("{words} --map")));
            let alone = found(&ask(&place, &format!("explore puzzle.txt {words}")));
            for field in ["positions", "moves", "goals", "from_start"] {
                assert_eq!(map[field], alone[field], "{field}: {puzzle}");
            }
        }
    }
}

#[test]
fn a_killed_process_ends_the_other_and_both_resume() {
    let place = folder(&[("puzzle.txt", &fifteen())]);
    for victim in [0, 1] {
        name_hosts::<2>(&place);
        let words = format!("-s0 --exhaust -q --disk {victim}");
        let mut processes = [0, 1].map(|process| start(&place, process, &words));
        let level = place.path().join(format!("{victim}/sliding-cluster-0-13.level"));
        while !level.exists() {
            assert!(processes[0].try_wait().unwrap().is_none());
            sleep(Duration::from_millis(1));
        }
        processes[victim].kill().unwrap();
        let begun = Instant::now();
        let [first, other] = processes;
        let left = ended(if victim == 0 { other } else { first });
        assert!(begun.elapsed() < Duration::from_secs(10));
        let named = format!("process {victim} (127.0.0.1:");
        assert!(left.code == 3 && left.err.contains(&named), "{} {}", left.code, left.err);

        let words = "-s0 --max-moves 17 --format json";
        let alone = ask(&place, &format!("solve puzzle.txt --engine sparse {words}"));
        let resumed = both(&place, &format!("{words} --disk {victim} --resume"));
        assert_eq!((3, found(&resumed)), (alone.code, found(&alone)), "{}", resumed.err);
    }
}

#[test]
fn other_searches_are_refused() {
    let place = folder(&[("puzzle.txt", KLOTSKI)]);
    assert_eq!(both(&place, "-q --max-moves 20 --disk kept").code, 3);
    let refused = |words: &str, why: &str| {
        let refused = ended(start(&place, 0, words));
        assert!(refused.code == 2 && refused.err.contains(why), "{words}: {}", refused.err);
    };
    refused("--disk kept", "there is a search already");
    refused("--disk none --resume", "there is no search");
    refused("--disk kept --resume -s3", "found `style: 2`, expected `style: 3`");
    // Written until it was stopped, and read for the path.
    assert!(both(&place, "--disk kept --resume").out.contains("81. "));
    name_hosts::<3>(&place);
    refused("--disk kept --resume", "found `processes: 2`, expected `processes: 3`");
    let [first, other] = [start(&place, 0, "-s0"), start(&place, 1, "-s3")].map(ended);
    for (run, found, expected) in [(first, 3, 0), (other, 0, 3)] {
        let why = format!("another search: found `style: {found}`, expected `style: {expected}`");
        assert!(run.code == 3 && run.err.contains(&why), "{}", run.err);
    }
}
