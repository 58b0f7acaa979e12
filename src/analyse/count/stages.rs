//! The positions that shortest paths pass, level by level.

use std::cmp::Reverse;
use std::convert::Infallible;

use ahash::AHashMap;
use num_bigint::BigUint;

use crate::engine::board::Code;
use crate::engine::compiled::{Compiled, sort_dedup};
use crate::engine::query::{Budget, Stopped};

/// The number of shortest paths from a position to a goal, and that of the neighbours on them.
type PathCounts = (BigUint, u64);

/// The positions of one level that shortest paths pass.
pub type Stage<const W: usize> = AHashMap<Code<W>, PathCounts>;

/// Returns the neighbours of a position in the next stage, descending, each once.
pub fn onward<const W: usize>(
    compiled: &Compiled<W>,
    code: &Code<W>,
    stage: &Stage<W>,
) -> Vec<Code<W>> {
    let mut onward = Vec::new();
    let mut neighbours = compiled.neighbours();
    let _ = compiled.each_neighbour::<Infallible>(&mut *neighbours, code, &mut |found| {
        let codes = found.iter().map(|(code, _)| *code);
        onward.extend(codes.filter(|code| stage.contains_key(code)));
        // A neighbour may be found several times.
        if onward.len() > 2 * stage.len() {
            onward.sort_unstable();
            onward.dedup();
        }
        Ok(())
    });
    onward.sort_unstable_by_key(|&code| Reverse(code));
    onward.dedup();
    onward
}

/// Returns the neighbours of a stage, each with its number of paths through the stage.
pub fn before<const W: usize>(
    compiled: &Compiled<W>,
    stage: &Stage<W>,
    budget: &Budget,
    left: u64,
) -> Result<Stage<W>, Stopped> {
    let mut neighbours = compiled.neighbours();
    let mut before: Stage<W> = AHashMap::new();
    let mut beside = Vec::new();
    for (code, (ways, _)) in stage {
        // A list may name a neighbour several times.
        beside.clear();
        compiled.each_neighbour(&mut *neighbours, code, &mut |found| {
            beside.extend(found.iter().map(|(code, _)| *code));
            if bytes(&before) + size_of_val(&beside[..]) as u64 > left {
                return Err(Stopped::Memory);
            }
            budget.look()
        })?;
        sort_dedup(&mut beside);
        for &code in &beside {
            let (sum, through) = before.entry(code).or_default();
            *sum += ways;
            *through += 1;
        }
    }
    Ok(before)
}

/// Estimates the bytes of a stage: a table is up to half empty, and most numbers allocate a word.
pub fn bytes<const W: usize>(stage: &Stage<W>) -> u64 {
    let number = 2 * size_of::<u64>();
    (stage.capacity() * (size_of::<(Code<W>, PathCounts)>() + 1) + stage.len() * number) as u64
}
