//! The texts of pages, in each language: the table is whole, and pages use what is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
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
        // Nouns after numbers have a singular, too. The core's texts are exempt.
        if ["fault.", "expected.", "advice."].iter().any(|start| key.starts_with(start)) {
            continue;
        }
        let several = english.rsplit('|').next().unwrap_or(english);
        for (name, rest) in several.split('{').filter_map(|rest| rest.split_once('}')) {
            let mut words =
                rest.split_whitespace().take(2).map(|word| word.trim_matches(['.', ',']));
            let is_counted = words.any(|word| {
                word.len() > 3 && word.starts_with(char::is_lowercase) && word.ends_with('s')
            });
            assert!(!is_counted || name == "n" && english.contains('|'), "{key}: {english}");
        }
    }
}

#[test]
fn every_limit_and_fault_has_a_text() {
    use Stopped::{Cancelled, Disk, Memory, Moves, Time};
    let table = table();
    let limits: BTreeSet<_> = table.keys().filter_map(|key| key.strip_prefix("limit.")).collect();
    assert_eq!(limits, [Cancelled, Disk, Memory, Moves(1), Time].map(limit_word).into());
    let differs = Syntax::BlockedDiffers { row: 1, col: 2 };
    for (fault, code, args, count) in [
        (Cause::from(Violation::NoCells), "no-cells", Value::Null, 0),
        (Violation::LeavesBoard('a').into(), "leaves-board", json!("a"), 1),
        (differs.into(), "blocked-differs", json!({"row": 1, "col": 2}), 2),
    ] {
        let object = serde_json::to_value(&fault).expect("JSON");
        assert_eq!((&object["code"], &object["args"]), (&json!(code), &args));
        assert_eq!(places(&table[&format!("fault.{code}")][0]).len(), count, "{code}");
    }
}

/// Beginnings of keys that scripts build, of a page's name or of the core's codes.
const BUILT: &str = "style. title. family. general. limit. tool. direction. why. order. player.why_ play.name \
                     fault. expected. advice. part.";

#[test]
fn every_text_is_used() {
    let mut sources = String::new();
    for folder in ["site", "page"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report").join(folder);
        for file in fs::read_dir(folder).expect("a folder") {
            sources += &fs::read_to_string(file.expect("a file").path()).expect("text");
        }
    }
    let table = table();
    for key in table.keys() {
        let is_built = BUILT.split_whitespace().any(|start| key.starts_with(start));
        assert!(is_built || sources.contains(&format!("\"{key}\"")), "{key}");
    }
    // And every text that is used is there.
    for call in ["say(\"", " t(\"", "(t(\"", "data-text=\""] {
        for (at, _) in sources.match_indices(call) {
            let key = sources[at + call.len()..].split('"').next().unwrap();
            for page in ["gallery", "play", "editor"] {
                assert!(table.contains_key(&key.replace("{{page}}", page)), "{call}{key}");
            }
        }
    }
}
