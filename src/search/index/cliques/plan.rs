//! How cliques are laid out, and what they take.

use super::lines::Lines;
use super::ways::{Way, leaf};
use crate::puzzle::Puzzle;
use crate::rank::Ranking;
use crate::search::index::graph::Graph;
use crate::search::index::layout::{Layout, Numbering};
use crate::search::index::sheet::BLOCK;
use crate::store::PER_WORD;

/// How cliques are laid out, before there is memory for them.
pub struct Plan<'a> {
    pub layout: Layout<'a>,
    pub lines: Lines,
    pub ways: Vec<Way>,
    pub cut: Cut,
    /// Parts of levels.
    pub parts: usize,
    pub threads: usize,
    /// Memory for all that.
    pub bytes: u64,
}

/// The sizes of things.
#[derive(Clone, Copy)]
pub struct Cut {
    /// Orders of a line and of a leaf.
    pub orders: u64,
    pub leaf: u64,
    /// Words and blocks of a leaf.
    pub words: usize,
    pub blocks: usize,
}

impl<'a> Plan<'a> {
    /// For the graph of a puzzle whose pieces have one shape and all differ, if there are cliques, which take no more
    /// than so many bytes beside the graph, nor more than two bits for each configuration. `None` if there are not, and what they
    /// take if that is too much.
    pub fn new(
        puzzle: &Puzzle,
        ranking: &'a Ranking,
        graph: Graph,
        threads: usize,
        allowed: u64,
    ) -> Result<Option<Self>, u64> {
        let is_of_one_shape = matches!(&ranking.classes[..], [class] if class.is_distinct());
        let lines = is_of_one_shape.then(|| Lines::new(&graph)).flatten();
        let Some(lines) = lines else { return Ok(None) };
        let parts = lines.of_three_levels(&graph);
        if lines.rows.len() + parts > 2 * graph.skeletons.len() {
            return Ok(None);
        }
        let Numbering { fields, odd, .. } = Numbering::new(puzzle, ranking, &graph);
        let fields = fields.filter(|fields| fields.total() <= u64::from(u32::MAX));
        let Some(fields) = fields else { return Ok(None) };
        let least = (lines.rows.len() + parts) as u64 * fields.total() / 8;
        let left = allowed.checked_sub(least).ok_or(least)?;
        let layout =
            Layout::new(ranking, graph, fields, odd, left).ok_or(allowed.saturating_mul(2))?;
        let plan = Self::cut(layout, lines, parts, threads);
        if plan.bytes <= allowed { Ok(Some(plan)) } else { Err(plan.bytes) }
    }

    fn cut(mut layout: Layout<'a>, lines: Lines, parts: usize, threads: usize) -> Self {
        let orders = layout.fields.total();
        let leaf = leaf(&layout);
        let words = leaf.div_ceil(PER_WORD) as usize;
        let cut = Cut { orders, leaf, words, blocks: words.div_ceil(BLOCK) };
        layout.actions.settle(&layout.fields, orders);
        let actions = 0..layout.actions.list.len() as u32;
        let ways: Vec<Way> = actions.map(|action| Way::new(&layout, action, leaf)).collect();
        let runs: u64 = ways.iter().map(Way::bytes).sum();
        let (plane, blocks) = (cut.words_of_line() * 8, cut.blocks as u64 * cut.leaves());
        let lines_and_parts = (lines.rows.len() + parts) as u64 * plane + parts as u64 * blocks;
        let own = 3 * (8 * cut.words + cut.blocks) as u64 * threads as u64;
        let bytes = layout.actions.bytes() + runs + lines_and_parts + own;
        Self { layout, lines, ways, cut, parts, threads, bytes }
    }
}

impl Cut {
    pub fn leaves(&self) -> u64 {
        self.orders / self.leaf
    }

    pub fn words_of_line(&self) -> u64 {
        self.words as u64 * self.leaves()
    }
}
