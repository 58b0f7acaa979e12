//! What each thread does: lists neighbours, counts them where that is wanted, and finds the new ones.

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
            if work.guard.verdict().is_err() {
                return;
            }
        }
    }

    /// Lists the neighbours of some positions: some of them at a time, if they are many.
    fn list(&mut self, sources: &[Code<W>], last_moves: &[LastMove; BLOCK], work: &Work<W>) {
        let mut flush = |found: &mut Vec<Neighbour<W>>| {
            self.finder.take(found, work);
            found.clear();
            work.guard.look().is_ok()
        };
        let mut batch = Batch::new(&mut self.found, &mut flush);
        self.neighbours.list(sources, &last_moves[..sources.len()], &mut batch);
        batch.flush();
    }

    /// Lists all neighbours, whatever the last moves were, and counts them: those of all sources
    /// together if each is listed only once, else source by source, without duplicates.
    fn list_counted(&mut self, sources: &[Code<W>], work: &Work<W>) {
        let Self { neighbours, finder, found, begins, degrees } = self;
        let is_single = work.compiled.style.movers() == Movers::Single;
        for sources in sources.chunks(if is_single { BLOCK } else { 1 }) {
            let mut reserved = 0;
            let mut grow = |found: &mut Vec<Neighbour<W>>| {
                // While the list grows, there is a second copy, and one of them is half empty.
                let more = (3 * size_of_val(&found[..]) as u64).saturating_sub(reserved);
                reserved += more;
                work.guard.reserve(more) && work.guard.look().is_ok()
            };
            let mut batch = Batch::new(found, &mut grow).with_sources(begins);
            neighbours.list(sources, &[LastMove::UNKNOWN; BLOCK][..sources.len()], &mut batch);
            if work.guard.look().is_err() {
                return found.clear();
            }
            if !is_single {
                found.sort_unstable_by_key(|&(code, _)| code);
                found.dedup_by_key(|&mut (code, _)| code);
                begins.truncate(1);
            }
            let (mut numbers, mut end) = ([0; BLOCK], found.len());
            for &(begin, source) in begins.iter().rev() {
                numbers[source] += end - begin;
                end = begin;
            }
            for (source, number) in sources.iter().zip(numbers) {
                let counts = degrees.get_or_insert_default();
                tally(counts, number, work.compiled.count([source].into_iter()));
            }
            for some in found.chunks_mut(Batch::<Neighbour<W>>::MOST) {
                finder.take(some, work);
            }
            found.clear();
            found.shrink_to(Batch::<Neighbour<W>>::MOST);
            work.guard.release(reserved);
        }
    }
}
