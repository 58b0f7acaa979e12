//! Notations of other programs: their samples, with minima that are known.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use sliding::Puzzle;
use sliding::notation::{Item, NOTATIONS, Notation, ReadOptions, items};
use sliding::puzzle::advice::advise;
use sliding::puzzle::{Setup, Style};
use sliding::report::puzzle::PuzzleReport;
use sliding::report::solution::SolutionReport;
use sliding::report::subject::Subject;
use sliding::solve::Engine;

use crate::ask::{SearchRequest, search};
use crate::{corpus, random};

/// Puzzles with more configurations are for the long tests.
const FEW: u64 = 100_000;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/notations")
}

fn read(file: &str) -> String {
    let path = data().join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The lines of a table below its head.
pub fn table(file: &str) -> Vec<Vec<String>> {
    let lines = read(file);
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    lines.lines().skip(1).map(row).collect()
}

fn named(name: &str) -> &'static Notation {
    Notation::named(name).unwrap_or_else(|| panic!("a notation {name}"))
}

/// The notation of a sample, which is its folder.
fn notation_of(file: &str) -> &str {
    file.split_once('/').expect("a folder").0
}

/// All samples: the text files of all folders.
fn samples() -> Vec<String> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let folders = list(&data()).into_iter().filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| list(&folder));
    let texts = files.filter(|path| path.extension().is_some_and(|end| end == "txt"));
    let name = |path: PathBuf| {
        let name = path.strip_prefix(data()).unwrap().to_str().unwrap().to_owned();
        name.replace('\\', "/")
    };
    texts.map(name).collect()
}

/// The puzzles of a sample.
pub fn puzzles(file: &str) -> Vec<Puzzle> {
    let text = read(file);
    let puzzle = |item: Item| match item.parsed {
        Ok((puzzle, _)) => puzzle,
        Err(error) => panic!("{file}, {}: {error}", item.line),
    };
    named(notation_of(file)).items(&text).map(puzzle).collect()
}

/// Without a word about its notation, a sample reads as it does with one, or is a question.
#[test]
fn samples_are_recognised_and_read() {
    let samples = samples();
    assert!(samples.len() > 90, "{} samples", samples.len());
    let mut asked = BTreeSet::new();
    for file in samples {
        let expected = puzzles(&file);
        assert!(!expected.is_empty(), "{file}");
        let text = read(&file);
        let found: Result<Vec<Puzzle>, _> = items(&text, &ReadOptions::default())
            .map(|item| item.parsed.map(|(puzzle, _)| puzzle))
            .collect();
        match found {
            Ok(found) => assert!(found == expected || file.contains("all-single"), "{file}"),
            Err(error) => {
                let text = error.to_string();
                assert!(
                    !error.questions().is_empty() || text.contains("no goal"),
                    "{file}: {text}"
                );
                asked.insert(file);
            }
        }
    }
    let expected = ["bickford/hardest-16-9-rows.txt", "hackerrank/4.txt", "hackerrank/sample.txt"];
    assert!(asked.iter().eq(&expected), "{asked:?}");
}

/// The least number of moves, and the whole component where the table has it.
fn check(puzzle: &Puzzle, style: Style, minimum: &str, what: &str) {
    let mut ask = SearchRequest::new(style);
    ask.wants_solution = false;
    let answer = search(puzzle, &ask, &mut ()).unwrap_or_else(|error| panic!("{what}: {error}"));
    let moves = answer.moves.map_or("none".to_owned(), |moves| moves.to_string());
    assert_eq!(moves, minimum, "{what} in style {style}");
}

/// Solves what the table has, among those with few configurations or the others.
fn minima(is_long: bool) {
    let mut known: BTreeMap<String, Vec<Puzzle>> = BTreeMap::new();
    let mut count = 0;
    for row in table("truth.tsv") {
        let [file, item, style, minimum, states] = &row[..] else { panic!("{row:?}") };
        let few = states.parse().is_ok_and(|states: u64| states < FEW);
        if minimum == "?" || few == is_long || Notation::named(notation_of(file)).is_none() {
            continue;
        }
        let puzzles = known.entry(file.clone()).or_insert_with(|| puzzles(file));
        // Items go by their number, or by the line, which for one a line is the same.
        let index = item.parse().unwrap_or(1_usize);
        let style = Style::new(style.parse().unwrap()).unwrap();
        let puzzle = &puzzles[index - 1];
        check(puzzle, style, minimum, &format!("{file}, {item}"));
        count += 1;
        if !is_long {
            expectation_holds(puzzle, style, minimum, states, file);
            round_trips(puzzle, style, minimum, file);
        }
    }
    assert!(count > 20, "{count} minima");
}

