//! Lists the neighbours of positions, and counts them where that is wanted.

use std::mem;
use std::ops::ControlFlow;

use super::bucket::{BLOCK, Work};
use crate::engine::board::Code;
use crate::engine::drive::tally;
use crate::engine::moves::{Batch, LastMove, Neighbour, Neighbours, SourceStart};
use crate::puzzle::Movers;

/// Lists neighbours; one for each thread.
pub struct Lister<const W: usize> {
    pub neighbours: Box<dyn Neighbours<W>>,
    found: Vec<Neighbour<W>>,
    sources: Vec<Code<W>>,
    last_moves: Vec<LastMove>,
    /// Where the neighbours of each source begin in a list, if neighbours are counted.
    begins: Vec<SourceStart>,
    /// If neighbours are counted: the number of sources with each number of them.
    pub degrees: Option<Vec<u64>>,
}

/// Takes some of the neighbours.
pub type TakeFn<'a, const W: usize> = dyn FnMut(&mut [Neighbour<W>]) + 'a;

impl<const W: usize> Lister<W> {
    pub fn new(neighbours: Box<dyn Neighbours<W>>) -> Self {
        Self {
            neighbours,
            found: Vec::with_capacity(Batch::<Neighbour<W>>::MOST),
            sources: Vec::new(),
            last_moves: Vec::new(),
            begins: Vec::new(),
            degrees: None,
        }
    }

    /// Lists the neighbours of a block of positions: some of them at a time, if they are many.
    pub fn list(&mut self, block: &[Neighbour<W>], work: &Work<W>, take: &mut TakeFn<W>) {
        self.sources.clear();
        self.sources.extend(block.iter().map(|(code, _)| *code));
        self.found.clear();
        if self.degrees.is_some() {
            return self.list_counted(work, take);
        }
        self.last_moves.clear();
        self.last_moves.extend(block.iter().map(|(_, last_move)| *last_move));
        let mut flush = |found: &mut Vec<Neighbour<W>>| {
            take(found);
            found.clear();
            work.guard.look()
        };
        let mut batch = Batch::new(mem::take(&mut self.found), &mut flush);
        self.neighbours.list(&self.sources, &self.last_moves, &mut batch);
        self.found = batch.into_list();
        take(&mut self.found);
    }

    /// Lists all neighbours, whatever the last moves were, and counts them.
    fn list_counted(&mut self, work: &Work<W>, take: &mut TakeFn<W>) {
        let mut numbers = [0; BLOCK];
        let is_single = work.compiled.style.movers() == Movers::Single;
        if is_single && self.list_at_once(&mut numbers) {
            take(&mut self.found);
        } else {
            self.list_one_by_one(&mut numbers, work, take);
        }
        let counts = self.degrees.get_or_insert_default();
        for (source, number) in self.sources.iter().zip(numbers) {
            tally(counts, number, work.compiled.count([source].into_iter()));
        }
    }

    /// Lists the neighbours of all sources, and their numbers. Returns `false` if they are too many.
    fn list_at_once(&mut self, numbers: &mut [usize; BLOCK]) -> bool {
        let mut fits = true;
        let mut flush = |_: &mut Vec<Neighbour<W>>| {
            fits = false;
            ControlFlow::Break(())
        };
        let begins = mem::take(&mut self.begins);
        let mut batch = Batch::new(mem::take(&mut self.found), &mut flush).with_sources(begins);
        let last_moves = &[LastMove::UNKNOWN; BLOCK][..self.sources.len()];
        self.neighbours.list(&self.sources, last_moves, &mut batch);
        (self.found, self.begins) = batch.into_lists();
        let ends = self.begins.iter().skip(1).map(|&(end, _)| end).chain([self.found.len()]);
        for (&(begin, source), end) in self.begins.iter().zip(ends).filter(|_| fits) {
            numbers[source] += end - begin;
        }
        fits
    }

    /// Lists the neighbours of each source, and their number, without duplicates.
    fn list_one_by_one(
        &mut self,
        numbers: &mut [usize; BLOCK],
        work: &Work<W>,
        take: &mut TakeFn<W>,
    ) {
        let bytes = |list: &[Neighbour<W>]| size_of_val(list) as u64;
        let mut all: Vec<Neighbour<W>> = Vec::new();
        for (source, number) in self.sources.iter().zip(numbers) {
            let mut append = |found: &mut Vec<Neighbour<W>>| {
                // While the list grows, there may be a second copy, and one of them is half empty.
                if work.guard.reserve(3 * bytes(found)) {
                    all.append(found);
                }
                work.guard.look()
            };
            self.found.clear();
            let mut batch = Batch::new(mem::take(&mut self.found), &mut append);
            self.neighbours.list(&[*source], &[LastMove::UNKNOWN], &mut batch);
            self.found = batch.into_list();
            let _ = append(&mut self.found);
            let reserved = 3 * bytes(&all);
            all.sort_unstable_by_key(|&(code, _)| code);
            all.dedup_by_key(|&mut (code, _)| code);
            *number = all.len();
            all.chunks_mut(Batch::<Neighbour<W>>::MOST).for_each(&mut *take);
            work.guard.release(reserved);
            all.clear();
        }
    }
}
