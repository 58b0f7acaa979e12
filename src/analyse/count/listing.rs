//! All shortest solutions, one after the other.

use std::ops::ControlFlow;

use super::stages::{Stage, onward};
use crate::engine::board::Code;
use crate::engine::compiled::Compiled;
use crate::engine::moves::solution_from_positions;
use crate::engine::query::{Budget, Stopped};
use crate::puzzle::Solution;

/// Passes the paths through the stages to `each` until it returns `Break`: depth first, the smallest
/// position first.
pub(super) fn list<const W: usize>(
    compiled: &Compiled<W>,
    stages: &[Stage<W>],
    budget: &Budget,
    each: &mut dyn FnMut(Solution) -> ControlFlow<()>,
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
        let configurations: Vec<_> = path.iter().map(|code| compiled.decode(code)).collect();
        let solution = solution_from_positions(compiled.puzzle, compiled.style, &configurations);
        if each(solution).is_break() {
            break;
        }
    }
    Ok(())
}
