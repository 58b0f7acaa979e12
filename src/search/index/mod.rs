//! The index engine: breadth-first search with two bits a configuration and nothing else.
//!
//! Every placement of the pieces has a number, so a configuration need not be stored to be known:
//! its distance modulo 3 in a large array of marks says all. Neighbours are at most one move
//! farther or nearer, so the marks lead back from a goal as well. `docs/INDEX.md` tells the whole.
//!
//! There are two [`Field`]s of marks: [`plain`](plain::Plain), by the numbers themselves, and
//! [`rows`](rows::Rows), where the orders of each skeleton that can be reached stand side by side.

mod plain;
mod share;
mod stepper;

use std::ops::ControlFlow;
use std::time::Instant;

use num_bigint::BigUint;

use self::plain::Plain;
use self::stepper::Stepper;
use super::{Found, Limit, Observer, Outcome, Request, SearchError, Status, Until};
use crate::moves::Movement;
use crate::moves::explain::explain;
use crate::moves::single::Single;
use crate::moves::superpiece::Super;
use crate::puzzle::{Configuration, Movers, Puzzle, Solution};
use crate::space::census::{Census, Wanted, meeting};
use crate::space::{Bits, Space, words_for};
use crate::store::{Mark, Marks};

/// Levels with fewer configurations are not worth the threads.
const FEW: u64 = 1 << 13;

/// A partial goal with at most so many configurations is a list of them.
const MOST_GOALS: usize = 1 << 16;

/// The graph of all skeletons may take this part of the memory.
const CENSUS_PART: u64 = 4;

/// Marks for configurations, which are known by numbers.
trait Field {
    /// The number of a configuration; `None` if it certainly cannot be reached.
    fn number(&self, configuration: &Configuration) -> Option<u64>;

    /// The configuration with a number.
    fn configuration(&self, number: u64) -> Configuration;

    /// The distances modulo 3 of all that is known.
    fn marks(&self) -> &Marks;

    /// Marks the start.
    fn begin(&mut self, number: u64);

    /// Marks all configurations at a distance, given those before. Gives their number, of which
    /// some may be missing if it was stopped.
    fn level(
        &mut self,
        distance: u64,
        pause: &mut dyn FnMut() -> ControlFlow<Limit>,
    ) -> (u64, ControlFlow<Limit>);

    /// Appends the numbers of what one move leads to.
    fn neighbours(&mut self, number: u64, numbers: &mut Vec<u64>);

    /// The smallest number with a mark whose configuration is wanted, among those of the last
    /// level at least.
    fn first_meeting(&self, wanted: &Wanted, mark: Mark) -> Option<u64>;
}

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
    match request.style.movers() {
        Movers::Single => with_movement::<B, Single<B>>(puzzle, request, observer),
        Movers::Super => with_movement::<B, Super<B>>(puzzle, request, observer),
    }
}

