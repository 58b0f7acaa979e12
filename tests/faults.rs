//! Faulty texts, and what is said about them.
//!
//! A file `tests/data/faults/NOTATION/*.txt` is refused in that notation (in `any`, by each). A file in `warned` is a
//! puzzle with lines that count for nothing. `tests/snapshots/faults.snap` has all messages; after a wanted change,
//! `INSTA_UPDATE=always cargo test faults` writes it anew, and its diff shows what users will read.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use sliding::notation::{
    Item, MAX_PROBLEMS, NOTATIONS, Notation, ParseError, ReadOptions, items, parse,
};

/// The files in a folder of faults, by name, with their texts.
fn texts(folder: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/faults").join(folder);
    let entries = fs::read_dir(&path).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let text =
        |name: String| (format!("{folder}/{name}"), fs::read_to_string(path.join(&name)).unwrap());
    names.into_iter().map(text).collect()
}

/// The error of a text in a notation: SLIDING's own is known from all others first.
fn refused(notation: &str, text: &str) -> ParseError {
    match notation {
        "sliding" => parse(text).expect_err(text),
        _ => Notation::named(notation).expect(notation).parse(text).expect_err(text),
    }
}

/// Each problem has a place in the text.
fn has_places(name: &str, text: &str, error: &ParseError) {
    assert!((1..=MAX_PROBLEMS).contains(&error.problems().len()), "{name}");
    for problem in error.problems() {
        let lines = text.split('\n').count();
        assert!((1..=lines).contains(&problem.line) && problem.column >= 1, "{name}: {problem:?}");
        assert!(text.get(problem.span.clone()).is_some(), "{name}: {problem:?}");
    }
}

#[test]
fn faults_are_named_with_their_places() {
    let mut said = String::new();
    let names = NOTATIONS.iter().map(|notation| notation.name);
    let folder = |name: &&str| Path::new("tests/data/faults").join(name).is_dir();
    for notation in names.filter(folder) {
        for (name, text) in texts(notation) {
            let error = refused(notation, &text);
            has_places(&name, &text, &error);
            said += &format!("{name}\n{error}\n");
            for problem in error.problems().iter().filter(|problem| !problem.picture.is_empty()) {
                said += &format!("{}\n", problem.picture.trim_end());
            }
            said.push('\n');
        }
    }
    for (name, text) in texts("warned") {
        let item = items(&text, &ReadOptions::default()).next().expect("a puzzle");
        let (_, warnings) = item.parsed.unwrap_or_else(|error| panic!("{name}: {error}"));
        let warnings: Vec<String> =
            warnings.iter().map(|one| format!("{one} ({:?})\n", one.effect)).collect();
        said += &format!("{name}\n{}\n", warnings.concat());
    }
    assert_snapshot!("faults", said.replace("; expected", ";\n    expected"));
}

/// Texts that no notation takes for a board.
#[test]
fn rows_without_cells_are_no_board() {
    for (name, text) in texts("any") {
        let is_refused = |item: Item| item.parsed.is_err();
        let refuses = |notation: &Notation| notation.items(&text).all(is_refused);
        assert!(NOTATIONS.iter().all(refuses), "{name}");
    }
}

/// A definition of kinds that is too long for a file here.
#[test]
fn patterns_larger_than_any_board_are_refused() {
    let text = format!("3 x 3\n1 = 1{}1\n1\n1\n", "0".repeat(1 << 20));
    let error = parse(&text).unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 5: kind `1` is larger than any board"), "{error}");
    let text = format!("9 x 9\n1 = 1\n{}\n1\n", "!".repeat(81));
    assert_eq!(parse(&text).unwrap_err().problems().len(), MAX_PROBLEMS);
}

/// One bad line, wherever it is in a stream, is refused at its place; the others are known and read.
#[test]
fn a_bad_line_does_not_keep_the_others_back() {
    let state = r#"{"schema":"sliding/check/1","size":{"rows":1,"cols":2},"kinds":[{"definition":"1 = 1"}],"start":"1","goals":[{"configuration":"01"}]}"#;
    let korf = "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    for (name, good, bad) in [
        ("rush", "AAooooooo", "AooBoBooA"),
        ("sgt", "5x5u:w6md1aw2d4d1efewa2efew5,3,2,6", "5x5u:w6md1aw2d4d1efewa2ef"),
        ("zwegner", "..A ..A ++A", "..A ..A ++"),
        ("tiles", "1 2 3/4 0 6/7 5 8", "1 2 3/4 0 6/7 5"),
        ("tiles", "1 2 3 4 0 6 7 5 8", "garbage here"),
        ("korf", korf, "2 13 5 4 10 9 12 8 14 2 3"),
        ("korf", korf, "garbage here"),
        ("json", state, &state[..60]),
    ] {
        for at in [1, 5, 9] {
            let mut lines = [good; 10];
            lines[at] = bad;
            let text = lines.join("\n") + "\n";
            let known = Notation::of_text(&text).map(|notation| notation.name);
            assert_eq!(known, Some(name), "{text}");
            for (line, item) in Notation::named(name).unwrap().items(&text).enumerate() {
                assert_eq!(item.parsed.is_ok(), line != at, "{text}");
                assert_eq!(item.line, line + 1, "{text}");
                let fault = item.parsed.err().map(|error| error.problems()[0].line);
                assert!(fault.is_none_or(|line| line == at + 1), "{text}");
            }
        }
    }
}
