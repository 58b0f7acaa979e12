//! The positions of one worker: those whose hashes it owns.

use std::mem;

use super::exchange::Exchange;
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::moves::{Batch, LastMove, Neighbour};
use crate::engine::query::{Observer, Progress, Stopped};
use crate::engine::store::{Hasher, KeySet, SOME};

/// Positions whose neighbours are listed together.
const BLOCK: usize = 64;

/// Words that a worker sends in a round.
const ROUND: usize = 1 << 17;

/// Bytes of what is on the way, sent and received: two rounds of each, as words and as messages.
const ON_THE_WAY: usize = 8 * ROUND * size_of::<u64>();

/// Bytes of the codes that are remembered as sent.
const SENT: usize = 1 << 21;

/// A worker's positions, and its way to those of others.
pub struct Shard<'a, const W: usize> {
    pub compiled: &'a Compiled<'a, W>,
    pub exchange: Exchange<'a>,
    /// Own positions at each distance, as far as they are found; older ones may be left out.
    pub levels: Vec<Vec<Code<W>>>,
    /// Those of the last three levels, and the number of keys that it has room for.
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
        let listed = self.levels.iter().map(Vec::capacity).sum::<usize>();
        (listed * size_of::<Code<W>>() + SENT + ON_THE_WAY) as u64 + self.known.bytes()
    }

    /// Fills the table anew, with room for this number of keys at least.
    fn fill(&mut self, room_for: usize) {
        let levels = &self.levels[self.levels.len().saturating_sub(3)..];
        self.room_for = room_for.max(levels.iter().map(Vec::len).sum());
        self.known.restart(self.room_for);
        for codes in levels.iter().flat_map(|level| level.chunks(SOME)) {
            self.known.insert_some(codes.iter().map(|code| &code.0), 0, &mut [0; SOME]);
        }
    }

    /// Deals out all neighbours of the level before the last. Reports progress now and then.
    pub fn expand(&mut self, mut progress: Progress, observer: &mut dyn Observer) {
        let last = self.levels.len() - 2;
        let width = self.levels[last].len();
        // There was room for three levels, unless the search was resumed.
        self.fill(self.room_for);
        let mut neighbours = self.compiled.neighbours();
        let mut list = Vec::with_capacity(Batch::<Neighbour<W>>::MOST);
        for at in (0..width).step_by(BLOCK) {
            if self.exchange.is_stopped() {
                break;
            }
            let block = self.levels[last][at..width.min(at + BLOCK)].to_vec();
            let mut deal = |found: &mut Vec<Neighbour<W>>| {
                self.deal(found);
                true
            };
            let mut batch = Batch::new(&mut list, &mut deal);
            neighbours.list(&block, &[LastMove::UNKNOWN; BLOCK][..block.len()], &mut batch);
            batch.flush();
            if self.outgoing.iter().map(Vec::len).sum::<usize>() >= ROUND {
                self.end(false);
                progress.bytes = Some(self.bytes());
                progress.part = Some(at as f64 / width as f64);
                observer.progress(&progress);
            }
        }
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

    /// Returns the codes that all workers report, ascending.
    pub fn gather(
        &mut self,
        own: impl IntoIterator<Item = Code<W>>,
    ) -> Result<Vec<Code<W>>, Stopped> {
        let (mut words, mut all) = (Vec::new(), Vec::new());
        for code in own {
            words.extend(code.0);
        }
        for words in self.exchange.agree(&words)? {
            all.extend(words.as_chunks().0.iter().copied().map(Code));
        }
        all.sort_unstable();
        Ok(all)
    }

    /// Sends what is dealt out, and inserts what has arrived: at the end of a level all of it.
    pub fn end(&mut self, is_level: bool) {
        for (to, words) in self.outgoing.iter_mut().enumerate() {
            self.exchange.send(to, mem::take(words));
        }
        self.exchange.end(is_level);
        for words in mem::take(&mut self.exchange.arrived) {
            self.insert(&words);
        }
    }

    /// Inserts codes, some of them perhaps known.
    fn insert(&mut self, words: &[u64]) {
        let codes = words.as_chunks().0;
        let known = self.known.count();
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
        let (mut new, last) = ([0; SOME], self.levels.len() - 1);
        for some in codes.chunks(SOME) {
            let count = self.known.insert_some(some.iter(), 0, &mut new);
            self.levels[last].extend(new[..count].iter().map(|&at| Code(some[usize::from(at)])));
        }
    }
}
