//! The positions that shortest paths pass, level by level, and the paths one after the other.

use std::ops::ControlFlow;

use ahash::AHashMap;
use num_bigint::BigUint;

use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
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
    let mut onward = compiled.neighbours_of(&mut *compiled.neighbours(), code, usize::MAX);
    onward.retain(|code| stage.contains_key(code));
    onward.reverse();
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
    for (code, (ways, _)) in stage {
        budget.look()?;
        // While it grows, a list has each neighbour twice.
        let room = left.saturating_sub(bytes(&before)) as usize;
        let most = room / (2 * size_of::<Code<W>>());
        let beside = compiled.neighbours_of(&mut *neighbours, code, most);
        if beside.len() > most {
            return Err(Stopped::Memory);
        }
        for code in beside {
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

/// Passes the paths through the stages to `each` until it returns `Break`: depth first, the smallest
/// position first.
pub fn list<const W: usize>(
    compiled: &Compiled<W>,
    stages: &[Stage<W>],
    budget: &Budget,
    each: &mut dyn FnMut(&[Code<W>]) -> ControlFlow<()>,
) -> Result<(), Stopped> {
    // What is left to be followed, each at its stage, the next one last.
    let mut open: Vec<(usize, Code<W>)> = stages[0].keys().map(|code| (0, *code)).collect();
    let mut path = Vec::new();
    while let Some((at, code)) = open.pop() {
        path.truncate(at);
        path.push(code);
        if let Some(stage) = stages.get(path.len()) {
            open.extend(onward(compiled, &code, stage).into_iter().map(|next| (at + 1, next)));
            continue;
        }
        budget.look()?;
        if each(&path).is_break() {
            break;
        }
    }
    Ok(())
}
