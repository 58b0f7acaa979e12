//! Positions and moves in JSON, as `docs/internals/json.md` describes them.

use serde::Deserialize;
use serde_json::Value;

use super::{ParsedMove, TranscriptError, direction, kind_called, kind_named, names, piece_names};
use crate::puzzle::{Configuration, Placement, Puzzle};

/// Whether a text is JSON rather than anything else.
pub fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"'])
}

/// The fields that hold a position: of a move, of a search, of a node of a graph.
const CONFIGURATIONS: [&str; 3] = ["after", "start", "configuration"];

pub fn position(puzzle: &Puzzle, text: &str) -> Result<Configuration, TranscriptError> {
    let value: Value = parsed(text)?;
    let field = CONFIGURATIONS.iter().find_map(|name| value.get(name)).unwrap_or(&value);
    match field.as_str() {
        Some(shorthand) => within(super::position::read(puzzle, shorthand), shorthand),
        None => Err(unexpected(
            "a configuration: a string, or an object with `after`, `start` or `configuration`",
            &sort(field),
        )),
    }
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
    let mut value: Value = parsed(text)?;
    let list = value.get_mut("solution").map(Value::take).unwrap_or(value);
    if !list.is_array() {
        return Err(unexpected(
            "a list of moves, or an object with one as `solution`",
            &sort(&list),
        ));
    }
    let steps: Vec<Step> = serde_json::from_value(list)
        .map_err(|error| unexpected("moves with `pieces` and `steps`", &error.to_string()))?;
    (1..).zip(steps).map(|(number, step)| parsed_move(puzzle, number, step)).collect()
}

fn parsed_move(puzzle: &Puzzle, number: usize, step: Step) -> Result<ParsedMove, TranscriptError> {
    let of_move = |expected: &str, found: &str| {
        unexpected(&format!("{expected} in move {number}"), &format!("`{found}`"))
    };
    let size = puzzle.size();
    let piece = |Piece { kind, name, row, col }: Piece| {
        let said = kind.map(String::from).or(name).unwrap_or_default();
        let kind = match kind {
            Some(kind) => kind_named(puzzle, kind)
                .ok_or_else(|| of_move(&format!("one of the kinds {}", names(puzzle)), &said)),
            None => kind_called(puzzle, &said).ok_or_else(|| of_move(&piece_names(puzzle), &said)),
        }?;
        let cell = size.cell(i64::from(row) - 1, i64::from(col) - 1);
        let cell = cell.ok_or_else(|| {
            of_move("a row and a column of the board", &format!("row {row}, column {col}"))
        })?;
        Ok(Placement { cell, kind })
    };
    let pieces = step.pieces.into_iter().map(piece).collect::<Result<_, _>>()?;
    let known = |word: &String| {
        direction(word).ok_or_else(|| of_move("`right`, `left`, `down` or `up`", word))
    };
    let steps = step.steps.iter().map(known).collect::<Result<_, _>>()?;
    let read = |shorthand: &str| within(super::position::read(puzzle, shorthand), shorthand);
    let after = step.after.as_deref().map(read).transpose()?;
    Ok(ParsedMove { line: None, pieces, steps, after })
}

fn parsed(text: &str) -> Result<Value, TranscriptError> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line().max(1), error.column().max(1));
        TranscriptError::new(line, column, "one value in JSON", error.to_string())
    })
}

/// Reports an error inside a string by quoting the string, as its place is unknown.
fn within<T>(read: Result<T, TranscriptError>, shorthand: &str) -> Result<T, TranscriptError> {
    read.map_err(|TranscriptError { column, expected, found, .. }| {
        unexpected(&format!("{expected} as character {column} of `{shorthand}`"), &found)
    })
}

fn unexpected(expected: &str, found: &str) -> TranscriptError {
    TranscriptError::new(1, 1, expected, found)
}

/// Describes the type of a value.
fn sort(value: &Value) -> String {
    match value {
        Value::Null => "`null`",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object without it",
    }
    .to_owned()
}
