//! Goals as packed positions, or as masks.

use super::{Bits, Position, Space};
use crate::puzzle::{Configuration, Goal, Want};

/// The goals of a search.
pub struct Targets {
    /// Complete goals, packed.
    complete: Vec<Vec<u32>>,
    partial: Vec<PartialTarget>,
}

struct PartialTarget {
    /// Cells where some kind must have its origin, and that kind's code as planes.
    origins: Bits,
    wanted: Position,
    /// Cells that must be empty.
    empty: Bits,
}

impl Space {
    /// Compiles the goals of this puzzle.
    pub fn targets(&self, goals: &[Goal]) -> Targets {
        let (complete, partial): (Vec<&Goal>, Vec<&Goal>) =
            goals.iter().partition(|goal| goal.is_complete());
        Targets {
            complete: complete.iter().map(|goal| self.packed(&goal.demanded())).collect(),
            partial: partial.iter().map(|goal| self.partial(goal)).collect(),
        }
    }

    /// Compiles one position as the only goal.
    pub fn target_at(&self, configuration: &Configuration) -> Targets {
        let complete = vec![self.packed(configuration)];
        Targets { complete, partial: Vec::new() }
    }

    fn packed(&self, configuration: &Configuration) -> Vec<u32> {
        let mut packed = vec![0; self.packed_words];
        let length = self.pack(&self.position(configuration), &mut packed);
        packed.truncate(length);
        packed
    }

    fn partial(&self, goal: &Goal) -> PartialTarget {
        let mut target = PartialTarget {
            origins: self.empty_set(),
            wanted: self.blank(),
            empty: self.empty_set(),
        };
        for demand in goal.demands() {
            let cell = demand.cell as usize;
            match demand.want {
                Want::Empty => target.empty.insert(cell),
                Want::Origin(kind) => {
                    target.origins.insert(cell);
                    target.wanted.insert_code(cell, kind + 1);
                }
            }
        }
        target
    }
}

impl Targets {
    /// Whether a position meets one of the goals. The masks are seldom needed, so `position` is
    /// lazy.
    #[inline(always)]
    pub fn are_met_by<'a>(&self, packed: &[u32], position: impl FnOnce() -> &'a Position) -> bool {
        if self.complete.iter().any(|goal| goal.first() == packed.first() && goal == packed) {
            return true;
        }
        if self.partial.is_empty() {
            return false;
        }
        let position = position();
        self.partial.iter().any(|goal| goal.is_met_by(position))
    }
}

impl PartialTarget {
    fn is_met_by(&self, position: &Position) -> bool {
        let mut pairs = position.planes.iter().zip(&self.wanted.planes);
        pairs.all(|(have, want)| have.agrees(want, &self.origins) && !have.meets(&self.empty))
            && !position.inner.meets(&self.empty)
    }
}
