//! The ring engine: Knuth's breadth-first search, in his order of discovery, in bounded memory.
//!
//! Sources are taken from the ring in the order in which they were stored. Of the way to a
//! configuration, the ring keeps links to parents; where those have been written over when a goal
//! is met, the search runs again for the earliest configuration that survives, as often as needed.

use std::ops::ControlFlow;
use std::time::Instant;

use super::{Found, Limit, Observer, Outcome, Request, RingSize, SearchError, Status, Until};
use crate::moves::Movement;
use crate::moves::explain::explain;
use crate::moves::single::Single;
use crate::moves::superpiece::Super;
use crate::moves::walk::{Onward, Walker};
use crate::puzzle::{Configuration, Movers, Puzzle, Reach, Solution};
use crate::space::{Bits, Position, Source, Space, words_for};
use crate::store::{Full, MAX_RING_WORDS, Ring, Seen, Words};

/// Chooses the hash function; any number would do.
const SEED: u64 = 2003;

/// A search looks at the clock and at its observer once in so many sources.
const PATIENCE: u32 = 256;

pub(super) fn search(
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
    let ring = Ring::new(words.as_mut_slice(), space.packed_words());
    let mut engine = Engine::new(puzzle, request, observer, space, ring);
    let mut outcome = match (request.style.movers(), request.style.reach()) {
        (Movers::Single, Reach::Step) => engine.run::<Single<B>, STEP>(),
        (Movers::Single, Reach::Slide) => engine.run::<Single<B>, SLIDE>(),
        (Movers::Single, Reach::Walk) => engine.run::<Single<B>, WALK>(),
        (Movers::Super, Reach::Step) => engine.run::<Super<B>, STEP>(),
        (Movers::Super, Reach::Slide) => engine.run::<Super<B>, SLIDE>(),
        (Movers::Super, Reach::Walk) => engine.run::<Super<B>, WALK>(),
    };
    outcome.elapsed = started.elapsed();
    Ok(outcome)
}

const STEP: u8 = Reach::Step as u8;
const SLIDE: u8 = Reach::Slide as u8;
const WALK: u8 = Reach::Walk as u8;

/// The size in words of the ring that is asked for.
fn ring_words(size: RingSize, packet: usize) -> Result<usize, SearchError> {
    match size {
        RingSize::Words(words) => {
            let sound = words.is_power_of_two() && (2..=MAX_RING_WORDS).contains(&words);
            if sound { Ok(words as usize) } else { Err(SearchError::RingWords(words)) }
        }
        RingSize::Memory(allowed) => {
            let sizes = (1..=MAX_RING_WORDS.ilog2()).rev().map(|log| 1 << log);
            let needed = |&size: &usize| Ring::bytes_needed(size, packet);
            let least = needed(&2);
            sizes
                .into_iter()
                .find(|size| needed(size) <= allowed)
                .ok_or(SearchError::TooLittleMemory { allowed, needed: least })
        }
    }
}

/// How one pass from the start ended.
enum End {
    /// The goal was met at this distance, at the packet with this address.
    Met(u64, u64),
    Exhausted,
    Limit(Limit),
}

struct Engine<'a, B> {
    puzzle: &'a Puzzle,
    request: &'a Request,
    observer: &'a mut dyn Observer,
    space: Space<B>,
    ring: Ring<'a>,
    source: Source<B>,
    walker: Walker<B>,
    packed: Vec<u32>,
    /// Configurations found in this pass.
    states: u64,
    /// The same at the beginning of the level.
    states_before: u64,
    /// Distance of the first goal that was met when the search goes on beyond it.
    passed_goal: Option<u64>,
}

impl<'a, B: Bits> Engine<'a, B> {
    fn new(
        puzzle: &'a Puzzle,
        request: &'a Request,
        observer: &'a mut dyn Observer,
        space: Space<B>,
        ring: Ring<'a>,
    ) -> Self {
        let (source, walker) = (space.source(), Walker::new(&space));
        let packed = vec![0; space.packed_words()];
        Self {
            puzzle,
            request,
            observer,
            space,
            ring,
            source,
            walker,
            packed,
            states: 0,
            states_before: 0,
            passed_goal: None,
        }
    }

