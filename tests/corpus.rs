//! Every file in `puzzles`: its facts are complete, and the engine agrees with them.

use std::collections::BTreeSet;

use sliding::Puzzle;
use sliding::puzzle::{Expectation, Style};
use sliding::solve::Until;

use crate::files;
use crate::oracle::search::SearchRequest;
use crate::oracle::{self, Case, Known, published};

/// A search beyond this number of configurations belongs into a long test.
const MANY: u64 = 300_000;

/// A file of the corpus.
pub struct Entry {
    /// Its path below `puzzles`, without the ending, and with `/` on every system.
    pub name: String,
    pub text: String,
    pub puzzle: Puzzle,
}

/// All of the corpus, by name.
pub fn entries() -> Vec<Entry> {
    let entry = |(name, text): (String, String)| {
        let puzzle = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        Entry { name, text, puzzle }
    };
    files::texts("puzzles", ".txt").into_iter().map(entry).collect()
}

impl Entry {
    /// What the file expects in a style.
    pub fn expectation(&self, style: Style) -> Expectation {
        let mut of_style = self.puzzle.expectations().iter().filter(|e| e.style == style);
        *of_style
            .next()
            .unwrap_or_else(|| panic!("{}: an expectation for style {style}", self.name))
    }

    /// Whether a search may need very many configurations.
    pub fn is_large(&self) -> bool {
        let states = self.puzzle.expectations().iter().map(|e| e.states.unwrap_or(u64::MAX));
        states.max().unwrap_or(u64::MAX) > MANY
    }
}

#[test]
fn every_puzzle_has_its_facts() {
    for entry in entries() {
        let Entry { name, puzzle, .. } = &entry;
        let note = |key| puzzle.notes().iter().find(|note| note.key == key);
        for key in ["title", "source"] {
            assert!(note(key).is_some_and(|note| !note.value.is_empty()), "{name}: no {key}");
        }
        let (_, warnings) = sliding::notation::parse(&entry.text).unwrap();
        assert_eq!(warnings, [], "{name}");
        assert_eq!(puzzle.expectations().len(), 6, "{name}");
        oracle::hold_together(&cases_of([entry].into_iter()));
    }
}

/// What each file expects, in every style, with the counts of `tests/data/signature.tsv` where they are recorded.
pub fn cases() -> Vec<Case> {
    cases_of(entries().into_iter())
}

/// The same of some files.
fn cases_of(entries: impl Iterator<Item = Entry>) -> Vec<Case> {
    let signatures = published::signatures();
    let cases = entries.flat_map(|entry| {
        Style::ALL.map(|style| {
            let expected = entry.expectation(style);
            let levels = signatures.get(&format!("{}\t{style}", entry.name)).cloned();
            let known = Known { moves: Some(expected.moves), positions: expected.states, levels };
            Case::new(&entry.name, &entry.puzzle, style, known)
        })
    });
    cases.collect()
}

/// Puzzles with more positions have no signature.
const MOST_OF_SIGNATURES: u64 = 100_000;

/// The engine that `auto` chooses, on all puzzles that are not large. Each has its signature, as counted, and no other
/// has one. The file was compared, line by line, with what another program counts that shares nothing with this one;
/// `SLIDING_REGENERATE=1 cargo test expectations` adds lines for new puzzles.
#[test]
fn expectations_and_signatures_hold() {
    let cases = cases_of(entries().into_iter().filter(|entry| !entry.is_large()));
    let lines = oracle::each(&cases, |case| {
        let ask = SearchRequest::new(case.style).exhausted();
        let solved = case.search(&SearchRequest::new(case.style), &mut ());
        assert!(solved.is_some(), "{}", case.name);
        let counted = case.search(&ask, &mut ()).expect("an answer").counted;
        let levels: Vec<String> = counted.levels().iter().map(u64::to_string).collect();
        let name = case.name.replace(", style ", "\t");
        (counted.total() <= MOST_OF_SIGNATURES).then(|| format!("{name}\t{}\n", levels.join(" ")))
    });
    let lines: BTreeSet<String> = lines.into_iter().flatten().collect();
    let text: String = lines.into_iter().collect();
    let recorded = files::recorded("tests/data/signature.tsv", &text);
    assert!(recorded == text, "signature.tsv has other lines than there are puzzles");
}

#[test]
#[ignore = "searches through millions of positions"]
fn long_expectations_of_large_puzzles_hold() {
    oracle::each(&cases(), |case| {
        let has_all = case.known.positions.is_some();
        let until = if has_all { Until::Exhausted } else { Until::Solved };
        let ask = SearchRequest { until, ..SearchRequest::new(case.style) };
        assert!(case.search(&ask, &mut ()).is_some(), "{}", case.name);
    });
}
