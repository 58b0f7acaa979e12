//! The six styles side by side.

use std::io::{self, Write};

use serde::Serialize;

use crate::engine::query::{Answer, Status};
use crate::puzzle::{Puzzle, Style};
use crate::report::json::{self, PuzzleFields};
use crate::report::schema::{self, Schema};
use crate::report::words::{duration, plain};

/// Writes a table of the results of exhaustive searches, with a row for each style. Results that a
/// limit cut short are marked `+`.
pub fn write_text(out: &mut dyn Write, name: &str, found: &[(Style, Answer)]) -> io::Result<()> {
    writeln!(out, "{}\n", plain(name))?;
    let heading = ["style", "moves", "positions", "depth", "time"];
    let [a, b, c, d, e] = heading;
    writeln!(out, "{a}  {b:>6}  {c:>15}  {d:>6}  {e:>9}  a move is")?;
    for (style, outcome) in found {
        let more = if matches!(outcome.status, Status::Stopped(_)) { "+" } else { "" };
        let (moves, states) = (moves(outcome), format!("{}{more}", outcome.counted.total()));
        let depth = format!("{}{more}", depth(outcome));
        let (style, time, meaning) = (style.number(), duration(outcome.elapsed), style.meaning());
        writeln!(out, "{style:<5}  {moves:>6}  {states:>15}  {depth:>6}  {time:>9}  {meaning}")?;
    }
    Ok(())
}

/// Returns the moves of an answer for a table.
fn moves(outcome: &Answer) -> String {
    match (outcome.moves, outcome.status) {
        (Some(moves), _) => moves.to_string(),
        (None, Status::Stopped(_)) => "?".to_owned(),
        (None, _) => "none".to_owned(),
    }
}

/// Returns the greatest distance searched.
fn depth(outcome: &Answer) -> u64 {
    (outcome.counted.levels().len() as u64).saturating_sub(1)
}

/// Returns the JSON report; `file` is the source of the puzzle.
pub fn json(puzzle: &Puzzle, file: &str, found: &[(Style, Answer)]) -> impl Serialize {
    StylesObject {
        schema: schema::STYLES,
        about: PuzzleFields::new(puzzle, file),
        rows: found.iter().map(|(style, outcome)| StyleRow::new(*style, outcome)).collect(),
    }
}

#[derive(Serialize)]
struct StylesObject {
    schema: Schema,
    #[serde(flatten)]
    about: PuzzleFields,
    rows: Vec<StyleRow>,
}

#[derive(Serialize)]
struct StyleRow {
    style: u8,
    status: &'static str,
    limit: Option<&'static str>,
    moves: Option<u64>,
    states: u64,
    depth: u64,
    engine: &'static str,
    elapsed_ms: f64,
}

impl StyleRow {
    fn new(style: Style, outcome: &Answer) -> Self {
        StyleRow {
            style: style.number(),
            status: json::status(outcome.status),
            limit: json::limit(outcome.status),
            moves: outcome.moves,
            states: outcome.counted.total(),
            depth: depth(outcome),
            engine: outcome.engine.name(),
            elapsed_ms: json::milliseconds(outcome.elapsed),
        }
    }
}
