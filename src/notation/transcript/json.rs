//! Positions and moves in JSON, as `docs/internals/json.md` describes them.

use serde::Deserialize;
use serde_json::Value;

use super::position::{NamedPosition, all_names, kind_names, read};
use super::{ParsedMove, TranscriptError, sentences};
use crate::notation::problem::Problem;
use crate::puzzle::Puzzle;

/// Whether a text is JSON rather than anything else.
pub fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"'])
}

/// The fields that hold a position: of a move, of a search, of a node of a graph.
const CONFIGURATIONS: [&str; 3] = ["after", "start", "configuration"];

pub fn position(puzzle: &Puzzle, text: &str) -> Result<NamedPosition, TranscriptError> {
    let value = parsed(text)?;
    let field = CONFIGURATIONS.iter().find_map(|name| value.get(name)).unwrap_or(&value);
    let expected =
        "a configuration: a string, or an object with `after`, `start` or `configuration`";
    let shorthand = field.as_str().ok_or_else(|| unexpected(expected, field.to_string()))?;
    within(puzzle, shorthand)
}

/// A move in the form of the reports.
#[derive(Deserialize)]
struct Step {
    pieces: Vec<Piece>,
    steps: Vec<String>,
    after: Option<String>,
}

#[derive(Deserialize)]
struct Piece {
    kind: Option<char>,
    name: Option<String>,
    row: u32,
    col: u32,
}

pub fn moves(puzzle: &Puzzle, text: &str) -> Result<Vec<ParsedMove>, TranscriptError> {
    let mut value = parsed(text)?;
    let list = value.get_mut("solution").map(Value::take).unwrap_or(value);
    let steps: Vec<Step> = serde_json::from_value(list).map_err(|error| {
        let expected = "a list of moves with `pieces` and `steps`, perhaps as `solution`";
        unexpected(expected, error.to_string())
    })?;
    let (kinds, all) = (kind_names(puzzle), all_names(puzzle));
    let mut moves = Vec::new();
    for (number, step) in (1..).zip(steps) {
        let mut names = &all;
        let mut places = Vec::new();
        for Piece { kind, name, row, col } in step.pieces {
            if kind.is_some() {
                names = &kinds;
            }
            let name = kind.map(String::from).or(name).unwrap_or_default();
            places.push(format!("{name} at row {row}, column {col}"));
        }
        let sentence = format!("pieces {} together: {}", places.join("; "), step.steps.join(", "));
        let read = sentences::read(puzzle, names, &sentence);
        let mut read = read.map_err(|Problem { expected, message, .. }| {
            unexpected(format!("{expected} in move {number}"), message)
        })?;
        let after = step.after.map(|shorthand| within(puzzle, &shorthand)).transpose()?;
        let after = after.map(|(position, _)| position);
        let made = read.pop().map(|read| ParsedMove { line: None, after, ..read });
        moves.extend(made);
    }
    Ok(moves)
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
