//! Moves: who moves, and how far.
//!
//! A style is a pair of choices. *Who moves* is a [`Movement`] that lists, for a source position,
//! the sets of cells that can take a first step in some direction: [`single`] pieces, or
//! [`superpiece`]s. *How far* is the [`Reach`], walked by [`walk`]. Both are known at compile time
//! in the inner loops; only the order of discovery of SLIDING ties the two together.

pub mod explain;
pub mod ideals;
pub mod single;
pub mod superpiece;
pub mod walk;

use std::ops::ControlFlow;

use crate::puzzle::Direction;
use crate::space::{Bits, Source, Space};

/// A way of listing who can move.
pub trait Movement<B: Bits> {
    /// Whether two different movers of one source can lead to the same configuration.
    const AMBIGUOUS: bool;

    /// Whatever it needs for a puzzle.
    fn new(space: &Space<B>) -> Self;

    /// Calls `visit` with the cells of every mover of `source` and every direction in which it can
    /// take a step, in SLIDING's order, until `visit` breaks.
    fn movers<T>(
        &mut self,
        space: &Space<B>,
        source: &Source<B>,
        visit: impl FnMut(&B, Direction) -> ControlFlow<T>,
    ) -> ControlFlow<T>;
}
