//! Numbers of neighbours of the positions of a row.
//!
//! Moves depend on the skeleton, so all positions of a row have as many neighbours as the row has
//! arcs: these are counted a word at a time. If several arcs come from one other row, and some
//! pieces are alike, two of them may have the same effect on an order. Only such rows are examined
//! order by order.

use super::layout::RowLayout;

/// The moves from a row.
pub struct RowMoves {
    arcs: usize,
    /// For each row that several moves lead to, their actions. Omitted if all pieces of a shape
    /// differ: then each move has a different result.
    twins: Vec<Vec<u32>>,
    targets: Vec<u64>,
}

impl RowLayout<'_> {
    /// Returns the moves from a row.
    pub fn moves_of(&self, row: usize) -> RowMoves {
        let arcs = self.graph.arcs(row);
        let is_distinct = |&shape: &usize| self.ranking.classes[shape].is_distinct();
        let mut twins = Vec::new();
        if !self.graph.shapes.iter().all(is_distinct) {
            // There are as many as there are moves back.
            let back = arcs.chunk_by(|one, other| one.from == other.from);
            let there = back.filter(|arcs| arcs.len() > 1).map(|arcs| arcs[0].from as usize);
            let forth = |there: usize| {
                let arcs = self.graph.arcs(there).iter();
                arcs.filter(|arc| arc.from as usize == row).map(|arc| arc.action).collect()
            };
            twins = there.map(forth).collect();
        }
        RowMoves { arcs: arcs.len(), twins, targets: Vec::new() }
    }
}

impl RowMoves {
    /// Returns the number of neighbours, if it is the same for all positions of the row.
    pub fn same(&self) -> Option<usize> {
        self.twins.is_empty().then_some(self.arcs)
    }

    /// Returns the number of neighbours of an order, given the effect of actions on it.
    pub fn neighbours(&mut self, to: impl Fn(u32) -> u64) -> usize {
        let Self { arcs, twins, targets } = self;
        let mut same = |actions: &Vec<u32>| {
            targets.clear();
            targets.extend(actions.iter().map(|&action| to(action)));
            targets.sort_unstable();
            targets.dedup();
            actions.len() - targets.len()
        };
        *arcs - twins.iter().map(&mut same).sum::<usize>()
    }
}
