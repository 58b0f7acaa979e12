//! Proofs, for people.

use std::io::{self, Write};

use super::{CheckReport, Outcome, ProofReport};
use crate::report::words::{counted, plain};

impl ProofReport<'_> {
    /// Writes what was proven, and how large the proof is. Where a limit came first, nothing.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str) -> io::Result<()> {
        let proof = self.proof;
        if proof.stopped.is_some() {
            return Ok(());
        }
        let claim = match proof.moves {
            Some(moves) => format!("at least {}", counted(moves, "move")),
            None => "no solution".to_owned(),
        };
        writeln!(out, "{}, style {}: {claim}", plain(name), self.style)?;
        let (levels, listed) =
            (counted(proof.levels, "level"), counted(proof.configurations, "configuration"));
        let bytes = self.bytes.map(|bytes| format!(", {}", counted(bytes, "byte")));
        let bytes = bytes.unwrap_or_default();
        let kind = proof.kind.name();
        writeln!(out, "{}: {kind}, {levels}, {listed}{bytes}", plain(self.to))?;
        let (searched, all) = (proof.searched.as_secs_f64(), proof.elapsed.as_secs_f64());
        writeln!(out, "searched in {searched:.2} s, written after {all:.2} s")
    }
}

impl CheckReport<'_> {
    /// Writes what is proven, or the line where the proof goes wrong, and how.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let file = plain(self.file);
        match self.outcome {
            Outcome::Unproven(unproven) => {
                writeln!(out, "{file}, {}", plain(&unproven.to_string()))
            }
            Outcome::OtherPuzzle(puzzle) => {
                writeln!(out, "{file}: it is about another puzzle, {}", plain(puzzle.name()))
            }
            Outcome::Proven(proven) => {
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
                let (kind, time) = (proven.kind.name(), self.elapsed.as_secs_f64());
                let levels = counted(proven.levels, "level");
                let listed = counted(proven.configurations, "configuration");
                writeln!(out, "{kind}, {levels}, {listed}, checked in {time:.2} s")
            }
        }
    }
}
