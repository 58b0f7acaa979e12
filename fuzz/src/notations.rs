//! Each notation in the table: any text, and any small puzzle.

use sliding::Puzzle;
use sliding::notation::{NOTATIONS, Notation, parse};
use sliding::puzzle::Setup;

use crate::bytes::Bytes;
use crate::{small, texts};

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for notation in NOTATIONS {
        texts::reads(&text, |text| notation.parse(text), |puzzle| notation.write(puzzle).ok());
    }
    // The same bytes as a puzzle; and the puzzle of the text, if it is one.
    let puzzles = [small::puzzle(&mut Bytes::new(data)), text.parse().ok()];
    for puzzle in puzzles.iter().flatten() {
        NOTATIONS.iter().for_each(|notation| writes(notation, puzzle));
    }
}

/// What a notation writes looks like this notation and no other, and reads back as the same puzzle,
/// also by way of its data.
fn writes(notation: &Notation, puzzle: &Puzzle) {
    let Some(text) = notation.write(puzzle) else { return };
    texts::reads_back(puzzle, &text, |text| notation.parse(text));
    texts::reads_back(puzzle, &text, parse);
    let alike = NOTATIONS.iter().filter(|other| other.recognises(&text));
    let alike: Vec<_> = alike.map(|other| other.name).collect();
    assert_eq!(alike, [notation.name], "what looks like a notation:\n{text}");
    let again = Setup::from(puzzle).validate().expect("it was valid");
    assert_eq!(notation.write(&again), Some(text));
}
