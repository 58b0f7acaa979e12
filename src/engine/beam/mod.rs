//! Beam search: some solution of puzzles that no exact search can finish, and shorter ones until a
//! limit.
//!
//! A beam keeps the most hopeful positions of each level, so it may miss shorter solutions, or all
//! of them. Nothing here decides whether an answer is right: solutions are paths of neighbours, and
//! lower bounds come from the exact engines.
//!
//! `search` makes rounds: a beam search (`level`, with `estimate` and `select`), shortening of what
//! it found (`tunnel`), and exact searches for the lower bound. A beam that fails gets a
//! `perimeter`. `docs/internals/engines.md` describes the method.

mod estimate;
mod level;
mod lister;
mod numbered;
mod perimeter;
mod search;
mod select;
mod tunnel;

use crate::engine::board::{Cells, Code};
use crate::engine::host::IS_WASM;
use crate::puzzle::Puzzle;

pub use estimate::GROUPS;
pub use search::{Known, search, shorten};
use select::Candidate;

/// The estimate of one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimated {
    /// About how much is left to do; 0 in positions that may meet a goal.
    pub cost: u16,
    /// The group of the position, below [`GROUPS`].
    pub group: u16,
}

/// Estimates positions in `W` words.
pub trait Estimator<const W: usize>: Send + Sync {
    /// Appends the estimates of some positions.
    fn estimate(&self, codes: &[Code<W>], found: &mut Vec<Estimated>);
}

/// Builds the estimator of a puzzle.
pub fn estimator<const N: usize, const W: usize>(puzzle: &Puzzle) -> Box<dyn Estimator<W>> {
    // Every size has its own number of lanes, so that some sets fit the registers. The browser's
    // registers hold one set.
    let wide = if IS_WASM { None } else { estimate::on_many_boards::<N, W>(puzzle) };
    if IS_WASM && N != 4 {
        unreachable!("in the browser there is one width");
    }
    wide.unwrap_or_else(|| Box::new(estimate::Estimates::<Cells<N>, N>::new(puzzle)))
}
