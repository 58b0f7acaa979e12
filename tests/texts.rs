//! The texts of pages, in each language: the table is whole. That pages use what is in it stands in
//! `.ci/documents`.

use std::collections::{BTreeMap, BTreeSet};

use sliding::notation::{Cause, Syntax};
use sliding::puzzle::Violation;
use sliding::report::json::limit_word;
use sliding::solve::Stopped;

/// For each key the English, the German and the Chinese text.
fn table() -> BTreeMap<String, [String; 3]> {
    serde_json::from_str(include_str!("../src/report/texts.json")).expect("a table of texts")
}

fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

#[test]
fn every_text_is_there_in_every_language() {
    let table = table();
    assert!(table.len() > 100);
    for (key, row) in &table {
        let [english, _, chinese] = row;
        for text in row {
            assert!(!text.is_empty() && text.trim() == text, "{key}: {text:?}");
            assert_eq!(places(text), places(english), "{key}");
            // One form, or a singular and a plural.
            assert!(text.matches('|').count() <= english.matches('|').count(), "{key}");
        }
        let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
        assert!(chinese.starts_with('{') || chinese.contains(is_han), "{key}: {chinese}");
    }
}

#[test]
fn every_limit_and_fault_has_a_text() {
    use Stopped::{Cancelled, Disk, Memory, Moves, Time};
    let table = table();
    let limits: BTreeSet<_> = table.keys().filter_map(|key| key.strip_prefix("limit.")).collect();
    assert_eq!(limits, [Cancelled, Disk, Memory, Moves(1), Time].map(limit_word).into());
    for (fault, code, args) in [
        (Cause::from(Violation::NoCells), "no-cells", 0),
        (Violation::LeavesBoard('a').into(), "leaves-board", 1),
        (Syntax::BlockedDiffers { row: 1, col: 2 }.into(), "blocked-differs", 2),
    ] {
        assert_eq!(serde_json::to_value(&fault).expect("JSON")["code"], code);
        assert_eq!(places(&table[&format!("fault.{code}")][0]).len(), args, "{code}");
    }
}
