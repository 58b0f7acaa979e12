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
use sliding::solve::{Budget, Disk, Engine, Query};

/// Writes a proof.
fn written(puzzle: &Puzzle, style: Style, engine: Engine) -> (Proof, String) {
    let mut query = Query::new(puzzle, style);
    query.engine = engine;
    let place = (engine == Engine::Disk).then(|| tempfile::tempdir().expect("a folder"));
    query.disk = place.as_ref().map(|place| Disk::new(place.path()));
    let mut budget = Budget::default();
    budget.memory = 256 << 20;
    budget.threads = NonZeroUsize::new(2);
    let mut text = Vec::new();
    let folder = std::env::temp_dir();
    let proof = prove(&query, &budget, &mut (), &folder, &mut text);
    let proof = proof.unwrap_or_else(|error| panic!("{error}, style {style}\n{puzzle}"));
    (proof, String::from_utf8(text).expect("text"))
}

fn checked(text: &[u8]) -> Result<Proven, CheckError> {
    let mut budget = Budget::default();
    budget.threads = NonZeroUsize::new(2);
    checked_within(&mut &text[..], &budget)
}

fn checked_within(source: &mut dyn BufRead, budget: &Budget) -> Result<Proven, CheckError> {
    let read = |text: &str| text.parse::<Puzzle>().map_err(|error| error.to_string());
    check(source, &read, budget)
}
