//! What is wanted of generated puzzles, and one of them.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::rate::rate;
use super::shape::range;
use crate::analyse::count;
use crate::engine::host::IS_WASM;
use crate::engine::query::{Budget, Query};
use crate::puzzle::{Puzzle, Style};

/// The properties of the requested puzzles, or of the levels of a pack.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Requirements {
    /// The least number of moves.
    pub moves: RangeInclusive<u64>,
    /// The number of shortest solutions; `None` for any number.
    pub solutions: Option<RangeInclusive<u64>>,
    /// The [felt difficulty](super::Rating::difficulty); `None` for any.
    pub difficulty: Option<RangeInclusive<f64>>,
    /// The number of puzzles.
    pub number: usize,
    /// The random seed: the same seed gives the same puzzles.
    pub seed: u64,
}

impl Requirements {
    /// Requests one puzzle with this number of moves, any number of solutions, and seed 1.
    pub fn new(moves: RangeInclusive<u64>) -> Self {
        Self { moves, solutions: None, difficulty: None, number: 1, seed: 1 }
    }

    /// Whether a puzzle with a wanted number of moves is as requested otherwise.
    pub(super) fn suit(&self, puzzle: &Puzzle, style: Style, budget: &Budget) -> bool {
        // Browsers request nothing else: without counts and ratings their part has half the size.
        if IS_WASM {
            return true;
        }
        self.solutions.as_ref().is_none_or(|wanted| {
            let counted = count(&Query::new(puzzle, style), budget, &mut ());
            let counted = counted.ok().filter(|counted| counted.stopped.is_none());
            let number = counted.and_then(|counted| u64::try_from(counted.solutions).ok());
            number.is_some_and(|number| wanted.contains(&number))
        }) && self.difficulty.as_ref().is_none_or(|wanted| {
            rate(puzzle, style, budget).is_ok_and(|rating| rating.is_within(wanted))
        })
    }
}

impl FromStr for Requirements {
    type Err = String;

    /// Reads what rises in a pack: `3-40`, the moves, or `difficulty:1.5-4`, with 3 to 40 moves.
    fn from_str(text: &str) -> Result<Self, String> {
        let Some(felt) = text.strip_prefix("difficulty:") else {
            return range(text).map(Self::new);
        };
        Ok(Self { difficulty: Some(range(felt)?), ..Self::new(3..=40) })
    }
}

/// A generated puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The least number of moves.
    pub moves: u64,
    /// The number of reachable positions.
    pub configurations: u64,
}
