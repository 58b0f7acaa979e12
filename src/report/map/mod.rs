//! The map of a puzzle: text, comma-separated values, JSON, a plot, and dumps of all distances.

mod dump;
mod json;
#[cfg(feature = "pictures")]
mod picture;
mod text;

use crate::analyse::{Distances, Map, Origin, Stored};
use crate::puzzle::{Configuration, Puzzle, Solution, Style};

pub use dump::{Dump, DumpForm};
pub use json::Explore;
#[cfg(feature = "pictures")]
pub use picture::bars;
pub use text::plot;
#[cfg(feature = "cluster")]
pub(super) use text::{reach, write_farthest};

/// A map of a puzzle, with distances from some origin in front.
pub struct MapReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style that the map is of.
    pub style: Style,
    /// The map.
    pub map: &'a Map,
    /// What distances are measured from.
    pub origin: Origin,
    /// Configurations that were asked for by name, and what is [stored](crate::analyse::stored_distances) of them.
    pub asked: &'a [(Configuration, Stored)],
}

impl MapReport<'_> {
    /// The distances from the origin; those from the goals only if a goal can be reached.
    fn distances(&self) -> Option<&Distances> {
        match self.origin {
            Origin::Start => Some(&self.map.from_start),
            Origin::Goals => self.map.from_goals.as_ref(),
        }
    }

    /// What distances are measured from, in words.
    fn from(&self) -> &'static str {
        match self.origin {
            Origin::Start => "the start",
            Origin::Goals => "the nearest goal",
        }
    }

    /// The hardest start's solution, and that start.
    fn hardest(&self) -> Option<(&Solution, &Configuration)> {
        let first = self.map.from_goals.as_ref()?.farthest.first()?;
        Some((self.map.hardest.as_ref()?, first))
    }
}
