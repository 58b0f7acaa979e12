//! `sliding explore --all`: all positions of a puzzle's pieces, and how they are connected.

use sliding::analyse::{self, Survey};
use sliding::solve::{Engine, FLOOR, Stopped};

use super::failure::{MOST, at_least, stopped};
use super::{CommandResult, Search, Target};

/// Surveys all positions, not only those that the start leads to.
pub fn survey(
    search: &mut Search,
    engine: Engine,
    most: usize,
    target: &mut Target,
) -> CommandResult {
    search.query.engine = engine;
    let found = analyse::survey(&search.query, &search.budget, most, &mut search.watch);
    let survey = search.ended(found)?;
    search.show(&survey, target)?;
    Ok(match only_counted(&survey, search.budget.memory) {
        Some(advice) => stopped(&search.input.file, &advice),
        None => search.verdict(survey.stopped, false),
    })
}

/// Says how much memory a search takes that could only count the positions; `None` if a search did
/// more.
fn only_counted(survey: &Survey, memory: u64) -> Option<String> {
    let is_only_counted = survey.stopped == Some(Stopped::Memory) && survey.sizes.is_empty();
    let placements = survey.placements.as_ref().filter(|_| is_only_counted)?;
    // A bit for each, in half of the memory. What else is stored depends on the puzzle.
    let needed = match u64::try_from(placements / 4_u8 + FLOOR).unwrap_or(u64::MAX) {
        MOST.. => "more memory than machines have; without --all, only what the start leads to is \
                   searched"
            .to_owned(),
        needed if needed <= memory => "more memory".to_owned(),
        needed => format!("at least --memory {}", at_least(needed)),
    };
    Some(format!("the {placements} positions were only counted: searching them takes {needed}"))
}
