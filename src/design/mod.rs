//! Hunts for the hardest puzzles of a family, and generation of puzzles of a given difficulty.
//!
//! A [`Family`] is a board, some shapes, and a [`Rule`] that gives the target and the goal. Its
//! members are all boards with the same pieces. One search from all goals of a member at once gives
//! the distances of all starts, so that the hardest of a member, and of all members, is proven: a
//! [`Hunt`] combines these searches. If a family is too large for that, boards are
//! [random](Hunt::sample), and [`generate`] produces boards of a given difficulty.

mod census;
mod changes;
mod description;
mod family;
mod filling;
mod generate;
mod improve;
mod journal;
mod member;
mod members;
mod pack;
mod random;
pub mod rate;
mod requirements;
mod shape;
mod small;
mod source;
mod sweep;
mod whole;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rand_pcg::Pcg64;

use self::sweep::{SweepResult, farthest, from_goals, within_reach};
use crate::analyse::{Component, survey};
use crate::engine::host::{Pool, lock};
use crate::engine::query::{Budget, Query, Refusal, Stopped};
use crate::puzzle::{Configuration, Expectation, GoalSetup, Puzzle, Setup, Size, Style};

use member::Member;

pub use changes::{Change, Pins, UnknownPin};
pub use description::{
    DescriptionError, FamilyDescription, NumberRange, RuleName, Shapes, board, range,
};
pub use family::{Family, FamilyError, Rule};
pub use generate::generate;
pub use improve::{Aim, ImproveError, ImproveRequest, Improved, improve};
pub use pack::{Level, PackRequest, Ramp, pack, titled};
pub use rate::{RateError, Rating, rate, rate_small};
pub use requirements::{Generated, Requirements};
pub use shape::{Shape, ShapeError};
pub use source::Source;
pub use whole::{Hunt, HuntResult, HuntRow};

/// The result of the search through a member.
#[derive(Clone, Debug)]
struct HardestBoard {
    /// The number of pieces.
    pieces: u32,
    /// The number of positions that reach a goal; those for different goals are counted once for
    /// each.
    configurations: u64,
    /// The least number of moves from the hardest start; `None` if no start reaches a goal.
    moves: Option<u64>,
    /// The puzzle with that start.
    puzzle: Option<Puzzle>,
    /// Whether it is proven that no start of the member is harder.
    is_proven: bool,
}

/// Why a search was incomplete.
#[derive(Debug)]
enum SearchFailure {
    /// A limit stopped it.
    Stopped(Stopped),
    /// It could not begin, for another reason than a limit.
    Refused(Refusal),
}

impl From<Stopped> for SearchFailure {
    fn from(stopped: Stopped) -> Self {
        SearchFailure::Stopped(stopped)
    }
}

impl From<Refusal> for SearchFailure {
    fn from(refusal: Refusal) -> Self {
        refusal.limit().map_or_else(SearchFailure::Refused, SearchFailure::Stopped)
    }
}

/// Maximum number of components examined one by one if any position may be the goal.
const MOST_COMPONENTS: usize = 1000;

/// Finds the hardest puzzle of a member; among equally hard ones the choice is deterministic.
///
/// Takes the time and the memory of a search through all its boards; for [`Rule::Anywhere`] of one
/// for each goal, for [`Rule::Any`] of a [survey].
fn hardest(
    family: &Family,
    member: &Member,
    style: Style,
    budget: &Budget,
) -> Result<HardestBoard, SearchFailure> {
    let mut hardest = HardestBoard {
        pieces: member.pieces(),
        configurations: 0,
        moves: None,
        puzzle: None,
        is_proven: true,
    };
    if family.rule == Rule::Any {
        any_to_any(family, member, style, budget, &mut hardest)?;
        return Ok(hardest);
    }
    let (starts, goals) = member.places(family).unwrap_or_default();
    let Some(pieces) = member.some_start(family, budget)? else { return Ok(hardest) };
    let first = member.puzzle(family, pieces.clone(), starts.first().copied(), true);
    for goal in goals {
        let puzzle = member.puzzle(family, pieces.clone(), Some(goal), true);
        let is_any = starts.len() > 1;
        let mut result = from_goals(&puzzle, style, &first, is_any, budget)?;
        hardest.configurations += result.states;
        let harder =
            result.kept.pop().filter(|&(moves, _)| hardest.moves.is_none_or(|most| moves > most));
        if let Some((moves, start)) = harder {
            hardest.moves = Some(moves);
            hardest.puzzle = Some(puzzle_from(family, member, &puzzle, &start, style, moves));
        }
    }
    Ok(hardest)
}

/// Returns the same puzzle from a start at distance `moves` from the goal, without the gates that
/// kept the search within the family.
fn puzzle_from(
    family: &Family,
    member: &Member,
    puzzle: &Puzzle,
    start: &Configuration,
    style: Style,
    moves: u64,
) -> Puzzle {
    let Size { rows, cols } = family.size;
    let mut setup = Setup::from(puzzle);
    setup.gates.clear();
    setup.comment = format!("({rows}x{cols}, {})", member.name(family));
    setup.start = start.placements().to_vec();
    setup.expectations = vec![Expectation { style, moves: Some(moves), states: None }];
    setup.validate().expect("the pieces lie on the board")
}

