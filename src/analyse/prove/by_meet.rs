//! Levels from a bidirectional search.

use std::ops::ControlFlow;

use super::by_table::keep;
use super::{FirstError, LevelSearch, ProveResult, Proving};
use crate::engine::compiled::Compiled;
use crate::engine::layers::{Run, drive};
use crate::engine::meet::{self, Meet, SearchEnd};
use crate::engine::query::Until;

/// Searches from both ends until they meet. The positions found last are in neither part, and need
/// not be.
pub fn search<'a, const W: usize>(
    proving: &mut Proving<'a>,
    compiled: &Compiled<W>,
) -> ProveResult<LevelSearch<'a>> {
    let goals = meet::goals(proving.query.puzzle, proving.run.budget)?;
    let goals = goals.iter().map(|goal| compiled.encode(goal)).collect();
    let mut parts = [proving.spool()?, proving.spool()?];
    let (mut failure, budget) = (FirstError::default(), proving.run.budget);
    let mut run = Run { budget, observer: &mut *proving.run.observer };
    let mut meet = Meet::new(compiled, goals, true, budget);
    let outcome = drive(&mut meet, Until::Solved, &mut run, &mut |meet, distance| {
        for (end, part) in [SearchEnd::Start, SearchEnd::Goals].into_iter().zip(&mut parts) {
            if distance == 0 || meet.advanced() == end {
                failure.note(keep(meet.table(end), budget, &mut **part))?;
            }
        }
        ControlFlow::Continue(())
    });
    let found = LevelSearch::new(outcome, parts.into(), |_| meet.path(&mut run));
    failure.end(found)
}
