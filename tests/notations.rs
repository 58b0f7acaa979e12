//! Texts of every notation, against what is known of them from other sources.
//!
//! A folder of `tests/data/notations` that has the name of a notation has texts in it, `*.txt`. The folder `field` has
//! texts as people publish them, which are read without a word about their notation, or with the options that a user
//! would give. Beside the texts stand, as far as they are known:
//!
//! - `minima.tsv`: the fewest moves of an item of a file (`-`: of all of them, with commas) in a style, as published or
//!   found by another program (`?`: unknown); or what the program asks, or the beginning of its error. Where
//!   `positions` has many or `many`, it is for the long tests;
//! - `X.puzzle`: the puzzles of `X.txt` in SLIDING's notation, written by hand;
//! - `exports.tsv`: how an item is written in a notation;
//! - `maps.tsv`: what another program found in all positions.

use std::fs;
use std::path::{Path, PathBuf};

use sliding::Puzzle;
use sliding::analyse::{count, explore};
use sliding::notation::{Item, NOTATIONS, Notation, ParseError, ReadOptions, items};
use sliding::puzzle::Style;
use sliding::solve::{Budget, Query};

use crate::files;
use crate::oracle::search::SearchRequest;
use crate::oracle::{Case, Engine, Known, each};

/// Puzzles with more positions are for the long tests.
const FEW: u64 = 100_000;

/// Samples that are a question, or read as something else, unless their notation is given.
const UNCLEAR: [&str; 4] = [
    "bickford/all-single-16.txt",
    "bickford/hardest-16-9-rows.txt",
    "hackerrank/4.txt",
    "hackerrank/sample.txt",
];

fn data(path: &str) -> PathBuf {
    Path::new(crate::ROOT).join("tests/data/notations").join(path)
}

pub fn read(file: &str) -> String {
    files::read(&format!("tests/data/notations/{file}"))
}

/// The paths in a folder, by name.
fn list(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(data(folder)).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

fn folders() -> impl Iterator<Item = String> {
    list("").into_iter().filter(|name| data(name).is_dir())
}

/// The lines of a table below its head; none if there is no such table.
pub fn table(file: &str) -> Vec<Vec<String>> {
    let lines = fs::read_to_string(data(file)).unwrap_or_default();
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    lines.lines().skip(1).map(row).collect()
}

/// Reads a file by the notation of its folder and by options, of which the goal may be a file, too.
fn read_items(file: &str, options: &str) -> Vec<Item> {
    let (folder, _) = file.split_once('/').expect("a folder");
    let mut options: ReadOptions = options.parse().unwrap();
    let content = |goal| fs::read_to_string(data(folder).join(&goal)).unwrap_or(goal);
    options.goal = options.goal.map(content);
    if Notation::named(folder).is_some() {
        options.reading = Some(folder.to_owned());
    }
    items(&read(file), &options).collect()
}

/// The puzzles of a sample.
pub fn puzzles(file: &str) -> Vec<Puzzle> {
    let puzzle = |item: Item| match item.parsed {
        Ok((puzzle, _)) => puzzle,
        Err(error) => panic!("{file}, {}: {error}", item.line),
    };
    read_items(file, "").into_iter().map(puzzle).collect()
}

/// What is asked about a text, or wrong with it.
pub fn refusal(error: &ParseError) -> String {
    match error.questions() {
        [] => format!("error: {}", error.problems()[0].message),
        [first, ..] => format!("question: {}", first.options),
    }
}

fn check_row(folder: &str, row: &[String]) {
    let [file, number, options, style, minimum, positions] = row else { panic!("{row:?}") };
    let mut items = read_items(&format!("{folder}/{file}"), options);
    if let Ok(number) = number.parse::<usize>() {
        items = vec![items.swap_remove(number - 1)];
    }
    let minima: Vec<&str> = minimum.split(',').collect();
    assert_eq!(items.len(), minima.len(), "{folder}: {row:?}");
    for (item, minimum) in items.into_iter().zip(minima) {
        let puzzle = match item.parsed {
            Ok((puzzle, _)) => puzzle,
            Err(error) => {
                let refusal = refusal(&error);
                assert!(refusal.starts_with(minimum), "{folder}: {row:?}: {refusal}");
                continue;
            }
        };
        let style: Style = style.parse().unwrap();
        let known = Known { moves: Some(minimum.parse().ok()), ..Known::default() };
        let case = Case::new(&format!("{folder}/{file}, {number}"), &puzzle, style, known);
        assert!(case.search(&SearchRequest::new(style), &mut ()).is_some(), "{}", case.name);
        // What a notation itself says of the puzzle.
        for said in puzzle.expectations().iter().filter(|said| said.style == style) {
            assert_eq!(said.moves, case.known.moves.flatten(), "{}", case.name);
            let states = said.states.map_or(String::new(), |states| states.to_string());
            assert!(
                positions.is_empty() || states.is_empty() || states == *positions,
                "{}",
                case.name
            );
        }
        if positions.parse().is_ok_and(|positions: u64| positions < FEW) {
            comes_back(&case);
        }
    }
}

/// In each notation that can express it, the puzzle has the same solution.
fn comes_back(case: &Case) {
    for notation in NOTATIONS {
        let Ok(text) = notation.write(&case.puzzle) else { continue };
        let name = format!("{} as {}:\n{text}", case.name, notation.name);
        let (puzzle, _) = notation.parse(&text).unwrap_or_else(|error| panic!("{name}{error}"));
        assert_eq!(notation.write(&puzzle).as_ref(), Ok(&text), "{name}");
        if puzzle != case.puzzle {
            let case = Case { name, puzzle, ..case.clone() };
            assert!(case.search(&SearchRequest::new(case.style), &mut ()).is_some());
        }
    }
}

fn check_minima(is_long: bool) {
    let of_folder = |folder: String| {
        let rows = table(&format!("{folder}/minima.tsv"));
        rows.into_iter().map(move |row| (folder.clone(), row))
    };
    let is_wanted = |(_, row): &(String, Vec<String>)| {
        let (minimum, positions) = (&row[4], &row[5]);
        let is_few = positions.is_empty() || positions.parse().is_ok_and(|p: u64| p < FEW);
        is_few != is_long && minimum != "?"
    };
    let rows: Vec<_> = folders().flat_map(of_folder).filter(is_wanted).collect();
    assert!(rows.len() > 150, "{} minima", rows.len());
    each(&rows, |(folder, row)| check_row(folder, row));
}

#[test]
fn minima_are_those_that_others_found() {
    check_minima(false);
}

#[test]
#[ignore = "takes minutes"]
fn long_minima_are_those_that_others_found() {
    check_minima(true);
}

#[test]
fn maps_are_those_that_others_found() {
    each(&table("sliding/maps.tsv"), |row| {
        let puzzle = puzzles(&format!("sliding/{}", row[0])).swap_remove(0);
        let style: Style = row[1].parse().unwrap();
        let (query, budget) = (Query::new(&puzzle, style), Budget::default());
        // The table counts neighbours.
        let mut by_table = query.clone();
        Engine::Sparse.ask(&mut by_table);
        let map = explore(&by_table, &budget, 1, &mut ()).unwrap();
        let count = count(&query, &budget, &mut ()).unwrap();
        let found = format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}",
            map.moves.map_or("none".to_owned(), |moves| moves.to_string()),
            count.solutions,
            count.goals,
            map.states(),
            map.goals,
            map.degrees.expect("they are counted").edges(),
            map.from_start.depth(),
        );
        assert_eq!(found, row[2..].join("\t"), "{row:?}");
    });
}

