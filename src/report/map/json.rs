//! The map of a puzzle, for programs.

use serde::Serialize;

use super::MapReport;
use crate::analyse::Stored;
use crate::puzzle::{Configuration, Puzzle};
use crate::report::json::{self, About, Reached, Step};
use crate::report::schema::{self, Schema};

impl MapReport<'_> {
    /// All for programs.
    pub fn json(&self, file: &str) -> Explore {
        let (map, puzzle) = (self.map, self.puzzle);
        Explore {
            schema: schema::EXPLORE,
            about: About::new(puzzle, file, self.style),
            limit: map.stopped.map(json::limit_word),
            states: map.states(),
            moves: map.moves,
            goals: map.goals,
            edges: map.stopped.is_none().then(|| map.degrees.edges()),
            dead_ends: map.degrees.dead_ends(),
            degrees: map.degrees.counts.clone(),
            from_start: Reached::new(puzzle, &map.from_start),
            from_goals: map.from_goals.as_ref().map(|found| Reached::new(puzzle, found)),
            hardest: self.hardest().map(|(solution, first)| Hardest {
                start: puzzle.shorthand(first),
                moves: solution.moves.len() as u64,
                solution: json::steps(puzzle.named_in(first), solution),
            }),
            symmetry: map
                .symmetry
                .map(|found| Symmetry { images: found.images, configurations: found.classes }),
            asked: self.asked.iter().map(|asked| Asked::new(puzzle, asked)).collect(),
            elapsed_ms: json::milliseconds(map.elapsed),
        }
    }
}

/// A map for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Explore {
    schema: Schema,
    #[serde(flatten)]
    about: About,
    limit: Option<&'static str>,
    states: u64,
    moves: Option<u64>,
    goals: u64,
    edges: Option<u64>,
    dead_ends: u64,
    degrees: Vec<u64>,
    from_start: Reached,
    from_goals: Option<Reached>,
    hardest: Option<Hardest>,
    symmetry: Option<Symmetry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asked: Vec<Asked>,
    elapsed_ms: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Asked {
    position: String,
    from_start: Option<u64>,
    to_goal: Option<u64>,
}

impl Asked {
    fn new(puzzle: &Puzzle, (position, stored): &(Configuration, Stored)) -> Self {
        let &Stored { from_start, to_goal } = stored;
        Self { position: puzzle.shorthand(position), from_start, to_goal }
    }
}

#[derive(Clone, Debug, Serialize)]
struct Symmetry {
    images: usize,
    configurations: u64,
}

#[derive(Clone, Debug, Serialize)]
struct Hardest {
    start: String,
    moves: u64,
    solution: Vec<Step>,
}
