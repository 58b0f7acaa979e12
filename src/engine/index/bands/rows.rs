//! The rows of a puzzle as they are divided, and its goals.

use std::ops::Range;

use super::cut::{Division, SheetEffect};
use super::worker::BandWorker;
use crate::engine::bitmap::list_goals;
use crate::engine::index::graph::{RowGraph, RowGraphError};
use crate::engine::index::layout::{Numbering, RowLayout};
use crate::engine::query::{Budget, Stopped};
use crate::engine::rank::{OrderDemands, Ranking};
use crate::puzzle::{Puzzle, Style};

/// The rows of a puzzle and their division.
pub struct Bands<'a> {
    pub layout: RowLayout<'a>,
    pub cut: Division,
    /// What each action does to sheets.
    pub reaches: Vec<SheetEffect>,
    pub goals: BandGoals,
    /// Number of threads for which there is memory.
    pub threads: usize,
}

/// How to divide the rows.
pub enum DivisionChoice<'a> {
    /// So that leaves have at least this many orders, but as few as possible.
    LeastLeaf(u64),
    /// As stored in a manifest.
    Stored(&'a [u64]),
}

impl<'a> Bands<'a> {
    /// Builds the bands; `None` if no division fits the memory.
    pub fn new(
        puzzle: &Puzzle,
        style: Style,
        ranking: &'a Ranking,
        place: DivisionChoice,
        budget: &Budget,
    ) -> Result<Option<Self>, Stopped> {
        let left = budget.room().saturating_sub(ranking.skeletons.bytes());
        let graph = RowGraph::explore(puzzle, ranking, style, left / 2, &mut || budget.look());
        let graph = match graph {
            Ok(graph) => graph,
            Err(RowGraphError::Memory) => return Ok(None),
            Err(RowGraphError::Stopped(stopped)) => return Err(stopped),
        };
        let left = left - graph.bytes();
        let Numbering { fields, odd, .. } = Numbering::new(puzzle, ranking, &graph);
        let layout =
            fields.and_then(|fields| RowLayout::new(ranking, graph, fields, odd, left / 2));
        let Some(mut layout) = layout else { return Ok(None) };
        let rows = layout.graph.skeletons.len();
        let left = left.saturating_sub(layout.actions.bytes());
        let threads = |cut: &Division| {
            let left = left.saturating_sub(cut.table_bytes(rows));
            (left / BandWorker::bytes(rows, cut)).min(budget.threads() as u64) as usize
        };
        let cut = match place {
            DivisionChoice::Stored(numbers) => {
                Division::stored(&layout, numbers).filter(|cut| threads(cut) > 0)
            }
            DivisionChoice::LeastLeaf(leaf) => {
                Division::choose(&layout, leaf, |cut| threads(cut) > 0)
            }
        };
        let Some(cut) = cut else { return Ok(None) };
        layout.actions.limit_to(&layout.fields, cut.sheet);
        let reaches = cut.reaches(&layout);
        let (goals, threads) = (BandGoals::new(puzzle, &layout), threads(&cut));
        Ok(Some(Self { layout, cut, reaches, goals, threads }))
    }

    pub fn rows(&self) -> usize {
        self.layout.graph.skeletons.len()
    }

    /// Returns the number of sheets of a part.
    pub fn sheets(&self, part: usize) -> usize {
        self.cut.bands_of(part).count() * self.rows()
    }

    /// Returns the number of a sheet in its part.
    pub fn sheet(&self, band: u64, row: usize) -> usize {
        let first = self.cut.bands_of(self.cut.part_of(band)).start;
        (band - first) as usize * self.rows() + row
    }
}

/// The positions that meet a goal.
pub struct BandGoals {
    /// By row and order, ascending.
    listed: Vec<(usize, u64)>,
    /// If these would be too many: rows, and the demands on their orders.
    wide: Vec<(usize, OrderDemands)>,
}

impl BandGoals {
    fn new(puzzle: &Puzzle, layout: &RowLayout) -> Self {
        let mut listed = Vec::new();
        let wide = list_goals(puzzle, |configuration| listed.extend(layout.place(configuration)));
        let wide = wide.iter().flat_map(|goal| layout.wanted(puzzle, goal)).collect();
        listed.sort_unstable();
        listed.dedup();
        Self { listed, wide }
    }

    /// Returns the goals of a row in a range of its orders.
    pub fn of(&self, row: usize, orders: Range<u64>) -> RangeGoals<'_> {
        let begin = self.listed.partition_point(|&goal| goal < (row, orders.start));
        let end = self.listed.partition_point(|&goal| goal < (row, orders.end));
        let wide = self.wide.iter().filter(|(of, _)| *of == row).map(|(_, wanted)| wanted);
        RangeGoals { row, listed: &self.listed[begin..end], wide: wide.collect() }
    }
}

/// The goals of a range of orders.
pub struct RangeGoals<'g> {
    row: usize,
    pub listed: &'g [(usize, u64)],
    pub wide: Vec<&'g OrderDemands>,
}

impl RangeGoals<'_> {
    pub fn are_none(&self) -> bool {
        self.listed.is_empty() && self.wide.is_empty()
    }

    /// Whether an order meets a goal. `letters` is scratch space.
    pub fn meet(&self, layout: &RowLayout, order: u64, letters: &mut [Vec<u8>]) -> bool {
        if self.listed.binary_search(&(self.row, order)).is_ok() {
            return true;
        }
        if self.wide.is_empty() {
            return false;
        }
        layout.letters(self.row, order, letters);
        self.wide.iter().any(|wanted| wanted.are_met_by(letters))
    }
}
