//! How rows are laid out, and what they take.

use num_bigint::BigUint;

use super::BLOCK;
use crate::engine::index::graph::Graph;
use crate::engine::index::layout::{Layout, Numbering};
use crate::engine::rank::Ranking;
use crate::engine::store::PER_WORD;
use crate::puzzle::Puzzle;

/// How the rows are laid out, before there is memory for them.
pub struct Plan<'a> {
    pub layout: Layout<'a>,
    pub keeps: Keeps,
    /// Memory for the rows.
    pub bytes: u64,
}

/// What is asked of distances later.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Marking {
    /// Nothing.
    None,
    /// Which neighbours of what was found are nearer, in a search that began at a single configuration.
    Way,
    /// That in any search, and what was found.
    All,
}

/// What is kept of each configuration.
pub struct Keeps {
    /// Whether there are marks: two bits.
    pub marks: bool,
    /// Planes of levels.
    pub levels: u8,
    /// Threads, each of which needs a row of its own if there are no marks.
    threads: usize,
}

impl<'a> Plan<'a> {
    /// For a graph of rows, if it takes no more than so many bytes beside the graph. If it does,
    /// gives what it takes, or as much as can be said of that.
    pub fn new(
        puzzle: &Puzzle,
        ranking: &'a Ranking,
        graph: Graph,
        marking: Marking,
        threads: usize,
        allowed: u64,
    ) -> Result<Self, BigUint> {
        let keeps = Keeps::new(&graph, marking, threads);
        let Numbering { fields, odd, orders } = Numbering::new(puzzle, ranking, &graph);
        let bytes = keeps.bytes(graph.skeletons.len(), orders);
        let fields = fields
            .filter(|fields| fields.total() <= u64::from(u32::MAX) && bytes <= allowed.into());
        let Some(fields) = fields else { return Err(bytes) };
        let bytes = u64::try_from(bytes).expect("it is allowed");
        let layout = Layout::new(ranking, graph, fields, odd, allowed - bytes);
        let mut layout = layout.ok_or(BigUint::from(allowed) * 2_u8)?;
        layout.actions.settle(&layout.fields, layout.fields.total());
        Ok(Self { layout, keeps, bytes })
    }
}

impl Keeps {
    fn new(graph: &Graph, marking: Marking, threads: usize) -> Self {
        // A search from all goals has levels in rows of both colours.
        let has_two_colours = marking != Marking::All && graph.colours().is_some();
        let levels = if has_two_colours { 1 } else { 2 };
        Self { marks: marking != Marking::None, levels, threads }
    }

    /// Memory for so many rows with so many orders each, and what belongs to each row and block.
    fn bytes(&self, rows: usize, orders: BigUint) -> BigUint {
        let words = (orders + (PER_WORD - 1)) / PER_WORD;
        let blocks = (&words + (BLOCK - 1)) / BLOCK;
        let marks = if self.marks { 2 } else { 0 };
        let bits = self.levels + marks;
        let own = if self.marks { 0 } else { self.threads };
        &words * 8_u8 * own + (words * 8_u8 * bits + blocks * self.levels + 25_u8) * rows
    }
}
