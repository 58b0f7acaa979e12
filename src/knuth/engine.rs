//! The ring engine: Knuth's breadth-first search, in his order of discovery, in bounded memory.
//!
//! Sources are taken from the ring in the order in which they were stored. Of the way to a
//! configuration, the ring keeps links to parents, until these are written over.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::expand::{Arrival, End, Expander, SLIDE, STEP, Sink, WALK};
use super::moves::Movement;
use super::moves::single::Single;
use super::moves::superpiece::Super;
use super::ring::Ring;
use super::space::{Bits, Space, words_for};
use super::words::{MAX_RING_WORDS, Words};
use crate::puzzle::{Configuration, Movers, Reach};
use crate::query::{self, Answer, Budget, Observer, Progress, Query, Refusal, Stopped};
use crate::search::layers::{Layers, Level, Retraces, Run, answer};

/// Chooses the hash function; any number would do.
const SEED: u64 = 2003;

/// A search looks at the clock and at its observer once in so many batches of sources; on large
/// boards, where one batch takes long, after every one.
const PATIENCE: u32 = 32;

/// Searches in SLIDING's order.
///
/// # Errors
///
/// Where the ring cannot be made.
pub fn search(
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    match words_for(query.puzzle.size().cells()) {
        1 => with_bits::<[u64; 1]>(query, Run { budget, observer }),
        2..=4 => with_bits::<[u64; 4]>(query, Run { budget, observer }),
        _ => with_bits::<Box<[u64]>>(query, Run { budget, observer }),
    }
}

fn with_bits<B: Bits>(query: &Query, run: Run) -> Result<Answer, Refusal> {
    let puzzle = query.puzzle;
    let space = Space::<B>::new(puzzle, SEED);
    let size = ring_words(&query.ring, run.budget, space.packed_words())?;
    let count = Ring::words_needed(size, space.packed_words());
    let words = match &query.ring.folder {
        None => Words::heap(count),
        Some(folder) => Words::file(count, folder),
    };
    let mut words = words.map_err(|source| Refusal::NoRoom { bytes: 4 * count as u64, source })?;
    let sink = Sink {
        scratch: space.blank(),
        arrivals: VecDeque::new(),
        ring: Ring::new(words.as_mut_slice(), space.packed_words()),
        targets: space.targets(puzzle.goals()),
        space: &space,
        until: query.until,
        distance: 0,
        parent: 0,
        states: 0,
        states_before: 0,
        goal: None,
    };
    Ok(match query.style.movers() {
        Movers::Single => with_movement::<B, Single<B>>(query, sink, run),
        Movers::Super => with_movement::<B, Super<B>>(query, sink, run),
    })
}

fn with_movement<B: Bits, M: Movement<B>>(query: &Query, sink: Sink<B>, run: Run) -> Answer {
    match query.style.reach() {
        Reach::Step => with_reach::<B, M, STEP>(query, sink, run),
        Reach::Slide => with_reach::<B, M, SLIDE>(query, sink, run),
        Reach::Walk => with_reach::<B, M, WALK>(query, sink, run),
    }
}

fn with_reach<B: Bits, M: Movement<B>, const REACH: u8>(
    query: &Query,
    sink: Sink<B>,
    mut run: Run,
) -> Answer {
    let expander = Expander::<B, M>::new(sink.space);
    // A search looks at the clock at once, and then now and then.
    let start = query.puzzle.start();
    let mut engine =
        Engine::<B, M, REACH> { start, sink, expander, batches: PATIENCE, frontier: 0 };
    answer(&mut engine, query, query::Engine::Ring, &mut run)
}

/// The size in words of the ring that is asked for.
fn ring_words(ring: &query::Ring, budget: &Budget, packet: usize) -> Result<usize, Refusal> {
    if let Some(words) = ring.words {
        let sound = words.is_power_of_two() && (2..=MAX_RING_WORDS).contains(&words);
        return if sound { Ok(words as usize) } else { Err(Refusal::RingWords(words)) };
    }
    let sizes = (1..=MAX_RING_WORDS.ilog2()).rev().map(|log| 1 << log);
    // A packet has at least 3 words. An arrival takes 4 bytes, and as many again while the list of
    // them grows.
    let arrivals = |size: usize| 8 * (size as u64 / 3);
    let needed = |&size: &usize| Ring::bytes_needed(size, packet) + arrivals(size);
    let (allowed, least) = (budget.memory, needed(&2));
    sizes
        .into_iter()
        .find(|size| needed(size) <= allowed)
        .ok_or(Refusal::TooLittleMemory { allowed, needed: least })
}

