//! The ring engine: Knuth's breadth-first search, in his order of discovery, in bounded memory.
//!
//! Sources are read from the ring in the order in which they were stored. For the path to a
//! position, the ring keeps links to parents until these are overwritten.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::coded::{BatchResult, CodedSearch, coded_search};
use super::expand::{Arrival, Expander, LevelEnd, Sink};
use super::moves::Movement;
use super::moves::single::SingleMovement;
use super::moves::superpiece::SuperMovement;
use super::ring::PacketRing;
use super::space::Space;
use crate::engine::drive::{Level, Run, Search, answer};
use crate::engine::query::{self, Answer, Budget, Observer, Progress, Query, Refusal, Stopped};
use crate::engine::store::WordBuffer;
use crate::puzzle::{Configuration, Movers};

/// The largest ring, in words: 2^31, or 8 GiB.
pub const MAX_RING_WORDS: u64 = 1 << 31;

/// The number of words of SLIDING's own ring: 2^25, or 128 MiB.
pub const CLASSIC_RING_WORDS: u64 = 1 << 25;

/// Seed of the hash function; any number would do.
const SEED: u64 = 2003;

/// Number of batches of sources between two checks of the clock and reports to the observer; on
/// large boards, where one batch takes long, there is a check after every one.
const PATIENCE: u32 = 32;

/// Searches in SLIDING's order.
///
/// # Errors
///
/// Where the ring cannot be allocated.
pub fn search(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    search_coded(query, budget, observer, None)
}

/// Bytes that a search on codes may always hold, beside a ring of any size.
const LEAST_CODED_BYTES: u64 = 1 << 20;

/// Like `search`, perhaps with another memory limit for the search on codes, in bytes.
///
/// # Errors
///
/// Where the ring cannot be allocated.
pub fn search_coded(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
    most: Option<u64>,
) -> Result<Answer, Refusal> {
    let run = Run { budget, observer };
    let puzzle = query.puzzle;
    let space = Space::new(puzzle, SEED);
    let size = ring_words(query.ring_words, run.budget, space.packed_words())?;
    let count = PacketRing::words_needed(size, space.packed_words());
    let mut words =
        WordBuffer::new(count.div_ceil(2)).map_err(Refusal::no_room(4 * count as u64))?;
    let words = &mut bytemuck::cast_slice_mut(&mut words)[..count];
    let sink = Sink {
        scratch: space.blank(),
        arrivals: VecDeque::new(),
        ring: PacketRing::new(words, space.packed_words()),
        targets: space.targets(puzzle.goals()),
        space: &space,
        reach: query.style.reach(),
        until: query.until,
        distance: 0,
        parent: 0,
        states: 0,
        states_before: 0,
        goal: None,
    };
    let most = most.unwrap_or(PacketRing::chain_bytes(size).max(LEAST_CODED_BYTES));
    let coded = coded_search(query, &space, most);
    Ok(match query.style.movers() {
        Movers::Single => with_movement::<SingleMovement>(query, sink, coded, run),
        Movers::Super => with_movement::<SuperMovement>(query, sink, coded, run),
    })
}

fn with_movement<M: Movement>(
    query: &Query,
    sink: Sink,
    coded: Option<Box<dyn CodedSearch>>,
    mut run: Run,
) -> Answer {
    let expander = Expander::<M>::new(sink.space);
    // A search checks the clock at once, and then now and then.
    let start = query.puzzle.start();
    let mut engine = RingSearch { start, sink, coded, expander, batches: PATIENCE, frontier: 0 };
    answer(&mut engine, query, query::Engine::Ring, &mut run)
}

/// Returns the size in words of the requested ring.
fn ring_words(wanted: Option<u64>, budget: &Budget, packet: usize) -> Result<usize, Refusal> {
    if let Some(words) = wanted {
        let sound = words.is_power_of_two() && (2..=MAX_RING_WORDS).contains(&words);
        return if sound { Ok(words as usize) } else { Err(Refusal::RingWords(words)) };
    }
    let sizes = (1..=MAX_RING_WORDS.ilog2()).rev().map(|log| 1 << log);
    // A packet has at least 3 words. An arrival takes 4 bytes, and as many again while the list of
    // them grows.
    let arrivals = |size: usize| 8 * (size as u64 / 3);
    let needed = |&size: &usize| PacketRing::bytes_needed(size, packet) + arrivals(size);
    let (allowed, least) = (budget.memory, needed(&2));
    sizes
        .into_iter()
        .find(|size| needed(size) <= allowed)
        .ok_or(Refusal::TooLittleMemory { allowed, needed: least })
}

struct RingSearch<'a, M> {
    start: &'a Configuration,
    sink: Sink<'a>,
    /// The search on codes, as long as it is worth its memory.
    coded: Option<Box<dyn CodedSearch>>,
    expander: Expander<M>,
    /// Batches since the clock was last checked.
    batches: u32,
    /// Number of positions at the last complete distance.
    frontier: u64,
}

