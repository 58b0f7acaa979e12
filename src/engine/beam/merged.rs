//! Puzzles that forget some of the names of pieces.
//!
//! Where pieces of one shape have different names, and the goal says which belongs where, a puzzle
//! that takes some of these names for one has far fewer positions. No distance in it is greater
//! than the true one. Source: J. C. Culberson and J. Schaeffer, *Pattern databases*, Computational
//! Intelligence 14, 1998.

use crate::engine::board::PieceShapes;
use crate::puzzle::{GoalSetup, Puzzle, Setup, Want};

/// For each kind of a puzzle, the one that stands for it.
pub type Names = Vec<u8>;

/// Returns the puzzle in which each kind is replaced by the one that stands for it; `None` if that
/// is no puzzle.
pub fn merged(puzzle: &Puzzle, names: &Names) -> Option<Puzzle> {
    let mut setup = Setup::from(puzzle);
    setup.expectations.clear();
    setup.origin = Default::default();
    let rename = |kind: &mut u8| *kind = names[usize::from(*kind)];
    setup.start.iter_mut().for_each(|piece| rename(&mut piece.kind));
    for goal in &mut setup.goals {
        match goal {
            GoalSetup::Complete(pieces) => {
                pieces.iter_mut().for_each(|piece| rename(&mut piece.kind));
            }
            GoalSetup::Partial(demands) => demands.iter_mut().for_each(|demand| {
                if let Want::Origin(kind) = &mut demand.want {
                    rename(kind);
                }
            }),
        }
    }
    setup.validate().ok()
}

/// The kinds of a puzzle that differ only by name.
pub struct Alike {
    /// Sets of such kinds, and for each kind the number of its pieces.
    sets: Vec<Vec<u8>>,
    counts: Vec<u32>,
}

impl Alike {
    pub fn new(puzzle: &Puzzle) -> Self {
        let shapes = PieceShapes::new(puzzle);
        let sets = shapes.list().iter().map(|shape| shape.kinds.clone());
        Self { sets: sets.filter(|set| set.len() > 1).collect(), counts: puzzle.counts() }
    }

    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Returns all kinds that have others like them.
    pub fn kinds(&self) -> Vec<u8> {
        self.sets.concat()
    }

    /// Returns the names if only some kinds keep theirs.
    pub fn names(&self, kept: &[u8]) -> Names {
        let mut names: Names = (0..self.counts.len() as u8).collect();
        for set in &self.sets {
            let mut others = set.iter().filter(|kind| !kept.contains(kind));
            if let Some(&first) = others.next() {
                others.for_each(|&kind| names[usize::from(kind)] = first);
            }
        }
        names
    }

    /// Returns about how many times as many positions there are if one more kind keeps its name.
    fn factor(&self, kept: &[u8], kind: u8) -> f64 {
        let set = self.sets.iter().find(|set| set.contains(&kind)).into_iter().flatten();
        let others = set.filter(|other| !kept.contains(other));
        let all: u32 = others.map(|&other| self.counts[usize::from(other)]).sum();
        let own = self.counts[usize::from(kind)];
        (0..own).map(|at| f64::from(all - at) / f64::from(at + 1)).product()
    }

    /// Returns the first of some kinds that may keep their names together, if there are `merged`
    /// positions without any, and at most about `most` are allowed.
    pub fn that_fit(&self, kinds: &[u8], merged: usize, most: usize) -> Vec<u8> {
        let mut kept = Vec::new();
        let mut size = merged as f64;
        for &kind in kinds {
            let factor = self.factor(&kept, kind);
            if factor > 1.0 && size * factor <= most as f64 {
                size *= factor;
                kept.push(kind);
            }
        }
        kept
    }
}
