//! What is said about faulty texts and setups.
//!
//! Each file in `tests/data/faults` is refused, and each in `tests/data/remarks` is a puzzle that looks like a mistake, or
//! nearly. A folder in them that has the name of a notation is read in it. `tests/snapshots` has all that is said, as a
//! user sees it; `INSTA_UPDATE=always cargo test faults` writes it anew. Read the diff: does each message name the place,
//! what is wrong, and what was expected?

use insta::assert_snapshot;
use sliding::notation::{Item, MAX_PROBLEMS, NOTATIONS, Notation, ReadOptions, items};
use sliding::puzzle::advice::advise;
use sliding::puzzle::{
    Demand, Expectation, Gate, GoalSetup, KindSetup, Note, Placement, Setup, Size, Style, Want,
};
use sliding::report::Report as _;
use sliding::report::json::to_json;
use sliding::report::puzzle::PuzzleReport;
use sliding::report::puzzle::problems::{Severity, render};

use crate::files;

/// The texts in a folder and its folders, by name.
fn texts(folder: &str) -> impl Iterator<Item = (String, String)> {
    let texts = files::texts(&format!("tests/data/{folder}"), "").into_iter();
    texts.map(move |(name, text)| (format!("{folder}/{name}"), text))
}

fn read(name: &str, text: &str) -> Vec<Item> {
    let mut options = ReadOptions::default();
    let folder = name.split('/').nth(1).and_then(Notation::named);
    options.reading = folder.map(|notation| notation.name.to_owned());
    items(text, &options).collect()
}

/// What is said about the puzzles of a text.
fn said(name: &str, text: &str) -> String {
    let mut said = format!("=== {name}\n");
    for item in read(name, text) {
        match item.parsed {
            Err(error) => {
                said += &render(name, text, error.problems(), Severity::Error, false);
                for question in error.questions() {
                    said += &format!("`{}`: {}\n", question.options, question.text);
                }
            }
            Ok((puzzle, warnings)) => {
                said += &format!("line {}: a puzzle\n", item.line);
                for warning in &warnings {
                    said += &format!("{:?} ", warning.effect);
                    let warning = std::slice::from_ref(warning);
                    said += &render(name, text, warning, Severity::Warning, false);
                }
                let (puzzle, advice) = (&puzzle, &advise(&puzzle)[..]);
                let (warnings, other_styles) = (&warnings[..], None);
                let report =
                    PuzzleReport { puzzle, name, file: name, advice, warnings, other_styles };
                let report: serde_json::Value =
                    serde_json::from_str(&to_json(&report.json())).unwrap();
                for advice in report["advice"].as_array().unwrap() {
                    said += &format!("advice: {advice}\n");
                }
            }
        }
    }
    said
}

fn all_said(folder: &str) -> String {
    texts(folder).map(|(name, text)| said(&name, &text) + "\n").collect()
}

#[test]
fn faulty_texts_are_refused_with_the_place() {
    for (name, text) in texts("faults") {
        let mut refused = read(&name, &text).into_iter().filter_map(|item| item.parsed.err());
        let error = refused.next().unwrap_or_else(|| panic!("{name} is a puzzle"));
        assert!((1..=MAX_PROBLEMS).contains(&error.problems().len()), "{name}");
        for problem in error.problems() {
            // What is missing at the end may be missed on the line behind it.
            let lines = text.split('\n').count();
            let is_there = (1..=lines).contains(&problem.line) && problem.column > 0;
            assert!(is_there && text.get(problem.span.clone()).is_some(), "{name}: {problem:?}");
        }
        // Rows without cells are a board in no notation.
        let is_none = |notation: &Notation| notation.items(&text).all(|item| item.parsed.is_err());
        assert!(!name.contains("without-cells") || NOTATIONS.iter().all(is_none), "{name}");
    }
    assert_snapshot!("faults", all_said("faults"));
}

#[test]
fn odd_texts_are_puzzles_with_remarks() {
    assert_snapshot!("remarks", all_said("remarks"));
}

/// Two kinds on a board with a blocked cell: `1` is upright, `2` single.
///
/// ```text
/// 1 2 x
/// 1 0 0
/// ```
fn small() -> Setup {
    let mut setup = Setup::new(Size { rows: 2, cols: 3 });
    setup.add_kind(KindSetup::new('1', [(0, 0), (1, 0)]));
    setup.add_kind(KindSetup::new('2', [(0, 0)]));
    setup.blocked = vec![2];
    setup.start = vec![at(0, 0), at(1, 1)];
    setup.goals = vec![GoalSetup::Complete(vec![at(0, 0), at(5, 1)]), partial(&[wants(4, 1)])];
    setup
}

