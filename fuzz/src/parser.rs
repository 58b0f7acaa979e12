//! Any text, in whatever notation it looks like, and the printer.

use sliding::Puzzle;
use sliding::notation::parse;

use crate::texts;

pub fn run(data: &[u8]) {
    // The parser takes texts alone. What is no text becomes one with odd characters.
    let text = String::from_utf8_lossy(data);
    texts::reads(&text, parse, |puzzle| Some(puzzle.to_string()));
    let plain = text.parse::<Puzzle>();
    assert!(plain == parse(&text).map(|(puzzle, _)| puzzle), "two ways to read differ");
}
