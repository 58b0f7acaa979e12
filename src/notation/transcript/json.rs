//! Positions and moves in JSON, as `docs/json.md` describes them.

use serde_json::Value;

use super::position::{NamedPosition, read};
use super::{ParsedMove, TranscriptError, grammars};
use crate::notation::problem::Problem;
use crate::puzzle::Puzzle;

/// Whether a text is JSON rather than anything else.
pub fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"'])
}

/// The fields that hold a position: of a move, of a search, of a node of a graph.
const POSITIONS: [&str; 3] = ["after", "start", "position"];

pub fn position(puzzle: &Puzzle, text: &str) -> Result<NamedPosition, TranscriptError> {
    let value = parsed(text)?;
    let field = POSITIONS.iter().find_map(|name| value.get(name)).unwrap_or(&value);
    within(
        puzzle,
        field.as_str().ok_or_else(|| {
            unexpected(
                "a position: a string, or an object with `after`, `start` or `position`",
                field.to_string(),
            )
        })?,
    )
}

/// Reads moves in the form of the reports, each as a sentence.
pub fn moves(puzzle: &Puzzle, text: &str) -> Result<Vec<ParsedMove>, TranscriptError> {
    let value = parsed(text)?;
    let list = value.get("solution").unwrap_or(&value);
    let expected = "a list of moves with `pieces` and `steps`, perhaps as `solution`";
    let list = list.as_array().ok_or_else(|| unexpected(expected, list.to_string()))?;
    let mut sentences = String::new();
    for step in list {
        let place = |piece: &Value| {
            let name = piece["name"].as_str().or(piece["kind"].as_str()).unwrap_or_default();
            format!("{name} at row {}, column {}", piece["row"], piece["col"])
        };
        let pieces = joined(&step["pieces"], "; ", place);
        let steps = joined(&step["steps"], ", ", |word| word.as_str().unwrap_or_default().into());
        sentences += &format!("pieces {pieces} together: {steps}\n");
    }
    let read = grammars::read(puzzle, &sentences, false);
    let mut read = read.map_err(|Problem { line, expected, message, .. }| {
        unexpected(format!("{expected} in move {line}"), message)
    })?;
    for (made, step) in read.iter_mut().zip(list) {
        made.line = None;
        if let Some(after) = step["after"].as_str() {
            made.after = Some(within(puzzle, after)?.0);
        }
    }
    Ok(read)
}

/// Returns the words for a list, with something between them.
fn joined(list: &Value, between: &str, word: impl Fn(&Value) -> String) -> String {
    list.as_array()
        .map_or(String::new(), |list| Vec::from_iter(list.iter().map(word)).join(between))
}

fn parsed(text: &str) -> Result<Value, TranscriptError> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line().max(1), error.column().max(1));
        TranscriptError { line, column, ..unexpected("one value in JSON", error.to_string()) }
    })
}

/// Reads a position in a string. An error quotes the string, as its place is unknown.
fn within(puzzle: &Puzzle, shorthand: &str) -> Result<NamedPosition, TranscriptError> {
    read(puzzle, shorthand).map_err(|Problem { expected, message, column, .. }| {
        unexpected(format!("{expected} as character {column} of `{shorthand}`"), message)
    })
}

fn unexpected(expected: impl Into<String>, found: impl Into<String>) -> TranscriptError {
    TranscriptError { line: 1, column: 1, expected: expected.into(), found: found.into() }
}
