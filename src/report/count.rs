//! The number of shortest solutions: text and JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::json::{self, Size, Step};
use super::text::{counted, duration, plain, sentence};
use crate::analyse::Count;
use crate::puzzle::{Puzzle, Style};

/// The schema of [`Counted`].
pub const COUNT: &str = "sliding/count/1";

/// The shortest solutions of a puzzle, counted.
pub struct View<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style that they are solutions in.
    pub style: Style,
    /// The numbers.
    pub count: &'a Count,
}

impl View<'_> {
    /// Writes all for people; the steps only if they are wanted.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write, name: &str, steps: bool) -> io::Result<()> {
        let (count, style) = (self.count, self.style);
        let ending = match (count.moves, count.stopped) {
            (Some(moves), None) => {
                let solutions = if count.solutions == 1u32.into() {
                    "one shortest solution".to_owned()
                } else {
                    format!("{} shortest solutions", count.solutions)
                };
                let goals = counted(count.goals, "configuration");
                format!("{solutions} of {}, ending in {goals}", counted(moves, "move"))
            }
            (Some(moves), Some(_)) => {
                format!("solvable in {}; stopped before the count", counted(moves, "move"))
            }
            (None, None) => "no solution".to_owned(),
            (None, Some(_)) => "stopped before a solution was found".to_owned(),
        };
        writeln!(out, "{}: {ending} (style {style}: {})", plain(name), style.meaning())?;
        if let Some(solution) = count.solution.as_ref().filter(|_| steps) {
            writeln!(out, "\n  move  boards  ways on  of this, and one such solution")?;
            for (i, (choice, step)) in count.choices.iter().zip(&solution.moves).enumerate() {
                let (least, most) = choice.continuations;
                let ways =
                    if least == most { least.to_string() } else { format!("{least}-{most}") };
                let move_ = sentence(self.puzzle, step);
                let (at, boards, shown) = (i + 1, choice.configurations, choice.shown);
                writeln!(out, "  {at:>4}  {boards:>6}  {ways:>7}  {shown:>7}  {move_}")?;
            }
            let forced = count.choices.iter().filter(|choice| choice.continuations.1 == 1).count();
            let steps = counted(count.choices.len() as u64, "step");
            writeln!(out, "\n{forced} of {steps} leave no choice, whatever went before")?;
        }
        let states = counted(count.states, "configuration");
        writeln!(out, "{states}, {}", duration(count.elapsed))
    }

    /// All for programs.
    pub fn json(&self, file: &str) -> Counted {
        let (count, puzzle) = (self.count, self.puzzle);
        Counted {
            schema: COUNT,
            puzzle: puzzle.name().to_owned(),
            file: file.to_owned(),
            size: json::size(puzzle),
            style: self.style.number(),
            limit: count.stopped.map(json::limit_word),
            moves: count.moves,
            solutions: count.solution.as_ref().map(|_| count.solutions.to_string()),
            goals: count.goals,
            choices: (count.choices.iter())
                .map(|choice| Choice {
                    configurations: choice.configurations,
                    least: choice.continuations.0,
                    most: choice.continuations.1,
                    shown: choice.shown,
                })
                .collect(),
            solution: count.solution.as_ref().map(|solution| {
                solution.moves.iter().map(|step| Step::new(puzzle, step)).collect()
            }),
            states: count.states,
            elapsed_ms: json::milliseconds(count.elapsed),
        }
    }
}

/// The numbers for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Counted {
    schema: &'static str,
    puzzle: String,
    file: String,
    size: Size,
    style: u8,
    limit: Option<&'static str>,
    moves: Option<u64>,
    /// In decimal, as it may be larger than any number of JSON's readers.
    solutions: Option<String>,
    goals: u64,
    choices: Vec<Choice>,
    solution: Option<Vec<Step>>,
    states: u64,
    elapsed_ms: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Choice {
    configurations: u64,
    least: u64,
    most: u64,
    shown: u64,
}
