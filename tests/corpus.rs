//! Every file in `puzzles`: its facts are complete, and the engine agrees with them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sliding::Puzzle;
use sliding::puzzle::{Expectation, Style};
use sliding::solve::Until;

use crate::oracle::search::SearchRequest;
use crate::oracle::{self, Case, Known, published};
use crate::recorded;

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
    let root = Path::new(crate::ROOT).join("puzzles");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(!files.is_empty(), "no puzzles in {}", root.display());
    let mut entries: Vec<Entry> = files.iter().map(|path| entry(&root, path)).collect();
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    entries
}

fn entry(root: &Path, path: &Path) -> Entry {
    let below = path.strip_prefix(root).unwrap().with_extension("");
    let parts = below.components().map(|part| part.as_os_str().to_str().unwrap());
    let name = parts.collect::<Vec<_>>().join("/");
    let text = fs::read_to_string(path).unwrap();
    let puzzle = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    Entry { name, text, puzzle }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "txt") {
            files.push(path);
        }
    }
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
        let moves = Style::ALL.map(|style| entry.expectation(style).moves.unwrap_or(u64::MAX));
        let narrower = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
        for (narrow, wide) in narrower {
            assert!(moves[wide] <= moves[narrow], "{name}: styles {narrow} and {wide}");
        }
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
    let recorded = recorded::text("tests/data/signature.tsv", &text);
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
