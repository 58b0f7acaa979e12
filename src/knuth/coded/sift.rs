//! First steps of a batch of sources: lists all, filters those that may lead to something new, and
//! puts these into SLIDING's order.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::CodedEngine;
use crate::engine::board::Cells;
use crate::engine::moves::{Batch, LastMove, Neighbour};
use crate::puzzle::Reach;

/// A first step that may lead to something new.
#[derive(Clone, Copy)]
pub(super) struct FirstStep {
    /// SLIDING's order, as far as it fits a number: source, direction, and for single pieces the
    /// origin, from the last.
    key: u32,
    /// Its index in the list.
    pub(super) at: u32,
}

impl FirstStep {
    /// Compares keys. A separate function, so that sorting is compiled once and not for each width
    /// and style.
    fn order(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }

    /// Returns the number of the source in the batch.
    #[inline(always)]
    pub(super) fn source(self) -> usize {
        (self.key >> 16) as usize
    }

    /// Returns a number shared by all superpieces of a source that move in one direction.
    #[inline(always)]
    pub(super) fn group(self) -> u32 {
        self.key >> 8
    }
}

/// Sorts candidates that are already in the order of their sources. Each source has a few.
#[inline(always)]
fn sort_nearly_sorted(candidates: &mut [FirstStep]) {
    for end in 1..candidates.len() {
        let mut at = end;
        while at > 0 && candidates[at - 1].key > candidates[at].key {
            candidates.swap(at - 1, at);
            at -= 1;
        }
    }
}

impl<const W: usize, const SINGLE: bool> CodedEngine<W, SINGLE> {
    /// Whether each candidate of a source leads to a different position and nowhere beyond. Then
    /// one look-up decides whether it is new.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        SINGLE && self.reach == Reach::Step
    }

    /// Lists the results of first steps of some sources. Returns whether they fit the list.
    #[inline(always)]
    pub(super) fn list(&mut self, from: usize, to: usize) -> bool {
        let mut is_whole = true;
        let mut flush = |_: &mut Vec<Neighbour<W>>| {
            is_whole = false;
            ControlFlow::Break(())
        };
        self.found.clear();
        let (found, begins) = (std::mem::take(&mut self.found), std::mem::take(&mut self.begins));
        let mut batch = Batch::new(found, &mut flush).with_sources(begins);
        // A slide may go on although its first step is redundant.
        let unknown = [LastMove::UNKNOWN; super::BATCH];
        let last_moves = match self.reach {
            Reach::Slide => &unknown[..to - from],
            _ => &self.last.last_moves[from..to],
        };
        self.neighbours.list(&self.last.codes[from..to], last_moves, &mut batch);
        (self.found, self.begins) = batch.into_lists();
        is_whole
    }

    /// Whether there is memory for the results of a batch; if so, the table has room for them.
    #[inline(always)]
    pub(super) fn has_room(&mut self) -> bool {
        let wanted = self.known.len() + self.found.len();
        let grows = wanted >= self.known.most();
        let larger = if grows { self.known.bytes_for(2 * wanted) } else { 0 };
        // A list that grows exists twice meanwhile.
        let lists = self.last.bytes() + 3 * self.next.bytes();
        let previous = size_of_val(&self.previous[..]) as u64;
        if self.known.bytes() + larger + lists + previous > self.allowed {
            return false;
        }
        if grows {
            self.known.grow(2 * wanted);
        }
        true
    }

    /// Returns the origins of the pieces that took a first step, before it, and the number of its
    /// direction.
    #[inline(always)]
    pub(super) fn before(&self, last_move: LastMove) -> (Cells<1>, usize) {
        if SINGLE {
            let (origin, direction) = last_move.parts().unwrap_or((0, 0));
            (Cells::only((origin as i32 - self.deltas[direction]) as usize), direction)
        } else {
            let (origins, direction, _) = last_move.set::<1>();
            (origins.shifted(-self.deltas[direction]), direction)
        }
    }

    /// Whether all moves of a mover are redundant, given the last move.
    #[inline(always)]
    fn is_needless(&self, origins: Cells<1>, direction: usize, last_move: LastMove) -> bool {
        let (last, came) = if SINGLE {
            let Some((origin, came)) = last_move.parts() else { return false };
            (Cells::only(origin), came)
        } else {
            let (last, came, _) = last_move.set::<1>();
            (last, came)
        };
        origins == last && (self.reach == Reach::Walk || came ^ direction < 2)
    }

    /// Finds the first steps that may lead to something new, and puts them into SLIDING's order, as
    /// far as it fits a number.
    #[inline(always)]
    pub(super) fn sift(&mut self, from: usize) {
        self.hashes.clear();
        for (code, _) in &self.found {
            let hash = self.known.hash(&code.0);
            self.known.prefetch(hash);
            self.hashes.push(hash);
        }
        self.parts.clear();
        let mut end = self.found.len();
        for &(begin, source) in self.begins.iter().rev() {
            self.parts.push((source, begin, end));
            end = begin;
        }
        self.parts.reverse();
        // Where one look-up decides, the look-ups must be made in order.
        if self.is_plain() && !self.parts.is_sorted_by_key(|part| part.0) {
            self.parts.sort_unstable();
        }
        let (mut candidates, parts) =
            (std::mem::take(&mut self.candidates), std::mem::take(&mut self.parts));
        candidates.clear();
        for &(source, begin, end) in &parts {
            for at in begin..end {
                let (code, last_move) = self.found[at];
                let (origins, direction) = self.before(last_move);
                let came = self.last.last_moves[from + source];
                if self.reach != Reach::Step && self.is_needless(origins, direction, came) {
                    continue;
                }
                let may_lead_on = match self.known.find(&code.0, self.hashes[at]) {
                    Err(place) => {
                        if self.is_plain() {
                            self.known.put(place, &code.0, 0);
                        }
                        true
                    }
                    Ok(place) => {
                        self.reach == Reach::Slide
                            || self.reach == Reach::Walk && self.found_now(place).is_some()
                    }
                };
                if may_lead_on {
                    let last = if SINGLE { 255 - origins.first().unwrap_or(0) } else { 0 };
                    // Superpieces go down and up before right and left.
                    let direction = if SINGLE { direction } else { direction ^ 2 };
                    let key = (source << 16 | direction << 8 | last) as u32;
                    candidates.push(FirstStep { key, at: at as u32 });
                }
            }
        }
        if self.is_plain() {
            sort_nearly_sorted(&mut candidates);
        } else {
            candidates.sort_unstable_by(FirstStep::order);
        }
        (self.candidates, self.parts) = (candidates, parts);
    }

    /// Returns the index of a known position in the level in progress, if it is there.
    #[inline(always)]
    pub(super) fn found_now(&self, place: usize) -> Option<usize> {
        let number = self.known.ordinal(place).wrapping_sub(self.first) as usize;
        (number < self.next.len()).then_some(number)
    }
}
