//! Parts of JSON objects that several reports share. `docs/json.md` describes every
//! field.
//!
//! Rows, columns and goals count from 1 in all of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;
use serde_json::value::RawValue;
use serde_json::{Serializer as JsonSerializer, Value};

use crate::analyse::Distances;
use crate::engine::query::{Engine, Status, Stopped};
use crate::notation::ReadOptions;
use crate::puzzle::{
    Assumption, Expectation, Move, PieceNames, Placement, Puzzle, ReadAs, Size, Solution, Style,
};
use crate::report::words::is_harmless;

/// Returns the options that are set, by name.
pub fn stated(options: &ReadOptions) -> BTreeMap<&'static str, String> {
    options.set_ones().map(|(name, value)| (name, value.to_owned())).collect()
}

/// Writes an object as JSON. Control characters and bidirectional controls are escaped, so that the
/// output is safe to show on a terminal; readers get the same texts.
///
/// ```
/// let mut out = Vec::new();
/// sliding::report::json::write_json(&mut out, &"a\u{9b}2J\u{202e}é")?;
/// assert_eq!(String::from_utf8(out)?, r#""a\u009b2J\u202eé""#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_json(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    Ok(object.serialize(&mut JsonSerializer::with_formatter(out, Escaping))?)
}

/// Returns an object as JSON, as [`write_json`] writes it.
///
/// # Panics
///
/// If the object has keys that are not strings. No report has.
pub fn to_json(object: &impl Serialize) -> String {
    let json = serde_json::to_string(object).expect("keys are texts");
    // Characters to escape occur in strings only.
    if json.chars().all(is_harmless) { json } else { escaped(&json) }
}

/// Escapes the harmful characters of a text; all of them have four digits.
fn escaped(text: &str) -> String {
    let digit = |c: char, at: u32| char::from_digit(u32::from(c) >> (4 * at) & 15, 16);
    let mut out = String::new();
    for c in text.chars() {
        if is_harmless(c) {
            out.push(c);
        } else {
            out.push_str("\\u");
            out.extend((0..4).rev().filter_map(|at| digit(c, at)));
        }
    }
    out
}

/// JSON without blanks, with more escapes than required.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W>(&mut self, out: &mut W, fragment: &str) -> io::Result<()>
    where
        W: Write + ?Sized,
    {
        if fragment.chars().all(is_harmless) {
            return out.write_all(fragment.as_bytes());
        }
        out.write_all(escaped(fragment).as_bytes())
    }
}

/// A JSON object: its fields, in the order in which they are added.
///
/// Reports build their objects with `object!`, which takes what is to be written and no type for it.
#[derive(Clone, Debug, Default)]
pub struct Object(String);

impl Object {
    /// Adds a field.
    pub fn with(mut self, name: &str, value: &impl Serialize) -> Object {
        let between = if self.0.is_empty() { "" } else { "," };
        let _ = write!(self.0, "{between}\"{name}\":{}", to_json(value));
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

/// Returns how the text of a puzzle was understood; `None` if the text is complete.
pub fn read_as(puzzle: &Puzzle) -> Option<Object> {
    let ReadAs { convention, assumptions, .. } = puzzle.origin().read_as.as_ref()?;
    let assumptions: Vec<Object> = assumptions
        .iter()
        .map(|Assumption { text, source, options, .. }| {
            let options = stated(&options.parse().unwrap_or_default());
            object! { "text": text, "source": source.word(), "options": options }
        })
        .collect();
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
    pieces.iter().map(|&one| piece(names, one)).collect()
}

/// Returns a move of a puzzle, with the names before it.
pub fn step(names: &PieceNames, step: &Move) -> Object {
    let steps: Vec<&str> = step.steps.iter().map(|direction| direction.word()).collect();
    object! {
        "pieces": pieces(names, &step.pieces),
        "steps": steps,
        "after": names.puzzle().shorthand(&step.after),
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
