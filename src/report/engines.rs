//! Engines side by side.

use std::io::{self, Write};

use serde::Serialize;

use crate::engine::query::{Answer, Engine, Status};
use crate::report::json::{self, SubjectFields};
use crate::report::schema::{self, Schema};
use crate::report::styles::moves;
use crate::report::subject::Subject;
use crate::report::words::duration;

/// The result of one engine.
pub struct EngineResult {
    /// The engine.
    pub engine: Engine,
    /// Its answer, or why it does not take the puzzle.
    pub answer: Result<Answer, String>,
    /// The most bytes that it reported to hold; `None` if it reported none.
    pub bytes: Option<u64>,
}

/// Writes a table with a row for each engine. Results that a limit cut short are marked `+`.
pub fn write_text(
    out: &mut dyn Write,
    subject: &Subject,
    results: &[EngineResult],
) -> io::Result<()> {
    writeln!(out, "{}\n", subject.heading())?;
    let heading = ["engine", "moves", "positions", "memory", "time"];
    let [a, b, c, d, e] = heading;
    writeln!(out, "{a:<6}  {b:>5}  {c:>13}  {d:>10}  {e:>9}")?;
    for EngineResult { engine, answer, bytes } in results {
        let name = engine.name();
        match answer {
            Ok(answer) => {
                let is_cut = matches!(answer.status, Status::Stopped(_));
                let states = answer.counted.total();
                let states = format!("{states}{}", if is_cut { "+" } else { "" });
                let memory = bytes.map_or("-".to_owned(), |bytes| {
                    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
                });
                let (moves, time) = (moves(answer), duration(answer.elapsed));
                writeln!(out, "{name:<6}  {moves:>5}  {states:>13}  {memory:>10}  {time:>9}")?;
            }
            Err(why) => writeln!(out, "{name:<6}  {why}")?,
        }
    }
    Ok(())
}

/// Returns the JSON report.
pub fn json(subject: &Subject, results: &[EngineResult]) -> impl Serialize + use<> {
    let row = |result: &EngineResult| {
        let answer = result.answer.as_ref();
        EngineRow {
            engine: result.engine.name(),
            refused: answer.err().cloned(),
            status: answer.ok().map(|answer| json::status(answer.status)),
            limit: answer.ok().and_then(|answer| json::limit(answer.status)),
            moves: answer.ok().and_then(|answer| answer.moves),
            states: answer.ok().map(|answer| answer.counted.total()),
            bytes: result.bytes,
            elapsed_ms: answer.ok().map(|answer| json::milliseconds(answer.elapsed)),
        }
    };
    EnginesObject {
        schema: schema::ENGINES,
        about: SubjectFields::new(subject),
        rows: results.iter().map(row).collect(),
    }
}

#[derive(Serialize)]
struct EnginesObject {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    rows: Vec<EngineRow>,
}

#[derive(Serialize)]
struct EngineRow {
    engine: &'static str,
    refused: Option<String>,
    status: Option<&'static str>,
    limit: Option<&'static str>,
    moves: Option<u64>,
    states: Option<u64>,
    bytes: Option<u64>,
    elapsed_ms: Option<f64>,
}
