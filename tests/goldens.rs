//! What the program SLIDING itself said, against what is said here.
//!
//! `tests/data/classic/digests.tsv` has the length and the SHA-256 of every recorded standard
//! output: SLIDING's own for styles 0 to 4, and for style 5 that of a copy whose one mistake was
//! corrected. They were made by other programs, so there is no command that writes them anew. A few
//! short outputs stand in full in `tests/data/classic/outputs`, for a difference that can be read.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ask::{SearchRequest, search};
use hmac_sha256::Hash;
use sliding::puzzle::{Configuration, Style};
use sliding::report::classic::Classic;
use sliding::solve::{Engine, Found, Observer, Status, Stopped};
use sliding::{CLASSIC_RING_WORDS, Puzzle};

use crate::parallel;

/// One recorded run.
struct Recorded {
    name: String,
    style: u8,
    verbosity: i32,
    /// Size of the ring; `None` for SLIDING's own.
    ring_words: Option<u64>,
    /// Whether the ring was too small, so that the output breaks off.
    overflows: bool,
    length: usize,
    sha256: String,
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/classic")
}

fn recorded() -> Vec<Recorded> {
    let table = fs::read_to_string(data().join("digests.tsv")).expect("digests.tsv");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, style, verbosity, ring, overflow, length, sha256] = columns[..] else {
            panic!("seven columns in `{line}`");
        };
        Recorded {
            name: name.into(),
            style: style.parse().unwrap(),
            verbosity: verbosity.parse().unwrap(),
            ring_words: ring.parse().ok(),
            overflows: overflow == "yes",
            length: length.parse().unwrap(),
            sha256: sha256.into(),
        }
    });
    rows.collect()
}

impl Recorded {
    /// The name of the file that would have the output in full.
    fn file_name(&self) -> String {
        let Self { name, style, .. } = self;
        let ring = self.ring_words.map_or(String::new(), |words| format!(".{words}"));
        let kind = match (self.overflows, self.verbosity) {
            (true, _) => ".overflow",
            (_, 0) => "",
            (_, verbosity) => [".quiet", ".loud"][usize::from(verbosity > 0)],
        };
        format!("{name}.{style}{ring}{kind}.out")
    }

    fn puzzle_text(&self) -> String {
        let path = data().join("puzzles").join(format!("{}.txt", self.name));
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Whether `output` is what was recorded; if not, how it differs.
    fn compare(&self, output: &[u8]) -> Result<(), String> {
        let digest = Hash::hash(output);
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        if output.len() == self.length && digest == self.sha256 {
            return Ok(());
        }
        let difference = match fs::read(data().join("outputs").join(self.file_name())) {
            Ok(wanted) => first_difference(output, &wanted),
            Err(_) => format!("{} bytes instead of {}", output.len(), self.length),
        };
        Err(format!("{}: {difference}", self.file_name()))
    }
}

fn first_difference(output: &[u8], wanted: &[u8]) -> String {
    let (output, wanted) = (String::from_utf8_lossy(output), String::from_utf8_lossy(wanted));
    let (mut ours, mut theirs) = (output.split('\n'), wanted.split('\n'));
    let mut number = 0;
    loop {
        number += 1;
        match (ours.next(), theirs.next()) {
            (Some(ours), Some(theirs)) if ours == theirs => {}
            (None, None) => return "other bytes, but the same text".into(),
            (ours, theirs) => return format!("line {number}: {ours:?} instead of {theirs:?}"),
        }
    }
}

/// Recorded runs that differ only in how much is reported: one search serves them all.
struct Together<'a> {
    cases: &'a [&'a Recorded],
    reports: Vec<Classic<'a, &'a mut Vec<u8>>>,
    /// Whether a configuration was found at this distance already.
    is_found: bool,
}

impl Together<'_> {
    fn report(&mut self, to: impl Fn(i32) -> bool, what: impl Fn(&mut dyn Observer)) {
        let reported = self.cases.iter().zip(&mut self.reports);
        reported.filter(|(case, _)| to(case.verbosity)).for_each(|(_, report)| what(report));
    }
}

