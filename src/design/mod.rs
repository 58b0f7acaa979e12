//! Hunts for the hardest puzzles of a family, and generation of puzzles of a given difficulty.
//!
//! A [`Family`] is a board, some shapes, and a [`Rule`] that gives the target and the goal. Its
//! members are all boards with the same pieces. One search from all goals of a member at once gives
//! the distances of all starts, so that the hardest of a member, and of all members, is proven: a
//! [`Hunt`] combines these searches. If a family is too large for that, boards are
//! [random](Hunt::sample), and [`generate`] produces boards of a given difficulty.

mod family;
mod generate;
mod hunt;
mod improve;
mod members;
mod pack;
mod place;
pub mod rate;
mod shape;
mod source;
mod sweep;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rand_pcg::Pcg64;

use crate::engine::host::{Pool, lock};
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::{Configuration, Expectation, Puzzle, Setup, Style};

pub use family::{Family, FamilyError, Rule};
pub use generate::{Generated, Requirements, generate};
pub use hunt::{Hunt, HuntResult, HuntRow};
pub use improve::{Aim, Change, ImproveError, ImproveRequest, Improved, Pins, improve};
pub use pack::{Level, pack, titled};
pub use rate::{RateError, Rating, rate, rate_small};
pub use shape::{Shape, ShapeError, Shapes, board, range};
pub use source::Source;

/// Returns a puzzle from a position at a distance from its goals, which becomes its only
/// expectation. The gates of a family's boards only keep a search within the family.
fn posed(
    puzzle: &Puzzle,
    start: &Configuration,
    style: Style,
    moves: u64,
    keeps_gates: bool,
) -> Puzzle {
    let puzzle = puzzle.starting_from(start.clone()).expect("a position of the puzzle");
    let mut setup = Setup::from(&puzzle);
    setup.expectations = vec![Expectation { style, moves: Some(moves), states: None }];
    if !keeps_gates {
        setup.gates.clear();
    }
    setup.validate().expect("the pieces lie on the board")
}

/// Returns the generator of a board: board *n* is seeded by *n* alone.
fn random_of(seed: u64, board: u64) -> Pcg64 {
    Pcg64::new(seed.into(), board.into())
}

/// Runs tasks on all threads, each with its part of the memory; if there are fewer tasks than
/// threads, each has several. Returns the results by task, and the limit that came before all were
/// done. `progress` is called now and then with the number of those done.
fn in_parallel<T: Send>(
    tasks: usize,
    budget: &Budget,
    progress: &mut dyn FnMut(usize),
    work: &(dyn Fn(usize, &Budget) -> Option<T> + Sync),
) -> (BTreeMap<usize, T>, Option<Stopped>) {
    let threads = budget.threads();
    let at_once = threads.min(tasks).max(1);
    let mut own = budget.clone();
    own.memory = budget.memory / at_once as u64;
    own.threads = NonZeroUsize::new(threads / at_once);
    let (results, done) = (Mutex::new(BTreeMap::new()), AtomicUsize::new(0));
    let work = |(): &mut (), task: usize| {
        let result = work(task, &own);
        // A task that was stopped from outside is not done.
        if own.look().is_ok() {
            lock(&results).extend(result.map(|result| (task, result)));
            done.fetch_add(1, Relaxed);
        }
    };
    let ended = Pool::new(at_once).share(&mut vec![(); at_once], tasks, work, &mut |_| {
        progress(done.load(Relaxed));
        budget.look()
    });
    // The tasks not done were stopped by the common limit.
    let stopped = ended.err().or_else(|| budget.look().err());
    let results = std::mem::take(&mut *lock(&results));
    (results, stopped.filter(|_| done.load(Relaxed) < tasks))
}
