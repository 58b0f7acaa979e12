//! What the program SLIDING itself said, against what is said here.
//!
//! `tests/data/classic/digests.tsv` has the length and the SHA-256 of every recorded standard
//! output: SLIDING's own for styles 0 to 4, and for style 5 that of a copy whose one mistake was
//! corrected. They were made by other programs, so there is no command that writes them anew. A few
//! short outputs stand in full in `tests/data/classic/outputs`, for a difference that can be read.

use std::fs::{self, File};
use std::process::Command;

use hmac_sha256::Hash;

use crate::files;
use crate::oracle::each;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/classic");

/// A recorded run: the puzzle, the style, how much is said, the size of the ring (`-` is SLIDING's own), and whether
/// that was too small, so that the output breaks off; the length and the SHA-256 of the output.
struct Recorded<'a>([&'a str; 7]);

impl Recorded<'_> {
    /// The file of the output, if that stands in full.
    fn file(&self) -> String {
        let [name, style, verbosity, ring, overflows, ..] = self.0;
        let ring = if ring == "-" { String::new() } else { format!(".{ring}") };
        let kind = match (overflows, verbosity) {
            ("yes", _) => ".overflow",
            (_, "0") => "",
            (_, "-1") => ".quiet",
            _ => ".loud",
        };
        format!("{DATA}/outputs/{name}.{style}{ring}{kind}.out")
    }

    fn is(&self, output: &[u8]) -> bool {
        let [.., length, digest] = self.0;
        let hash: String = Hash::hash(output).iter().map(|byte| format!("{byte:02x}")).collect();
        output.len().to_string() == length && hash == digest
    }

    /// Runs the program. Returns how its output differs from the recorded one.
    fn difference(&self) -> Option<String> {
        let [name, style, verbosity, ring, overflows, ..] = self.0;
        let mut command = Command::new(env!("CARGO_BIN_EXE_sliding"));
        command.args([style, verbosity].iter().filter(|&&word| word != "0" || word == style));
        if ring != "-" {
            command.args(["--ring-words", ring]);
        }
        let puzzle = File::open(format!("{DATA}/puzzles/{name}.txt")).expect(name);
        let output = command.stdin(puzzle).output().expect("the program starts");
        let is_stopped = output.status.code() == Some(3);
        if is_stopped == (overflows == "yes") && self.is(&output.stdout) {
            return None;
        }
        let wanted = fs::read_to_string(self.file()).unwrap_or_default();
        let found = String::from_utf8_lossy(&output.stdout);
        let lines = found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted);
        Some(format!("{}: {lines:?}\n", self.file()))
    }
}

/// Puzzles whose recorded runs take half a second together and more: three quarters of the time of all.
const LONG: &[&str] = &[
    "euler313_10x9",
    "euler766_hard",
    "gnome_fortune",
    "layton_atroublesometable",
    "layton_thegreatestescape2",
    "layton_ufosos",
    "ma_all",
    "newcentury",
    "rand04",
    "rand05",
    "rand09",
    "rand15",
    "rand20",
    "rush15",
    "rush49",
];

#[test]
fn recorded_outputs_are_ours_too() {
    compare(false);
}

#[test]
#[ignore = "takes a minute"]
fn long_recorded_outputs_are_ours_too() {
    compare(true);
}

fn compare(is_long: bool) {
    let rows = files::rows(include_str!("data/classic/digests.tsv"));
    let mut recorded: Vec<_> = rows.into_iter().map(Recorded).collect();
    assert_eq!(recorded.len(), 1766);
    let in_full = recorded.iter().filter_map(|run| Some((run, fs::read(run.file()).ok()?)));
    let in_full: Vec<bool> = in_full.map(|(run, output)| run.is(&output)).collect();
    assert_eq!(in_full, [true; 25]);
    assert_eq!(fs::read_dir(format!("{DATA}/outputs")).expect("outputs").count(), in_full.len());
    recorded.retain(|Recorded([name, ..])| LONG.contains(name) == is_long);
    let different = each(&recorded, Recorded::difference);
    let different: String = different.into_iter().flatten().collect();
    assert!(different.is_empty(), "{different}");
}
