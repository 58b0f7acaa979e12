//! The survey of all placements, for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::SurveyReport;
use crate::analyse::Component;
use crate::report::json::{self, About};
use crate::report::schema::{self, Schema};

/// The largest number that all readers of JSON take exactly.
const EXACT: u64 = 1 << 53;

/// Sizes and how many components have them, largest first.
fn pairs(sizes: &BTreeMap<u64, u64>) -> Vec<[u64; 2]> {
    sizes.iter().rev().map(|(&size, &number)| [size, number]).collect()
}

impl SurveyReport<'_> {
    /// All for programs.
    pub fn json(&self, file: &str) -> Surveyed {
        let (survey, puzzle) = (self.survey, self.puzzle);
        let part = |component: &Component| Part {
            placements: component.size,
            start: component.has_start,
            goals: component.goals,
            first: puzzle.shorthand(&component.first),
            diameter: Bounds {
                least: component.diameter.least,
                most: component.diameter.most,
                exact: component.diameter.is_exact(),
                pair: [&component.diameter.pair.0, &component.diameter.pair.1]
                    .map(|end| puzzle.shorthand(end)),
            },
            hardest: (component.hardest.as_ref())
                .map(|(moves, start)| Far { moves: *moves, start: puzzle.shorthand(start) }),
        };
        Surveyed {
            schema: schema::SURVEY,
            about: About::new(puzzle, file, self.style),
            limit: survey.stopped.map(json::limit_word),
            placements: survey.placements.as_ref().map(ToString::to_string),
            placements_number: (survey.placements.as_ref())
                .and_then(|placements| u64::try_from(placements).ok())
                .filter(|&placements| placements <= EXACT),
            components: survey.sizes.values().sum(),
            with_goals: survey.with_goals,
            sizes: pairs(&survey.sizes),
            sizes_with_goals: pairs(&survey.sizes_with_goals),
            hardest: survey.hardest.as_ref().map(|hardest| HardestOfAll {
                moves: hardest.moves,
                start: puzzle.shorthand(&hardest.start),
                end: puzzle.shorthand(&hardest.end),
                goal: hardest.goal + 1,
                placements: hardest.size,
            }),
            largest: survey.components.iter().map(part).collect(),
            elapsed_ms: json::milliseconds(survey.elapsed),
        }
    }
}

/// A survey for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Surveyed {
    schema: Schema,
    #[serde(flatten)]
    about: About,
    limit: Option<&'static str>,
    /// In decimal, as it may be larger than any number of JSON's readers.
    placements: Option<String>,
    placements_number: Option<u64>,
    components: u64,
    with_goals: u64,
    sizes: Vec<[u64; 2]>,
    sizes_with_goals: Vec<[u64; 2]>,
    hardest: Option<HardestOfAll>,
    largest: Vec<Part>,
    elapsed_ms: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Part {
    placements: u64,
    start: bool,
    goals: u64,
    first: String,
    diameter: Bounds,
    hardest: Option<Far>,
}

#[derive(Clone, Debug, Serialize)]
struct Bounds {
    least: u64,
    most: u64,
    exact: bool,
    pair: [String; 2],
}

#[derive(Clone, Debug, Serialize)]
struct HardestOfAll {
    moves: u64,
    start: String,
    end: String,
    goal: usize,
    placements: u64,
}

#[derive(Clone, Debug, Serialize)]
struct Far {
    moves: u64,
    start: String,
}
