//! All shortest solutions, for programs.

use serde::Serialize;

use super::SolutionsReport;
use crate::analyse::Count;
use crate::puzzle::Solution;
use crate::report::json::{self, About, Step};
use crate::report::schema::{self, Schema};

/// One of the shortest solutions, for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    schema: Schema,
    #[serde(flatten)]
    about: About,
    number: u64,
    /// In decimal, as it may be larger than any number of JSON's readers.
    solutions: String,
    classes: Option<u64>,
    moves: usize,
    start: String,
    solution: Vec<Step>,
}

impl SolutionsReport<'_> {
    /// A solution for programs; they are counted from 1, and `count` has their number. `file` is
    /// where the puzzle was read from.
    pub fn json(&self, file: &str, number: u64, count: &Count, solution: &Solution) -> Listed {
        let puzzle = self.puzzle;
        Listed {
            schema: schema::SOLUTIONS,
            about: About::new(puzzle, file, self.style),
            number,
            solutions: count.solutions.to_string(),
            classes: count.classes,
            moves: solution.moves.len(),
            start: puzzle.shorthand(puzzle.start()),
            solution: json::steps(puzzle.named(), solution),
        }
    }
}
