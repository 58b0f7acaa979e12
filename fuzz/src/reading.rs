//! Any text, read without a word about its notation: nothing open is assumed.

use sliding::Puzzle;
use sliding::notation::{MAX_PROBLEMS, ReadOptions, items};

/// Longer texts are for the target `parser`.
const LONGEST: usize = 4096;

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(LONGEST)]);
    let first = items(&text, &ReadOptions::default()).next();
    match first.map(|item| item.parsed) {
        Some(Ok((puzzle, _))) => same_with_options(&text, &puzzle),
        Some(Err(error)) => {
            assert!((1..=MAX_PROBLEMS).contains(&error.problems().len()), "{error}");
            for question in error.questions() {
                let printed: ReadOptions = question.options.to_string().parse().expect("options");
                assert_eq!(printed, question.options);
                // An answer that has a picture gives that puzzle.
                let Some(puzzle) = &question.puzzle else { continue };
                let answered = items(&text, &question.options).next().map(|item| item.parsed);
                let answered = answered.expect("a puzzle").map(|(puzzle, _)| puzzle);
                assert!(answered.as_ref() == Ok(puzzle), "{printed}\n{text}\n{answered:?}");
            }
        }
        None => {}
    }
}

/// What was assumed, given back as options, leads to the same puzzle.
fn same_with_options(text: &str, puzzle: &Puzzle) {
    let Some(read_as) = &puzzle.origin().read_as else { return };
    let mut options = ReadOptions::default();
    for assumption in &read_as.assumptions {
        options = options.or(&assumption.options.parse().expect("options"));
    }
    let again = items(text, &options).next().map(|item| item.parsed);
    let again = again.expect("a puzzle").map(|(puzzle, _)| puzzle);
    assert!(again.as_ref() == Ok(puzzle), "{options}\n{text}\n{again:?}");
}
