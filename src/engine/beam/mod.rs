//! Beam search: some solution of puzzles that no exact search can finish, and shorter ones until a
//! limit.
//!
//! A beam keeps the most hopeful positions of each level, so it may miss shorter solutions, or all
//! of them. Nothing here decides whether an answer is right: solutions are paths of neighbours, and
//! lower bounds come from the exact engines.
//!
//! `search` makes rounds: a beam search (`level`, with `estimate`, `pattern` and `select`), shortening
//! of what it found (`tunnel`), and exact searches for the lower bound. `docs/internals/engines.md`
//! describes the method.

mod estimate;
mod level;
mod pattern;
mod search;
mod select;
mod tunnel;

use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::moves::{Batch, LastMove, Neighbour, Neighbours, SourceStart};
use crate::engine::store::Hasher;

pub use estimate::{Estimator, estimator};
pub use search::{Known, search, shorten};

/// Positions whose neighbours are listed together, and that are estimated together.
const GROUP: usize = 16;

/// The estimate of one position. It is never part of an answer: it only orders positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimated {
    /// About how much is left to do; 0 in positions that may meet a goal.
    cost: u16,
    /// The group of the position, below [`GROUPS`](estimate::GROUPS).
    group: u16,
}

/// A position that was found as a neighbour of another one.
#[derive(Clone, Copy)]
struct Position<const W: usize> {
    code: Code<W>,
    last_move: LastMove,
    fingerprint: u64,
    /// The number of the position that it is a neighbour of.
    parent: u32,
    estimated: Estimated,
}

/// Lists neighbours of several positions at a time.
struct Lister<const W: usize> {
    neighbours: Box<dyn Neighbours<W>>,
    hasher: Hasher<W>,
    sources: Vec<Code<W>>,
    last_moves: Vec<LastMove>,
    found: Vec<Neighbour<W>>,
    begins: Vec<SourceStart>,
    positions: Vec<Position<W>>,
}

impl<const W: usize> Lister<W> {
    fn new(compiled: &Compiled<W>) -> Self {
        Self {
            neighbours: compiled.neighbours(),
            hasher: Hasher::fixed(),
            sources: Vec::new(),
            last_moves: Vec::new(),
            found: Vec::with_capacity(Batch::<Neighbour<W>>::MOST),
            begins: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Returns all neighbours of a group of positions, each given with the move that led to it.
    /// `first` is the number of the first one.
    fn list(
        &mut self,
        group: impl Iterator<Item = (Code<W>, LastMove)>,
        first: u32,
    ) -> &[Position<W>] {
        self.sources.clear();
        self.last_moves.clear();
        for (code, last_move) in group {
            self.sources.push(code);
            self.last_moves.push(last_move);
        }
        self.found.clear();
        let mut grow = |_: &mut Vec<Neighbour<W>>| true;
        let mut batch = Batch::new(&mut self.found, &mut grow).with_sources(&mut self.begins);
        self.neighbours.list(&self.sources, &self.last_moves, &mut batch);
        self.positions.clear();
        self.begins.push((self.found.len(), 0));
        for sources in self.begins.windows(2) {
            let &[(begin, source), (end, _)] = sources else { continue };
            let parent = first + source as u32;
            for &(code, last_move) in &self.found[begin..end] {
                let fingerprint = self.hasher.hash(&code.0);
                let estimated = Estimated::default();
                self.positions.push(Position { code, last_move, fingerprint, parent, estimated });
            }
        }
        &self.positions
    }
}
