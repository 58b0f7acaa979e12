//! The numbers of all positions that meet a goal.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::engine::drive::Run;
use crate::engine::host::share;
use crate::engine::query::Stopped;
use crate::engine::rank::{GoalDemands, Ranking, meeting};
use crate::puzzle::Puzzle;

/// A goal that is met by at most this number of positions is a list of them. For others every
/// skeleton is tested.
const MOST_LISTED: usize = 1 << 16;

/// Skeletons per task of a thread.
const TASK: u64 = 1 << 12;

/// Bytes held for each goal in the end.
pub const BYTES: u64 = 48;

/// The results of one thread.
struct GoalWorker {
    letters: Vec<Vec<u8>>,
    found: Vec<u64>,
}

/// Returns the numbers, ascending, for a puzzle whose positions fit 64 bits.
pub fn numbers(puzzle: &Puzzle, ranking: &Ranking, run: &mut Run) -> Result<Vec<u64>, Stopped> {
    let (mut numbers, mut wide) = (Vec::new(), Vec::new());
    for goal in puzzle.goals() {
        match meeting(puzzle, goal, MOST_LISTED) {
            Some(list) => numbers.extend(list.iter().filter_map(|goal| ranking.rank(goal))),
            None => wide.push(GoalDemands::new(puzzle, ranking, goal)),
        }
    }
    if !wide.is_empty() {
        ask_each(ranking, &wide, run, &mut numbers)?;
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

fn ask_each(
    ranking: &Ranking,
    wide: &[GoalDemands],
    run: &mut Run,
    numbers: &mut Vec<u64>,
) -> Result<(), Stopped> {
    let orders = ranking.orders().expect("they are fewer than all placements");
    let skeletons = u64::try_from(ranking.total()).map_or(0, |total| total / orders);
    let worker =
        || GoalWorker { letters: vec![Vec::new(); ranking.classes.len()], found: Vec::new() };
    let mut workers: Vec<GoalWorker> = (0..run.budget.threads()).map(|_| worker()).collect();
    let (found, most) = (AtomicU64::new(0), run.budget.room() / 2 / BYTES);
    let work = |worker: &mut GoalWorker, task: usize| {
        let GoalWorker { letters, found: own } = worker;
        let before = own.len();
        let begin = task as u64 * TASK;
        for skeleton in begin..(begin + TASK).min(skeletons) {
            for wanted in wide.iter().filter_map(|wanted| wanted.letters(ranking, skeleton)) {
                for order in 0..orders {
                    ranking.unrank_order(order, letters);
                    if wanted.are_met_by(letters) {
                        own.push(skeleton * orders + order);
                    }
                }
            }
        }
        found.fetch_add((own.len() - before) as u64, Relaxed);
    };
    let ended = share(&mut workers, skeletons.div_ceil(TASK) as usize, work, &mut || {
        run.observer.waiting();
        if found.load(Relaxed) > most {
            return ControlFlow::Break(Stopped::Memory);
        }
        run.budget.look()
    });
    numbers.extend(workers.into_iter().flat_map(|worker| worker.found));
    ended.break_value().map_or(Ok(()), Err)
}
