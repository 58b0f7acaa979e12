//! The survey of all placements, for programs.

use serde::Serialize;

use super::SurveyReport;
use crate::analyse::Component;
use crate::report::json::{self, Size};
use crate::report::schema::{self, Schema};

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
            puzzle: puzzle.name().to_owned(),
            file: file.to_owned(),
            size: json::size(puzzle),
            style: self.style.number(),
            limit: survey.stopped.map(json::limit_word),
            placements: survey.placements.as_ref().map(ToString::to_string),
            components: survey.sizes.values().sum(),
            with_goals: survey.with_goals,
            sizes: survey.sizes.iter().rev().map(|(&size, &number)| [size, number]).collect(),
            largest: survey.components.iter().map(part).collect(),
            elapsed_ms: json::milliseconds(survey.elapsed),
        }
    }
}

/// A survey for programs; `docs/JSON.md` describes every field.
#[derive(Clone, Debug, Serialize)]
pub struct Surveyed {
    schema: Schema,
    puzzle: String,
    file: String,
    size: Size,
    style: u8,
    limit: Option<&'static str>,
    /// In decimal, as it may be larger than any number of JSON's readers.
    placements: Option<String>,
    components: u64,
    with_goals: u64,
    sizes: Vec<[u64; 2]>,
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
struct Far {
    moves: u64,
    start: String,
}
