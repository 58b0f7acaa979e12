//! The number of shortest solutions.

use std::io::{self, Write};

use serde::Serialize;

use crate::analyse::Count;
use crate::report::json::{self, JsonMove, SubjectFields};
use crate::report::schema::{self, Schema};
use crate::report::solution::NO_SEARCH;
use crate::report::subject::Subject;
use crate::report::words::{counted, duration, sentences};

/// Writes the text report; the steps only if they are requested.
pub fn write_text(
    out: &mut dyn Write,
    subject: &Subject,
    count: &Count,
    steps: bool,
) -> io::Result<()> {
    let ending = match (count.moves, count.stopped) {
        (Some(moves), None) => {
            let solutions = if count.solutions == 1u32.into() {
                "one shortest solution".to_owned()
            } else {
                format!("{} shortest solutions", count.solutions)
            };
            let goals = counted(count.goals, "position");
            format!("{solutions} of {}, ending in {goals}", counted(moves, "move"))
        }
        (Some(moves), Some(_)) => {
            format!("solvable in {}; stopped before the count", counted(moves, "move"))
        }
        (None, None) => "no solution".to_owned(),
        (None, Some(_)) => "stopped before a solution was found".to_owned(),
    };
    writeln!(out, "{}", subject.result(&ending))?;
    if let Some(solution) = count.solution.as_ref().filter(|_| steps) {
        writeln!(out, "\n  move  positions  choices  here  one shortest solution")?;
        let moves = sentences(subject.puzzle.names(), solution);
        for (i, (choice, move_)) in count.choices.iter().zip(moves).enumerate() {
            let (least, most) = choice.continuations;
            let ways = if least == most { least.to_string() } else { format!("{least}-{most}") };
            let (at, positions, shown) = (i + 1, choice.configurations, choice.shown);
            writeln!(out, "  {at:>4}  {positions:>9}  {ways:>7}  {shown:>4}  {move_}")?;
        }
        let forced = count.choices.iter().filter(|choice| choice.continuations.1 == 1).count();
        let steps = counted(count.choices.len() as u64, "step");
        writeln!(out, "\n{forced} of {steps} leave no choice, whatever the moves before")?;
    }
    let effort = match (count.states, count.stopped) {
        (0, None) => NO_SEARCH.to_owned(),
        (states, _) => counted(states, "position"),
    };
    writeln!(out, "{effort}, {}", duration(count.elapsed))
}

/// Returns the JSON report.
pub fn json(subject: &Subject, count: &Count) -> impl Serialize {
    CountObject {
        schema: schema::COUNT,
        about: SubjectFields::new(subject),
        limit: count.stopped.map(json::limit_word),
        moves: count.moves,
        solutions: count.solution.as_ref().map(|_| count.solutions.to_string()),
        goals: count.goals,
        choices: (count.choices.iter())
            .map(|choice| CountStep {
                configurations: choice.configurations,
                least: choice.continuations.0,
                most: choice.continuations.1,
                shown: choice.shown,
            })
            .collect(),
        solution: count
            .solution
            .as_ref()
            .map(|solution| json::steps(subject.puzzle.names(), solution)),
        states: count.states,
        elapsed_ms: json::milliseconds(count.elapsed),
    }
}

#[derive(Serialize)]
struct CountObject {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    limit: Option<&'static str>,
    moves: Option<u64>,
    /// In decimal, as it may exceed the integers of JSON readers.
    solutions: Option<String>,
    goals: u64,
    choices: Vec<CountStep>,
    solution: Option<Vec<JsonMove>>,
    states: u64,
    elapsed_ms: f64,
}

#[derive(Serialize)]
struct CountStep {
    configurations: u64,
    least: u64,
    most: u64,
    shown: u64,
}
