//! The positions of one worker: those whose hashes it owns.

use std::mem;
use std::ops::ControlFlow;

use super::exchange::Exchange;
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::moves::{Batch, LastMove, Neighbour};
use crate::engine::query::{Observer, Progress, Stopped};
use crate::engine::store::{Hasher, KeySet, SOME};

/// Positions whose neighbours are listed together.
const BLOCK: usize = 64;

/// Words that a worker sends in a round, and the most positions that it expands.
const ROUND: usize = 1 << 17;
const MOST: usize = 1 << 18;

/// Bytes of what is on the way, sent and received: two rounds of each, as words and as messages.
const ON_THE_WAY: usize = 8 * ROUND * size_of::<u64>();

/// Bytes of the codes that are remembered as sent.
const SENT: usize = 1 << 21;

/// A worker's positions, and its way to those of others.
pub struct Shard<'a, const W: usize> {
    pub compiled: &'a Compiled<'a, W>,
    pub exchange: Exchange<'a>,
    /// Own positions at each distance; older ones may be left out.
    pub levels: Vec<Vec<Code<W>>>,
    /// Own positions found for the next level.
    pub found: Vec<Code<W>>,
    /// Those, and own positions of the last two levels; and the number of keys that it has room for.
    known: KeySet<W>,
    room_for: usize,
    /// Codes sent before, each in the place that its hash points to. Their owners know them.
    sent: Vec<Code<W>>,
    /// Words of codes for each worker.
    outgoing: Vec<Vec<u64>>,
    /// The bytes that may be held.
    room: u64,
}

impl<'a, const W: usize> Shard<'a, W> {
    /// Builds a shard without positions.
    pub fn new(compiled: &'a Compiled<'a, W>, exchange: Exchange<'a>, room: u64) -> Self {
        Self {
            compiled,
            levels: Vec::new(),
            found: Vec::new(),
            known: KeySet::with_room_for(SOME, Hasher::fixed()),
            room_for: SOME,
            sent: vec![Code::ZERO; SENT / size_of::<Code<W>>()],
            outgoing: vec![Vec::new(); exchange.worker.peers()],
            exchange,
            room,
        }
    }

    /// Returns the bytes that are held.
    fn bytes(&self) -> u64 {
        let listed = self.levels.iter().map(Vec::len).sum::<usize>() + self.found.capacity();
        (listed * size_of::<Code<W>>() + SENT + ON_THE_WAY) as u64 + self.known.bytes()
    }

    /// Returns the number of known positions.
    fn keys(&self) -> usize {
        let last = self.levels.len().saturating_sub(2);
        self.levels[last..].iter().map(Vec::len).sum::<usize>() + self.found.len()
    }

    /// Fills the table anew, with room for this number of keys.
    fn fill(&mut self, room_for: usize) {
        self.room_for = room_for;
        self.known.restart(room_for);
        let last = self.levels.len().saturating_sub(2);
        let levels = self.levels[last..].iter().chain([&self.found]);
        for codes in levels.flat_map(|level| level.chunks(SOME)) {
            self.known.insert_some(codes.iter().map(|code| &code.0), 0, &mut [0; SOME]);
        }
    }

    /// Finds all neighbours of the last level that are new, and reports progress now and then.
    pub fn expand(&mut self, mut progress: Progress, observer: &mut dyn Observer) {
        let last = self.levels.len() - 1;
        let width = self.levels[last].len();
        // The table had room for three levels.
        self.fill(self.room_for.max(self.keys() + SOME));
        let mut neighbours = self.compiled.neighbours();
        let mut list = Vec::with_capacity(Batch::<Neighbour<W>>::MOST);
        for at in (0..width).step_by(BLOCK) {
            if self.exchange.is_stopped() {
                break;
            }
            let block = self.levels[last][at..width.min(at + BLOCK)].to_vec();
            let mut deal = |found: &mut Vec<Neighbour<W>>| {
                self.deal(found);
                if self.exchange.is_stopped() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let mut batch = Batch::new(list, &mut deal);
            neighbours.list(&block, &[LastMove::UNKNOWN; BLOCK][..block.len()], &mut batch);
            list = batch.into_list();
            self.deal(&mut list);
            let words = self.outgoing.iter().map(Vec::len).sum::<usize>();
            if words >= ROUND || (at + BLOCK).is_multiple_of(MOST) {
                self.send();
                self.exchange.end_round();
                self.receive();
                progress.bytes = Some(self.bytes());
                progress.part = Some(at as f64 / width as f64);
                observer.progress(&progress);
            }
        }
        self.finish();
    }

    /// Deals positions out to the workers that own them, and empties the list.
    pub fn deal(&mut self, list: &mut Vec<Neighbour<W>>) {
        if let Some(fold) = &self.compiled.fold {
            fold.replace(list, LastMove::UNKNOWN);
        }
        let (peers, places) = (self.outgoing.len() as u64, self.sent.len() as u64);
        for (code, _) in list.drain(..) {
            let hash = self.known.hash(&code.0);
            let sent = &mut self.sent[(((hash >> 32) * places) >> 32) as usize];
            if *sent != code {
                *sent = code;
                // The table uses the high bits.
                let owner = ((hash & 0xffff_ffff) * peers) >> 32;
                self.outgoing[owner as usize].extend_from_slice(&code.0);
            }
        }
    }

    /// Sends what is dealt out.
    fn send(&mut self) {
        for to in 0..self.outgoing.len() {
            let words = mem::take(&mut self.outgoing[to]);
            if to == self.exchange.worker.index() {
                self.insert(&words);
            } else if !words.is_empty() {
                self.exchange.send(to, words);
            }
        }
    }

    /// Ends a level: all that is dealt out anywhere is found by its owner.
    pub fn finish(&mut self) {
        self.send();
        self.exchange.end_stage();
        self.receive();
    }

    fn receive(&mut self) {
        let arrived = mem::take(&mut self.exchange.arrived);
        for words in &arrived {
            self.insert(words);
        }
    }

    /// Inserts codes, some of them perhaps known.
    fn insert(&mut self, words: &[u64]) {
        let codes = words.as_chunks().0;
        let known = self.keys();
        if known + codes.len() > self.room_for {
            let keys = 2 * (known + codes.len());
            // The list of those found grows as well.
            let list = (keys - known) * size_of::<Code<W>>();
            let table = self.known.bytes_restarted(keys).saturating_sub(self.known.bytes());
            if self.bytes() + table + list as u64 > self.room {
                self.exchange.stop(Stopped::Memory);
            }
            if self.exchange.is_stopped() {
                return;
            }
            self.fill(keys);
        }
        let mut new = [0; SOME];
        for some in codes.chunks(SOME) {
            let count = self.known.insert_some(some.iter(), 0, &mut new);
            self.found.extend(new[..count].iter().map(|&at| Code(some[usize::from(at)])));
        }
    }
}
