//! Goals that too many positions meet for a list, and searches that begin with all placements that
//! meet one, reachable or not.

use std::ops::ControlFlow;

use super::Parity;
use super::board::{OpenCells, PlacedPiece};
use super::placements::{BoardPart, Placements};
use super::planes::{HalfLayout, MatrixBlock};
use super::search::{Dense, Half};
use crate::engine::bitmap::StopCheck;
use crate::engine::query::Stopped;
use crate::puzzle::{Goal, Placement, Want};

/// The rows and columns of a block that meet a goal: a placement does if both do.
#[derive(Default)]
pub struct GoalBlock {
    rows: Vec<u32>,
    /// As a bit set.
    columns: Vec<u64>,
}

/// A goal in both halves, block by block.
pub type SplitGoal = [Vec<GoalBlock>; 2];

/// The demands of a goal on the pieces of one part.
#[derive(Default)]
struct PartDemands {
    pieces: Vec<PlacedPiece>,
    empty: OpenCells,
}

impl PartDemands {
    /// Splits the demands of a goal; `None` if no placement meets them.
    fn of(goal: &Goal, placements: &Placements) -> Option<[Self; 2]> {
        let board = &placements.board;
        let mut demands = [PartDemands::default(), PartDemands::default()];
        for demand in goal.demands() {
            match demand.want {
                // Protruding cells must leave it empty as well.
                Want::Empty => {
                    let cell = board.number(demand.cell)?;
                    demands.iter_mut().for_each(|part| part.empty |= 1 << cell);
                }
                Want::Origin(kind) => {
                    let piece = board.piece(Placement { cell: demand.cell, kind })?;
                    let part = usize::from(placements.part(piece) == BoardPart::Lower);
                    demands[part].pieces.push(piece);
                }
            }
        }
        Some(demands)
    }

    fn are_met(&self, pieces: &[PlacedPiece], covered: OpenCells) -> bool {
        covered & self.empty == 0 && self.pieces.iter().all(|piece| pieces.contains(piece))
    }
}

impl GoalBlock {
    /// Returns the placements of a block that meet some demands.
    fn new(
        [above, below]: &[PartDemands; 2],
        placements: &Placements,
        layout: &HalfLayout,
        block: usize,
    ) -> Self {
        let (profile, rows) = (block / 2, Parity::of(block as u64));
        let upper = &placements.upper(profile)[rows];
        let lower = &placements.lower(profile).fillings[rows ^ layout.parity];
        let fillings = &placements.columns(profile)[rows ^ layout.parity].fillings;
        let mut columns = vec![0; layout.blocks[block].words];
        for (column, filling) in fillings.iter().map(|&filling| filling as usize).enumerate() {
            let is_met = below.are_met(lower.pieces(filling), lower.covered(filling));
            columns[column / 64] |= u64::from(is_met) << (column % 64);
        }
        if columns.iter().all(|&bits| bits == 0) {
            return Self::default();
        }
        let meets = |&row: &usize| above.are_met(upper.pieces(row), upper.covered(row));
        let rows = (0..upper.len()).filter(meets).map(|row| row as u32).collect();
        Self { rows, columns }
    }

    /// Returns the words that have placements that meet it, ascending, with these as bits.
    fn words(&self, block: &MatrixBlock) -> impl Iterator<Item = (usize, u64)> {
        let rows = self.rows.iter().map(|&row| block.row(row as usize));
        rows.flat_map(|row| row.zip(self.columns.iter().copied()))
    }
}

impl Dense {
    /// Compiles a goal.
    pub fn goal(&self, goal: &Goal) -> SplitGoal {
        let demands = PartDemands::of(goal, &self.placements);
        self.halves.each_ref().map(|Half { layout, .. }| {
            let blocks = 0..layout.blocks.len();
            let new = |block| match &demands {
                Some(demands) => GoalBlock::new(demands, &self.placements, layout, block),
                None => GoalBlock::default(),
            };
            blocks.map(new).collect()
        })
    }

    /// Begins with all placements that meet a compiled goal. Returns their number.
    pub fn begin_at(&mut self, goal: &SplitGoal) -> u64 {
        let mut counts = [0; 2];
        for half in Parity::BOTH {
            let Half { layout, last, .. } = &mut self.halves[half];
            for (block, goal) in goal[half].iter().enumerate() {
                for (word, bits) in goal.words(&layout.blocks[block]).filter(|&(_, bits)| bits != 0)
                {
                    last.put(layout, block, word, bits);
                }
            }
            counts[half] = last.count(layout);
        }
        self.record_first_level(counts)
    }

    /// Records how many placements of the first level are in each half. Returns the total.
    fn record_first_level(&mut self, counts: [u64; 2]) -> u64 {
        if self.alternates {
            self.half = if counts[0] == 0 { Parity::Odd } else { Parity::Even };
            // If goals are in both halves, so are all later levels.
            self.alternates = counts.contains(&0);
        }
        self.last_found = counts.iter().sum();
        self.last_found
    }

    /// Returns all placements of the last level that meet a compiled goal, ascending.
    pub fn meeting(&self, goal: &SplitGoal) -> impl Iterator<Item = u64> {
        Parity::BOTH.into_iter().flat_map(move |half| {
            let layout = &self.halves[half].layout;
            let goals = self.last(half).into_iter().flat_map(move |plane| {
                let active = plane.active_blocks(layout);
                let blocks = layout.blocks.iter().zip(&goal[half]).zip(active);
                let blocks = blocks.filter(|&(_, active)| active);
                let words = blocks.flat_map(|((block, goal), _)| goal.words(block));
                words.map(|(word, bits)| (word, bits & plane.words[word]))
            });
            goals.flat_map(move |(word, bits)| self.numbers(half, word, bits))
        })
    }

    /// Makes the goals among all that was found the last level. Returns their number.
    pub(super) fn gather_goals(
        &mut self,
        listed: &[u64],
        pause: &mut StopCheck,
    ) -> ControlFlow<Stopped, u64> {
        if listed.is_empty() && self.goals.is_empty() {
            return ControlFlow::Continue(0);
        }
        let mut counts = [0; 2];
        for half in Parity::BOTH {
            // If only the last level can have goals, the plane of the one before is kept.
            if !self.marks_all && self.last(half).is_none() {
                continue;
            }
            let listed = listed.iter().map(|&number| self.split(number));
            let mut listed: Vec<_> = listed.filter(|&(at, ..)| at == half).collect();
            let Half { layout, last, marks, .. } = &mut self.halves[half];
            let found = if self.marks_all { Some(&marks[0][..]) } else { None };
            listed.retain(|&(_, word, bit)| found.unwrap_or(&last.words)[word] >> bit & 1 != 0);
            for block in 0..layout.blocks.len() {
                pause()?;
                let shape = &layout.blocks[block];
                let mut wanted = Vec::new();
                for goal in self.goals.iter().map(|goal| &goal[half][block]) {
                    if !goal.rows.is_empty() {
                        wanted.resize(shape.rows * shape.words, 0);
                    }
                    goal.words(shape).for_each(|(word, bits)| wanted[word - shape.at] |= bits);
                }
                last.retain(layout, block, found, &wanted);
            }
            for (_, word, bit) in listed {
                last.put(layout, layout.block_of(word), word, 1 << bit);
            }
            counts[half] = last.count(layout);
        }
        ControlFlow::Continue(self.record_first_level(counts))
    }
}
