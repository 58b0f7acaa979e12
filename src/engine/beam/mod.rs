//! Beam search: some solution of puzzles that no exact search can finish, and shorter ones until a
//! limit.
//!
//! A beam keeps the most hopeful positions of each level, so it may miss shorter solutions, or all
//! of them. Nothing here decides whether an answer is right: solutions are paths of neighbours, and
//! lower bounds come from the exact engines.
//!
//! `search` makes rounds: a beam search (`level`, with `estimate` and `select`), shortening of what
//! it found (`tunnel`), and exact searches for the lower bound. `docs/internals/engines.md` describes
//! the method.

mod abstraction;
mod distances;
mod estimate;
mod level;
mod lister;
mod merged;
mod numbered;
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

    /// Returns the steps from the start to the first goal of the pieces of a kind, each alone on
    /// the board; 0 if the goal does not name the kind.
    fn steps_from_start(&self, kind: u8) -> u32;
}

/// How positions are estimated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By routes around the other pieces if the goals name few pieces, else by steps.
    Routes,
    /// By the steps of each named piece on a board without other pieces.
    Steps,
}

/// Builds the estimator of a puzzle.
pub fn estimator<const N: usize, const W: usize>(
    puzzle: &Puzzle,
    method: Method,
) -> Box<dyn Estimator<W>> {
    if IS_WASM && N != 4 {
        unreachable!("in the browser there is one width");
    }
    let wide = match method {
        // Every size has its own number of lanes, so that some sets fit the registers. The
        // browser's registers hold one set.
        Method::Routes if !IS_WASM => estimate::on_many_boards::<N, W>(puzzle),
        _ => None,
    };
    wide.unwrap_or_else(|| Box::new(estimate::Estimates::<Cells<N>, N>::new(puzzle, method)))
}
