//! What each thread does: lists neighbours, counts them where that is wanted, and finds the new ones.

use std::ops::ControlFlow;

use super::bucket::{BLOCK, Finder, Work};
use super::level::Level;
use crate::engine::board::Code;
use crate::engine::drive::tally;
use crate::engine::moves::{Batch, LastMove, Neighbour, Neighbours, SourceStart};
use crate::puzzle::Movers;

/// The state of one thread.
pub struct Worker<const W: usize> {
    pub neighbours: Box<dyn Neighbours<W>>,
    pub finder: Finder<W>,
    found: Vec<Neighbour<W>>,
    /// Where the neighbours of each source begin in a list, if neighbours are counted.
    begins: Vec<SourceStart>,
    /// If neighbours are counted: the number of sources with each number of them.
    pub degrees: Option<Vec<u64>>,
}

impl<const W: usize> Worker<W> {
    pub fn new(neighbours: Box<dyn Neighbours<W>>) -> Self {
        let found = Vec::with_capacity(Batch::<Neighbour<W>>::MOST);
        Self { neighbours, finder: Finder::new(), found, begins: Vec::new(), degrees: None }
    }

    /// Lists the neighbours of a bucket, and deals them into the buckets of the next level.
    pub fn expand(&mut self, level: &Level<W>, at: usize, work: &Work<W>) {
        let Some(blocks) = work.check(level.blocks(at)) else { return };
        let (mut sources, mut last_moves) = ([Code::ZERO; BLOCK], [LastMove::UNKNOWN; BLOCK]);
        for block in blocks.iter() {
            for (at, &(code, last_move)) in block.iter().enumerate() {
                (sources[at], last_moves[at]) = (code, last_move);
            }
            let sources = &sources[..block.len()];
            if self.degrees.is_some() {
                self.list_counted(sources, work);
            } else {
                self.list(sources, &last_moves, work);
            }
            if work.guard.control_flow().is_break() {
                return;
            }
        }
    }

    /// Lists the neighbours of some positions: some of them at a time, if they are many.
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove; BLOCK], work: &Work<W>) {
        let mut flush = |found: &mut Vec<Neighbour<W>>| {
            self.finder.take(found, work);
            work.guard.look()
        };
        let mut batch = Batch::new(&mut self.found, &mut flush);
        self.neighbours.list(sources, &last_moves[..sources.len()], &mut batch);
        batch.flush();
    }

    /// Lists all neighbours, whatever the last moves were, and counts them.
    fn list_counted(&mut self, sources: &[Code<W>], work: &Work<W>) {
        let mut numbers = [0; BLOCK];
        let is_single = work.compiled.style.movers() == Movers::Single;
        if is_single && self.list_at_once(sources, &mut numbers) {
            self.finder.take(&mut self.found, work);
            self.found.clear();
        } else {
            self.list_one_by_one(sources, &mut numbers, work);
        }
        let counts = self.degrees.get_or_insert_default();
        for (source, number) in sources.iter().zip(numbers) {
            tally(counts, number, work.compiled.count([source].into_iter()));
        }
    }

    /// Lists the neighbours of all sources, and their numbers. Returns `false` if they are too many.
    fn list_at_once(&mut self, sources: &[Code<W>], numbers: &mut [usize; BLOCK]) -> bool {
        let mut fits = true;
        let mut flush = |_: &mut Vec<Neighbour<W>>| {
            fits = false;
            ControlFlow::Break(())
        };
        let mut batch = Batch::new(&mut self.found, &mut flush).with_sources(&mut self.begins);
        let last_moves = &[LastMove::UNKNOWN; BLOCK][..sources.len()];
        self.neighbours.list(sources, last_moves, &mut batch);
        if fits {
            let mut end = self.found.len();
            for &(begin, source) in self.begins.iter().rev() {
                numbers[source] += end - begin;
                end = begin;
            }
        } else {
            self.found.clear();
        }
        fits
    }

    /// Lists the neighbours of each source, and their number, without duplicates.
    fn list_one_by_one(
        &mut self,
        sources: &[Code<W>],
        numbers: &mut [usize; BLOCK],
        work: &Work<W>,
    ) {
        let mut all: Vec<Neighbour<W>> = Vec::new();
        for (source, number) in sources.iter().zip(numbers) {
            let mut append = |found: &mut Vec<Neighbour<W>>| {
                // While the list grows, there may be a second copy, and one of them is half empty.
                if work.guard.reserve(3 * size_of_val(&found[..]) as u64) {
                    all.append(found);
                }
                work.guard.look()
            };
            let mut batch = Batch::new(&mut self.found, &mut append);
            self.neighbours.list(&[*source], &[LastMove::UNKNOWN], &mut batch);
            batch.flush();
            let reserved = 3 * size_of_val(&all[..]) as u64;
            all.sort_unstable_by_key(|&(code, _)| code);
            all.dedup_by_key(|&mut (code, _)| code);
            *number = all.len();
            for some in all.chunks_mut(Batch::<Neighbour<W>>::MOST) {
                self.finder.take(some, work);
            }
            work.guard.release(reserved);
            all.clear();
        }
    }
}
