//! A numbered list of positions, found by their fingerprints.

use std::ops::ControlFlow;

use super::lister::{GROUP, Lister};
use crate::engine::board::Code;
use crate::engine::query::{Budget, Stopped};
use crate::engine::store::prefetch;

/// How often the clock is read, in groups of positions.
pub const PAUSE: usize = 64;

/// The most positions for which there is room at first.
const ROOM: usize = 1 << 20;

/// Returns the bytes for each position, with room for free slots.
pub const fn bytes<const W: usize>() -> u64 {
    (size_of::<Code<W>>() + 4 * size_of::<Slot>()) as u64
}

/// The fingerprint of a position, and its number plus 1; 0 where the slot is free.
pub type Slot = (u64, u32);

/// Positions with numbers, in the order of their discovery. Two with equal fingerprints count as
/// one.
pub struct Numbered<const W: usize> {
    pub codes: Vec<Code<W>>,
    slots: Vec<Slot>,
}

impl<const W: usize> Numbered<W> {
    /// Returns an empty list with room for some positions.
    fn with_room_for(positions: usize) -> Self {
        let slots = (positions * 2).next_power_of_two();
        Self { codes: Vec::new(), slots: vec![(0, 0); slots] }
    }

    /// Returns the positions around some, the nearest first, until there are `size`.
    pub fn around(
        lister: &mut Lister<W>,
        centres: &[&[Code<W>]],
        size: usize,
        budget: &Budget,
    ) -> ControlFlow<Stopped, Self> {
        let given: usize = centres.iter().map(|codes| codes.len()).sum();
        let mut all = Self::with_room_for(size.clamp(given, ROOM.max(given)));
        for code in centres.iter().copied().flatten() {
            all.insert(code, lister.hasher.hash(&code.0));
        }
        let mut found = Vec::new();
        let (mut next, mut groups) = (0, 0);
        while next < all.codes.len() && all.codes.len() < size {
            if groups % PAUSE == 0 {
                budget.look()?;
            }
            let end = (next + GROUP).min(all.codes.len());
            lister.neighbours(&all.codes[next..end], &mut found);
            found.iter().for_each(|found| all.prefetch(found.1));
            let room = size - all.codes.len();
            for (code, fingerprint, _) in found.iter().take(room) {
                all.insert(code, *fingerprint);
            }
            (next, groups) = (end, groups + 1);
        }
        ControlFlow::Continue(all)
    }

    fn place(&self, fingerprint: u64) -> usize {
        (fingerprint >> 16) as usize & (self.slots.len() - 1)
    }

    /// Prefetches the slot of a position.
    pub fn prefetch(&self, fingerprint: u64) {
        prefetch(&self.slots, self.place(fingerprint));
    }

    /// Returns the slot of a position, or the free one where it belongs.
    fn slot(&self, fingerprint: u64) -> usize {
        let mut at = self.place(fingerprint);
        while self.slots[at].1 != 0 && self.slots[at].0 != fingerprint {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    /// Returns the number of a position, if it is there.
    pub fn number(&self, fingerprint: u64) -> Option<u32> {
        self.slots[self.slot(fingerprint)].1.checked_sub(1)
    }

    /// Adds a position, if it is new.
    fn insert(&mut self, code: &Code<W>, fingerprint: u64) {
        let slot = self.slot(fingerprint);
        if self.slots[slot].1 == 0 {
            self.codes.push(*code);
            self.slots[slot] = (fingerprint, self.codes.len() as u32);
            if self.codes.len() * 2 > self.slots.len() {
                self.grow();
            }
        }
    }

    /// Doubles the number of slots.
    fn grow(&mut self) {
        let more = vec![(0, 0); 2 * self.slots.len()];
        for (fingerprint, number) in std::mem::replace(&mut self.slots, more) {
            if number != 0 {
                let slot = self.slot(fingerprint);
                self.slots[slot] = (fingerprint, number);
            }
        }
    }
}
