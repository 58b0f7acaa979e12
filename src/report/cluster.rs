//! The results of a cluster search.

use std::io::{self, Write};

use serde::Serialize;

use crate::cluster::ClusterOutcome;
use crate::report::boxes::Ink;
use crate::report::json::{self, DistanceLevels, SubjectFields};
use crate::report::map::{plot, reach, write_farthest, write_levels};
use crate::report::schema::{self, Schema};
use crate::report::subject::Subject;
use crate::report::words::{counted, duration};

/// Writes the number of positions at each distance, with a line of headings.
pub fn write_csv(out: &mut dyn Write, explored: &ClusterOutcome) -> io::Result<()> {
    write_levels(out, &explored.from_start.levels)
}

/// Writes the text report.
pub fn write_text(
    out: &mut dyn Write,
    subject: &Subject,
    explored: &ClusterOutcome,
    ink: Ink,
) -> io::Result<()> {
    let (states, is_whole) = (explored.states(), explored.stopped.is_none());
    writeln!(out, "{}\n", subject.heading())?;
    let so_far = if is_whole { "" } else { ", as far as it was searched" };
    writeln!(out, "positions       {states}{so_far}")?;
    writeln!(out, "from the start  {}", reach(&explored.from_start, is_whole))?;
    match explored.moves {
        Some(moves) => writeln!(out, "to the goal     {}", counted(moves, "move"))?,
        None if is_whole => writeln!(out, "to the goal     no solution")?,
        None => {}
    }
    let processes = match explored.processes {
        1 => "1 process".to_owned(),
        processes => format!("{processes} processes"),
    };
    let threads = counted(explored.threads as u64, "thread");
    writeln!(out, "searched by     {processes} of {threads} each")?;
    let each = explored.sent as f64 / states.max(1) as f64;
    writeln!(out, "network         {} bytes, {each:.2} per position", explored.sent)?;
    writeln!(out, "time            {}", duration(explored.elapsed))?;
    writeln!(out, "\npositions at each distance from the start\n")?;
    write!(out, "{}", plot(&explored.from_start.levels))?;
    match is_whole {
        true => write_farthest(out, subject.puzzle, &explored.from_start, "the start", ink),
        false => Ok(()),
    }
}

/// Returns the JSON report.
pub fn json(subject: &Subject, explored: &ClusterOutcome) -> impl Serialize {
    ClusterObject {
        schema: schema::CLUSTER,
        about: SubjectFields::new(subject),
        limit: explored.stopped.map(json::limit_word),
        states: explored.states(),
        moves: explored.moves,
        from_start: DistanceLevels::new(subject.puzzle, &explored.from_start),
        processes: explored.processes,
        threads: explored.threads,
        sent_bytes: explored.sent,
        elapsed_ms: json::milliseconds(explored.elapsed),
    }
}

#[derive(Serialize)]
struct ClusterObject {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    limit: Option<&'static str>,
    states: u64,
    moves: Option<u64>,
    from_start: DistanceLevels,
    processes: usize,
    threads: usize,
    sent_bytes: u64,
    elapsed_ms: f64,
}