    fn run<M: Movement<B>, const REACH: u8>(&mut self) -> Outcome {
        let mut movement = M::new(&self.space);
        let mut levels = Vec::new();
        let end = self.pass::<M, REACH>(&mut movement, &mut levels);
        let states = self.states;
        let mut outcome = Outcome {
            status: Status::Unsolvable,
            moves: self.passed_goal,
            levels,
            states,
            solution: None,
            elapsed: Default::default(),
            engine: "ring",
        };
        match end {
            End::Met(distance, address) => {
                outcome.status = Status::Solved;
                outcome.moves = Some(distance);
                if self.request.want_solution {
                    match self.way::<M, REACH>(&mut movement, distance, address) {
                        Ok(way) => outcome.solution = Some(self.explained(&mut movement, &way)),
                        Err(limit) => outcome.status = Status::Limit(limit),
                    }
                }
            }
            End::Exhausted if self.passed_goal.is_some() => outcome.status = Status::Solved,
            End::Exhausted => {}
            End::Limit(limit) => outcome.status = Status::Limit(limit),
        }
        outcome
    }

    /// One breadth-first search from the start.
    fn pass<M: Movement<B>, const REACH: u8>(
        &mut self,
        movement: &mut M,
        levels: &mut Vec<u64>,
    ) -> End {
        (self.states, self.states_before) = (0, 0);
        self.observer.level_begins(0);
        let start = self.space.position(self.puzzle.start());
        let length = self.space.pack(&start, &mut self.packed);
        let hash = self.space.hash(&self.packed[..length]);
        let address = self.ring.next();
        let stored = self.ring.look_up_or_store(hash, &self.packed[..length], 0, |address| {
            announce(&mut *self.observer, &self.space, &start, 0, address, 0);
        });
        self.states = 1;
        if stored.is_err() {
            return End::Limit(Limit::Memory);
        }
        if self.space.is_goal(&start) {
            match self.request.until {
                Until::Solved => {
                    self.observer.goal_met(0);
                    return End::Met(0, address);
                }
                Until::Exhausted => self.passed_goal = Some(0),
            }
        }
        self.observer.level_ends(0, 1);
        levels.push(1);
        for distance in 1.. {
            if let Some(limit) = self.request.limits.max_moves.filter(|&max| distance > max) {
                return End::Limit(Limit::Moves(limit));
            }
            self.observer.level_begins(distance);
            self.states_before = self.states;
            match self.level::<M, REACH>(movement, distance) {
                ControlFlow::Break(End::Met(distance, address)) => {
                    self.observer.goal_met(distance);
                    return End::Met(distance, address);
                }
                ControlFlow::Break(end) => return end,
                ControlFlow::Continue(()) if self.states == self.states_before => break,
                ControlFlow::Continue(()) => {
                    let found = self.states - self.states_before;
                    self.observer.level_ends(distance, found);
                    levels.push(found);
                }
            }
        }
        End::Exhausted
    }

