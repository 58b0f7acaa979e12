//! Reports on writing and on checking proofs.

use crate::analyse::Proof;
use crate::analyse::proof::Checked;
use crate::check::proof::{CheckError, ProvenKind};
use crate::report::*;

/// A proof that was written, or that a limit left unwritten.
pub struct ProofReport<'a> {
    /// The puzzle.
    pub subject: Subject<'a>,
    /// The proof.
    pub proof: &'a Proof,
    /// Its destination.
    pub to: &'a str,
    /// The size of the file; `None` if it is no file.
    pub bytes: Option<u64>,
}

impl Report for ProofReport<'_> {
    /// Writes what was proven, and the size of the proof; nothing if a limit was met first.
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let ProofReport { subject, proof, to, bytes } = self;
        if proof.stopped.is_some() {
            return Ok(());
        }
        let claim = match proof.moves {
            Some(moves) => format!("at least {}", counted(moves, "move")),
            None => "no solution".to_owned(),
        };
        writeln!(out, "{}, style {}: {claim}", plain(subject.name), subject.style)?;
        let listed = content(proof.kind, proof.levels, proof.configurations);
        let bytes = bytes.map(|bytes| format!(", {}", counted(bytes, "byte")));
        writeln!(out, "{}: {listed}{}", plain(to), bytes.unwrap_or_default())?;
        let (searched, all) = (proof.searched.as_secs_f64(), proof.elapsed.as_secs_f64());
        writeln!(out, "searched in {searched:.2} s, written after {all:.2} s")
    }

    fn json(&self) -> Object {
        let ProofReport { subject, proof, to, bytes } = self;
        let is_written = proof.stopped.is_none();
        subject.object("sliding/prove/1").and(object! {
            "proof": to,
            "written": is_written,
            "kind": is_written.then(|| proof.kind.name()),
            "moves": proof.moves,
            "levels": proof.levels,
            "positions": proof.configurations,
            "bytes": bytes,
            "searched_ms": milliseconds(proof.searched),
            "elapsed_ms": milliseconds(proof.elapsed),
        })
    }
}

/// Describes what a proof lists: `81 levels from the start, 23792 positions`.
fn content(kind: ProvenKind, levels: u64, positions: u64) -> String {
    let which = match kind {
        ProvenKind::Levels => "from the start",
        ProvenKind::Closed => "in all",
        ProvenKind::TwoSided => "from both ends",
    };
    format!("{} {which}, {}", counted(levels, "level"), counted(positions, "position"))
}

/// What was found about a proof in a file.
pub struct CheckedReport<'a> {
    /// The file.
    pub file: &'a str,
    /// What it proves, or why it proves nothing.
    pub checked: &'a Checked,
    /// The time taken.
    pub elapsed: Duration,
}

impl Report for CheckedReport<'_> {
    /// Writes what the proof proves, or its first invalid line and the reason.
    fn text(&self, out: &mut dyn Write, _: Look) -> io::Result<()> {
        let file = plain(self.file);
        match self.checked {
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
                writeln!(
                    out,
                    "{}, style {}: {}",
                    plain(name),
                    proven.style,
                    proven.style.meaning()
                )?;
                match proven.moves {
                    Some(moves) => {
                        let moves = counted(moves, "move");
                        writeln!(out, "at least {moves}: proven; {moves}: shown")?;
                    }
                    None => writeln!(out, "no solution: proven")?,
                }
                let listed = content(proven.kind, proven.levels, proven.configurations);
                writeln!(out, "{listed}, checked in {:.2} s", self.elapsed.as_secs_f64())
            }
        }
    }

    fn json(&self) -> Object {
        let (mut proven, mut line, mut reason) = (None, None, None);
        let (mut puzzle, mut limit) = (None, None);
        match self.checked {
            Checked::Proven(found) => (proven, puzzle) = (Some(found), Some(&found.puzzle)),
            Checked::Unproven(CheckError::Refused(refused)) => {
                (line, reason) = (Some(refused.line), Some(refused.reason.to_string()));
            }
            Checked::Unproven(CheckError::Stopped { line: last, limit: stopped }) => {
                (line, limit) = (Some(*last), Some(limit_word(*stopped)));
            }
            Checked::OtherPuzzle(other) => {
                (puzzle, reason) = (Some(other), Some("it is about another puzzle".to_owned()));
            }
        }
        object! {
            "schema": "sliding/verify/1",
            "file": self.file,
            "proven": proven.is_some(),
            "limit": limit,
            "line": line,
            "reason": reason,
            "puzzle": puzzle.map(|puzzle| puzzle.name()),
            "size": puzzle.map(|puzzle| puzzle.size()),
            "start": puzzle.map(|puzzle| puzzle.shorthand(puzzle.start())),
            "style": proven.map(|proven| proven.style),
            "kind": proven.map(|proven| proven.kind.name()),
            "moves": proven.and_then(|proven| proven.moves),
            "levels": proven.map(|proven| proven.levels),
            "positions": proven.map(|proven| proven.configurations),
            "elapsed_ms": milliseconds(self.elapsed),
        }
    }
}
