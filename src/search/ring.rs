//! The ring engine: Knuth's breadth-first search, in his order of discovery, in bounded memory.
//!
//! Sources are taken from the ring in the order in which they were stored. Of the way to a
//! configuration, the ring keeps links to parents; where those have been written over when a goal
//! is met, the search runs again for the earliest configuration that survives, as often as needed.

use std::ops::ControlFlow;
use std::time::Instant;

use super::{Found, Limit, Observer, Outcome, Request, RingSize, SearchError, Status, Until};
use crate::moves::{Movement, Movers};
use crate::moves::explain::explain;
use crate::moves::single::Single;
use crate::moves::superpiece::Super;
use crate::moves::walk::{Onward, Walker};
use crate::puzzle::{self, Configuration, Puzzle, Reach, Solution};
use crate::space::{Bits, Position, Source, Space, Targets, words_for};
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
    let sink = Sink {
        packed: vec![0; space.packed_words()],
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
        puzzle::Movers::Single => with_movement::<B, Single<B>>(puzzle, request, sink),
        puzzle::Movers::Super => with_movement::<B, Super<B>>(puzzle, request, sink),
    };
    outcome.elapsed = started.elapsed();
    Ok(outcome)
}

fn with_movement<'a, B: Bits, M: Movement<B>>(
    puzzle: &'a Puzzle,
    request: &'a Request,
    sink: Sink<'a, B>,
) -> Outcome {
    let source = sink.space.source();
    let generator = Generator::<B, M>::new(sink.space);
    let mut engine = Engine { puzzle, request, sink, generator, source };
    match request.style.reach() {
        Reach::Step => engine.run::<STEP>(),
        Reach::Slide => engine.run::<SLIDE>(),
        Reach::Walk => engine.run::<WALK>(),
    }
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

/// What the moves of a source are made with.
struct Generator<B, M> {
    movement: M,
    walker: Walker<B>,
    movers: Movers<B>,
}

/// Where new configurations go, and who hears of them.
struct Sink<'a, B> {
    space: &'a Space<B>,
    targets: Targets<B>,
    ring: Ring<'a>,
    packed: Vec<u32>,
    observer: &'a mut dyn Observer,
    until: Until,
    /// The distance that is being generated.
    distance: u64,
    /// Address of the source.
    parent: u64,
    /// Configurations found in this pass.
    states: u64,
    /// The same at the beginning of the level.
    states_before: u64,
    /// Distance of the first goal that was met when the search goes on beyond it.
    passed_goal: Option<u64>,
}

impl<B: Bits> Sink<'_, B> {
    /// Takes a position that a move from the source leads to.
    #[inline(always)]
    fn arrive<M: Movement<B>, const REACH: u8>(
        &mut self,
        position: &Position<B>,
    ) -> ControlFlow<End, Onward> {
        let length = self.space.pack(position, &mut self.packed);
        let packed = &self.packed[..length];
        let chain = self.ring.chain(self.space.hash(packed));
        match self.ring.find(chain, packed) {
            Seen::Before => return ControlFlow::Continue(Onward::No),
            Seen::Now(known) => return ControlFlow::Continue(self.pass_through::<M, REACH>(known)),
            Seen::Never => {}
        }
        let address = self.ring.next();
        if self.states == self.states_before || self.observer.wants_every() {
            self.announce(position, address);
        }
        self.states += 1;
        if self.ring.store(chain, &self.packed[..length], self.parent) == Err(Full) {
            return ControlFlow::Break(End::Limit(Limit::Memory));
        }
        if self.targets.are_met_by(position) {
            match self.until {
                Until::Solved => return ControlFlow::Break(End::Met(self.distance, address)),
                Until::Exhausted => {
                    self.passed_goal.get_or_insert(self.distance);
                }
            }
        }
        ControlFlow::Continue(Onward::Yes)
    }

    /// Whether a walk goes on through a configuration that is known already at the distance that
    /// is being generated. If so, it becomes the walk's.
    #[inline(always)]
    fn pass_through<M: Movement<B>, const REACH: u8>(&mut self, known: u64) -> Onward {
        if REACH != WALK {
            return Onward::No;
        }
        // A single piece that was here on a walk from this source has been everywhere beyond.
        if !M::AMBIGUOUS && self.ring.parent(known) == self.parent {
            return Onward::No;
        }
        self.ring.set_parent(known, self.parent);
        Onward::Yes
    }

    /// Like [`Sink::arrive`], but breaks where a position is new instead of taking it.
    #[inline(always)]
    fn try_out<M: Movement<B>, const REACH: u8>(
        &mut self,
        position: &Position<B>,
    ) -> ControlFlow<(), Onward> {
        let length = self.space.pack(position, &mut self.packed);
        let packed = &self.packed[..length];
        let chain = self.ring.chain(self.space.hash(packed));
        match self.ring.find(chain, packed) {
            Seen::Before => ControlFlow::Continue(Onward::No),
            Seen::Now(known) => ControlFlow::Continue(self.pass_through::<M, REACH>(known)),
            Seen::Never => ControlFlow::Break(()),
        }
    }

    /// Tells the observer of a configuration.
    #[cold]
    fn announce(&mut self, position: &Position<B>, address: u64) {
        let configuration = self.space.configuration(position);
        let (ordinal, parent) = (self.states, self.parent);
        self.observer.found(&Found { configuration, ordinal, address, parent });
    }
}

