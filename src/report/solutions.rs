//! All shortest solutions, one after the other.

use std::io::{self, Write};

use serde::Serialize;

use crate::analyse::Count;
use crate::puzzle::Solution;
use crate::report::json::{self, JsonMove, SubjectFields};
use crate::report::schema::{self, Schema};
use crate::report::subject::Subject;
use crate::report::words::{counted, sentences};

/// Writes a solution; they are counted from 1.
pub fn write_text(
    out: &mut dyn Write,
    subject: &Subject,
    number: u64,
    solution: &Solution,
) -> io::Result<()> {
    writeln!(out, "solution {number}")?;
    for (i, sentence) in sentences(subject.puzzle.names(), solution).iter().enumerate() {
        writeln!(out, "{}. {sentence}", i + 1)?;
    }
    writeln!(out)
}

/// Writes the number of solutions, after listing some of them.
pub fn write_end(
    out: &mut dyn Write,
    subject: &Subject,
    count: &Count,
    listed: u64,
) -> io::Result<()> {
    let of_moves = |moves| counted(moves, "move");
    let is_counted = count.solution.is_some();
    let ending = match (count.moves, count.stopped) {
        (Some(moves), _) if is_counted => {
            let solutions = match count.solutions == 1u32.into() {
                true => "one shortest solution".to_owned(),
                false => format!("{} shortest solutions", count.solutions),
            };
            let part = match count.solutions == listed.into() {
                true => String::new(),
                false => format!("; {listed} of them listed"),
            };
            let classes = match count.classes {
                Some(classes) if count.solutions > 1u32.into() => {
                    format!("; {classes} without the order of moves that commute")
                }
                _ => String::new(),
            };
            format!("{solutions} of {}{classes}{part}", of_moves(moves))
        }
        (Some(moves), _) => {
            format!("solvable in {}; stopped before the count", of_moves(moves))
        }
        (None, None) => "no solution".to_owned(),
        (None, Some(_)) => "stopped before a solution was found".to_owned(),
    };
    writeln!(out, "{}", subject.result(&ending))
}

/// Returns a solution in JSON; `number` counts from 1, and `count` has the total.
pub fn json(subject: &Subject, number: u64, count: &Count, solution: &Solution) -> impl Serialize {
    let puzzle = subject.puzzle;
    SolutionObject {
        schema: schema::SOLUTIONS,
        about: SubjectFields::new(subject),
        number,
        solutions: count.solutions.to_string(),
        classes: count.classes,
        moves: solution.moves.len(),
        start: puzzle.shorthand(puzzle.start()),
        solution: json::steps(puzzle.names(), solution),
    }
}

#[derive(Serialize)]
struct SolutionObject {
    schema: Schema,
    #[serde(flatten)]
    about: SubjectFields,
    number: u64,
    /// In decimal, as it may exceed the integers of JSON readers.
    solutions: String,
    classes: Option<u64>,
    moves: usize,
    start: String,
    solution: Vec<JsonMove>,
}
