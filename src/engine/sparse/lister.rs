//! Lists the neighbours of positions, and counts them where that is wanted.

use std::mem;
use std::ops::ControlFlow;

use super::bucket::{BLOCK, Work};
use crate::engine::board::Code;
use crate::engine::drive::tally;
use crate::engine::guard::Guard;
use crate::engine::moves::{Batch, LastMove, Neighbour, Neighbours, SourceStart};
use crate::engine::query::Stopped;

/// Lists neighbours; one for each thread.
pub struct Lister<const W: usize> {
    neighbours: Box<dyn Neighbours<W>>,
    found: Vec<Neighbour<W>>,
    sources: Vec<Code<W>>,
    last_moves: Vec<LastMove>,
    /// Set if neighbours are counted.
    pub degrees: Option<DegreeCounter<W>>,
}

/// The histogram of numbers of neighbours, and its scratch space.
#[derive(Default)]
pub struct DegreeCounter<const W: usize> {
    /// The number of sources with each number of neighbours.
    pub counts: Vec<u64>,
    /// All neighbours of one source.
    all: Vec<Neighbour<W>>,
    /// Where the neighbours of each source begin in a list.
    begins: Vec<SourceStart>,
    /// Whether the neighbours of a block once did not fit the list: then later ones hardly will.
    are_many: bool,
}

/// Takes some of the neighbours.
pub type TakeFn<'a, const W: usize> = dyn FnMut(&mut [Neighbour<W>]) + 'a;

impl<const W: usize> Lister<W> {
    pub fn new(neighbours: Box<dyn Neighbours<W>>) -> Self {
        let found = Vec::with_capacity(Batch::<W>::MOST);
        let (sources, last_moves) = (Vec::new(), Vec::new());
        Self { neighbours, found, sources, last_moves, degrees: None }
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
        let Self { neighbours, found, sources, degrees: Some(degrees), .. } = self else { return };
        let count = |counts: &mut Vec<u64>, source: &Code<W>, degree: usize| {
            tally(counts, degree, work.fold.map_or(1, |fold| fold.count([source].into_iter())));
        };
        if neighbours.lists_each_once() && !degrees.are_many {
            let mut flush = |_: &mut Vec<Neighbour<W>>| {
                degrees.are_many = true;
                ControlFlow::Break(())
            };
            let begins = mem::take(&mut degrees.begins);
            let mut batch = Batch::new(mem::take(found), &mut flush).with_sources(begins);
            neighbours.list(sources, &[LastMove::UNKNOWN; BLOCK][..sources.len()], &mut batch);
            (*found, degrees.begins) = batch.into_lists();
            if !degrees.are_many {
                let mut numbers = [0; BLOCK];
                let ends = degrees.begins.iter().skip(1).map(|&(end, _)| end).chain([found.len()]);
                for (&(begin, source), end) in degrees.begins.iter().zip(ends) {
                    numbers[source] += end - begin;
                }
                for (source, number) in sources.iter().zip(numbers) {
                    count(&mut degrees.counts, source, number);
                }
                return take(found);
            }
            found.clear();
        }
        for source in sources.iter() {
            degrees.list_once(&mut **neighbours, source, found, work.guard);
            count(&mut degrees.counts, source, degrees.all.len());
            degrees.all.chunks_mut(Batch::<W>::MOST).for_each(&mut *take);
            // One source with many neighbours is no reason to keep the memory.
            work.guard.release(size_of_val(&degrees.all[..]) as u64);
            degrees.all.clear();
            degrees.all.shrink_to(Batch::<W>::MOST);
        }
    }
}

impl<const W: usize> DegreeCounter<W> {
    /// Lists all neighbours of a position, each once. Reserves the memory of the list.
    fn list_once(
        &mut self,
        neighbours: &mut dyn Neighbours<W>,
        source: &Code<W>,
        found: &mut Vec<Neighbour<W>>,
        guard: &Guard,
    ) {
        let all = &mut self.all;
        let bytes = |list: &[Neighbour<W>]| size_of_val(list) as u64;
        let mut flush = |found: &mut Vec<Neighbour<W>>| {
            // While the list grows, there may be two copies of it.
            if !guard.try_reserve(bytes(found) + 2 * bytes(all)) {
                guard.stop(Stopped::Memory);
                return ControlFlow::Break(());
            }
            guard.release(2 * bytes(all));
            all.append(found);
            guard.look()
        };
        let mut batch = Batch::new(mem::take(found), &mut flush);
        neighbours.list(&[*source], &[LastMove::UNKNOWN], &mut batch);
        *found = batch.into_list();
        guard.reserve_or_stop(bytes(found));
        all.append(found);
        let listed = bytes(all);
        all.sort_unstable_by_key(|&(code, _)| code);
        all.dedup_by_key(|&mut (code, _)| code);
        guard.release(listed - bytes(all));
    }
}
