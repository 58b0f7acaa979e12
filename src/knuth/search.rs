//! The ring engine: Knuth's breadth-first search, in his order of discovery, in bounded memory.
//!
//! Sources are read from the ring in the order in which they were stored. For the path to a
//! position, the ring keeps links to parents until these are overwritten.

use std::collections::VecDeque;
use std::mem::take;

use super::board::{Board, Target};
use super::movers::{MoverOrder, sort_nested, together};
use super::ring::{Full, Lookup, PacketRing};
use crate::engine::drive::{Level, Run, Search, answer};
use crate::engine::query::{
    Answer, Budget, Engine, Found, Observer, Progress, Query, Refusal, Stopped, Until,
};
use crate::engine::store::{WordBuffer, ones};
use crate::puzzle::{Configuration, Direction, Movers, Reach, Size, Style};

/// The largest ring, in words: 2^31, or 8 GiB.
pub const MAX_RING_WORDS: u64 = 1 << 31;

/// The number of words of SLIDING's own ring: 2^25, or 128 MiB.
pub const CLASSIC_RING_WORDS: u64 = 1 << 25;

/// Number of cells that are packed between two checks of the clock and reports to the observer.
const PATIENCE: usize = 1 << 16;

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
    let Size { rows, cols } = query.puzzle.size();
    if (rows as usize + 2) * (cols as usize + 1) < 64 {
        search_on(Board::<true>::new(query.puzzle), query, budget, observer)
    } else {
        search_on(Board::<false>::new(query.puzzle), query, budget, observer)
    }
}

fn search_on<const ONE: bool>(
    board: Board<ONE>,
    query: &Query,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Answer, Refusal> {
    let size = ring_words(query.ring_words, budget, board.packed_words())?;
    let count = PacketRing::words_needed(size, board.packed_words());
    let mut words =
        WordBuffer::new(count.div_ceil(2)).map_err(Refusal::no_room(4 * count as u64))?;
    let words = &mut bytemuck::cast_slice_mut(&mut words)[..count];
    let mut search = RingSearch {
        start: query.puzzle.start(),
        style: query.style,
        until: query.until,
        targets: query.puzzle.goals().iter().map(|goal| board.target(goal)).collect(),
        ring: PacketRing::new(words, size),
        order: MoverOrder::new(&board),
        sets: Default::default(),
        numbers: vec![0; board.numbers().end as usize / 64 + 1],
        arrivals: VecDeque::new(),
        visited: vec![0; board.cells()],
        walks: 0,
        branch: Vec::new(),
        packed: vec![0; board.packed_words().next_multiple_of(2) + 2],
        board,
        distance: 0,
        parent: 0,
        states: 0,
        states_before: 0,
        frontier: 0,
        goal: None,
        patience: 0,
    };
    Ok(answer(&mut search, query, Engine::Ring, &mut Run { budget, observer }))
}

/// Returns the size in words of the requested ring.
fn ring_words(wanted: Option<u64>, budget: &Budget, packet: usize) -> Result<usize, Refusal> {
    if let Some(words) = wanted {
        let sound = words.is_power_of_two() && (2..=MAX_RING_WORDS).contains(&words);
        return if sound { Ok(words as usize) } else { Err(Refusal::RingWords(words)) };
    }
    let allowed = budget.memory;
    // A packet has at least 3 words. An arrival takes 4 bytes, and as many again while the list of
    // them grows.
    let needed = |&size: &usize| PacketRing::bytes_needed(size, packet) + 8 * (size as u64 / 3);
    let largest =
        (1..=MAX_RING_WORDS.ilog2()).rev().map(|log| 1 << log).find(|size| needed(size) <= allowed);
    let needed = needed(&2);
    largest.ok_or(Refusal::TooLittleMemory { allowed, needed })
}

/// What ends a level before it is complete: a goal if no more is wanted, or a limit.
type Ended = Option<Stopped>;

struct RingSearch<'a, const ONE: bool> {
    start: &'a Configuration,
    style: Style,
    until: Until,
    targets: Vec<Target>,
    ring: PacketRing<'a>,
    /// The source.
    board: Board<ONE>,
    order: MoverOrder,
    /// For each direction the sets of pieces that can move.
    sets: [Vec<u64>; 4],
    /// Numbers of pieces, as bits.
    numbers: Vec<u64>,
    /// For each position of the frontier that is still to be expanded, the move that led to it.
    arrivals: VecDeque<Arrival>,
    /// For each cell the last walk in which the origin of the first mover was there.
    visited: Vec<u64>,
    walks: u64,
    /// Stack of a walk: the displacement, the direction of arrival, the number of directions tried.
    branch: Vec<(isize, Direction, usize)>,
    /// Scratch space for one packed position.
    packed: Vec<u32>,
    /// The distance that is being generated.
    distance: u64,
    /// Address of the source.
    parent: u64,
    /// Number of positions found in this pass, and before the level began.
    states: u64,
    states_before: u64,
    /// Number of positions at the last complete distance.
    frontier: u64,
    /// The first goal that was reached.
    goal: Option<RingPosition>,
    /// Number of cells that may be packed before the clock is checked.
    patience: usize,
}

