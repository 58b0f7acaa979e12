//! Notations of other programs: their samples, with minima that are known.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sliding::Puzzle;
use sliding::notation::{Item, NOTATIONS, Notation, ProblemEffect, ReadOptions, items};
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

fn name_of(text: &str) -> Option<&'static str> {
    Notation::of_text(text).map(|notation| notation.name)
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

/// The notation of a sample, by its folder and name.
fn notation_of(file: &str) -> &str {
    let (folder, name) = file.split_once('/').expect("a folder");
    match folder {
        "fogleman" => "rush",
        "klotski-codes" => "klotski",
        "sgt-slide" => "sgt",
        "tiles" if name.starts_with("korf") => "korf",
        "tiles" if name.starts_with("hackerrank") => "hackerrank",
        other => other,
    }
}

/// All samples: the text files of all folders but that of the invalid ones.
fn samples() -> Vec<String> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let folders =
        list(&data()).into_iter().filter(|path| path.is_dir() && !path.ends_with("invalid"));
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
    let expected =
        ["bickford/hardest-16-9-rows.txt", "tiles/hackerrank-4.txt", "tiles/hackerrank-sample.txt"];
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
    for row in table("klotski-codes/pairs.tsv") {
        let [_, common, shortened, short, _] = &row[..] else { panic!("{row:?}") };
        for code in [common, shortened, short] {
            let (puzzle, _) = named("klotski").parse(code).unwrap();
            assert_eq!(named("klotski").write(&puzzle).as_deref(), Ok(&format!("{common}\n")[..]));
        }
    }
    for row in table("klotski-codes/invalid.tsv") {
        assert!(named("klotski").parse(&row[0]).is_err(), "{row:?}");
    }
}

