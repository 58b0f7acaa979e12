//! The number of shortest solutions, for programs.

use serde::Serialize;

use super::CountReport;
use crate::report::json::{self, About, Step};
use crate::report::schema::{self, Schema};

impl CountReport<'_> {
    /// All for programs.
    pub fn json(&self, file: &str) -> Counted {
        let (count, puzzle) = (self.count, self.puzzle);
        Counted {
            schema: schema::COUNT,
            about: About::new(puzzle, file, self.style),
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
            solution: count.solution.as_ref().map(|solution| json::steps(puzzle.named(), solution)),
            states: count.states,
            elapsed_ms: json::milliseconds(count.elapsed),
        }
    }
}

/// The numbers for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Counted {
    schema: Schema,
    #[serde(flatten)]
    about: About,
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
