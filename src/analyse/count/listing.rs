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
    let mut path: Vec<Code<W>> = stages[0].keys().copied().collect();
    // The other continuations at each stage, the next one last.
    let mut open: Vec<Vec<Code<W>>> = Vec::new();
    loop {
        while path.len() < stages.len() {
            let mut onward = onward(compiled, &path[path.len() - 1], &stages[path.len()]);
            path.push(onward.pop().expect("a way goes on"));
            open.push(onward);
        }
        budget.look()?;
        let configurations: Vec<_> = path.iter().map(|code| compiled.decode(code)).collect();
        let solution = solution_from_positions(compiled.puzzle, compiled.style, &configurations);
        if each(solution).is_break() {
            return Ok(());
        }
        loop {
            path.pop();
            let Some(rest) = open.last_mut() else { return Ok(()) };
            if let Some(next) = rest.pop() {
                path.push(next);
                break;
            }
            open.pop();
        }
    }
}
