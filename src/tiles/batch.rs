//! Solves many tile puzzles, several at a time.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use super::Tiles;
use super::choice::{begin, continue_with, without_databases};
use super::deepening::{Pass, PassObserver, TooLarge};
use super::observer::TileObserver;
use super::optimal::BuildEvent;
use super::request::{FirstAttempt, TileAnswer, TileRequest, has_room};
use super::session::Session;
use crate::engine::host::{Instant, Pool, lock, threads};
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

    /// A shorter solution of this puzzle is known, in `moves` moves. None has fewer than
    /// `at_least`.
    fn improved(&self, _number: usize, _moves: u64, _at_least: u64) {}

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

/// Solves puzzles with several threads, each in one of them, and passes the answers to `each` in
/// the order of the puzzles, as soon as they are known. All that need the same databases share
/// them.
///
/// Does what [`solve`](super::choice::solve) does for each; errors take the place of the answer.
/// The time limit of each puzzle includes its wait for databases.
///
/// ```
/// use sliding::tiles::{Tiles, batch::solve_each, choice::TileRequest, notation};
///
/// let boards = ["1 2 3/4 5 6/7 0 8", "8 2 0/4 6 1/3 7 5"].map(|text| {
///     let (size, start) = notation::board(text, None).unwrap();
///     Tiles::new(size, start, notation::blank_last(size)).unwrap()
/// });
/// let mut moves = Vec::new();
/// solve_each(&boards, &TileRequest::default(), &(), &mut |_, timed| {
///     moves.push(timed.answer.unwrap().moves().unwrap().len());
/// });
/// assert_eq!((moves[0], moves[1] % 2), (1, 0));
/// ```
pub fn solve_each(
    boards: &[Tiles],
    request: &TileRequest,
    observer: &dyn BatchObserver,
    each: &mut (dyn FnMut(usize, TimedAnswer) + Send),
) {
    let session = Session::default();
    // The number of the next answer, and those that are known before it.
    let known = Mutex::new((0, BTreeMap::new(), each));
    let mut pool = Pool::new(threads(request.threads).min(boards.len()));
    pool.each(boards.iter(), |number, tiles| {
        let one = BoardObserver::new(number, request.time_limit, observer);
        let timed = solve_one(tiles, boards.len(), request, &session, one);
        observer.answered(number);
        let (next, waiting, each) = &mut *lock(&known);
        waiting.insert(number, timed);
        while let Some(timed) = waiting.remove(next) {
            each(*next, timed);
            *next += 1;
        }
    });
}

/// As [`solve_each`], and returns the answers.
pub fn solve_all(
    boards: &[Tiles],
    request: &TileRequest,
    observer: &dyn BatchObserver,
) -> Vec<TimedAnswer> {
    let mut answers = Vec::with_capacity(boards.len());
    solve_each(boards, request, observer, &mut |_, timed| answers.push(timed));
    answers
}

/// Solves one of several puzzles that share their databases.
fn solve_one(
    tiles: &Tiles,
    boards: usize,
    request: &TileRequest,
    session: &Session,
    mut one: BoardObserver,
) -> TimedAnswer {
    let mut waited = Duration::ZERO;
    let answer = match begin(tiles, request, boards, &mut one) {
        Ok(FirstAttempt::Answered(answer)) => Ok(answer),
        Ok(FirstAttempt::NeedsDatabases(found)) if !has_room(tiles, request) => {
            without_databases(tiles, request, found, &mut one)
        }
        Ok(FirstAttempt::NeedsDatabases(found)) => {
            let begun = Instant::now();
            let databases = session.databases(tiles, request, &mut one);
            waited = begun.elapsed();
            databases.and_then(|databases| {
                continue_with(tiles, request, boards, databases.as_deref(), found, &mut one)
            })
        }
        Err(error) => Err(error),
    };
    TimedAnswer { answer, elapsed: one.started.elapsed().saturating_sub(waited) }
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

    fn building(&mut self, building: &BuildEvent) {
        self.observer.building(building);
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

    fn improved(&mut self, moves: u64, at_least: u64) {
        self.observer.improved(self.number, moves, at_least);
    }

    fn deadline(&self) -> Option<Instant> {
        self.deadline
    }
}