/// The move that led to a position: a [number](Board::movers_number) of the pieces, times 4, plus that
/// of the last step's direction. Small, as there is one for every position of the frontier.
#[derive(Clone, Copy)]
struct Arrival(u32);

impl Arrival {
    fn new(pieces: u32, direction: Direction) -> Self {
        Self(pieces << 2 | direction as u32)
    }

    /// Returns the direction opposite to that of the last step.
    fn back(self) -> Direction {
        Direction::ALL[self.0 as usize % 4].opposite()
    }

    /// Whether the pieces have this number.
    fn is_of(self, pieces: u32) -> bool {
        self.0 >> 2 == pieces << 2 >> 2
    }
}

/// Whether moving a set of pieces in a direction leads only to positions that were reached from the
/// one before the last move, so that all are known. The pieces that were moved `last` are given with
/// the direction opposite to their last step.
fn is_needless(
    reach: Reach,
    (last, back): (u64, Direction),
    (set, direction): (u64, Direction),
) -> bool {
    match reach {
        // If one set is part of the other, then only the difference is out of its former place.
        Reach::Step if direction == back => (set & !last == 0) | (last & !set == 0),
        // Both could have been moved at once.
        Reach::Step => direction == back.opposite() && set & last == 0,
        Reach::Slide => set == last && direction.is_horizontal() == back.is_horizontal(),
        Reach::Walk => set == last,
    }
}

/// A position, and its address in the ring.
#[derive(Clone)]
struct RingPosition {
    configuration: Configuration,
    address: u64,
}

