//! Whole spaces, whole processes: a row a work, a column a question.
//!
//! `cargo bench --bench whole` prints the table of `docs/log/performance.md`; `cargo bench --bench whole --
//! tiles` only the works with that in their name. The questions of a work are asked in turn, some
//! times, and the median is reported; the memory is from a separate run. If the environment's
//! `PEERS` names a folder with other programs ([`Peer`]), they are run in the same turns, and the last columns say
//! which of them is the fastest and how many times as long as `levels` it takes.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// What is searched, and what is asked of it.
struct Work {
    name: &'static str,
    style: &'static str,
    puzzle: &'static str,
    questions: Questions,
    peers: &'static [Peer],
}

/// The commands that ask the questions, a column each.
type Questions = &'static [&'static str];

const COUNT: Questions = &["solve --exhaust --quiet"];
const MAP: Questions = &["solve --exhaust --quiet", "explore --format json"];
const ALL: Questions =
    &["solve --exhaust --quiet", "explore --format json", "components --format json"];
const COLUMNS: usize = ALL.len();

/// Another program that goes through the same configurations, given the puzzle on standard input, which it may leave
/// unread: its name in the folder of peers, and its arguments.
type Peer = &'static str;

/// The puzzle's stop cannot be reached: SLIDING ends at the first configuration that has it.
const KLOTSKI: &str = include_str!("../tests/data/classic/puzzles/klotski_all.txt");
const EULER: &str = include_str!("../tests/data/classic/puzzles/euler766_hard.txt");
const APART: &str = "5 x 4\n1 = 1/1\n2 = 11/11\n3 = 11\n4 = 1\n5 = 1/1\n6 = 1/1\n7 = 1/1\n8 = 1\n\
    9 = 1\na = 1\n12563748900a\n?????????????2\n";
const EIGHT: &str = include_str!("../puzzles/tiles/8-puzzle-hardest.txt");
const TILES_2X5: &str = include_str!("../puzzles/tiles/2x5.txt");
const TILES_3X4: &str = "3 x 4\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n6 = 1\n7 = 1\n8 = 1\n9 = 1\na = 1\n\
    b = 1\n123456789ab\n123456789ab\n";
/// The largest space of the boards in fogleman/rush's database.
const RUSH: &str = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...";
const LODZIANKA: &str = include_str!("../docs/records/lodzianka.txt");
const PELOPONES: &str = include_str!("../docs/records/pelopones.txt");
/// 85,725,640 placements; one of the dominoes that lie flat should come to the lower right corner.
const DENSE: &str = "5 x 5\n1 = 11\n2 = 1/1\n3 = 1\n112122333333333\n???????????????????????1\n";

const WORKS: &[Work] = &[
    work("Klotski", "0", KLOTSKI, ALL, &["SLIDING 0"]),
    work("Klotski", "2", KLOTSKI, ALL, &["SLIDING 2", "peer-klotski", "peer-lumi"]),
    work("Klotski", "5", KLOTSKI, ALL, &["SLIDING 5"]),
    work("Klotski apart", "0", APART, MAP, &[]),
    work("Rush Hour", "1", RUSH, MAP, &["peer-rush"]),
    work("Euler 766", "0", EULER, ALL, &["SLIDING 0"]),
    work("Euler 766", "3", EULER, MAP, &["SLIDING 3"]),
    work("Euler 766", "5", EULER, MAP, &["SLIDING 5"]),
    work("8-puzzle", "0", EIGHT, ALL, &[]),
    work("2x5 tiles", "0", TILES_2X5, ALL, &["SLIDING 0"]),
    work("3x4 tiles", "0", TILES_3X4, ALL, &["peer-tiles 3 4"]),
    work("3x4 tiles", "3", TILES_3X4, COUNT, &[]),
    work("5x5, pieces alike", "0", DENSE, MAP, &[]),
    work("5x5, pieces alike", "1", DENSE, MAP, &[]),
    work("5x5, pieces alike", "2", DENSE, MAP, &[]),
    work("Pelopones", "0", PELOPONES, MAP, &[]),
    work("Lodzianka", "0", LODZIANKA, MAP, &[]),
];

const fn work(
    name: &'static str,
    style: &'static str,
    puzzle: &'static str,
    questions: Questions,
    peers: &'static [Peer],
) -> Work {
    Work { name, style, puzzle, questions, peers }
}

