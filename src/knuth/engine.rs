//! The ring engine: Knuth's breadth-first search, in his order of discovery, in bounded memory.
//!
//! Sources are taken from the ring in the order in which they were stored. Of the way to a
//! configuration, the ring keeps links to parents; where those have been written over when a goal
//! is met, the search runs again for the earliest configuration that survives, as often as needed.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use super::expand::{Arrival, End, Expander, SLIDE, STEP, Sink, WALK};
use super::ring::Ring;
use super::words::{MAX_RING_WORDS, Words};
use crate::knuth::moves::Movement;
use crate::knuth::moves::single::Single;
use crate::knuth::moves::superpiece::Super;
use crate::knuth::space::{Bits, Space, words_for};
use crate::moves::explained;
use crate::puzzle::{Configuration, Movers, Puzzle, Reach};
use crate::search::{Limit, Observer, Outcome, Progress, Request, RingSize, SearchError, Status};

/// Chooses the hash function; any number would do.
const SEED: u64 = 2003;

/// A search looks at the clock and at its observer once in so many batches of sources; on large
/// boards, where one batch takes long, after every one.
const PATIENCE: u32 = 32;

pub fn search(
    puzzle: &Puzzle,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Outcome, SearchError> {
    match words_for(puzzle.size().cells()) {
        1 => with_bits::<[u64; 1]>(puzzle, request, observer),
        2..=4 => with_bits::<[u64; 4]>(puzzle, request, observer),
        _ => with_bits::<Box<[u64]>>(puzzle, request, observer),
    }
}

fn with_bits<B: Bits>(
    puzzle: &Puzzle,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Outcome, SearchError> {
    let started = Instant::now();
    let space = Space::<B>::new(puzzle, SEED);
    let size = ring_words(request.ring, space.packed_words())?;
    let count = Ring::words_needed(size, space.packed_words());
    let words = match &request.ring_folder {
        None => Words::heap(count),
        Some(folder) => Words::file(count, folder),
    };
    let mut words =
        words.map_err(|source| SearchError::NoRoom { bytes: 4 * count as u64, source })?;
    let sink = Sink {
        scratch: space.blank(),
        arrivals: VecDeque::new(),
        ring: Ring::new(words.as_mut_slice(), space.packed_words()),
        targets: space.targets(puzzle.goals()),
        space: &space,
        observer,
        until: request.until,
        distance: 0,
        parent: 0,
        states: 0,
        states_before: 0,
        passed_goal: None,
    };
    let mut outcome = match request.style.movers() {
        Movers::Single => with_movement::<B, Single<B>>(puzzle, request, sink),
        Movers::Super => with_movement::<B, Super<B>>(puzzle, request, sink),
    };
    outcome.elapsed = started.elapsed();
    Ok(outcome)
}

fn with_movement<'a, B: Bits, M: Movement<B>>(
    puzzle: &'a Puzzle,
    request: &'a Request,
    sink: Sink<'a, B>,
) -> Outcome {
    let expander = Expander::<B, M>::new(sink.space);
    // A search looks at the clock at once, and then now and then.
    let mut engine = Engine { puzzle, request, sink, expander, batches: PATIENCE, frontier: 0 };
    match request.style.reach() {
        Reach::Step => engine.run::<STEP>(),
        Reach::Slide => engine.run::<SLIDE>(),
        Reach::Walk => engine.run::<WALK>(),
    }
}

/// The size in words of the ring that is asked for.
fn ring_words(size: RingSize, packet: usize) -> Result<usize, SearchError> {
    match size {
        RingSize::Words(words) => {
            let sound = words.is_power_of_two() && (2..=MAX_RING_WORDS).contains(&words);
            if sound { Ok(words as usize) } else { Err(SearchError::RingWords(words)) }
        }
        RingSize::Memory(allowed) => {
            let sizes = (1..=MAX_RING_WORDS.ilog2()).rev().map(|log| 1 << log);
            // A packet has at least 3 words. An arrival takes 4 bytes, and as many again while the
            // list of them grows.
            let arrivals = |size: usize| 8 * (size as u64 / 3);
            let needed = |&size: &usize| Ring::bytes_needed(size, packet) + arrivals(size);
            let least = needed(&2);
            sizes
                .into_iter()
                .find(|size| needed(size) <= allowed)
                .ok_or(SearchError::TooLittleMemory { allowed, needed: least })
        }
    }
}

struct Engine<'a, B, M> {
    puzzle: &'a Puzzle,
    request: &'a Request,
    sink: Sink<'a, B>,
    expander: Expander<B, M>,
    /// Batches since the clock was last looked at.
    batches: u32,
    /// Number of configurations at the last complete distance.
    frontier: u64,
}

