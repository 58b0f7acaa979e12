//! Neighbours together with the number of the position that they belong to.

use std::ops::ControlFlow;

use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::moves::{Batch, LastMove, Neighbour, Neighbours, SourceStart};
use crate::engine::store::Hasher;

/// Positions whose neighbours are listed together.
pub const GROUP: usize = 16;

/// The last moves of a group, if they do not matter.
const UNKNOWN: [LastMove; GROUP] = [LastMove::UNKNOWN; GROUP];

/// A neighbour: its code, its fingerprint, and the index of its position in the group.
pub type Found<const W: usize> = (Code<W>, u64, usize);

/// Lists neighbours of several positions at a time.
pub struct Lister<const W: usize> {
    neighbours: Box<dyn Neighbours<W>>,
    pub hasher: Hasher<W>,
    found: Vec<Neighbour<W>>,
    begins: Vec<SourceStart>,
}

impl<const W: usize> Lister<W> {
    pub fn new(compiled: &Compiled<W>) -> Self {
        let found = Vec::with_capacity(Batch::<W>::MOST);
        let hasher = Hasher::fixed();
        Self { neighbours: compiled.neighbours(), hasher, found, begins: Vec::new() }
    }

    /// Replaces the contents of a list by all neighbours of a group of positions.
    pub fn neighbours(&mut self, codes: &[Code<W>], found: &mut Vec<Found<W>>) {
        found.clear();
        let hasher = self.hasher;
        self.list(codes, &UNKNOWN[..codes.len()], &mut |at, some| {
            found.extend(some.iter().map(|(code, _)| (*code, hasher.hash(&code.0), at)));
        });
    }

    /// Calls `each` with some neighbours and the index of their position in `codes`, until all have
    /// been listed. Item `i` of `last_moves` is the move that led to position `i`.
    ///
    /// # Panics
    ///
    /// If there are more than [`GROUP`] positions.
    pub fn list(
        &mut self,
        codes: &[Code<W>],
        last_moves: &[LastMove],
        each: &mut impl FnMut(usize, &[Neighbour<W>]),
    ) {
        assert!(codes.len() <= GROUP, "more positions than fit a group");
        let mut is_full = false;
        let mut overflow = |_: &mut Vec<Neighbour<W>>| {
            is_full = true;
            ControlFlow::Break(())
        };
        let begins = std::mem::take(&mut self.begins);
        let mut batch = Batch::new(self.cleared(), &mut overflow).with_sources(begins);
        self.neighbours.list(codes, last_moves, &mut batch);
        (self.found, self.begins) = batch.into_lists();
        if is_full {
            return self.list_singly(codes, last_moves, each);
        }
        for (number, &(begin, of)) in self.begins.iter().enumerate() {
            let end = self.begins.get(number + 1).map_or(self.found.len(), |&(next, _)| next);
            each(of, &self.found[begin..end]);
        }
    }

    /// Lists the neighbours of one position after the other, for positions with many.
    fn list_singly(
        &mut self,
        codes: &[Code<W>],
        last_moves: &[LastMove],
        each: &mut impl FnMut(usize, &[Neighbour<W>]),
    ) {
        for (at, code) in codes.iter().enumerate() {
            let mut flush = |found: &mut Vec<Neighbour<W>>| {
                each(at, found);
                found.clear();
                ControlFlow::Continue(())
            };
            let mut batch = Batch::new(self.cleared(), &mut flush);
            self.neighbours.list(&[*code], &last_moves[at..=at], &mut batch);
            self.found = batch.into_list();
            each(at, &self.found);
        }
    }

    fn cleared(&mut self) -> Vec<Neighbour<W>> {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        found
    }
}
