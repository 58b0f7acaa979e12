//! What makes a puzzle hard: text, JSON and a picture.

mod json;
#[cfg(feature = "pictures")]
mod picture;
mod text;

use crate::analyse::Superpiece;
use crate::puzzle::{Puzzle, Style};
use crate::why::Why;

pub use json::Told;

/// What makes a puzzle hard.
pub struct WhyReport<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The style of moves.
    pub style: Style,
    /// What was found.
    pub why: &'a Why,
}

/// The kinds of a superpiece in words: `1, 1 and 4`.
fn together(puzzle: &Puzzle, superpiece: &Superpiece) -> String {
    let all = puzzle.named();
    let names: Vec<_> = superpiece.kinds.iter().map(|&kind| all.names_of_kind(kind)).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}
