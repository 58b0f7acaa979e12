//! Whole spaces, whole processes: a row a work, a column a question.
//!
//! `cargo bench --bench whole` prints the table of `docs/PERFORMANCE.md`; `cargo bench --bench whole --
//! tiles` only the works with that in their name. The questions of a work are asked in turn, some
//! times, and the median is told; the memory is that of a run of its own. If the environment's
//! `PEER` names a program that takes a style as its argument and a puzzle on standard input, as SLIDING
//! does, it is asked in the same turns, and a column tells how many times as long it takes.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A name, a style, a puzzle, and the questions that are asked of it.
type Work = (&'static str, u32, &'static str, &'static [Question]);

/// A name, and the command that asks it.
type Question = (&'static str, &'static [&'static str]);

const LEVELS: Question = ("levels", &["solve", "--exhaust", "--quiet"]);
const EXPLORE: Question = ("explore", &["explore", "--format", "json"]);
const SURVEY: Question = ("survey", &["survey", "--format", "json"]);

const KLOTSKI: &str = include_str!("../puzzles/classics/klotski.txt");
const EULER: &str = include_str!("../tests/data/classic/puzzles/euler766_hard.txt");
const APART: &str = "5 x 4\n1 = 1/1\n2 = 11/11\n3 = 11\n4 = 1\n5 = 1/1\n6 = 1/1\n7 = 1/1\n8 = 1\n\
    9 = 1\na = 1\n12563748900a\n?????????????2\n";
const EIGHT: &str = include_str!("../puzzles/tiles/8-puzzle-hardest.txt");
const TILES_2X5: &str = include_str!("../puzzles/tiles/2x5.txt");
const TILES_3X4: &str = "3 x 4\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n6 = 1\n7 = 1\n8 = 1\n9 = 1\na = 1\n\
    b = 1\n123456789ab\n123456789ab\n";
const LODZIANKA: &str = include_str!("../docs/records/lodzianka.txt");
/// 85,725,640 placements.
const DENSE: &str = "5 x 5\n1 = 11\n2 = 1/1\n3 = 1\n112122333333333\n?\n";

const WORKS: &[Work] = &[
    ("Klotski", 0, KLOTSKI, &[LEVELS, EXPLORE, SURVEY]),
    ("Klotski", 2, KLOTSKI, &[LEVELS, EXPLORE, SURVEY]),
    ("Klotski", 5, KLOTSKI, &[LEVELS, EXPLORE, SURVEY]),
    ("Klotski apart", 0, APART, &[LEVELS, EXPLORE]),
    ("Euler 766", 0, EULER, &[LEVELS, EXPLORE, SURVEY]),
    ("Euler 766", 3, EULER, &[LEVELS, EXPLORE]),
    ("Euler 766", 5, EULER, &[LEVELS, EXPLORE]),
    ("8-puzzle", 0, EIGHT, &[LEVELS, EXPLORE, SURVEY]),
    ("2x5 tiles", 0, TILES_2X5, &[LEVELS, EXPLORE, SURVEY]),
    ("3x4 tiles", 0, TILES_3X4, &[LEVELS, EXPLORE, SURVEY]),
    ("5x5, pieces alike", 0, DENSE, &[LEVELS]),
    ("5x5, pieces alike", 1, DENSE, &[LEVELS]),
    ("5x5, pieces alike", 2, DENSE, &[LEVELS]),
    ("Lodzianka", 0, LODZIANKA, &[LEVELS]),
];

/// A work is measured until it has taken so long, and three times at least.
const ENOUGH: Duration = Duration::from_secs(2);

fn main() {
    // Cargo tells benchmarks that they are some.
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let peer = std::env::var("PEER").ok();
    let heading = if peer.is_some() { " peer |" } else { "" };
    println!("| work | style | question | seconds | MB |{heading}");
    println!("| --- | ---: | --- | ---: | ---: |{}", if peer.is_some() { " ---: |" } else { "" });
    for &(name, style, puzzle, questions) in WORKS.iter().filter(|work| work.0.contains(&wanted)) {
        let style = style.to_string();
        let mut commands: Vec<Vec<&str>> = questions
            .iter()
            .map(|(_, words)| {
                [&[env!("CARGO_BIN_EXE_sliding")], *words, &["-s", &style, "-"]].concat()
            })
            .collect();
        commands.extend(peer.as_ref().map(|peer| vec![&peer[..], &style]));
        let times = medians(&commands, puzzle);
        for (i, (question, _)) in questions.iter().enumerate() {
            let megabytes = most_bytes(start(&commands[i], puzzle)) / 1e6;
            let time = times[i].as_secs_f64();
            print!("| {name} | {style} | {question} | {time:.4} | {megabytes:.0} |");
            let ratio = times.get(questions.len()).filter(|_| i == 0);
            match ratio {
                Some(peer) => println!(" {:.1} |", peer.as_secs_f64() / time),
                None if peer.is_some() => println!(" |"),
                None => println!(),
            }
        }
    }
}

fn start(command: &[&str], puzzle: &str) -> Child {
    let mut child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", command[0]));
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(puzzle.as_bytes()).expect("it reads the puzzle");
    child
}

/// The median time of each command, all of them in turn.
fn medians(commands: &[Vec<&str>], puzzle: &str) -> Vec<Duration> {
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); commands.len()];
    let begun = Instant::now();
    while times[0].len() < 3 || begun.elapsed() < ENOUGH {
        for (command, times) in commands.iter().zip(&mut times) {
            let begun = Instant::now();
            start(command, puzzle).wait().expect("it ends");
            times.push(begun.elapsed());
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

/// The most memory that a process ever held, as far as the system tells.
fn most_bytes(mut child: Child) -> f64 {
    let file = format!("/proc/{}/status", child.id());
    let mut most = 0.0_f64;
    while child.try_wait().expect("it was started").is_none() {
        let status = std::fs::read_to_string(&file).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<f64>().ok());
        most = most.max(peak.unwrap_or(0.0) * 1024.0);
        sleep(Duration::from_micros(500));
    }
    most
}