struct Engine<'a, B, M, const REACH: u8> {
    start: &'a Configuration,
    sink: Sink<'a, B>,
    expander: Expander<B, M>,
    /// Batches since the clock was last looked at.
    batches: u32,
    /// Number of configurations at the last complete distance.
    frontier: u64,
}

/// A configuration, and its address if it is in the ring.
#[derive(Clone)]
struct Known {
    configuration: Configuration,
    address: u64,
}

impl<B: Bits, M: Movement<B>, const REACH: u8> Engine<'_, B, M, REACH> {
    /// What was found since the level began.
    fn level(&mut self, end: ControlFlow<End>) -> Level {
        let found = self.sink.states - self.sink.states_before;
        let stopped = match end {
            ControlFlow::Break(End::Stopped(stopped)) => Some(stopped),
            ControlFlow::Break(End::Met) | ControlFlow::Continue(()) => None,
        };
        self.frontier = found;
        Level { found, has_goal: self.sink.goal.is_some(), stopped }
    }

    /// Generates all configurations at the next distance.
    fn generate(&mut self, run: &mut Run) -> ControlFlow<End> {
        let Self { sink, expander, batches, .. } = self;
        let patience = if sink.space.size.cells() > 64 { 1 } else { PATIENCE };
        let (mut address, end) = sink.ring.begin_level();
        while address != end {
            address = expander.batch::<REACH>(sink, address, end, run)?;
            if sink.ring.is_crowded() {
                let (space, scratch) = (sink.space, &mut sink.scratch);
                sink.ring.rechain(|packed| {
                    let length = space.unpack_position(packed, scratch);
                    (length, space.hash(&packed[..length]))
                });
            }
            *batches += 1;
            if *batches >= patience {
                *batches = 0;
                run.observer.progress(&Progress {
                    distance: sink.distance,
                    frontier: self.frontier,
                    states: sink.states,
                    bytes: None,
                });
                run.budget.look().map_break(End::Stopped)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn known_at(&self, address: u64) -> Known {
        let Sink { space, ring, .. } = &self.sink;
        let mut position = space.blank();
        space.unpack_position(ring.packed(address), &mut position);
        Known { configuration: space.configuration(&position), address }
    }
}

impl<B: Bits, M: Movement<B>, const REACH: u8> Layers for Engine<'_, B, M, REACH> {
    fn begin(&mut self, run: &mut Run) -> Level {
        let sink = &mut self.sink;
        (sink.states, sink.states_before, sink.distance, sink.parent) = (0, 0, 0, 0);
        sink.arrivals.clear();
        let mut start = vec![0; sink.space.packed_words()];
        let length = sink.space.pack(&sink.space.position(self.start), &mut start);
        let hash = sink.space.hash(&start[..length]);
        let arrival = Arrival::START;
        let end = sink.arrive::<M, STEP>(&start[..length], hash, arrival, run).map_continue(|_| ());
        self.level(end)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        (self.sink.distance, self.sink.states_before) = (distance, self.sink.states);
        let end = self.generate(run);
        self.level(end)
    }
}

impl<B: Bits, M: Movement<B>, const REACH: u8> Retraces for Engine<'_, B, M, REACH> {
    type Known = Known;

    fn goal(&self) -> Option<Known> {
        self.sink.goal.clone().map(|(configuration, address)| Known { configuration, address })
    }

    fn follow(&mut self, distance: u64, way: &mut Vec<Known>, _: &Budget) -> ControlFlow<Stopped> {
        let mut address = way[way.len() - 1].address;
        for _ in 0..distance {
            // Where the packet itself is forgotten, so is its link.
            if !self.sink.ring.remembers(address) {
                break;
            }
            address = self.sink.ring.parent(address);
            if !self.sink.ring.remembers(address) {
                break;
            }
            way.push(self.known_at(address));
        }
        ControlFlow::Continue(())
    }

    fn restart(&mut self, goal: &Known) {
        self.sink.ring.restart();
        self.sink.goal = None;
        self.sink.until = query::Until::Solved;
        self.sink.targets = self.sink.space.target_at(&goal.configuration);
    }

    fn decode(&self, known: &Known) -> Configuration {
        known.configuration.clone()
    }
}
