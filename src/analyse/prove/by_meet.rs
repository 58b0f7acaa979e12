//! Levels from both ends.

use std::ops::ControlFlow;

use super::by_table::keep;
use super::{Failure, Finding, Found, Proving, size};
use crate::query::{Refusal, Until};
use crate::search::compiled::Compiled;
use crate::search::layers::{Run, drive};
use crate::search::meet::{End, Meet};

/// Searches from both ends until they meet. What they found last is in neither part, and need not be.
pub fn search<'a, const W: usize>(
    proving: &mut Proving<'a>,
    compiled: &Compiled<W>,
) -> Finding<Found<'a>> {
    let goals = size::goals(compiled, proving.run.budget, u64::MAX).ok_or(Refusal::Unsuited(
        "too many configurations meet the goal for the meet engine; try --engine table",
    ))?;
    let mut parts = [proving.spool()?, proving.spool()?];
    let mut failure = Failure::new(proving.run.budget);
    let Failure { error, budget } = &mut failure;
    let mut run = Run { budget, observer: &mut *proving.run.observer };
    let mut meet = Meet::new(compiled, goals, true, budget);
    let mut course = drive(&mut meet, Until::Solved, &mut run, &mut |meet, distance| {
        for (end, part) in [End::Start, End::Goals].into_iter().zip(&mut parts) {
            if distance == 0 || meet.advanced() == end {
                Failure::note(error, budget, keep(meet.table(end), budget, &mut **part));
            }
        }
    });
    let mut way = Vec::new();
    if course.met.is_some() && course.stopped.is_none() {
        match meet.way(&mut run) {
            ControlFlow::Continue(codes) => way = codes,
            ControlFlow::Break(stopped) => course.stopped = Some(stopped),
        }
    }
    failure.end(Found { course, way, parts: parts.into() })
}
