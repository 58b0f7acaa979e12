//! Reports on writing and on checking proofs.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::analyse::Proof;
use crate::analyse::proof::Checked;
use crate::check::proof::CheckError;
use crate::report::json::{self, JsonSize, PuzzleFields, milliseconds};
use crate::report::schema::{self, Schema};
use crate::report::subject::Subject;
use crate::report::words::{counted, plain};

/// Writes what was proven, and the size of the proof; nothing if a limit was met first. `to` is the
/// destination; `bytes` is the size of the file, `None` if it is not a file.
pub fn write_text(
    out: &mut dyn Write,
    subject: &Subject,
    proof: &Proof,
    to: &str,
    bytes: Option<u64>,
) -> io::Result<()> {
    if proof.stopped.is_some() {
        return Ok(());
    }
    let claim = match proof.moves {
        Some(moves) => format!("at least {}", counted(moves, "move")),
        None => "no solution".to_owned(),
    };
    writeln!(out, "{}, style {}: {claim}", plain(subject.name), subject.style)?;
    let (levels, listed) =
        (counted(proof.levels, "level"), counted(proof.configurations, "position"));
    let bytes = bytes.map(|bytes| format!(", {}", counted(bytes, "byte")));
    let bytes = bytes.unwrap_or_default();
    let kind = proof.kind.name();
    writeln!(out, "{}: {kind}, {levels}, {listed}{bytes}", plain(to))?;
    let (searched, all) = (proof.searched.as_secs_f64(), proof.elapsed.as_secs_f64());
    writeln!(out, "searched in {searched:.2} s, written after {all:.2} s")
}

/// Returns the JSON report.
pub fn json(subject: &Subject, proof: &Proof, to: &str, bytes: Option<u64>) -> impl Serialize {
    let puzzle = subject.puzzle;
    let is_written = proof.stopped.is_none();
    ProveObject {
        schema: schema::PROVE,
        about: PuzzleFields::new(puzzle, subject.file),
        style: subject.style.number(),
        proof: to.to_owned(),
        written: is_written,
        kind: is_written.then(|| proof.kind.name()),
        moves: proof.moves,
        levels: proof.levels,
        configurations: proof.configurations,
        bytes,
        searched_ms: milliseconds(proof.searched),
        elapsed_ms: milliseconds(proof.elapsed),
    }
}

/// Writes what a proof in a file proves, or its first invalid line and the reason.
pub fn write_check_text(
    out: &mut dyn Write,
    file: &str,
    checked: &Checked,
    elapsed: Duration,
) -> io::Result<()> {
    let file = plain(file);
    match checked {
        Checked::Unproven(unproven) => {
            writeln!(out, "{file}, {}", plain(&unproven.to_string()))
        }
        Checked::OtherPuzzle(puzzle) => {
            let name = plain(puzzle.name());
            let comma = if name.is_empty() { "" } else { ", " };
            writeln!(out, "{file}: it is about another puzzle{comma}{name}")
        }
        Checked::Proven(proven) => {
            let name = match proven.puzzle.name() {
                "" => &file,
                name => name,
            };
            writeln!(out, "{}, style {}: {}", plain(name), proven.style, proven.style.meaning())?;
            match proven.moves {
                Some(moves) => {
                    let moves = counted(moves, "move");
                    writeln!(out, "at least {moves}: proven; {moves}: shown")?;
                }
                None => writeln!(out, "no solution: proven")?,
            }
            let (kind, time) = (proven.kind.name(), elapsed.as_secs_f64());
            let levels = counted(proven.levels, "level");
            let listed = counted(proven.configurations, "position");
            writeln!(out, "{kind}, {levels}, {listed}, checked in {time:.2} s")
        }
    }
}

/// Returns the JSON report.
pub fn check_json(file: &str, checked: &Checked, elapsed: Duration) -> impl Serialize {
    let (mut proven, mut line, mut reason) = (None, None, None);
    let (mut puzzle, mut limit) = (None, None);
    match checked {
        Checked::Proven(found) => (proven, puzzle) = (Some(found), Some(&found.puzzle)),
        Checked::Unproven(CheckError::Refused(refused)) => {
            (line, reason) = (Some(refused.line), Some(refused.reason.to_string()));
        }
        Checked::Unproven(CheckError::Stopped { line: last, limit: stopped }) => {
            (line, limit) = (Some(*last), Some(json::limit_word(*stopped)));
        }
        Checked::OtherPuzzle(other) => {
            (puzzle, reason) = (Some(other), Some("it is about another puzzle".to_owned()));
        }
    }
    CheckProofObject {
        schema: schema::CHECK_PROOF,
        file: file.to_owned(),
        proven: proven.is_some(),
        limit,
        line,
        reason,
        puzzle: puzzle.map(|puzzle| puzzle.name().to_owned()),
        size: puzzle.map(json::size),
        start: puzzle.map(|puzzle| puzzle.shorthand(puzzle.start())),
        style: proven.map(|proven| proven.style.number()),
        kind: proven.map(|proven| proven.kind.name()),
        moves: proven.and_then(|proven| proven.moves),
        levels: proven.map(|proven| proven.levels),
        configurations: proven.map(|proven| proven.configurations),
        elapsed_ms: milliseconds(elapsed),
    }
}

#[derive(Serialize)]
struct ProveObject {
    schema: Schema,
    #[serde(flatten)]
    about: PuzzleFields,
    style: u8,
    proof: String,
    written: bool,
    kind: Option<&'static str>,
    moves: Option<u64>,
    levels: u64,
    configurations: u64,
    bytes: Option<u64>,
    searched_ms: f64,
    elapsed_ms: f64,
}

#[derive(Serialize)]
struct CheckProofObject {
    schema: Schema,
    file: String,
    proven: bool,
    limit: Option<&'static str>,
    line: Option<u64>,
    reason: Option<String>,
    puzzle: Option<String>,
    size: Option<JsonSize>,
    start: Option<String>,
    style: Option<u8>,
    kind: Option<&'static str>,
    moves: Option<u64>,
    levels: Option<u64>,
    configurations: Option<u64>,
    elapsed_ms: f64,
}
