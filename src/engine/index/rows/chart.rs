//! Maps by rows.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use super::{BLOCK, OrderRows, RowLevel, RowWorker, TASK};
use crate::engine::bitmap::{DistanceTable, StopCheck};
use crate::engine::host::share;
use crate::engine::query::Stopped;
use crate::engine::rank::OrderDemands;
use crate::engine::store::{Mark, PER_WORD, ones};

impl OrderRows<'_> {
    /// Calls `visit` with every position of some rows in a level, ascending.
    pub(super) fn each_of(&self, rows: &[u32], level: &RowLevel, visit: &mut dyn FnMut(u64)) {
        let mut rows = rows.to_vec();
        rows.sort_unstable();
        for row in rows.iter().map(|&row| row as usize) {
            self.row(level, row).each(|at, bits| {
                orders(at, bits).for_each(|order| visit(self.join(row, order.into())));
            });
        }
    }

    /// Adds a position to the level in progress. Returns whether it is new. No other thread may
    /// access the same block.
    fn put(&self, number: u64) -> bool {
        let (row, order) = self.split(number);
        let (words, block) = (self.next().plane.words(), self.block(row, order));
        if !self.next().blocks[block].load(Relaxed) {
            let begin = (block - row * self.blocks) * BLOCK;
            let end = (begin + BLOCK).min(self.words);
            words[row * self.words..][begin..end].iter().for_each(|word| word.store(0, Relaxed));
            self.next().blocks[block].store(true, Relaxed);
        }
        let (word, bit) = (&words[(number / PER_WORD) as usize], 1 << (number % PER_WORD));
        let before = word.load(Relaxed);
        word.store(before | bit, Relaxed);
        before & bit == 0
    }

    /// Adds the orders in a range of words of a row that meet a goal.
    fn put_meeting(
        &self,
        row: usize,
        words: std::ops::Range<usize>,
        wanted: &OrderDemands,
        counts: impl Fn(u64) -> bool,
    ) -> u64 {
        let marks = self.marks().as_slice();
        let mut letters = self.layout.no_letters();
        let mut found = 0;
        for at in words {
            for order in orders(at, !marks.unmarked(row * self.words + at)) {
                let number = self.join(row, order.into());
                if !wanted.is_empty() {
                    self.layout.letters(row, order.into(), &mut letters);
                }
                if wanted.are_met_by(&letters) && counts(number) {
                    found += u64::from(self.put(number));
                }
            }
        }
        found
    }

    /// Returns the first order of a row in the last level that meets a goal, as a number.
    pub(super) fn first_of_row(&self, row: usize, wanted: &OrderDemands) -> Option<u64> {
        let mut letters = self.layout.no_letters();
        let mut first = None;
        self.row(self.current(), row).each(|at, bits| {
            first = first.or_else(|| {
                orders(at, bits).find(|&order| {
                    self.layout.letters(row, order.into(), &mut letters);
                    wanted.are_met_by(&letters)
                })
            });
        });
        first.map(|order| self.join(row, order.into()))
    }

    /// Makes the goals among all that was found the last level. Returns their number.
    pub(super) fn gather_goals(
        &mut self,
        listed: &[u64],
        unfinished: Option<u64>,
        pause: &mut StopCheck,
    ) -> ControlFlow<Stopped, u64> {
        // The plane of the next level still holds the one before the last.
        for row in std::mem::take(&mut self.before) {
            let blocks = &self.next().blocks[row as usize * self.blocks..][..self.blocks];
            blocks.iter().for_each(|block| block.store(false, Relaxed));
        }
        let mut workers = std::mem::take(&mut self.workers);
        let is_of = |number, distance| self.is_at(number, distance) && self.is_last(number);
        let counts = |number| !unfinished.is_some_and(|distance| is_of(number, distance));
        let was_found = |number| self.marks().get(number).is_some() && counts(number);
        let listed = listed.iter().filter(|&&number| was_found(number));
        let mut found = listed.filter(|&&number| self.put(number)).count() as u64;
        let tasks = self.words.div_ceil(TASK);
        // All goals in the same words are handled by one thread.
        let rows: Vec<_> = self.goals.chunk_by(|one, other| one.0 == other.0).collect();
        let work = |worker: &mut RowWorker, task: usize| {
            let begin = task % tasks * TASK;
            for (row, wanted) in rows[task / tasks] {
                let words = begin..(begin + TASK).min(self.words);
                worker.found += self.put_meeting(*row, words, wanted, counts);
            }
        };
        let ended = share(&mut workers, rows.len() * tasks, work, pause);
        found += workers.iter_mut().map(|worker| std::mem::take(&mut worker.found)).sum::<u64>();
        self.workers = workers;
        ended?;
        self.turn();
        self.active = self.active_among(0..self.layout.graph.skeletons.len() as u32);
        self.last_found = found;
        ControlFlow::Continue(found)
    }

    /// Removes all marks but those of the last level, which is at distance 0 from now on.
    pub(super) fn mark_last(&self) {
        let marks = self.marks();
        marks.clear();
        let marks = marks.as_slice();
        for &row in &self.active {
            let begin = row as usize * self.words;
            let last = self.row(self.current(), row as usize);
            last.each(|at, bits| marks.set(begin + at, bits, Mark::of(0)));
        }
    }
}

/// Returns the orders in a word of a row.
fn orders(at: usize, bits: u64) -> impl Iterator<Item = u32> {
    ones(bits).map(move |bit| (at * 64) as u32 + bit)
}
