//! Each notation in the table: any text, and any small puzzle.

use sliding::Puzzle;
use sliding::notation::{NOTATIONS, Notation, parse};
use sliding::puzzle::Setup;

use crate::bytes::Bytes;
use crate::{small, texts};

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for notation in NOTATIONS {
        // Other notations leave names of kinds and facts out, so nothing reads back to the letter.
        let is_own = notation.name == NOTATIONS[0].name;
        let write = |puzzle: &Puzzle| notation.write(puzzle).ok().filter(|_| is_own);
        texts::reads(&text, |text| notation.parse(text), write);
    }
    // The same bytes as a puzzle; and the puzzle of the text, if it is one.
    let puzzles = [small::puzzle(&mut Bytes::new(data)), text.parse().ok()];
    for puzzle in puzzles.iter().flatten() {
        NOTATIONS.iter().for_each(|notation| writes(notation, puzzle));
    }
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
    texts::reads_back(puzzle, &text, |text| notation.parse(text));
    texts::reads_back(puzzle, &text, parse);
    let found = Notation::of_text(&text).map(|found| found.name);
    assert_eq!(found, Some(notation.name), "what looks like another notation:\n{text}");
    let again = Setup::from(puzzle).validate().expect("it was valid");
    assert_eq!(notation.write(&again), Ok(text));
}
