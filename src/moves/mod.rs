//! Moves: who moves, and how far.
//!
//! A style is a pair of choices. *Who moves* is a [`Movement`] that lists, for a source position
//! and a direction, the sets of cells that can take a first step: [`single`] pieces, or
//! [`superpiece`]s. *How far* they go is in [`walk`]. Both are known at compile time in the inner
//! loops.

pub mod explain;
pub mod ideals;
pub mod order;
pub mod single;
pub mod superpiece;
pub mod walk;

use crate::puzzle::Direction;
use crate::space::{Bits, Source, Space, words_for};

/// A way of listing who can move.
pub trait Movement<B: Bits> {
    /// The directions in SLIDING's order.
    const DIRECTIONS: [Direction; 4];

    /// Whether [`Movement::list`] has SLIDING's order by itself.
    const IN_ORDER: bool;

    /// Whether two different movers of one source can lead to the same configuration.
    const AMBIGUOUS: bool;

    /// Whatever it needs for a puzzle.
    fn new(space: &Space<B>) -> Self;

    /// Looks at a source before its movers are listed.
    fn look(&mut self, space: &Space<B>, source: &Source<B>);

    /// Lists the cells of every mover that can take a step in a direction.
    fn list(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        direction: Direction,
        movers: &mut Movers<B>,
    );

    /// Puts some of the movers that were listed into SLIDING's order.
    fn sort(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        direction: Direction,
        movers: &mut Movers<B>,
    );
}

/// A list of sets of cells that keeps its memory when it is cleared.
pub struct Movers<B> {
    sets: Vec<B>,
    length: usize,
    words: usize,
}

impl<B: Bits> Movers<B> {
    /// An empty list.
    pub fn new(space: &Space<B>) -> Self {
        Self { sets: Vec::new(), length: 0, words: words_for(space.size.cells()) }
    }

    /// The sets.
    #[inline(always)]
    pub fn as_slice(&self) -> &[B] {
        &self.sets[..self.length]
    }

    /// The sets, to reorder.
    pub fn as_mut_slice(&mut self) -> &mut [B] {
        &mut self.sets[..self.length]
    }

    /// Removes all.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Appends an empty set, for the caller to fill.
    #[inline(always)]
    pub fn push(&mut self) -> &mut B {
        if self.length == self.sets.len() {
            self.sets.push(B::empty(self.words));
        }
        let set = &mut self.sets[self.length];
        self.length += 1;
        set.clear();
        set
    }

    /// Keeps the sets for which `keep` holds, in their order.
    #[inline(always)]
    pub fn retain(&mut self, mut keep: impl FnMut(&B) -> bool) {
        let mut kept = 0;
        for i in 0..self.length {
            if keep(&self.sets[i]) {
                self.sets.swap(kept, i);
                kept += 1;
            }
        }
        self.length = kept;
    }
}
