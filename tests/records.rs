//! `docs/internals/records.md`: what was published, what is proven now, and how.
//!
//! The page is made of `docs/records/records.csv` and the puzzles beside it. To write it anew after adding a row:
//!
//! ```text
//! SLIDING_REGENERATE=1 cargo test records
//! ```
//!
//! and to search for all that is settled once more, which takes minutes:
//!
//! ```text
//! cargo test long_records -- --ignored
//! ```

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use sliding::Puzzle;
use sliding::puzzle::Style;

use crate::oracle::search::{SearchRequest, search};
use crate::recorded;

const PATH: &str = "docs/internals/records.md";

const INTRO: &str = "\
<!-- Written by a command, which a test holds it to: SLIDING_REGENERATE=1 cargo test records -->

# Records

What others published about minima and whole spaces, and what is settled now. *Proven* means an exhaustive search
by two engines, or by one and a [proof file](proofs.md) that `sliding verify` accepts. Where a row says *one engine*,
only that engine searched. The puzzles are in [records/](../records/). To repeat a row:

```text
sliding solve -s STYLE docs/records/NAME.txt
sliding prove -s STYLE docs/records/NAME.txt -o NAME.proof.gz && sliding verify NAME.proof.gz
```

Times are those of machines with two cores, an Intel Xeon at 2.5 GHz or an AMD EPYC, mostly with other work running. The
numbers of simple boards are those of 1, 2, 3 and so on pieces. Where a row says *nothing*, the source that it names has no
number, or a search of public repositories and pages found none; both were looked up again on 2026-11-25. Sizes and digests of
proofs are those of the version of that day: it chose the smaller kind of proof.
";

/// A row of the table.
#[derive(Deserialize)]
struct Row {
    /// What it is about.
    name: String,
    /// The puzzle's file in `docs/records`, if there is one.
    file: String,
    style: u8,
    /// What was published, and by whom.
    published: String,
    /// The least number of moves that is proven; empty where it is open.
    moves: Option<u64>,
    /// What is proven; begins with `open` or `at least` where that is not all.
    settled: String,
    /// How: command, engine, configurations, date.
    how: String,
    /// The proof: its size and digest, or why there is none.
    proof: String,
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/records"))
}

fn rows() -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder().join("records.csv")).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

fn puzzle(row: &Row) -> Puzzle {
    fs::read_to_string(folder().join(&row.file)).unwrap().parse().unwrap()
}

/// The page.
fn page(rows: &[Row]) -> String {
    let mut text = INTRO.to_owned();
    for (heading, is_settled) in [("Settled", true), ("Open", false)] {
        writeln!(text, "\n## {heading}\n").unwrap();
        writeln!(text, "| puzzle | style | published | here | how | proof |").unwrap();
        writeln!(text, "| --- | ---: | --- | --- | --- | --- |").unwrap();
        let is_open = |row: &Row| ["open", "at least"].iter().any(|is| row.settled.starts_with(is));
        let is_meant = |row: &&Row| is_open(row) != is_settled;
        for row in rows.iter().filter(is_meant) {
            let Row { name, file, style, published, settled, how, proof, .. } = row;
            let name =
                if file.is_empty() { name.clone() } else { format!("[{name}](../records/{file})") };
            let cells = [&name, &style.to_string(), published, settled, how, proof];
            let line = cells.map(|cell| cell.trim().to_owned()).join(" | ");
            writeln!(text, "| {line} |").unwrap();
        }
    }
    text
}

#[test]
fn records_are_reported_as_they_are_known() {
    let rows = rows();
    recorded::holds(PATH, &page(&rows), "records");
    // Each puzzle is there, and can be read.
    for row in rows.iter().filter(|row| !row.file.is_empty()) {
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
