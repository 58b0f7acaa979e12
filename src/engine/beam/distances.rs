//! Tables of distances to the goals.

use std::ops::ControlFlow;

use super::lister::{GROUP, Lister};
use super::merged::{Names, merged};
use super::numbered::PAUSE;
use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, CompiledJob, with_few_widths};
use crate::engine::host::mixed;
use crate::engine::query::{Budget, Stopped};
use crate::engine::store::{Hasher, Insertion, KeySet, prefetch};
use crate::puzzle::{Placement, Puzzle, Style};

/// The most bytes of a table for each position,
pub const BYTES: u64 = 3 * size_of::<u64>() as u64;

/// and about as many while it is built from codes of some words.
pub const fn bytes_to_build(words: usize) -> u64 {
    2 * BYTES + (3 * words * size_of::<u64>()) as u64
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
    let number = (u64::from(kind) << 32 | u64::from(cell)) + 1;
    mixed(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
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

    fn empty() -> Self {
        Self { slots: vec![0; 1024], positions: 0 }
    }

    /// Adds a position, if its key is not there.
    fn insert(&mut self, key: u64, distance: u16) {
        let slot = self.slot(key);
        if self.slots[slot] == 0 {
            self.slots[slot] = key >> 16 << 16 | u64::from(distance + 1);
            self.positions += 1;
        }
        if self.positions * 3 / 2 > self.slots.len() {
            let more = vec![0; 2 * self.slots.len()];
            for full in std::mem::replace(&mut self.slots, more) {
                let slot = self.slot(full);
                self.slots[slot] = full;
            }
        }
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
        let mut search = Search::new(compiled);
        let goals = compiled.puzzle.goals().iter();
        let goals = goals.map(|goal| compiled.encode(&goal.demanded()));
        let mut level: Vec<Code<W>> = Vec::new();
        for goal in goals {
            search.add(&goal, 0, &mut level);
        }
        let (mut found, mut next) = (Vec::new(), Vec::new());
        for distance in 1..u16::MAX - 1 {
            for (number, codes) in level.chunks(GROUP).enumerate() {
                if number % PAUSE == 0 {
                    self.budget.look()?;
                }
                search.lister.neighbours(codes, &mut found);
                for (code, ..) in &found {
                    search.seen.prefetch(search.seen.hash(&code.0));
                }
                for (code, ..) in &found {
                    search.add(code, distance, &mut next);
                }
            }
            if search.table.positions > self.most {
                return ControlFlow::Continue(None);
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        ControlFlow::Continue(Some(search.table))
    }
}

/// A breadth-first search from the goals.
struct Search<'a, const W: usize> {
    compiled: &'a Compiled<'a, W>,
    lister: Lister<W>,
    seen: KeySet<W>,
    table: Distances,
    pieces: Vec<Placement>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(compiled: &'a Compiled<'a, W>) -> Self {
        let (lister, seen) = (Lister::new(compiled), KeySet::with_room_for(0, Hasher::fixed()));
        Self { compiled, lister, seen, table: Distances::empty(), pieces: Vec::new() }
    }

    /// Adds a position to the table and to the next level, if it is new.
    fn add(&mut self, code: &Code<W>, distance: u16, next: &mut Vec<Code<W>>) {
        let hash = self.seen.hash(&code.0);
        let mut insertion = self.seen.insert(&code.0, hash);
        if insertion == Insertion::Full {
            self.seen.grow_to(2 * self.seen.len() + 1024);
            insertion = self.seen.insert(&code.0, hash);
        }
        if insertion != Insertion::New {
            return;
        }
        self.compiled.pieces(code, &mut self.pieces);
        let parts = self.pieces.iter().map(|piece| part(piece.kind, piece.cell));
        self.table.insert(parts.fold(0, u64::wrapping_add), distance);
        next.push(*code);
    }
}
