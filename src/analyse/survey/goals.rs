//! The numbers of all positions that meet a goal.

use crate::engine::drive::Run;
use crate::engine::query::Stopped;
use crate::engine::rank::{Ranking, each_meeting};
use crate::puzzle::Puzzle;

/// Number of positions between two checks of the clock.
const PATIENCE: usize = 1 << 12;

/// Bytes held for each goal in the end.
pub const BYTES: u64 = 48;

/// Returns the numbers, ascending, for a puzzle whose positions fit 64 bits.
pub fn numbers(puzzle: &Puzzle, ranking: &Ranking, run: &mut Run) -> Result<Vec<u64>, Stopped> {
    let mut numbers = Vec::new();
    for goal in puzzle.goals() {
        let most = (run.budget.room() / 2 / BYTES) as usize;
        let met = each_meeting(puzzle, goal, most).ok_or(Stopped::Memory)?;
        if goal.demands().is_empty() {
            numbers.extend(0..met.len() as u64);
            continue;
        }
        for (count, met) in met.enumerate() {
            if count % PATIENCE == 0 {
                run.observer.waiting();
                run.budget.look().err().map_or(Ok(()), Err)?;
            }
            numbers.extend(ranking.rank(&met));
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}
