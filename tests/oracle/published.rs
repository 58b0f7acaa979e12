//! `tests/data/published.tsv`: every published number, with its source.

use std::collections::BTreeMap;

use super::{Case, Known, puzzle};
use crate::files;

/// All published numbers, a case for each puzzle and style.
pub fn cases() -> Vec<Case> {
    let mut known: BTreeMap<_, Known> = BTreeMap::new();
    for [path, style, what, value, source] in files::rows(include_str!("../data/published.tsv")) {
        assert!(!source.is_empty(), "{path}: no source");
        let known = known.entry((path, style)).or_default();
        match what {
            "moves" => known.moves = Some((value != "none").then(|| number(value))),
            "positions" => known.positions = Some(number(value)),
            "levels" => known.levels = Some(numbers(value)),
            other => panic!("{other} instead of moves, positions or levels"),
        }
    }
    let case = |((path, style), known): ((&str, &str), _)| {
        Case::new(path, &puzzle(path), style.parse().expect("a style"), known)
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