impl Observer for Together<'_> {
    fn wants_every(&self) -> bool {
        self.reports.iter().any(|report| report.wants_every())
    }

    fn level_begins(&mut self, distance: u64) {
        self.is_found = false;
        self.report(|_| true, |report| report.level_begins(distance));
    }

    fn found(&mut self, found: &Found) {
        let is_first = !std::mem::replace(&mut self.is_found, true);
        self.report(|verbosity| is_first || verbosity > 0, |report| report.found(found));
    }

    fn level_ends(&mut self, distance: u64, configurations: u64) {
        self.report(|_| true, |report| report.level_ends(distance, configurations));
    }

    fn goal_met(&mut self, distance: u64) {
        self.report(|_| true, |report| report.goal_met(distance));
    }

    fn retraced(&mut self, distance: u64, configuration: &Configuration) {
        self.report(|verbosity| verbosity >= 0, |report| report.retraced(distance, configuration));
    }

    fn forgotten(&mut self, distance: u64) {
        self.report(|verbosity| verbosity >= 0, |report| report.forgotten(distance));
    }
}

/// Runs cases of one puzzle, style and ring through the library.
fn run(cases: &[&Recorded]) -> Vec<String> {
    let [first, ..] = cases else { unreachable!("a case at least") };
    let puzzle: Puzzle = first.puzzle_text().parse().unwrap();
    let style = Style::new(first.style).expect("a style");
    let mut request = SearchRequest::new(style);
    request.wants_solution = cases.iter().any(|case| case.verbosity >= 0);
    request.engine = Engine::Ring;
    request.ring_words = Some(first.ring_words.unwrap_or(CLASSIC_RING_WORDS));
    let mut outputs = vec![Vec::new(); cases.len()];
    let reports = cases.iter().zip(&mut outputs);
    let reports = reports.map(|(case, output)| Classic::new(&puzzle, case.verbosity, output));
    let mut together = Together { cases, reports: reports.collect(), is_found: false };
    together.reports.iter_mut().for_each(|report| report.begin(style));
    let outcome = search(&puzzle, &request, &mut together).unwrap();
    together.reports.into_iter().for_each(|report| report.end(&outcome).unwrap());

    let mut failures = Vec::new();
    if (outcome.status == Status::Stopped(Stopped::Memory)) != first.overflows {
        failures.push(format!("{}: it ended with {:?}", first.file_name(), outcome.status));
    }
    let compared = cases.iter().zip(&outputs).map(|(case, output)| case.compare(output));
    failures.extend(compared.filter_map(Result::err));
    failures
}

#[test]
fn every_recorded_output_is_ours_too() {
    let search = |case: &Recorded| (case.name.clone(), case.style, case.ring_words);
    let cases = recorded();
    assert_eq!(cases.len(), 1766);
    let cases: Vec<&Recorded> = cases.iter().collect();
    let searches: Vec<&[&Recorded]> = cases.chunk_by(|a, b| search(a) == search(b)).collect();
    let failures = parallel::each(&searches, |cases| run(cases)).concat();
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_output_in_full_is_the_recorded_one() {
    let cases = recorded();
    let folder = fs::read_dir(data().join("outputs")).expect("outputs");
    let files: Vec<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files.len(), 25);
    for file in files {
        let case = cases.iter().find(|case| case.file_name() == file);
        let case = case.unwrap_or_else(|| panic!("{file} is not in digests.tsv"));
        case.compare(&fs::read(data().join("outputs").join(&file)).unwrap()).unwrap();
    }
}

#[test]
fn the_program_says_it_on_standard_output() {
    let cases = recorded();
    let folder = fs::read_dir(data().join("outputs")).expect("outputs");
    for entry in folder {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let case = cases.iter().find(|case| case.file_name() == file).expect("in digests.tsv");
        let mut arguments = vec![case.style.to_string()];
        if case.verbosity != 0 {
            arguments.push(case.verbosity.to_string());
        }
        if let Some(words) = case.ring_words {
            arguments.extend(["--ring-words".into(), words.to_string()]);
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_sliding"))
            .args(&arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(case.puzzle_text().as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        case.compare(&output.stdout)
            .unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{complaint}"));
    }
}
