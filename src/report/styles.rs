//! The six styles side by side: text and JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::json::{self, Size};
use super::text::{duration, plain};
use crate::puzzle::{Puzzle, Style};
use crate::query::Answer;

/// The schema of [`Styles`].
pub const STYLES: &str = "sliding/styles/1";

/// One style of a puzzle, searched through.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    style: u8,
    #[serde(skip)]
    meaning: &'static str,
    status: &'static str,
    limit: Option<&'static str>,
    moves: Option<u64>,
    states: u64,
    depth: u64,
    engine: &'static str,
    elapsed_ms: f64,
    #[serde(skip)]
    time: String,
}

impl Row {
    /// What an exhaustive search in a style found.
    pub fn new(style: Style, outcome: &Answer) -> Self {
        Row {
            style: style.number(),
            meaning: style.meaning(),
            status: json::status(outcome.status),
            limit: json::limit(outcome.status),
            moves: outcome.moves,
            states: outcome.counted.total(),
            depth: (outcome.counted.levels().len() as u64).saturating_sub(1),
            engine: outcome.engine.name(),
            elapsed_ms: json::milliseconds(outcome.elapsed),
            time: duration(outcome.elapsed),
        }
    }

    fn moves(&self) -> String {
        match (self.moves, self.limit) {
            (Some(moves), _) => moves.to_string(),
            (None, None) => "none".to_owned(),
            (None, Some(_)) => "?".to_owned(),
        }
    }
}

/// All styles of a puzzle for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Styles {
    schema: &'static str,
    puzzle: String,
    file: String,
    size: Size,
    rows: Vec<Row>,
}

impl Styles {
    /// The rows of a puzzle, which was read from `file`.
    pub fn new(puzzle: &Puzzle, file: &str, rows: Vec<Row>) -> Self {
        let (puzzle_name, size) = (puzzle.name().to_owned(), json::size(puzzle));
        Styles { schema: STYLES, puzzle: puzzle_name, file: file.to_owned(), size, rows }
    }
}

/// Writes the rows as a table for people. What a limit cut short is marked `+`.
///
/// # Errors
///
/// Those of `out`.
pub fn write_table(out: &mut dyn Write, name: &str, rows: &[Row]) -> io::Result<()> {
    writeln!(out, "{}\n", plain(name))?;
    let heading = ["style", "moves", "configurations", "depth", "time"];
    let [a, b, c, d, e] = heading;
    writeln!(out, "{a}  {b:>6}  {c:>15}  {d:>6}  {e:>9}  a move is")?;
    for row in rows {
        let more = if row.limit.is_some() { "+" } else { "" };
        let (moves, states) = (row.moves(), format!("{}{more}", row.states));
        let (depth, time) = (format!("{}{more}", row.depth), &row.time);
        let (style, meaning) = (row.style, row.meaning);
        writeln!(out, "{style:<5}  {moves:>6}  {states:>15}  {depth:>6}  {time:>9}  {meaning}")?;
    }
    Ok(())
}
