//! Goals as masks.

use super::{Bits, MAX_PLANES, Position, Space, insert_code};
use crate::puzzle::{Configuration, Goal, Want};

/// The goals of a search.
pub struct Targets<B> {
    targets: Vec<Target<B>>,
    /// Number of bit planes in use.
    planes: usize,
}

struct Target<B> {
    /// Cells where some kind must have its origin, and in planes, which.
    origins: B,
    planes: [B; MAX_PLANES],
    /// Cells that must be empty.
    empty: B,
}

impl<B: Bits> Space<B> {
    /// Compiles the goals of this puzzle.
    pub fn targets(&self, goals: &[Goal]) -> Targets<B> {
        let targets = goals.iter().map(|goal| self.target(goal)).collect();
        Targets { targets, planes: self.planes }
    }

    /// One configuration as the only goal.
    pub fn target_at(&self, configuration: &Configuration) -> Targets<B> {
        let Position { occupied, inner, planes } = self.position(configuration);
        let mut origins = occupied;
        origins.subtract(&inner);
        let target = Target { origins, planes, empty: self.empty_set() };
        Targets { targets: vec![target], planes: self.planes }
    }

    fn target(&self, goal: &Goal) -> Target<B> {
        let mut target = Target {
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
    /// Whether a position meets one of the goals.
    #[inline(always)]
    pub fn are_met_by(&self, position: &Position<B>) -> bool {
        self.targets.iter().any(|target| target.is_met_by(position, self.planes))
    }
}

impl<B: Bits> Target<B> {
    #[inline(always)]
    fn is_met_by(&self, position: &Position<B>, planes: usize) -> bool {
        let mut pairs = position.planes.iter().zip(&self.planes).take(planes);
        pairs.all(|(have, want)| {
            let words = have.words().iter().zip(want.words()).zip(self.origins.words());
            words.into_iter().all(|((&have, &want), &mask)| have & mask == want)
        }) && !position.occupied.meets(&self.empty)
    }
}
