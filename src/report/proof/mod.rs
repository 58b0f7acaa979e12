//! Proofs that were written, and what came of checking one: text and JSON.

mod json;
mod text;

use std::time::Duration;

use crate::analyse::Proof;
use crate::check::proof::{Proven, Unproven};
use crate::puzzle::{Puzzle, Style};

pub use json::{CheckProof, Prove};

/// A proof that was written.
pub struct ProofReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The meaning of one move.
    pub style: Style,
    /// The proof.
    pub proof: &'a Proof,
    /// Where it was written to.
    pub to: &'a str,
    /// The bytes of the file; `None` where they went to something that is no file.
    pub bytes: Option<u64>,
}

/// What came of checking a proof.
pub struct CheckReport<'a> {
    /// Where it was read from.
    pub file: &'a str,
    /// What is proven, or why nothing is.
    pub outcome: Outcome<'a>,
    /// The time taken.
    pub elapsed: Duration,
}

/// Whether something is proven.
#[derive(Clone, Copy)]
pub enum Outcome<'a> {
    /// This is.
    Proven(&'a Proven),
    /// Nothing is, for this reason: the proof is refused, or a limit came first.
    Unproven(&'a Unproven),
    /// It is about this puzzle, and not about the one that was asked for.
    OtherPuzzle(&'a Puzzle),
}