impl<B: Bits, M: Movement<B>> Engine<'_, B, M> {
    fn run<const REACH: u8>(&mut self) -> Outcome {
        let mut levels = Vec::new();
        let end = self.pass::<REACH>(&mut levels);
        let mut outcome = Outcome {
            status: Status::Unsolvable,
            moves: self.sink.passed_goal,
            is_shortest: true,
            levels,
            states: self.sink.states,
            solution: None,
            elapsed: Default::default(),
            engine: crate::search::Engine::Ring.name(),
        };
        match end {
            End::Met(distance, address) => {
                outcome.status = Status::Solved;
                outcome.moves = Some(distance);
                if self.request.want_solution {
                    match self.way::<REACH>(distance, address) {
                        Ok(way) => {
                            let style = self.request.style;
                            outcome.solution = Some(explained(self.puzzle, style, &way));
                        }
                        Err(limit) => outcome.status = Status::Limit(limit),
                    }
                }
            }
            End::Exhausted if self.sink.passed_goal.is_some() => outcome.status = Status::Solved,
            End::Exhausted => {}
            End::Limit(limit) => outcome.status = Status::Limit(limit),
        }
        outcome
    }

    /// One breadth-first search from the start.
    fn pass<const REACH: u8>(&mut self, levels: &mut Vec<u64>) -> End {
        let sink = &mut self.sink;
        (sink.states, sink.states_before, sink.distance, sink.parent) = (0, 0, 0, 0);
        sink.arrivals.clear();
        sink.observer.level_begins(0);
        let mut start = vec![0; sink.space.packed_words()];
        let length = sink.space.pack(&sink.space.position(self.puzzle.start()), &mut start);
        let hash = sink.space.hash(&start[..length]);
        if let ControlFlow::Break(end) =
            sink.arrive::<M, STEP>(&start[..length], hash, Arrival::START)
        {
            return self.ended(end);
        }
        self.sink.observer.level_ends(0, 1);
        levels.push(1);
        for distance in 1.. {
            if let Some(limit) = self.request.limits.max_moves.filter(|&max| distance > max) {
                return End::Limit(Limit::Moves(limit));
            }
            self.sink.observer.level_begins(distance);
            (self.sink.distance, self.sink.states_before) = (distance, self.sink.states);
            if let ControlFlow::Break(end) = self.level::<REACH>() {
                return self.ended(end);
            }
            let found = self.sink.states - self.sink.states_before;
            if found == 0 {
                break;
            }
            self.sink.observer.level_ends(distance, found);
            levels.push(found);
            self.frontier = found;
        }
        End::Exhausted
    }

    /// Tells the observer of a goal.
    fn ended(&mut self, end: End) -> End {
        if let End::Met(distance, _) = end {
            self.sink.observer.goal_met(distance);
        }
        end
    }

    /// Generates all configurations at the next distance.
    fn level<const REACH: u8>(&mut self) -> ControlFlow<End> {
        let Self { sink, expander, batches, .. } = self;
        let patience = if sink.space.size.cells() > 64 { 1 } else { PATIENCE };
        let (mut address, end) = sink.ring.begin_level();
        while address != end {
            address = expander.batch::<REACH>(sink, address, end)?;
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
                sink.observer.progress(&Progress {
                    distance: sink.distance,
                    frontier: self.frontier,
                    states: sink.states,
                    bytes: None,
                });
                self.request.limits.pause(sink.observer).map_break(End::Limit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The configurations from the start to the goal, which is the packet at `address`.
    fn way<const REACH: u8>(
        &mut self,
        mut distance: u64,
        mut address: u64,
    ) -> Result<Vec<Configuration>, Limit> {
        let mut way = vec![self.configuration_at(address)];
        if distance == 0 {
            return Ok(way);
        }
        loop {
            address = self.sink.ring.parent(address);
            while self.sink.ring.remembers(address) {
                distance -= 1;
                way.push(self.configuration_at(address));
                if distance == 0 {
                    way.reverse();
                    return Ok(way);
                }
                self.sink.observer.retraced(distance, &way[way.len() - 1]);
                address = self.sink.ring.parent(address);
            }
            self.sink.observer.forgotten(distance);
            self.sink.ring.restart();
            self.sink.targets = self.sink.space.target_at(&way[way.len() - 1]);
            address = match self.pass::<REACH>(&mut Vec::new()) {
                End::Met(_, address) => address,
                End::Limit(limit) => return Err(limit),
                End::Exhausted => unreachable!("it was reached before"),
            };
        }
    }

    fn configuration_at(&mut self, address: u64) -> Configuration {
        let Sink { space, ring, scratch, .. } = &mut self.sink;
        space.unpack_position(ring.packed(address), scratch);
        space.configuration(scratch)
    }
}
