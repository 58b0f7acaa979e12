//! What holds of whatever text, puzzle, code or position.
//!
//! Those of texts and of setups are the fuzz targets. `SLIDING_SEEDS` takes more cases. What fails is printed as the
//! smallest value that fails: a text, bytes, or a seed.

#[path = "../fuzz/src/bytes.rs"]
#[expect(dead_code, reason = "other fuzz targets need the rest")]
mod bytes;
#[path = "../fuzz/src/constructors.rs"]
mod constructors;
#[path = "../fuzz/src/place.rs"]
mod place;
#[path = "../fuzz/src/setup.rs"]
mod setup;
#[path = "../fuzz/src/small.rs"]
mod small;
#[path = "../fuzz/src/texts.rs"]
mod texts;

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestRunner};
use sliding::Puzzle;
use sliding::notation::{NOTATIONS, Notation, parse};
use sliding::puzzle::advice::advise;
use sliding::puzzle::game::Game;
use sliding::puzzle::{Direction, Setup, Style};
use sliding::report::Report as _;
use sliding::report::json::to_json;
use sliding::report::puzzle::PuzzleReport;
use sliding::report::solution::SolutionReport;
use sliding::report::subject::Subject;

use crate::oracle::search::{SearchRequest, search};
use crate::oracle::{Engine, random, seeds};
use crate::{corpus, notations};

/// Holds a property against as many values, always the same.
fn hold<S: Strategy<Value: Debug>>(cases: u64, values: S, property: impl Fn(S::Value)) {
    let config = ProptestConfig {
        cases: seeds(cases).len() as u32,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2003),
        ..ProptestConfig::default()
    };
    let result = TestRunner::new(config).run(&values, |value| {
        property(value);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// A text with some parts replaced.
fn edited(text: &str, edits: &[(Index, usize, String)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (index, length, new) in edits {
        let begin = index.index(letters.len() + 1);
        let end = letters.len().min(begin + length);
        letters.splice(begin..end, new.chars());
    }
    letters.into_iter().collect()
}

/// Texts that mean something, or nearly: characters and words of notations, and puzzles with mistakes.
fn any_text() -> impl Strategy<Value = String> {
    let samples =
        ["rush/with-counts.txt", "lumi/entanglement.txt", "list/hughes.txt", "gnome/agatka.txt"];
    let sample = select(samples.to_vec()).prop_map(notations::read);
    let puzzle = prop_oneof![3 => any::<u64>().prop_map(random::any), 1 => sample];
    let edit = (
        any::<Index>(),
        prop_oneof![0..4usize, 0..200usize],
        "[01x23aZ?/=# \nhvor\u{feff}é9-]{0,3}",
    );
    prop_oneof![
        "\\PC{0,60}",
        "[ \\n\\r./#*+:;,(){}!?\"0-9a-zA-Zé-]{0,120}",
        "(size|initial|target|end|display|xsize: |ysize: |piece: |put: |win: |[(]0,0[)]|AA|oo|[.]|#|9|1|0| |\\n|u:|m|d|f|,|x){0,40}",
        "(3 x 3\n1 = 1\n2 = 01/11 h\n)?[0123 x1=/hv?#:or\n\r\n-abZ]{0,120}",
        (puzzle, vec(edit, 0..6)).prop_map(|(text, edits)| edited(&text, &edits)),
    ]
}

#[test]
fn any_text_is_a_puzzle_or_has_problems_in_their_places() {
    hold(3000, any_text(), |text| texts::run(text.as_bytes()));
}

#[test]
fn any_setup_is_a_puzzle_or_has_faults_in_their_places() {
    hold(5000, vec(any::<u8>(), 0..300), |data| setup::run(&mut bytes::Bytes::new(&data)));
}

#[test]
fn constructors_take_any_values_or_say_what_is_wrong() {
    hold(2000, vec(any::<u8>(), 0..300), |data| constructors::run(&data));
}

/// The lines of a text that are no facts, which may be written in another order.
fn board(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

/// Line ends and byte order marks change nothing, and what is written in any notation is written again when it was read.
fn survives(text: &str) {
    let (puzzle, _) = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let crlf = text.replace('\n', "\r\n");
    let marked = [text, &crlf].map(|text| format!("\u{feff}{text}"));
    for dressed in [&crlf, &marked[0], &marked[1], text.trim_end_matches('\n')] {
        assert_eq!(dressed.parse().as_ref(), Ok(&puzzle), "{dressed:?}");
    }
    for notation in NOTATIONS {
        let Ok(text) = notation.write(&puzzle) else { continue };
        let read = |text: &str| match notation.parse(text) {
            Ok((puzzle, _)) => puzzle,
            Err(error) => panic!("{error}\n{text}"),
        };
        let again = read(&text);
        let pieces = |puzzle: &Puzzle| puzzle.start().placements().len();
        assert_eq!(pieces(&again), pieces(&puzzle), "{text}");
        // A goal that names all pieces says nothing of empty cells when it is written again.
        let once = notation.write(&again).unwrap();
        assert_eq!(board(&notation.write(&read(&once)).unwrap()), board(&once), "{text}");
    }
    is_read_from_reports(&puzzle);
}

/// What reports say of a puzzle is that puzzle, commentary aside; only `check` reports expectations.
fn is_read_from_reports(puzzle: &Puzzle) {
    let (name, file, advice) = ("", "a.txt", &advise(puzzle)[..]);
    let report = PuzzleReport { puzzle, name, file, advice, warnings: &[], other_styles: None };
    let checked = serde_json::to_string(&report.json()).unwrap();
    let mut ask = SearchRequest::new(Style::STEP).by(Engine::Sparse);
    ask.budget.max_moves = Some(1);
    let outcome = &search(puzzle, &ask, &mut ()).unwrap();
    let subject = Subject::new(puzzle, Style::STEP, "a.txt");
    let report = SolutionReport::new(subject, outcome).json();
    let report: serde_json::Value = serde_json::from_str(&to_json(&report)).unwrap();
    let solved = serde_json::to_string_pretty(&report).unwrap();
    for (text, has_all) in [(checked, true), (solved, false)] {
        assert_eq!(Notation::of_text(&text).map(|notation| notation.name), Some("json"));
        let read: Puzzle = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.name(), puzzle.name());
        let (mut found, mut wanted) = (Setup::from(&read), Setup::from(puzzle));
        if !has_all {
            wanted.expectations.clear();
        }
        found.comment = wanted.comment.clone();
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn puzzles_survive_every_notation() {
    corpus::entries().iter().for_each(|entry| survives(&entry.text));
    let gated = notations::table("sliding/maps.tsv").into_iter().map(|row| row[0].clone());
    gated.for_each(|file| survives(&notations::read(&format!("sliding/{file}"))));
    hold(700, any::<u64>(), |seed| survives(&random::any(seed)));
}

/// Whatever a push moves, a push the other way moves back.
#[test]
fn pushes_are_undone_by_pushes_back() {
    let pushes = vec((any::<Index>(), select(Direction::ALL.to_vec())), 1..20);
    hold(300, (any::<u64>(), select(Style::ALL.to_vec()), pushes), |(seed, style, pushes)| {
        let puzzle: Puzzle = random::any(seed).parse().unwrap();
        let mut game: Game = Game::new(puzzle, style);
        for (piece, direction) in pushes {
            let before = game.position().clone();
            let piece = *piece.get(before.placements());
            let Ok(moved) = game.push(&[piece], direction) else { continue };
            assert_ne!(*game.position(), before);
            let mut back = game.clone();
            back.push(&moved, direction.opposite()).unwrap();
            assert_eq!(*back.position(), before);
        }
    });
}
