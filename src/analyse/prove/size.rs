//! Chooses the smallest proof: levels from the start alone, or from both ends, and how many of
//! each.

use super::by_table::{count, keep_first};
use super::spool::Spool;
use super::{LevelSearch, ProveResult, Proving};
use crate::engine::compiled::Compiled;
use crate::engine::meet::{MOST_GOALS, most_goals};
use crate::engine::query::{Advice, Stopped};
use crate::engine::rank::meeting_any;
use crate::engine::table::SearchTarget;

/// Checks whether the other kind of proof is smaller, and if so finds its levels. That uses no more
/// positions than the current proof, and no more memory than the limit; if it would, it is
/// reported.
pub fn shrink<'a, const W: usize>(
    proving: &mut Proving<'a>,
    compiled: &Compiled<W>,
    found: &mut LevelSearch<'a>,
) -> ProveResult<()> {
    let Some(moves) = found.outcome.met.filter(|&moves| moves > 0) else { return Ok(()) };
    let lacks_memory = match found.parts.len() {
        2 => from_start_alone(proving, compiled, moves, found)?,
        _ => from_both_ends(proving, compiled, found)?,
    };
    if lacks_memory {
        proving.run.observer.advised(&Advice::LargerProof);
    }
    Ok(())
}

/// Whether a proof with levels from the start alone could not be tried in the memory.
fn from_start_alone<'a, const W: usize>(
    proving: &Proving<'a>,
    compiled: &Compiled<W>,
    moves: u64,
    found: &mut LevelSearch<'a>,
) -> ProveResult<bool> {
    let (budget, listed) = (proving.run.budget, listed(found));
    let start = vec![compiled.encode(compiled.puzzle.start())];
    let is_too_many = &mut |levels: &[u64]| levels.iter().sum::<u64>() >= listed;
    let sources = (start.clone(), SearchTarget::Goals);
    let (levels, mut lacks_memory) = count(compiled, budget, sources, is_too_many);
    if levels.len() as u64 == moves && levels.iter().sum::<u64>() < listed {
        let mut part = proving.spool()?;
        let stopped = keep_first(compiled, budget, start, moves, &mut *part)?;
        lacks_memory |= stopped == Some(Stopped::Memory);
        if stopped.is_none() {
            found.parts = vec![part];
        }
    }
    Ok(lacks_memory)
}

/// As above, for levels from both ends.
fn from_both_ends<'a, const W: usize>(
    proving: &Proving<'a>,
    compiled: &Compiled<W>,
    found: &mut LevelSearch<'a>,
) -> ProveResult<bool> {
    let (budget, listed) = (proving.run.budget, listed(found));
    let affordable = most_goals(budget);
    let most = usize::try_from(listed).unwrap_or(usize::MAX).min(affordable);
    let Some(goals) = meeting_any(compiled.puzzle, most) else {
        return Ok(most == affordable && (affordable as u64) < MOST_GOALS);
    };
    let goals: Vec<_> = goals.iter().map(|goal| compiled.encode(goal)).collect();
    let from_start = found.parts[0].levels();
    let best = |from_goals: &[u64]| best(from_start, from_goals).map_or(listed, |(size, _)| size);
    let is_too_many = &mut |levels: &[u64]| levels.iter().sum::<u64>() >= best(levels).min(listed);
    let sources = (goals.clone(), SearchTarget::Nothing);
    let (from_goals, mut lacks_memory) = count(compiled, budget, sources, is_too_many);
    if let Some((size, levels)) = self::best(from_start, &from_goals)
        && size < listed
    {
        let mut part = proving.spool()?;
        let stopped = keep_first(compiled, budget, goals, levels as u64, &mut *part)?;
        lacks_memory |= stopped == Some(Stopped::Memory);
        if stopped.is_none() {
            found.parts.push(part);
        }
    }
    Ok(lacks_memory)
}

/// Returns the number of positions listed so far.
fn listed(found: &LevelSearch) -> u64 {
    found.parts.iter().flat_map(|part| part.levels()).sum()
}

/// Returns the fewest positions of a proof from both ends, and its number of levels from the goals.
/// From the start, all levels before the goal are known, and from the goals at least one.
fn best(from_start: &[u64], from_goals: &[u64]) -> Option<(u64, usize)> {
    let moves = from_start.len();
    let size = |levels: usize| {
        let (fore, back) = (&from_start[..moves + 1 - levels], &from_goals[..levels]);
        fore.iter().chain(back).sum::<u64>()
    };
    (1..=moves.min(from_goals.len())).map(|levels| (size(levels), levels)).min()
}

/// Returns the number of levels of each part that prove a lower bound of `moves` moves.
pub fn levels(parts: &[Box<dyn Spool + '_>], moves: usize) -> Vec<usize> {
    match parts {
        [_, goals] if moves > 0 => {
            let levels = goals.levels().len().min(moves);
            vec![moves + 1 - levels, levels]
        }
        _ => vec![moves],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_number_of_levels_from_both_ends_is_found() {
        // Four moves: with one level of goals there are four from the start.
        assert_eq!(best(&[1, 10, 100, 1000], &[5]), Some((1116, 1)));
        assert_eq!(best(&[1, 10, 100, 1000], &[5, 50]), Some((166, 2)));
        assert_eq!(best(&[1, 10, 100, 1000], &[5, 50, 500, 5000]), Some((166, 2)));
        assert_eq!(best(&[1], &[7]), Some((8, 1)));
    }
}
