//! The layout of rows, and the memory that they need.

use num_bigint::BigUint;

use super::BLOCK;
use crate::engine::index::graph::RowGraph;
use crate::engine::index::layout::{Numbering, RowLayout};
use crate::engine::rank::Ranking;
use crate::engine::store::PER_WORD;
use crate::puzzle::Puzzle;

/// The layout of the rows, before their memory is allocated.
pub struct RowsPlan<'a> {
    pub layout: RowLayout<'a>,
    pub keeps: RowStorage,
    /// Bytes of the rows.
    pub bytes: u64,
}

/// Which distances are queried later.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Marking {
    /// None.
    None,
    /// Which neighbours of a found position are nearer, in a search that began at a single
    /// position.
    Path,
    /// The same in any search, and whether a position was found.
    All,
}

/// What is kept of each position.
pub struct RowStorage {
    /// Whether there are marks: two bits.
    pub marks: bool,
    /// Number of planes of levels.
    pub levels: u8,
    /// Number of threads, each of which needs a row of its own if there are no marks.
    threads: usize,
}

impl<'a> RowsPlan<'a> {
    /// Builds the plan for a graph of rows, if it needs at most the given number of bytes besides
    /// the graph. If it needs more, returns how much, or a lower bound on that.
    pub fn new(
        puzzle: &Puzzle,
        ranking: &'a Ranking,
        graph: RowGraph,
        marking: Marking,
        threads: usize,
        allowed: u64,
    ) -> Result<Self, BigUint> {
        let keeps = RowStorage::new(&graph, marking, threads);
        let Numbering { fields, odd, orders } = Numbering::new(puzzle, ranking, &graph);
        let bytes = keeps.bytes(graph.skeletons.len(), orders);
        let fields = fields
            .filter(|fields| fields.total() <= u64::from(u32::MAX) && bytes <= allowed.into());
        let Some(fields) = fields else { return Err(bytes) };
        let bytes = u64::try_from(bytes).expect("it is allowed");
        let layout = RowLayout::new(ranking, graph, fields, odd, allowed - bytes);
        let layout = layout.ok_or(BigUint::from(allowed) * 2_u8)?;
        Ok(Self { layout, keeps, bytes })
    }
}

impl RowStorage {
    fn new(graph: &RowGraph, marking: Marking, threads: usize) -> Self {
        // A search from all goals has levels in rows of both colours.
        let has_two_colours = marking != Marking::All && graph.has_two_colours();
        let levels = if has_two_colours { 1 } else { 2 };
        Self { marks: marking != Marking::None, levels, threads }
    }

    /// Returns the memory for `rows` rows with `orders` orders each, and for what belongs to each
    /// row and block.
    fn bytes(&self, rows: usize, orders: BigUint) -> BigUint {
        let words = (orders + (PER_WORD - 1)) / PER_WORD;
        let blocks = (&words + (BLOCK - 1)) / BLOCK;
        let marks = if self.marks { 2 } else { 0 };
        let bits = self.levels + marks;
        let own = if self.marks { 0 } else { self.threads };
        &words * 8_u8 * own + (words * 8_u8 * bits + blocks * self.levels + 25_u8) * rows
    }
}