fn at(cell: u32, kind: u8) -> Placement {
    Placement { cell, kind }
}

fn wants(cell: u32, kind: u8) -> Demand {
    Demand { cell, want: Want::Origin(kind) }
}

fn empty(cell: u32) -> Demand {
    Demand { cell, want: Want::Empty }
}

fn partial(demands: &[Demand]) -> GoalSetup {
    GoalSetup::Partial(demands.to_vec())
}

#[test]
fn a_setup_is_the_puzzle_of_its_text_in_any_order() {
    let text = "2 x 3\n1 = 1/1\n2 = 1\n12x\n10x02\nor ??x?2?\n";
    let puzzle = small().validate().unwrap();
    assert_eq!(text.parse(), Ok(puzzle.clone()));
    let mut other = small();
    other.kinds[0].cells = vec![(8, -3), (7, -3), (8, -3)];
    other.blocked = vec![2, 2];
    other.start.reverse();
    other.goals[0] = GoalSetup::Complete(vec![at(5, 1), at(0, 0)]);
    assert_eq!(other.validate().as_ref(), Ok(&puzzle));
    // A goal that leaves nothing open is complete, however it was given.
    other.goals[0] = partial(&[empty(4), wants(5, 1), empty(1), empty(4), wants(0, 0)]);
    assert_eq!(other.validate(), Ok(puzzle));
}

#[test]
fn faulty_setups_are_refused_with_all_places() {
    let mut said = String::new();
    let mut check = |change: &dyn Fn(&mut Setup)| {
        let mut setup = small();
        change(&mut setup);
        said += &format!("{}\n\n", setup.validate().expect_err("a faulty setup"));
    };
    // What no text can say: `tests/data/faults` has the rest.
    for (rows, cols) in [(1 << 10, 1025), (u32::MAX, u32::MAX)] {
        check(&|setup| setup.size = Size { rows, cols });
    }
    check(&|setup| setup.blocked = vec![2, 6, u32::MAX]);
    check(&|setup| setup.gates.push(Gate { kinds: vec![9], cells: vec![0, 7] }));
    for cells in [&[(0, 0), (1 << 20, 0)], &[(i32::MIN, i32::MAX), (i32::MAX, i32::MIN)]] {
        check(&|setup| setup.kinds.push(KindSetup::new('3', *cells)));
    }
    // Pieces of a kind without cells can lie anywhere.
    check(&|setup| setup.kinds.iter_mut().for_each(|kind| kind.cells.clear()));
    check(&|setup| setup.start = vec![at(1, 2), at(u32::MAX, 1)]);
    check(&|setup| setup.goals.clear());
    for demands in [
        &[empty(3), wants(0, 0)][..],
        &[empty(6)],
        // Nothing is left open, but the upright piece is missing.
        &[empty(1), empty(3), empty(4), empty(5), wants(0, 1)],
    ] {
        check(&|setup| setup.goals = vec![partial(demands)]);
    }
    check(&|setup| {
        setup.size = Size { rows: 1 << 10, cols: 1 << 10 };
        setup.goals = vec![partial(&[]); 18];
    });
    for comment in [" Klotski", "Klotski ", "two\nlines"] {
        check(&|setup| setup.comment = comment.into());
    }
    for (key, value) in
        [("", "a"), ("a:b", ""), ("expect", "0 1"), (" a", ""), ("a", "b\nc"), ("a", " b")]
    {
        check(&|setup| setup.notes = vec![Note { key: key.into(), value: value.into() }]);
    }
    let expectation = Expectation { style: Style::SLIDE, moves: None, states: None };
    check(&|setup| setup.expectations = vec![expectation; 2]);
    check(&|setup| {
        setup.kinds[1].name = '0';
        setup.start = vec![at(3, 0)];
        setup.goals.push(GoalSetup::Complete(vec![at(4, 9)]));
        setup.comment = "\n".into();
    });
    let puzzle = small().validate().unwrap();
    for piece in [&[at(5, 9)][..], &[at(6, 1)], &[at(2, 1)], &[]] {
        let position = puzzle.configuration([&[at(0, 0)], piece].concat());
        said += &format!("{}\n\n", position.expect_err("no position"));
    }
    assert_snapshot!("setups", said);
    let moved = puzzle.configuration(vec![at(5, 1), at(0, 0)]).unwrap();
    assert_eq!((puzzle.shorthand(&moved), puzzle.is_solved_by(&moved)), ("10x02".into(), true));
}
