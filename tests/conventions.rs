//! The table of conventions: every example reads as its row says, and `convert --list` prints it.

use sliding::notation::{CONVENTIONS, Item, NOTATIONS, Notation, ReadOptions, items};

use crate::cli::{Run, command};
use crate::{files, notations};

/// A row of the table: what a text looks like, what it means, who uses it, the name for `--as`, an example, and what comes
/// of it, in two cells.
type Row = [&'static str; 7];

fn rows() -> Vec<Row> {
    files::rows(CONVENTIONS)
}

fn read(example: &str, options: &ReadOptions) -> Vec<Item> {
    items(&(example.replace('|', "\n") + "\n"), options).collect()
}

/// What a text gives, in the words of the table.
fn given(item: &Item) -> String {
    match &item.parsed {
        Ok((puzzle, _)) => {
            let read_as = puzzle.origin().read_as.as_ref();
            let text = read_as.map_or(String::new(), ToString::to_string);
            format!("read as: {}", text.trim_start_matches("read as "))
        }
        Err(error) => notations::refusal(error),
    }
}

#[test]
fn every_example_reads_as_its_row_says() {
    for [looks, _, _, _, example, kind, text] in rows() {
        let wanted = match kind {
            "asks" => format!("question: {}", text.strip_suffix(", ...").expect(text)),
            kind => format!("{kind}: {text}"),
        };
        let items = read(example, &ReadOptions::default());
        assert!(!items.is_empty(), "{example}");
        for item in items {
            assert_eq!(given(&item), wanted, "{example}");
            // The answers to a question give puzzles, or another question.
            let questions = item.parsed.as_ref().err().map_or(&[][..], |error| error.questions());
            for question in questions {
                let given = given(&read(example, &question.options)[0]);
                let goes_on = !given.starts_with("error") || given.starts_with("error: no goal");
                assert!(goes_on, "{example}: {}: {given}", question.options);
            }
        }
        assert_eq!(rows().iter().filter(|row| row[0] == looks).count(), 1, "{looks}");
    }
}

/// `--as` with the reading of a row gives the same puzzle.
#[test]
fn readings_of_rows_are_names_for_as() {
    for [_, _, _, reading, example, kind, _] in rows() {
        let is_own = ["", "blocks", "types"].contains(&reading);
        assert!(is_own || Notation::named(reading).is_some(), "{reading}");
        // `--as rush` takes the lines of a box for boards.
        let is_boxed_rush = reading == "rush" && example.starts_with('┌');
        if reading.is_empty() || kind != "read as" || is_boxed_rush {
            continue;
        }
        let mut options = ReadOptions::default();
        options.set("as", reading).unwrap();
        let ends = |options: &ReadOptions| -> Vec<_> {
            let puzzles = read(example, options).into_iter().map(|item| item.parsed.unwrap().0);
            puzzles.map(|puzzle| (puzzle.start().clone(), puzzle.goals().to_vec())).collect()
        };
        assert_eq!(ends(&options), ends(&ReadOptions::default()), "{example} as {reading}");
    }
}

/// Every notation has a row in the table of other programs' notations, and `convert --list` has all.
#[test]
fn notations_and_conventions_are_listed() {
    let page = files::read("docs/notations.md");
    let list = Run::from(command(crate::ROOT, "convert --list").output().unwrap()).out;
    for notation in NOTATIONS {
        let is_listed = list.contains(notation.about);
        assert!(is_listed && page.contains(&format!("`{}`", notation.name)), "{}", notation.name);
    }
    for row in rows() {
        assert!(row.iter().all(|cell| list.contains(cell)), "{row:?}");
    }
}
