//! Solves many tile puzzles, each in one thread.

use std::time::Duration;

use super::Tiles;
use super::choice::{
    Answer, Begun, Observer, Request, begin, go_on, has_room, solver, without_databases,
};
use super::deepening::{Found, Pass, TooLarge, Watch};
use super::optimal::Building;
use crate::engine::host::{Instant, for_each, map, threads};
use crate::engine::query::Engine;

/// Observer of the solving of many puzzles, called from any thread.
pub trait Overseer: Sync {
    /// A search begins for this puzzle, given by its number from 0.
    fn engine_chosen(&self, _number: usize, _engine: Engine, _why: &str) {}

    /// A pass for this puzzle has ended without a solution.
    fn pass_ends(&self, _number: usize, _pass: &Pass) {}

    /// Databases are being built.
    fn building(&self, _building: &Building) {}

    /// The search of this puzzle with small databases will take long, and large ones exist.
    fn is_slow(&self, _number: usize) {}

    /// This puzzle is searched without databases, as these need `needed` bytes.
    fn lacks_memory(&self, _number: usize, _needed: u64) {}

    /// This puzzle has its answer.
    fn answered(&self, _number: usize) {}

    /// Whether all searches should stop. Called often.
    fn is_over(&self) -> bool {
        false
    }
}

impl Overseer for () {}

/// An answer, and the time that it took, without the time for databases.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The answer.
    pub answer: Result<Answer, TooLarge>,
    /// The time for this puzzle.
    pub elapsed: Duration,
}

/// From this number of puzzles on, databases pay off sooner than for one alone.
const MANY: usize = 5;

/// Solves puzzles with several threads, each in one of them, and returns the answers in the order
/// of the puzzles. All that need the same databases share them.
///
/// Does what [`solve`](super::choice::solve) does for each; errors take the place of the answer.
/// The time limit of each puzzle includes its wait for databases.
///
/// ```
/// use sliding::tiles::{Tiles, batch::solve_all, choice::Request, notation};
///
/// let boards = ["1 2 3/4 5 6/7 0 8", "8 2 0/4 6 1/3 7 5"].map(|text| {
///     let (size, start) = notation::board(text, None).unwrap();
///     Tiles::new(size, start, notation::blank_last(size)).unwrap()
/// });
/// let answers = solve_all(&boards, &Request::default(), &());
/// let moves = |number: usize| answers[number].answer.as_ref().unwrap().way().unwrap().len();
/// assert_eq!((moves(0), moves(1) % 2), (1, 0));
/// ```
pub fn solve_all(boards: &[Tiles], request: &Request, overseer: &dyn Overseer) -> Vec<Timed> {
    let first = |(number, tiles): (usize, &Tiles)| {
        let mut one = One::new(number, request.time_limit, overseer);
        let begun = begin(tiles, request, boards.len() >= MANY, &mut one);
        let elapsed = one.begun.elapsed();
        match begun {
            Ok(Begun::NeedsDatabases(found)) => State::Waiting(found, elapsed),
            Ok(Begun::Answered(answer)) => one.done(Ok(answer), elapsed),
            Err(error) => one.done(Err(error), elapsed),
        }
    };
    let mut states = map(threads(request.threads), boards.iter().enumerate(), first);
    while let Some(number) = states.iter().position(|state| matches!(state, State::Waiting(..))) {
        with_databases(boards, &mut states, &boards[number], request, overseer);
    }
    let answers = states.into_iter().map(|state| match state {
        State::Done(timed) => timed,
        State::Waiting(..) => unreachable!("nobody waits any more"),
    });
    answers.collect()
}

/// The state of a puzzle.
enum State {
    /// It has its answer.
    Done(Timed),
    /// It waits for databases.
    Waiting(Found, Duration),
}

/// Solves all puzzles that wait for the same databases as a given one.
fn with_databases(
    boards: &[Tiles],
    states: &mut [State],
    like: &Tiles,
    request: &Request,
    overseer: &dyn Overseer,
) {
    let has_room = has_room(like, request);
    let building = One::new(0, longest_left(boards, states, like, request), overseer);
    let mut tell = |built: Building| {
        overseer.building(&built);
        !building.is_over()
    };
    let solver = if has_room { solver(like, request, &mut tell) } else { Ok(None) };
    let waited = building.begun.elapsed();
    let both = boards.iter().zip(states).enumerate();
    for_each(threads(request.threads), both, |(number, (tiles, state))| {
        let State::Waiting(found, before) = state else { return };
        if !shares_databases(tiles, like) {
            return;
        }
        let time = request.time_limit.map(|limit| limit.saturating_sub(*before + waited));
        let mut one = One::new(number, time, overseer);
        let answer = match &solver {
            Ok(_) if !has_room => without_databases(tiles, request, found.clone(), &mut one),
            Ok(solver) => go_on(tiles, request, solver.as_ref(), found.clone(), &mut one),
            Err(error) => Err(*error),
        };
        let elapsed = *before + one.begun.elapsed();
        *state = one.done(answer, elapsed);
    });
}

/// Whether two puzzles use the same databases.
fn shares_databases(one: &Tiles, other: &Tiles) -> bool {
    let key = |tiles: &Tiles| (tiles.size, Tiles::blank(&tiles.goal));
    key(one) == key(other)
}

/// Returns the maximum of the remaining times of the puzzles that wait for the databases of a given
/// one.
fn longest_left(
    boards: &[Tiles],
    states: &[State],
    like: &Tiles,
    request: &Request,
) -> Option<Duration> {
    let limit = request.time_limit?;
    let left = boards.iter().zip(states).filter_map(|(tiles, state)| match state {
        State::Waiting(_, before) if shares_databases(tiles, like) => {
            Some(limit.saturating_sub(*before))
        }
        _ => None,
    });
    left.max()
}

/// Observer of one puzzle of many.
pub(super) struct One<'a> {
    number: usize,
    pub begun: Instant,
    /// `None` if the time is beyond the clock's range, which is no limit.
    deadline: Option<Instant>,
    overseer: &'a dyn Overseer,
}

impl<'a> One<'a> {
    pub fn new(number: usize, time: Option<Duration>, overseer: &'a dyn Overseer) -> Self {
        let begun = Instant::now();
        let deadline = time.and_then(|time| begun.checked_add(time));
        One { number, begun, deadline, overseer }
    }

    fn done(self, answer: Result<Answer, TooLarge>, elapsed: Duration) -> State {
        self.overseer.answered(self.number);
        State::Done(Timed { answer, elapsed })
    }
}

impl Watch for One<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.overseer.pass_ends(self.number, pass);
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline) || self.overseer.is_over()
    }
}

impl Observer for One<'_> {
    fn engine_chosen(&mut self, engine: Engine, why: &str) {
        self.overseer.engine_chosen(self.number, engine, why);
    }

    fn is_slow(&mut self) {
        self.overseer.is_slow(self.number);
    }

    fn is_cancelled(&self) -> bool {
        self.overseer.is_over()
    }

    fn lacks_memory(&mut self, needed: u64) {
        self.overseer.lacks_memory(self.number, needed);
    }
}
