//! Tables of distances to the goals.

use std::ops::ControlFlow;

use super::lister::Lister;
use super::merged::{Names, merged};
use super::numbered::{self, Numbered};
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, CompiledJob, with_few_widths};
use crate::engine::query::{Budget, Stopped};
use crate::engine::store::prefetch;
use crate::puzzle::{Placement, Puzzle, Style};

/// Returns the most bytes that a table takes for each position while it is built.
pub const fn bytes() -> u64 {
    numbered::bytes::<2>() + (size_of::<(u32, u16)>() + 3 * size_of::<u64>()) as u64
}

/// The distances of the positions of a puzzle to its goals, by the keys of the positions. A key is
/// the sum of the [`part`]s of its pieces. Where two positions have equal keys, one distance holds
/// for both.
pub struct Distances {
    /// 48 bits of the key, and the distance plus 1; 0 where the slot is free.
    slots: Vec<u64>,
    pub positions: usize,
}

/// Returns the part of a key for a kind in a cell.
pub fn part(kind: u8, cell: u32) -> u64 {
    let mixed = (u64::from(kind) << 32 | u64::from(cell)) + 1;
    let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

impl Distances {
    /// Finds the distances in a puzzle with complete goals where some kinds count as one. Returns
    /// none if there are more than `most` positions.
    pub fn new(
        puzzle: &Puzzle,
        style: Style,
        names: &Names,
        most: usize,
        budget: &Budget,
    ) -> ControlFlow<Stopped, Option<Self>> {
        match merged(puzzle, names) {
            Some(merged) => with_few_widths(&merged, style, DistancesJob { most, budget }),
            None => ControlFlow::Continue(None),
        }
    }

    fn with_room_for(positions: usize) -> Self {
        Self { slots: vec![0; (positions * 3 / 2).next_power_of_two()], positions }
    }

    fn place(&self, key: u64) -> usize {
        (key >> 16) as usize & (self.slots.len() - 1)
    }

    /// Returns the slot of a key, or the free one where it belongs.
    fn slot(&self, key: u64) -> usize {
        let mut at = self.place(key);
        while self.slots[at] != 0 && (self.slots[at] ^ key) >> 16 != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    /// Prefetches what [`Distances::get`] looks at.
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.slots, self.place(key));
    }

    /// Returns the distance of a position; `None` if no goal can be reached from it.
    pub fn get(&self, key: u64) -> Option<u16> {
        (self.slots[self.slot(key)] as u16).checked_sub(1)
    }
}

struct DistancesJob<'a> {
    most: usize,
    budget: &'a Budget,
}

impl CompiledJob for DistancesJob<'_> {
    type Output = ControlFlow<Stopped, Option<Distances>>;

    fn run<const W: usize>(self, compiled: &Compiled<W>) -> Self::Output {
        let goals = compiled.puzzle.goals().iter();
        let goals: Vec<Code<W>> = goals.map(|goal| compiled.encode(&goal.demanded())).collect();
        let mut from = Vec::new();
        let new = &mut |at| from.push(at);
        let mut lister = Lister::new(compiled);
        let size = self.most.saturating_add(1);
        let all = Numbered::around(&mut lister, &[&goals], size, self.budget, new)?;
        if all.codes.len() > self.most {
            return ControlFlow::Continue(None);
        }
        let mut distances = vec![0_u16; all.codes.len() - from.len()];
        for at in from {
            distances.push((distances[at as usize] + 1).min(u16::MAX - 1));
        }
        let mut table = Distances::with_room_for(all.codes.len());
        let mut pieces: Vec<Placement> = Vec::new();
        for (code, distance) in all.codes.iter().zip(distances) {
            compiled.pieces(code, &mut pieces);
            let parts = pieces.iter().map(|piece| part(piece.kind, piece.cell));
            let key = parts.fold(0, u64::wrapping_add);
            let slot = table.slot(key);
            if table.slots[slot] == 0 {
                table.slots[slot] = key >> 16 << 16 | u64::from(distance + 1);
            }
        }
        ControlFlow::Continue(Some(table))
    }
}
