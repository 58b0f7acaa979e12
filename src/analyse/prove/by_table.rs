//! Levels from a hash table, from the start.

use super::spool::{BATCH, Spool};
use super::{FirstError, LevelSearch, ProveResult, Proving};
use crate::engine::compiled::Compiled;
use crate::engine::layers::{Run, drive, solution_path};
use crate::engine::query::{Budget, Until};
use crate::engine::table::TableSearch;

/// Maximum bytes per position while a level is sorted; and the part of memory that sorting may use
/// at the cost of the older levels.
const EACH: u64 = 64;
const PART: u64 = 4;

/// Searches from the start for a goal.
pub fn search<'a, const W: usize>(
    proving: &mut Proving<'a>,
    compiled: &Compiled<W>,
) -> ProveResult<LevelSearch<'a>> {
    let mut spool = proving.spool()?;
    let (mut failure, budget) = (FirstError::default(), proving.run.budget);
    let mut run = Run { budget, observer: &mut *proving.run.observer };
    let mut table = TableSearch::from_start(compiled, budget);
    table.keeps_levels = true;
    let outcome = drive(&mut table, Until::Solved, &mut run, &mut |table, _| {
        failure.note(keep(table, budget, &mut *spool))
    });
    let found =
        LevelSearch::new(outcome, vec![spool], |met| solution_path(&mut table, met, &mut run));
    failure.end(found)
}

/// Keeps the last level of a table.
pub fn keep<const W: usize>(
    table: &mut TableSearch<W>,
    budget: &Budget,
    spool: &mut dyn Spool,
) -> std::io::Result<()> {
    let room = budget.room();
    let wanted = (EACH * table.frontier.width() as u64).min(room / PART);
    let left = room.saturating_sub(table.bytes() + table.others);
    if left < wanted {
        table.trail.evict(wanted - left);
    }
    let left = room.saturating_sub(table.bytes() + table.others);
    let compiled = table.compiled;
    spool.add(left, &mut |take| {
        let mut codes = Vec::with_capacity(BATCH.min(table.frontier.width()));
        let mut left = table.frontier.codes().copied();
        loop {
            codes.clear();
            codes.extend(left.by_ref().take(BATCH));
            if codes.is_empty() {
                break;
            }
            take(codes.len(), &|at, pieces| compiled.pieces(&codes[at], pieces));
        }
    })
}