impl<M: Movement> RingSearch<'_, M> {
    /// Returns what was found since the level began.
    fn level(&mut self, end: ControlFlow<LevelEnd>) -> Level {
        let found = self.sink.states - self.sink.states_before;
        let stopped = match end {
            ControlFlow::Break(LevelEnd::Stopped(stopped)) => Some(stopped),
            ControlFlow::Break(LevelEnd::Met) | ControlFlow::Continue(()) => None,
        };
        self.frontier = found;
        Level { found, has_goal: self.sink.goal.is_some(), stopped }
    }

    /// Generates all positions at the next distance.
    fn generate(&mut self, run: &mut Run) -> ControlFlow<LevelEnd> {
        let (mut address, end) = self.sink.ring.begin_level();
        if let Some(coded) = &mut self.coded {
            coded.finish_level(&self.sink);
        }
        while let Some(coded) = &mut self.coded {
            match coded.batch(&mut self.sink, run)? {
                BatchResult::Some => self.look(run)?,
                BatchResult::All => return ControlFlow::Continue(()),
                BatchResult::TooMuch => address = self.end_coded_search().unwrap_or(end),
            }
        }
        while address != end {
            let Self { sink, expander, .. } = self;
            address = expander.batch(sink, address, end, run)?;
            if sink.ring.is_crowded() {
                self.rechain();
            }
            self.look(run)?;
        }
        ControlFlow::Continue(())
    }

    /// Ends the search on codes. Returns the address of the first source whose moves have not been
    /// made yet.
    #[cold]
    fn end_coded_search(&mut self) -> Option<u64> {
        let rest = self.coded.take()?.remaining();
        // The moves that led to these are not known any more.
        self.sink.arrivals.clear();
        if M::SINGLE {
            self.sink.arrivals.resize(rest.sources + rest.found, Arrival::START);
        }
        self.rechain();
        rest.address
    }

    /// Rebuilds the ring's hash chains.
    fn rechain(&mut self) {
        let Sink { space, scratch, ring, .. } = &mut self.sink;
        ring.rechain(|packed| {
            let length = space.unpack_position(packed, scratch);
            (length, space.hash(&packed[..length]))
        });
    }

    /// Checks the clock and reports to the observer, if that is due.
    fn look(&mut self, run: &mut Run) -> ControlFlow<LevelEnd> {
        let patience = if self.sink.space.size.cells() > 64 { 1 } else { PATIENCE };
        self.batches += 1;
        if self.batches < patience {
            return ControlFlow::Continue(());
        }
        self.batches = 0;
        run.observer.progress(&Progress {
            distance: self.sink.distance,
            frontier: self.frontier,
            states: self.sink.states,
            bytes: None,
            part: None,
        });
        run.budget.look().map_break(LevelEnd::Stopped)
    }

    fn position_at(&self, address: u64) -> Configuration {
        let Sink { space, ring, .. } = &self.sink;
        let mut position = space.blank();
        space.unpack_position(ring.packed(address), &mut position);
        space.configuration(&position)
    }
}

impl<M: Movement> Search for RingSearch<'_, M> {
    fn begin(&mut self, run: &mut Run) -> Level {
        let sink = &mut self.sink;
        (sink.states, sink.states_before, sink.distance, sink.parent) = (0, 0, 0, 0);
        sink.arrivals.clear();
        let mut start = vec![0; sink.space.packed_words()];
        let length = sink.space.pack(&sink.space.position(self.start), &mut start);
        let hash = sink.space.hash(&start[..length]);
        let arrival = Arrival::START;
        let end = sink.arrive::<M>(&start[..length], hash, arrival, run).map_continue(|_| ());
        if let Some(coded) = &mut self.coded {
            coded.begin();
        }
        self.level(end)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        (self.sink.distance, self.sink.states_before) = (distance, self.sink.states);
        let end = self.generate(run);
        self.level(end)
    }

    fn goal(&self) -> Option<Configuration> {
        self.sink.goal.as_ref().map(|(goal, _)| goal.clone())
    }

    /// Goes back from the goal, as far as the ring holds the packets.
    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Configuration>,
        _: &Budget,
    ) -> ControlFlow<Stopped> {
        let mut address = self.sink.goal.as_ref().expect("it was reached").1;
        for _ in 0..distance {
            // If the packet itself is overwritten, so is its link.
            if !self.sink.ring.holds(address) {
                break;
            }
            address = self.sink.ring.parent(address);
            if !self.sink.ring.holds(address) {
                break;
            }
            path.push(self.position_at(address));
        }
        ControlFlow::Continue(())
    }

    fn restart(&mut self, goal: &Configuration) {
        self.sink.ring.restart();
        self.sink.goal = None;
        self.sink.until = query::Until::Solved;
        self.sink.targets = self.sink.space.target_at(goal);
    }
}