    /// Generates all configurations at `distance` from those before.
    fn level<M: Movement<B>, const REACH: u8>(
        &mut self,
        movement: &mut M,
        distance: u64,
    ) -> ControlFlow<End> {
        let (mut address, end) = self.ring.begin_level();
        let every = self.observer.wants_every();
        // A clock that must be looked at more often where one source takes long.
        let patience = if B::empty(1).words().len() == 1 { PATIENCE } else { 16 };
        let mut until_pause = patience;
        let Self { space, ring, source, walker, packed, states, observer, .. } = self;
        while address != end {
            let length = space.unpack(ring.packed(address), source);
            let next = ring.following(address, length);
            let parent = address;
            movement.movers(space, source, |cells, direction| {
                walker.go::<REACH, _>(space, source, cells, direction, |position| {
                    let length = space.pack(position, packed);
                    let packed = &packed[..length];
                    let hash = space.hash(packed);
                    let address = ring.next();
                    let seen = ring.look_up_or_store(hash, packed, parent, |address| {
                        if every || *states == self.states_before {
                            announce(&mut **observer, space, position, *states, address, parent);
                        }
                        *states += 1;
                    });
                    match seen {
                        Err(Full) => return ControlFlow::Break(End::Limit(Limit::Memory)),
                        Ok(Seen::Before) => return ControlFlow::Continue(Onward::No),
                        Ok(Seen::Now(known)) => {
                            return ControlFlow::Continue(walk_on::<M, B, REACH>(
                                ring, known, parent,
                            ));
                        }
                        Ok(Seen::New) => {}
                    }
                    if space.is_goal(position) {
                        match self.request.until {
                            Until::Solved => {
                                return ControlFlow::Break(End::Met(distance, address));
                            }
                            Until::Exhausted => {
                                self.passed_goal.get_or_insert(distance);
                            }
                        }
                    }
                    ControlFlow::Continue(Onward::Yes)
                })
            })?;
            if ring.is_crowded() {
                ring.rechain(|packed| {
                    let length = space.unpack(packed, source);
                    (length, space.hash(&packed[..length]))
                });
            }
            address = next;
            until_pause -= 1;
            if until_pause == 0 {
                until_pause = patience;
                if observer.is_cancelled() {
                    return ControlFlow::Break(End::Limit(Limit::Cancelled));
                }
                if self.request.limits.deadline.is_some_and(|deadline| Instant::now() > deadline) {
                    return ControlFlow::Break(End::Limit(Limit::Time));
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The configurations from the start to the goal, which is the packet at `address`.
    fn way<M: Movement<B>, const REACH: u8>(
        &mut self,
        movement: &mut M,
        mut distance: u64,
        mut address: u64,
    ) -> Result<Vec<Configuration>, Limit> {
        let mut way = vec![self.configuration_at(address)];
        if distance == 0 {
            return Ok(way);
        }
        loop {
            address = self.ring.parent(address);
            while self.ring.remembers(address) {
                distance -= 1;
                way.push(self.configuration_at(address));
                if distance == 0 {
                    way.reverse();
                    return Ok(way);
                }
                self.observer.retraced(distance, &way[way.len() - 1]);
                address = self.ring.parent(address);
            }
            self.observer.forgotten(distance);
            self.ring.restart();
            self.space.aim_at(&way[way.len() - 1]);
            address = match self.pass::<M, REACH>(movement, &mut Vec::new()) {
                End::Met(_, address) => address,
                End::Limit(limit) => return Err(limit),
                End::Exhausted => unreachable!("it was reached before"),
            };
        }
    }

    fn configuration_at(&mut self, address: u64) -> Configuration {
        self.space.unpack(self.ring.packed(address), &mut self.source);
        self.space.configuration(&self.source.position)
    }

    /// The moves along a way.
    fn explained<M: Movement<B>>(&self, movement: &mut M, way: &[Configuration]) -> Solution {
        let reach = self.request.style.reach();
        let moves = way.windows(2).map(|pair| {
            explain(&self.space, movement, reach, &pair[0], &pair[1])
                .expect("neighbours on a way are one move apart")
        });
        Solution { moves: moves.collect() }
    }
}

/// Whether a walk goes on through a configuration that is known already at the distance that is
/// being generated. If so, it becomes the walk's.
#[inline(always)]
fn walk_on<M: Movement<B>, B: Bits, const REACH: u8>(
    ring: &mut Ring,
    known: u64,
    parent: u64,
) -> Onward {
    if REACH != WALK {
        return Onward::No;
    }
    // A single piece that was here on a walk from this source has been everywhere beyond.
    if !M::AMBIGUOUS && ring.parent(known) == parent {
        return Onward::No;
    }
    ring.set_parent(known, parent);
    Onward::Yes
}

/// Tells the observer of a configuration.
#[cold]
fn announce<B: Bits>(
    observer: &mut dyn Observer,
    space: &Space<B>,
    position: &Position<B>,
    ordinal: u64,
    address: u64,
    parent: u64,
) {
    let configuration = space.configuration(position);
    observer.found(&Found { configuration, ordinal, address, parent });
}