fn with_movement<B: Bits, M: Movement<B> + Send>(
    puzzle: &Puzzle,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Outcome, SearchError> {
    let started = Instant::now();
    let allowed = request.memory();
    let census = Census::new(puzzle, allowed / CENSUS_PART)
        .map_err(|_| SearchError::Uncountable { allowed })?;
    let (space, reach) = (Space::<B>::new(puzzle, 0), request.style.reach());
    let needed = plain_bytes(&census);
    if needed > BigUint::from(allowed) {
        let (placements, needed) = (Box::new(census.total().clone()), Box::new(needed));
        return Err(SearchError::TooManyPlacements { placements, needed, allowed });
    }
    let mut field = Plain::<B, M>::new(&space, &census, reach, request.threads())?;
    let mut outcome = run(&mut field, puzzle, &census, request, observer);
    if let Some(way) = outcome.1 {
        let mut movement = Stepper::<B, M>::new(&space, reach).movement;
        let moves = way.windows(2).map(|pair| {
            explain(&space, &mut movement, reach, &pair[0], &pair[1])
                .expect("neighbours on a way are one move apart")
        });
        outcome.0.solution = Some(Solution { moves: moves.collect() });
    }
    outcome.0.elapsed = started.elapsed();
    Ok(outcome.0)
}

/// Memory for marks of all placements, and for their numbering.
fn plain_bytes(census: &Census) -> BigUint {
    let marks = u64::try_from(census.total()).map(plain::bytes);
    // A word of 8 bytes has 32 marks.
    marks.map_or_else(|_| census.total() / 4_u8, BigUint::from) + census.skeletons.bytes()
}

/// The goals of a search, by number where possible.
struct Goals {
    numbers: Vec<u64>,
    wanted: Vec<Wanted>,
}

impl Goals {
    fn new(field: &impl Field, puzzle: &Puzzle, census: &Census) -> Self {
        let mut goals = Self { numbers: Vec::new(), wanted: Vec::new() };
        for goal in puzzle.goals() {
            match meeting(puzzle, goal, MOST_GOALS) {
                Some(list) => goals.numbers.extend(list.iter().filter_map(|c| field.number(c))),
                None => goals.wanted.push(Wanted::new(puzzle, census, goal)),
            }
        }
        goals.numbers.sort_unstable();
        goals
    }

    /// The smallest number of a goal that was found at a distance, if none was found before.
    fn first_at(&self, field: &impl Field, distance: u64) -> Option<u64> {
        let mark = Mark::of(distance);
        let listed = self.numbers.iter().copied().find(|&n| field.marks().get(n) == Some(mark));
        let others = self.wanted.iter().filter_map(|wanted| field.first_meeting(wanted, mark));
        listed.into_iter().chain(others).min()
    }
}

/// The search itself. The way to a goal, if it is wanted, is given as configurations.
fn run(
    field: &mut impl Field,
    puzzle: &Puzzle,
    census: &Census,
    request: &Request,
    observer: &mut dyn Observer,
) -> (Outcome, Option<Vec<Configuration>>) {
    let goals = Goals::new(field, puzzle, census);
    let mut outcome = Outcome {
        status: Status::Unsolvable,
        moves: None,
        levels: Vec::new(),
        states: 1,
        solution: None,
        elapsed: Default::default(),
        engine: "index",
    };
    let start = field.number(puzzle.start()).expect("the start is a placement");
    observer.level_begins(0);
    let configuration = puzzle.start().clone();
    observer.found(&Found { configuration, ordinal: 0, address: 1, parent: 0 });
    field.begin(start);
    let mut goal = None;
    let mut found = 1;
    for distance in 0.. {
        if distance > 0 {
            if let Some(limit) = request.limits.max_moves.filter(|&max| distance > max) {
                outcome.status = Status::Limit(Limit::Moves(limit));
                break;
            }
            observer.level_begins(distance);
            let ended;
            (found, ended) = field.level(distance, &mut || request.limits.pause(observer));
            outcome.states += found;
            if let ControlFlow::Break(limit) = ended {
                outcome.status = Status::Limit(limit);
                break;
            }
        }
        if found == 0 {
            break;
        }
        if goal.is_none() {
            goal = goals.first_at(field, distance);
            if goal.is_some() {
                (outcome.status, outcome.moves) = (Status::Solved, Some(distance));
                if request.until == Until::Solved {
                    observer.goal_met(distance);
                    break;
                }
            }
        }
        observer.level_ends(distance, found);
        outcome.levels.push(found);
    }
    let goal = goal.zip(outcome.moves).filter(|_| request.want_solution);
    let way = goal.map(|(goal, distance)| way(field, goal, distance));
    (outcome, way)
}

/// A shortest way from the start to a configuration at a distance: back from there, always to the
/// neighbour with the smallest number, which does not hang on threads.
fn way(field: &mut impl Field, goal: u64, distance: u64) -> Vec<Configuration> {
    let mut way = vec![field.configuration(goal)];
    let (mut number, mut neighbours) = (goal, Vec::new());
    for distance in (0..distance).rev() {
        neighbours.clear();
        field.neighbours(number, &mut neighbours);
        let mark = Some(Mark::of(distance));
        let nearer = neighbours.iter().copied().filter(|&n| field.marks().get(n) == mark);
        number = nearer.min().expect("it was reached by a move");
        way.push(field.configuration(number));
    }
    way.reverse();
    way
}
