//! Goals as packed positions, or as masks.

use super::{Bits, MAX_PLANES, Position, Space, insert_code};
use crate::puzzle::{Configuration, Goal, Want};

/// The goals of a search.
pub struct Targets<B> {
    /// Complete goals, packed.
    complete: Vec<Vec<u32>>,
    partial: Vec<Partial<B>>,
    /// Number of bit planes in use.
    planes: usize,
}

struct Partial<B> {
    /// Cells where some kind must have its origin, and in planes, which.
    origins: B,
    planes: [B; MAX_PLANES],
    /// Cells that must be empty.
    empty: B,
}

impl<B: Bits> Space<B> {
    /// Compiles the goals of this puzzle.
    pub fn targets(&self, goals: &[Goal]) -> Targets<B> {
        let (complete, partial): (Vec<&Goal>, Vec<&Goal>) =
            goals.iter().partition(|goal| goal.is_complete());
        Targets {
            complete: complete.iter().map(|goal| self.packed(&goal.demanded())).collect(),
            partial: partial.iter().map(|goal| self.partial(goal)).collect(),
            planes: self.planes,
        }
    }

    /// One configuration as the only goal.
    pub fn target_at(&self, configuration: &Configuration) -> Targets<B> {
        let complete = vec![self.packed(configuration)];
        Targets { complete, partial: Vec::new(), planes: self.planes }
    }

    fn packed(&self, configuration: &Configuration) -> Vec<u32> {
        let mut packed = vec![0; self.packed_words];
        let length = self.pack(&self.position(configuration), &mut packed);
        packed.truncate(length);
        packed
    }

    fn partial(&self, goal: &Goal) -> Partial<B> {
        let mut target = Partial {
            origins: self.empty_set(),
            planes: std::array::from_fn(|_| self.empty_set()),
            empty: self.empty_set(),
        };
        for demand in goal.demands() {
            let cell = demand.cell as usize;
            match demand.want {
                Want::Empty => target.empty.insert(cell),
                Want::Origin(kind) => {
                    target.origins.insert(cell);
                    insert_code(&mut target.planes, cell, kind + 1);
                }
            }
        }
        target
    }
}

impl<B: Bits> Targets<B> {
    /// Whether a packed position meets one of the goals. `scratch` may be changed.
    #[inline(always)]
    pub fn are_met_by(&self, space: &Space<B>, packed: &[u32], scratch: &mut Position<B>) -> bool {
        if self.complete.iter().any(|goal| goal == packed) {
            return true;
        }
        if self.partial.is_empty() {
            return false;
        }
        space.unpack_position(packed, scratch);
        self.partial.iter().any(|goal| goal.is_met_by(scratch, self.planes))
    }
}

impl<B: Bits> Partial<B> {
    #[inline(always)]
    fn is_met_by(&self, position: &Position<B>, planes: usize) -> bool {
        let mut pairs = position.planes.iter().zip(&self.planes).take(planes);
        pairs.all(|(have, want)| {
            let words = have.words().iter().zip(want.words()).zip(self.origins.words());
            words.into_iter().all(|((&have, &want), &mask)| have & mask == want)
        }) && !position.occupied.meets(&self.empty)
    }
}
