//! Moves: which pieces move, and how far.
//!
//! A style is a pair of choices. *Which pieces* is a [`Movement`] that lists, for a source position
//! and a direction, the sets of cells that can take a first step: [`single`] pieces, or
//! [`superpiece`]s. *How far* they go is in [`walk`]. Both are known at compile time in the inner
//! loops.

pub mod ideals;
pub mod order;
pub mod single;
pub mod superpiece;
pub mod walk;

use crate::knuth::space::{Bits, MoveSource, Space, words_for};
use std::ops::ControlFlow;

use crate::puzzle::Direction;

/// Maximum number of movers of one source in one direction for which a list is made.
pub const MOST_MOVERS: usize = 1 << 12;

/// A method of listing the movers.
pub trait Movement {
    /// The directions in SLIDING's order.
    const DIRECTIONS: [Direction; 4];

    /// Whether movers are single pieces. Then they are listed in SLIDING's order, and no two of one
    /// source lead to the same position.
    const SINGLE: bool;

    /// Prepares it for a puzzle.
    fn new(space: &Space) -> Self;

    /// Appends every mover that can take a step in a direction, except a single piece with its
    /// origin in cell `except`. Breaks, and appends nothing, if there are more than
    /// [`MOST_MOVERS`]; then [`Movement::each`] gives them one by one.
    fn list(
        &mut self,
        space: &Space,
        source: &MoveSource,
        direction: Direction,
        except: Option<usize>,
        movers: &mut MoverList,
    ) -> ControlFlow<()>;

    /// Calls the callback with the cells of every mover that can take a step in a direction, in
    /// SLIDING's order; and with nothing when others had to be examined in between.
    fn each<T>(
        &mut self,
        space: &Space,
        source: &MoveSource,
        direction: Direction,
        visit: impl FnMut(Option<&Bits>) -> ControlFlow<T>,
    ) -> ControlFlow<T>;

    /// Sorts movers that were listed for a direction of a source into SLIDING's order.
    fn sort(
        &mut self,
        space: &Space,
        source: &MoveSource,
        direction: Direction,
        movers: &mut [Mover],
    );
}

/// A set of cells that can move.
pub struct Mover {
    /// The cells of the piece, or of the pieces together.
    pub cells: Bits,
    /// A number for the caller's use.
    pub tag: usize,
}

/// A list of movers that keeps its memory when it is cleared.
pub struct MoverList {
    movers: Vec<Mover>,
    length: usize,
    words: usize,
}

impl MoverList {
    /// Builds an empty list.
    pub fn new(space: &Space) -> Self {
        Self { movers: Vec::new(), length: 0, words: words_for(space.size.cells()) }
    }

    /// Returns the movers.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Mover] {
        &self.movers[..self.length]
    }

    /// Returns the movers, mutable.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [Mover] {
        &mut self.movers[..self.length]
    }

    /// Removes all movers.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Removes all but the first `length` movers.
    pub fn truncate(&mut self, length: usize) {
        self.length = length;
    }

    /// Appends an empty set of cells, for the caller to fill.
    #[inline(always)]
    pub fn push(&mut self) -> &mut Bits {
        if self.length == self.movers.len() {
            self.movers.push(Mover { cells: Bits::empty(self.words), tag: 0 });
        }
        let cells = &mut self.movers[self.length].cells;
        self.length += 1;
        cells.clear();
        cells
    }
}
