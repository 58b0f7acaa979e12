//! Every file in `puzzles`: its facts are complete, and the engine agrees with them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ask::{SearchRequest, search};
use sliding::Puzzle;
use sliding::check::verify;
use sliding::puzzle::{Expectation, Style};
use sliding::solve::{Status, Until};

use crate::parallel;

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
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

/// Searches for a goal in one style, and through the whole component where its size is given.
fn holds(entry: &Entry, style: Style) -> Result<(), String> {
    let Entry { name, puzzle, .. } = entry;
    let expected = entry.expectation(style);
    let mut request = SearchRequest::new(style);
    let outcome = search(puzzle, &request, &mut ()).unwrap();
    let fails = |what: String| Err(format!("{name}, style {style}: {what}"));
    let is_over = matches!(outcome.status, Status::Solved | Status::Unsolvable);
    if outcome.moves != expected.moves || !is_over {
        return fails(format!("{:?}, {:?} moves", outcome.status, outcome.moves));
    }
    if let Some(solution) = &outcome.solution {
        if let Err(flaw) = verify(puzzle, style, solution) {
            return fails(flaw.to_string());
        }
    } else if expected.moves.is_some() {
        return fails("no solution".into());
    }
    let Some(states) = expected.states else { return Ok(()) };
    request.until = Until::Exhausted;
    let outcome = search(puzzle, &request, &mut ()).unwrap();
    if (outcome.counted.total(), outcome.moves) != (states, expected.moves) {
        let moves = outcome.moves;
        return fails(format!("{} positions, {moves:?} moves", outcome.counted.total()));
    }
    Ok(())
}

fn expectations_hold(entries: &[Entry]) {
    let cases: Vec<(&Entry, Style)> =
        entries.iter().flat_map(|entry| Style::ALL.map(|style| (entry, style))).collect();
    let results = parallel::each(&cases, |&(entry, style)| holds(entry, style));
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_expectation_holds() {
    let small: Vec<Entry> = entries().into_iter().filter(|entry| !entry.is_large()).collect();
    expectations_hold(&small);
}

#[test]
#[ignore = "searches through millions of configurations"]
fn long_each_expectation_of_a_large_puzzle_holds() {
    let large: Vec<Entry> = entries().into_iter().filter(Entry::is_large).collect();
    expectations_hold(&large);
}
