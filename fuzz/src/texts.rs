//! What holds for any text, in any notation.

use sliding::notation::{MAX_PROBLEMS, Parsed, Problem};
use sliding::puzzle::{MAX_CELLS, MAX_GOAL_CELLS, Puzzle};

use crate::memory;

/// Memory for a text without a board.
const BASE: u64 = 1 << 20;

/// Bytes of memory for a byte of text, and for a cell of the start or a goal.
const EACH: u64 = 256;

/// Reads a text. Whatever it is, it leads to a puzzle, or to faults in places of the text, and takes
/// no more memory than its length and the boards in it are worth. What is written of the puzzle reads
/// back as the same puzzle.
pub fn reads(
    text: &str,
    parse: impl Fn(&str) -> Parsed,
    write: impl Fn(&Puzzle) -> Option<String>,
) {
    match memory::within(bound(text), || parse(text)) {
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

/// The most memory that a text is worth.
fn bound(text: &str) -> u64 {
    let first = text.lines().next().unwrap_or_default();
    let numbers = first.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let sides = numbers.take(2).map(|digits| digits.parse().unwrap_or(u64::MAX));
    let cells = sides.fold(1, u64::saturating_mul).min(MAX_CELLS as u64);
    let goals = text.matches("or ").count() as u64 + 1;
    BASE + EACH * (text.len() as u64 + cells + (goals * cells).min(MAX_GOAL_CELLS as u64))
}