/// Returns the puzzle with its fewest moves as the only expectation.
fn expecting(puzzle: &Puzzle, style: Style, moves: u64) -> Puzzle {
    let mut setup = Setup::from(puzzle);
    setup.expectations = vec![Expectation { style, moves: Some(moves), states: None }];
    setup.validate().expect("only an expectation was added")
}

/// Returns the two positions of a member that are farthest from each other.
fn any_to_any(
    family: &Family,
    member: &Member,
    style: Style,
    budget: &Budget,
    hardest: &mut HardestBoard,
) -> Result<(), SearchFailure> {
    let Some(pieces) = member.placed(family, None, budget)? else { return Ok(()) };
    let puzzle = member.puzzle(family, pieces, None, false);
    let query = Query::new(&puzzle, style);
    let survey = survey(&query, budget, MOST_COMPONENTS, &mut ())?;
    survey.stopped.map_or(Ok(()), Err)?;
    hardest.configurations = survey.sizes.iter().map(|(size, number)| size * number).sum();
    let order = |component: &&Component| component.diameter.least;
    let Some(far) = survey.components.iter().rev().max_by_key(order) else { return Ok(()) };
    let moves = far.diameter.least;
    // In a component with this number of positions or fewer, no two are farther from each other.
    let most = survey.components.iter().map(|component| component.diameter.most).max();
    let listed = |size: u64| survey.components.iter().filter(|c| c.size == size).count() as u64;
    let larger = survey.sizes.range(moves + 2..);
    hardest.is_proven =
        most == Some(moves) && larger.into_iter().all(|(&size, &number)| listed(size) >= number);
    let (start, end) = &far.diameter.pair;
    let mut setup = Setup::from(&puzzle);
    setup.goals = vec![GoalSetup::Complete(end.placements().to_vec())];
    let puzzle = setup.validate().expect("both are configurations of the puzzle");
    hardest.moves = Some(moves);
    hardest.puzzle = Some(puzzle_from(family, member, &puzzle, start, style, moves));
    Ok(())
}

/// Finds the hardest puzzle of each of some members, several at a time, and reports each as soon as
/// it is known, with its place in the list; including those that a limit stopped. It then goes on
/// with the others, unless the limit is the time or an interrupt. `progress` is called now and then
/// with the number done.
fn hunt(
    family: &Family,
    members: &[&Member],
    style: Style,
    budget: &Budget,
    progress: &mut dyn FnMut(usize),
    each: &mut (dyn FnMut(usize, Result<HardestBoard, SearchFailure>) + Send),
) -> Result<(), Stopped> {
    let work = |task: usize, budget: &Budget| hardest(family, members[task], style, budget);
    in_parallel(members.len(), budget, progress, &work, each)
}

/// Returns the hardest start among all positions reachable from one random board, which depends on
/// a seed and a number. `None` if the pieces did not fit the board.
fn sample(
    family: &Family,
    (seed, board): (u64, u64),
    style: Style,
    budget: &Budget,
) -> Result<Option<HardestBoard>, SearchFailure> {
    let source = Source::Family(family);
    let Some(board) = source.draw(&mut random_of(seed, board)) else { return Ok(None) };
    let swept = within_reach(&board.puzzle, style, board.starts, u64::MAX, budget, &mut farthest)?;
    let Some(SweepResult { states, mut kept }) = swept else { return Ok(None) };
    let (moves, puzzle) = kept.pop().map_or((None, None), |(moves, start)| {
        (Some(moves), Some(source.finish(&board, &start, style, moves)))
    });
    let pieces = board.puzzle.start().placements().len() as u32;
    Ok(Some(HardestBoard { pieces, configurations: states, moves, puzzle, is_proven: false }))
}

/// Returns the generator of a board: board *n* is seeded by *n* alone.
fn random_of(seed: u64, board: u64) -> Pcg64 {
    Pcg64::new(seed.into(), board.into())
}

/// Runs tasks on all threads, each with its part of the memory; if there are fewer tasks than
/// threads, each has several.
fn in_parallel<T>(
    tasks: usize,
    budget: &Budget,
    progress: &mut dyn FnMut(usize),
    work: &(dyn Fn(usize, &Budget) -> T + Sync),
    each: &mut (dyn FnMut(usize, T) + Send),
) -> Result<(), Stopped> {
    let threads = budget.threads();
    let at_once = threads.min(tasks).max(1);
    let mut own = budget.clone();
    own.memory = budget.memory / at_once as u64;
    own.threads = NonZeroUsize::new(threads / at_once);
    let (each, done) = (Mutex::new(each), AtomicUsize::new(0));
    let work = |(): &mut (), task: usize| {
        let result = work(task, &own);
        // A task that was stopped from outside is not done.
        if own.look().is_ok() {
            lock(&each)(task, result);
            done.fetch_add(1, Relaxed);
        }
    };
    let ended = Pool::new(at_once).share(&mut vec![(); at_once], tasks, work, &mut |_| {
        progress(done.load(Relaxed));
        budget.look()
    });
    // The tasks not done were stopped by the common limit.
    let stopped = ended.err().or_else(|| budget.look().err());
    stopped.filter(|_| done.load(Relaxed) < tasks).map_or(Ok(()), Err)
}
