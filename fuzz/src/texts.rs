//! Any text, in each notation and without a word about it, and what is written of small puzzles.

use std::collections::BTreeSet;

use sliding::notation::{
    DRAWN, MAX_PROBLEMS, NOTATIONS, Notation, Parsed, Problem, ReadOptions, items, parse,
};
use sliding::puzzle::{Demand, Goal, KindSetup, Puzzle, Setup, Want};

use super::bytes::Bytes;
use super::small;

/// Longer texts are not read without a word about their notation.
const LONGEST: usize = 4096;

/// A text in any notation leads to a puzzle or to faults in it; what is written reads back.
pub fn run(data: &[u8]) {
    // The parser takes texts alone. What is no text becomes one with odd characters.
    let text = String::from_utf8_lossy(data);
    reads(&text, parse, |puzzle| Some(puzzle.to_string()));
    let plain = text.parse::<Puzzle>();
    assert!(plain == parse(&text).map(|(puzzle, _)| puzzle), "two ways to read differ");
    for notation in NOTATIONS {
        // Other notations leave names of kinds and facts out, so nothing reads back to the letter.
        let is_own = notation.name == NOTATIONS[0].name;
        let write = |puzzle: &Puzzle| notation.write(puzzle).ok().filter(|_| is_own);
        reads(&text, |text| notation.parse(text), write);
    }
    // The same bytes as a puzzle; and the puzzle of the text, if it is one.
    let puzzles = [small::puzzle(&mut Bytes::new(data)), plain.ok()];
    for puzzle in puzzles.iter().flatten() {
        NOTATIONS.iter().for_each(|notation| writes(notation, puzzle));
        letters_are_names(puzzle, usize::from(data.first().copied().unwrap_or(0)));
    }
    answers(&String::from_utf8_lossy(&data[..data.len().min(LONGEST)]));
}

/// Reads a text. Whatever it is, it leads to a puzzle, or to faults in places of the text. What is
/// written of the puzzle reads back as the same puzzle.
fn reads(text: &str, parse: impl Fn(&str) -> Parsed, write: impl Fn(&Puzzle) -> Option<String>) {
    match parse(text) {
        Ok((puzzle, warnings)) => {
            warnings.iter().for_each(|warning| is_in(text, warning));
            let Some(written) = write(&puzzle) else { return };
            reads_back(&puzzle, &written, parse);
        }
        Err(error) => {
            let problems = error.problems();
            assert!((1..=MAX_PROBLEMS).contains(&problems.len()), "{} problems", problems.len());
            assert!(problems.is_sorted_by_key(|problem| problem.span.start), "{error}");
            problems.iter().for_each(|problem| is_in(text, problem));
            assert!(!error.to_string().is_empty());
        }
    }
}

/// A text that was written reads as its puzzle, and nothing in it is odd.
pub fn reads_back(puzzle: &Puzzle, written: &str, parse: impl Fn(&str) -> Parsed) {
    match parse(written) {
        Ok((again, warnings)) => {
            assert!(again == *puzzle, "another puzzle reads back from\n{written}");
            assert!(warnings.is_empty(), "{warnings:?} about\n{written}");
        }
        Err(error) => panic!("{error}\nin what was written:\n{written}"),
    }
}

/// The span lies in the text, and line and column are those of its beginning.
fn is_in(text: &str, problem: &Problem) {
    let at = problem.span.start;
    assert!(text.get(problem.span.clone()).is_some(), "{problem:?} is not in the text");
    let line = text[..at].matches('\n').count() + 1;
    let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
    // A byte order mark is no part of the line.
    let column = text[begin..at].trim_start_matches('\u{feff}').chars().count() + 1;
    assert_eq!((problem.line, problem.column), (line, column), "{problem:?}");
}

