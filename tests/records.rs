//! `docs/records/records.tsv`: what was published, what is proven now, and how. `docs/internals/records.md` says how to
//! read it.
//!
//! To search again for all that is settled, which takes minutes:
//!
//! ```text
//! cargo test long_records -- --ignored
//! ```

use std::fs;
use std::path::Path;

use serde::Deserialize;
use sliding::Puzzle;
use sliding::puzzle::Style;

use crate::oracle::search::{SearchRequest, search};

/// A row of the table.
#[derive(Deserialize)]
struct Row {
    /// What it is about.
    name: String,
    /// The puzzle's file in `docs/records`, if there is one.
    file: String,
    style: u8,
    /// The least number of moves that is proven; empty where it is open.
    moves: Option<u64>,
    /// The proof: its size and digest, or why there is none.
    proof: String,
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/records"))
}

fn rows() -> Vec<Row> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.delimiter(b'\t').from_path(folder().join("records.tsv")).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

fn puzzle(row: &Row) -> Puzzle {
    fs::read_to_string(folder().join(&row.file)).unwrap().parse().unwrap()
}

#[test]
fn puzzles_of_records_are_there() {
    for row in rows().iter().filter(|row| !row.file.is_empty()) {
        assert_eq!(puzzle(row).name(), row.name);
    }
}

/// Everything that is settled and not too large for a proof, searched for again.
#[test]
#[ignore = "takes minutes"]
fn long_records() {
    let is_small = |row: &&Row| !row.file.is_empty() && !row.proof.starts_with("none");
    for row in rows().iter().filter(is_small) {
        let Some(moves) = row.moves else { continue };
        let mut ask = SearchRequest::new(Style::new(row.style).unwrap());
        ask.wants_solution = false;
        let answer = search(&puzzle(row), &ask, &mut ()).unwrap();
        assert_eq!(answer.moves, Some(moves), "{}", row.name);
    }
}
