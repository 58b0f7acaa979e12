//! The table of conventions: every example reads as its row says, and the documentation has the
//! same table.
//!
//! ```text
//! SLIDING_REGENERATE=1 cargo test conventions
//! ```

use std::collections::BTreeSet;

use sliding::notation::{CONVENTIONS, Item, NOTATIONS, Notation, ReadOptions, items};

use crate::recorded;

const PAGE: &str = "docs/internals/notations.md";
const BEGIN: &str = "<!-- conventions: SLIDING_REGENERATE=1 cargo test conventions -->\n";
const END: &str = "<!-- end of conventions -->\n";

/// A row of the table.
#[derive(Debug)]
struct Row {
    looks: &'static str,
    means: &'static str,
    used_by: &'static str,
    reading: &'static str,
    example: &'static str,
    outcome: (&'static str, &'static str),
}

fn rows() -> Vec<Row> {
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [looks, means, used_by, reading, example, kind, text] = cells[..] else {
            panic!("{line}")
        };
        Row { looks, means, used_by, reading, example, outcome: (kind, text) }
    };
    CONVENTIONS.lines().skip(1).map(row).collect()
}

fn read(row: &Row, options: &ReadOptions) -> Vec<Item> {
    items(&(row.example.replace('|', "\n") + "\n"), options).collect()
}

/// What a text gives, in the words of the table.
fn given(item: &Item) -> (&'static str, String) {
    let error = match &item.parsed {
        Ok((puzzle, _)) => {
            let read_as = puzzle.origin().read_as.as_ref();
            let text = read_as.map_or(String::new(), ToString::to_string);
            return ("read as", text.trim_start_matches("read as ").to_owned());
        }
        Err(error) => error,
    };
    match error.questions() {
        [] => ("error", error.problems()[0].message.to_string()),
        [first, ..] => ("asks", format!("{}, ...", first.options)),
    }
}

#[test]
fn every_example_reads_as_its_row_says() {
    for row in rows() {
        let items = read(&row, &ReadOptions::default());
        assert!(!items.is_empty(), "{}", row.example);
        for item in items {
            let (kind, text) = given(&item);
            assert_eq!((kind, &text[..]), row.outcome, "{}", row.example);
        }
    }
}

/// The answers to a question give puzzles, or another question.
#[test]
fn every_answer_to_a_question_is_accepted() {
    for row in rows() {
        let items = read(&row, &ReadOptions::default());
        let errors = items.iter().filter_map(|item| item.parsed.as_ref().err());
        for question in errors.flat_map(|error| error.questions()) {
            let answered = read(&row, &question.options);
            let (kind, text) = given(&answered[0]);
            let goes_on = kind != "error" || text.starts_with("no goal");
            assert!(goes_on, "{}: {}: {text}", row.example, question.options);
        }
    }
}

/// `--as` with the reading of a row gives the same puzzle.
#[test]
fn readings_of_rows_are_names_for_as() {
    let own = ["blocks", "types"];
    for row in rows().iter().filter(|row| !row.reading.is_empty()) {
        let is_known = own.contains(&row.reading) || Notation::named(row.reading).is_some();
        assert!(is_known, "{}", row.reading);
        // `--as rush` takes the lines of a box for boards.
        let is_boxed_rush = row.reading == "rush" && row.example.starts_with('┌');
        if row.outcome.0 != "read as" || is_boxed_rush {
            continue;
        }
        let mut options = ReadOptions::default();
        options.set("as", row.reading).unwrap();
        let reported = read(row, &options);
        let found = read(row, &ReadOptions::default());
        assert_eq!(reported.len(), found.len(), "{}", row.example);
        for (reported, found) in reported.iter().zip(&found) {
            let (reported, found) = (reported.parsed.as_ref(), found.parsed.as_ref());
            let (Ok((reported, _)), Ok((found, _))) = (reported, found) else {
                panic!("{} as {}: {reported:?}", row.example, row.reading);
            };
            let same = (reported.start(), reported.goals()) == (found.start(), found.goals());
            assert!(same, "{} as {}", row.example, row.reading);
        }
    }
}

#[test]
fn rows_are_short_and_differ() {
    let looks: BTreeSet<&str> = rows().iter().map(|row| row.looks).collect();
    assert_eq!(looks.len(), rows().len());
    for row in rows() {
        assert!(row.looks.chars().count() < 90 && row.means.chars().count() < 90, "{row:?}");
    }
}

/// A cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The lines of an example, as code.
fn example(row: &Row) -> String {
    let lines = row.example.split('|').map(|line| match line.contains('`') || line.is_empty() {
        true => String::new(),
        false => format!("`{line}`"),
    });
    lines.collect::<Vec<_>>().join("<br>")
}

fn outcome_cell((kind, text): (&str, &str)) -> String {
    match (kind, text.strip_suffix(", ...")) {
        _ if text.is_empty() => "puzzle".to_owned(),
        ("read as", _) => text.to_owned(),
        (_, Some(option)) => format!("question: `{option}`, ..."),
        _ => format!("error: {text}"),
    }
}

fn table() -> String {
    let mut text = "| text | means | `--as` | example | result |\n".to_owned();
    text += "| --- | --- | --- | --- | --- |\n";
    for row in &rows() {
        let Row { looks, means, used_by, reading, outcome, .. } = row;
        let users = if used_by.is_empty() { String::new() } else { format!(" ({used_by})") };
        let reading = if reading.is_empty() { String::new() } else { format!("`{reading}`") };
        let cells = [
            cell(looks) + &cell(&users),
            cell(means),
            reading,
            example(row),
            outcome_cell(*outcome),
        ];
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

#[test]
fn conventions_are_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/internals/notations.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the begin of the table");
    let (_, after) = rest.split_once(END).expect("the end of the table");
    let anew = format!("{before}{BEGIN}\n{}\n{END}{after}", table());
    let command = "SLIDING_REGENERATE=1 cargo test conventions";
    assert_eq!(recorded::text(PAGE, &anew), anew, "write it anew: {command}");
}

/// Every notation has a row in the table of other programs' notations.
#[test]
fn notations_are_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/notations.md");
    let page = std::fs::read_to_string(path).unwrap();
    for notation in NOTATIONS {
        assert!(page.contains(&format!("`{}`", notation.name)), "{}", notation.name);
    }
}
