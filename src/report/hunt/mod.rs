//! The hardest puzzles of a family: text and JSON.

mod json;
mod text;

use std::time::Duration;

use crate::hunt::{Found, Hunt};

pub use json::Hunted;

/// A hunt.
pub struct HuntReport<'a> {
    /// What was hunted.
    pub hunt: &'a Hunt,
    /// What came of it.
    pub found: &'a Found,
    /// The time taken.
    pub elapsed: Duration,
}