impl<const ONE: bool> RingSearch<'_, ONE> {
    /// Returns what was found since the level began.
    fn level(&mut self, end: Result<(), Ended>) -> Level {
        self.frontier = self.states - self.states_before;
        let stopped = end.err().flatten();
        Level { found: self.frontier, has_goal: self.goal.is_some(), stopped }
    }

    /// Generates all positions at the next distance.
    fn generate(&mut self, run: &mut Run) -> Result<(), Ended> {
        let (mut address, end) = self.ring.begin_level();
        while address != end {
            self.parent = address;
            let length = self.board.unpack(self.ring.packed(address));
            address = self.ring.following(address, length);
            let arrival = self.arrivals.pop_front();
            match self.style.movers() {
                Movers::Single => self.move_single(arrival, run)?,
                Movers::Super => self.move_together(arrival, run)?,
            }
            if self.ring.is_crowded() {
                let Self { ring, board, .. } = self;
                ring.rechain(|packed| {
                    let length = board.packed_length(packed);
                    (length, board.hash(&packed[..length]))
                });
            }
        }
        Ok(())
    }

    /// Makes the moves of single pieces.
    fn move_single(&mut self, arrival: Option<Arrival>, run: &mut Run) -> Result<(), Ended> {
        let reach = self.style.reach();
        for direction in Direction::ALL {
            self.board.add_behind_empty(direction, &mut self.numbers);
            for at in 0..self.numbers.len() {
                for bit in ones(take(&mut self.numbers[at])) {
                    let number = 64 * at as u32 + bit;
                    self.board.choose([number].into_iter());
                    if let Some(arrival) = arrival
                        && arrival.is_of(self.board.movers_number())
                        && is_needless(reach, (1, arrival.back()), (1, direction))
                    {
                        continue;
                    }
                    if self.board.fits(self.board.delta(direction), direction) {
                        self.go(direction, run)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes the moves of several pieces together.
    fn move_together(&mut self, arrival: Option<Arrival>, run: &mut Run) -> Result<(), Ended> {
        let mut sets = take(&mut self.sets);
        let mut is_listed = true;
        for direction in Direction::ALL {
            let sets = &mut sets[direction as usize];
            is_listed = is_listed && together(&self.board, direction, sets, &mut self.numbers);
        }
        let last = match arrival {
            Some(arrival) if is_listed => self.last_moved(arrival, &sets),
            _ => None,
        };
        for directions in [[Direction::Down, Direction::Up], [Direction::Right, Direction::Left]] {
            let mut is_ordered = is_listed;
            for direction in directions {
                let sets = &mut sets[direction as usize];
                is_ordered &= is_listed && self.sort(sets, direction, last, run)?;
            }
            if is_ordered {
                for direction in directions {
                    for &set in &sets[direction as usize] {
                        self.board.choose(ones(set));
                        self.go(direction, run)?;
                    }
                }
                continue;
            }
            self.order.restart(&self.board, directions);
            while let Some((is_forth, numbers)) = self.order.next() {
                let direction = directions[usize::from(!is_forth)];
                let mut set = 0_u64;
                for &number in numbers {
                    set |= 1_u64.wrapping_shl(number);
                }
                if set != 0 && (!is_listed || sets[direction as usize].contains(&set)) {
                    self.board.choose(numbers.iter().copied());
                    self.go(direction, run)?;
                }
            }
        }
        self.sets = sets;
        Ok(())
    }

    /// Finds the pieces that were moved last among the sets for each direction, and returns them with
    /// the direction opposite to their last step.
    fn last_moved(&mut self, arrival: Arrival, sets: &[Vec<u64>; 4]) -> Option<(u64, Direction)> {
        let (back, mut last) = (arrival.back(), None);
        // They can take a step back, so they are listed, perhaps with others of the same number.
        for &set in &sets[back as usize] {
            self.board.choose(ones(set));
            if arrival.is_of(self.board.movers_number()) {
                if last.is_some() {
                    return None;
                }
                last = Some((set, back));
            }
        }
        last
    }

    /// Puts sets that can move in a direction into SLIDING's order, without some that find nothing
    /// new. Returns whether that was possible.
    fn sort(
        &mut self,
        sets: &mut Vec<u64>,
        direction: Direction,
        last: Option<(u64, Direction)>,
        run: &mut Run,
    ) -> Result<bool, Ended> {
        if let Some(last) = last {
            // Without branches, which would be hard to predict.
            let (reach, mut kept) = (self.style.reach(), 0);
            for at in 0..sets.len() {
                sets[kept] = sets[at];
                kept += usize::from(!is_needless(reach, last, (sets[at], direction)));
            }
            sets.truncate(kept);
        }
        if sort_nested(direction, sets) {
            return Ok(true);
        }
        // Only the order of those that find something new can be noticed.
        for at in (0..sets.len()).rev() {
            if !self.may_find_new(sets[at], direction, run)? {
                sets.swap_remove(at);
            }
        }
        Ok(sort_nested(direction, sets))
    }

    /// Whether moves of a set of pieces, which can take a step in a direction, may lead to a new
    /// position, or further through one that is known at this distance.
    fn may_find_new(
        &mut self,
        set: u64,
        direction: Direction,
        run: &mut Run,
    ) -> Result<bool, Ended> {
        let delta = self.board.delta(direction);
        let mut moved = delta;
        self.board.choose(ones(set));
        let may_find_new = loop {
            self.look(run)?;
            self.board.shift(moved);
            let length = self.board.pack(&mut self.packed);
            let packed = &self.packed[..length];
            match self.ring.find(self.ring.chain(self.board.hash(packed)), packed) {
                Lookup::Never => break true,
                Lookup::Now(_) if self.style.reach() == Reach::Walk => break true,
                _ if self.style.reach() != Reach::Slide => break false,
                _ => moved += delta,
            }
            if !self.board.fits(moved, direction) {
                break false;
            }
        };
        Ok(may_find_new)
    }

    /// Moves the chosen pieces: one step in a direction, which must be legal, and further as the
    /// style allows.
    fn go(&mut self, direction: Direction, run: &mut Run) -> Result<(), Ended> {
        let mut moved = self.board.delta(direction);
        let leads_on = self.arrive(moved, direction, run)?;
        match self.style.reach() {
            Reach::Slide => loop {
                moved += self.board.delta(direction);
                if !self.board.fits(moved, direction) {
                    return Ok(());
                }
                self.arrive(moved, direction, run)?;
            },
            Reach::Walk if leads_on => self.walk(moved, direction, run),
            _ => Ok(()),
        }
    }

    /// Walks on from the first step: depth first, in the order right, left, down, up, never
    /// straight back, and to no displacement twice.
    fn walk(&mut self, moved: isize, direction: Direction, run: &mut Run) -> Result<(), Ended> {
        let first = self.board.origin(self.board.movers()[0]) as usize;
        self.walks += 1;
        self.visited[first] = self.walks;
        self.visited[first.wrapping_add_signed(moved)] = self.walks;
        self.branch.clear();
        self.branch.push((moved, direction, 0));
        while let Some((moved, came, tried)) = self.branch.last_mut() {
            let Some(&direction) = Direction::ALL.get(*tried) else {
                self.branch.pop();
                continue;
            };
            *tried += 1;
            let moved = *moved + self.board.delta(direction);
            if direction == came.opposite() || !self.board.fits(moved, direction) {
                continue;
            }
            let visited = &mut self.visited[first.wrapping_add_signed(moved)];
            if *visited == self.walks {
                continue;
            }
            *visited = self.walks;
            if self.arrive(moved, direction, run)? {
                self.branch.push((moved, direction, 0));
            }
        }
        Ok(())
    }

    /// Handles the position with the chosen pieces displaced by `moved`. Returns whether a walk
    /// goes on from there.
    #[inline(always)]
    fn arrive(&mut self, moved: isize, direction: Direction, run: &mut Run) -> Result<bool, Ended> {
        self.look(run)?;
        self.board.shift(moved);
        self.store(direction, run)
    }

    /// Looks the position on the board up, and stores it if it is new.
    #[inline(always)]
    fn store(&mut self, direction: Direction, run: &mut Run) -> Result<bool, Ended> {
        let length = self.board.pack(&mut self.packed);
        let packed = &self.packed[..length];
        let chain = self.ring.chain(self.board.hash(packed));
        match self.ring.find(chain, packed) {
            Lookup::Before => return Ok(false),
            Lookup::Now(known) => return Ok(self.pass_through(known)),
            Lookup::Never => {}
        }
        let address = self.ring.next();
        if self.states == self.states_before || run.observer.wants_every() {
            let (configuration, ordinal) = (self.board.configuration(), self.states);
            run.observer.found(&Found { configuration, ordinal, address, parent: self.parent });
        }
        self.states += 1;
        self.arrivals.push_back(Arrival::new(self.board.movers_number(), direction));
        if let Err(Full) = self.ring.store(chain, packed, self.parent) {
            return Err(Some(Stopped::Memory));
        }
        if self.targets.iter().any(|target| self.board.meets(target)) {
            if self.goal.is_none() {
                let configuration = self.board.configuration();
                self.goal = Some(RingPosition { configuration, address });
            }
            if self.until == Until::Solved {
                return Err(None);
            }
        }
        Ok(true)
    }

    /// Whether a walk goes on through a position that is already known at the distance that is
    /// being generated. If so, the walk's source becomes its parent.
    fn pass_through(&mut self, known: u64) -> bool {
        if self.style.reach() != Reach::Walk {
            return false;
        }
        // If a single piece was here on a walk from this source, it has been everywhere beyond.
        if self.style.movers() == Movers::Single && self.ring.parent(known) == self.parent {
            return false;
        }
        self.ring.set_parent(known, self.parent);
        true
    }

    /// Checks the clock and reports to the observer, if that is due.
    #[inline(always)]
    fn look(&mut self, run: &mut Run) -> Result<(), Ended> {
        if let Some(left) = self.patience.checked_sub(self.board.cells()) {
            self.patience = left;
            return Ok(());
        }
        self.patience = PATIENCE;
        run.observer.progress(&Progress {
            distance: self.distance,
            frontier: self.frontier,
            states: self.states,
            bytes: None,
            part: None,
        });
        run.budget.look().map_err(Some)
    }
}

impl<const ONE: bool> Search for RingSearch<'_, ONE> {
    fn begin(&mut self, run: &mut Run) -> Level {
        (self.states, self.states_before, self.distance, self.parent) = (0, 0, 0, 0);
        self.board.set(self.start);
        let end = self.store(Direction::Right, run).map(|_| ());
        // The start has none.
        self.arrivals.clear();
        self.level(end)
    }

    fn advance(&mut self, distance: u64, run: &mut Run) -> Level {
        (self.distance, self.states_before) = (distance, self.states);
        let end = self.generate(run);
        self.level(end)
    }

    fn goal(&self) -> Option<Configuration> {
        self.goal.as_ref().map(|goal| goal.configuration.clone())
    }

    /// Goes back from the goal, as far as the ring holds the packets.
    fn follow(
        &mut self,
        distance: u64,
        path: &mut Vec<Configuration>,
        _: &Budget,
    ) -> Result<(), Stopped> {
        let mut address = self.goal.as_ref().expect("it was reached").address;
        for _ in 0..distance {
            // If the packet itself is overwritten, so is its link.
            if !self.ring.holds(address) {
                break;
            }
            address = self.ring.parent(address);
            if !self.ring.holds(address) {
                break;
            }
            self.board.unpack(self.ring.packed(address));
            path.push(self.board.configuration());
        }
        Ok(())
    }

    fn restart(&mut self, goal: &Configuration) {
        self.ring.restart();
        self.goal = None;
        self.until = Until::Solved;
        self.targets = vec![self.board.target_at(goal)];
    }
}
