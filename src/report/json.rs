//! Parts of JSON objects that several reports share. `docs/json.md` describes every
//! field.
//!
//! Rows, columns and goals count from 1 in all of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serializer;
use serde::ser::Error;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::analyse::Distances;
use crate::notation::ReadOptions;
use crate::puzzle::{Assumption, Expectation, ReadAs};
use crate::report::words::is_harmless;
use crate::report::*;

/// Returns the options that are set, by name.
pub fn stated(options: &ReadOptions) -> BTreeMap<&'static str, String> {
    options.set_ones().map(|(name, value)| (name, value.to_owned())).collect()
}

/// Returns an object as JSON. Control characters and bidirectional controls are escaped, so that the
/// output is safe to show on a terminal; readers get the same texts.
///
/// # Panics
///
/// If the object has keys that are not strings. No report has.
///
/// ```
/// let json = sliding::report::json::to_json(&"a\u{9b}2J\u{202e}é");
/// assert_eq!(json, r#""a\u009b2J\u202eé""#);
/// ```
pub fn to_json(object: &impl Serialize) -> String {
    escaped(serde_json::to_string(object).expect("keys are texts"))
}

/// Returns JSON with harmful characters as escapes.
fn escaped(json: String) -> String {
    // Harmful characters occur in strings only, and all of them have four digits.
    if json.chars().all(is_harmless) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if is_harmless(c) {
            escaped.push(c);
        } else {
            escaped += &format!("\\u{:04x}", u32::from(c));
        }
    }
    escaped
}

/// A JSON object: its fields, in the order in which they are added.
///
/// Reports build their objects with `object!`, which takes what is to be written and no type for it.
#[derive(Clone, Debug, Default)]
pub struct Object(String);

impl Object {
    /// Adds a field.
    pub fn with(self, name: &str, value: &impl Serialize) -> Object {
        self.with_json(name, &to_json(value))
    }

    fn with_json(mut self, name: &str, json: &str) -> Object {
        let between = if self.0.is_empty() { "" } else { "," };
        let _ = write!(self.0, "{between}\"{name}\":{json}");
        self
    }

    /// Adds a field, unless there is no value.
    pub fn with_some(self, name: &str, value: Option<impl Serialize>) -> Object {
        match value {
            Some(value) => self.with(name, &value),
            None => self,
        }
    }

    /// Adds the fields of something that is an object in JSON.
    pub fn and(mut self, other: impl Serialize) -> Object {
        let text = to_json(&other);
        let fields = &text[1..text.len() - 1];
        if !self.0.is_empty() && !fields.is_empty() {
            self.0.push(',');
        }
        self.0 += fields;
        self
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = RawValue::from_string(format!("{{{}}}", self.0)).map_err(Error::custom)?;
        text.serialize(serializer)
    }
}

impl<'a> FromIterator<(&'a str, Value)> for Object {
    fn from_iter<T: IntoIterator<Item = (&'a str, Value)>>(fields: T) -> Object {
        let object = Object::default();
        fields.into_iter().fold(object, |object, (name, value)| object.with(name, &value))
    }
}

/// Returns an object with these fields.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {
        $crate::report::json::Object::default()$(.with($name, &$value))*
    };
}
pub(in crate::report) use object;

impl Serialize for Engine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object! { "rows": self.rows, "cols": self.cols }.serialize(serializer)
    }
}

/// Begins the object of a report about a puzzle from this file, with its style if the report is
/// about one.
pub fn about(schema: &str, puzzle: &Puzzle, file: &str, style: Option<Style>) -> Object {
    object! { "schema": schema, "puzzle": puzzle.name(), "file": file, "size": puzzle.size() }
        .with_some("style", style)
        .with_some("read_as", read_as(puzzle))
}

/// Returns an object for each of some items.
pub fn array<T>(items: impl IntoIterator<Item = T>, object: impl Fn(T) -> Object) -> Vec<Object> {
    items.into_iter().map(object).collect()
}

/// Returns how the text of a puzzle was understood; `None` if the text is complete.
pub fn read_as(puzzle: &Puzzle) -> Option<Object> {
    let ReadAs { convention, assumptions, .. } = puzzle.origin().read_as.as_ref()?;
    let assumptions = array(assumptions, |Assumption { text, source, options, .. }| {
        let options = stated(&options.parse().unwrap_or_default());
        object! { "text": text, "source": source.word(), "options": options }
    });
    Some(object! { "convention": convention, "assumptions": assumptions })
}

/// Returns a piece of a puzzle with the names of a position: its name, that of its kind, and the
/// place of its origin.
pub fn piece(names: &PieceNames, piece: Placement) -> Object {
    let puzzle = names.puzzle();
    let (row, col) = puzzle.size().row_col(piece.cell);
    object! {
        "name": names.name(piece),
        "kind": puzzle.kind(piece).name(),
        "row": row + 1,
        "col": col + 1,
    }
}

/// Returns these pieces of a position.
pub fn pieces(names: &PieceNames, pieces: &[Placement]) -> Vec<Object> {
    array(pieces, |&one| piece(names, one))
}

/// Returns a move of a puzzle, with the names before it.
pub fn step(names: &PieceNames, step: &Move) -> Object {
    step_of(names.puzzle(), pieces(names, &step.pieces), step)
}

/// Returns a move of a puzzle, given its pieces.
pub fn step_of(puzzle: &Puzzle, pieces: Vec<Object>, step: &Move) -> Object {
    let steps: Vec<&str> = step.steps.iter().map(|direction| direction.word()).collect();
    object! {
        "pieces": pieces,
        "steps": steps,
        "after": puzzle.shorthand(&step.after),
    }
}

/// Returns the moves of a solution, from the position of the names on.
pub fn steps(mut names: PieceNames, solution: &Solution) -> Vec<Object> {
    let mut steps = Vec::with_capacity(solution.moves.len());
    names.follow_all(solution, |names, next| steps.push(step(names, next)));
    steps
}

/// Returns the expected result of a search in one style.
pub fn expectation(&Expectation { style, moves, states }: &Expectation) -> Object {
    object! { "style": style, "moves": moves }.with_some("positions", states)
}

/// Returns the number of positions at each distance, and the farthest of them.
pub fn distances(puzzle: &Puzzle, distances: &Distances) -> Object {
    let farthest: Vec<String> =
        distances.farthest.iter().map(|position| puzzle.shorthand(position)).collect();
    object! { "depth": distances.depth(), "levels": distances.levels, "farthest": farthest }
}

/// Returns the name of a search status.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Solved => "solved",
        Status::Unsolvable => "unsolvable",
        Status::Stopped(_) => "limit",
    }
}

/// Returns a time in milliseconds, to the microsecond.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// Returns the name of the limit that stopped a search.
pub fn limit(status: Status) -> Option<&'static str> {
    status.stopped().map(limit_word)
}

/// Returns the name of a limit.
pub fn limit_word(limit: Stopped) -> &'static str {
    match limit {
        Stopped::Moves(_) => "moves",
        Stopped::Memory => "memory",
        Stopped::Rounds => "rounds",
        Stopped::Time => "time",
        Stopped::Cancelled => "cancelled",
        Stopped::Disk => "disk",
    }
}