/// What the notation itself says is right.
fn expectation_holds(puzzle: &Puzzle, style: Style, minimum: &str, states: &str, file: &str) {
    for known in puzzle.expectations().iter().filter(|known| known.style == style) {
        assert_eq!(known.moves.map(|moves| moves.to_string()).as_deref(), Some(minimum), "{file}");
        assert!(known.states.is_none_or(|known| known.to_string() == states), "{file}");
    }
}

/// In each notation that has words for it, the puzzle is the same.
fn round_trips(puzzle: &Puzzle, style: Style, minimum: &str, file: &str) {
    for notation in NOTATIONS {
        let Ok(text) = notation.write(puzzle) else { continue };
        let what = format!("{file} as {}:\n{text}", notation.name);
        let (again, _) = notation.parse(&text).unwrap_or_else(|error| panic!("{what}{error}"));
        if notation.name != "sliding" {
            check(&again, style, minimum, &what);
            assert_eq!(notation.write(&again).as_ref(), Ok(&text), "{what}");
        }
    }
}

#[test]
fn minima_are_those_published() {
    minima(false);
}

#[test]
#[ignore = "takes minutes"]
fn long_minima_are_those_published() {
    minima(true);
}

#[test]
fn every_written_notation_writes_what_it_reads() {
    for file in samples() {
        let name = notation_of(&file);
        if !named(name).is_written() {
            continue;
        }
        for puzzle in puzzles(&file) {
            let text = named(name).write(&puzzle).unwrap_or_else(|why| panic!("{file}: {why}"));
            assert!(named(name).parse(&text).is_ok(), "{file}:\n{text}");
            let found = items(&text, &ReadOptions::default()).next().map(|item| item.parsed);
            let is_fine = match found {
                Some(Ok((found, _))) => {
                    named(name).parse(&text).is_ok_and(|(known, _)| known == found)
                }
                Some(Err(error)) => {
                    !error.questions().is_empty() || error.to_string().contains("no goal")
                }
                None => false,
            };
            assert!(is_fine || name == "klotski", "{file}:\n{text}");
        }
    }
}

#[test]
fn exports_match_exactly() {
    for row in table("export.tsv") {
        let [file, item, to, text] = &row[..] else { panic!("{row:?}") };
        let index = item.parse().unwrap_or(1_usize);
        let puzzle = puzzles(file).swap_remove(index - 1);
        let written = named(to).write(&puzzle);
        assert_eq!(written.as_deref().map(str::trim_end), Ok(&text[..]), "{file}, {item}");
    }
}

#[test]
fn codes_have_their_ranks() {
    for row in table("klotski/pairs.tsv") {
        let [_, common, shortened, short, _] = &row[..] else { panic!("{row:?}") };
        for code in [common, shortened, short] {
            let (puzzle, _) = named("klotski").parse(code).unwrap();
            assert_eq!(named("klotski").write(&puzzle).as_deref(), Ok(&format!("{common}\n")[..]));
        }
    }
}

/// What reports say of a puzzle is that puzzle, commentary aside; only `check` reports expectations.
fn reports_are_read(puzzle: &Puzzle) {
    let report =
        PuzzleReport { puzzle, advice: &advise(puzzle), warnings: &[], other_styles: None };
    let checked = serde_json::to_string(&report.json("a.txt")).unwrap();
    let style = Style::STEP;
    let mut ask = SearchRequest::new(style);
    (ask.engine, ask.budget.max_moves) = (Engine::Table, Some(1));
    let outcome = &search(puzzle, &ask, &mut ()).unwrap();
    let subject = Subject::new(puzzle, style, "a.txt");
    let report = SolutionReport { subject, outcome, verified: None, other_styles: None };
    let solved = serde_json::to_string_pretty(&report.json()).unwrap();
    let is_titled = puzzle.notes().iter().any(|note| note.key == "title");
    for (text, has_all) in [(checked, true), (solved, false)] {
        assert_eq!(Notation::of_text(&text).map(|notation| notation.name), Some("json"));
        let read: Puzzle = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.name(), puzzle.name());
        let mut wanted = Setup::from(puzzle);
        wanted.comment = match puzzle.name() {
            name if is_titled || name.is_empty() => String::new(),
            name => format!("({name})"),
        };
        if !has_all {
            wanted.expectations.clear();
        }
        assert_eq!(Setup::from(&read), wanted, "{text}");
    }
}

#[test]
fn reports_are_puzzles() {
    for entry in corpus::entries() {
        reports_are_read(&entry.puzzle);
    }
    for entry in fs::read_dir(data().with_file_name("gates")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "txt") {
            reports_are_read(&fs::read_to_string(&path).unwrap().parse().unwrap());
        }
    }
    for seed in 0..200 {
        reports_are_read(&random::puzzle(seed).small.parse().unwrap());
    }
}
