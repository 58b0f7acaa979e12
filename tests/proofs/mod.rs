//! Proofs: those that are written are taken, and what proves nothing is refused.

mod attacks;
mod family;
mod file;
mod hostile;
mod judge;

use std::io::BufRead;
use std::num::NonZeroUsize;

use sliding::Puzzle;
use sliding::analyse::{Proof, prove};
use sliding::check::proof::{CheckError, Proven, check};
use sliding::puzzle::Style;
use sliding::solve::{Budget, Disk, Query};

use crate::oracle::Engine;

/// Writes a proof.
fn written(puzzle: &Puzzle, style: Style, engine: Engine) -> (Proof, String) {
    let mut query = Query::new(puzzle, style);
    engine.ask(&mut query);
    let place = (engine == Engine::Disk).then(|| tempfile::tempdir().expect("a folder"));
    query.disk = place.as_ref().map(|place| Disk::new(place.path()));
    let (mut text, folder) = (Vec::new(), std::env::temp_dir());
    let proof = prove(&query, &budget(256 << 20, 2), &mut (), &folder, &mut text);
    let proof = proof.unwrap_or_else(|error| panic!("{error}, style {style}\n{puzzle}"));
    (proof, String::from_utf8(text).expect("text"))
}

fn budget(memory: u64, threads: usize) -> Budget {
    let mut budget = Budget::default();
    (budget.memory, budget.threads) = (memory, NonZeroUsize::new(threads));
    budget
}

fn checked(mut source: impl BufRead, budget: &Budget) -> Result<Proven, CheckError> {
    let read = |text: &str| text.parse::<Puzzle>().map_err(|error| error.to_string());
    check(&mut source, &read, budget)
}