#[test]
fn invalid_files_are_refused_with_their_places() {
    let mut reported = String::new();
    for row in table("invalid.tsv") {
        let error = named(&row[1]).parse(&read(&row[0])).expect_err(&row[2]);
        assert!(error.problems().iter().all(|problem| problem.line > 0 && problem.column > 0));
        reported += &format!("{}: {error}\n", row[0]);
    }
    insta::assert_snapshot!(reported.replace("; expected", ";\n    expected"), @r"
    invalid/rush-bent-car.txt: line 1, column 7: car B is bent or broken;
        expected its cells next to each other in one row or column
    invalid/rush-35-cells.txt: line 1, column 1: 35 cells are no square;
        expected as many cells as a square has, from 9 on
    invalid/rush-standing-target.txt: line 1, column 1: car A, which has to leave, stands upright;
        expected a car that lies in a row
    invalid/sgt-back-reference.txt: line 1, column 16: the cell 3 before is not the end of a block;
        expected the distance to a block's latest cell
    invalid/sgt-two-mains.txt: line 1, column 11: a second main block;
        expected exactly one `m`
    invalid/sgt-too-few-cells.txt: line 1, column 29: 24 cells of 25;
        expected all cells of the board
    invalid/lumi-other-cells.txt: line 5, column 3: a cell in one drawing that the other does not have;
        expected the same cells in both
    invalid/lumi-other-shape.txt: line 5, column 1: piece `A` has another shape in the goal;
        expected the cells of the piece as they lie on the board, elsewhere
    invalid/jimslide-overlap.txt: line 5, column 6: piece `1` overlaps another piece at row 1, column 2;
        expected every cell to be filled at most once
    invalid/jimslide-undefined.txt: line 5, column 6: kind 2 is never defined;
        expected a line `piece:` for it
    invalid/tiles-twice.txt: line 1, column 11: tile 5 stands twice;
        expected each number once
    invalid/korf-fifteen.txt: line 1, column 1: 15 cells are no square;
        expected a number, then as many cells as a square has
    invalid/list-no-target.txt: line 6, column 1: there is no target;
        expected one above `end`
    invalid/gnome-goal-too-small.txt: line 2, column 2: the goal holds no place of the piece that has to leave;
        expected enough cells with `.`
    invalid/bickford-no-corner.txt: line 1, column 1: no piece, or more than one, in the upper left corner;
        expected one on that cell, or one that touches the top row and the left column
    invalid/klotski-one-gap.txt: line 1, column 9: fewer than two empty cells;
        expected at least two
    ");
}

#[test]
fn a_bad_line_does_not_keep_the_others_back() {
    let text = "AAooooooo\n\nAooBoBooA\n60 AAooooooo 3\nAAooooooo/7\n";
    let items: Vec<_> = named("rush").items(text).collect();
    let lines: Vec<_> = items.iter().map(|item| (item.line, item.parsed.is_ok())).collect();
    assert_eq!(lines, [(1, true), (3, false), (4, true), (5, true)]);
    let error = items[1].parsed.as_ref().unwrap_err();
    assert_eq!((error.problems()[0].line, error.problems()[0].column), (3, 6));
}

/// Streams with one bad line, wherever it is, are known by the others.
#[test]
fn a_bad_line_does_not_hide_the_notation() {
    let streams = [
        ("sgt", "5x5u:w6md1aw2d4d1efewa2efew5,3,2,6", "5x5u:w6md1aw2d4d1efewa2ef"),
        ("zwegner", "..A ..A ++A", "..A ..A ++"),
        ("tiles", "1 2 3/4 0 6/7 5 8", "1 2 3/4 0 6/7 5"),
        ("tiles", "1 2 3 4 0 6 7 5 8", "garbage here"),
        ("korf", "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "2 13 5 4 10 9 12 8 14 2 3"),
        ("korf", "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "garbage here"),
        (
            "json",
            r#"{"schema":"sliding/check/1","size":{"rows":1,"cols":2},"kinds":[{"definition":"1 = 1"}],"start":"1","goals":[{"configuration":"01"}]}"#,
            r#"{"schema":"sliding/check/1","size":{"rows":1,"#,
        ),
    ];
    for (name, good, bad) in streams {
        for at in [1, 5, 9] {
            let mut lines = [good; 10];
            lines[at] = bad;
            let text = lines.join("\n") + "\n";
            assert_eq!(name_of(&text), Some(name), "{text}");
            let notation = named(name);
            let read: Vec<bool> = notation.items(&text).map(|item| item.parsed.is_ok()).collect();
            let expected: Vec<bool> = (0..10).map(|line| line != at).collect();
            assert_eq!(read, expected, "{text}");
        }
    }
}

#[test]
fn dropped_jimslide_steps_are_reported() {
    let sample = fs::read_to_string(data().join("jimslide/sbp-14.txt")).unwrap();
    let weights = |line: &str| -> Vec<ProblemEffect> {
        let (_, warnings) = named("jimslide").parse(&format!("{sample}\n{line}\n")).unwrap();
        warnings.iter().map(|warning| warning.effect).collect()
    };
    assert_eq!(weights("xstep: 2"), [ProblemEffect::Void]);
    assert_eq!(weights("xstep: 1"), []);
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
        assert_eq!(name_of(&text), Some("json"));
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

fn short_text() -> impl Strategy<Value = String> {
    let signs = "[ \\n\\r./#*+:;,(){}!?\"0-9a-zA-Zé-]{0,120}";
    let words = "(size|initial|target|end|display|xsize: |ysize: |piece: |put: |win: |[(]0,0[)]|AA|oo|[.]|#|9|1|0| |\\n|u:|m|d|f|,|x){0,40}";
    prop_oneof![signs, words]
}

/// Found by the test below.
#[test]
fn rows_without_cells_are_no_board() {
    for text in [
        "\r/ .",
        "\r/ ./ .",
        "/./. /./.",
        r#"{"start_state": [[], [1]], "final_states": [[[], [1]]]}"#,
    ] {
        for notation in NOTATIONS {
            assert!(
                notation.items(text).all(|item| item.parsed.is_err()),
                "{}: {text:?}",
                notation.name
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    /// Whatever a text is read as, it is a puzzle or there is a reason.
    #[test]
    fn arbitrary_texts_do_not_panic(text in short_text()) {
        for notation in NOTATIONS {
            for item in notation.items(&text).take(50) {
                match item.parsed {
                    Ok((puzzle, _)) => NOTATIONS.iter().for_each(|n| _ = n.write(&puzzle)),
                    Err(error) => prop_assert!(!error.problems().is_empty()),
                }
            }
        }
    }
}