/// What a notation writes, it reads, and writes again; that of SLIDING looks like no other and reads
/// back as the same puzzle, also by way of its data.
fn writes(notation: &Notation, puzzle: &Puzzle) {
    let Ok(text) = notation.write(puzzle) else { return };
    if notation.name != NOTATIONS[0].name {
        let again = notation.items(&text).next().map(|item| item.parsed);
        assert!(
            again.is_none_or(|parsed| parsed.is_ok()),
            "what {} writes:\n{text}",
            notation.name
        );
        return;
    }
    reads_back(puzzle, &text, |text| notation.parse(text));
    reads_back(puzzle, &text, parse);
    let found = Notation::of_text(&text).map(|found| found.name);
    assert_eq!(found, Some(notation.name), "what looks like another notation:\n{text}");
    let again = Setup::from(puzzle).validate().expect("it was valid");
    assert_eq!(notation.write(&again), Ok(text));
}

/// A drawing whose letters change places reads as the same puzzle with other names.
fn letters_are_names(puzzle: &Puzzle, turn: usize) {
    let Ok(text) = DRAWN.write(puzzle) else { return };
    let used: BTreeSet<char> = text.chars().filter(char::is_ascii_uppercase).collect();
    let used: Vec<char> = used.into_iter().collect();
    let moved = |text: &str, by: usize| -> String {
        let letter = |c| match used.iter().position(|other| *other == c) {
            Some(at) => used[(at + by) % used.len()],
            None => c,
        };
        text.chars().map(letter).collect()
    };
    let by = turn % used.len().max(1);
    let plain = |text: &str| parse(text).map(|(puzzle, _)| without_names(&puzzle));
    assert_eq!(plain(&moved(&text, by)), plain(&text), "with other letters:\n{text}");
}

/// The kinds in the order of their first cells, each with its cells at the start, and the goals.
type Plain = (Vec<(KindSetup, Vec<u32>)>, Vec<Vec<(u32, Option<usize>)>>);

fn without_names(puzzle: &Puzzle) -> Plain {
    let mut kinds: Vec<(Vec<u32>, u8)> = Vec::new();
    for kind in 0..puzzle.kinds().len() as u8 {
        let own = puzzle.start().placements().iter().filter(|piece| piece.kind == kind);
        kinds.push((own.map(|piece| piece.cell).collect(), kind));
    }
    kinds.sort();
    let rank = |kind: u8| kinds.iter().position(|(_, other)| *other == kind);
    let goal = |goal: &Goal| {
        let want = |demand: &Demand| match demand.want {
            Want::Origin(kind) => (demand.cell, rank(kind)),
            _ => (demand.cell, None),
        };
        let mut wants: Vec<_> = goal.demands().iter().map(want).collect();
        wants.sort();
        wants
    };
    let mut goals: Vec<_> = puzzle.goals().iter().map(goal).collect();
    goals.sort();
    let shape = |kind: u8| {
        let mut shape = KindSetup::from(&puzzle.kinds()[usize::from(kind)]);
        shape.name = '1';
        shape
    };
    (kinds.into_iter().map(|(cells, kind)| (shape(kind), cells)).collect(), goals)
}

/// A text is read without a word about its notation. What was assumed, given back as options, leads
/// to the same puzzle, and each answer to a question to the puzzle shown with it.
fn answers(text: &str) {
    let first = items(text, &ReadOptions::default()).next();
    match first.map(|item| item.parsed) {
        Some(Ok((puzzle, _))) => {
            let Some(read_as) = &puzzle.origin().read_as else { return };
            let mut options = ReadOptions::default();
            for assumption in &read_as.assumptions {
                options = options.or(&assumption.options.parse().expect("options"));
            }
            leads_to(text, &options, &puzzle);
        }
        Some(Err(error)) => {
            for question in error.questions() {
                let printed: ReadOptions = question.options.to_string().parse().expect("options");
                assert_eq!(printed, question.options);
                // An answer that has a picture gives that puzzle.
                let Some(puzzle) = &question.puzzle else { continue };
                leads_to(text, &question.options, puzzle);
            }
        }
        None => {}
    }
}

fn leads_to(text: &str, options: &ReadOptions, puzzle: &Puzzle) {
    let again = items(text, options).next().map(|item| item.parsed);
    let again = again.expect("a puzzle").map(|(puzzle, _)| puzzle);
    assert!(again.as_ref() == Ok(puzzle), "{options}\n{text}\n{again:?}");
}
