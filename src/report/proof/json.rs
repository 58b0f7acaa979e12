//! Proofs, for programs.

use serde::Serialize;

use super::{CheckReport, Outcome, ProofReport};
use crate::check::proof::Unproven;
use crate::report::json::{self, Size, Understanding, milliseconds};
use crate::report::schema::{self, Schema};

/// A proof that was written, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Prove {
    schema: Schema,
    puzzle: String,
    file: String,
    size: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<Understanding>,
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

/// What came of checking a proof, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct CheckProof {
    schema: Schema,
    file: String,
    proven: bool,
    limit: Option<&'static str>,
    line: Option<u64>,
    reason: Option<String>,
    puzzle: Option<String>,
    size: Option<Size>,
    start: Option<String>,
    style: Option<u8>,
    kind: Option<&'static str>,
    moves: Option<u64>,
    levels: Option<u64>,
    configurations: Option<u64>,
    elapsed_ms: f64,
}

impl ProofReport<'_> {
    /// All for programs; `file` is where the puzzle was read from.
    pub fn json(&self, file: &str) -> Prove {
        let (puzzle, proof) = (self.puzzle, self.proof);
        let is_written = proof.stopped.is_none();
        Prove {
            schema: schema::PROVE,
            puzzle: puzzle.name().to_owned(),
            file: file.to_owned(),
            size: json::size(puzzle),
            read_as: Understanding::of(puzzle),
            style: self.style.number(),
            proof: self.to.to_owned(),
            written: is_written,
            kind: is_written.then(|| proof.kind.name()),
            moves: proof.moves,
            levels: proof.levels,
            configurations: proof.configurations,
            bytes: self.bytes,
            searched_ms: milliseconds(proof.searched),
            elapsed_ms: milliseconds(proof.elapsed),
        }
    }
}

impl CheckReport<'_> {
    /// All for programs.
    pub fn json(&self) -> CheckProof {
        let (mut proven, mut line, mut reason) = (None, None, None);
        let (mut puzzle, mut limit) = (None, None);
        match self.outcome {
            Outcome::Proven(found) => (proven, puzzle) = (Some(found), Some(&found.puzzle)),
            Outcome::Unproven(Unproven::Refused(refused)) => {
                (line, reason) = (Some(refused.line), Some(refused.reason.to_string()));
            }
            Outcome::Unproven(&Unproven::Stopped { line: last, limit: stopped }) => {
                (line, limit) = (Some(last), Some(json::limit_word(stopped)));
            }
            Outcome::OtherPuzzle(other) => {
                (puzzle, reason) = (Some(other), Some("it is about another puzzle".to_owned()));
            }
        }
        CheckProof {
            schema: schema::CHECK_PROOF,
            file: self.file.to_owned(),
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
            elapsed_ms: milliseconds(self.elapsed),
        }
    }
}
