//! Goals that too many positions meet for a list: a set of rows and a set of columns of each block.

use super::plane::{self, HalfLayout, HalfSet, MatrixBlock};
use crate::engine::rank::cut::{BoardPart, Cut, OpenCells, PlacedPiece};
use crate::puzzle::{Goal, Placement, Want};

/// The rows and columns of a block that meet a goal: a placement does if both do.
pub struct GoalBlock {
    block: usize,
    rows: Vec<u32>,
    /// As a bit set.
    columns: Vec<u64>,
}

/// A goal in both halves.
pub type SplitGoal = [Vec<GoalBlock>; 2];

/// The demands of a goal on the pieces of one part.
#[derive(Default)]
struct PartDemands {
    pieces: Vec<PlacedPiece>,
    empty: OpenCells,
}

impl PartDemands {
    fn are_met(&self, pieces: &[PlacedPiece], covered: OpenCells) -> bool {
        covered & self.empty == 0 && self.pieces.iter().all(|piece| pieces.contains(piece))
    }
}

impl GoalBlock {
    /// Returns the blocks of a half that have placements that meet a goal.
    pub fn all(cut: &Cut, layout: &HalfLayout, goal: &Goal) -> Vec<Self> {
        let mut demands = [PartDemands::default(), PartDemands::default()];
        for demand in goal.demands() {
            match demand.want {
                // Protruding cells must leave it empty as well.
                Want::Empty => {
                    let Some(cell) = cut.ground.number(demand.cell) else { return Vec::new() };
                    demands.iter_mut().for_each(|part| part.empty |= 1 << cell);
                }
                Want::Origin(kind) => {
                    let placement = Placement { cell: demand.cell, kind };
                    let Some(piece) = cut.ground.piece(placement) else { return Vec::new() };
                    let part = usize::from(cut.part(piece) == BoardPart::Lower);
                    demands[part].pieces.push(piece);
                }
            }
        }
        let block = |block: usize| {
            let (profile, row) = (block / 2, block % 2);
            let upper = &cut.upper(profile)[row];
            let meets = |&row: &u32| {
                demands[0].are_met(upper.pieces(row as usize), upper.covered(row as usize))
            };
            let rows: Vec<u32> = (0..upper.len() as u32).filter(meets).collect();
            let lower = &cut.lower(profile)[row ^ layout.parity].fillings;
            let mut columns = vec![0; layout.blocks[block].words];
            for (column, filling) in
                cut.columns(profile, row ^ layout.parity).fillings().enumerate()
            {
                if demands[1].are_met(lower.pieces(filling), lower.covered(filling)) {
                    columns[column / 64] |= 1 << (column % 64);
                }
            }
            let has_any = !rows.is_empty() && columns.iter().any(|&bits| bits != 0);
            has_any.then_some(GoalBlock { block, rows, columns })
        };
        (0..layout.blocks.len()).filter_map(block).collect()
    }

    /// Returns its block.
    pub fn block(&self) -> usize {
        self.block
    }

    /// Adds the placements that meet the goal to bits of the whole block.
    pub fn put(&self, block: &MatrixBlock, bits: &mut [u64]) {
        for &row in &self.rows {
            let begin = row as usize * block.words;
            bits[begin..][..block.words]
                .iter_mut()
                .zip(&self.columns)
                .for_each(|(bits, columns)| *bits |= columns);
        }
    }

    /// Adds the placements that meet the goal to a plane of the half.
    pub fn put_all(&self, layout: &HalfLayout, plane: &mut HalfSet) {
        let block = &layout.blocks[self.block];
        self.put(block, &mut plane.words[block.all()]);
        let busy = plane.active_counts[self.block].get_mut();
        for &row in &self.rows {
            let active = &mut plane.active[block.all_sets()];
            *busy += u32::from(plane::put(active, row as usize));
        }
    }

    /// Calls `visit` with word and bit of each placement of a plane that meets the goal, ascending.
    pub fn each_in(&self, layout: &HalfLayout, plane: &HalfSet, visit: &mut dyn FnMut(usize, u32)) {
        if !plane.is_active(self.block) {
            return;
        }
        let block = &layout.blocks[self.block];
        for &row in &self.rows {
            for (at, columns) in block.row(row as usize).zip(&self.columns) {
                let mut met = plane.words[at] & columns;
                while met != 0 {
                    visit(at, met.trailing_zeros());
                    met &= met - 1;
                }
            }
        }
    }

    /// Returns word and bit of the first placement of a plane that meets the goal.
    pub fn first_in(&self, layout: &HalfLayout, plane: &HalfSet) -> Option<(usize, u32)> {
        if !plane.is_active(self.block) {
            return None;
        }
        let block = &layout.blocks[self.block];
        self.rows.iter().find_map(|&row| {
            block.row(row as usize).zip(&self.columns).find_map(|(at, columns)| {
                let met = plane.words[at] & columns;
                (met != 0).then(|| (at, met.trailing_zeros()))
            })
        })
    }
}