impl<B: Bits, M: Movement<B>> Generator<B, M> {
    fn new(space: &Space<B>) -> Self {
        Self { movement: M::new(space), walker: Walker::new(space), movers: Movers::new(space) }
    }

    /// Sends all that one move from the source leads to into the sink, in SLIDING's order as far as
    /// it is new.
    #[inline(always)]
    fn expand<const REACH: u8>(
        &mut self,
        source: &Source<B>,
        sink: &mut Sink<B>,
    ) -> ControlFlow<End> {
        let Self { movement, walker, movers } = self;
        let space = sink.space;
        movement.look(space, source);
        for direction in M::DIRECTIONS {
            movers.clear();
            movement.list(space, source, direction, movers);
            if !M::IN_ORDER && movers.as_slice().len() > 1 {
                // Finding the order takes long. Movers that find nothing new need none.
                movers.retain(|cells| {
                    let try_out = |position: &_| sink.try_out::<M, REACH>(position);
                    walker.go::<REACH, _>(space, source, cells, direction, try_out).is_break()
                });
                if movers.as_slice().len() > 1 {
                    movement.sort(space, source, direction, movers);
                }
            }
            for cells in movers.as_slice() {
                let arrive = |position: &_| sink.arrive::<M, REACH>(position);
                walker.go::<REACH, _>(space, source, cells, direction, arrive)?;
            }
        }
        ControlFlow::Continue(())
    }
}

struct Engine<'a, B, M> {
    puzzle: &'a Puzzle,
    request: &'a Request,
    sink: Sink<'a, B>,
    generator: Generator<B, M>,
    source: Source<B>,
}

impl<B: Bits, M: Movement<B>> Engine<'_, B, M> {
    fn run<const REACH: u8>(&mut self) -> Outcome {
        let mut levels = Vec::new();
        let end = self.pass::<REACH>(&mut levels);
        let mut outcome = Outcome {
            status: Status::Unsolvable,
            moves: self.sink.passed_goal,
            levels,
            states: self.sink.states,
            solution: None,
            elapsed: Default::default(),
            engine: "ring",
        };
        match end {
            End::Met(distance, address) => {
                outcome.status = Status::Solved;
                outcome.moves = Some(distance);
                if self.request.want_solution {
                    match self.way::<REACH>(distance, address) {
                        Ok(way) => outcome.solution = Some(self.explained(&way)),
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
        sink.observer.level_begins(0);
        let start = sink.space.position(self.puzzle.start());
        if let ControlFlow::Break(end) = sink.arrive::<M, STEP>(&start) {
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
        let Self { sink, generator, source, .. } = self;
        let (mut address, end) = sink.ring.begin_level();
        for count in 1_u32.. {
            if address == end {
                break;
            }
            let length = sink.space.unpack(sink.ring.packed(address), source);
            sink.parent = address;
            address = sink.ring.following(address, length);
            generator.expand::<REACH>(source, sink)?;
            if sink.ring.is_crowded() {
                let space = sink.space;
                sink.ring.rechain(|packed| {
                    let length = space.unpack(packed, source);
                    (length, space.hash(&packed[..length]))
                });
            }
            if count % PATIENCE == 0 {
                self.request.limits.pause(sink.observer).map_break(End::Limit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The configurations from the start to the goal, which is the packet at `address`.
    fn way<const REACH: u8>(&mut self, mut distance: u64, mut address: u64) -> Result<Vec<Configuration>, Limit> {
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
        self.sink.space.unpack(self.sink.ring.packed(address), &mut self.source);
        self.sink.space.configuration(&self.source.position)
    }

    /// The moves along a way.
    fn explained(&mut self, way: &[Configuration]) -> Solution {
        let reach = self.request.style.reach();
        let moves = way.windows(2).map(|pair| {
            explain(self.sink.space, &mut self.generator.movement, reach, &pair[0], &pair[1])
                .expect("neighbours on a way are one move apart")
        });
        Solution { moves: moves.collect() }
    }
}

