//! `docs/records/records.tsv`: what was published, what is proven now, and how. `docs/internals/records.md` says how to
//! read it.
//!
//! To search again for all that is settled, which takes minutes:
//!
//! ```text
//! cargo test long_records -- --ignored
//! ```

use sliding::Puzzle;

use crate::files;
use crate::oracle::puzzle;
use crate::oracle::search::{SearchRequest, search};

/// The rows of puzzles whose file is in `docs/records`.
fn rows() -> Vec<([&'static str; 8], Puzzle)> {
    let rows = files::rows::<8>(include_str!("../docs/records/records.tsv")).into_iter();
    let with_file = rows.filter(|[_, file, ..]| !file.is_empty());
    with_file.map(|row| (row, puzzle(&format!("docs/records/{}", row[1])))).collect()
}

#[test]
fn puzzles_of_records_are_there() {
    for ([name, ..], puzzle) in rows() {
        assert_eq!(puzzle.name(), name);
    }
}

/// Everything that is settled and not too large for a proof, searched for again.
#[test]
#[ignore = "takes minutes"]
fn long_records() {
    for ([name, _, style, _, moves, .., proof], puzzle) in rows() {
        if moves.is_empty() || proof.starts_with("none") {
            continue;
        }
        let mut ask = SearchRequest::new(style.parse().unwrap());
        ask.wants_solution = false;
        let answer = search(&puzzle, &ask, &mut ()).unwrap();
        assert_eq!(answer.moves, moves.parse().ok(), "{name}");
    }
}
