//! The survey of all placements: text and JSON.

mod json;
mod text;

use crate::analyse::Survey;
use crate::puzzle::{Puzzle, Style};

pub use json::Surveyed;

/// The survey of a puzzle.
pub struct SurveyReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style that components are those of.
    pub style: Style,
    /// The survey.
    pub survey: &'a Survey,
}
