//! The next move of a shortest solution.

use std::io::{self, Write};

use serde::Serialize;

use crate::engine::query::Answer;
use crate::puzzle::Move;
use crate::report::json::{self, JsonMove, SubjectFields};
use crate::report::schema::{self, Schema};
use crate::report::solution::result;
use crate::report::subject::Subject;
use crate::report::words::{counted, plain, sentence};

/// Returns the next move, if there is one and it is known.
fn next(outcome: &Answer) -> Option<&Move> {
    outcome.solution.as_ref()?.moves.first()
}

/// Returns the number of moves after the next one, if that is known.
fn left(outcome: &Answer) -> Option<u64> {
    next(outcome).and(outcome.moves)?.checked_sub(1)
}

/// Writes the next move and the number of moves after it; or why there is none.
pub fn write_text(out: &mut dyn Write, subject: &Subject, outcome: &Answer) -> io::Result<()> {
    let name = plain(subject.name);
    let (Some(next), Some(left)) = (next(outcome), left(outcome)) else {
        return match outcome.moves {
            Some(0) => writeln!(out, "{name}: solved already"),
            _ => writeln!(out, "{}", result(subject, outcome)),
        };
    };
    writeln!(out, "{}", sentence(&subject.puzzle.names(), next))?;
    let perhaps = if outcome.is_shortest { "" } else { ", perhaps not the fewest," };
    let left = format!("{}{perhaps} left after it", counted(left, "move"));
    writeln!(out, "{}", subject.result(&left))
}

/// Returns the JSON report.
pub fn json(subject: &Subject, outcome: &Answer) -> impl Serialize {
    let puzzle = subject.puzzle;
    HintObject {
        schema: schema::HINT,
        about: SubjectFields::new(subject),
        status: json::status(outcome.status),
        limit: json::limit(outcome.status),
        start: puzzle.shorthand(puzzle.start()),
        moves: outcome.moves,
        at_least: outcome.at_least(),
        shortest: outcome.moves.map(|_| outcome.is_shortest),
        next: next(outcome).map(|step| JsonMove::new(&puzzle.names(), step)),
        left: left(outcome),
    }
}

#[derive(Serialize)]
struct HintObject {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    status: &'static str,
    limit: Option<&'static str>,
    start: String,
    moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u64>,
    shortest: Option<bool>,
    next: Option<JsonMove>,
    left: Option<u64>,
}