/// Whether a text reads as these puzzles without a word about its notation; `None` if it is a question, or lacks a goal.
fn reads_as(text: &str, puzzles: &[Puzzle]) -> Option<bool> {
    let read =
        items(text, &ReadOptions::default()).map(|item| item.parsed.map(|(puzzle, _)| puzzle));
    match read.collect::<Result<Vec<Puzzle>, _>>() {
        Ok(found) => Some(found == puzzles),
        Err(error) => {
            let refusal = refusal(&error);
            let is_open = refusal.starts_with("question") || refusal.starts_with("error: no goal");
            assert!(is_open, "{refusal}\n{text}");
            None
        }
    }
}

#[test]
fn samples_are_recognised_and_written_back() {
    assert!(NOTATIONS.iter().all(|notation| folders().any(|folder| folder == notation.name)));
    for notation in folders().filter_map(|folder| Notation::named(&folder)) {
        for name in list(notation.name).iter().filter(|name| name.ends_with(".txt")) {
            let file = format!("{}/{name}", notation.name);
            let own = puzzles(&file);
            assert!(!own.is_empty(), "{file}");
            let is_clear = reads_as(&read(&file), &own) == Some(true);
            assert!(is_clear != UNCLEAR.contains(&&*file), "{file}");
            if let Ok(text) = fs::read_to_string(data(&file).with_extension("puzzle")) {
                assert_eq!(reads_as(&text, &own), Some(true), "{file}");
            }
            for puzzle in own.iter().filter(|_| notation.is_written()) {
                let text = notation.write(puzzle).unwrap_or_else(|why| panic!("{file}: {why}"));
                let (again, _) =
                    notation.parse(&text).unwrap_or_else(|why| panic!("{file}: {why}"));
                let is_code = notation.name == "klotski";
                assert!(is_code || reads_as(&text, &[again]) != Some(false), "{file}:\n{text}");
            }
        }
    }
}

#[test]
fn exports_match_exactly() {
    for folder in folders() {
        for row in table(&format!("{folder}/exports.tsv")) {
            let [file, number, to, text] = &row[..] else { panic!("{row:?}") };
            let puzzle = puzzles(&format!("{folder}/{file}"))
                .swap_remove(number.parse().unwrap_or(1_usize) - 1);
            let written = Notation::named(to).expect("a notation").write(&puzzle);
            assert_eq!(written.as_deref().map(str::trim_end), Ok(&text[..]), "{folder}: {row:?}");
        }
    }
}

#[test]
fn every_text_has_an_expectation() {
    for folder in folders() {
        let mut rows = table(&format!("{folder}/minima.tsv"));
        rows.extend(table(&format!("{folder}/exports.tsv")));
        for name in list(&folder).iter().filter(|name| !name.ends_with(".tsv")) {
            let goal = format!("--goal {name}");
            let has_row = rows.iter().any(|row| row[0] == *name || row[2] == goal);
            let has_puzzle = data(&folder).join(name).with_extension("puzzle").exists();
            assert!(has_row || has_puzzle, "{folder}/{name}");
        }
    }
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
            r#"{"schema":"sliding/check/1","size":{"rows":1,"cols":2},"kinds":[{"definition":"1 = 1"}],"start":"1","goals":[{"position":"01"}]}"#,
            r#"{"schema":"sliding/check/1","size":{"rows":1,"#,
        ),
    ];
    for (name, good, bad) in streams {
        for at in [0, 4, 8] {
            let mut lines = [good; 10];
            lines[at + 1] = bad;
            let text = lines.join("\n");
            let notation = Notation::of_text(&text).expect(name);
            assert_eq!(notation.name, name, "{text}");
            let read: Vec<bool> = notation.items(&text).map(|item| item.parsed.is_ok()).collect();
            assert!(read.iter().eq(&lines.map(|line| line == good)), "{text}\n{read:?}");
        }
    }
}
