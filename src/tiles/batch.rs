//! Solves many tile puzzles, each in one thread.

use std::time::Duration;

use super::Tiles;
use super::choice::{
    FirstAttempt, TileAnswer, TileObserver, TileRequest, begin, continue_with, has_room, solver,
    without_databases,
};
use super::deepening::{Pass, PassObserver, TileSearchResult, TooLarge};
use super::optimal::BuildEvent;
use crate::engine::host::{Instant, for_each, map, threads};
use crate::engine::query::Engine;

/// Observer of the solving of many puzzles, called from any thread.
pub trait BatchObserver: Sync {
    /// A search begins for this puzzle, given by its number from 0.
    fn engine_chosen(&self, _number: usize, _engine: Engine, _why: &str) {}

    /// A pass for this puzzle has ended without a solution.
    fn pass_ends(&self, _number: usize, _pass: &Pass) {}

    /// Databases are being built.
    fn building(&self, _building: &BuildEvent) {}

    /// The search of this puzzle with small databases will take long, and large ones exist.
    fn is_slow(&self, _number: usize) {}

    /// This puzzle is searched without databases, as these need `needed` bytes.
    fn lacks_memory(&self, _number: usize, _needed: u64) {}

    /// This puzzle has its answer.
    fn answered(&self, _number: usize) {}

    /// Whether all searches should stop. Called often.
    fn should_stop(&self) -> bool {
        false
    }
}

impl BatchObserver for () {}

/// An answer, and the time that it took, without the time for databases.
#[derive(Clone, Debug)]
pub struct TimedAnswer {
    /// The answer.
    pub answer: Result<TileAnswer, TooLarge>,
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
/// use sliding::tiles::{Tiles, batch::solve_all, choice::TileRequest, notation};
///
/// let boards = ["1 2 3/4 5 6/7 0 8", "8 2 0/4 6 1/3 7 5"].map(|text| {
///     let (size, start) = notation::board(text, None).unwrap();
///     Tiles::new(size, start, notation::blank_last(size)).unwrap()
/// });
/// let answers = solve_all(&boards, &TileRequest::default(), &());
/// let moves = |number: usize| answers[number].answer.as_ref().unwrap().moves().unwrap().len();
/// assert_eq!((moves(0), moves(1) % 2), (1, 0));
/// ```
pub fn solve_all(
    boards: &[Tiles],
    request: &TileRequest,
    observer: &dyn BatchObserver,
) -> Vec<TimedAnswer> {
    let first = |(number, tiles): (usize, &Tiles)| {
        let mut one = BoardObserver::new(number, request.time_limit, observer);
        let attempt = begin(tiles, request, boards.len() >= MANY, &mut one);
        let elapsed = one.started.elapsed();
        match attempt {
            Ok(FirstAttempt::NeedsDatabases(found)) => BoardState::Waiting(found, elapsed),
            Ok(FirstAttempt::Answered(answer)) => one.done(Ok(answer), elapsed),
            Err(error) => one.done(Err(error), elapsed),
        }
    };
    let mut states = map(threads(request.threads), boards.iter().enumerate(), first);
    while let Some(number) =
        states.iter().position(|state| matches!(state, BoardState::Waiting(..)))
    {
        with_databases(boards, &mut states, &boards[number], request, observer);
    }
    let answers = states.into_iter().map(|state| match state {
        BoardState::Done(timed) => timed,
        BoardState::Waiting(..) => unreachable!("nobody waits any more"),
    });
    answers.collect()
}

/// The state of a puzzle.
enum BoardState {
    /// It has its answer.
    Done(TimedAnswer),
    /// It waits for databases.
    Waiting(TileSearchResult, Duration),
}

/// Solves all puzzles that wait for the same databases as a given one.
fn with_databases(
    boards: &[Tiles],
    states: &mut [BoardState],
    like: &Tiles,
    request: &TileRequest,
    observer: &dyn BatchObserver,
) {
    let has_room = has_room(like, request);
    let building = BoardObserver::new(0, longest_left(boards, states, like, request), observer);
    let mut report = |built: BuildEvent| {
        observer.building(&built);
        !building.should_stop()
    };
    let solver = if has_room { solver(like, request, &mut report) } else { Ok(None) };
    let waited = building.started.elapsed();
    let both = boards.iter().zip(states).enumerate();
    for_each(threads(request.threads), both, |(number, (tiles, state))| {
        let BoardState::Waiting(found, before) = state else { return };
        if !shares_databases(tiles, like) {
            return;
        }
        let time = request.time_limit.map(|limit| limit.saturating_sub(*before + waited));
        let mut one = BoardObserver::new(number, time, observer);
        let answer = match &solver {
            Ok(_) if !has_room => without_databases(tiles, request, found.clone(), &mut one),
            Ok(solver) => continue_with(tiles, request, solver.as_ref(), found.clone(), &mut one),
            Err(error) => Err(*error),
        };
        let elapsed = *before + one.started.elapsed();
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
    states: &[BoardState],
    like: &Tiles,
    request: &TileRequest,
) -> Option<Duration> {
    let limit = request.time_limit?;
    let left = boards.iter().zip(states).filter_map(|(tiles, state)| match state {
        BoardState::Waiting(_, before) if shares_databases(tiles, like) => {
            Some(limit.saturating_sub(*before))
        }
        _ => None,
    });
    left.max()
}

/// Observer of one puzzle of many.
pub(super) struct BoardObserver<'a> {
    number: usize,
    pub started: Instant,
    /// `None` if the time is beyond the clock's range, which is no limit.
    deadline: Option<Instant>,
    observer: &'a dyn BatchObserver,
}

impl<'a> BoardObserver<'a> {
    pub fn new(number: usize, time: Option<Duration>, observer: &'a dyn BatchObserver) -> Self {
        let started = Instant::now();
        let deadline = time.and_then(|time| started.checked_add(time));
        BoardObserver { number, started, deadline, observer }
    }

    fn done(self, answer: Result<TileAnswer, TooLarge>, elapsed: Duration) -> BoardState {
        self.observer.answered(self.number);
        BoardState::Done(TimedAnswer { answer, elapsed })
    }
}

impl PassObserver for BoardObserver<'_> {
    fn pass_ends(&mut self, pass: &Pass) {
        self.observer.pass_ends(self.number, pass);
    }

    fn should_stop(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline)
            || self.observer.should_stop()
    }
}

impl TileObserver for BoardObserver<'_> {
    fn engine_chosen(&mut self, engine: Engine, why: &str) {
        self.observer.engine_chosen(self.number, engine, why);
    }

    fn is_slow(&mut self) {
        self.observer.is_slow(self.number);
    }

    fn is_cancelled(&self) -> bool {
        self.observer.should_stop()
    }

    fn lacks_memory(&mut self, needed: u64) {
        self.observer.lacks_memory(self.number, needed);
    }
}
