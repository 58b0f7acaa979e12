//! Maps by matrices.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::degrees::{Counter, Degrees, Found};
use super::goal::GoalBlock;
use super::plane::Block;
use super::{Half, Matrices};
use crate::host::share;
use crate::query::Stopped;
use crate::search::bitmap::{Charted, Goals};
use crate::search::layers::sums;

impl Charted for Matrices<'_> {
    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn count_degrees(&mut self) {
        self.marks_all = true;
    }

    /// Neighbours hang on the placement alone, so they are counted once for all that was found before the last level.
    fn degrees(
        &mut self,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> ControlFlow<Stopped, Vec<u64>> {
        let degrees = Degrees { cut: self.cut, maps: &self.moves.maps, lower: &self.moves.lower };
        let mut counters: Vec<Counter> = self.workers.iter().map(|_| Counter::default()).collect();
        for (at, Half { layout, last, marks, .. }) in self.halves.iter().enumerate() {
            let last = Some(&last.words[..]).filter(|_| self.has_last(at));
            let found = Found { all: &marks[0], last };
            let work = |counter: &mut Counter, tile: usize| {
                degrees.count(layout, &layout.tiles[tile], found, counter);
            };
            share(&mut counters, layout.tiles.len(), work, pause)?;
        }
        ControlFlow::Continue(sums(counters.iter().map(|counter| &counter.counts[..])))
    }

    /// An unfinished level has been forgotten already.
    fn gather(
        &mut self,
        goals: &Goals<Self::Goal>,
        _: Option<u64>,
        pause: &mut dyn FnMut() -> ControlFlow<Stopped>,
    ) -> ControlFlow<Stopped, u64> {
        if goals.numbers.is_empty() && goals.others.is_empty() {
            return ControlFlow::Continue(0);
        }
        for half in [0, 1] {
            // Where nothing else can have goals than the last level, the one before has to stay.
            if !self.marks_all && !self.has_last(half) {
                continue;
            }
            let listed = goals.numbers.iter().map(|&number| self.split(number));
            let listed: Vec<_> = listed.filter(|&(at, ..)| at == half).collect();
            let Half { layout, last, marks, .. } = &mut self.halves[half];
            let mut wanted = BTreeMap::<usize, Wanted>::new();
            for (_, word, bit) in listed {
                wanted.entry(layout.block_of(word)).or_default().listed.push((word, 1 << bit));
            }
            for goal in goals.others.iter().flat_map(|goal| &goal[half]) {
                wanted.entry(goal.block()).or_default().goals.push(goal);
            }
            let found = if self.marks_all { Some(&marks[0][..]) } else { None };
            for block in 0..layout.blocks.len() {
                pause()?;
                let bits = wanted.remove(&block).map(|wanted| wanted.bits(&layout.blocks[block]));
                last.keep(layout, block, found, bits.as_deref());
            }
        }
        let count = |half: usize| match self.marks_all || self.has_last(half) {
            true => self.halves[half].last.count(&self.halves[half].layout),
            false => 0,
        };
        ControlFlow::Continue(self.begun_with([0, 1].map(count)))
    }

    fn begin_again(&mut self) {
        (self.marks_all, self.distance) = (false, 0);
        for Half { layout, other, marks, .. } in &mut self.halves {
            marks.iter_mut().for_each(|marks| marks.fill(0));
            if let Some(other) = other {
                other.clear(layout);
            }
        }
    }
}

/// The goals in a block.
#[derive(Default)]
struct Wanted<'a> {
    goals: Vec<&'a GoalBlock>,
    /// Words and bits of single ones.
    listed: Vec<(usize, u64)>,
}

impl Wanted<'_> {
    /// As bits of the block.
    fn bits(&self, block: &Block) -> Vec<u64> {
        let mut bits = vec![0; block.rows * block.words];
        self.goals.iter().for_each(|goal| goal.put(block, &mut bits));
        self.listed.iter().for_each(|&(word, bit)| bits[word - block.at] |= bit);
        bits
    }
}
