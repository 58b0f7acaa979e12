//! The two ways to arrange placements.

use std::ops::Deref;

use super::goals::GoalBlock;
use super::matrices::Matrices;
use super::planes::{BitPlace, Blocks};
use super::rows::Rows;
use crate::puzzle::{Configuration, Goal, Puzzle};

/// What a search asks of a layout.
pub trait Arrangement {
    /// Returns the place of a position; `None` if it certainly cannot be reached.
    fn place(&self, configuration: &Configuration) -> Option<BitPlace>;

    /// Returns the position at a place.
    fn configuration(&self, place: BitPlace) -> Configuration;

    /// Returns a key that orders blocks where several positions would do. It does not depend on the
    /// order of discovery.
    fn precedence(&self, block: usize) -> u64;

    /// Returns the blocks with placements that meet a goal, ascending.
    fn goal(&self, goal: &Goal, puzzle: &Puzzle) -> Vec<GoalBlock>;

    /// Returns which of some placements, the bits of a word of a block, meet a goal.
    fn meeting(&self, goal: &GoalBlock, word: usize, bits: u64) -> u64;

    /// Returns numbers that identify the layout besides the sizes of its blocks.
    fn numbering(&self) -> Vec<u64>;
}

/// An arrangement of all placements of a puzzle in blocks.
pub enum Layout {
    /// For pieces that are alike: a matrix for each profile.
    Matrices(Box<Matrices>),
    /// For unlike pieces: the orders of each skeleton.
    Rows(Box<Rows>),
}

impl Deref for Layout {
    type Target = dyn Arrangement;

    fn deref(&self) -> &Self::Target {
        match self {
            Layout::Matrices(matrices) => &**matrices,
            Layout::Rows(rows) => &**rows,
        }
    }
}

/// A layout, its blocks, and what they need.
pub struct Arranged {
    pub layout: Layout,
    pub blocks: Blocks,
    /// Whether each move leads from one half to the other.
    pub alternates: bool,
    /// Bytes of memory for all this, with the bits.
    pub bytes: u64,
}
