//! Parts of JSON objects that several reports share. `docs/internals/json.md` describes every
//! field.
//!
//! Rows, columns and goals count from 1 in all of them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::analyse::Distances;
use crate::engine::query::{Status, Stopped};
use crate::notation::ReadOptions;
use crate::puzzle::{
    self, Assumption, Configuration, Expectation, Move, PieceNames, Placement, Puzzle, ReadAs,
    Solution,
};
use crate::report::subject::Subject;
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
    Ok(object.serialize(&mut Serializer::with_formatter(out, Escaping))?)
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

/// Height and width of a board.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct JsonSize {
    rows: u32,
    cols: u32,
}

impl From<puzzle::Size> for JsonSize {
    fn from(size: puzzle::Size) -> Self {
        JsonSize { rows: size.rows, cols: size.cols }
    }
}

/// The subject of a report. Its fields are flattened into the report.
#[derive(Clone, Debug, Serialize)]
pub struct SubjectFields {
    puzzle: String,
    file: String,
    size: JsonSize,
    style: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<JsonReadAs>,
}

impl SubjectFields {
    /// Builds it from a subject.
    pub fn new(subject: &Subject) -> SubjectFields {
        let Subject { puzzle, style, file, .. } = *subject;
        let (name, size) = (puzzle.name().to_owned(), size(puzzle));
        let read_as = JsonReadAs::of(puzzle);
        SubjectFields { puzzle: name, file: file.to_owned(), size, style: style.number(), read_as }
    }
}

/// The same without a style.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleFields {
    puzzle: String,
    file: String,
    size: JsonSize,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<JsonReadAs>,
}

impl PuzzleFields {
    /// Builds it for a puzzle read from this file.
    pub fn new(puzzle: &Puzzle, file: &str) -> PuzzleFields {
        let (name, size) = (puzzle.name().to_owned(), size(puzzle));
        let read_as = JsonReadAs::of(puzzle);
        PuzzleFields { puzzle: name, file: file.to_owned(), size, read_as }
    }
}

/// How a text was understood.
#[derive(Clone, Debug, Serialize)]
pub struct JsonReadAs {
    convention: Cow<'static, str>,
    assumptions: Vec<JsonAssumption>,
}

impl JsonReadAs {
    /// Returns how the text of a puzzle was understood; `None` if the text is complete.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        puzzle.origin().read_as.as_ref().map(|ReadAs { convention, assumptions, .. }| {
            let assumptions = assumptions.iter().map(JsonAssumption::from).collect();
            JsonReadAs { convention: convention.clone(), assumptions }
        })
    }
}

/// Something that a text left open.
#[derive(Clone, Debug, Serialize)]
struct JsonAssumption {
    text: String,
    source: &'static str,
    options: BTreeMap<&'static str, String>,
}

impl From<&Assumption> for JsonAssumption {
    fn from(assumption: &Assumption) -> Self {
        let Assumption { text, source, options, .. } = assumption;
        let options = stated(&options.parse().unwrap_or_default());
        JsonAssumption { text: text.clone(), source: source.word(), options }
    }
}

/// Returns height and width of a puzzle's board.
pub fn size(puzzle: &Puzzle) -> JsonSize {
    puzzle.size().into()
}

/// A piece: its name, that of its kind, and the place of its origin.
#[derive(Clone, Debug, Serialize)]
pub struct JsonPiece {
    name: String,
    kind: char,
    row: u32,
    col: u32,
}

impl JsonPiece {
    /// Builds a piece of a puzzle, with the names of a position.
    pub fn new(names: &PieceNames, piece: Placement) -> Self {
        let (row, col) = names.puzzle().size().row_col(piece.cell);
        let kind = names.puzzle().kind(piece).name();
        JsonPiece { name: names.name(piece).into_owned(), kind, row: row + 1, col: col + 1 }
    }

    /// Returns all pieces of a position.
    pub fn all(names: &PieceNames, position: &Configuration) -> Vec<Self> {
        position.placements().iter().map(|&piece| JsonPiece::new(names, piece)).collect()
    }
}

/// One move of a solution.
#[derive(Clone, Debug, Serialize)]
pub struct JsonMove {
    pieces: Vec<JsonPiece>,
    steps: Vec<&'static str>,
    after: String,
}

impl JsonMove {
    /// Builds a move of a puzzle, with the names before it.
    pub fn new(names: &PieceNames, step: &Move) -> Self {
        JsonMove {
            pieces: step.pieces.iter().map(|&piece| JsonPiece::new(names, piece)).collect(),
            steps: step.steps.iter().map(|direction| direction.word()).collect(),
            after: names.puzzle().shorthand(&step.after),
        }
    }
}

/// Returns the moves of a solution, from the position of the names on.
pub fn steps(mut names: PieceNames, solution: &Solution) -> Vec<JsonMove> {
    let mut steps = Vec::with_capacity(solution.moves.len());
    names.follow_all(solution, |names, step| steps.push(JsonMove::new(names, step)));
    steps
}

/// The expected result of a search in one style.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct JsonExpectation {
    style: u8,
    moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
}

impl From<&Expectation> for JsonExpectation {
    fn from(expectation: &Expectation) -> Self {
        let &Expectation { style, moves, states } = expectation;
        JsonExpectation { style: style.number(), moves, states }
    }
}

/// The number of positions at each distance, and the farthest of them.
#[derive(Clone, Debug, Serialize)]
pub struct DistanceLevels {
    depth: u64,
    levels: Vec<u64>,
    farthest: Vec<String>,
}

impl DistanceLevels {
    /// Builds it from the distances of a puzzle.
    pub fn new(puzzle: &Puzzle, distances: &Distances) -> Self {
        DistanceLevels {
            depth: distances.depth(),
            levels: distances.levels.clone(),
            farthest: distances.farthest.iter().map(|board| puzzle.shorthand(board)).collect(),
        }
    }
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
    match status {
        Status::Stopped(limit) => Some(limit_word(limit)),
        Status::Solved | Status::Unsolvable => None,
    }
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
