//! Puzzles as people publish them: files of many forms, with the fewest moves that are known, or
//! what the program asks.
//!
//! A row of `tests/data/field/table.tsv` has a file, the options that a user would give, the style
//! (`-` where nothing is solved), and what comes of it: the fewest moves of each puzzle of the file,
//! `none`, `question: OPTION` with the option of the first answer, or `error: MESSAGE`.

use std::fs;
use std::path::{Path, PathBuf};

use sliding::Puzzle;
use sliding::notation::{Item, ParseError, ReadOptions, items};
use sliding::puzzle::Style;

use crate::ask::{SearchRequest, search};

struct Row {
    file: String,
    options: String,
    style: Option<Style>,
    expected: String,
    is_long: bool,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/field")
}

fn text(file: &str) -> String {
    fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn rows() -> Vec<Row> {
    let row = |line: &str| {
        let [file, options, style, expected, time] = line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{line}");
        };
        Row {
            file: file.to_owned(),
            options: options.to_owned(),
            style: style.parse().ok().and_then(Style::new),
            expected: expected.to_owned(),
            is_long: time == "long",
        }
    };
    text("table.tsv").lines().skip(1).map(row).collect()
}

/// Options as on a command line. A goal may be a file of the folder.
fn options(line: &str) -> ReadOptions {
    let mut options = ReadOptions::default();
    let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
    for pair in words.chunks(2) {
        let [name, value] = pair else { panic!("{line}") };
        let name = name.trim_start_matches("--");
        let is_file = name == "goal" && folder().join(value).is_file();
        let value = if is_file { text(value) } else { (*value).to_owned() };
        options.set(name, value).unwrap();
    }
    options
}

fn asked(error: &ParseError) -> String {
    match error.questions() {
        [] => format!("error: {}", error.problems()[0].message),
        [first, ..] => format!("question: {}", first.options),
    }
}

fn fewest(puzzle: &Puzzle, row: &Row) -> String {
    let style = row.style.unwrap_or_else(|| panic!("{}: a puzzle, and no style", row.file));
    let mut ask = SearchRequest::new(style).threads(1);
    ask.wants_solution = false;
    let answer = search(puzzle, &ask, &mut ()).unwrap_or_else(|why| panic!("{}: {why}", row.file));
    answer.moves.map_or("none".to_owned(), |moves| moves.to_string())
}

fn given(row: &Row) -> String {
    let text = text(&row.file);
    let one = |item: Item| match item.parsed {
        Ok((puzzle, _)) => fewest(&puzzle, row),
        Err(error) => asked(&error),
    };
    items(&text, &options(&row.options)).map(one).collect::<Vec<_>>().join(",")
}

fn check(is_long: bool) {
    let mut wrong = Vec::new();
    for row in rows().iter().filter(|row| row.is_long == is_long) {
        let given = given(row);
        // An error may say more than the table.
        let is_right = match row.style {
            Some(_) => given == row.expected,
            None => given.starts_with(&row.expected),
        };
        if !is_right {
            wrong.push(format!("{} {}: {given}, not {}", row.file, row.options, row.expected));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn field_is_answered_or_asked() {
    check(false);
}

#[test]
#[ignore = "takes minutes"]
fn long_field_is_answered() {
    check(true);
}

#[test]
fn field_has_no_files_without_a_row() {
    let rows = rows();
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_used = |row: &Row| row.file == name || row.options.ends_with(&format!(" {name}"));
        assert!(name == "table.tsv" || rows.iter().any(is_used), "{name}");
    }
}