/// A work is measured until it has taken so long, and three times at least.
const ENOUGH: Duration = Duration::from_secs(2);

fn main() {
    // Cargo passes this to benchmarks.
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let peers = std::env::var("PEERS").ok();
    println!(
        "| work | style | configurations | levels | MB | million/s | `explore` | MB | `survey` | MB | fastest other \
         | times |"
    );
    println!(
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    );
    for work in WORKS.iter().filter(|work| work.name.contains(&wanted)) {
        measure(work, peers.as_deref().map(Path::new));
    }
}

/// Prints the row of a work.
fn measure(work: &Work, peers: Option<&Path>) {
    let ask = |question: &&str| {
        Line::new(env!("CARGO_BIN_EXE_sliding"), &[question, "-s", work.style, "-"].join(" "))
    };
    let others = work.peers.iter().filter_map(|peer| {
        let (name, words) = peer.split_once(' ').unwrap_or((peer, ""));
        let program = peers?.join(name);
        program.exists().then(|| Line::new(&program.display().to_string(), words))
    });
    let commands: Vec<Line> = work.questions.iter().map(ask).chain(others).collect();
    let times = medians(&commands, work.puzzle);
    let (own, others) = times.split_at(work.questions.len());
    let states = configurations(work);
    print!("| {} | {} | {states} |", work.name, work.style);
    for (column, (time, command)) in own.iter().zip(&commands).enumerate() {
        let megabytes = most_bytes(command.start(work.puzzle, Stdio::null())) / 1e6;
        print!(" {} | {megabytes:.0} |", reported(*time));
        if column == 0 {
            print!(" {:.1} |", states as f64 / time.as_secs_f64() / 1e6);
        }
    }
    print!("{}", " | |".repeat(COLUMNS - own.len()));
    match others.iter().zip(&commands[own.len()..]).min() {
        Some((time, command)) => {
            let name = Path::new(&command.0[0]).file_name().unwrap_or_default().display();
            let times = time.as_secs_f64() / own[0].as_secs_f64();
            println!(" {name}, {} | {times:.1} |", reported(*time));
        }
        None => println!(" | |"),
    }
}

/// How many configurations a work has.
fn configurations(work: &Work) -> u64 {
    let words = [COUNT[0], "--format json -s", work.style, "-"].join(" ");
    let line = Line::new(env!("CARGO_BIN_EXE_sliding"), &words);
    let mut child = line.start(work.puzzle, Stdio::piped());
    let output = std::io::read_to_string(child.stdout.take().expect("a pipe")).expect("it is text");
    child.wait().expect("it ends");
    let answer: Value = serde_json::from_str(&output).expect("it is JSON");
    answer["states"].as_u64().expect("they are counted")
}

/// A time with three digits.
fn reported(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..0.01 => format!("{:.2} ms", 1e3 * seconds),
        ..0.1 => format!("{:.1} ms", 1e3 * seconds),
        ..1.0 => format!("{:.0} ms", 1e3 * seconds),
        ..10.0 => format!("{seconds:.2} s"),
        _ => format!("{seconds:.1} s"),
    }
}

/// A program and its arguments.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Line(Vec<String>);

impl Line {
    fn new(program: &str, words: &str) -> Self {
        Self([program].into_iter().chain(words.split_whitespace()).map(str::to_owned).collect())
    }

    fn start(&self, puzzle: &str, output: Stdio) -> Child {
        let mut child = Command::new(&self.0[0])
            .args(&self.0[1..])
            .stdin(Stdio::piped())
            .stdout(output)
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.0[0]));
        // A peer that knows the puzzle leaves it unread, and may have ended by now.
        let _ = child.stdin.take().expect("a pipe").write_all(puzzle.as_bytes());
        child
    }
}

/// The median time of each command, all of them in turn.
fn medians(commands: &[Line], puzzle: &str) -> Vec<Duration> {
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); commands.len()];
    let begun = Instant::now();
    while times[0].len() < 3 || begun.elapsed() < ENOUGH {
        for (command, times) in commands.iter().zip(&mut times) {
            let begun = Instant::now();
            command.start(puzzle, Stdio::null()).wait().expect("it ends");
            times.push(begun.elapsed());
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

/// The most memory that a process ever held, as far as the system says.
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
