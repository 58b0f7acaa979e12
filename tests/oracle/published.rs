//! `tests/data/published.tsv`: every published number, with its source.

use std::collections::BTreeMap;
use std::path::Path;

use sliding::puzzle::Style;

use super::{Case, Known, puzzle};

/// All published numbers, a case for each puzzle and style.
pub fn cases() -> Vec<Case> {
    let file = Path::new(crate::ROOT).join("tests/data/published.tsv");
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .comment(Some(b'#'))
        .quoting(false)
        .from_path(file)
        .expect("published.tsv");
    let mut known: BTreeMap<(String, u8), Known> = BTreeMap::new();
    for row in reader.deserialize() {
        let (path, style, what, value, source): (String, u8, String, String, String) =
            row.expect("five columns");
        assert!(!source.is_empty(), "{path}: no source");
        let known = known.entry((path, style)).or_default();
        match &what[..] {
            "moves" => known.moves = Some((value != "none").then(|| number(&value))),
            "positions" => known.positions = Some(number(&value)),
            "levels" => known.levels = Some(numbers(&value)),
            other => panic!("{other} instead of moves, positions or levels"),
        }
    }
    let case = |((path, style), known): ((String, u8), Known)| {
        Case::new(&path, &puzzle(&path), Style::new(style).expect("a style"), known)
    };
    known.into_iter().map(case).collect()
}

/// The number of positions at each distance, of `tests/data/signature.tsv`, by puzzle and style.
pub fn signatures() -> BTreeMap<String, Vec<u64>> {
    let text = include_str!("../data/signature.tsv");
    let lines = text.lines().map(|line| line.rsplit_once('\t').expect("three columns"));
    lines.map(|(case, counts)| (case.to_owned(), numbers(counts))).collect()
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("`{text}` is no number"))
}

fn numbers(text: &str) -> Vec<u64> {
    text.split(' ').map(number).collect()
}
